import { describe, expect, it } from "vitest";
import { bundled, type SourcePatch } from "../simulation/patched-source.js";
import { violationsIn } from "./group-worlds.js";

const SEEDS = 300;

/** One mistake each, planted in the sources; every one is to be seen. */
const MUTANTS: readonly (readonly [name: string, patch: SourcePatch, seenIn: RegExp])[] = [
  [
    "a quorum of one less",
    {
      file: "group/goal-met.ts",
      find: "counts.accepted >= goal.count ?",
      replace: "counts.accepted >= goal.count - 1 ?",
    },
    /^goal|^reservations/,
  ],
  [
    "complete without its required set",
    {
      file: "group/goal-met.ts",
      find: "if (required) counts.missing += 1;",
      replace: "",
    },
    /^goal/,
  ],
  [
    "the worst of a slot instead of the best",
    {
      file: "group/goal-met.ts",
      find: "return first > second ? -1 : 1;",
      replace: "return first > second ? 1 : -1;",
    },
    /^goal/,
  ],
  [
    "reservations that nobody releases when it fails",
    {
      file: "group/decide-group.ts",
      find: 'changeTracks(draft, ({ state }) => state === "reserved" && TO_RELEASE);',
      replace: "",
    },
    /^reservations/,
  ],
  [
    "a late acceptance that stays reserved",
    {
      file: "group/decide-group.ts",
      find: "return isTaken ? { ...reserved, isChosen: true } : { ...reserved, ...TO_RELEASE };",
      replace: "return isTaken ? { ...reserved, isChosen: true } : reserved;",
    },
    /^reservations|^endings/,
  ],
  [
    "a release that is named anew at each attempt",
    {
      file: "group/group-work.ts",
      find: "const commandId = `${this.#shell.side.id}:${track.id}:${kind}`;",
      replace:
        "const commandId = `${this.#shell.side.id}:${track.id}:${kind}${this.#shell.side.clock.now()}`;",
    },
    /^commands|^reservations/,
  ],
];

describe("groups in made-up worlds", () => {
  it(`hold to their invariants in ${SEEDS} of them [AS-111]`, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) expect(await violationsIn(seed), `seed ${seed}`).toEqual([]);
  });

  it.each(MUTANTS)("show a group that would be wrong: %s [AS-111]", async (name, patch, seenIn) => {
    const contents = 'export { violationsIn } from "./test/group/group-worlds.js";';
    const bundle = await bundled(contents, `group-${name.replaceAll(" ", "-")}`, [patch]);
    try {
      const mutant = (await import(bundle.url)) as { readonly violationsIn: typeof violationsIn };
      let seen: readonly string[] = [];
      let seed = 0;
      while (seen.length === 0 && seed < SEEDS) seen = await mutant.violationsIn(++seed);
      expect(seen.join("\n"), `not seen in ${SEEDS} worlds`).not.toBe("");
      expect(
        seen.some((line) => seenIn.test(line)),
        seen.join("\n"),
      ).toBe(true);
      console.log(`${name}: seed ${seed}, ${seen[0]}`);
    } finally {
      bundle.remove();
    }
  });
});
