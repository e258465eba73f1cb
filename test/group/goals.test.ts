import { describe, expect, it } from "vitest";
import { CONFIRM_MS, decideGroup, type GoalOptions, type GroupRecord } from "../../src/group/index.js";
import { T0 } from "../kit/open-room.js";
import { groupRoom, states, task, track } from "./group-room.js";

const OPTIONAL = { required: false };
const HELD = { commitment: "all-or-nothing" } as const;
const BEST: GoalOptions = { kind: "best", count: 1 };

/** A timer that has lost whatever was armed. */
const DEAF = { arm() {}, disarm() {}, start: () => ({ stop() {} }) };

describe("what a group leaves to defaults", () => {
  it("is the preset bindu, whatever the room's, and one slot for all tracks [NG-1]", async () => {
    const world = groupRoom({ rules: { preset: "room" } });
    const group = world.group({ goal: BEST, tracks: [track("a", ["accept"]), track("b", ["accept"])] });
    await group.run();
    expect(group.negotiation("a")?.rules.preset).toBe("bindu");
    expect(group.record?.tracks.map(({ slot, isChosen }) => [slot, isChosen])).toEqual([
      ["default", true],
      ["default", false],
    ]);
  });

  it("is that each track is required, and that others are not waited for [NG-6]", async () => {
    const world = groupRoom();
    const missed = world.group({ tracks: [track("a", ["accept"]), track("b", ["reject"])] });
    expect(await missed.run()).toMatchObject({ status: "failed", reason: "required_failed" });
    const met = world.group({ tracks: [track("a", ["accept"]), track("b", "never", OPTIONAL)] });
    expect(await met.run()).toMatchObject({ status: "completed", at: T0 });
  });

  it.each([
    [0, ["deadlineMs"]],
    [1, []],
    [315_360_000_000, []],
    [315_360_000_001, ["deadlineMs"]],
    [Number.POSITIVE_INFINITY, ["deadlineMs"]],
  ])("is no deadline but one of 1 ms to ten years: %i ms [NG-16]", (deadlineMs, paths) => {
    let found: unknown[] = [];
    try {
      groupRoom().group({ deadlineMs, tracks: [track("a", [])] });
    } catch (error) {
      found = (error as any).details.issues.map(({ path }: { path: unknown[] }) => path.join("."));
    }
    expect(found).toEqual(paths);
  });
});

describe("the best of a slot", () => {
  const later = (ms: number, world: ReturnType<typeof groupRoom>) =>
    new Promise<"accept">((resolve) => void world.clock.setTimeout(() => resolve("accept"), ms));

  it.each([
    ["the earlier acceptance, where scores are equal", [5, 5], [20, 10], "b"],
    ["the earlier track, where both came in one instant", [5, 5], [10, 10], "a"],
    ["whoever is worth anything, before infinity", [Number.POSITIVE_INFINITY, -9], [10, 10], "b"],
    ["whoever is worth anything, before what is no number", [Number.NaN, -9], [10, 10], "b"],
    ["whoever is worth anything, before a scorer's fault", [undefined, -9], [10, 10], "b"],
  ])("is %s; each is scored once, and its score recorded [NG-2, NG-8]", async (_, scores, ms, winner) => {
    const world = groupRoom();
    const scored: string[] = [];
    const group = world.group({
      goal: BEST,
      score: (_terms, { id }) => {
        scored.push(id);
        const score = scores[id === "a" ? 0 : 1];
        if (score === undefined) throw new Error("No score today.");
        return score;
      },
      tracks: [track("a", [later(ms[0] ?? 0, world)]), track("b", [later(ms[1] ?? 0, world)])],
    });
    const running = group.run();
    await world.clock.advance(20);
    await running;
    expect(group.record?.tracks.filter(({ isChosen }) => isChosen).map(({ id }) => id)).toEqual([winner]);
    const worth = scores.map((score) => (Number.isFinite(score) ? score : null));
    expect(group.record?.tracks.map(({ score }) => score)).toEqual(worth);
    expect(scored.sort()).toEqual(["a", "b"]);
  });

  it("is all that is confirmed [NG-12]", async () => {
    const world = groupRoom();
    const confirmed: string[] = [];
    const group = world.group({
      ...HELD,
      goal: BEST,
      score: (_, { id }) => (id === "b" ? 2 : 1),
      confirm: ({ id }) => void confirmed.push(id),
      tracks: [track("a", ["accept"]), track("b", ["accept"]), track("c", ["accept"])],
    });
    expect(await group.run()).toMatchObject({ status: "completed", accepted: { b: task(100) } });
    expect(confirmed).toEqual(["b"]);
  });
});

describe("a quorum", () => {
  it("takes whoever accepted in the same instant, before anything was cancelled [NG-9]", async () => {
    const world = groupRoom();
    const confirmed: string[] = [];
    const group = world.group({
      ...HELD,
      goal: { kind: "quorum", count: 2 },
      confirm: ({ id }) => void confirmed.push(id),
      tracks: [track("a", ["accept"]), track("b", ["accept"]), track("c", ["accept"])],
    });
    await group.run();
    expect(confirmed.sort()).toEqual(["a", "b", "c"]);
    expect(states(group.record)).toEqual({ a: "confirmed", b: "confirmed", c: "confirmed" });
  });

  it("is not met without the tracks that are required [NG-9]", async () => {
    const world = groupRoom();
    let accept = (_: "accept"): void => {};
    const slow = new Promise<"accept">((resolve) => {
      accept = resolve;
    });
    const tracks = [track("a", [slow], { required: true }), track("b", ["accept"]), track("c", ["accept"])];
    const group = world.group({ goal: { kind: "quorum", count: 2 }, tracks });
    const running = group.run();
    await world.clock.advance(1_000);
    expect(group.record?.status).toBe("ongoing");
    accept("accept");
    expect(await running).toMatchObject({ status: "completed", at: T0 + 1_000 });
  });
});

describe("a goal that waits", () => {
  const accepting = (world: ReturnType<typeof groupRoom>, ms: number) =>
    new Promise<"accept">((resolve) => void world.clock.setTimeout(() => resolve("accept"), ms));

  it("for optional tracks does so from the last acceptance that was required [NG-6]", async () => {
    const world = groupRoom();
    const tracks = [
      track("a", ["accept"]),
      track("b", [accepting(world, 500)]),
      track("c", "never", OPTIONAL),
    ];
    const group = world.group({ goal: { kind: "required", optionalMs: 1_000 }, tracks });
    const running = group.run();
    await world.clock.advance(1_499);
    expect(group.record?.status).toBe("ongoing");
    await world.clock.advance(1);
    expect(await running).toMatchObject({ status: "completed", at: T0 + 1_500 });
  });

  it("for a quorum does so while it can be reached, and no longer than its required tracks live [NG-7]", async () => {
    const world = groupRoom();
    const goal = { kind: "quorum", count: 2 } as const;
    const reachable = world.group({ goal, tracks: [track("a", ["accept"]), track("b", "never")] });
    void reachable.run();
    await world.clock.advance(1_000);
    expect(reachable.record?.status).toBe("ongoing");
    const tracks = [track("a", ["reject"], { required: true }), track("b", "never"), track("c", "never")];
    const missed = world.group({ goal, tracks });
    expect(await missed.run()).toMatchObject({
      status: "failed",
      reason: "required_failed",
      at: T0 + 1_000,
    });
    await reachable.abort();
  });
});

describe("the end of a group", () => {
  it.each([
    ["required_failed", undefined],
    ["quorum_unreachable", { kind: "quorum", count: 2 }],
    ["slot_unfilled", { kind: "best", count: 2 }],
  ] as const)("is told with its instant and its reason: %s [NG-19]", async (reason, goal) => {
    const world = groupRoom();
    const rejected = new Promise<"reject">((resolve) => {
      world.clock.setTimeout(() => resolve("reject"), 500);
    });
    const group = world.group({ goal, tracks: [track("a", ["accept"]), track("b", [rejected])] });
    const running = group.run();
    await world.clock.advance(500);
    expect(await running).toMatchObject({ status: "failed", reason, at: T0 + 500 });
  });

  it("has no terms of what was released, and is the same for who runs it twice [NG-19]", async () => {
    const world = groupRoom();
    const group = world.group({ ...HELD, tracks: [track("a", ["accept"]), track("b", ["reject"])] });
    const running = group.run();
    expect(group.run()).toBe(running);
    expect(await running).toMatchObject({ status: "failed", accepted: {}, agreementIds: [] });
    expect(await group.run()).toBe(await running);
    expect(world.milestones()).toEqual(["group:started", "group:failed", "group:settled"]);
  });

  it("ends its reservations, which last as long as it unless something else is said; what is live ends, by no rejection [NG-15, NG-16]", async () => {
    const world = groupRoom();
    const group = world.group({ ...HELD, tracks: [track("a", ["accept"]), track("b", "never")] });
    const running = group.run();
    await world.clock.advance(599_999);
    expect(states(group.record)).toEqual({ a: "reserved", b: "negotiating" });
    await world.clock.advance(1);
    expect(await running).toMatchObject({ status: "expired" });
    expect(states(group.record)).toEqual({ a: "released", b: "failed" });
    const { outcome } = group.negotiation("b") ?? {};
    expect(["cancelled", "total_timeout"]).toContain(outcome?.reason);
    expect(group.record?.tracks[1]?.reason).toBe(outcome?.reason);
  });

  it("is for a member whether something binds that it has agreed to itself [NG-21]", async () => {
    const world = groupRoom();
    const tracks = [track("a", ["accept"]), track("b", ["reject"], OPTIONAL)];
    const group = world.group({ goal: { kind: "required", optionalMs: 1_000 }, tracks });
    expect(await group.run()).toMatchObject({ status: "completed" });
    expect((await group.viewForMember("A"))?.status).toBe("completed");
    expect((await group.viewForMember("B"))?.status).toBe("rejected");
  });

  it("is that of its deadline where an abort comes later, although nothing has woken it [NG-16, NG-17]", async () => {
    const world = groupRoom({ timer: DEAF });
    const group = world.group({ deadlineMs: 1_000, tracks: [track("a", "never")] });
    const running = group.run();
    await world.clock.advance(1_000);
    expect(await group.abort()).toMatchObject({ ok: false, group: { status: "expired" } });
    expect(await running).toMatchObject({ status: "expired", reason: "deadline" });
  });

  it("is its deadline where a goal was met by then, and is heard of when nothing can be confirmed any more [NG-16]", () => {
    const made = decideGroup(
      null,
      {
        type: "create",
        id: "g",
        coordinatorId: "K",
        goal: { kind: "required", optionalMs: 0 },
        ...HELD,
        reserveMs: null,
        deadlineMs: 1_000,
        tracks: [{ id: "a", memberId: "A", negotiationId: "n", required: true, slot: "default" }],
      },
      T0,
    );
    const group = made.ok ? made.group : (undefined as unknown as GroupRecord);
    const outcome = { status: "accepted", reason: "accept", at: T0 + 999 } as const;
    const settle = { type: "settle", trackId: "a", outcome, score: null } as const;
    const last = T0 + 1_000 + CONFIRM_MS - 1;
    expect(decideGroup(group, settle, last)).toMatchObject({ group: { status: "confirming" } });
    expect(decideGroup(group, settle, last + 1)).toMatchObject({
      group: { status: "expired", outcome: { reason: "deadline" }, tracks: [{ release: "due" }] },
    });
  });
});

describe("the hooks of a group", () => {
  it("may offer terms where nothing stands, and where something does [NG-5]", async () => {
    const world = groupRoom();
    const group = world.group({ tracks: [track("a", [60, "accept"], { proposal: undefined })] });
    const running = group.run();
    await world.settle();
    expect(await group.offer("a", task(40))).toMatchObject({ ok: true, turn: { action: "propose" } });
    await world.settle();
    expect(await group.offer("a", task(50))).toMatchObject({ ok: true, turn: { action: "counter" } });
    expect(await running).toMatchObject({ status: "completed", accepted: { a: task(50) } });
  });

  it("are told once more of what came while a review ran, and of a track's end [NG-5]", async () => {
    const world = groupRoom();
    const seen: unknown[] = [];
    const reviewed: (() => void)[] = [];
    const group = world.group({
      review: ({ record }) => {
        seen.push(states(record));
        return new Promise((resolve) => void reviewed.push(resolve));
      },
      tracks: [track("a", ["reject"], OPTIONAL), track("b", [60], OPTIONAL), track("c", "never")],
    });
    void group.run().catch(() => undefined);
    await world.settle();
    expect(seen).toHaveLength(1);
    reviewed.shift()?.();
    await world.settle();
    expect(seen.slice(1)).toEqual([{ a: "failed", b: "negotiating", c: "negotiating" }]);
    reviewed.shift()?.();
    await world.settle();
    expect(reviewed).toEqual([]);
    await world.service.submit(group.negotiation("b")?.id ?? "", "B", { action: "withdraw" });
    await world.settle();
    expect(seen.slice(2)).toEqual([{ a: "failed", b: "failed", c: "negotiating" }]);
  });

  it("are not called once the service has ended, in whose midst it does so [NG-24]", async () => {
    const world = groupRoom();
    const called: string[] = [];
    const group = world.group({
      ...HELD,
      confirm: ({ id }) => {
        called.push(id);
        world.service.destroy();
      },
      release: ({ id }) => void called.push(id),
      tracks: [track("a", ["accept"]), track("b", ["accept"])],
    });
    await expect(group.run()).rejects.toMatchObject({ code: "service_closed" });
    await world.clock.advance(60_000);
    expect(called).toEqual(["a"]);
    const telling = groupRoom();
    const told = telling.group({ tracks: [track("a", ["accept"])] });
    told.on("group:updated", ({ status }) => {
      if (status === "completed") telling.service.destroy();
    });
    await expect(told.run()).rejects.toMatchObject({ code: "service_closed" });
    await telling.settle();
    expect(telling.milestones()).toEqual(["group:started"]);
    const other = groupRoom();
    let reviewCount = 0;
    const reviewing = other.group({
      review: () => void (reviewCount += 1),
      tracks: [track("a", "never")],
    });
    const running = reviewing.run();
    other.service.destroy();
    await expect(running).rejects.toMatchObject({ code: "service_closed" });
    expect(reviewCount).toBe(0);
  });
});

describe("the context of a group", () => {
  it("is initiated until something is proposed, and completed once all is confirmed [BD-9]", async () => {
    const world = groupRoom();
    let confirm = (): void => {};
    const group = world.group({
      ...HELD,
      confirm: () =>
        new Promise<void>((resolve) => {
          confirm = resolve;
        }),
      tracks: [track("a", ["accept"], { proposal: undefined })],
    });
    const running = group.run();
    await world.settle();
    expect((await group.context()).status).toBe("initiated");
    await group.offer("a", task(40));
    await world.settle();
    expect([group.record?.status, (await group.context()).status]).toEqual(["confirming", "ongoing"]);
    confirm();
    await running;
    expect((await group.context()).status).toBe("completed");
  });

  it("names the coordinator first and each member once, and has all proposals by their instants [BD-9]", async () => {
    const world = groupRoom();
    const countered = (id: string, ms: number, credits: number) =>
      ({
        id,
        kind: "system",
        agent: async () => {
          await new Promise<void>((resolve) => void world.clock.setTimeout(resolve, ms));
          return { action: "counter", terms: task(credits) } as const;
        },
      }) as const;
    const group = world.group({
      coordinator: { id: "K", kind: "system", agent: () => new Promise<never>(() => {}) },
      deadlineMs: 1_000,
      tracks: [
        { id: "slow", member: countered("B", 20, 60), proposal: task(1) },
        { id: "fast", member: countered("A", 10, 70), proposal: task(2) },
        { id: "also", member: countered("B", 10, 80), proposal: task(3) },
      ],
    });
    const running = group.run();
    await world.clock.advance(20);
    const { participants, proposals, status } = await group.context();
    expect([participants, status]).toEqual([["K", "B", "A"], "ongoing"]);
    expect(proposals.map(({ terms }) => terms["costCredits"])).toEqual([1, 2, 3, 70, 80, 60]);
    await world.clock.advance(980);
    expect(await running).toMatchObject({ status: "expired" });
    expect((await group.context()).status).toBe("rejected");
  });
});
