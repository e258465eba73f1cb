import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { proposedTo, type Terms } from "./watched-room.js";

const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const CAREFUL: ServiceRules = { actions: ALL, onInvalidAnswer: "conservative" };
const bad = { action: "ponder" } as never;

/** Smith's agent countered 60, ada counters 45, and the next two answers of smith's agent are unusable. */
async function spent(rules: ServiceRules, options: ServiceOptions<Terms> = {}, spend = () => {}) {
  const first = { action: "counter", terms: { price: 60 }, message: "More." };
  const proposed = await proposedTo([first, bad, bad], { ...options, rules: { ...CAREFUL, ...rules } });
  const { room, clock, id } = proposed;
  await room.submit(id, "ada", { action: "counter", terms: { price: 45 }, message: "Less." });
  spend();
  await clock.advance(0);
  return { ...proposed, negotiation: proposed.record() };
}

describe("the careful move after the last unusable answer", () => {
  it("EN-29: is a counter with the own last terms, source fallback, without a message", async () => {
    const rules: ServiceRules = { messageRequiredFor: ["counter"], cap: { limit: 9 } };
    const { negotiation, agent } = await spent(rules);
    expect(negotiation.turns.at(-1)).toMatchObject({
      number: 4,
      partyId: "smith",
      action: "counter",
      terms: { price: 60 },
      source: "fallback",
      message: null,
      assessment: null,
    });
    expect(negotiation.floor).toBe("ada");
    expect(agent.calls).toHaveLength(3);
  });

  it.each([
    ["the next one where a policy masks the first", ALL, { turns: [{}, {}, {}, { action: "withdraw" }] }],
    [
      "agent_error where policies mask all that is left",
      ["propose", "counter", "accept", "reject"],
      { outcome: { reason: "agent_error", turnCount: 3 } },
    ],
  ] as const)("EN-29, EN-45: is %s", async (_, actions, becomes) => {
    let isMasking = false;
    const policies = [
      {
        layer: "universal",
        rule: "late",
        permits: ({ action }: { action: Action }) => !isMasking || action === "accept",
      },
    ] as const;
    const mask = () => {
      isMasking = true;
    };
    const { agent, negotiation, told } = await spent({ actions, cap: { limit: 9 } }, { policies }, mask);
    expect(agent.calls).toHaveLength(3);
    expect(agent.calls.at(-1)?.legalActions).not.toContain("counter");
    expect(negotiation).toMatchObject(becomes);
    expect(told("negotiation:settled")).toHaveLength(1);
  });

  it("EN-29: ends as agent_error where even the careful move is refused", async () => {
    const { negotiation } = await spent(
      {},
      { admit: ({ move, view }) => (view.turns.length < 3 ? true : { details: move.action }) },
    );
    expect(negotiation.outcome).toMatchObject({ reason: "agent_error", turnCount: 3 });
  });
});
