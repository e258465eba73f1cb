import { describe, expect, it } from "vitest";
import type { DeadlineTimer, WakeUp, WakeUpHandler } from "../../../src/ports/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { codeOf, openRoom, T0 } from "../../kit/open-room.js";
import { faulty, later, openStored, plainly } from "../hooked-store.js";

const P = { totalAmount: 100 };

/** A timer that wakes when the test says so, and may fail. */
class HandTimer implements DeadlineTimer {
  readonly armed = new Map<string, WakeUp>();
  readonly log: string[] = [];
  handler: WakeUpHandler | undefined;
  failing = new Set<string>();
  answersLater = false;

  arm(wakeUp: WakeUp): void | Promise<void> {
    this.armed.set(wakeUp.id, wakeUp);
    return this.#answer("arm", undefined);
  }

  disarm(id: string): void | Promise<void> {
    this.armed.delete(id);
    return this.#answer("disarm", undefined);
  }

  start(handler: WakeUpHandler) {
    this.handler = handler;
    const stop = (): void | Promise<void> => {
      this.handler = undefined;
      return this.#answer("stop", undefined);
    };
    return this.#answer("start", { stop });
  }

  async wake(id: string): Promise<void> {
    await this.handler?.({ id, version: 0, roomId: "room-1" });
  }

  #answer<T>(method: string, value: T): T | Promise<T> {
    this.log.push(method);
    if (!this.failing.has(method)) return this.answersLater ? Promise.resolve(value) : value;
    const error = new Error(`${method} failed`);
    if (this.answersLater) return Promise.reject(error);
    throw error;
  }
}

function handRoom(options: Parameters<typeof openRoom>[0] = {}) {
  const timer = new HandTimer();
  const warned: string[] = [];
  const opened = openRoom({ timer, observer: { warn: (what) => void warned.push(what) }, ...options });
  return { ...opened, timer, warned };
}

describe("Room: wake-ups", () => {
  it("listens from the first negotiation on, and arms the earliest deadline after each commit", async () => {
    const { room, timer, clock } = handRoom();
    expect(timer.log).toEqual([]);
    const { id } = await room.createNegotiation("a", "b", P);
    expect(timer.log).toEqual(["start", "arm"]);
    expect(timer.armed.get(id)).toEqual({
      id,
      version: 0,
      roomId: "room-1",
      at: T0 + 30_000,
      keepsProcessAlive: false,
    });
    await clock.advance(5);
    await room.submit(id, "b", { action: "counter", terms: P });
    expect(timer.armed.get(id)).toMatchObject({ version: 1, at: T0 + 30_005 });
    await room.submit(id, "a", { action: "accept" });
    expect(timer.log).toEqual(["start", "arm", "arm", "disarm"]);
    expect(timer.armed.size).toBe(0);
  });

  it("EN-23: a wake-up that is early, repeated, stale or of an unknown id changes nothing", async () => {
    const { room, timer, clock, told } = handRoom();
    const created = await room.createNegotiation("a", "b", P);
    const before = told.length;
    await clock.advance(29_999);
    for (const id of [created.id, created.id, "nope"]) await timer.wake(id);
    expect(told).toHaveLength(before);
    expect(room.getNegotiation(created.id)).toBe(created);
    expect(timer.armed.get(created.id)?.at).toBe(T0 + 30_000);
    await clock.advance(1);
    await timer.wake(created.id);
    const record = room.getNegotiation(created.id);
    expect(record?.status).toBe("expired");
    await timer.wake(created.id);
    expect(room.getNegotiation(created.id)).toBe(record);
    expect(told.slice(before).map(({ name }) => name)).toEqual([
      "negotiation:expired",
      "negotiation:settled",
    ]);
  });

  it("keeps the process alive while negotiate() waits, and for nothing else [EN-59]", async () => {
    const { room, timer, clock } = handRoom({ rules: { oneActive: "none" } });
    const silent = { id: "b", kind: "system", agent: () => new Promise<never>(() => {}) } as const;
    const outcome = room.negotiate({ initiator: "a", responder: "b", proposal: P, id: "n" });
    const keeps = (id: string) => timer.armed.get(id)?.keepsProcessAlive;
    expect(keeps("n")).toBe(true);
    await room.submit("n", "b", { action: "counter", terms: P });
    expect(keeps("n")).toBe(true);
    const asked = await room.createNegotiation("a", silent, P, { commandId: "once" });
    await clock.advance(0);
    expect(keeps(asked.id)).toBe(false);
    const again = room.negotiate({ initiator: "a", responder: silent, proposal: P, commandId: "once" });
    again.catch(() => undefined);
    await clock.advance(0);
    expect(keeps(asked.id)).toBe(true);
    await room.submit("n", "a", { action: "accept" });
    expect(await outcome).toMatchObject({ status: "accepted" });
    expect(timer.armed.has("n")).toBe(false);
    room.destroy();
  });

  it.each([
    ["throws", false],
    ["rejects", true],
  ])(
    "ST-30: a timer that %s costs no command, keeps no room from closing, and the observer hears",
    async (...row) => {
      const { room, timer, clock, warned, headlines } = handRoom();
      timer.answersLater = row[1];
      timer.failing = new Set(["arm", "disarm", "stop"]);
      const { id } = await room.createNegotiation("a", "b", P);
      expect(await room.submit(id, "b", { action: "accept" })).toMatchObject({ ok: true });
      await clock.advance(0);
      expect(headlines()).toEqual(["negotiation:started", "negotiation:agreed", "negotiation:settled"]);
      await room.close();
      await room.close();
      room.destroy();
      expect(timer.log.filter((call) => call === "stop")).toHaveLength(1);
      expect(warned).toEqual(["timer arm failed", "timer disarm failed", "timer stop failed"]);
    },
  );

  it.each([
    ["throws", false],
    ["rejects", true],
  ])("ST-30: a timer whose start %s is started again with the next negotiation", async (_, answersLater) => {
    const { room, timer, clock, warned } = handRoom({ rules: { oneActive: "none" } });
    timer.answersLater = answersLater;
    timer.failing = new Set(["start"]);
    expect(await room.createNegotiation("a", "b", P)).toMatchObject({ status: "proposed" });
    await clock.advance(0);
    expect(warned).toEqual(["timer start failed"]);
    timer.failing.clear();
    await room.createNegotiation("a", "b", P);
    await room.createNegotiation("a", "b", P);
    expect(timer.log.filter((call) => call === "start")).toHaveLength(2);
  });
});

describe("Room: wake-ups while the store is away", () => {
  it.each(["before", "after"] as const)(
    "B-24: a deadline whose commit throws %s it is stored, three times, still ends it",
    async (when) => {
      const fault = `throws ${when}` as const;
      const opened = openStored(plainly);
      const outcome = opened.room.negotiate({ initiator: "a", responder: "b", proposal: P, id: "n" });
      await opened.clock.advance(0);
      opened.hook = faulty("commit", fault, fault, fault);
      await opened.clock.advance(60_000);
      expect(await outcome).toMatchObject({ status: "expired", reason: "turn_timeout" });
      // Also of an end whose answer was lost: who waits here looks again, and finds it.
      expect(opened.count("negotiation:settled")).toBe(1);
      expect(opened.room.getNegotiation("n")?.status).toBe("expired");
      expect(opened.clock.pendingCount).toBe(0);
    },
  );
});

describe("Room: agents", () => {
  it("EN-42: agentFor gives the agent of a party that brought none, and of no other", async () => {
    const asked: unknown[] = [];
    const agent = scriptedAgent<any>([{ action: "propose", terms: P }]);
    const { room } = openRoom({
      agentFor: (party) => {
        asked.push(party);
        return scriptedAgent([{ action: "accept" }]);
      },
    });
    const a = { id: "a", kind: "system", agent: agent as never } as const;
    const outcome = await room.negotiate({ initiator: a, responder: "b" });
    expect(outcome).toMatchObject({ status: "accepted", by: "b" });
    expect(asked).toEqual([{ id: "b", kind: "system" }]);
  });

  it("an agent goes with its negotiation: the next one of that id does not find it", async () => {
    const { room, clock } = openRoom({ keepSettled: 0 });
    const agent = scriptedAgent<any>([{ action: "accept" }]);
    await room.negotiate({
      initiator: "a",
      responder: { id: "b", kind: "system", agent: agent as never },
      proposal: P,
      id: "n",
    });
    await room.createNegotiation("a", "b", P, { id: "n" });
    await clock.advance(0);
    expect(agent.calls).toHaveLength(1);
    expect(room.getNegotiation("n")?.status).toBe("proposed");
  });
});

describe("Room: its end", () => {
  it("SY-6: closing twice is closing once: both wait for the commands that are queued", async () => {
    const opened = openStored(later);
    const { id } = await opened.room.createNegotiation("a", "b", P);
    const answer = opened.room.submit(id, "b", { action: "accept" });
    const closings = [opened.room.close(), opened.room.close()];
    expect(await codeOf(opened.room.submit(id, "b", { action: "accept" }))).toBe("service_closed");
    await Promise.all(closings);
    expect(await answer).toMatchObject({ ok: true });
    expect(opened.count("negotiation:agreed")).toBe(1);
    expect(opened.clock.pendingCount).toBe(0);
  });

  it("EN-15: closing ends no negotiation, and a store that was handed in stays open", async () => {
    const opened = openStored(plainly);
    const { id } = await opened.room.createNegotiation("a", "b", P);
    await opened.room.close();
    expect(opened.memory.load(id)).toMatchObject({ isFinal: false, status: "proposed" });
    const next = openStored(plainly, {}, opened.clock, opened.memory);
    expect(await next.room.submit(id, "b", { action: "accept" })).toMatchObject({ ok: true });
  });

  it("EN-41: negotiate rejects with service_closed when the room closes meanwhile", async () => {
    for (const end of ["close", "destroy"] as const) {
      const { room, clock } = openRoom();
      const outcome = codeOf(room.negotiate({ initiator: "a", responder: "b", proposal: P }));
      await clock.advance(0);
      await room[end]();
      expect(await outcome).toBe("service_closed");
    }
  });

  it("DESIGN 5.11: destroying inside a listener silences the rest of that commit's events", async () => {
    const { room, clock, names } = openRoom();
    room.on("turn:recorded", ({ turn }) => {
      if (turn.action === "accept") room.destroy();
    });
    const { id } = await room.createNegotiation("a", "b", P);
    expect(await room.submit(id, "b", { action: "accept" })).toMatchObject({ ok: true });
    await clock.advance(200_000);
    expect(names()).toEqual(["negotiation:started", "turn:recorded", "turn:awaited", "turn:recorded"]);
    expect(clock.pendingCount).toBe(0);
  });
});
