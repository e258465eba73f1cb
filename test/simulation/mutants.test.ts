import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { invariants } from "../../src/simulation/invariants/index.js";
import { CoreSeconds } from "./core-seconds.js";
import { failureText } from "./failure.js";
import { blindSpotMutants } from "./mutants/blind-spot-mutants.js";
import { chosenMutants, testedMutants } from "./mutants/chosen-mutants.js";
import { mutants } from "./mutants/mutants.js";
import { patched, ROOT } from "./patched-source.js";
import { huntedAll } from "./worker-pool.js";
import { Requests, type WorldRequest } from "./world-request.js";

const MINUTES = 60_000;

it(
  "SM-21, SM-30: catches every mutant, and for each invariant there is one that it sees first",
  async () => {
    const time = new CoreSeconds();
    const found = await huntedAll();
    console.log(`SM-30: ${time.onTwoCores.toFixed(1)} s on two cores`);
    const survivors = found.filter(({ seed }) => seed === null);
    expect(survivors.map(({ mutant, detail }) => `${mutant} ${detail}`.trim())).toEqual([]);
    expect(found).toHaveLength(mutants.length);
    const first = found.map(({ invariants }) => invariants[0]);
    expect([...invariants.map(({ id }) => id), "I9"].filter((id) => !first.includes(id))).toEqual([]);
  },
  10 * MINUTES,
);

it("SM-30: names the mutants of the spec's table, each once", () => {
  // Mutant 10 in its four variants, two behind the table, what was chosen, and the blind spots.
  expect(mutants).toHaveLength(22 - 1 + 4 + 2 + chosenMutants.length + blindSpotMutants.length);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

it("SM-21: of two dozen mistakes chosen by reading alone, each that no world shows names a test that is there", () => {
  expect(chosenMutants.length + testedMutants.length).toBe(24);
  for (const mutant of testedMutants) {
    const { file, test } = mutant;
    expect(() => patched(readFileSync(join(ROOT, "src", file), "utf8"), file, [mutant])).not.toThrow();
    expect(readFileSync(join(ROOT, test[0]), "utf8")).toContain(test[1]);
  }
});

it("plants those that worlds once missed, each under the requirement that it breaks [SM-85, SM-86, SM-87, SM-88, SM-89]", () => {
  const breaking = (id: string): string[] =>
    blindSpotMutants.filter(({ seenIn }) => seenIn.endsWith(`(${id})`)).map(({ name }) => name);
  expect(breaking("SM-87")).toEqual([
    "commandsOfTwoTurns",
    "commandsLostOnReload",
    "newIdBehindADeadline",
    "storedWithoutItsInstant",
  ]);
  expect(breaking("SM-85")).toEqual(["judgedOnce", "policiesNotAskedAgain"]);
  expect(breaking("SM-86")).toEqual(["mixedCountedAsSystem", "finalTurnOfEverybody"]);
  expect(breaking("SM-88")).toHaveLength(10);
  expect(breaking("SM-89")).toEqual(["answerToAnOlderVersion", "questionOnAnOlderVersion"]);
});

it("SM-6: says that a mutant has rotted when its text is not there exactly once", () => {
  const patch = { file: "core/moves/turn-cap.ts", find: "one", replace: "$& other" };
  expect(patched("only one", "core/moves/turn-cap.ts", [patch])).toBe("only $& other");
  expect(patched("only one", "core/moves/legality-checks.ts", [patch])).toBe("only one");
  expect(() => patched("two", "core/moves/turn-cap.ts", [patch])).toThrow("mutant has rotted");
  expect(() => patched("one and one", "core/moves/turn-cap.ts", [patch])).toThrow("mutant has rotted");
});

it(
  "SM-80, SM-81: prints commands that show the same again",
  async () => {
    const request: WorldRequest = {
      mutant: "exclusiveKeyIgnored",
      seed: 10,
      mode: "safety",
      preset: "room",
    };
    const requests = new Requests();
    const report = await requests.run(request, 2);
    const { block } = await failureText(request, report, requests);
    const [title, detail, , replay, smaller] = block.split("\n");
    const again = await outputOf(replay?.replace("  replay: ", "") ?? "");
    expect(again).toContain(`${title}\n${detail}\n`);
    expect(again).toContain(`The whole trace (${report.traceHash}): `);
    expect(smaller).toMatch(/^ {2}smaller: npm run simulate -- --mutant exclusiveKeyIgnored --seed 10 /);
    expect(await outputOf(smaller?.replace("  smaller: ", "") ?? "")).toContain(
      "SIMULATION FAILED  invariant I7",
    );
  },
  2 * MINUTES,
);

/** What the command prints, which is to fail. */
async function outputOf(command: string): Promise<string> {
  const { stdout } = await promisify(exec)(command, { cwd: ROOT }).then(
    () => expect.fail(`Expected a failing run of ${command}.`),
    (error: { readonly stdout: string }) => error,
  );
  return stdout;
}
