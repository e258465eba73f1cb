import { describe, expect, it, vi } from "vitest";
import { type ArgumentGateOptions, argumentGate } from "../../src/argumentation/index.js";
import type { Agent } from "../../src/ports/index.js";
import { callAfter, type Price, type Said } from "./scenes.js";

const ACCEPT = Object.freeze({ action: "accept", reason: "own words" } as const);
const REJECT = { action: "reject", reason: "argument_not_supported" } as const;
const COUNTER = Object.freeze({ action: "counter", terms: { price: 55 } } as const);
const eager: Agent<Price> = () => ACCEPT;

/** A seller's gate: a price is worth itself, and 50 is what it has anyway. */
function gate(options: Partial<ArgumentGateOptions<Price>> = {}, agent: Agent<Price> = eager): Agent<Price> {
  const least = { worth: ({ price }: Price) => price, outsideOption: 50, otherwise: () => COUNTER };
  return argumentGate(agent, { ...least, ...options });
}

const practice: Said = { by: "ada", say: "appeal_to_prevailing_practice" };
const counterexample: Said = { by: "smith", say: "counterexample" };

/** Ada's argument is out: a relation of ours lets the earlier counterexample beat it. */
const BEATEN = callAfter([counterexample, practice]);
const beats = (attacker: { by: string }) => attacker.by === "smith";

describe("what an acceptance needs (AR-15)", () => {
  it.each([
    [49, false],
    [50, true],
    [51, true],
  ])("AR-15.1: without a justification, terms worth %d of 50 pass: %s", (price, passes) => {
    const answer = gate()(callAfter([{ by: "ada", price }]));
    expect(answer).toBe(passes ? ACCEPT : COUNTER);
  });

  it.each([
    [49, false],
    [50, true],
    [51, true],
  ])("AR-15.2: with a supported one, terms worth %d of 50 pass: %s", (price, passes) => {
    const answer = gate()(callAfter([{ ...practice, price }]));
    expect(answer).toBe(passes ? ACCEPT : COUNTER);
  });

  it("AR-15.3: with one that is out or undecided it does not pass, whatever the terms are worth", () => {
    expect(gate({ relation: beats, outsideOption: Number.NEGATIVE_INFINITY })(BEATEN)).toBe(COUNTER);
    expect(gate({ relation: () => true, outsideOption: 0 })(callAfter([practice]))).toBe(COUNTER);
  });

  it("AR-11, AR-15: a counterexample is for an earlier practice, so by default ada's later one stands", () => {
    expect(gate()(BEATEN)).toBe(ACCEPT);
  });

  it("AR-15: hands the call to worth's terms, to the agent and to otherwise", () => {
    const agent = vi.fn(eager);
    const otherwise = vi.fn(() => COUNTER);
    const call = callAfter([{ by: "ada", price: 7 }]);
    gate({ otherwise }, agent)(call);
    expect([agent.mock.calls, otherwise.mock.calls]).toEqual([[[call]], [[call]]]);
    expect(call.standing!.terms).toEqual({ price: 7 });
  });

  it("AR-15: answers at once where the agent does, and later where it is later", async () => {
    const call = callAfter([{ by: "ada", price: 49 }]);
    expect(gate()(call)).toBe(COUNTER);
    expect(await gate({}, async () => ACCEPT)(call)).toBe(COUNTER);
    expect(await gate({ otherwise: async () => COUNTER })(call)).toBe(COUNTER);
    const thenable = { then: (resolve: (answer: unknown) => void) => resolve(ACCEPT) };
    expect(await gate({}, () => thenable as never)(call)).toBe(COUNTER);
    expect(await gate({}, async () => ACCEPT)(callAfter([{ by: "ada", price: 50 }]))).toBe(ACCEPT);
  });
});

describe("what passes untouched", () => {
  const others: readonly unknown[] = [
    COUNTER,
    { action: "propose", terms: { price: 1 } },
    { action: "reject" },
    { action: "question", message: "Why?" },
    { action: "withdraw" },
    { consult: "May I?" },
    { action: "ACCEPT" },
    null,
    undefined,
    "accept",
  ];

  it.each(others)("AR-15: passes %j by identity, and judges nothing", async (answer) => {
    const worth = vi.fn(() => 0);
    const otherwise = vi.fn(() => COUNTER);
    const call = callAfter([practice]);
    expect(gate({ worth, otherwise }, () => answer as never)(call)).toBe(answer);
    expect(await gate({ worth, otherwise }, async () => answer as never)(call)).toBe(answer);
    expect(worth).not.toHaveBeenCalled();
    expect(otherwise).not.toHaveBeenCalled();
  });

  it("lets what the agent throws through: that is the room's business", async () => {
    const thrown = new Error("of the agent");
    const throwing = () => {
      throw thrown;
    };
    expect(() => gate({}, throwing)(BEATEN)).toThrow(thrown);
    await expect(gate({}, async () => throwing())(BEATEN)).rejects.toBe(thrown);
  });
});

describe("what comes instead (AR-15.3)", () => {
  const below = callAfter([{ by: "ada", price: 49 }]);
  const instead = (answer: unknown, changes: Partial<typeof below> = {}) =>
    gate({ otherwise: () => answer as never })({ ...below, ...changes });

  it("is a counter, reject or withdraw of the party's own, by identity", () => {
    for (const move of [COUNTER, { action: "reject", reason: "mine" }, { action: "withdraw" }]) {
      expect(instead(move)).toBe(move);
    }
  });

  it.each<unknown>([
    { action: "accept" },
    { action: "propose", terms: { price: 1 } },
    { action: "question" },
    { consult: "May I?" },
    undefined,
    null,
    "reject",
    {},
  ])("becomes a rejection with a reason for %j", async (answer) => {
    expect(instead(answer)).toEqual(REJECT);
    expect(await gate({ otherwise: async () => answer as never })(below)).toEqual(REJECT);
  });

  it("becomes a rejection for an exception, which is told", async () => {
    const thrown = new Error("of otherwise");
    const throwing = () => {
      throw thrown;
    };
    const onFailure = vi.fn();
    expect(gate({ otherwise: throwing, onFailure })(below)).toEqual(REJECT);
    expect(await gate({ otherwise: async () => throwing(), onFailure })(below)).toEqual(REJECT);
    expect(onFailure.mock.calls).toEqual([[thrown], [thrown]]);
    const hostile = {
      get action() {
        return throwing();
      },
    };
    expect(instead(hostile)).toEqual(REJECT);
    expect(await gate({ otherwise: async () => hostile as never })(below)).toEqual(REJECT);
  });

  it("becomes a rejection for a counter at the cap", () => {
    expect(instead(COUNTER, { legalActions: ["accept", "reject", "withdraw"] })).toEqual(REJECT);
    expect(instead(COUNTER, { turnsLeft: 0 })).toEqual(REJECT);
    expect(instead(COUNTER, { turnsLeft: null })).toBe(COUNTER);
    expect(instead(COUNTER, { turnsLeft: 1 })).toBe(COUNTER);
  });

  it("is a withdrawal where the rules know no rejection", () => {
    const legalActions = ["accept", "withdraw"] as const;
    expect(instead(COUNTER, { legalActions })).toEqual({ ...REJECT, action: "withdraw" });
    expect(instead(COUNTER, { legalActions: [] })).toEqual(REJECT);
  });
});

describe("a failure inside is no support (AR-19)", () => {
  const throwing = () => {
    throw new Error("inside");
  };
  const call = callAfter([practice]);

  it.each<[string, Partial<ArgumentGateOptions<Price>>]>([
    ["worth throws", { worth: throwing }],
    ["worth is NaN", { worth: () => Number.NaN }],
    ["worth is a BigInt", { worth: () => 99n as never }],
    ["worth is text", { worth: () => "99" as never }],
    ["worth is nothing", { worth: () => undefined as never }],
    ["worth is a promise", { worth: (async () => 99) as never }],
    ["worth is a promise that fails", { worth: (async () => throwing()) as never }],
    ["the relation throws", { relation: throwing }],
    ["the relation is asynchronous", { relation: (async () => throwing()) as never }],
    ["the relation answers 0", { relation: () => 0 as never }],
    ["and the listener throws as well", { relation: throwing, onFailure: throwing }],
    ["and the listener fails later", { relation: throwing, onFailure: async () => throwing() }],
  ])("AR-19: %s", async (_, options) => {
    const onFailure = vi.fn();
    expect(gate({ onFailure, ...options })(call)).toBe(COUNTER);
    if (options.onFailure === undefined) expect(onFailure).toHaveBeenCalledTimes(1);
    // An unhandled rejection would fail this run.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("AR-19: a bad turn, anybody's, once an argument is at stake; never an acceptance", () => {
    const bad = { by: "smith", say: { type: "bribe" } } as const;
    expect(gate()(callAfter([bad, practice]))).toBe(COUNTER);
    expect(gate()(callAfter([{ by: "ada", say: "nonsense" as never }]))).toBe(COUNTER);
    expect(gate()(callAfter([bad, { by: "ada" }]))).toBe(ACCEPT);
    expect(gate()({ ...call, turns: [] })).toBe(COUNTER);
    expect(gate()({ ...call, turns: [null as never] })).toBe(COUNTER);
    expect(gate()({ ...call, turns: [...call.turns, ...call.turns] })).toBe(COUNTER);
  });

  it("AR-19: nothing stands", () => {
    expect(gate()(callAfter([]))).toBe(COUNTER);
  });

  it("AR-19: what answers the standing proposal has its id, and is not its turn", () => {
    const onFailure = vi.fn();
    const turns = call.turns.map((turn) => ({ ...turn, round: null }));
    expect(gate({ onFailure })({ ...call, turns })).toBe(COUNTER);
    expect(onFailure.mock.calls[0]![0].message).toContain("Hand in all turns");
  });
});

describe("arguments are context (AR-17, AR-18)", () => {
  it("AR-17: writes to nothing, neither terms nor turns", () => {
    const call = callAfter([
      { by: "smith", say: "threat" },
      { ...practice, price: 60 },
    ]);
    const { signal: _, ...readable } = call;
    const before = JSON.stringify(readable);
    const frozen = { ...call, standing: Object.freeze(call.standing), turns: Object.freeze(call.turns) };
    expect(gate()(frozen)).toBe(ACCEPT);
    expect(JSON.stringify(readable)).toBe(before);
  });

  it("AR-17: a justification that speaks of terms commits nobody", () => {
    const say = { type: "reward", terms: { price: 99 }, worth: 99, rationale: "I pay 99." };
    expect(gate()(callAfter([{ by: "ada", price: 49, say }]))).toBe(COUNTER);
  });

  it("AR-18: keeps nothing: calls in any order, and a gate made anew, decide alike", () => {
    const calls = [BEATEN, callAfter([practice]), callAfter([{ by: "ada", price: 1 }]), BEATEN];
    const relation = beats;
    const one = gate({ relation });
    const answers = calls.map((call) => one(call));
    expect(calls.toReversed().map((call) => one(call))).toEqual(answers.toReversed());
    expect(calls.map((call) => gate({ relation })(call))).toEqual(answers);
  });
});

describe("the options of a gate", () => {
  it.each([Number.NEGATIVE_INFINITY, -5, 0, Number.POSITIVE_INFINITY])(
    "take an outside option of %d",
    (outsideOption) => {
      expect(() => gate({ outsideOption })).not.toThrow();
    },
  );

  it.each<[string, object]>([
    ["no worth", { worth: undefined }],
    ["a worth that is a number", { worth: 5 }],
    ["no otherwise", { otherwise: undefined }],
    ["a relation that is no function", { relation: {} }],
    ["a listener that is no function", { onFailure: "log" }],
    ["no outside option", { outsideOption: undefined }],
    ["an outside option of NaN", { outsideOption: Number.NaN }],
    ["a misspelt option", { relaton: () => false }],
  ])("SY-16: %s is a TypeError", (_, wrong) => {
    expect(() => gate(wrong)).toThrow(TypeError);
  });

  it("SY-17: are not shown where they are private", () => {
    for (const outsideOption of ["4711", 4711n, [4711]]) {
      expect(() => gate({ outsideOption: outsideOption as never })).toThrow(/^((?!4711).)*$/);
    }
  });

  it("are refused an agent that is none", () => {
    expect(() => gate({}, null as never)).toThrow("Expected agent to be a function, got null.");
  });
});
