import { describe, expect, it } from "vitest";
import { eventsBetween } from "../../src/group/decide-group.js";
import { decideGroup, type GroupRecord } from "../../src/group/index.js";
import {
  fromBinduContext,
  fromBinduProposal,
  printBinduContext,
  readBinduContext,
} from "../../src/presets/bindu/index.js";
import { T0 } from "../kit/open-room.js";
import { answering, groupRoom, states, task, track } from "./group-room.js";

const OPTIONAL = { required: false };
const HELD = { commitment: "all-or-nothing" } as const;

/** A promise that the test keeps. */
function pending<T>() {
  let resolve = (_: T): void => {};
  const promise = new Promise<T>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

describe("members of a group", () => {
  it("do not wait for one that is slow, silent, flooding or broken: others have the same events at the same instants [NG-4]", async () => {
    const course = async (first: ReturnType<typeof track>) => {
      const world = groupRoom();
      const group = world.group({
        tracks: [first, track("b", [60, "accept"]), track("c", ["accept"])],
        coordinator: { id: "K", kind: "system", agent: answering([70]) },
      });
      void group.run().catch(() => undefined);
      await world.settle();
      const id = group.negotiation("a")?.id ?? "";
      await Promise.all(
        Array.from({ length: 300 }, () =>
          world.service.submit(id, "A", { action: "question", message: "Why?" }),
        ),
      );
      await world.clock.advance(1_000);
      return world.told
        .filter(({ payload }) => ["B", "C"].includes((payload.negotiation ?? payload).responder?.id))
        .map(({ at, name }) => `${at} ${name}`);
    };
    const quiet = await course(track("a", ["reject"], OPTIONAL));
    expect(quiet.length).toBeGreaterThan(8);
    expect(await course(track("a", "never", OPTIONAL))).toEqual(quiet);
  });

  it("are in several tracks, if wanted, each with its own terms [NG-1]", async () => {
    const world = groupRoom();
    const member = { id: "A", kind: "system", agent: answering(["accept", "reject"]) } as const;
    const tracks = [
      { id: "gpu", member, proposal: task(1) },
      { id: "cpu", member, proposal: task(2), required: false },
    ];
    const group = world.group({ tracks });
    expect(await group.run()).toMatchObject({ status: "completed", accepted: { gpu: task(1) } });
    expect((await group.context()).participants).toEqual(["K", "A"]);
  });

  it("end only their own track by withdrawing, rejecting or running out of time, whose reason it keeps [NG-18]", async () => {
    const world = groupRoom();
    const short = { rules: { turnMs: 1_000 }, required: false } as const;
    const group = world.group({
      goal: { kind: "required", optionalMs: 10_000 },
      tracks: [
        track("a", ["withdraw"], OPTIONAL),
        track("b", ["reject"], OPTIONAL),
        track("c", "never", short),
        track("d", ["accept"]),
      ],
    });
    const running = group.run();
    await world.clock.advance(1_000);
    expect(await running).toMatchObject({ status: "completed", at: T0 + 1_000 });
    expect(group.record?.tracks.map(({ state, reason }) => [state, reason])).toEqual([
      ["failed", "withdraw"],
      ["failed", "reject"],
      ["failed", "turn_timeout"],
      ["confirmed", null],
    ]);
  });

  it("see nothing of each other: not in views, agent calls, errors or contexts [NG-21, AS-110]", async () => {
    const world = groupRoom();
    const seen: string[] = [];
    const spied = (id: string, secret: string) => ({
      id: `track-${secret}`,
      member: {
        id,
        kind: "system" as const,
        agent: (call: any) => {
          if (id === "Bert") seen.push(JSON.stringify({ ...call, signal: undefined }));
          return { action: "accept" as const };
        },
      },
      proposal: { taskType: secret, costCredits: 1 },
    });
    const group = world.group({
      ...HELD,
      tracks: [spied("Anna", "SECRET-A"), spied("Bert", "own"), spied("Carl", "SECRET-C")],
    });
    await group.run();
    const id = group.negotiation("track-own")?.id ?? "";
    for await (const version of world.service.watch(id, { viewer: "Bert" }))
      seen.push(JSON.stringify(version));
    seen.push(JSON.stringify(await world.service.viewFor(id, "Bert")));
    seen.push(JSON.stringify(await world.service.turns(id, { viewer: "Bert" })));
    seen.push(JSON.stringify((await world.service.list({ partyId: "Bert", limit: 10 })).items));
    seen.push(JSON.stringify(await world.service.submit(id, "Bert", { action: "accept" })));
    seen.push(
      JSON.stringify(
        await world.service.submit(group.negotiation("track-SECRET-A")?.id ?? "", "Bert", {
          action: "accept",
        }),
      ).replaceAll(/"negotiationId":"[^"]*"/g, ""),
    );
    const view = await group.viewForMember("Bert");
    seen.push(JSON.stringify(view));
    for (const text of seen) expect(text).not.toMatch(/SECRET|Anna|Carl|track-/);
    expect(view).toMatchObject({ participants: ["K", "Bert"], status: "completed" });
    expect(view?.proposals).toHaveLength(1);
    expect(await group.viewForMember("Zoe")).toBeUndefined();
    expect(JSON.stringify(await group.context())).toMatch(/SECRET-A.*SECRET-C/);
  });
});

describe("the goal of a group", () => {
  it("without required tracks is met by one acceptance, and missed by none [NG-6]", async () => {
    const world = groupRoom();
    const all = (one: "accept" | "reject") => [track("a", ["reject"], OPTIONAL), track("b", [one], OPTIONAL)];
    expect(await world.group({ tracks: all("accept") }).run()).toMatchObject({ status: "completed" });
    expect(await world.group({ tracks: all("reject") }).run()).toMatchObject({
      status: "failed",
      reason: "required_failed",
    });
  });

  it.each([
    [999, "negotiating"],
    [1_000, "completed"],
  ])(
    "waits for optional tracks as long as optionalMs says: at %i ms it is %s [NG-6]",
    async (ms, expected) => {
      const world = groupRoom();
      const group = world.group({
        goal: { kind: "required", optionalMs: 1_000 },
        tracks: [track("a", ["accept"]), track("b", "never", OPTIONAL)],
      });
      void group.run();
      await world.clock.advance(ms);
      expect([group.record?.status, states(group.record)["b"]]).toContain(expected);
    },
  );

  it("is missed at once, with live tracks cancelled and reservations released, in one slot of many [NG-7, NG-8]", async () => {
    const world = groupRoom();
    const released: string[] = [];
    const group = world.group({
      ...HELD,
      goal: { kind: "best", count: 1 },
      release: ({ id }) => void released.push(id),
      tracks: [
        track("a", ["accept"], { slot: "x" }),
        track("b", ["reject"], { slot: "y" }),
        track("c", "never", { slot: "x" }),
      ],
    });
    expect(await group.run()).toMatchObject({ status: "failed", reason: "slot_unfilled", at: T0 });
    expect(released).toEqual(["a"]);
    expect(states(group.record)).toEqual({ a: "released", b: "failed", c: "failed" });
  });

  it("of the best of each slot is met at the deadline by what is accepted then [NG-8, NG-16]", async () => {
    const world = groupRoom();
    const confirmed: string[] = [];
    const group = world.group({
      ...HELD,
      goal: { kind: "best", count: 1 },
      deadlineMs: 1_000,
      confirm: ({ id }) => void confirmed.push(id),
      tracks: [track("a", ["accept"]), track("b", "never")],
    });
    const running = group.run();
    await world.clock.advance(999);
    expect(group.record?.status).toBe("ongoing");
    await world.clock.advance(1);
    expect(await running).toMatchObject({ status: "completed", at: T0 + 1_000 });
    expect(confirmed).toEqual(["a"]);
    expect(group.record?.tracks[1]?.state).toBe("failed");
  });

  it("counts an acceptance whose commit came before the cancellation [NG-9]", async () => {
    const world = groupRoom();
    const tracks = [track("a", ["accept"]), track("b", ["accept"]), track("c", ["accept"])];
    const group = world.group({ goal: { kind: "quorum", count: 2, keepRest: true }, tracks });
    await group.run();
    await world.settle();
    expect(states(group.record)).toEqual({ a: "confirmed", b: "confirmed", c: "confirmed" });
  });
});

describe("reservations", () => {
  it("are marked on the outcome, and the negotiation's record is never rewritten [NG-10, NG-11]", async () => {
    const world = groupRoom();
    const held = world.group({ ...HELD, tracks: [track("a", ["accept"])] });
    await held.run();
    expect(held.negotiation("a")?.outcome).toMatchObject({ status: "accepted", heldBy: held.id });
    expect(world.told.filter(({ name }) => name === "negotiation:agreed")).toHaveLength(1);
    const { version } = held.negotiation("a") ?? {};
    expect((await world.service.loadNegotiation(held.negotiation("a")?.id ?? ""))?.version).toBe(version);
    const bound = world.group({ tracks: [track("a", ["accept"]), track("b", "never")] });
    void bound.run();
    await world.settle();
    expect(bound.negotiation("a")?.outcome?.heldBy).toBeNull();
    expect(states(bound.record)["a"]).toBe("confirmed");
  });

  it.each([
    [4_999, "reserved"],
    [5_000, "failed"],
  ])("run out after reserveMs: at %i ms it is %s [NG-15]", async (ms, state) => {
    const world = groupRoom();
    const released: string[] = [];
    const group = world.group({
      ...HELD,
      reserveMs: 5_000,
      release: ({ id }) => void released.push(id),
      tracks: [track("a", ["accept"]), track("b", "never")],
    });
    void group.run();
    await world.clock.advance(ms);
    expect(states(group.record)["a"]).toBe(state);
    expect(released).toEqual(state === "failed" ? ["a"] : []);
    if (state === "failed")
      expect(group.record).toMatchObject({
        status: "failed",
        tracks: [{ reason: "reservation_expired", release: "done" }, {}],
      });
  });

  it("are confirmed in parallel, by command ids, before anything is complete [NG-12]", async () => {
    const world = groupRoom();
    const gates = { a: pending<void>(), b: pending<void>() };
    const ids: string[] = [];
    const group = world.group({
      ...HELD,
      confirm: ({ id }, { commandId, terms }) => {
        ids.push(commandId);
        expect(terms).toEqual(task(100));
        return gates[id as "a"].promise;
      },
      tracks: [track("a", ["accept"]), track("b", ["accept"])],
    });
    const running = group.run();
    await world.settle();
    expect(ids).toEqual([`${group.id}:a:confirm`, `${group.id}:b:confirm`]);
    gates.a.resolve();
    await world.settle();
    expect([group.record?.status, states(group.record)]).toEqual([
      "confirming",
      { a: "reserved", b: "reserved" },
    ]);
    gates.b.resolve();
    expect(await running).toMatchObject({ status: "completed" });
    const versions = world.told
      .filter(({ name }) => name === "group:completed")
      .map(({ payload }) => states(payload));
    expect(versions).toEqual([{ a: "confirmed", b: "confirmed" }]);
  });

  it("that were accepted too late for the goal are released, and those of a kept rest confirmed [NG-11, NG-13]", async () => {
    for (const keepRest of [false, true]) {
      const world = groupRoom();
      const late = pending<"accept">();
      const calls: string[] = [];
      const hook =
        (kind: string) =>
        ({ id }: { id: string }) =>
          void calls.push(`${kind} ${id}`);
      const group = world.group({
        ...HELD,
        goal: { kind: "quorum", count: 1, keepRest },
        confirm: hook("confirm"),
        release: hook("release"),
        tracks: [track("a", ["accept"]), track("b", [late.promise])],
      });
      expect(await group.run()).toMatchObject({ status: "completed" });
      late.resolve("accept");
      await world.settle();
      expect(calls).toEqual(keepRest ? ["confirm a", "confirm b"] : ["confirm a"]);
      expect(states(group.record)["b"]).toBe(keepRest ? "confirmed" : "failed");
      expect(world.milestones().filter((name) => name === "group:settled")).toHaveLength(1);
    }
  });
});

describe("the coordinator", () => {
  it("reviews after each change, one run at a time, and offers new terms where it has the floor [NG-5]", async () => {
    const world = groupRoom();
    let running = 0;
    let most = 0;
    let runs = 0;
    const group = world.group({
      tracks: [track("a", [60, "accept"]), track("b", [80, "accept"]), track("c", ["accept"])],
      review: async (seen) => {
        running += 1;
        most = Math.max(most, running);
        runs += 1;
        for (const id of ["a", "b"]) {
          if (seen.negotiation(id)?.floor === "K") await seen.offer(id, task(65));
        }
        running -= 1;
      },
    });
    expect(await group.run()).toMatchObject({
      status: "completed",
      accepted: { a: task(65), b: task(65), c: task(100) },
    });
    expect(most).toBe(1);
    expect(runs).toBeLessThan(10);
  });

  it("may abort in a review, and is refused an offer out of turn [NG-5, NG-17]", async () => {
    const world = groupRoom();
    const codes: unknown[] = [];
    const group = world.group({
      tracks: [track("a", "never")],
      review: async (seen) => {
        codes.push(await seen.offer("a", task(1)));
        await seen.abort();
      },
    });
    expect(await group.run()).toMatchObject({ status: "aborted" });
    expect(codes[0]).toMatchObject({ ok: false, code: "not_your_turn" });
    expect(() => group.offer("z", task(1))).toThrow(TypeError);
  });

  it("aborts by a signal, which agents' calls get too, and not after the end [NG-17]", async () => {
    const world = groupRoom();
    const aborting = new AbortController();
    let isAborted = false;
    const agent = ({ signal }: any) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => {
          isAborted = true;
          reject(signal.reason);
        });
      });
    const group = world.group({
      signal: aborting.signal,
      tracks: [{ id: "a", member: { id: "A", kind: "system", agent }, proposal: task(1) }],
    });
    const running = group.run();
    await world.settle();
    aborting.abort(new Error("Closing time."));
    expect(await running).toMatchObject({ status: "aborted", reason: "aborted" });
    expect(group.record?.outcome?.note).toBe("Closing time.");
    expect(isAborted).toBe(true);
    const done = world.group({ tracks: [track("a", ["accept"])] });
    await done.run();
    expect(await done.abort()).toMatchObject({ ok: false, code: "negotiation_over" });
    const early = world.group({ signal: AbortSignal.abort(), tracks: [track("a", ["accept"])] });
    expect(await early.run()).toMatchObject({ status: "aborted" });
    expect(early.negotiation("a")).toBeUndefined();
  });

  it("leaves out whom an assessment finds unsuitable [NG-23]", async () => {
    const world = groupRoom();
    const bids: Record<string, unknown> = {
      A: { accepted: true, score: 5 },
      B: { accepted: true, score: 4 },
      D: { accepted: false, score: 9 },
      C: null,
    };
    const group = world.group({
      goal: { kind: "quorum", count: 1, keepRest: true },
      minScore: 5,
      assess: async ({ id }) => bids[id] as never,
      tracks: [track("a", ["accept"]), track("b", []), track("c", []), track("d", [])],
    });
    expect(await group.run()).toMatchObject({ status: "completed" });
    await world.settle();
    expect(group.record?.tracks.map(({ reason }) => reason)).toEqual([
      null,
      "not_suitable",
      "not_suitable",
      "not_suitable",
    ]);
    expect(group.negotiation("b")).toBeUndefined();
  });
});

describe("what a group tells", () => {
  it("comes after its commit, and after the negotiation's event that caused it; settled comes once and last [NG-20]", async () => {
    const world = groupRoom();
    const group = world.group({ ...HELD, tracks: [track("a", ["accept"]), track("b", ["accept"])] });
    await group.run();
    const names = world.told.map(({ name }) => name);
    expect(names.filter((name) => name !== "turn:recorded" && name !== "negotiation:agreed")).toEqual([
      "group:started",
      "group:updated",
      // Both in one instant: one commit, told once.
      "negotiation:settled",
      "negotiation:settled",
      "group:updated",
      "group:confirming",
      "group:updated",
      "group:completed",
      "group:settled",
    ]);
  });

  it("resolves run() with how it ended, and never rejects for an ordinary failure [NG-19]", async () => {
    const world = groupRoom();
    const refused = track("a", [], { proposal: "no object" as never });
    const result = await world.group({ tracks: [refused] }).run();
    expect(result).toMatchObject({
      status: "failed",
      reason: "required_failed",
      accepted: {},
      agreementIds: [],
      at: T0,
    });
    expect(result.tracks[0]).toMatchObject({ state: "failed", reason: "terms_invalid" });
  });

  it("reads in Bindu's words, both ways, with ids that are UUIDs [BD-1, BD-8, BD-9, BD-10]", async () => {
    const world = groupRoom();
    const group = world.group({
      ...HELD,
      tracks: [track("a", [60]), track("b", ["accept"]), track("c", "never", OPTIONAL)],
    });
    expect(group.record).toBeUndefined();
    void group.run();
    expect((await group.context()).status).toBe("ongoing");
    await world.settle();
    const a = group.negotiation("a");
    const standing = (await group.context()).proposals.find(({ fromAgent }) => fromAgent === "A");
    const answer = fromBinduProposal({ ...(standing as any), status: "rejected" }, a as never, "K");
    if (!answer.ok) throw new Error(answer.code);
    await world.service.submit(a?.id ?? "", answer.partyId, answer.move as never);
    const context = await group.context();
    expect(context.status).toBe("rejected");
    // A reservation that was released is no acceptance.
    const told = context.proposals.map(({ toAgent, status }) => `${toAgent} ${status}`);
    expect(told).toEqual(["A countered", "K rejected", "B rejected", "C rejected"]);
    expect(context.contextId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(readBinduContext(printBinduContext(context))).toEqual({ ok: true, value: context });
    expect(fromBinduContext(context).map(({ parties }) => parties)).toEqual([
      ["K", "A"],
      ["K", "B"],
      ["K", "C"],
    ]);
  });
});

describe("decideGroup", () => {
  const made = decideGroup(
    null,
    {
      type: "create",
      id: "g",
      coordinatorId: "K",
      goal: { kind: "required", optionalMs: 0 },
      commitment: "each",
      reserveMs: null,
      deadlineMs: 1_000,
      tracks: [{ id: "a", memberId: "A", negotiationId: "n", required: true, slot: "default" }],
    },
    T0,
  );
  const group = made.ok ? made.group : (undefined as unknown as GroupRecord);
  const settled = {
    type: "settle",
    trackId: "a",
    outcome: { status: "accepted", reason: "accept", at: T0 },
    score: null,
  } as const;

  it("changes nothing where nothing changes, and gives the very record [NG-2]", () => {
    for (const command of [
      { type: "wake" },
      { type: "begin", trackIds: ["z"] },
      { type: "confirm", trackIds: ["a"] },
      { type: "release", trackId: "a", isDone: true },
      { type: "refuse", trackId: "a" },
    ] as const) {
      const decision = decideGroup(group, command, T0);
      expect(decision.ok && decision.group).toBe(group);
      expect(decision.ok && decision.events).toEqual([]);
    }
  });

  it("is pure: the same command twice is the same record, then none [NG-2]", () => {
    const first = decideGroup(group, settled, T0 + 5);
    const again = decideGroup(group, settled, T0 + 5);
    expect(first).toEqual(again);
    if (!first.ok) throw new Error(first.code);
    expect(decideGroup(first.group, settled, T0 + 6)).toMatchObject({ group: first.group, events: [] });
    const late = decideGroup(first.group, { type: "confirm", trackIds: ["a"] }, T0 + 6);
    expect(late.ok && late.group).toBe(first.group);
    expect(decideGroup(first.group, { type: "abort", note: null }, T0 + 6)).toEqual({
      ok: false,
      code: "negotiation_over",
    });
    expect(eventsBetween(group, first.group)).toEqual(["group:updated", "group:completed", "group:settled"]);
  });

  it("lets the deadline go before what comes at its instant, and not before what came earlier [NG-16]", () => {
    const at = (ms: number) => ({ ...settled, outcome: { ...settled.outcome, at: T0 + ms } });
    expect(decideGroup(group, at(1_000), T0 + 1_000)).toMatchObject({ group: { status: "expired" } });
    expect(decideGroup(group, at(999), T0 + 5_000)).toMatchObject({ group: { status: "completed" } });
    expect(decideGroup(group, { type: "wake" }, T0 + 999)).toMatchObject({ group: { status: "initiated" } });
    expect(decideGroup(group, { type: "abort", note: null }, T0 + 1_000)).toMatchObject({ ok: false });
  });
});
