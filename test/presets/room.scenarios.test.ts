import { describe, expect, it } from "vitest";
import { toRoomNegotiation } from "../../src/presets/room/index.js";
import { codeOf } from "../kit/open-room.js";
import { P, World } from "./room-world.js";

type Scenario = readonly [id: string, when: string, run: (world: World) => Promise<void>];

/** docs/requirements/room.md, section 7, the scenarios that one room in its default rules can play. */
const SCENARIOS: readonly Scenario[] = [
  [
    "AS-01",
    "a creation proposes",
    async (world) => {
      const created = await world.create();
      expect(created).toMatchObject({
        status: "proposed",
        initiator: { id: "a" },
        responder: { id: "b" },
        floor: "b",
        turns: [{ action: "propose", partyId: "a" }],
      });
      expect(created.turns).toHaveLength(1);
      expect(toRoomNegotiation(created).rounds).toHaveLength(1);
    },
  ],
  [
    "AS-02",
    "1,000 negotiations have 1,000 ids",
    async () => {
      // With the ids that a service makes by itself.
      const world = new World({ ids: undefined });
      const ids = new Set<string>();
      for (let run = 0; run < 1_000; run += 1) {
        ids.add((await world.create()).id);
        await world.reject("b");
      }
      expect(ids.size).toBe(1_000);
    },
  ],
  [
    "AS-03",
    "a creation is told once, with the very record that it resolves with",
    async (world) => {
      const created = await world.create();
      world.told({ started: 1 });
      expect(world.opened.payloads("negotiation:started")[0]).toBe(created);
    },
  ],
  [
    "AS-04",
    "a second creation is refused and the first is unchanged",
    async (world) => {
      const first = await world.create();
      const second = world.room.createNegotiation("a", "b", P);
      await expect(second).rejects.toMatchObject({
        code: "busy",
        message: "Negotiation already in progress",
      });
      expect(world.record).toBe(first);
      world.told({ started: 1 });
    },
  ],
  [
    "AS-05",
    "b accepts",
    async (world) => {
      await world.create();
      await world.accept("b");
      world.told({ agreed: 1, settled: 1 });
      expect(world.room.getActiveNegotiation()).toBeUndefined();
      expect(world.record.outcome).toMatchObject({ status: "accepted", reason: "accept", by: "b" });
    },
  ],
  [
    "AS-06",
    "b rejects with a reason",
    async (world) => {
      await world.create();
      await world.reject("b", "too dear");
      world.told({ rejected: 1, settled: 1 });
      expect(world.record.turns[1]).toMatchObject({ action: "reject", reason: "too dear" });
      expect(world.room.getActiveNegotiation()).toBeUndefined();
    },
  ],
  [
    "AS-07",
    "b counters",
    async (world) => {
      await world.create();
      await world.counter("b", 80);
      world.told({ updated: 1 });
      const shown = toRoomNegotiation(world.record);
      expect(shown).toMatchObject({ status: "countering", currentProposal: { totalAmount: 80 } });
      expect(shown.rounds).toHaveLength(2);
      expect(world.record.floor).toBe("a");
    },
  ],
  [
    "AS-08",
    "four counters are live, the fifth expires",
    async (world) => {
      await world.create();
      await world.counters(4);
      expect(world.record.outcome).toBeNull();
      expect(world.record.turns).toHaveLength(5);
      await world.counter("b", 1);
      world.told({ expired: 1, settled: 1 });
      expect(world.record.turns).toHaveLength(5);
      expect(world.record.outcome).toMatchObject({ reason: "turn_cap", turnCount: 5 });
    },
  ],
  [
    "AS-09",
    "nobody answers for 30,000 ms",
    async (world) => {
      await world.create();
      await world.pass(29_999);
      world.told({ expired: 0 });
      await world.pass(1);
      world.told({ expired: 1 });
      expect(world.record.outcome?.reason).toBe("turn_timeout");
    },
  ],
  [
    "AS-10",
    "counters at 25, 50, 75 and 100 s do not move the total deadline",
    async (world) => {
      await world.create();
      for (const by of ["b", "a", "b", "a"]) {
        await world.pass(25_000);
        await world.counter(by);
      }
      await world.pass(19_999);
      expect(world.record.outcome).toBeNull();
      await world.pass(1);
      expect(world.record.outcome).toMatchObject({ status: "expired", reason: "total_timeout" });
      world.told({ expired: 1 });
    },
  ],
  [
    "AS-11",
    "nothing follows an agreement",
    async (world) => {
      await world.create();
      await world.accept("b");
      const before = world.opened.told.length;
      await world.pass(200_000);
      expect(world.opened.told).toHaveLength(before);
    },
  ],
  [
    "AS-12",
    "a negotiation is found by its id only",
    async (world) => {
      const created = await world.create();
      expect(world.room.getNegotiation(created.id)).toBe(created);
      expect(world.room.getNegotiation("nope")).toBeUndefined();
    },
  ],
  [
    "AS-13",
    "the active one is there only while it is live",
    async (world) => {
      expect(world.room.getActiveNegotiation()).toBeUndefined();
      const created = await world.create();
      expect(world.room.getActiveNegotiation()).toBe(created);
      await world.accept("b");
      expect(world.room.getActiveNegotiation()).toBeUndefined();
    },
  ],
  [
    "AS-14",
    "a counter after the agreement is dropped",
    async (world) => {
      await world.create();
      await world.accept("b");
      const { record } = world;
      await world.counter("a");
      expect(world.dropped).toEqual(["negotiation_over"]);
      expect(world.record).toBe(record);
    },
  ],
  [
    "AS-15",
    "nothing happens in a destroyed room",
    async (world) => {
      await world.create();
      const before = world.opened.told.length;
      world.room.destroy();
      expect(world.opened.clock.pendingCount).toBe(0);
      await world.pass(200_000);
      expect(world.opened.told).toHaveLength(before);
    },
  ],
  [
    "AS-16",
    "an expired proposal cannot be accepted",
    async (world) => {
      await world.create();
      await world.pass(30_000);
      await world.accept("b");
      expect(world.dropped).toEqual(["negotiation_over"]);
      world.told({ expired: 1, agreed: 0 });
    },
  ],
  [
    "AS-17",
    "b accepts twice, in different messages",
    async (world) => {
      await world.create();
      await world.send("agent_accept", "b", { id: "m-1" });
      await world.send("agent_accept", "b", { id: "m-2" });
      world.told({ agreed: 1 });
      expect(world.dropped).toEqual(["negotiation_over"]);
    },
  ],
  [
    "AS-19",
    "a message with a made-up id neither throws nor rejects",
    async (world) => {
      await world.create();
      const sent = world.send("agent_accept", "b", { negotiationId: "neg_made-up" });
      await expect(sent).resolves.toBeUndefined();
      expect(world.dropped).toEqual(["unknown_negotiation"]);
    },
  ],
  [
    "AS-20",
    "four counters in one tick are told in order",
    async (world) => {
      await world.create();
      await Promise.all(["b", "a", "b", "a"].map((by, turn) => world.counter(by, 90 - turn)));
      const updated = world.opened.payloads("negotiation:updated");
      expect(updated.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
      expect(updated.map(({ standing }) => standing?.terms.totalAmount)).toEqual([90, 89, 88, 87]);
    },
  ],
  [
    "AS-21",
    "both deadlines pass while the process sleeps",
    async (world) => {
      await world.create();
      world.opened.clock.set(world.opened.clock.now() + 500_000);
      await world.pass(30_000);
      world.told({ expired: 1, settled: 1 });
    },
  ],
  [
    "AS-22",
    "a accepts what b countered",
    async (world) => {
      await world.create();
      await world.counter("b", 70);
      await world.accept("a");
      expect(world.record.outcome?.proposal?.terms).toEqual({ totalAmount: 70 });
      expect(world.record.outcome?.proposal?.partyId).toBe("b");
    },
  ],
  [
    "AS-23",
    "a total of 0 and 100 line items are proposals like others",
    async (world) => {
      await world.create({ totalAmount: 0 });
      const lineItems = Array.from({ length: 100 }, (_, index) => ({
        description: `${index}`,
        amount: index,
      }));
      await world.send("agent_counter", "b", { proposal: { totalAmount: 4_950, lineItems } });
      expect(world.record.standing?.terms).toEqual({ totalAmount: 4_950, lineItems });
      expect(world.record.turns[0]?.terms).toEqual({ totalAmount: 0 });
    },
  ],
  [
    "AS-28",
    "after a rejection, and after an expiry, another one begins, also from inside the listener",
    async (world) => {
      await world.create();
      await world.reject("b");
      await world.create();
      await world.pass(30_000);
      await world.create();
      for (const ending of ["negotiation:rejected", "negotiation:expired"] as const) {
        let next: Promise<unknown> | undefined;
        world.room.once(ending, () => {
          next = world.create();
        });
        if (ending === "negotiation:rejected") await world.reject("b");
        else await world.pass(30_000);
        await expect(next).resolves.toMatchObject({ status: "proposed" });
      }
      world.told({ started: 5, rejected: 2, expired: 2, "listener:error": 0 });
    },
  ],
  [
    "AS-29",
    "a third party is refused whatever it does",
    async (world) => {
      const created = await world.create();
      await world.counter("c");
      await world.accept("c");
      await world.reject("c");
      expect(world.dropped).toEqual(["not_a_party", "not_a_party", "not_a_party"]);
      expect(world.record).toBe(created);
    },
  ],
  [
    "AS-29a",
    "nobody answers itself, moves twice or negotiates with itself",
    async (world) => {
      await world.create();
      await world.accept("a");
      await world.counter("b");
      await world.counter("b");
      expect(world.dropped).toEqual(["not_your_turn", "not_your_turn"]);
      await world.reject("a");
      expect(await codeOf(world.create(P, "a", "a"))).toBe("party_invalid");
    },
  ],
  [
    "AS-29b",
    "after five turns accept and reject still make a sixth",
    async (world) => {
      for (const [say, status] of [
        ["agent_accept", "accepted"],
        ["agent_reject", "rejected"],
      ] as const) {
        await world.create();
        await world.counters(4);
        await world.send(say, "b");
        expect(world.record.outcome).toMatchObject({ status, turnCount: 6 });
        expect(world.record.turns).toHaveLength(6);
      }
    },
  ],
];

describe("acceptance scenarios of the room preset", () => {
  it.each(SCENARIOS)("%s: %s", async (_id, _when, run) => {
    await run(new World());
  });
});
