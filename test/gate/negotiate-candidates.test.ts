import { describe, expect, it } from "vitest";
import type { GateOptions, ResolvedCandidate } from "../../src/gate/index.js";
import { MemoryStore } from "../../src/index.js";
import { codeOf, T0 } from "../kit/open-room.js";
import { candidate, gateWorld, SOURCE, statuses } from "./gate-world.js";

const yes = (userId: string) => candidate(userId, ["propose", "accept"]);
const no = (userId: string) => candidate(userId, ["propose", "reject"]);
const countered = (userId: string) => candidate(userId, ["propose", "counter", "accept"]);
const capped = (userId: string) =>
  candidate(userId, ["propose", "counter", "counter", "counter", "counter", "throws"]);

describe("negotiateCandidates: results", () => {
  it("gives one result for each candidate in the order in which they came [GT-1]", async () => {
    const { gate, room } = gateWorld();
    const given = [countered("a"), no("b"), yes("c")];
    const { results, accepted, skipped, byUser, error } = await gate(given);
    expect(results.map((result) => result.candidate)).toEqual(given);
    expect(results).toMatchObject([
      { negotiationId: "gate:a", status: "accepted", outcome: { hasOpportunity: true, turnCount: 3 } },
      { negotiationId: "gate:b", status: "rejected", outcome: { hasOpportunity: false, turnCount: 2 } },
      { negotiationId: "gate:c", status: "accepted", outcome: { hasOpportunity: true, turnCount: 2 } },
    ]);
    expect(results[0]?.turns).toEqual(room.getNegotiation("gate:a")?.turns);
    const roles = (userId: string, own: string, other: string) => [
      { userId: "source", role: own },
      { userId, role: other },
    ];
    expect(accepted).toEqual([
      {
        userId: "a",
        agreedRoles: roles("a", "agent", "patient"),
        reasoning: "Turn 3 about a.",
        turnCount: 3,
      },
      {
        userId: "c",
        agreedRoles: roles("c", "agent", "patient"),
        reasoning: "Turn 2 about c.",
        turnCount: 2,
      },
    ]);
    expect({ skipped, error }).toEqual({ skipped: [], error: null });
    expect([...byUser]).toEqual(results.map((result) => [result.candidate.userId, result]));
  });

  it("creates each negotiation with the context of both sides, and its own opportunity [GT-1]", async () => {
    const { gate, room } = gateWorld();
    const seedAssessment = { score: 82, reasoning: "Both build.", valencyRole: "Peer" };
    const one = { ...yes("a"), seedAssessment };
    await gate([one, { userId: "b" }], { discoveryQuery: "a co-founder", trigger: "orchestrator" });
    const indexContext = { networkId: "founders", prompt: "Who should meet?" };
    expect(room.getNegotiation("gate:a")?.context).toEqual({
      source: SOURCE.user,
      candidate: one.user,
      indexContext,
      seedAssessment,
      discoveryQuery: "a co-founder",
      opportunityId: "opp-a",
      trigger: "orchestrator",
    });
    expect(room.getNegotiation("gate:b")?.context).toMatchObject({ candidate: { userId: "b" } });
  });

  it("runs all in parallel, and no more than `concurrency` where it is given [GT-1]", async () => {
    const slow = ["a", "b", "c", "d", "e"].map((id) => candidate(id, ["propose", "1000 ms accept"]));
    const all = gateWorld();
    const passed = all.gate(slow);
    await all.clock.advance(999);
    expect(all.count("negotiation:started")).toBe(5);
    await all.clock.advance(1);
    expect((await passed).accepted).toHaveLength(5);

    const few = gateWorld();
    const inPairs = few.gate(slow, { concurrency: 2 });
    for (const [at, started] of [
      [999, 2],
      [1_000, 4],
      [1_000, 5],
    ] as const) {
      await few.clock.advance(at);
      expect(few.count("negotiation:started")).toBe(started);
    }
    await few.clock.advance(1_000);
    expect(statuses(await inPairs)).toEqual(["a", "b", "c", "d", "e"].map((id) => `${id}: accepted`));
  });

  it("reads an asynchronous iterable no faster than `concurrency` allows [GT-1]", async () => {
    const { gate, clock } = gateWorld();
    let readCount = 0;
    async function* found() {
      for (let index = 0; index < 6; index += 1) {
        readCount += 1;
        yield candidate(`u${index}`, ["propose", "100 ms accept"]);
      }
    }
    const passed = gate(found(), { concurrency: 2 });
    const seen: number[] = [];
    for (let step = 0; step < 4; step += 1) {
      await clock.advance(step === 0 ? 99 : 100);
      seen.push(readCount);
    }
    expect(seen).toEqual([2, 4, 6, 6]);
    expect((await passed).results.map((result) => result.candidate.userId)).toEqual(
      Array.from({ length: 6 }, (_, index) => `u${index}`),
    );
  });

  it("takes sets, generators and other iterables as it takes arrays [GT-1]", async () => {
    function* found() {
      yield yes("a");
      yield no("b");
    }
    expect(statuses(await gateWorld().gate(found()))).toEqual(["a: accepted", "b: rejected"]);
    expect(statuses(await gateWorld().gate(new Set([no("c")])))).toEqual(["c: rejected"]);
  });

  it("gives each side's advocate its own stance by seat and context [GT-1]", async () => {
    const { gate, advocate } = gateWorld();
    const seats: string[] = [];
    const source: typeof advocate = (call) => {
      seats.push(`source as ${call.seat}`);
      return advocate(call);
    };
    const own: typeof advocate = (call) => {
      seats.push(`a's own as ${call.seat}`);
      return advocate(call);
    };
    await gate([{ ...yes("a"), agent: own }, yes("b")], { agents: { source, candidate: advocate } });
    expect(seats.toSorted()).toEqual(["a's own as responder", "source as initiator", "source as initiator"]);
  });

  it("projects what to store for the opportunity [IX-25]", async () => {
    const given = [yes("a"), no("b"), capped("c")];
    const ambient = (await gateWorld().gate(given)).results.map(({ opportunity }) => opportunity?.status);
    const { gate } = gateWorld();
    const { results } = await gate(given, { trigger: "orchestrator" });
    expect(ambient).toEqual(["pending", "rejected", "stalled"]);
    expect(results.map(({ opportunity }) => opportunity?.status)).toEqual(["draft", "rejected", "stalled"]);
    expect(results[0]?.opportunity?.agreedRoles).toEqual(results[0]?.accepted?.agreedRoles);
  });
});

describe("negotiateCandidates: triggers and hooks", () => {
  it("calls the hooks of the ambient trigger together at the end, in order [GT-2]", async () => {
    const { gate, clock } = gateWorld();
    const hooked: string[] = [];
    const passed = gate([candidate("slow", ["propose", "500 ms accept"]), yes("fast")], {
      onCandidateResolved: (resolved) => void hooked.push(resolved.candidate.userId),
    });
    await clock.advance(499);
    expect(hooked).toEqual([]);
    await clock.advance(1);
    await passed;
    expect(hooked).toEqual(["slow", "fast"]);
  });

  it("calls the hooks of the orchestrator as each candidate settles, under windows of 60 s [GT-2]", async () => {
    const { gate, clock, room } = gateWorld();
    const hooked: string[] = [];
    const passed = gate([candidate("slow", ["propose", "500 ms accept"]), yes("fast")], {
      trigger: "orchestrator",
      onCandidateResolved: (resolved) => void hooked.push(resolved.candidate.userId),
    });
    await clock.advance(499);
    expect(hooked).toEqual(["fast"]);
    const { turnMs, park } = room.getNegotiation("gate:fast")!.rules;
    expect({ turnMs, parkMs: park?.parkMs }).toEqual({ turnMs: 60_000, parkMs: 60_000 });
    await clock.advance(1);
    await passed;
    expect(hooked).toEqual(["slow", "fast"].toReversed());
    const ambient = gateWorld();
    await ambient.gate([yes("a")]);
    expect(ambient.room.getNegotiation("gate:a")?.rules).toMatchObject({ turnMs: 300_000 });
  });

  it("lays rules of its own over those of service and trigger [GT-2]", async () => {
    const { gate, room } = gateWorld();
    await gate([yes("a")], { trigger: "orchestrator", rules: { turnMs: 7_000 } });
    expect(room.getNegotiation("gate:a")?.rules).toMatchObject({ turnMs: 7_000, park: { parkMs: 60_000 } });
  });

  it.each(["ambient", "orchestrator"] as const)(
    "awaits the hook of each candidate exactly once, with the result or null [GT-3] [AS-56]: %s",
    async (trigger) => {
      const { gate } = gateWorld();
      const hooked: ResolvedCandidate[] = [];
      let doneCount = 0;
      const given = [yes("a"), no("b"), candidate("c", ["throws"]), yes("a"), SOURCE];
      const { results, accepted } = await gate(given, {
        trigger,
        onCandidateResolved: async (resolved) => {
          hooked.push(resolved);
          await undefined;
          doneCount += 1;
        },
      });
      expect({ hooked: hooked.length, done: doneCount }).toEqual({ hooked: 5, done: 5 });
      const byPlace = given.map((one) => hooked.filter((resolved) => resolved.candidate === one));
      expect(byPlace.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
      const told = byPlace.flat();
      expect(told.map((resolved) => resolved.accepted)).toEqual([accepted[0], null, null, null, null]);
      expect(told.map(({ turns, outcome }) => [turns, outcome])).toEqual(
        results.map(({ turns, outcome }) => [turns, outcome]),
      );
      expect(told.every(({ suppressed }) => !suppressed)).toBe(true);
      expect(told[2]).toMatchObject({ status: "stalled", outcome: { reason: "agent_error" } });
    },
  );

  it("keeps the result of a hook that throws, and traces it; the others are unaffected [GT-3] [AS-56]", async () => {
    const { gate, traces } = gateWorld();
    const { results } = await gate([yes("a"), yes("b"), yes("c")], {
      trigger: "orchestrator",
      onCandidateResolved: ({ candidate: { userId } }) => {
        if (userId === "a") throw new Error("Table is locked.");
        return userId === "b" ? Promise.reject(new TypeError("No draft.")) : undefined;
      },
    });
    expect(results.map(({ status }) => status)).toEqual(["accepted", "accepted", "accepted"]);
    expect(traces.filter(({ type }) => type === "hook_error").toSorted(byUser)).toEqual([
      { type: "hook_error", candidateUserId: "a", error: { code: "threw", message: "Table is locked." } },
      { type: "hook_error", candidateUserId: "b", error: { code: "threw", message: "No draft." } },
    ]);
    const drafts = traces.filter(({ type }) => type === "opportunity_draft_ready");
    expect(drafts).toMatchObject([{ candidateUserId: "c" }]);
  });

  it("goes on without hooks [GT-3] [AS-56]", async () => {
    for (const trigger of ["ambient", "orchestrator"] as const)
      expect(statuses(await gateWorld().gate([yes("a")], { trigger }))).toEqual(["a: accepted"]);
  });

  it("says that a negotiation failed, with a null for its hook [GT-3] [AS-56]", async () => {
    const { gate } = gateWorld();
    const hooked: unknown[] = [];
    const { results } = await gate([candidate("a", [], { user: () => 1 }), yes("b")], {
      onCandidateResolved: (resolved) => void hooked.push(resolved.accepted),
    });
    expect(results).toMatchObject([{ status: "failed", outcome: null, turns: [] }, { status: "accepted" }]);
    expect(results[0]?.error).toMatchObject({ code: "threw", message: expect.stringContaining("context") });
    expect(hooked).toMatchObject([null, { userId: "b" }]);
  });

  it("says that a draft is ready when the orchestrator's hook has made it [GT-4]", async () => {
    const { gate, traces } = gateWorld();
    const order: string[] = [];
    const onTrace = (event: (typeof traces)[number]): void => {
      traces.push(event);
      if (event.type === "opportunity_draft_ready") order.push(`ready ${event.candidateUserId}`);
    };
    const onCandidateResolved: GateOptions["onCandidateResolved"] = async ({ candidate: { userId } }) => {
      await undefined;
      order.push(`draft of ${userId}`);
    };
    const unknown = { ...yes("c"), opportunityId: undefined };
    const { accepted } = await gate([yes("a"), no("b"), unknown], {
      trigger: "orchestrator",
      onCandidateResolved,
      onTrace,
    });
    expect(order.filter((what) => what.endsWith(" a"))).toEqual(["draft of a", "ready a"]);
    expect(traces.filter(({ type }) => type === "opportunity_draft_ready")).toEqual([
      {
        type: "opportunity_draft_ready",
        opportunityId: "opp-a",
        candidateUserId: "a",
        agreedRoles: accepted[0]?.agreedRoles,
        reasoning: "Turn 2 about a.",
      },
    ]);
    const ambient = gateWorld();
    await ambient.gate([yes("a")], { onCandidateResolved });
    expect(ambient.tracedTypes()).not.toContain("opportunity_draft_ready");
  });
});

describe("negotiateCandidates: who is not negotiated about", () => {
  it("skips pairs that agreed before, and says where they talk [GT-7]", async () => {
    const { gate, calls } = gateWorld();
    const asked: unknown[] = [];
    const given = [yes("a"), yes("b"), yes("c"), yes("a")];
    const { results, skipped } = await gate(given, {
      alreadyAccepted: async (source, candidateIds) => {
        asked.push([source, candidateIds]);
        return [{ userId: "b", opportunityId: "opp-old", conversationId: "chat-7" }];
      },
    });
    expect(asked).toEqual([[SOURCE, ["a", "b", "c"]]]);
    expect(results.map(({ status }) => status)).toEqual(["accepted", "skipped", "accepted", "skipped"]);
    expect(skipped).toEqual([
      {
        candidate: given[1],
        why: "already_accepted",
        opportunityId: "opp-old",
        conversationId: "chat-7",
      },
      { candidate: given[3], why: "duplicate" },
    ]);
    expect(calls.filter((call) => call.startsWith("b:"))).toEqual([]);
  });

  it("asks about the candidates of a stream one by one [GT-7]", async () => {
    const asked: unknown[] = [];
    const { skipped } = await gateWorld().gate(new Set([yes("a"), yes("b")]), {
      alreadyAccepted: (_, candidateIds) => {
        asked.push(candidateIds);
        return candidateIds.includes("b")
          ? [{ userId: "b", opportunityId: "o", conversationId: "c" }]
          : undefined;
      },
    });
    expect(asked).toEqual([["a"], ["b"]]);
    expect(skipped).toMatchObject([{ candidate: { userId: "b" }, why: "already_accepted" }]);
  });

  it("runs equal candidates once, the first of them, and the source not at all [GT-7]", async () => {
    const { gate, count } = gateWorld();
    const given = [yes("a"), no("a"), { userId: "source" }, yes("a")];
    const { results, skipped, byUser } = await gate(given);
    expect(results.map(({ status }) => status)).toEqual(["accepted", "skipped", "skipped", "skipped"]);
    expect(skipped.map(({ why }) => why)).toEqual(["duplicate", "self", "duplicate"]);
    expect(byUser.get("a")).toBe(results[0]);
    expect(count("negotiation:started")).toBe(1);
    // Also where the first has settled before the next is come to.
    const one = await gateWorld().gate(given, { concurrency: 1 });
    expect(one.byUser.get("a")).toBe(one.results[0]);
  });

  it("skips a pair that negotiates already, whoever began [GT-7]", async () => {
    const { gate, room } = gateWorld();
    const { id } = await room.createNegotiation({ id: "b", kind: "personal" }, "source");
    const { skipped, results } = await gate([yes("a"), yes("b")]);
    expect(skipped).toMatchObject([{ candidate: { userId: "b" }, why: "busy" }]);
    expect(results[1]?.negotiationId).toBeNull();
    expect(room.getNegotiation(id)?.outcome).toBeNull();
  });

  it("skips all where negotiation is off, each with its seed assessment [GT-8]", async () => {
    const { gate, calls, traces, told } = gateWorld();
    const seedAssessment = { score: 91, reasoning: "Obvious.", valencyRole: "Agent" };
    const given = [{ ...yes("a"), seedAssessment }, yes("b")];
    const hooked: string[] = [];
    const { results, skipped, accepted } = await gate(given, {
      enabled: false,
      onCandidateResolved: ({ candidate: { userId } }) => void hooked.push(userId),
    });
    expect(skipped).toEqual([
      { candidate: given[0], why: "disabled", seedAssessment },
      { candidate: given[1], why: "disabled" },
    ]);
    expect(results.map(({ status }) => status)).toEqual(["skipped", "skipped"]);
    expect({ accepted, calls, traces, told, hooked }).toEqual({
      accepted: [],
      calls: [],
      traces: [],
      told: [],
      hooked: ["a", "b"],
    });
  });
});

describe("negotiateCandidates: the same call again", () => {
  it("adopts what exists by its id, and reports what settled before once more [GT-8a]", async () => {
    const store = new MemoryStore();
    const first = gateWorld({ store });
    void first.gate([yes("a"), no("b"), candidate("c", ["propose", "counter", "hangs"])]);
    await first.clock.advance(0);
    first.room.destroy();
    expect(first.calls.toSorted()).toEqual(["a:1", "a:2", "b:1", "b:2", "c:1", "c:2", "c:3"]);

    let idCount = 0;
    const second = gateWorld({ store, ids: (kind) => `second-${kind}-${++idCount}` });
    const hooked: [string, boolean][] = [];
    const given = [yes("a"), no("b"), countered("c"), yes("d")];
    const { results } = await second.gate(given, {
      // The context is pinned, and would have it hang again.
      agents: (call) => {
        const move = second.advocate(call);
        return call.turnNumber === 3 ? { action: "accept" } : move;
      },
      onCandidateResolved: ({ candidate: { userId }, resumed }) => void hooked.push([userId, resumed]),
    });
    expect(results.map(({ status }) => status)).toEqual(["accepted", "rejected", "accepted", "accepted"]);
    // No turn that was stored is asked for again; the one that was under way is.
    expect(second.calls.toSorted()).toEqual(["c:3", "d:1", "d:2"]);
    expect(hooked).toEqual([
      ["a", true],
      ["b", true],
      ["c", true],
      ["d", false],
    ]);
    expect((await store.list({ limit: 10 })).items).toHaveLength(4);
    // What was told before is not told again, but for how it ended.
    const turns = second.traces.filter(({ type }) => type === "negotiation_turn");
    expect(turns).toMatchObject([
      { opportunityId: "opp-c", turnIndex: 2 },
      { opportunityId: "opp-d", turnIndex: 0 },
      { opportunityId: "opp-d", turnIndex: 1 },
    ]);
    expect(second.traces.filter(({ type }) => type === "negotiation_outcome")).toHaveLength(4);
  });

  it("takes its id from the id port where none is given, so that two calls are two [GT-8a]", async () => {
    const { gate, count } = gateWorld();
    const [one] = (await gate([yes("a")], { id: undefined })).results;
    const [other] = (await gate([yes("a")], { id: undefined })).results;
    expect(one?.negotiationId).toMatch(/^command-\d+:a$/);
    expect(other?.negotiationId).not.toBe(one?.negotiationId);
    expect([one?.resumed, other?.resumed, count("negotiation:started")]).toEqual([false, false, 2]);
  });
});

describe("negotiateCandidates: nothing throws", () => {
  it("gives empty results for no candidates, and tells nothing [GT-9]", async () => {
    const { gate, told, traces, clock } = gateWorld();
    expect(await gate([])).toEqual({
      results: [],
      accepted: [],
      skipped: [],
      byUser: new Map(),
      error: null,
    });
    expect({ told, traces, timers: clock.pendingCount }).toEqual({ told: [], traces: [], timers: 0 });
  });

  it("makes a failed status of whatever is no candidate [GT-9]", async () => {
    const hostile = new Proxy({} as never, {
      get() {
        throw new Error("Boo.");
      },
    });
    const bad = [
      null,
      7,
      {},
      { userId: "" },
      hostile,
      { userId: "x".repeat(200) },
      { userId: "k", kind: "robot" },
    ];
    const { results, error } = await gateWorld().gate([...(bad as never[]), yes("a")]);
    expect(results.map(({ status }) => status)).toEqual([...bad.map(() => "failed"), "accepted"]);
    expect(results.slice(0, -1).every((result) => result.error !== null)).toBe(true);
    expect(error).toBeNull();
  });

  it("makes a status of a storage that fails, and nothing is traced but start and end [GT-9] [AS-58]", async () => {
    const store = new MemoryStore();
    const isBad = (id: unknown): boolean => id === "gate:a";
    const failing = new Proxy(store, {
      get(target, key) {
        const member = Reflect.get(target, key) as unknown;
        if (typeof member !== "function") return member;
        return (...args: { id?: string }[]) => {
          if (key === "create" && isBad(args[0]?.id)) throw new Error("Disk full.");
          return (member as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    const { gate, clock, traces } = gateWorld({ store: failing });
    const passed = gate([yes("a"), yes("b")]);
    await clock.advance(60_000);
    const { results } = await passed;
    expect(results).toMatchObject([
      { status: "failed", error: { code: "store_failed" }, negotiationId: null },
      { status: "accepted" },
    ]);
    const ofA = traces.filter((event) => "opportunityId" in event && event.opportunityId === "opp-a");
    expect(ofA.map(({ type }) => type)).toEqual(["negotiation_session_start", "negotiation_session_end"]);
    expect(await store.load("gate:a")).toBeNull();
  });

  it("makes statuses of agents that throw, and of a service that is closed [GT-9]", async () => {
    const { gate, room, clock } = gateWorld();
    const passed = gate([candidate("a", ["propose", "hangs"])]);
    await clock.advance(0);
    room.destroy();
    await clock.advance(1_000);
    expect((await passed).results).toMatchObject([{ status: "failed", error: { code: "service_closed" } }]);
    expect((await gate([yes("b")])).results).toMatchObject([
      { status: "failed", error: { code: "service_closed" } },
    ]);
    expect(clock.pendingCount).toBe(0);
  });

  it("ends with what was read where the candidates themselves fail, and says so [GT-9]", async () => {
    async function* found() {
      yield yes("a");
      throw new Error("Cursor lost.");
    }
    const { results, error } = await gateWorld().gate(found());
    expect(results.map(({ status }) => status)).toEqual(["accepted"]);
    expect(error).toEqual({ code: "threw", message: "Cursor lost." });
    const broken = { [Symbol.iterator]: () => ({ next: () => Promise.reject(new Error("Odd.")) }) };
    expect((await gateWorld().gate(broken as never)).error?.message).toBe("Odd.");
  });

  it("fails those of whom nobody can say whether they agreed before [GT-9]", async () => {
    const alreadyAccepted = () => Promise.reject(new Error("No such table."));
    const { results } = await gateWorld().gate([yes("a"), yes("b")], { alreadyAccepted });
    expect(results.map(({ status, error }) => [status, error?.message])).toEqual([
      ["failed", "No such table."],
      ["failed", "No such table."],
    ]);
  });

  it.each([
    [{ trigger: "manual" }, TypeError],
    [{ concurrency: 0 }, RangeError],
    [{ budgetMs: -1 }, RangeError],
    [{ budgetMs: 2_147_483_648 }, RangeError],
    [{ candidates: 7 }, TypeError],
    [{ candidates: undefined }, TypeError],
    [{ source: {} }, TypeError],
    [{ id: "x".repeat(65) }, TypeError],
    [{ signal: {} }, TypeError],
    [{ onTrace: "log" }, TypeError],
    [{ service: {} }, TypeError],
    [{ candidate: [] }, TypeError],
  ])("refuses %s before anything begins, as the programmer's mistake [GT-9]", async (wrong, error) => {
    const { gate, told } = gateWorld();
    expect(await codeOf(gate([yes("a")], wrong as never))).toBeInstanceOf(error);
    expect(told).toEqual([]);
  });
});

it("knows the instant of the clock of its service, and leaves no timer [GT-6]", async () => {
  const { gate, clock, traces } = gateWorld();
  await gate([yes("a")]);
  expect(traces[0]).toMatchObject({ type: "negotiation_session_start", startedAt: T0 });
  expect(clock.pendingCount).toBe(0);
});

function byUser(one: object, other: object): number {
  const idOf = (event: object): string => (event as { candidateUserId: string }).candidateUserId;
  return idOf(one) < idOf(other) ? -1 : 1;
}
