import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryTrial, type Trial } from "../../../src/fuzz/agents/agent-trial.js";

const terms = fc.record({ price: fc.nat(100) });
const both = ["initiator", "responder"] as const;

function sampled(wanted: "required" | "optional" | "none"): readonly Trial[] {
  return fc.sample(arbitraryTrial<unknown>(terms, both, { terms: wanted }), { numRuns: 500, seed: 1 });
}

describe("arbitrary trials", () => {
  const trials = sampled("required");

  it("sit on both seats or on one", () => {
    expect(new Set(trials.map(({ seat }) => seat))).toEqual(new Set(both));
    const [one] = fc.sample(arbitraryTrial(terms, ["responder"], { terms: "required" }), 1);
    expect(one?.seat).toBe("responder");
  });

  it("know opponents that repeat themselves and random ones, and some that mirror or ask", () => {
    const long = trials.filter(({ steps }) => steps.length > 2);
    const same = long.filter(({ steps }) => steps.every((step) => step === steps[0]));
    expect(same.length).toBeGreaterThan(50);
    expect(long.length - same.length).toBeGreaterThan(50);
    expect(long.some(({ steps }) => steps.every(({ mirrors }) => mirrors))).toBe(true);
    expect(long.some(({ steps }) => steps.every(({ does }) => does === "question"))).toBe(true);
  });

  it("abort now and then", () => {
    const aborted = trials.filter(({ abortsAt }) => abortsAt !== null).length;
    expect(aborted).toBeGreaterThan(50);
    expect(aborted).toBeLessThan(250);
  });

  it("offer terms as the rules want them", () => {
    const offers = (wanted: "required" | "optional" | "none") =>
      new Set(sampled(wanted).flatMap(({ steps }) => steps.map((step) => step.terms === null)));
    expect(offers("required")).toEqual(new Set([false]));
    expect(offers("optional")).toEqual(new Set([false, true]));
    expect(offers("none")).toEqual(new Set([true]));
  });

  it("are plain data and shrink to the initiator's, without a step", () => {
    for (const trial of trials.slice(0, 50)) expect(structuredClone(trial)).toEqual(trial);
    const { counterexample } = fc.check(
      fc.property(arbitraryTrial(terms, both, { terms: "required" }), () => false),
    );
    expect(counterexample?.[0]).toMatchObject({
      seat: "initiator",
      agentKind: "system",
      opponentKind: "system",
      steps: [],
      abortsAt: null,
    });
  });
});
