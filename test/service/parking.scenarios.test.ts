import { describe, expect, it } from "vitest";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { memoryDirectory } from "../../src/service/parking/index.js";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { openRoom, T0 } from "../kit/open-room.js";
import { behindPromises } from "../kit/wrapped-store.js";
import { jittered } from "./jittered-store.js";
import { ADA, accept, BOT, HOUR, never, openNode, openNodes, propose, SMITH } from "./parking.js";
import { deferred, must } from "./watched-room.js";

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);
const FRESH = { parkMs: 300_000, claimBudget: "fresh", claimMs: 100_000, freshMs: null } as const;
const reparking: ServiceRules = { preset: "index", park: { ...FRESH, onClaimExpiry: "repark" } };

async function turnsLater(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await undefined;
}

describe("index: parked turns", () => {
  it("AS-39, B-29: with a wake-up timer that throws it is parked all the same, and the sweep finds its end", async () => {
    const clock = new ManualClock(T0);
    const store = new MemoryStore();
    const inner = new WakeUpTimer({ clock, store, sweepIntervalMs: 1_000 });
    const timer = {
      arm: () => {
        throw new Error("away");
      },
      disarm: () => undefined,
      start: inner.start.bind(inner),
    };
    const { room } = openRoom(
      { clock, store, timer, fallback: never, rules: { preset: "index" } },
      "r",
      clock,
    );
    const { id } = await room.createNegotiation(ADA, SMITH);
    expect(room.getNegotiation(id)?.awaiting?.kind).toBe("parked");
    await clock.advance(299_999);
    expect(room.getNegotiation(id)?.awaiting?.kind).toBe("parked");
    await clock.advance(1_000);
    expect(room.getNegotiation(id)?.awaiting?.kind).toBe("fallback");
    room.destroy();
  });

  it.each([
    ["at once", 1, undefined],
    ["in one process behind promises", 1, behindPromises],
    ["in five processes behind promises", 5, behindPromises],
  ])("AS-40: of 20 rival pickups %s one gets the turn, 19 get null", async (_, count, wrap) => {
    const { nodes, stored } = openNodes(count, {}, wrap);
    const { id } = await must(nodes[0]).room.createNegotiation(ADA, SMITH);
    await must(nodes[0]).clock.advance(0);
    const rivals = Array.from({ length: 20 }, (_, rival) =>
      must(nodes[rival % count]).room.pickup("ada", { agentId: `agent-${rival}` }),
    );
    const turns = (await Promise.all(rivals)).filter((turn) => turn !== null);
    expect(turns).toMatchObject([{ ok: true, negotiationId: id }]);
    expect((await stored(id)).awaiting.claim.claimId).toBe((turns[0] as any).claimId);
    expect(nodes.reduce((sum, node) => sum + node.count("turn:claimed"), 0)).toBe(1);
  });

  it("PT-3: of 20 rivals for five turns each of five gets one, however their calls interleave", async () => {
    for (const seed of SEEDS) {
      const { nodes, clock } = openNodes(3, {}, jittered(seed));
      for (let number = 0; number < 5; number += 1) {
        const other = { id: `x-${number}`, kind: "personal" } as const;
        await must(nodes[0]).room.createNegotiation(ADA, other);
      }
      await clock.advance(0);
      const rivals = Array.from({ length: 20 }, (_, rival) =>
        must(nodes[rival % 3]).room.pickup("ada", { agentId: `agent-${rival}` }),
      );
      const turns = (await Promise.all(rivals)).filter((turn) => turn !== null) as any[];
      expect(new Set(turns.map(({ negotiationId }) => negotiationId)).size, `seed ${seed}`).toBe(5);
      expect(turns, `seed ${seed}`).toHaveLength(5);
    }
  });

  it("PT-3: the same agent twice at once gets one claim twice, however many turns wait", async () => {
    for (const seed of SEEDS) {
      for (const processes of [1, 2]) {
        const { nodes, clock } = openNodes(processes, {}, jittered(seed));
        for (const other of [SMITH, { id: "x", kind: "personal" } as const]) {
          await must(nodes[0]).room.createNegotiation(ADA, other);
          await clock.advance(1);
        }
        const where = `seed ${seed}, ${processes}`;
        const [one, other] = await Promise.all([must(nodes[0]).take("ada"), must(nodes.at(-1)).take("ada")]);
        expect(one, where).toEqual(other);
        expect(await must(nodes[0]).room.waiting("ada"), where).toMatchObject([
          { claimed: true },
          { claimed: false },
        ]);
      }
    }
  });

  it("B-25: a claim and the end of the window at once, by clocks that differ: one of them, and one turn", async () => {
    const seen = new Set<string>();
    for (const seed of SEEDS) {
      const fallback: Agent = ({ turnNumber }) => (turnNumber === 1 ? propose : (never as any)());
      const { nodes, clock, open, stored } = openNodes(1, { fallback }, jittered(seed));
      const ahead = new ManualClock(T0 + 300_000);
      const other = open({ clock: ahead, timer: new WakeUpTimer({ clock: ahead }) });
      const { id } = await must(nodes[0]).room.createNegotiation(ADA, SMITH);
      await clock.advance(299_999);
      const [, turn] = await Promise.all([
        // A pickup asks the store more often: it needs a start, more or less of one.
        turnsLater(seed * 2).then(() => other.room.wake(id)),
        must(nodes[0]).room.pickup("ada", { agentId: "ada-phone" }),
      ]);
      await ahead.advance(0);
      seen.add(turn === null ? "fallback" : "claim");
      const { awaiting } = await stored(id);
      if (turn === null) {
        expect(
          (await other.room.turns(id)).map(({ source }) => source),
          `seed ${seed}`,
        ).toEqual(["fallback"]);
        // What is parked by then is the other side's turn: not for ada's agent.
        expect(await stored(id), `seed ${seed}`).toMatchObject({ floor: "smith", awaiting: { claim: null } });
      } else {
        expect(awaiting, `seed ${seed}`).toMatchObject({ kind: "claimed", claim: { agentId: "ada-phone" } });
        const claim = { agentId: "ada-phone", claimId: (turn as any).claimId };
        expect(await must(nodes[0]).room.respond(id, claim, propose)).toMatchObject({
          ok: true,
          turn: { number: 1, partyId: "ada" },
        });
      }
      for (const node of [must(nodes[0]), other]) node.room.destroy();
    }
    // Else the interleavings are none.
    expect([...seen].sort()).toEqual(["claim", "fallback"]);
  });

  it("PT-5, B-25: respond and the end of the claim at once, by clocks that differ: one of them", async () => {
    const seen = new Set<string>();
    for (const seed of SEEDS) {
      const { nodes, clock, open, stored, memory } = openNodes(1, { rules: reparking }, jittered(seed));
      const ahead = new ManualClock(T0 + 100_000);
      const other = open({ clock: ahead, timer: new WakeUpTimer({ clock: ahead }) });
      const node = must(nodes[0]);
      const { id } = await node.room.createNegotiation(ADA, SMITH);
      await clock.advance(0);
      const { claimId } = await node.take("ada");
      await clock.advance(99_999);
      const claim = { agentId: "ada-phone", claimId };
      const [, result] = await Promise.all([other.room.wake(id), node.room.respond(id, claim, propose)]);
      await clock.advance(0);
      seen.add(result.ok ? "ok" : result.code);
      const state = await stored(id);
      expect([state.floor, state.awaiting.kind], `seed ${seed}`).toEqual([
        result.ok ? "smith" : "ada",
        "parked",
      ]);
      expect(memory.turns(id).length, `seed ${seed}`).toBe(result.ok ? 1 : 0);
      for (const one of [node, other]) one.room.destroy();
    }
    expect([...seen].sort()).toEqual(["claim_not_held", "ok"]);
  });

  it("PT-5: without a directory a process that remembers another turn still knows the claim", async () => {
    const { nodes } = openNodes(2);
    const [one, other] = nodes as any;
    const { id } = await one.room.createNegotiation(ADA, SMITH);
    expect((await other.room.loadNegotiation(id)).floor).toBe("ada");
    await one.room.submit(id, "ada", propose);
    const { claimId } = await one.take("smith");
    const claim = { agentId: "smith-phone", claimId };
    expect(await other.room.respond(id, claim, accept, { commandId: "c" })).toMatchObject({ ok: true });
    expect(await one.room.respond(id, claim, accept, { commandId: "c" })).toMatchObject({ duplicate: true });
    // Released there, picked up here.
    const second = await one.room.createNegotiation(ADA, SMITH);
    const first = await one.take("ada");
    await other.room.release(second.id, { agentId: "ada-phone", claimId: first.claimId });
    const again = await one.take("ada", "ada-watch");
    expect(again.claimId).not.toBe(first.claimId);
    expect(
      await other.room.respond(second.id, { agentId: "ada-phone", claimId: first.claimId }, propose),
    ).toMatchObject({ code: "claim_not_held" });
  });

  it("PT-5: a crash between a turn and the parking of the next leaves an ordinary turn, which resume() parks", async () => {
    const directory = {
      ...memoryDirectory([]),
      agentsOf: () => new Promise<never>(() => {}),
    };
    const { nodes, open, clock } = openNodes(1, { directory });
    const node = must(nodes[0]);
    const { id } = await node.room.createNegotiation(ADA, SMITH);
    await clock.advance(1_000);
    expect(node.record()).toMatchObject({ awaiting: { kind: "move" }, deadlines: { turnAt: T0 + 300_000 } });
    node.room.destroy();
    const later = open({ directory: undefined });
    await later.room.resume();
    expect(later.room.getNegotiation(id)).toMatchObject({
      awaiting: { kind: "parked", firstParkedAt: T0 + 1_000 },
      deadlines: { parkAt: T0 + 301_000, turnAt: null },
    });
  });
});

describe("index: the claim's deadline and the fallback", () => {
  it("AS-42: already answered, elsewhere: a no-op", async () => {
    const { nodes, clock, stored } = openNodes(2, { rules: reparking });
    const [one, other] = nodes as any;
    const { id } = await one.room.createNegotiation(ADA, SMITH);
    const { claimId } = await one.take("ada");
    await other.room.respond(id, { agentId: "ada-phone", claimId }, propose);
    const before = await stored(id);
    // The timer of `one` still knows the claim.
    await clock.advance(100_000);
    expect(await stored(id)).toEqual(before);
    expect(one.count("turn:released")).toBe(0);
  });

  it("AS-42, PT-7: woken twice, in two processes and again in each: one turn", async () => {
    for (const seed of SEEDS) {
      const fallback = scriptedAgent<any>(({ standing }) => (standing === null ? propose : (never as any)()));
      const { nodes, clock, stored, memory } = openNodes(2, { fallback: fallback as Agent }, jittered(seed));
      const { id } = await must(nodes[0]).room.createNegotiation(ADA, SMITH);
      await must(nodes[1]).room.loadNegotiation(id);
      clock.set(T0 + 300_000);
      await Promise.all([...nodes, ...nodes].map(({ room }) => room.wake(id)));
      await clock.advance(0);
      expect(memory.turns(id), `seed ${seed}`).toMatchObject([{ source: "fallback" }]);
      expect((await stored(id)).floor, `seed ${seed}`).toBe("smith");
      for (const { room } of nodes) room.destroy();
    }
  });

  it("PT-7: two processes that both run the fallback agent: one turn stored, the other answer dropped", async () => {
    const answers = [deferred<any>(), deferred<any>()] as const;
    let asked = 0;
    const fallback: Agent = ({ standing }) =>
      standing === null ? must(answers[asked++]).promise : (never as never);
    const { nodes, clock, memory } = openNodes(2, { fallback }, behindPromises);
    const [one, other] = nodes as any;
    const { id } = await one.room.createNegotiation(ADA, SMITH);
    await clock.advance(300_000);
    await other.room.resume();
    await clock.advance(0);
    expect(asked).toBe(2);
    for (const answer of answers) answer.resolve(propose);
    await clock.advance(0);
    expect(memory.turns(id)).toMatchObject([{ number: 1, source: "fallback" }]);
    expect([...one.payloads("turn:dropped"), ...other.payloads("turn:dropped")]).toMatchObject([
      { turnNumber: 1, why: "stale" },
    ]);
    expect(one.count("turn:recorded") + other.count("turn:recorded")).toBe(1);
  });

  it("AS-42, PT-7: a crash after the model call and before the store: one turn in the end; after the store: no call", async () => {
    const answer = deferred<any>();
    const first = scriptedAgent<any>([answer.promise]);
    const { nodes, clock, open } = openNodes(1, { fallback: first as Agent });
    const crashed = must(nodes[0]);
    const { id } = await crashed.room.createNegotiation(ADA, SMITH);
    await clock.advance(300_000);
    expect(first.calls).toHaveLength(1);
    crashed.room.destroy();
    answer.resolve(propose);
    await clock.advance(5);
    const second = scriptedAgent<any>([propose]);
    const next = open({ fallback: second as Agent });
    await next.room.resume();
    await clock.advance(0);
    expect(second.calls).toHaveLength(1);
    expect(next.room.getNegotiation(id)).toMatchObject({ turns: [{ source: "fallback" }], floor: "smith" });
    next.room.destroy();
    const third = scriptedAgent<any>([]);
    await open({ fallback: third as Agent }).room.resume();
    await clock.advance(0);
    expect(third.calls).toHaveLength(0);
  });
});

describe("index: the pair lock with parked turns", () => {
  it("AS-51: a process that dies in an agent's call: fallback at turnAt, a second expiry stalls, then creation works", async () => {
    const { nodes, clock, open } = openNodes(1, { rules: { preset: "index", agentTimeoutMs: null } });
    const dying = must(nodes[0]);
    const other = open({ timer: undefined, sweepIntervalMs: 1_000 });
    const { id } = await dying.room.createNegotiation({ ...ADA, agent: never }, SMITH);
    await clock.advance(10);
    dying.room.destroy();
    // Hears of its room's deadlines from its first negotiation on.
    await other.room.createNegotiation({ id: "x", kind: "personal" }, BOT);
    await clock.advance(299_989);
    expect((await other.room.loadNegotiation(id))?.awaiting?.kind).toBe("move");
    await clock.advance(1_001);
    expect((await other.room.loadNegotiation(id))?.awaiting?.kind).toBe("fallback");
    await expect(other.room.createNegotiation(SMITH, ADA)).rejects.toMatchObject({ code: "busy" });
    await clock.advance(301_000);
    expect((await other.room.loadNegotiation(id))?.outcome).toMatchObject({
      status: "stalled",
      reason: "agent_error",
    });
    await expect(other.room.createNegotiation(SMITH, ADA)).resolves.toMatchObject({ status: "open" });
    other.room.destroy();
  });

  it("AS-50, IX-14: symmetric creations in two processes at once: one negotiation, parked for its own initiator", async () => {
    for (const seed of SEEDS) {
      const { nodes, clock } = openNodes(2, {}, jittered(seed));
      const made = await Promise.allSettled([
        must(nodes[0]).room.createNegotiation(ADA, SMITH),
        must(nodes[1]).room.createNegotiation(SMITH, ADA),
      ]);
      await clock.advance(0);
      const won = made.findIndex(({ status }) => status === "fulfilled");
      expect(made[1 - won], `seed ${seed}`).toMatchObject({ status: "rejected", reason: { code: "busy" } });
      expect(must(nodes[won]).record(), `seed ${seed}`).toMatchObject({
        floor: won === 0 ? "ada" : "smith",
        awaiting: { kind: "parked" },
      });
    }
  });
});

describe("index-2026-04: a day's window and six hours for a claim", () => {
  const rules: ServiceRules = { preset: "index-2026-04" };

  it("AS-63: claimed and abandoned at 0, 6, 12 and 18 h; at 24 h the fallback begins, not 1 ms before", async () => {
    const { room, clock, record, take, payloads } = openNode({ rules });
    await room.createNegotiation(ADA, BOT);
    for (const hour of [0, 6, 12, 18]) {
      expect(record()).toMatchObject({ awaiting: { kind: "parked", firstParkedAt: T0 } });
      expect((await take("ada", `agent-${hour}`)).deadlineAt).toBe(T0 + (hour + 6) * HOUR);
      await clock.advance(6 * HOUR - 1);
      expect(record().awaiting?.kind).toBe("claimed");
      await clock.advance(1);
    }
    expect(record()).toMatchObject({ awaiting: { kind: "fallback", since: T0 + 24 * HOUR } });
    expect(payloads("turn:released").map(({ agentId }) => agentId)).toEqual([
      "agent-0",
      "agent-6",
      "agent-12",
      "agent-18",
    ]);
  });

  it("AS-64, PT-8: two people, total and window both at 24 h: stalled by total_timeout, the fallback never called", async () => {
    const fallback = scriptedAgent<any>([]);
    const { room, clock, record, count } = openNode({ rules, fallback: fallback as Agent });
    await room.createNegotiation(ADA, SMITH);
    await clock.advance(24 * HOUR - 1);
    expect(record().awaiting?.kind).toBe("parked");
    await clock.advance(1);
    expect(record().outcome).toMatchObject({
      status: "stalled",
      reason: "total_timeout",
      at: T0 + 24 * HOUR,
    });
    expect([fallback.calls.length, count("turn:fallback")]).toEqual([0, 0]);
  });
});
