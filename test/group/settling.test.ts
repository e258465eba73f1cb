import { describe, expect, it } from "vitest";
import { createNegotiationGroup } from "../../src/group/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { codeOf, T0 } from "../kit/open-room.js";
import { overriding } from "../kit/wrapped-store.js";
import { groupRoom, states, task, track } from "./group-room.js";

/** Only for what hangs. */
const HANGS_MS = 4_000;

/** A store that fails while the test says so. */
function failing() {
  const memory = new MemoryStore();
  const failure = { isOn: false };
  const store = overriding(memory, {
    load(own, id) {
      if (failure.isOn && !id.startsWith("grp_")) throw new Error("out of order");
      return own.load(id);
    },
  });
  return { store, failure };
}

/** A group one of whose tracks was confirmed before this process began, and whose other one has still to end. */
async function resumedHalfway() {
  const { store, failure } = failing();
  const clock = new ManualClock(T0);
  const before = groupRoom({ store, clock });
  const first = before.group({ id: "grp_1", tracks: [track("a", ["accept"]), track("b", "never")] });
  const lost = first.run().catch(() => undefined);
  await before.settle();
  before.service.destroy();
  await lost;
  const world = groupRoom({ store, clock });
  const group = await world.resume("grp_1");
  await world.settle();
  expect(states(group.record)).toEqual({ a: "confirmed", b: "negotiating" });
  return { world, group, failure };
}

describe("a group", () => {
  it(
    "answers an abort before it runs, and is then aborted first of all [NG-17]",
    async () => {
      const world = groupRoom();
      const group = world.group({ tracks: [track("a", ["accept"])] });
      expect(await group.abort("too dear")).toEqual({ ok: true, group: undefined });
      expect(await group.run()).toMatchObject({ status: "aborted", reason: "aborted" });
      expect(group.record?.outcome?.note).toBe("too dear");
    },
    HANGS_MS,
  );

  it(
    "gives its result although the store fails when the terms are read [NG-19]",
    async () => {
      const { world, group, failure } = await resumedHalfway();
      const running = group.run();
      const { id } = group.negotiation("b") ?? { id: "" };
      failure.isOn = true;
      await world.service.submit(id, "B", { action: "accept" });
      await world.clock.advance(1_000);
      failure.isOn = false;
      await world.clock.advance(10_000);
      expect(await running).toMatchObject({ status: "completed", accepted: { a: task(100), b: task(100) } });
      await world.service.close();
      expect(world.clock.pendingCount).toBe(0);
    },
    HANGS_MS,
  );

  it(
    "whose service is closed while its terms are read rejects with service_closed [NG-24]",
    async () => {
      for (const ms of [0, 100, 1_000, 5_000]) {
        const { world, group, failure } = await resumedHalfway();
        const code = codeOf(group.run());
        const { id } = group.negotiation("b") ?? { id: "" };
        failure.isOn = true;
        await world.service.submit(id, "B", { action: "accept" });
        await world.clock.advance(ms);
        world.service.destroy();
        expect(await code).toBe("service_closed");
      }
    },
    HANGS_MS,
  );

  it(
    "that is run after its service was closed stores nothing [NG-24]",
    async () => {
      const store = new MemoryStore();
      const world = groupRoom({ store });
      const group = world.group({ id: "grp_1", tracks: [track("a", ["accept"])] });
      await world.service.close();
      expect(await codeOf(group.run())).toBe("service_closed");
      expect(await store.load("grp_1")).toBeNull();
      expect(await codeOf(group.abort().then(() => Promise.reject({ code: "answered" })))).toBe("answered");
    },
    HANGS_MS,
  );

  it(
    "hears of members in another process that end at once, and are let go at once",
    async () => {
      for (const isHearing of [false, true]) {
        const clock = new ManualClock(T0);
        const store = new MemoryStore();
        const options = {
          store,
          clock,
          keepSettled: 0,
          outbox: true,
          warnings: false,
          ...(isHearing && { hearOthers: true }),
        };
        const here = new NegotiationService<any>("market-7", options);
        const there = new NegotiationService<any>("market-7", options);
        const members = ["A", "B"].map((id) => ({ id: id.toLowerCase(), member: id, proposal: task(1) }));
        const group = createNegotiationGroup(here, {
          coordinator: "K",
          tracks: members,
          commitment: "all-or-nothing",
        });
        const running = group.run();
        await clock.advance(10);
        for (const { negotiationId, memberId } of group.record?.tracks ?? [])
          await there.submit(negotiationId, memberId, { action: "accept" });
        await clock.advance(30_000);
        expect(group.record, isHearing ? "by the feed" : "by looking").toMatchObject({ status: "completed" });
        expect(await running).toMatchObject({ accepted: { a: task(1), b: task(1) } });
        here.destroy();
        there.destroy();
      }
    },
    HANGS_MS,
  );

  it(
    "hears of a member that answers before the feed has begun [ST-105]",
    async () => {
      const clock = new ManualClock(T0);
      const memory = new MemoryStore();
      let begin = (): void => {};
      const begins = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const slow = overriding(memory, {
        async feed(own, ...given) {
          await begins;
          return (own.feed as NonNullable<typeof own.feed>)(...given);
        },
      });
      const options = { clock, outbox: true, warnings: false };
      for (const keepSettled of [0, 10]) {
        const here = new NegotiationService<any>("market-7", {
          ...options,
          store: slow,
          hearOthers: true,
          keepSettled,
        });
        const there = new NegotiationService<any>("market-7", { ...options, store: memory });
        const events: string[] = [];
        here.on("negotiation:agreed", ({ remote }) => void events.push(`agreed ${remote === true}`));
        const tracks = [{ id: "a", member: "A", proposal: task(1) }];
        const group = createNegotiationGroup(here, { coordinator: "K", tracks });
        const running = group.run();
        await clock.advance(0);
        await there.submit(group.record?.tracks[0]?.negotiationId ?? "", "A", { action: "accept" });
        begin();
        await clock.advance(5_000);
        expect(events).toEqual(["agreed true"]);
        expect(group.record).toMatchObject({ status: "completed" });
        await running;
        here.destroy();
        there.destroy();
      }
    },
    HANGS_MS,
  );

  it(
    "goes on, when resumed, with the tracks that a met quorum has kept [NG-9, NG-14]",
    async () => {
      const clock = new ManualClock(T0);
      const store = new MemoryStore();
      const before = groupRoom({ store, clock });
      const first = before.group({
        id: "grp_1",
        goal: { kind: "quorum", count: 1, keepRest: true },
        commitment: "all-or-nothing",
        tracks: [track("a", ["accept"]), track("b", "never")],
      });
      expect(await first.run()).toMatchObject({ status: "completed" });
      before.service.destroy();
      const world = groupRoom({ store, clock });
      const confirmed: string[] = [];
      const agents = { B: () => ({ action: "accept" }) as const };
      const group = await world.resume("grp_1", { agents, confirm: ({ id }) => void confirmed.push(id) });
      await world.clock.advance(10);
      expect(states(group.record)).toEqual({ a: "confirmed", b: "confirmed" });
      expect(confirmed).toEqual(["b"]);
      expect((await store.load("grp_1"))?.isFinal).toBe(true);
    },
    HANGS_MS,
  );

  it(
    "does not wait for a track whose negotiation was deleted [NG-18]",
    async () => {
      const clock = new ManualClock(T0);
      const store = new MemoryStore();
      const world = groupRoom({ store, clock });
      const group = world.group({ tracks: [track("a", "never"), track("b", ["accept"])] });
      const running = group.run();
      await world.settle();
      await store.delete(group.record?.tracks[0]?.negotiationId ?? "");
      await world.clock.advance(5_000);
      expect(group.record?.tracks[0]).toMatchObject({ state: "failed", reason: "unknown_negotiation" });
      expect(await running).toMatchObject({ status: "failed", reason: "required_failed" });
    },
    HANGS_MS,
  );
});
