import { describe, expect, it } from "vitest";
import { candidate, gateWorld } from "./gate-world.js";

// The five ends that Index Network's document on negotiation tells of, in its words: "negotiation then gates whether
// it transitions to pending, rejected, or stalled".

const DAY = 86_400_000;

describe("Index Network's negotiation domain", () => {
  const network = () => gateWorld({ rules: { preset: "index-2026-04" } });

  it('has an opportunity when "the last action was accept": pending, with the agreed roles [IX-12] [IX-25]', async () => {
    const { gate, traces } = network();
    const { results, accepted } = await gate([candidate("a", ["propose", "counter", "accept"])]);
    expect(results[0]).toMatchObject({
      status: "accepted",
      outcome: { hasOpportunity: true, turnCount: 3 },
      opportunity: { status: "pending" },
    });
    // "Each side's suggestedRoles.ownUser from their respective last turns."
    expect(accepted[0]?.agreedRoles).toEqual([
      { userId: "source", role: "agent" },
      { userId: "a", role: "patient" },
    ]);
    const turns = traces.filter(({ type }) => type === "negotiation_turn");
    expect(turns.map((turn) => "action" in turn && turn.action)).toEqual(["propose", "counter", "accept"]);
  });

  it('is rejected when "the last action was reject" [IX-12] [IX-25]', async () => {
    const { gate } = network();
    const { results } = await gate([candidate("a", ["propose", "reject"])]);
    expect(results[0]).toMatchObject({
      status: "rejected",
      outcome: { hasOpportunity: false, agreedRoles: [], turnCount: 2 },
      opportunity: { status: "rejected" },
    });
    expect(results[0]?.outcome).not.toHaveProperty("reason");
  });

  it('is stalled by the turn cap of 6 "without accept or reject", and says so [IX-12] [IX-25]', async () => {
    const { gate } = network();
    const { results } = await gate([candidate("a", ["propose", "counter"])]);
    expect(results[0]).toMatchObject({
      status: "stalled",
      outcome: { hasOpportunity: false, reason: "turn_cap", turnCount: 6 },
      opportunity: { status: "stalled" },
    });
  });

  it('is stalled by timeout when "24 hours elapse in a personal-vs-personal negotiation" [IX-12] [IX-25]', async () => {
    const { gate, clock } = network();
    const source = { userId: "source", kind: "personal" } as const;
    const passed = gate([candidate("a", ["propose"], { kind: "personal" })], { source, waitForParked: true });
    await clock.advance(DAY - 1);
    await clock.advance(1);
    expect((await passed).results[0]).toMatchObject({
      status: "stalled",
      outcome: { hasOpportunity: false, reason: "timeout", turnCount: 0 },
      opportunity: { status: "stalled" },
    });
  });

  it('is parked for polling, and "the in-process system Index Negotiator takes the turn" after 24 hours [GT-2a]', async () => {
    const { gate, clock, room } = network();
    const { results } = await gate([candidate("a", ["propose", "accept"], { kind: "personal" })]);
    expect(results[0]).toMatchObject({ status: "waiting", opportunity: { status: "negotiating" } });
    await clock.advance(DAY - 1);
    expect(room.getNegotiation("gate:a")?.awaiting?.kind).toBe("parked");
    await clock.advance(1);
    expect(room.getNegotiation("gate:a")).toMatchObject({
      status: "accepted",
      turns: [{ source: "agent" }, { source: "fallback", partyId: "a" }],
    });
  });
});
