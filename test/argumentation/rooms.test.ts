import { describe, expect, it } from "vitest";
import {
  type AttackRelation,
  argumentGate,
  argumentsOf,
  frameworkOf,
  grounded,
  type JustificationType,
} from "../../src/argumentation/index.js";
import type { Negotiation } from "../../src/core/record/index.js";
import type { Agent } from "../../src/ports/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import type { Price } from "./scenes.js";

/** Ada offers these prices, each with the same sort of argument; smith takes anything that his gate lets through. */
async function played(
  prices: readonly number[],
  type: JustificationType,
  relation?: AttackRelation,
  limit = 8,
): Promise<Negotiation<Price>> {
  const room = new NegotiationService<Price>("room-1", {
    rules: { preset: "oap", cap: { counts: "proposals", limit, mode: "exceed", result: "refuse" } },
    clock: new ManualClock(0),
  });
  let offered = 0;
  const ada: Agent<Price> = ({ standing }) => {
    const price = prices[offered];
    offered += 1;
    if (price === undefined) return { action: "reject" };
    return {
      action: standing === null ? "propose" : "counter",
      terms: { price },
      justification: { type, rationale: "You will regret it." },
    };
  };
  const eager: Agent<Price> = () => ({ action: "accept" });
  const smith = argumentGate(eager, {
    relation,
    worth: ({ price }) => price,
    outsideOption: 50,
    otherwise: () => ({ action: "counter", terms: { price: 70 } }),
  });
  await room.negotiate({
    initiator: { id: "ada", kind: "system", agent: ada },
    responder: { id: "smith", kind: "system", agent: smith },
  });
  const negotiation = room.getLatestNegotiation();
  await room.close();
  if (negotiation === undefined || negotiation === null) throw new Error("Expected a negotiation.");
  return negotiation;
}

describe("a gate in a room", () => {
  it("AR-12, AR-15: an opponent that only threatens never gets a deal below the outside option", async () => {
    const negotiation = await played([10, 30, 49, 20], "threat");
    expect(negotiation.outcome).toMatchObject({ status: "rejected", reason: "reject", by: "ada" });
    const argued = argumentsOf(negotiation.turns);
    expect(argued).toHaveLength(4);
    // Its threats stand all the same, and it does not help.
    expect(grounded(frameworkOf(argued)).in).toHaveLength(4);
  });

  it("AR-15: a threat does not keep a good deal from being made either", async () => {
    const { outcome } = await played([10, 50], "threat");
    expect(outcome).toMatchObject({ status: "accepted", by: "smith", proposal: { terms: { price: 50 } } });
  });

  it("AR-15.3: at the round cap the gate's counter becomes a rejection with a reason", async () => {
    const { outcome, turns } = await played([10, 10], "threat", undefined, 3);
    expect(turns.map(({ action }) => action)).toEqual(["propose", "counter", "counter", "reject"]);
    expect(turns.at(-1)).toMatchObject({ partyId: "smith", reason: "argument_not_supported" });
    expect(outcome).toMatchObject({ status: "rejected", by: "smith" });
  });

  it("AR-13: a relation of a host's own makes a good price with a threat no deal", async () => {
    const selfDefeating: AttackRelation = (attacker, target) =>
      attacker === target && attacker.type === "threat";
    const { outcome } = await played([60, 65], "threat", selfDefeating);
    expect(outcome).toMatchObject({ status: "rejected", by: "ada" });
    expect((await played([60], "reward", selfDefeating)).outcome).toMatchObject({ status: "accepted" });
  });

  it("AR-14: the record of what was said is the one without a gate, up to the acceptance", async () => {
    const through = await played([60], "reward");
    const held = await played([60], "reward", () => true);
    expect(held.turns[0]).toMatchObject({ terms: { price: 60 }, justification: { type: "reward" } });
    expect(held.turns[0]!.justification).toEqual(through.turns[0]!.justification);
    expect([through.turns[1]!.action, held.turns[1]!.action]).toEqual(["accept", "counter"]);
  });
});
