import { describe, expect, it } from "vitest";
import type { GateOptions, GateResults, ResolvedCandidate } from "../../src/gate/index.js";
import { MemoryStore } from "../../src/index.js";
import { ASSESSMENT } from "../kit/builders.js";
import { candidate, gateWorld, SOURCE, statuses } from "./gate-world.js";

const yes = (userId: string) => candidate(userId, ["propose", "accept"]);
const hanging = (userId: string) => candidate(userId, ["propose", "hangs"]);
/** Somebody whose own agent never polls. */
const silent = (userId: string) => candidate(userId, ["propose", "accept"], { kind: "personal" });
const DAY = 86_400_000;

/** A result as soon as there is one. */
function watched(passed: Promise<GateResults>): { results: GateResults | undefined } {
  const seen: { results: GateResults | undefined } = { results: undefined };
  void passed.then((results) => {
    seen.results = results;
  });
  return seen;
}

describe("negotiateCandidates: turns that wait for people", () => {
  it("leaves a candidate waiting at once where the window is a day, and the negotiation lives on [GT-2a] [AS-66]", async () => {
    const { gate, room, clock, traces, tracedTypes } = gateWorld({ rules: { preset: "index-2026-04" } });
    const hooked: ResolvedCandidate[] = [];
    const passed = gate([silent("a"), yes("b")], {
      onCandidateResolved: (resolved) => void hooked.push(resolved),
    });
    await clock.advance(0);
    const { results, accepted } = await passed;
    expect(results).toMatchObject([
      { status: "waiting", outcome: null, negotiationId: "gate:a", opportunity: { status: "negotiating" } },
      { status: "accepted" },
    ]);
    expect(accepted).toHaveLength(1);
    expect(hooked.map((resolved) => resolved.accepted?.userId ?? null)).toEqual([null, "b"]);
    expect(clock.now()).toBe(room.getNegotiation("gate:a")?.createdAt);
    const ofA = traces.filter((event) => "opportunityId" in event && event.opportunityId === "opp-a");
    expect(ofA.map(({ type }) => type)).toEqual([
      "negotiation_session_start",
      "negotiation_turn",
      "negotiation_outcome",
      "negotiation_session_end",
    ]);
    expect(ofA[2]).toMatchObject({ outcome: "waiting_for_agent" });
    // What follows is heard from the service only.
    const told = tracedTypes().length;
    const turn = await room.pickup("a", { agentId: "phone" });
    if (turn?.ok !== true) throw new Error("Expected a turn.");
    const claim = { agentId: "phone", claimId: turn.claimId };
    const move = { action: "accept", assessment: ASSESSMENT } as const;
    expect(await room.respond("gate:a", claim, move as never)).toMatchObject({ ok: true });
    expect(room.getNegotiation("gate:a")?.status).toBe("accepted");
    expect(tracedTypes()).toHaveLength(told);
    expect(hooked).toHaveLength(2);
  });

  it("leaves all candidates waiting where the source itself is a person whose very first turn parks [GT-2a]", async () => {
    const { gate, clock, calls } = gateWorld({ rules: { preset: "index-2026-04" } });
    const passed = gate([yes("a"), yes("b")], { source: { ...SOURCE, kind: "personal" } });
    await clock.advance(0);
    const { results } = await passed;
    expect(results).toMatchObject([
      { status: "waiting", turns: [] },
      { status: "waiting", turns: [] },
    ]);
    expect(calls).toEqual([]);
  });

  it("waits for windows of 60 s: the fallback takes the turn at 60,000 ms, not at 59,999 [GT-2a] [AS-66]", async () => {
    const { gate, clock, count, calls } = gateWorld();
    const seen = watched(gate([silent("a")], { trigger: "orchestrator" }));
    await clock.advance(59_999);
    expect({ fallbacks: count("turn:fallback"), calls }).toEqual({ fallbacks: 0, calls: ["a:1"] });
    expect(seen.results).toBeUndefined();
    await clock.advance(1);
    expect({ fallbacks: count("turn:fallback"), calls }).toEqual({ fallbacks: 1, calls: ["a:1", "a:2"] });
    expect(seen.results?.results).toMatchObject([
      { status: "accepted", turns: [{}, { source: "fallback" }] },
    ]);
  });

  it.each([
    [300_000, undefined, "accepted"],
    [300_001, undefined, "waiting"],
    [300_001, true, "accepted"],
    [300_000, false, "waiting"],
  ])(
    "with a window of %i ms and waitForParked %s the candidate is %s [GT-2a]",
    async (parkMs, waitForParked, status) => {
      const { gate, clock } = gateWorld();
      const park = {
        parkMs,
        claimBudget: "remaining",
        claimMs: null,
        onClaimExpiry: "fallback",
        freshMs: null,
      } as const;
      const passed = gate([silent("a")], { waitForParked, rules: { park } });
      await clock.advance(parkMs);
      expect(statuses(await passed)).toEqual([`a: ${status}`]);
    },
  );

  it("finds a turn parked that an earlier call has left so [GT-2a] [GT-8a]", async () => {
    const { gate, clock } = gateWorld({ rules: { preset: "index-2026-04" } });
    await gate([silent("a")]);
    const again = await gate([silent("a")]);
    expect(again.results).toMatchObject([{ status: "waiting", resumed: true }]);
    const waited = gate([silent("a")], { waitForParked: true });
    await clock.advance(DAY);
    expect((await waited).results).toMatchObject([{ status: "accepted", resumed: true }]);
  });
});

it("hears within moments what another process has done to a negotiation [GT-1]", async () => {
  const store = new MemoryStore();
  const { gate, clock } = gateWorld({ store });
  const other = gateWorld({ store, clock });
  const seen = watched(gate([hanging("a")]));
  await clock.advance(0);
  expect(await other.room.cancel("gate:a")).toMatchObject({ ok: true });
  await clock.advance(3_000);
  expect(seen.results?.results).toMatchObject([{ status: "rejected", opportunity: { status: "rejected" } }]);
});

describe("negotiateCandidates: aborted", () => {
  it("lets what runs finish, its hooks suppressed and no further draft shown [GT-5] [AS-65]", async () => {
    const { gate, clock, traces, room } = gateWorld();
    const hooked: [string, boolean][] = [];
    const controller = new AbortController();
    const slow = (id: string) => candidate(id, ["propose", "1000 ms accept"]);
    const passed = gate([yes("a"), slow("b"), slow("c")], {
      trigger: "orchestrator",
      signal: controller.signal,
      onCandidateResolved: ({ candidate: { userId }, suppressed }) => void hooked.push([userId, suppressed]),
    });
    await clock.advance(500);
    controller.abort();
    await clock.advance(500);
    const { results } = await passed;
    expect(results.map(({ status }) => status)).toEqual(["accepted", "accepted", "accepted"]);
    expect(hooked).toEqual([
      ["a", false],
      ["b", true],
      ["c", true],
    ]);
    expect(traces.filter(({ type }) => type === "opportunity_draft_ready")).toMatchObject([
      { candidateUserId: "a" },
    ]);
    expect(["a", "b", "c"].map((id) => room.getNegotiation(`gate:${id}`)?.outcome?.status)).toEqual([
      "accepted",
      "accepted",
      "accepted",
    ]);
  });

  it("lets a parked turn run to the end of its window [GT-5]", async () => {
    const { gate, clock } = gateWorld();
    const controller = new AbortController();
    const seen = watched(gate([silent("a")], { trigger: "orchestrator", signal: controller.signal }));
    await clock.advance(1_000);
    controller.abort();
    await clock.advance(58_999);
    expect(seen.results).toBeUndefined();
    await clock.advance(1);
    expect(seen.results?.results).toMatchObject([{ status: "accepted" }]);
  });

  it("shows no draft where the abort came while its hook ran [GT-4] [GT-5]", async () => {
    const { gate, tracedTypes } = gateWorld();
    const controller = new AbortController();
    await gate([yes("a")], {
      trigger: "orchestrator",
      signal: controller.signal,
      onCandidateResolved: () => controller.abort(),
    });
    expect(tracedTypes()).not.toContain("opportunity_draft_ready");
  });

  it.each([
    ["an array", (found: object[]) => found, 4],
    ["a stream", (found: object[]) => found.values(), 1],
  ])(
    "starts nothing new: what is left of %s is skipped, or never read [GT-5]",
    async (_, of, resultCount) => {
      const { gate, clock, count } = gateWorld();
      const controller = new AbortController();
      const hooked: boolean[] = [];
      const found = ["a", "b", "c"].map((id) => candidate(id, ["propose", "100 ms accept"]));
      const passed = gate(of([...found, found[0] as object]) as never, {
        concurrency: 1,
        signal: controller.signal,
        onCandidateResolved: ({ suppressed }) => void hooked.push(suppressed),
      });
      await clock.advance(50);
      controller.abort();
      await clock.advance(50);
      const { results, skipped } = await passed;
      expect(results).toHaveLength(resultCount);
      expect(skipped.map(({ why }) => why)).toEqual(
        ["aborted", "aborted", "duplicate"].slice(0, resultCount - 1),
      );
      expect(hooked).toEqual(results.map(() => true));
      expect(count("negotiation:started")).toBe(1);
    },
  );

  it("does not even begin when it is aborted already [GT-5]", async () => {
    const { gate, told } = gateWorld();
    const { skipped } = await gate([yes("a"), yes("b")], { signal: AbortSignal.abort() });
    expect(skipped.map(({ why }) => why)).toEqual(["aborted", "aborted"]);
    expect(told).toEqual([]);
  });

  it("waits no longer for a stream that has nothing more to say [GT-5]", async () => {
    const { gate, clock } = gateWorld();
    const controller = new AbortController();
    let isReturned = false;
    const stream = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return: () => {
          isReturned = true;
          return new Promise<never>(() => {});
        },
      }),
    };
    const passed = gate(stream, { signal: controller.signal });
    await clock.advance(10);
    controller.abort();
    expect((await passed).results).toEqual([]);
    expect({ isReturned, timers: clock.pendingCount }).toEqual({ isReturned: true, timers: 0 });
  });
});

describe("negotiateCandidates: the budget", () => {
  it("returns at 20 s with what hangs timed out and cancelled, and no timer [GT-6] [AS-57]", async () => {
    const { gate, clock, room } = gateWorld();
    const hooked: [string, unknown][] = [];
    const seen = watched(
      gate([yes("a"), hanging("b"), candidate("c", ["propose", "5000 ms reject"])], {
        budgetMs: 20_000,
        onCandidateResolved: ({ candidate: { userId }, accepted }) =>
          void hooked.push([userId, accepted?.userId ?? null]),
      }),
    );
    await clock.advance(19_999);
    expect(seen.results).toBeUndefined();
    await clock.advance(1);
    expect(seen.results?.results).toMatchObject([
      { status: "accepted" },
      {
        status: "timed_out",
        negotiationId: "gate:b",
        outcome: { hasOpportunity: false },
        opportunity: { status: "rejected" },
      },
      { status: "rejected" },
    ]);
    expect(room.getNegotiation("gate:b")?.outcome).toMatchObject({
      status: "withdrawn",
      reason: "cancelled",
      details: { gate: "gate", why: "budget" },
    });
    expect(hooked).toEqual([
      ["a", "a"],
      ["b", null],
      ["c", null],
    ]);
    expect(clock.pendingCount).toBe(0);
  });

  it("leaves no timer where all were fast [GT-6] [AS-57]", async () => {
    const { gate, clock } = gateWorld();
    await gate([yes("a"), yes("b")], { budgetMs: 20_000 });
    expect(clock.pendingCount).toBe(0);
    const unlimited = gateWorld();
    await unlimited.gate([yes("a")]);
    expect(unlimited.clock.pendingCount).toBe(0);
  });

  it("keeps the process alive while it is waited for, and no longer [GT-6]", async () => {
    const { gate, clock } = gateWorld();
    const passed = gate([silent("a")]);
    await clock.advance(1_000);
    expect(clock.refCount).toBeGreaterThan(0);
    await clock.advance(300_000);
    await passed;
    expect(clock.refCount).toBe(0);
  });

  it("lets parked and claimed turns live on with keepParked, and cancels the rest [GT-6]", async () => {
    const { gate, clock, room } = gateWorld();
    const options: Partial<GateOptions> = { budgetMs: 20_000, keepParked: true };
    const passed = gate([silent("parked"), silent("claimed"), hanging("c")], options);
    await clock.advance(1_000);
    expect(await room.pickup("claimed", { agentId: "phone" })).toMatchObject({ ok: true });
    await clock.advance(19_000);
    const { results } = await passed;
    expect(results.map(({ status }) => status)).toEqual(["waiting", "waiting", "timed_out"]);
    expect(room.getNegotiation("gate:parked")?.awaiting?.kind).toBe("parked");
    expect(room.getNegotiation("gate:claimed")?.awaiting?.kind).toBe("claimed");

    const strict = gateWorld();
    const cancelled = strict.gate([silent("a")], { budgetMs: 20_000 });
    await strict.clock.advance(20_000);
    expect(statuses(await cancelled)).toEqual(["a: timed_out"]);
  });

  it.each([
    ["an advocate's answer", candidate("a", ["propose", "20000 ms accept"]), "accepted"],
    ["the end of a window", silent("a"), "accepted"],
    ["1 ms before it", candidate("a", ["propose", "19999 ms accept"]), "accepted"],
    ["1 ms after it", candidate("a", ["propose", "20001 ms accept"]), "timed_out"],
  ])("counts what settles in the same instant as settled: %s [GT-6]", async (_, one, status) => {
    const { gate, clock } = gateWorld();
    const park = {
      parkMs: 20_000,
      claimBudget: "remaining",
      claimMs: null,
      onClaimExpiry: "fallback",
      freshMs: null,
    } as const;
    const passed = gate([one], { budgetMs: 20_000, rules: { park } });
    await clock.advance(20_000);
    expect(statuses(await passed)).toEqual([`a: ${status}`]);
  });

  it("has no time for those who were never come to [GT-6]", async () => {
    const { gate, clock, count } = gateWorld();
    const passed = gate([hanging("a"), yes("b"), yes("c")], { budgetMs: 1_000, concurrency: 1 });
    await clock.advance(1_000);
    const { results } = await passed;
    expect(results.map(({ status, negotiationId }) => [status, negotiationId])).toEqual([
      ["timed_out", "gate:a"],
      ["timed_out", null],
      ["timed_out", null],
    ]);
    expect(count("negotiation:started")).toBe(1);
  });

  it.each(["ambient", "orchestrator"] as const)(
    "returns although a hook never does, and calls each all the same: %s [GT-6] [GT-3]",
    async (trigger) => {
      const { gate, clock } = gateWorld();
      const hooked: string[] = [];
      const seen = watched(
        gate([yes("a"), yes("b"), yes("c")], {
          trigger,
          concurrency: 1,
          budgetMs: 1_000,
          onCandidateResolved: ({ candidate: { userId } }) => {
            hooked.push(userId);
            return new Promise(() => {});
          },
        }),
      );
      await clock.advance(5_999);
      expect(seen.results).toBeUndefined();
      await clock.advance(1);
      expect(seen.results?.results).toHaveLength(3);
      expect(hooked).toEqual(["a", "b", "c"]);
      expect(clock.pendingCount).toBe(0);
    },
  );

  it.each(["create", "commit"] as const)(
    "returns although the store hangs in %s, and nothing is told afterwards [GT-6] [GT-9]",
    async (hangs) => {
      const store = new MemoryStore();
      let release = (): void => {};
      let isHanging = false;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const slow = new Proxy(store, {
        get(target, key) {
          const member = Reflect.get(target, key) as (...given: unknown[]) => unknown;
          if (typeof member !== "function") return member;
          if (key !== hangs) return member.bind(target);
          return async (...args: unknown[]) => {
            if (isHanging) await held;
            return member.apply(target, args);
          };
        },
      });
      const { gate, clock, tracedTypes } = gateWorld({ store: slow, sweepIntervalMs: 1_000_000 });
      const hooked: string[] = [];
      isHanging = hangs === "create";
      const seen = watched(
        gate([candidate("a", ["propose", "500 ms accept"])], {
          budgetMs: 1_000,
          onCandidateResolved: ({ status }) => void hooked.push(status),
        }),
      );
      await clock.advance(400);
      isHanging = true;
      await clock.advance(5_599);
      expect(seen.results).toBeUndefined();
      await clock.advance(1);
      const negotiationId = hangs === "create" ? null : "gate:a";
      expect(seen.results?.results).toMatchObject([{ status: "timed_out", negotiationId }]);
      expect(hooked).toEqual(["timed_out"]);
      const told = tracedTypes();
      expect(told.at(-1)).toBe("negotiation_session_end");
      release();
      await clock.advance(10_000);
      expect(tracedTypes()).toEqual(told);
      expect(hooked).toHaveLength(1);
    },
  );

  it("does not wait for who cannot say which pairs agreed before [GT-6] [GT-7]", async () => {
    const { gate, clock, told } = gateWorld();
    const passed = gate([yes("a")], { budgetMs: 1_000, alreadyAccepted: () => new Promise(() => {}) });
    await clock.advance(1_000);
    expect(statuses(await passed)).toEqual(["a: timed_out"]);
    expect(told).toEqual([]);
  });
});
