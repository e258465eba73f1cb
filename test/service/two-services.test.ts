import { describe, expect, it } from "vitest";
import { NegotiationService, type ServiceOptions } from "../../src/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";

// Two services of one room over one store, as two processes would have them.
function twoServices(options: ServiceOptions = {}): {
  one: NegotiationService;
  other: NegotiationService;
  clock: ManualClock;
} {
  const clock = new ManualClock();
  const store = new MemoryStore();
  const open = (): NegotiationService => new NegotiationService("room", { clock, store, ...options });
  return { one: open(), other: open(), clock };
}

describe("a room that two services serve", () => {
  it("ST-35: a wake-up for a newer version looks at that one", async () => {
    const { one, other, clock } = twoServices({ rules: { validityMs: null, turnMs: 30_000 } });
    const { id } = await one.createNegotiation("a", "b", { price: 1 });
    const validUntilAt = clock.now() + 2_000;
    await other.submit(id, "b", { action: "counter", terms: { price: 2 }, validUntilAt });
    other.destroy();
    await clock.advance(4_000);
    expect(await one.loadNegotiation(id)).toMatchObject({
      status: "expired",
      outcome: { reason: "proposal_expired" },
    });
  });

  it("EN-21: a service that only takes moves hears the deadlines of what it moved", async () => {
    const { one, other, clock } = twoServices({ sweepIntervalMs: 1_000_000 });
    const { id } = await one.createNegotiation("a", "b", { price: 1 });
    await other.submit(id, "b", { action: "counter", terms: { price: 2 } });
    one.destroy();
    let expired = 0;
    other.on("negotiation:expired", () => {
      expired += 1;
    });
    await clock.advance(30_000);
    expect(expired).toBe(1);
  });
});

describe("a creation that comes again", () => {
  it("gives the first negotiation also where its opening would be refused by now [EN-36]", async () => {
    const { one, other, clock } = twoServices();
    const validUntilAt = clock.now() + 1_000;
    const again = { commandId: "once", move: { validUntilAt } };
    const { id } = await one.createNegotiation("a", "b", { price: 1 }, again);
    await clock.advance(1_000);
    expect(await one.createNegotiation("a", "b", { price: 1 }, again)).toMatchObject({ id });
    expect(await other.createNegotiation("a", "b", { price: 1 }, again)).toMatchObject({
      id,
      status: "expired",
    });
    const late = other.createNegotiation("a", "b", { price: 1 }, { ...again, commandId: "twice" });
    await expect(late).rejects.toMatchObject({ code: "validity_passed" });
  });

  it.each(["at once", "later"])(
    "gives it without showing its opening to a hook again, %s [EN-36, EN-46]",
    async (when) => {
      let admits = true;
      let shown = 0;
      const admit = () => {
        shown += 1;
        return when === "later" ? Promise.resolve(admits) : admits;
      };
      const { one, other } = twoServices({ admit });
      const { id } = await one.createNegotiation("a", "b", { price: 1 }, { commandId: "once" });
      admits = false;
      const again = await other.createNegotiation("a", "b", { price: 1 }, { commandId: "once" });
      expect(again).toMatchObject({ id, version: 0 });
      const changed = other.createNegotiation("a", "b", { price: 2 }, { commandId: "once" });
      await expect(changed).rejects.toMatchObject({ code: "command_conflict" });
      expect(shown).toBe(1);
    },
  );
});

describe("a store that fails", () => {
  it("RM-30: a message never rejects, whatever the store throws", async () => {
    class Failing extends MemoryStore {
      override load(): never {
        throw new TypeError("out of order");
      }
    }
    const clock = new ManualClock();
    const room = new NegotiationService("room", { clock, store: new Failing() });
    const dropped: string[] = [];
    room.on("message:dropped", ({ code }) => dropped.push(code));
    const handled = room.handleAgentMessage({ type: "agent_accept", negotiationId: "neg_x", fromAgent: "b" });
    await clock.advance(300);
    await expect(handled).resolves.toBeUndefined();
    expect(dropped).toEqual(["store_failed"]);
    room.destroy();
  });
});

describe("an agent that is wrapped", () => {
  it("EN-27: a failure that comes at the deadline is not the fallback agent's", async () => {
    const clock = new ManualClock();
    const room = new NegotiationService<{ price: number }>("room", {
      clock,
      rules: { onTurnTimeout: "fallback", agentAttempts: 1 },
      fallback: () => ({ action: "accept" }),
    });
    const pending = room.negotiate({
      initiator: { id: "a", kind: "system" },
      responder: {
        id: "b",
        kind: "system",
        agent: () =>
          new Promise((_, reject) => void clock.setTimeout(() => reject(new Error("late")), 30_000)),
      },
      proposal: { price: 1 },
    });
    await clock.advance(31_000);
    expect(await pending).toMatchObject({ status: "accepted", by: "b" });
    room.destroy();
  });
});

describe("a move that is being judged", () => {
  it("EN-46: is judged once, also when the same command comes again meanwhile", async () => {
    let asked = 0;
    const room = new NegotiationService<{ price: number }>("room", {
      clock: new ManualClock(),
      admit: async ({ move }) => {
        if (move.action === "accept") asked += 1;
        return true;
      },
    });
    const { id } = await room.createNegotiation("a", "b", { price: 1 });
    const accept = () => room.submit(id, "b", { action: "accept" }, { commandId: "once" });
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.map((one) => one.ok && one.duplicate)).toEqual([false, true, true]);
    expect(asked).toBe(1);
    room.destroy();
  });
});
