import { expect, it } from "vitest";
import { type CandidateResult, type GateOptions, negotiateCandidates } from "../../src/gate/index.js";
import { bundled, type SourcePatch } from "../simulation/patched-source.js";
import { type GateUnderTest, violationsOf, type violationsSeen } from "./gate-worlds.js";

const WORLDS = 150;

it("resolves each candidate exactly once in random worlds, and its results sum up to the candidates [GT-1] [GT-3]", async () => {
  const wrong: Record<number, readonly string[]> = {};
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const violations = await violationsOf(negotiateCandidates, seed);
    if (violations.length > 0) wrong[seed] = violations;
  }
  expect(wrong).toEqual({});
});

/** Gates with a mistake each, as somebody might make it. */
const MUTANTS: Readonly<Record<string, GateUnderTest>> = {
  "forgets a candidate that was skipped": async (options) => {
    const given = await negotiateCandidates(options);
    return { ...given, results: given.results.filter(({ skipped }) => skipped?.why !== "duplicate") };
  },
  "tells a hook of an acceptance twice": (options) =>
    negotiateCandidates({
      ...options,
      onCandidateResolved: async (resolved) => {
        if (resolved.accepted !== null) await options.onCandidateResolved?.(resolved);
        return options.onCandidateResolved?.(resolved);
      },
    }),
  "tells no hook of what was cut off": (options) =>
    negotiateCandidates({
      ...options,
      onCandidateResolved: (resolved) =>
        resolved.status === "timed_out" ? undefined : options.onCandidateResolved?.(resolved),
    }),
  "leaves negotiating what ran out of time": (options) => negotiateCandidates(withoutCancel(options)),
  "lets through what was rejected": async (options) => {
    const given = await negotiateCandidates(options);
    const letThrough = (one: CandidateResult): CandidateResult =>
      one.status === "rejected" ? { ...one, status: "accepted" } : one;
    return { ...given, results: given.results.map(letThrough) };
  },
};

it.each(Object.keys(MUTANTS))("would see a gate that %s [GT-1] [GT-3] [GT-6]", async (name) => {
  const gate = MUTANTS[name] as GateUnderTest;
  let seenAt: number | undefined;
  for (let seed = 1; seed <= WORLDS && seenAt === undefined; seed += 1)
    if ((await violationsOf(gate, seed)).length > 0) seenAt = seed;
  expect(seenAt).toBeDefined();
});

/** One mistake each, planted in the sources; every one is to be seen. */
const PLANTED: readonly (readonly [name: string, patch: SourcePatch])[] = [
  [
    "negotiates about the source itself",
    {
      file: "gate/negotiate-candidates.ts",
      find: 'if (userId === this.options.source.userId) return skippedResult(candidate, "self");',
      replace: "",
    },
  ],
  [
    "runs duplicates",
    {
      file: "gate/negotiate-candidates.ts",
      find: 'if (this.#byUser.has(userId)) return skippedResult(candidate, "duplicate");',
      replace: "",
    },
  ],
  [
    "never calls the hooks of those it had given up",
    {
      file: "gate/negotiate-candidates.ts",
      find: "while (this.#hookedCount < this.#results.length) await this.#hookNext();",
      replace: "while (this.#hookedCount < this.#byUser.size) await this.#hookNext();",
    },
  ],
  [
    "takes one candidate more than its concurrency",
    {
      file: "gate/negotiate-candidates.ts",
      find: "if (this.#busyCount >= concurrency) {",
      replace: "if (this.#busyCount > concurrency) {",
    },
  ],
  [
    "never says that a session has ended which was cut off",
    {
      file: "gate/candidate-run.ts",
      find: "    const result = await this.#negotiated();\n    this.#told();",
      replace:
        '    const result = await this.#negotiated();\n    if (result.status !== "timed_out") this.#told();',
    },
  ],
  [
    "goes on with new candidates after an abort",
    {
      file: "gate/candidate-run.ts",
      find: 'if (end === "aborted") return skippedResult(candidate, "aborted");',
      replace: "",
    },
  ],
  [
    "tells each turn of an ended negotiation again",
    {
      file: "gate/candidate-run.ts",
      find: "if (turn.number <= this.#tracedCount) return;",
      replace: "",
    },
  ],
  [
    "negotiates with those who agreed before",
    {
      file: "gate/candidate-run.ts",
      find: 'if (typeof known === "object") {',
      replace: 'if (typeof known === "boolean") {',
    },
  ],
  [
    "tells no outcome",
    {
      file: "gate/candidate-run.ts",
      find: 'emit(toTrace("negotiation:settled", record));',
      replace: "",
    },
  ],
];

it.each(PLANTED)("would see a gate whose source %s [GT-1] [GT-3] [GT-5] [GT-7]", async (name, patch) => {
  const contents = 'export { violationsSeen } from "./test/gate/gate-worlds.js";';
  const bundle = await bundled(contents, `gate-${name.replaceAll(" ", "-")}`, [patch]);
  try {
    const mutant = (await import(bundle.url)) as { readonly violationsSeen: typeof violationsSeen };
    let seen: readonly string[] = [];
    for (let seed = 1; seed <= WORLDS && seen.length === 0; seed += 1)
      seen = await mutant.violationsSeen(seed);
    expect(seen, `not seen in ${WORLDS} worlds`).not.toEqual([]);
    console.log(`${name}: ${seen[0]}`);
  } finally {
    bundle.remove();
  }
});

/** A service whose cancellations come to nothing, and say that they did. */
function withoutCancel(options: GateOptions): GateOptions {
  const service = new Proxy(options.service, {
    get(target, key) {
      if (key === "cancel") {
        const outcome = { status: "withdrawn", reason: "cancelled", turnCount: 0 };
        return async (id: string) => ({ ok: true, negotiation: { ...target.getNegotiation(id), outcome } });
      }
      const member = Reflect.get(target, key, target) as unknown;
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  return { ...options, service };
}
