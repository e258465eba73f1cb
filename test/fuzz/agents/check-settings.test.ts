import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { checkSettings } from "../../../src/fuzz/agents/check-settings.js";
import type { CheckAgentOptions } from "../../../src/fuzz/agents/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

const terms = fc.record({ price: fc.nat(100) });

describe("the settings of a check", () => {
  it("have defaults", () => {
    expect(checkSettings({ terms })).toMatchObject({
      seats: ["initiator", "responder"],
      schema: null,
      context: null,
      parameters: { numRuns: 100 },
      mayVary: false,
      answerWithinMs: 1_000,
      abortGraceMs: 50,
    });
  });

  it("keep a frozen copy of the context, and resolve the rules for each pairing", () => {
    const context = { wish: { price: 40 } };
    const settings = checkSettings({ terms, context, rules: { preset: "index" }, seat: "responder" });
    context.wish.price = 1;
    expect(settings.context).toEqual({ wish: { price: 40 } });
    expect(isDeepFrozen(settings.context)).toBe(true);
    expect(settings.rulesFor("system", "personal").cap.limit).toBe(8);
    expect(settings.projectContext).toBeTypeOf("function");
    expect(settings.seats).toEqual(["responder"]);
  });

  it("hand seed and path on to fast-check", () => {
    expect(checkSettings({ terms, runs: 7, seed: 5, path: "3:0" }).parameters).toEqual({
      numRuns: 7,
      seed: 5,
      path: "3:0",
    });
  });

  it("judge by utility, by mayAccept, by both or not at all", () => {
    const breach = (options: Partial<CheckAgentOptions<{ price: number }>>) =>
      checkSettings({ terms, ...options }).breachOf({ price: 50 }, {} as never);
    const utility = ({ price }: { readonly price: number }) => 60 - price;
    expect(breach({})).toBeUndefined();
    expect(breach({ utility, acceptsAtLeast: 10 })).toBeUndefined();
    expect(breach({ utility, acceptsAtLeast: 11 })).toBe("worth 10, with a bound of 11");
    expect(breach({ utility, acceptsAtLeast: 10, mayAccept: () => false })).toBe("mayAccept says no");
  });

  it.each<[string, object, typeof TypeError | typeof RangeError]>([
    ["terms", { terms: undefined }, TypeError],
    ["terms", { terms: { price: 1 } }, TypeError],
    ["seat", { seat: "buyer" }, TypeError],
    ["context", { context: { at: new Date(0) } }, TypeError],
    ["runs", { runs: 0 }, RangeError],
    ["runs", { runs: Number.NaN }, RangeError],
    ["seed", { seed: 0.5 }, RangeError],
    ["answerWithinMs", { answerWithinMs: 0 }, RangeError],
    ["abortGraceMs", { abortGraceMs: 2 ** 31 }, RangeError],
    ["utility and acceptsAtLeast", { utility: () => 1 }, TypeError],
    ["utility and acceptsAtLeast", { acceptsAtLeast: 1 }, TypeError],
    ["utility", { utility: 1, acceptsAtLeast: 1 }, TypeError],
    ["mayAccept", { mayAccept: true }, TypeError],
    ["acceptsAtLeast", { utility: () => 1, acceptsAtLeast: Number.NaN }, RangeError],
    ["The nearest is mayVary", { mayVry: true }, TypeError],
    ["rules.preset", { rules: { preset: "rooms" } }, TypeError],
  ])("refuse a wrong option and name %s", (name, options, error) => {
    const check = (): unknown => checkSettings({ terms, ...options } as never);
    expect(check).toThrow(error);
    expect(check).toThrow(name);
  });

  it("refuse no options at all, and rules that contradict each other", () => {
    expect(() => checkSettings(undefined as never)).toThrow(TypeError);
    expect(() => checkSettings({ terms, rules: { turnMs: 0 } })).toThrow(NegotiationError);
  });
});
