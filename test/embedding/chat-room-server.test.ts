import { describe, expect, it } from "vitest";
import { ChatServer, type Told } from "../../examples/chat-room-server.js";
import { type EscrowTerms, totalOf } from "../../examples/terms/escrow-terms.js";
import type { NegotiationRoomsOptions } from "../../src/service/room/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { EVENT_NAMES, sequentialIds, T0 } from "../kit/open-room.js";
import { must } from "../service/watched-room.js";

function terms(cents: number, expiresAt?: string): EscrowTerms {
  const lineItems: EscrowTerms["lineItems"] = [{ description: "Logo", amount: cents, type: "escrow" }];
  const total = { lineItems, totalAmount: totalOf(lineItems) };
  return { summary: "A logo", ...total, currency: "EUR", conditions: [], ...(expiresAt && { expiresAt }) };
}

/** A server, and what its members and its host hear. */
function openServer(options: Omit<NegotiationRoomsOptions<EscrowTerms>, "terms"> = {}) {
  const clock = new ManualClock(T0);
  const server = new ChatServer({ clock, ids: sequentialIds(), ...options });
  const events: string[] = [];
  for (const name of EVENT_NAMES) {
    if (name.startsWith("negotiation:"))
      server.rooms.on(name, ({ roomId }) => void events.push(`${roomId} ${name}`));
  }
  const told: { readonly memberId: string; readonly told: Told }[] = [];
  const join = (roomId: string, ...ids: string[]) =>
    ids.map((id) => server.join(roomId, { id, tell: (one) => void told.push({ memberId: id, told: one }) }));
  const toldTo = (memberId: string) => told.filter((one) => one.memberId === memberId).map((one) => one.told);
  return { server, clock, events, join, toldTo };
}

const proposal = (cents: number) => ({ type: "agent_proposal", proposal: terms(cents) });

describe("pairing", () => {
  it("RM-27: one service a room, made when the second member comes", async () => {
    const { server, join, toldTo } = openServer();
    join("one", "ada");
    expect(server.rooms.size).toBe(0);
    join("one", "smith");
    join("two", "bea", "carl");
    expect(server.rooms.size).toBe(2);
    expect(server.rooms.peek("one")).not.toBe(server.rooms.peek("two"));
    expect(toldTo("ada")).toEqual([{ type: "paired", memberId: "smith" }]);
    expect(toldTo("smith")).toEqual([{ type: "paired", memberId: "ada" }]);
    await server.close();
    expect(server.rooms.size).toBe(0);
  });

  it("RM-27: a third member, and one whose id is taken, find no seat", async () => {
    const { server, join, toldTo } = openServer();
    expect(join("one", "ada", "ada", "smith", "mallory")).toEqual([true, false, true, false]);
    expect(toldTo("mallory")).toEqual([{ type: "room_full" }]);
    await server.leave("one", "mallory");
    expect(server.rooms.size).toBe(1);
    await server.close();
  });
});

describe("negotiating", () => {
  it("RM-27: each turn is told to the other side only, and the end to both", async () => {
    const { server, events, join, toldTo } = openServer();
    join("one", "ada", "smith");
    await server.receive("one", "ada", proposal(90_000));
    await server.receive("one", "smith", {
      type: "agent_counter",
      proposal: terms(75_000),
      reason: "Our budget.",
    });
    await server.receive("one", "ada", { type: "agent_accept" });
    const settled = { type: "settled", negotiationId: "neg_1", status: "accepted", reason: "accept" };
    expect(toldTo("smith").slice(1)).toEqual([
      {
        type: "agent_proposal",
        id: "neg_1_t1",
        negotiationId: "neg_1",
        fromAgent: "ada",
        proposal: terms(90_000),
      },
      {
        type: "agent_accept",
        id: "neg_1_t3",
        negotiationId: "neg_1",
        fromAgent: "ada",
        proposal: terms(75_000),
      },
      settled,
    ]);
    expect(toldTo("ada").slice(1)).toEqual([
      {
        type: "agent_counter",
        id: "neg_1_t2",
        negotiationId: "neg_1",
        fromAgent: "smith",
        proposal: terms(75_000),
        reason: "Our budget.",
      },
      settled,
    ]);
    expect(events).toEqual([
      "one negotiation:started",
      "one negotiation:updated",
      "one negotiation:agreed",
      "one negotiation:settled",
    ]);
    await server.close();
  });

  it("RM-27: who speaks is who is connected, whatever the message says", async () => {
    const { server, join, toldTo } = openServer();
    join("one", "ada", "smith");
    await server.receive("one", "ada", proposal(90_000));
    await server.receive("one", "ada", { type: "agent_accept", fromAgent: "smith" });
    expect(toldTo("ada").at(-1)).toMatchObject({ type: "refused", code: "not_your_turn", legal: [] });
    await server.receive("one", "mallory", { type: "agent_accept", fromAgent: "smith" });
    expect(server.rooms.room("one").getActiveNegotiation()?.turns).toHaveLength(1);
    await server.close();
  });

  it.each([
    ["no object", 7],
    ["nothing", undefined],
    ["an unknown type", { type: "agent_bribe" }],
    ["the name of a method", { type: "constructor" }],
    ["an id that is none", { type: "agent_accept", id: { toString: "x" } }],
    ["a reason that is no text", { type: "agent_reject", reason: 7 }],
  ])("RM-27: a message that is %s is refused to its sender, and changes nothing", async (_, message) => {
    const { server, join, toldTo } = openServer();
    join("one", "ada", "smith");
    await server.receive("one", "ada", proposal(90_000));
    const before = server.rooms.room("one").getActiveNegotiation();
    const heard = toldTo("ada").length;
    await server.receive("one", "smith", message);
    expect(toldTo("smith").at(-1)).toMatchObject({ type: "refused", code: "move_invalid" });
    expect(toldTo("ada")).toHaveLength(heard);
    expect(server.rooms.room("one").getActiveNegotiation()).toBe(before);
    await server.close();
  });

  it("RM-39: terms that are wrong are refused at the opening and later, with the code of the room", async () => {
    const { server, join, toldTo } = openServer();
    join("one", "ada", "smith");
    const wrong = { ...terms(90_000), totalAmount: 1 };
    await server.receive("one", "ada", { type: "agent_proposal", proposal: wrong });
    expect(toldTo("ada").at(-1)).toMatchObject({ type: "refused", code: "terms_invalid" });
    await server.receive("one", "ada", { type: "agent_proposal" });
    expect(toldTo("ada").at(-1)).toMatchObject({ type: "refused", code: "terms_required" });
    await server.receive("one", "ada", proposal(90_000));
    await server.receive("one", "smith", { type: "agent_counter", proposal: wrong });
    expect(toldTo("smith").at(-1)).toMatchObject({
      type: "refused",
      code: "terms_invalid",
      legal: expect.arrayContaining(["accept", "reject", "counter"]),
    });
    await server.close();
  });

  it("RM-39: a proposal past its expiresAt is over, and both are told", async () => {
    const { server, clock, join, toldTo } = openServer();
    join("one", "ada", "smith");
    const expiresAt = new Date(T0 + 10_000).toISOString();
    await server.receive("one", "ada", { type: "agent_proposal", proposal: terms(90_000, expiresAt) });
    await clock.advance(10_000);
    const settled = {
      type: "settled",
      negotiationId: "neg_1",
      status: "expired",
      reason: "proposal_expired",
    };
    expect([toldTo("ada").at(-1), toldTo("smith").at(-1)]).toEqual([settled, settled]);
    await server.receive("one", "smith", { type: "agent_accept", negotiationId: "neg_1" });
    expect(toldTo("smith").at(-1)).toMatchObject({ type: "refused", code: "negotiation_over" });
    await server.close();
  });

  it("RM-27: a pair that says nothing for long loses its service and finds it again", async () => {
    const { server, clock, join, toldTo } = openServer({ idleMs: 1_000 });
    join("one", "ada", "smith");
    await clock.advance(1_000);
    expect(server.rooms.peek("one")).toBeUndefined();
    await server.receive("one", "ada", proposal(90_000));
    expect(toldTo("smith").at(-1)).toMatchObject({ type: "agent_proposal" });
    await server.close();
  });
});

describe("leaving", () => {
  it("RM-27: cancels the active negotiation first: withdrawn and settled are heard, then the room is closed", async () => {
    const { server, clock, events, join, toldTo } = openServer();
    join("one", "ada", "smith");
    await server.receive("one", "ada", proposal(90_000));
    const room = must(server.rooms.peek("one"));
    const heard: string[] = [];
    room.on("negotiation:withdrawn", ({ outcome }) => void heard.push(`withdrawn ${outcome?.reason}`));
    room.on("negotiation:settled", ({ outcome }) => {
      heard.push(`settled ${JSON.stringify(outcome?.details)}`);
      expect(room.isClosed).toBe(false);
    });
    await server.leave("one", "smith");
    expect(heard).toEqual(["withdrawn cancelled", 'settled {"left":"smith"}']);
    expect(events.slice(1)).toEqual(["one negotiation:withdrawn", "one negotiation:settled"]);
    const settled = { type: "settled", negotiationId: "neg_1", status: "withdrawn", reason: "cancelled" };
    expect(toldTo("smith").at(-1)).toEqual(settled);
    expect(toldTo("ada").slice(-2)).toEqual([settled, { type: "left", memberId: "smith" }]);
    expect(room.isClosed).toBe(true);
    expect(server.rooms.size).toBe(0);
    expect(clock.pendingCount).toBe(0);
  });

  it("RM-27: after it nothing fires, and what the other sends is not taken", async () => {
    const { server, clock, events, join, toldTo } = openServer();
    join("one", "ada", "smith");
    await server.receive("one", "ada", proposal(90_000));
    await server.leave("one", "smith");
    const before = [events.length, toldTo("ada").length];
    await server.receive("one", "ada", { type: "agent_accept", negotiationId: "neg_1" });
    await clock.advance(200_000);
    expect([events.length, toldTo("ada").length]).toEqual(before);
    expect(server.rooms.size).toBe(0);
  });

  it("RM-27: without a negotiation, twice, or by a stranger ends no more than it has to", async () => {
    const { server, events, join, toldTo } = openServer();
    join("one", "ada", "smith");
    await server.leave("one", "mallory");
    expect(server.rooms.size).toBe(1);
    await Promise.all([server.leave("one", "ada"), server.leave("one", "ada")]);
    await server.leave("nowhere", "ada");
    expect(events).toEqual([]);
    expect(toldTo("smith").filter(({ type }) => type === "left")).toEqual([
      { type: "left", memberId: "ada" },
    ]);
  });

  it("RM-27: who stays is paired with the next, in a service of its own", async () => {
    const { server, events, join, toldTo } = openServer();
    join("one", "ada", "smith");
    await server.receive("one", "ada", proposal(90_000));
    const first = server.rooms.peek("one");
    await server.leave("one", "smith");
    join("one", "carl");
    expect(server.rooms.peek("one")).not.toBe(first);
    expect(toldTo("ada").at(-1)).toEqual({ type: "paired", memberId: "carl" });
    await server.receive("one", "carl", proposal(80_000));
    await server.receive("one", "ada", { type: "agent_accept" });
    expect(events.slice(-3)).toEqual([
      "one negotiation:started",
      "one negotiation:agreed",
      "one negotiation:settled",
    ]);
    await server.close();
  });

  it("RM-27: other rooms go on", async () => {
    const { server, join, toldTo } = openServer();
    join("one", "ada", "smith");
    join("two", "bea", "carl");
    await server.receive("one", "ada", proposal(90_000));
    await server.receive("two", "bea", proposal(50_000));
    await server.leave("one", "ada");
    await server.receive("two", "carl", { type: "agent_accept" });
    expect(toldTo("bea").at(-1)).toMatchObject({ type: "settled", status: "accepted" });
    await server.close();
  });
});
