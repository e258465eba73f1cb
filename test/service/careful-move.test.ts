import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { must, type Terms, watchedRoom } from "./watched-room.js";

const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const CAREFUL: ServiceRules = { actions: ALL, onInvalidAnswer: "conservative" };
const bad = { action: "ponder" } as never;

/** Smith's agent countered 60, ada counters 45, and the next two answers of smith's agent are unusable. */
async function spent(rules: ServiceRules, options: ServiceOptions<Terms> = {}) {
  const agent = scriptedAgent<Terms>([
    { action: "counter", terms: { price: 60 }, message: "More." },
    bad,
    bad,
  ]);
  const watched = watchedRoom<Terms>({ ...options, rules: { ...CAREFUL, ...rules } });
  const { room, clock } = watched;
  const smith = { id: "smith", kind: "system", agent } as const;
  const { id } = await room.createNegotiation("ada", smith, { price: 40 });
  await clock.advance(0);
  await room.submit(id, "ada", { action: "counter", terms: { price: 45 }, message: "Less." });
  await clock.advance(0);
  return { ...watched, agent, negotiation: must(room.getNegotiation(id)) };
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

  it.each(["invalid", "illegal"] as const)("EN-29: stands in when the last failure is %s", async (kind) => {
    const last = kind === "invalid" ? bad : { action: "accept", replyTo: "other" };
    const agent = scriptedAgent<Terms>([new Error("boom"), last as never]);
    const { room, clock } = watchedRoom<Terms>({ rules: CAREFUL });
    const { id } = await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    expect(room.getNegotiation(id)?.failures.map((one) => one.kind)).toEqual(["threw", kind]);
    // It has no terms of its own to insist on, so it walks away.
    expect(room.getNegotiation(id)?.turns[1]).toMatchObject({ action: "withdraw", source: "fallback" });
  });

  it.each([
    ["threw", () => Promise.reject(new Error("boom"))],
    ["timeout", () => new Promise<never>(() => {})],
  ] as const)("EN-29: does not when the last failure is %s", async (_, last) => {
    const agent = scriptedAgent<Terms>([bad, last]);
    const { room, clock } = watchedRoom<Terms>({ rules: { ...CAREFUL, agentTimeoutMs: 1_000 } });
    const { id } = await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(1_000);
    expect(room.getNegotiation(id)?.outcome).toMatchObject({ reason: "agent_error", turnCount: 1 });
  });

  it("EN-29: is reject on the final turn", async () => {
    const { negotiation } = await spent({ cap: { limit: 4, mode: "reach", result: "stalled" } });
    expect(negotiation.turns.at(-1)).toMatchObject({ action: "reject", source: "fallback" });
    expect(negotiation.outcome).toMatchObject({ status: "rejected", reason: "reject", by: "smith" });
  });

  it("EN-29: is withdraw where no counter is left, and agent_error where nothing is", async () => {
    const exceeded = { limit: 3, mode: "exceed", result: "refuse" } as const;
    const asking = await spent({ cap: { ...exceeded, counts: "proposals" } });
    expect(asking.negotiation.turns.at(-1)).toMatchObject({ action: "withdraw", source: "fallback" });
    const actions = ["propose", "counter", "accept", "question", "reject"] as const;
    const stuck = await spent({ cap: { ...exceeded, counts: "proposals" }, actions });
    expect(stuck.negotiation.outcome).toMatchObject({ status: "stalled", reason: "agent_error" });
  });

  it("EN-29, EN-45: is the next one where a policy masks the first", async () => {
    let isMasking = false;
    const watched = watchedRoom<Terms>({
      rules: CAREFUL,
      policies: [
        { layer: "personal", rule: "late", permits: ({ action }) => !isMasking || action !== "counter" },
      ],
    });
    const first = { action: "counter", terms: { price: 60 } } as const;
    const agent = scriptedAgent<Terms>([first, bad, bad]);
    const { room, clock } = watched;
    const { id } = await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    await room.submit(id, "ada", { action: "counter", terms: { price: 45 } });
    isMasking = true;
    await clock.advance(0);
    expect(agent.calls.at(-1)?.legalActions).toEqual(["accept", "reject", "question", "withdraw"]);
    expect(room.getNegotiation(id)?.turns.at(-1)).toMatchObject({ action: "withdraw", source: "fallback" });
  });

  it("EN-29, EN-45: is agent_error where policies mask all that is left", async () => {
    const agent = scriptedAgent<Terms>([{ action: "counter", terms: { price: 60 } }, bad, bad]);
    let isMasking = false;
    const policies = [{ layer: "universal", rule: "late", permits: () => !isMasking }] as const;
    const { room, clock, told } = watchedRoom<Terms>({
      policies,
      rules: { onInvalidAnswer: "conservative" },
    });
    const { id } = await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    await room.submit(id, "ada", { action: "counter", terms: { price: 45 } });
    isMasking = true;
    await clock.advance(0);
    expect(agent.calls).toHaveLength(3);
    expect(room.getNegotiation(id)?.outcome).toMatchObject({ reason: "agent_error", turnCount: 3 });
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
