import { describe, expect, it } from "vitest";
import type { GroupRecord, ReservationHook } from "../../src/group/index.js";
import { NegotiationGroup } from "../../src/group/index.js";
import type { Agent } from "../../src/ports/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { T0 } from "../kit/open-room.js";
import { hookedStore, later } from "../service/hooked-store.js";
import { groupRoom, states, task, track } from "./group-room.js";

const OPTIONAL = { required: false };

/** Answers by what it is shown alone, so that any process may take its turns. */
const AGENTS: Readonly<Record<string, Agent<any>>> = {
  K: () => ({ action: "counter", terms: task(70) }),
  A: () => ({ action: "accept" }),
  B: ({ standing }) =>
    standing?.terms.costCredits === 100 ? { action: "counter", terms: task(60) } : { action: "accept" },
  C: () => ({ action: "reject" }),
};

/** What is left when ids are: the shape of how it ended. */
function ended({ status, outcome, tracks }: GroupRecord) {
  return {
    status,
    reason: outcome?.reason,
    tracks: tracks.map(({ id, state, reason, isChosen, release }) => ({
      id,
      state,
      reason,
      isChosen,
      release,
    })),
  };
}

interface Course {
  readonly record: GroupRecord;
  readonly calls: number;
  /** What took effect, by command id. */
  readonly effects: Readonly<Record<string, number>>;
  /** How often each turn of a member was asked for, where it had been stored before. */
  readonly askedAgain: number;
}

/** Runs the group to its end, stopping the process after the given store call, if any. */
async function course(cRequired: boolean, stopAfter: number, isLate: boolean): Promise<Course> {
  const clock = new ManualClock(T0);
  const memory = new MemoryStore();
  const done = new Set<string>();
  const effects: Record<string, number> = {};
  let askedAgain = 0;
  let calls = 0;
  let isStopped = false;
  const effect: ReservationHook<any> = (_, { commandId }) => {
    if (!done.has(commandId)) effects[commandId] = (effects[commandId] ?? 0) + 1;
    done.add(commandId);
  };
  const life = (stops: number): NegotiationService<any> => {
    const mine = { calls: 0, isOver: false };
    const store = hookedStore((method, work, argument) => {
      if (mine.isOver) return new Promise(() => {});
      calls += 1;
      mine.calls += 1;
      const answer = isLate ? later(method, work, argument) : work();
      if (mine.calls === stops) {
        mine.isOver = true;
        isStopped = true;
        // What was asked of the store takes effect; nobody hears of it.
        return new Promise(() => {});
      }
      return answer;
    }, memory);
    const agentFor =
      ({ id }: { id: string }): Agent<any> =>
      (call) => {
        const stored = memory.turns(call.negotiationId).length;
        if (stored >= call.turnNumber) askedAgain += 1;
        return AGENTS[id]?.(call) as never;
      };
    return new NegotiationService<any>("market-7", { store, clock, agentFor, warnings: false });
  };
  const id = "grp_1";
  const tracks = [
    { id: "a", member: "A", proposal: task(100) },
    { id: "b", member: "B", proposal: task(100) },
    { id: "c", member: "C", proposal: task(100), required: cRequired },
  ];
  const functions = { confirm: effect, release: effect };
  const first = life(stopAfter);
  const options = { id, coordinator: "K", tracks, commitment: "all-or-nothing", ...functions } as const;
  void new NegotiationGroup<any>(first, options).run().catch(() => undefined);
  await clock.advance(10);
  let group: NegotiationGroup<any> | undefined;
  if (isStopped) {
    first.destroy();
    const second = life(Number.POSITIVE_INFINITY);
    await second.resume();
    group = await NegotiationGroup.resume<any>(second, id, functions).catch(() => undefined);
    group ??= new NegotiationGroup<any>(second, options);
    void group.run();
    await clock.advance(2_000);
  }
  const record = memory.load(id)?.state as unknown as GroupRecord;
  return { record, calls, effects, askedAgain };
}

describe("a process that is stopped after each store call in turn", () => {
  it.each([
    [false, "completes", false],
    [true, "fails and releases", false],
    [false, "completes, over a store that answers later", true],
    [true, "fails and releases, over a store that answers later", true],
  ] as const)(
    "resumes to the record of the uninterrupted run; C required: %s, it %s [AS-100, NG-14]",
    async (cRequired, _, isLate) => {
      const whole = await course(cRequired, Number.POSITIVE_INFINITY, isLate);
      expect(whole.record.status).toBe(cRequired ? "failed" : "completed");
      expect(whole.calls).toBeGreaterThan(10);
      for (let stop = 1; stop <= whole.calls; stop += 1) {
        const { record, effects, askedAgain } = await course(cRequired, stop, isLate);
        const where = `stopped after call ${stop}`;
        // Which tracks had answered when C's rejection ended it is a matter of order, and not of the crash.
        if (!cRequired) expect(ended(record), where).toEqual(ended(whole.record));
        expect({ status: record.status, settled: record.settledAt !== null }, where).toEqual({
          status: whole.record.status,
          settled: true,
        });
        expect(
          Object.values(effects).every((count) => count === 1),
          where,
        ).toBe(true);
        const kinds = new Set(Object.keys(effects).map((commandId) => commandId.split(":")[2]));
        expect(
          [...kinds].every((kind) => kind === (cRequired ? "release" : "confirm")),
          where,
        ).toBe(true);
        for (const { state, release } of record.tracks)
          expect(
            state !== "reserved" && release !== "due" && (state !== "released" || release === "done"),
            where,
          ).toBe(true);
        expect(askedAgain, where).toBe(0);
      }
    },
  );

  it("counts what had ended in time, also when it is resumed after the deadline [NG-14, NG-16]", async () => {
    const clock = new ManualClock(T0);
    const store = new MemoryStore();
    const first = groupRoom({ clock, store });
    const group = first.group({ deadlineMs: 1_000, tracks: [track("a", "never"), track("b", ["accept"])] });
    void group.run().catch(() => undefined);
    await first.settle();
    first.service.destroy();
    const member = new NegotiationService<any>("market-7", { store, clock });
    const negotiationId = group.record?.tracks[0]?.negotiationId ?? "";
    await member.submit(negotiationId, "A", { action: "accept" });
    await clock.advance(5_000);
    const second = groupRoom({ clock, store });
    const resumed = await second.resume(group.id);
    expect(await resumed.run()).toMatchObject({
      status: "completed",
      accepted: { a: task(100), b: task(100) },
    });
  });

  it("refuses to resume what is no group, and to begin one whose id is taken [NG-14]", async () => {
    const world = groupRoom();
    await expect(world.resume("grp_nobody")).rejects.toMatchObject({ code: "unknown_negotiation" });
    await world.service.createNegotiation("K", "A", task(1), { id: "n", rules: { preset: "bindu" } });
    await expect(world.resume("n")).rejects.toMatchObject({ code: "unknown_negotiation" });
    const one = world.group({ id: "grp_1", tracks: [track("a", ["accept"])] });
    await one.run();
    const other = world.group({ id: "grp_1", tracks: [track("a", ["accept"])] });
    await expect(other.run()).rejects.toMatchObject({ code: "id_taken" });
    const again = await world.resume("grp_1");
    expect(await again.run()).toMatchObject({ status: "completed", accepted: { a: task(100) } });
  });
});

describe("a group beside its room", () => {
  it("hands its store nothing that anybody could change afterwards [NG-2]", async () => {
    const kinds = new Set<string>();
    const open: string[] = [];
    const store = hookedStore((method, work, given) => {
      if ((method === "create" || method === "commit") && given.id.startsWith("grp_")) {
        for (const { type } of given.entry.details.commands ?? []) kinds.add(type);
        if (!isDeepFrozen(given.state) || !isDeepFrozen(given.entry.details)) open.push(given.entry.kind);
      }
      return work();
    });
    const world = groupRoom({ clock: new ManualClock(T0), store });
    const rules = { turnMs: 5_000 };
    const tracks = [
      track("a", ["accept"], { rules }),
      track("b", [60, "accept"], OPTIONAL),
      track("c", ["reject"], OPTIONAL),
    ];
    const commitment = "all-or-nothing";
    const done = world.group({ tracks, commitment, confirm: () => undefined }).run();
    expect(await done).toMatchObject({ status: "completed" });
    const failing = (): never => {
      throw new Error("No.");
    };
    void world
      .group({
        tracks: [track("a", ["accept"]), track("b", ["accept"])],
        commitment,
        confirm: failing,
        release: () => undefined,
      })
      .run();
    await world.settle();
    const aborted = world.group({ tracks: [track("a", "never")] });
    void aborted.run();
    await world.settle();
    await aborted.abort("Enough.");
    expect(open).toEqual([]);
    expect([...kinds].sort()).toEqual(["abort", "begin", "confirm", "refuse", "release", "settle"]);
  });

  it("has a row of its own, which no listing, sweep, command or resumption of the room meets [NG-2]", async () => {
    const clock = new ManualClock(T0);
    const store = new MemoryStore();
    const world = groupRoom({ clock, store });
    const group = world.group({
      tracks: [track("a", "never"), track("b", ["accept"], OPTIONAL)],
      deadlineMs: 60_000,
    });
    void group.run().catch(() => undefined);
    await world.settle();
    const row = store.load(group.id);
    expect(row).toMatchObject({
      initiatorId: group.id,
      responderId: group.id,
      deadline: { kind: "total", at: T0 + 60_000 },
    });
    expect(row?.state).toEqual(group.record);
    expect(store.entries(group.id).every(({ kind }) => kind.startsWith("group:"))).toBe(true);
    const listed = await world.service.list({ partyId: "K", limit: 10 });
    expect([listed.items.length, listed.total]).toEqual([2, 2]);
    expect((await world.service.list({ partyId: group.id, limit: 10 })).total).toBe(0);
    expect(await world.service.loadNegotiation(group.id)).toBeUndefined();
    expect(await world.service.submit(group.id, "K", { action: "withdraw" })).toMatchObject({
      code: "unknown_negotiation",
    });
    expect(await world.service.cancel(group.id)).toMatchObject({ code: "unknown_negotiation" });
    world.service.destroy();
    // Another process, in which nobody has resumed it: overdue, it is left alone.
    const before = store.load(group.id);
    const other = new NegotiationService<any>("market-7", { store, clock, warnings: false });
    await other.resume();
    await clock.advance(120_000);
    await other.wake(group.id);
    expect(store.load(group.id)).toEqual(before);
    expect(() => new NegotiationService(row?.roomId ?? "")).toThrow(TypeError);
  });

  it("ends with its service: no hook, event or timer afterwards, and run() says so [NG-24]", async () => {
    const world = groupRoom();
    const hooked: string[] = [];
    const group = world.group({
      commitment: "all-or-nothing",
      tracks: [track("a", ["accept"]), track("b", "never")],
      review: () => void hooked.push("review"),
      release: () => void hooked.push("release"),
    });
    const running = group.run();
    await world.settle();
    const told = world.told.length;
    const count = hooked.length;
    await world.service.close();
    await expect(running).rejects.toMatchObject({ code: "service_closed" });
    await world.clock.advance(1_000_000);
    expect([world.told.length, hooked.length, world.clock.pendingCount]).toEqual([told, count, 0]);
    expect(() => world.group({ tracks: [track("a", [])] })).toThrow(/open service/);
  });

  it("does not wait for one opening to be stored before it begins with the next [NG-3]", async () => {
    const clock = new ManualClock(T0);
    const slow = hookedStore(async (method, work, argument) => {
      if (method === "create" && argument.responderId !== argument.id)
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, 50));
      return work();
    });
    const world = groupRoom({ clock, store: slow });
    const group = world.group({ tracks: ["a", "b", "c"].map((id) => track(id, "never")) });
    void group.run().catch(() => undefined);
    await clock.advance(49);
    expect(states(group.record)).toEqual({ a: "pending", b: "pending", c: "pending" });
    await clock.advance(1);
    expect(states(group.record)).toEqual({ a: "negotiating", b: "negotiating", c: "negotiating" });
  });

  it("goes on with the agents that it is handed, the coordinator's too [NG-14]", async () => {
    const clock = new ManualClock(T0);
    const store = new MemoryStore();
    const first = groupRoom({ clock, store });
    const begun = first.group({ tracks: [track("a", "never")] });
    void begun.run().catch(() => undefined);
    await first.settle();
    first.service.destroy();
    const second = groupRoom({ clock, store });
    const agents = { K: AGENTS["K"], A: AGENTS["B"] } as Record<string, Agent<any>>;
    const group = await second.resume(begun.id, { agents });
    expect(await group.run()).toMatchObject({ status: "completed", accepted: { a: task(70) } });
  });

  it("goes on over a slow store with one decision at a time, and scores what ended meanwhile once [NG-8, NG-14]", async () => {
    const clock = new ManualClock(T0);
    const memory = new MemoryStore();
    const options = {
      goal: { kind: "best", count: 1 },
      tracks: [track("a", "never"), track("b", "never")],
    } as const;
    const first = groupRoom({ clock, store: memory });
    const begun = first.group(options);
    void begun.run().catch(() => undefined);
    await first.settle();
    first.service.destroy();
    const elsewhere = groupRoom({ clock, store: memory });
    await elsewhere.service.submit(begun.negotiation("a")?.id ?? "", "A", { action: "accept" });
    elsewhere.service.destroy();
    let atOnce = 0;
    let most = 0;
    const slow = hookedStore(async (method, work, argument) => {
      if (method !== "commit" || argument.id !== begun.id) return work();
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 10));
      atOnce -= 1;
      return work();
    }, memory);
    const scored: string[] = [];
    const second = groupRoom({ clock, store: slow });
    const group = await second.resume(begun.id, {
      score: (_, { id }) => scored.push(id),
      agents: { A: () => ({ action: "accept" }), B: () => ({ action: "accept" }) },
    });
    const running = group.run();
    await clock.advance(1_000);
    expect(await running).toMatchObject({ status: "completed" });
    expect(scored).toEqual(["a", "b"]);
    expect(most).toBe(1);
  });

  it("stores its decisions again when the store fails, and asks nobody twice [NG-14]", async () => {
    const clock = new ManualClock(T0);
    let failures = 0;
    const store = hookedStore((method, work, argument) => {
      const isOurs = method === "commit" && String(argument.entry?.kind).startsWith("group:");
      if (isOurs && failures++ % 2 === 0) {
        if (failures % 4 === 1) work();
        throw new Error("The store is away.");
      }
      return work();
    });
    const world = groupRoom({ clock, store });
    const effects: string[] = [];
    const group = world.group({
      commitment: "all-or-nothing",
      confirm: (_, { commandId }) => void effects.push(commandId),
      tracks: [track("a", ["accept"]), track("b", [60, "accept"])],
      coordinator: { id: "K", kind: "system", agent: () => ({ action: "counter", terms: task(70) }) },
    });
    const running = group.run();
    await world.clock.advance(60_000);
    expect(await running).toMatchObject({ status: "completed" });
    expect(new Set(effects).size).toBe(effects.length);
    expect(states(group.record)).toEqual({ a: "confirmed", b: "confirmed" });
  });
});
