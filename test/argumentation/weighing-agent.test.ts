import { describe, expect, it, vi } from "vitest";
import {
  type ArgumentWeigh,
  type WeighingAgentOptions,
  weighingAgent,
} from "../../src/argumentation/index.js";
import type { Agent } from "../../src/ports/index.js";
import { outcomeSpace, type Preferences } from "../../src/preferences/model/index.js";
import { all } from "../../src/strategies/acceptance/index.js";
import { composeAgent } from "../../src/strategies/agents/index.js";
import type { Strategy } from "../../src/strategies/play/index.js";
import { scripted } from "../strategies/scenes.js";
import { callAfter, type Price, type Said } from "./scenes.js";

const space = outcomeSpace([{ name: "price", kind: "integer", min: 0, max: 99 }]);
const preferences: Preferences = {
  kind: "additive",
  weights: [1],
  values: [{ kind: "linear", slope: 0.01, from: 0 }],
  reservation: 0.5,
};

/** Asks for 99 and takes whatever comes, down to its reservation of 50. */
function composed(weigh?: ArgumentWeigh): Agent<Price> {
  const strategy: Strategy = { name: "taker", offering: scripted(99), acceptance: all(), weigh };
  const codec = {
    read: (terms: Price) => terms,
    write: ({ price }: { price?: unknown }) => ({ price }) as Price,
  };
  return composeAgent<Price>({ space, preferences, strategy, codec, seed: 1, turnLimit: 20 });
}

const weighing = (options?: WeighingAgentOptions) => weighingAgent(composed, options);

const ACCEPT = { action: "accept" };
const NEXT = { action: "counter", terms: { price: 99 } };
const practice: Said = { by: "ada", say: "appeal_to_prevailing_practice", price: 60 };
const counterexample: Said = { by: "smith", say: "counterexample", price: 99 };
const fromSmith = (attacker: { by: string }) => attacker.by === "smith";

describe("a composed agent that weighs arguments (BA-38)", () => {
  it("accepts what is supported, or was not argued for", () => {
    expect(weighing()(callAfter([practice]))).toEqual(ACCEPT);
    expect(weighing()(callAfter([{ by: "ada", price: 60 }]))).toEqual(ACCEPT);
    expect(weighing({ relation: () => true })(callAfter([{ by: "ada", price: 60 }]))).toEqual(ACCEPT);
  });

  it("AR-15: makes its next offer where the argument is out or undecided", () => {
    expect(weighing({ relation: fromSmith })(callAfter([counterexample, practice]))).toEqual(NEXT);
    expect(weighing({ relation: () => true })(callAfter([practice]))).toEqual(NEXT);
  });

  it("AR-16: accepts nothing that it would not accept without", () => {
    const below = callAfter([{ ...practice, price: 49 }]);
    expect(composed()(below)).toEqual(NEXT);
    expect(weighing()(below)).toEqual(NEXT);
  });

  it("AR-18: plays any number of negotiations, and decides from the turns alone", () => {
    const agent = weighing({ relation: fromSmith });
    const calls = [
      callAfter([practice]),
      callAfter([counterexample, practice], { negotiationId: "m" }),
      callAfter([counterexample, practice], { negotiationId: "n" }),
    ];
    const answers = [ACCEPT, NEXT, NEXT];
    expect(calls.map((call) => agent(call))).toEqual(answers);
    expect(calls.map((call) => weighing({ relation: fromSmith })(call))).toEqual(answers);
  });

  it("AR-19: takes what fails for no support, tells of it, and weighs on", () => {
    const thrown = new Error("of the relation");
    const relation = vi.fn(() => {
      throw thrown;
    });
    const onFailure = vi.fn();
    const agent = weighing({ relation, onFailure });
    const longer = callAfter([practice, counterexample, practice]);
    expect([agent(callAfter([practice])), agent(longer)]).toEqual([NEXT, NEXT]);
    expect(onFailure.mock.calls).toEqual([[thrown], [thrown]]);
    expect(weighing()(callAfter([{ by: "ada", price: 60, say: "bribe" as never }]))).toEqual(NEXT);
  });
});

describe("the hook itself", () => {
  /** The hook of an agent that answers with what it was told. */
  function hookOf(agent: (weigh: ArgumentWeigh) => Agent<Price>, options: WeighingAgentOptions = {}) {
    let hook: ArgumentWeigh | undefined;
    const made = weighingAgent<Price>((weigh) => {
      hook = weigh;
      return agent(weigh);
    }, options);
    return { made, hook: hook! };
  }
  const view = { partyId: "smith", standing: { proposalId: "p1" } };
  const asking = (weigh: ArgumentWeigh) => () => ({ action: "reject", reason: weigh(view) }) as const;

  it("is for nobody outside a call, not even after one", () => {
    const onFailure = vi.fn();
    const { made, hook } = hookOf(asking, { onFailure });
    expect(hook(view)).toBe("against");
    expect(made(callAfter([practice]))).toMatchObject({ reason: "for" });
    expect(hook(view)).toBe("against");
    expect(onFailure).toHaveBeenCalledTimes(2);
  });

  it("is for nobody after a call that threw, or in one that has paused", async () => {
    const throwing = hookOf(() => () => {
      throw new Error("of the agent");
    });
    expect(() => throwing.made(callAfter([practice]))).toThrow("of the agent");
    expect(throwing.hook(view)).toBe("against");
    const { made } = hookOf((weigh) => async () => {
      await null;
      return asking(weigh)();
    });
    expect(await made(callAfter([practice]))).toMatchObject({ reason: "against" });
  });

  it("goes by the outer call again after a call within a call", () => {
    const inner = callAfter([practice], { turnNumber: 99 });
    const { made } = hookOf((weigh) => (call) => {
      if (call.turnNumber !== 99) made({ ...inner, standing: null });
      return asking(weigh)();
    });
    expect(made(callAfter([practice]))).toMatchObject({ reason: "for" });
  });

  it.each<[string, Parameters<ArgumentWeigh>[0]]>([
    ["another party", { ...view, partyId: "ada" }],
    ["another proposal", { ...view, standing: { proposalId: "p2" } }],
    ["a proposal without an id", { ...view, standing: { proposalId: null } }],
    ["nothing", { ...view, standing: null }],
  ])("is against what the call is not about: %s", (_, strange) => {
    const { made } = hookOf((weigh) => () => ({ action: "reject", reason: weigh(strange) }));
    expect(made(callAfter([practice]))).toMatchObject({ reason: "against" });
  });

  it("is against an accept of nothing", () => {
    const { made } = hookOf((weigh) => () => ({
      action: "reject",
      reason: weigh({ ...view, standing: null }),
    }));
    expect(made(callAfter([]))).toMatchObject({ reason: "against" });
  });

  it("SY-16: wants functions", () => {
    expect(() => weighing({ relations: () => false } as never)).toThrow("Did you mean relation?");
    expect(() => weighingAgent(null as never)).toThrow("Expected make to be a function, got null.");
    expect(() => weighingAgent(() => 7 as never)).toThrow("Expected what `make` gives to be a function");
    expect(() => weighing({ relation: 7 as never })).toThrow("Expected relation to be a function, got 7.");
    expect(() => weighing({ onFailure: 7 as never })).toThrow("Expected onFailure to be a function, got 7.");
  });
});
