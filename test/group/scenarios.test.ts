import { describe, expect, it } from "vitest";
import type { GroupOptions, GroupRecord } from "../../src/group/index.js";
import { T0 } from "../kit/open-room.js";
import { answering, groupRoom, states, task, track } from "./group-room.js";

const OPTIONAL = { required: false };

/** A coordinator that counters with 70 once, and takes what comes then. */
const COORDINATOR = { id: "K", kind: "system", agent: answering([70, "accept", "accept"]) } as const;

/** Hooks that write down what they were called with. */
function hooks(refused: Readonly<Record<string, number>> = {}) {
  const calls: string[] = [];
  const left = { ...refused };
  const hook = (kind: string) => (of: { readonly id: string }, call: { readonly commandId: string }) => {
    calls.push(call.commandId.replace(/^[^:]*:/, ""));
    const key = `${of.id}:${kind}`;
    if ((left[key] ?? 0) > 0) {
      left[key] = (left[key] ?? 0) - 1;
      throw new Error("It could not be done.");
    }
  };
  return { calls, both: { confirm: hook("confirm"), release: hook("release") } };
}

describe("a group of K with A, B and C", () => {
  it("completes although C, which is not required, rejects [AS-90]", async () => {
    const world = groupRoom();
    const group = world.group({
      coordinator: COORDINATOR,
      tracks: [track("a", ["accept"]), track("b", [60, "accept"]), track("c", ["reject"], OPTIONAL)],
    });
    const { status, reason, accepted, agreementIds } = await group.run();
    expect({ status, reason, accepted }).toEqual({
      status: "completed",
      reason: "goal_met",
      accepted: { a: task(100), b: task(70) },
    });
    expect(agreementIds).toEqual(group.record?.tracks.slice(0, 2).map(({ negotiationId }) => negotiationId));
    const context = await group.context();
    const ofPair = (member: string) =>
      context.proposals
        .filter(({ fromAgent, toAgent }) => fromAgent === member || toAgent === member)
        .map((one) => one.status);
    expect([ofPair("A"), ofPair("B"), ofPair("C")]).toEqual([
      ["accepted"],
      ["countered", "countered", "accepted"],
      ["rejected"],
    ]);
    expect(context.status).toBe("completed");
    expect(context.participants).toEqual(["K", "A", "B", "C"]);
  });

  it.each([
    ["each", "confirmed"],
    ["all-or-nothing", "released"],
  ] as const)("fails when a required C rejects; with %s A is then %s [AS-91]", async (commitment, state) => {
    const world = groupRoom();
    const group = world.group({
      commitment,
      tracks: [track("a", ["accept"]), track("b", "never"), track("c", ["reject"])],
    });
    const result = await group.run();
    expect(result).toMatchObject({ status: "failed", reason: "required_failed", at: T0 });
    expect(states(group.record)).toEqual({ a: state, b: "failed", c: "failed" });
    expect(group.record?.tracks.map(({ reason }) => reason)).toEqual([null, "cancelled", "reject"]);
    expect(Object.keys(result.accepted)).toEqual(commitment === "each" ? ["a"] : []);
  });

  it("sends all openings before any answer is processed, and takes as long as one member [AS-92, NG-3]", async () => {
    const world = groupRoom();
    const slow = (answer: "accept") => ({
      member: {
        id: answer,
        kind: "system" as const,
        agent: () =>
          new Promise<{ action: "accept" }>((resolve) => {
            world.clock.setTimeout(() => resolve({ action: answer }), 100);
          }),
      },
    });
    const tracks = ["a", "b", "c"].map((id) => {
      const { member } = slow("accept");
      return { id, member: { ...member, id: id.toUpperCase() }, proposal: task(100) };
    });
    const running = world.group({ tracks }).run();
    await world.settle();
    const recorded = world.told
      .filter(({ name }) => name === "turn:recorded")
      .map(({ payload }) => payload.turn.action);
    expect(recorded).toEqual(["propose", "propose", "propose"]);
    await world.clock.advance(99);
    expect(world.milestones()).toEqual(["group:started"]);
    await world.clock.advance(1);
    expect((await running).at).toBe(T0 + 100);
  });

  it("does not wait for an optional B that never answers [AS-93]", async () => {
    const world = groupRoom();
    const group = world.group({
      goal: { kind: "required", optionalMs: 0 },
      tracks: [track("a", ["accept"]), track("b", "never", OPTIONAL), track("c", ["accept"])],
    });
    expect(await group.run()).toMatchObject({ status: "completed", at: T0 });
    expect(group.record?.tracks[1]).toMatchObject({ state: "failed", reason: "cancelled" });
    expect(group.negotiation("b")?.outcome?.reason).toBe("cancelled");
  });

  it("expires at its deadline and not before, and releases what it holds, once [AS-94, NG-16]", async () => {
    const world = groupRoom();
    const host = hooks();
    const group = world.group({
      ...host.both,
      commitment: "all-or-nothing",
      tracks: [track("a", ["accept"]), track("b", "never"), track("c", ["accept"])],
    });
    const running = group.run();
    await world.clock.advance(599_999);
    expect(world.milestones()).toEqual(["group:started"]);
    expect(group.negotiation("b")?.deadlines.totalAt).toBe(T0 + 600_000);
    await world.clock.advance(1);
    expect(await running).toMatchObject({
      status: "expired",
      reason: "deadline",
      at: T0 + 600_000,
      accepted: {},
    });
    expect(host.calls).toEqual(["c:release", "a:release"]);
    expect(states(group.record)).toEqual({ a: "released", b: "failed", c: "released" });
    expect(group.negotiation("b")?.status).not.toBe("rejected");
    expect(world.milestones()).toEqual(["group:started", "group:expired", "group:settled"]);
  });

  it.each([false, true])(
    "completes with two of three; B is cancelled unless the rest is kept: %s [AS-95, NG-9]",
    async (keepRest) => {
      const world = groupRoom();
      let answer = (_: "accept"): void => {};
      const late = new Promise<"accept">((resolve) => {
        answer = resolve;
      });
      const group = world.group({
        goal: { kind: "quorum", count: 2, keepRest },
        tracks: [track("a", ["accept"]), track("b", [late]), track("c", ["accept"])],
      });
      expect(await group.run()).toMatchObject({ status: "completed", reason: "goal_met" });
      expect(states(group.record)).toEqual({
        a: "confirmed",
        b: keepRest ? "negotiating" : "failed",
        c: "confirmed",
      });
      answer("accept");
      await world.settle();
      expect(states(group.record)["b"]).toBe(keepRest ? "confirmed" : "failed");
      expect(world.milestones()).toEqual(["group:started", "group:completed", "group:settled"]);
    },
  );

  it("fails at the second rejection when two of three are wanted [AS-96, NG-7]", async () => {
    const world = groupRoom();
    const group = world.group({
      goal: { kind: "quorum", count: 2 },
      tracks: [track("a", ["reject"]), track("b", ["reject"]), track("c", "never")],
    });
    expect(await group.run()).toMatchObject({ status: "failed", reason: "quorum_unreachable", at: T0 });
    const settled = world.told
      .filter(({ name }) => name === "negotiation:settled")
      .map(({ payload }) => payload.responder.id);
    expect(settled.slice(0, 2)).toEqual(["A", "B"]);
    expect(group.negotiation("c")?.outcome?.reason).toBe("cancelled");
  });

  it.each([
    ["B, which accepted before C", { a: 5, b: 9, c: 9 }, "b"],
    ["C, when the score of B throws", { a: 5, b: "throws", c: 9 }, "c"],
    ["C, when the score of B is no number", { a: 5, b: Number.NaN, c: 9 }, "c"],
  ] as const)("takes the best one of three: %s [AS-97, NG-8]", async (_, scores, winner) => {
    const world = groupRoom();
    const host = hooks();
    const scored: string[] = [];
    const group = world.group({
      ...host.both,
      commitment: "all-or-nothing",
      goal: { kind: "best", count: 1 },
      score: (__, { id }) => {
        scored.push(id);
        const score = scores[id as "a"] as number | string;
        if (score === "throws") throw new Error("No score.");
        return score as number;
      },
      tracks: [track("a", ["accept"]), track("b", ["accept"]), track("c", ["accept"])],
    });
    const result = await group.run();
    expect(result).toMatchObject({ status: "completed", accepted: { [winner]: task(100) } });
    expect(Object.keys(result.accepted)).toEqual([winner]);
    const rest = ["c", "b", "a"].filter((id) => id !== winner);
    expect(host.calls).toEqual([`${winner}:confirm`, ...rest.map((id) => `${id}:release`)]);
    expect(scored).toEqual(["a", "b", "c"]);
    expect((await group.context()).proposals.filter(({ status }) => status === "accepted")).toHaveLength(1);
  });

  it("fails when B cannot be confirmed in two tries, and confirms nobody [AS-98, NG-12, NG-13]", async () => {
    const world = groupRoom();
    const host = hooks({ "b:confirm": 2 });
    const group = world.group({
      ...host.both,
      commitment: "all-or-nothing",
      tracks: [track("a", ["accept"]), track("b", ["accept"])],
    });
    expect(await group.run()).toMatchObject({ status: "failed", reason: "confirm_failed", accepted: {} });
    expect(host.calls).toEqual(["a:confirm", "b:confirm", "b:confirm", "b:release", "a:release"]);
    expect(states(group.record)).toEqual({ a: "released", b: "released" });
    expect(world.milestones()).not.toContain("group:completed");
  });

  it("completes when B is confirmed at the second try [NG-13]", async () => {
    const world = groupRoom();
    const host = hooks({ "b:confirm": 1 });
    const tracks = [track("a", ["accept"]), track("b", ["accept"])];
    const group = world.group({ ...host.both, commitment: "all-or-nothing", tracks });
    expect(await group.run()).toMatchObject({ status: "completed" });
    expect(host.calls).toEqual(["a:confirm", "b:confirm", "b:confirm"]);
    expect(world.milestones()).toEqual([
      "group:started",
      "group:confirming",
      "group:completed",
      "group:settled",
    ]);
  });

  it.each([
    [3, [0, 1_000, 3_000, 7_000], "released"],
    [5, [0, 1_000, 3_000, 7_000, 15_000], "reserved"],
  ] as const)(
    "releases at growing intervals, five times at most: %i failures [AS-99, NG-13]",
    async (failures, instants, state) => {
      const world = groupRoom();
      const at: number[] = [];
      let left: number = failures;
      const group = world.group({
        commitment: "all-or-nothing",
        release: () => {
          at.push(world.clock.now() - T0);
          if (left-- > 0) throw new Error("Not now.");
        },
        tracks: [track("a", ["accept"]), track("b", ["reject"])],
      });
      const running = group.run();
      await world.settle();
      await world.clock.advance(14_999);
      expect(world.milestones()).not.toContain("group:release_failed");
      await world.clock.advance(100_000);
      expect(await running).toMatchObject({ status: "failed" });
      expect(at).toEqual(instants);
      expect(states(group.record)["a"]).toBe(state);
      const isGivenUp = failures === 5;
      expect(world.milestones()).toEqual([
        "group:started",
        "group:failed",
        ...(isGivenUp ? ["group:release_failed"] : []),
        "group:settled",
      ]);
      if (isGivenUp) {
        const told = world.told.find(({ name }) => name === "group:release_failed");
        expect(told?.payload.tracks[0]).toMatchObject({ id: "a", release: "failed" });
      }
    },
  );

  it("is aborted while it confirms: B is cancelled, then C and A are released [AS-101, NG-13, NG-17]", async () => {
    const world = groupRoom();
    const host = hooks();
    const group = world.group({
      goal: { kind: "quorum", count: 2, keepRest: true },
      commitment: "all-or-nothing",
      confirm: ({ id }) => (id === "a" ? new Promise(() => {}) : undefined),
      release: host.both.release,
      tracks: [track("a", ["accept"]), track("b", "never"), track("c", ["accept"])],
    });
    const running = group.run();
    await world.settle();
    expect(group.record?.status).toBe("confirming");
    expect(states(group.record)["b"]).toBe("negotiating");
    expect(await group.abort("Somebody else won.")).toMatchObject({ ok: true, group: { status: "aborted" } });
    expect(await running).toMatchObject({ status: "aborted", reason: "aborted" });
    expect(group.record?.outcome?.note).toBe("Somebody else won.");
    expect(host.calls).toEqual(["c:release", "a:release"]);
    expect(group.negotiation("b")?.outcome?.reason).toBe("cancelled");
    expect(await group.abort()).toMatchObject({ ok: true });
  });

  it("has one final status whatever comes first of abort, acceptance and deadline [AS-102]", async () => {
    const orders = [
      "abort accept deadline",
      "accept abort deadline",
      "deadline abort accept",
      "accept deadline abort",
    ];
    for (const order of orders) {
      const world = groupRoom();
      let answer = (_: "accept"): void => {};
      const late = new Promise<"accept">((resolve) => {
        answer = resolve;
      });
      const host = hooks();
      const group = world.group({
        ...host.both,
        commitment: "all-or-nothing",
        deadlineMs: 1_000,
        tracks: [track("a", ["accept"]), track("b", [late])],
      });
      const running = group.run();
      await world.clock.advance(999);
      const acts: Record<string, () => unknown> = {
        abort: () => void group.abort(),
        accept: () => answer("accept"),
        deadline: () => world.clock.advance(1),
      };
      for (const act of order.split(" ")) await acts[act]?.();
      await world.clock.advance(1);
      const result = await running;
      const finals = world.milestones().filter((name) => /completed|failed|aborted|expired/.test(name));
      expect(finals, order).toEqual([`group:${result.status}`]);
      const isDone = result.status === "completed";
      expect(
        Object.values(states(group.record)).every((state) =>
          isDone ? state === "confirmed" : state !== "confirmed",
        ),
      ).toBe(true);
      expect(host.calls.filter((call) => call.endsWith("release")).length, order).toBe(
        isDone ? 0 : states(group.record)["b"] === "failed" ? 1 : 2,
      );
    }
  });

  it("ends only the track of a member whose agent throws for ever [AS-103, NG-4, NG-18]", async () => {
    const course = async (first: ReturnType<typeof track>) => {
      const world = groupRoom();
      const group = world.group({
        tracks: [first, track("b", [60, "accept"]), track("c", ["accept"])],
        coordinator: COORDINATOR,
      });
      await group.run();
      const ofOthers = ({ payload }: { payload: any }) =>
        ["B", "C"].includes((payload.negotiation ?? payload).responder?.id);
      return { group, told: world.told.filter(ofOthers).map(({ at, name }) => `${at} ${name}`) };
    };
    const failing = {
      ...track("a", [], OPTIONAL),
      member: { id: "A", kind: "system", agent: () => Promise.reject(new Error("No.")) },
    } as const;
    const { group, told } = await course(failing as never);
    expect(group.record?.tracks[0]).toMatchObject({ state: "failed" });
    expect(told).toEqual((await course(track("a", ["reject"], OPTIONAL))).told);
    const alone = groupRoom();
    const quorum = alone.group({ tracks: [failing as never], goal: { kind: "required" } });
    expect(await quorum.run()).toMatchObject({ reason: "required_failed" });
    expect(quorum.record?.tracks[0]?.reason).toBe("agent_error");
  });

  it("settles although a listener throws, of which it tells [AS-104]", async () => {
    const world = groupRoom();
    const group = world.group({ tracks: [track("a", ["accept"])] });
    group.on("group:updated", () => {
      throw new Error("A listener's own.");
    });
    expect(await group.run()).toMatchObject({ status: "completed" });
    const errors = world.told.filter(({ name }) => name === "listener:error").map(({ payload }) => payload);
    expect(errors[0]).toMatchObject({ event: "group:updated", negotiationId: group.id });
    expect(world.milestones().at(-1)).toBe("group:settled");
  });
});

describe("the record of a group", () => {
  it("is frozen JSON of the stated form, one version a commit [NG-2]", async () => {
    const world = groupRoom();
    const records: GroupRecord[] = [];
    const group = world.group({
      tracks: [track("a", ["accept"]), track("b", ["accept"])],
      commitment: "all-or-nothing",
    });
    for (const name of ["group:started", "group:updated", "group:confirming", "group:completed"] as const)
      group.on(name, (record) => void records.push(record));
    await group.run();
    for (const record of records) {
      expect(JSON.parse(JSON.stringify(record))).toEqual(record);
      expect(
        Object.isFrozen(record) && Object.isFrozen(record.tracks) && record.tracks.every(Object.isFrozen),
      ).toBe(true);
    }
    const versions = [...new Set(records.map(({ version }) => version))];
    expect(versions).toEqual(versions.map((_, index) => index));
    expect(records[0]).toMatchObject({
      status: "initiated",
      coordinatorId: "K",
      commitment: "all-or-nothing",
      deadlineAt: T0 + 600_000,
    });
    expect(group.id).toMatch(/^grp_/);
    expect(records.map(({ status }) => status)).toContain("ongoing");
  });
});

const BAD: readonly (readonly [string, Partial<GroupOptions<any>>, readonly string[]])[] = [
  ["two tracks of one id", { tracks: [track("a", []), track("a", [])] }, ["tracks.1.id"]],
  ["the coordinator among the members", { tracks: [track("k", [])] }, ["tracks.0.member"]],
  ["no track at all", { tracks: [] }, ["tracks"]],
  [
    "1,001 tracks",
    { tracks: Array.from({ length: 1_001 }, (_, index) => track(`t${index}`, [])) },
    ["tracks"],
  ],
  ["a quorum above the tracks", { goal: { kind: "quorum", count: 2 } }, ["goal.count"]],
  ["a quorum of none", { goal: { kind: "quorum", count: 0 } }, ["goal.count"]],
  ["a quorum of a half", { goal: { kind: "quorum", count: 0.5 } }, ["goal.count"]],
  [
    "more of the best than a slot has",
    {
      goal: { kind: "best", count: 2 },
      tracks: [track("a", [], { slot: "x" }), track("b", [], { slot: "y" })],
    },
    ["goal.count", "goal.count"],
  ],
  ["a deadline of nothing", { deadlineMs: 0 }, ["deadlineMs"]],
  ["a deadline beyond ten years", { deadlineMs: 315_360_000_001 }, ["deadlineMs"]],
  ["an endless deadline", { deadlineMs: Number.POSITIVE_INFINITY }, ["deadlineMs"]],
  ["an unknown commitment", { commitment: "some" as never }, ["commitment"]],
  ["an unknown goal", { goal: { kind: "most" } as never }, ["goal.kind"]],
  [
    "terms that are no JSON",
    { tracks: [track("a", [], { proposal: { when: new Date() } })] },
    ["tracks.0.proposal.when"],
  ],
  [
    "all of it at once",
    { deadlineMs: -1, reserveMs: 0, tracks: [track("k", [], { slot: "" })] },
    ["deadlineMs", "reserveMs", "tracks.0.slot", "tracks.0.member"],
  ],
];

describe("a group that cannot be", () => {
  it.each(BAD)("is refused as rules_invalid before anything starts: %s [NG-1]", async (_, options, paths) => {
    const world = groupRoom();
    let refused: any;
    try {
      world.group({ tracks: [track("a", [])], ...options });
    } catch (error) {
      refused = error;
    }
    expect(refused?.code).toBe("rules_invalid");
    expect(refused.details.issues.map(({ path }: any) => path.join("."))).toEqual(paths);
    expect(world.told).toEqual([]);
  });

  it("names the nearest option for one that is unknown [NG-1]", () => {
    const world = groupRoom();
    expect(() => world.group({ tracks: [track("a", [])], deadline: 1 } as never)).toThrow(/deadlineMs/);
  });
});
