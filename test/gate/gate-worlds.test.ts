import { expect, it } from "vitest";
import { type CandidateResult, type GateOptions, negotiateCandidates } from "../../src/gate/index.js";
import { type GateUnderTest, violationsOf } from "./gate-worlds.js";

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
