import { describe, expect, it } from "vitest";
import type { Move } from "../../src/core/moves/index.js";
import type { Agent } from "../../src/ports/index.js";
import { toAgentMessage, toRoomNegotiation } from "../../src/presets/room/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { listenTo, type Offer, openRoom } from "../kit/open-room.js";
import { P, World } from "./room-world.js";

const UNLIMITED = {
  cap: { counts: "turns", limit: "unlimited", mode: "exceed", result: "expired" },
} as const;

describe("acceptance scenarios of the room preset, with several rooms, agents or hostile callers", () => {
  it("AS-18: the id of another room's negotiation is unknown", async () => {
    const one = new World({}, "room-1");
    const other = new World({}, "room-2");
    const mine = await one.create();
    const theirs = await other.room.createNegotiation("a", "b", P, { id: "neg_of_room_2" });
    await one.send("agent_accept", "b", { negotiationId: theirs.id });
    expect(one.dropped).toEqual(["unknown_negotiation"]);
    expect(one.record).toBe(mine);
    expect(other.room.getNegotiation(theirs.id)).toBe(theirs);
  });

  it("AS-24: a new service of the same room begins afresh, and the old one stays silent", async () => {
    const old = new World();
    await old.create();
    const before = old.opened.told.length;
    old.room.destroy();
    const late = listenTo(old.room);
    const fresh = openRoom<Offer>({}, "room-1", old.opened.clock);
    const created = await fresh.room.createNegotiation("a", "b", P);
    await fresh.room.submit(created.id, "b", { action: "accept" });
    await old.pass(200_000);
    expect(fresh.headlines()).toEqual(["negotiation:started", "negotiation:agreed", "negotiation:settled"]);
    expect(old.opened.told).toHaveLength(before);
    expect(late).toEqual([]);
  });

  it("AS-25: 1,000 messages arrive in order, whatever their sender does to them afterwards", async () => {
    const world = new World({ rules: UNLIMITED });
    const heard: unknown[] = [];
    world.room.on("turn:recorded", ({ turn, negotiation }) => {
      heard.push(toAgentMessage(turn, negotiation));
    });
    await world.create();
    const sent: Promise<void>[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const message = {
        type: "agent_counter",
        id: `m-${index}`,
        negotiationId: world.id,
        fromAgent: index % 2 === 0 ? "b" : "a",
        proposal: { totalAmount: index, lineItems: [{ amount: index, tags: ["one", { deep: index }] }] },
        reason: `reason ${index}`,
      };
      sent.push(world.room.handleAgentMessage(message));
      message.reason = "changed";
      message.proposal.totalAmount = -1;
      message.proposal.lineItems[0]!.tags[1] = { deep: -1 };
      message.proposal.lineItems.push({ amount: -1, tags: [] });
    }
    await Promise.all(sent);
    expect(world.dropped).toEqual([]);
    expect(heard).toHaveLength(1_001);
    expect(heard.slice(1)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => ({
        type: "agent_counter",
        id: `${world.id}_t${index + 2}`,
        negotiationId: world.id,
        fromAgent: index % 2 === 0 ? "b" : "a",
        proposal: { totalAmount: index, lineItems: [{ amount: index, tags: ["one", { deep: index }] }] },
        reason: `reason ${index}`,
      })),
    );
    expect(isDeepFrozen(world.record)).toBe(true);
  });

  it.each([
    ["with the version that both saw", true],
    ["without a version, the one without the floor first", false],
  ])(
    "AS-26: of both sides sending at once, 100 times, the floor holder is recorded (%s)",
    async (_, seen) => {
      const world = new World({ rules: UNLIMITED });
      await world.create();
      for (let index = 0; index < 100; index += 1) {
        const { floor, version } = world.record;
        const other = floor === "a" ? "b" : "a";
        const order = seen && index % 2 === 0 ? [floor ?? "", other] : [other, floor ?? ""];
        await Promise.all(
          order.map((from) =>
            world.send("agent_counter", from, {
              proposal: { totalAmount: index },
              ...(seen && { expectedVersion: version }),
            }),
          ),
        );
        expect(world.record.turns).toHaveLength(index + 2);
        expect(world.record.turns.at(-1)).toMatchObject({ partyId: floor, terms: { totalAmount: index } });
      }
      expect(world.dropped).toHaveLength(100);
      world.told({ updated: 100, settled: 0 });
    },
  );

  const opening: Move<Offer> = { action: "propose", terms: P };
  const counter: Move<Offer> = { action: "counter", terms: { totalAmount: 80 } };
  const turn = ["turn:recorded", "negotiation:updated", "turn:awaited"];
  const opened = ["negotiation:started", "turn:awaited", ...turn];
  const ended = (name: string): string[] => ["turn:recorded", `negotiation:${name}`, "negotiation:settled"];
  it.each<[string, Move<Offer>[], Move<Offer>[], object, string[]]>([
    [
      "propose, accept",
      [opening],
      [{ action: "accept" }],
      { status: "accepted", reason: "accept", by: "b", turnCount: 2, rounds: 1 },
      [...opened, ...ended("agreed")],
    ],
    [
      "propose, counter, accept",
      [opening, { action: "accept" }],
      [counter],
      { status: "accepted", reason: "accept", by: "a", turnCount: 3, rounds: 2 },
      [...opened, ...turn, ...ended("agreed")],
    ],
    [
      "propose, reject",
      [opening],
      [{ action: "reject", reason: "too dear" }],
      { status: "rejected", reason: "reject", by: "b", turnCount: 2, rounds: 1 },
      [...opened, ...ended("rejected")],
    ],
  ])("AS-27: agents that %s come to that outcome, with these events and no others", async (...row) => {
    const [, ofInitiator, ofResponder, outcome, events] = row;
    const { room, names } = openRoom<Offer>();
    const answered = await room.negotiate({
      initiator: { id: "a", kind: "personal", agent: scriptedAgent<Offer>(ofInitiator) as Agent<Offer> },
      responder: { id: "b", kind: "system", agent: scriptedAgent<Offer>(ofResponder) as Agent<Offer> },
    });
    expect(answered).toMatchObject(outcome);
    expect(names()).toEqual(events);
    expect(room.getLatestNegotiation()?.outcome).toBe(answered);
  });

  it("AS-29c: a throwing listener of the agreement hurts nobody", async () => {
    const world = new World();
    const heard: string[] = [];
    const fault = new Error("The listener is broken.");
    world.room.on("negotiation:agreed", () => {
      throw fault;
    });
    world.room.on("negotiation:agreed", () => void heard.push("second listener"));
    await world.create();
    await world.accept("b");
    expect(heard).toEqual(["second listener"]);
    world.told({ agreed: 1, settled: 1, "listener:error": 1 });
    expect(world.opened.payloads("listener:error")[0]).toEqual({
      event: "negotiation:agreed",
      error: fault,
      negotiationId: world.id,
    });
    await expect(world.create()).resolves.toMatchObject({ status: "proposed" });
  });

  it("AS-29d: what the caller does to its objects afterwards changes nothing", async () => {
    const world = new World();
    const proposal = { totalAmount: 100, lineItems: [{ amount: 1 }] };
    const created = await world.create(proposal);
    proposal.totalAmount = 0;
    proposal.lineItems[0]!.amount = 0;
    const answer = { totalAmount: 80, lineItems: [{ amount: 2 }] };
    await world.send("agent_counter", "b", { proposal: answer });
    answer.totalAmount = 0;
    answer.lineItems.length = 0;
    await world.accept("a");
    const first = { totalAmount: 100, lineItems: [{ amount: 1 }] };
    const second = { totalAmount: 80, lineItems: [{ amount: 2 }] };
    expect(created.turns[0]?.terms).toEqual(first);
    expect(world.record.turns.map(({ terms }) => terms)).toEqual([first, second, null]);
    const shown = toRoomNegotiation(world.record);
    expect(shown.currentProposal).toEqual(second);
    expect(shown.rounds.map((round) => round.proposal)).toEqual([first, second, second]);
    const [agreed] = world.opened.payloads("negotiation:agreed");
    expect(agreed?.outcome?.proposal?.terms).toEqual(second);
  });

  it("AS-29e: 20 malformed messages are 20 times dropped, and nothing throws", async () => {
    const world = new World();
    const created = await world.create();
    let deep: unknown = "bottom";
    for (let depth = 0; depth < 10_000; depth += 1) deep = { deep };
    const negotiationId = world.id;
    const malformed: unknown[] = [
      undefined,
      null,
      7,
      Number.NaN,
      "",
      "agent_accept",
      true,
      10n,
      Symbol("agent_accept"),
      () => ({ type: "agent_accept" }),
      {},
      [],
      [{ type: "agent_accept" }],
      { type: "agent_accept" },
      { type: "xstate.stop", negotiationId, fromAgent: "b" },
      { type: "agent_accept", negotiationId, fromAgent: 7 },
      { type: "agent_counter", negotiationId: null, fromAgent: "b", proposal: P },
      { type: "agent_reject", negotiationId, fromAgent: "b", reason: { text: "no" } },
      { type: "agent_accept", negotiationId, fromAgent: "b", proposal: deep },
      JSON.parse(`{ "__proto__": { "type": "agent_accept", "negotiationId": "${negotiationId}" } }`),
    ];
    expect(malformed).toHaveLength(20);
    for (const message of malformed) {
      await expect(world.room.handleAgentMessage(message)).resolves.toBeUndefined();
    }
    expect(world.dropped).toEqual(Array(20).fill("move_invalid"));
    expect(world.record).toBe(created);
    for (const dropped of world.opened.payloads("message:dropped")) {
      expect(isDeepFrozen(dropped.message)).toBe(true);
      expect((dropped.details["issues"] as unknown[]).length).toBeGreaterThan(0);
    }
  });
});
