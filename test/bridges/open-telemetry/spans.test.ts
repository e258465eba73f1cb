import { context, trace } from "@opentelemetry/api";
import { beforeAll, describe, expect, it } from "vitest";
import { observeWithOpenTelemetry } from "../../../src/bridges/open-telemetry/index.js";
import type { Agent } from "../../../src/ports/index.js";
import { NegotiationRooms, NegotiationService } from "../../../src/service/room/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { openRoom } from "../../kit/open-room.js";
import { carryContexts, idOf, parentOf, type Recorder, recorder } from "./recorder.js";

beforeAll(carryContexts);

const WORKFLOW = "invoke_workflow negotiation";

/** A traced room. */
function traced(options: Parameters<typeof openRoom>[0] = {}, recordContent = false) {
  const recorded = recorder();
  const { room, clock } = openRoom(options);
  const { tracer, meter } = recorded;
  const stop = observeWithOpenTelemetry(room, { tracer, meter, recordContent });
  return { room, clock, stop, recorded };
}

/** A party with an agent. */
function by(id: string, agent: unknown) {
  return { id, kind: "system", agent: agent as Agent<any> } as const;
}

const accepting: Agent = () => ({ action: "accept" });

describe("the span of a negotiation", () => {
  it("stands under what was active where it was asked for, with each call of an agent within it [OT-2]", async () => {
    const { room, recorded } = traced();
    const seller = scriptedAgent([{ action: "counter", terms: { price: 55 } }, { action: "accept" }]);
    const buyer = scriptedAgent([{ action: "counter", terms: { price: 50 } }]);
    await recorded.within("GET /deal", () =>
      room.negotiate({
        initiator: by("ada", buyer),
        responder: by("smith", seller),
        proposal: { price: 40 },
      }),
    );
    const [request] = recorded.spans("GET /deal");
    const workflows = recorded.spans(WORKFLOW);
    expect(workflows).toHaveLength(1);
    expect(parentOf(workflows[0])).toBe(idOf(request));
    expect(workflows[0]!.attributes).toEqual({
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.workflow.name": "negotiation",
      "gen_ai.conversation.id": "neg_1",
      "negotiation.room.id": "room-1",
      "negotiation.preset": "room",
      "negotiation.outcome": "accepted",
      "negotiation.reason": "accept",
      "negotiation.turn.count": 4,
    });
    const calls = recorded.spans().filter(({ name }) => name.startsWith("invoke_agent"));
    expect(calls.map(({ name, attributes }) => [name, attributes["negotiation.turn.action"]])).toEqual([
      ["invoke_agent smith", "counter"],
      ["invoke_agent ada", "counter"],
      ["invoke_agent smith", "accept"],
    ]);
    expect(calls.map(parentOf)).toEqual(calls.map(() => idOf(workflows[0])));
    expect(calls[0]!.attributes).toEqual({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.id": "smith",
      "gen_ai.conversation.id": "neg_1",
      "negotiation.turn.index": 1,
      "negotiation.turn.attempt": 1,
      "negotiation.turn.action": "counter",
    });
    expect(recorded.open()).toEqual([]);
  });

  it("keeps two interleaved requests apart, whoever's context a commit or a timer runs in [OT-6]", async () => {
    const recorded = recorder();
    // Answers when it is told to: both creations wait for it, and come about in each other's context.
    const gates: (() => void)[] = [];
    const admit = () => new Promise<true>((resolve) => gates.push(() => resolve(true)));
    const { room } = openRoom({ admit, rules: { oneActive: "pair" } });
    const { tracer, meter } = recorded;
    observeWithOpenTelemetry(room, { tracer, meter });
    const seen: (string | undefined)[] = [];
    const agent: Agent = () => {
      seen.push(trace.getSpan(context.active())?.spanContext().spanId);
      return { action: "accept" };
    };
    const asks = ["one", "two"].map((name) =>
      recorded.within(`request ${name}`, async () => {
        const made = await room.createNegotiation(`ada-${name}`, by(`smith-${name}`, agent), { price: 40 });
        return room.outcomeOf(made.id);
      }),
    );
    await expect.poll(() => gates.length).toBe(2);
    // The second first, and both from the context of a third.
    await recorded.within("a third", async () => {
      gates[1]!();
      gates[0]!();
      for (let index = 2; index < 4; index += 1) {
        await expect.poll(() => gates.length).toBeGreaterThan(index);
        gates[index]!();
      }
    });
    await Promise.all(asks);
    const requests = ["one", "two"].map((name) => recorded.spans(`request ${name}`)[0]);
    for (const [index, name] of ["one", "two"].entries()) {
      const call = recorded.spans(`invoke_agent smith-${name}`)[0];
      const workflow = recorded.spans(WORKFLOW).find((span) => idOf(span) === parentOf(call));
      expect(parentOf(workflow)).toBe(idOf(requests[index]));
      expect(seen).toContain(idOf(call));
    }
    expect(recorded.open()).toEqual([]);
  });

  it("takes its parent from who asked, also where a listener asks in the midst of another's commit [OT-6]", async () => {
    const { room, recorded } = traced({ rules: { oneActive: "pair" } });
    const asked: Promise<unknown>[] = [];
    room.on("negotiation:started", ({ id }) => {
      if (id !== "first") return;
      asked.push(
        recorded.within("inner", () => room.createNegotiation("eve", "bob", { price: 1 }, { id: "second" })),
      );
    });
    await recorded.within("outer", () =>
      room.createNegotiation("ada", "smith", { price: 2 }, { id: "first" }),
    );
    await Promise.all(asked);
    await room.close();
    const parents = Object.fromEntries(
      recorded.spans(WORKFLOW).map((span) => [span.attributes["gen_ai.conversation.id"], parentOf(span)]),
    );
    expect(parents).toEqual({
      first: idOf(recorded.spans("outer")[0]),
      second: idOf(recorded.spans("inner")[0]),
    });
  });

  it.each([
    ["accepted", "accept", async (one: Live) => one.submit("smith", { action: "accept" })],
    ["rejected", "reject", async (one: Live) => one.submit("smith", { action: "reject" })],
    ["withdrawn", "withdraw", async (one: Live) => one.submit("smith", { action: "withdraw" })],
    ["withdrawn", "cancelled", async (one: Live) => one.room.cancel("n")],
    ["expired", "turn_timeout", async (one: Live) => one.clock.advance(10 * 60_000)],
    [
      "stalled",
      "turn_cap",
      async (one: Live) => one.submit("smith", { action: "counter", terms: { price: 3 } }),
    ],
  ] as const)(
    "ends %s by %s, with its outcome and every commit as an event [OT-3]",
    async (status, reason, end) => {
      const rules = {
        actions: ["propose", "counter", "accept", "reject", "withdraw"],
        ...(reason === "turn_cap" && {
          cap: { counts: "turns", limit: 2, mode: "reach", result: "stalled" },
        }),
      };
      const { room, clock, recorded } = traced({ rules: rules as never });
      await room.createNegotiation("ada", "smith", { price: 40 }, { id: "n" });
      expect(recorded.open()).toEqual([WORKFLOW]);
      await end({ room, clock, submit: (partyId, move) => room.submit("n", partyId, move as never) });
      await expect.poll(() => room.getNegotiation("n")?.status).toBe(status);
      const [span] = recorded.spans(WORKFLOW);
      expect(span!.attributes).toMatchObject({ "negotiation.outcome": status, "negotiation.reason": reason });
      const versions = new Set(span!.events.map(({ attributes }) => attributes?.["negotiation.version"]));
      expect([...versions]).toEqual(
        Array.from({ length: room.getNegotiation("n")!.version + 1 }, (_, at) => at),
      );
      expect(span!.events.map(({ name }) => name)).toContain("negotiation:started");
      expect(span!.events.at(-1)!.name).toBe(`negotiation:${status === "accepted" ? "agreed" : status}`);
      expect(recorded.open()).toEqual([]);
      const metrics = await recorded.metrics();
      expect(metrics["negotiation.outcomes"]).toMatchObject([
        { value: 1, attributes: { "negotiation.outcome": status, "negotiation.reason": reason } },
      ]);
      expect(metrics["negotiation.active"]).toMatchObject([{ value: 0 }]);
    },
  );

  it.each(["close", "destroy", "stop"] as const)(
    "does not stay open beyond %s, nor does that of a running call [OT-3]",
    async (how) => {
      const { room, recorded, stop } = traced();
      const silent: Agent = () => new Promise(() => {});
      await room.createNegotiation("ada", by("smith", silent), { price: 40 });
      await expect.poll(() => recorded.open()).toEqual([WORKFLOW, "invoke_agent smith"]);
      if (how === "stop") stop();
      else await room[how]();
      expect(recorded.open()).toEqual([]);
      expect((await recorded.metrics())["negotiation.active"]).toMatchObject([{ value: 0 }]);
      expect(recorded.spans("invoke_agent smith")[0]!.attributes["error.type"]).toBe("aborted");
      await room.close();
    },
  );

  it("begins anew where an earlier process left a negotiation, linked to the traceparent that the host put there [OT-3]", async () => {
    const store = new MemoryStore();
    const clock = new ManualClock(1_800_000_000_000);
    const first = new NegotiationService("room-1", { store, clock });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await first.createNegotiation("ada", "smith", { price: 40 }, { id: "n", context: { traceparent } });
    await first
      .createNegotiation("ada", "jones", { price: 40 }, { id: "m", context: { traceparent: "00-0-0" } })
      .catch(() => undefined);
    await first.close();
    const recorded = recorder();
    const { tracer, meter } = recorded;
    const second = new NegotiationService("room-1", { store, clock, agentFor: () => accepting });
    observeWithOpenTelemetry(second, { tracer, meter });
    await recorded.within("start", () => second.resume());
    await expect.poll(() => recorded.spans(WORKFLOW).length).toBe(1);
    const [span] = recorded.spans(WORKFLOW);
    expect(parentOf(span)).toBeUndefined();
    expect(span!.links.map((link) => link.context)).toMatchObject([
      { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", isRemote: true },
    ]);
    expect(span!.attributes).toMatchObject({
      "negotiation.resumed": true,
      "negotiation.outcome": "accepted",
    });
    expect(parentOf(recorded.spans("invoke_agent smith")[0])).toBe(idOf(span));
    expect(recorded.open()).toEqual([]);
    await second.close();
  });

  it("is made for all rooms of a host, those that are made later as well, until they end [OT-2]", async () => {
    const recorded = recorder();
    const { tracer, meter } = recorded;
    const rooms = new NegotiationRooms({ clock: new ManualClock() });
    await rooms.room("early").createNegotiation("ada", "smith", { price: 40 });
    const stop = observeWithOpenTelemetry(rooms, { tracer, meter });
    for (const roomId of ["early", "late"])
      await recorded.within(roomId, () =>
        rooms
          .room(roomId)
          .createNegotiation("eve", by("bob", accepting), { price: 4 })
          .catch(() => undefined),
      );
    await expect.poll(() => recorded.spans(WORKFLOW).length).toBe(1);
    const [span] = recorded.spans(WORKFLOW);
    expect(span!.attributes).toMatchObject({
      "negotiation.room.id": "late",
      "negotiation.outcome": "accepted",
    });
    expect(parentOf(span)).toBe(idOf(recorded.spans("late")[0]));
    await rooms.room("third").createNegotiation("ada", "smith", { price: 40 });
    expect(recorded.open()).toEqual([WORKFLOW]);
    await rooms.close("third");
    expect(recorded.open()).toEqual([]);
    stop();
    await rooms.room("fourth").createNegotiation("ada", "smith", { price: 40 });
    expect(recorded.open()).toEqual([]);
    await rooms.close();
  });
});

interface Live {
  readonly room: NegotiationService<any>;
  readonly clock: ManualClock;
  readonly submit: (partyId: string, move: object) => Promise<unknown>;
}

describe("the span of a call", () => {
  it.each([
    [
      "throws",
      (): never => {
        throw new Error("limit 4711");
      },
      "threw",
    ],
    ["answers nonsense", (): unknown => 7, "move_invalid"],
    ["makes an illegal move", (): unknown => ({ action: "question", message: "?" }), "action_not_allowed"],
  ] as const)(
    "says by its code that an agent that %s has failed, once each attempt [OT-2]",
    async (_, agent, code) => {
      const { room, recorded } = traced({ rules: { agentAttempts: 2 } });
      await room.createNegotiation("ada", by("smith", agent), { price: 40 });
      await expect.poll(() => recorded.spans("invoke_agent smith").length).toBe(2);
      const calls = recorded.spans("invoke_agent smith");
      expect(calls.map(({ attributes }) => attributes["negotiation.turn.attempt"])).toEqual([1, 2]);
      for (const { attributes, status } of calls) {
        expect(attributes["error.type"]).toBe(code);
        expect(status.code).toBe(2);
      }
      expect(await recorded.everything()).not.toContain("4711");
    },
  );

  it("ends where somebody else moves for the party, or the time is up [OT-2]", async () => {
    const { room, clock, recorded } = traced();
    const silent: Agent = () => new Promise(() => {});
    await room.createNegotiation("ada", by("smith", silent), { price: 40 }, { id: "n" });
    await expect.poll(() => recorded.open()).toContain("invoke_agent smith");
    await room.submit("n", "smith", { action: "counter", terms: { price: 50 } });
    expect(recorded.spans("invoke_agent smith")[0]!.attributes["error.type"]).toBe("stale");
    await room.submit("n", "ada", { action: "counter", terms: { price: 45 } });
    await expect.poll(() => recorded.open()).toContain("invoke_agent smith");
    await clock.advance(10 * 60_000);
    await expect.poll(() => recorded.open()).toEqual([]);
    expect(recorded.spans("invoke_agent smith")[1]!.attributes["error.type"]).toBe("late");
  });
});

describe("what is measured", () => {
  it("is how long negotiations and turns take, in seconds, and how many turns they have [OT-5]", async () => {
    const { room, clock, recorded } = traced();
    await room.createNegotiation("ada", "smith", { price: 40 }, { id: "n" });
    expect((await recorded.metrics())["negotiation.active"]).toMatchObject([{ value: 1 }]);
    await clock.advance(1_500);
    await room.submit("n", "smith", { action: "counter", terms: { price: 50 } });
    await clock.advance(500);
    await room.submit("n", "ada", { action: "accept" });
    const metrics = await recorded.metrics();
    expect(metrics["negotiation.duration"]).toMatchObject([{ value: { count: 1, sum: 2 } }]);
    expect(metrics["negotiation.turns"]).toMatchObject([{ value: { count: 1, sum: 3 } }]);
    const turns = metrics["negotiation.turn.duration"]!.map(({ attributes, value }) => [
      attributes["negotiation.turn.action"],
      value.sum,
    ]);
    expect(turns).toEqual([
      ["propose", 0],
      ["counter", 1.5],
      ["accept", 0.5],
    ]);
  });
});

describe("what is recorded", () => {
  const MARKERS = ["terms", "message", "reason", "reasoning", "context", "justification", "extra"].map(
    (one) => `MARK-${one}`,
  );
  const [terms, message, reason, reasoning, inContext, justification, extra] = MARKERS;
  const move = {
    terms: { note: terms },
    message,
    reason,
    assessment: { reasoning },
    justification: { why: justification },
    extra: { note: extra },
  };

  /** All that is exported of a whole negotiation with a failure. */
  async function exported(recordContent: boolean): Promise<[string, Recorder]> {
    const { room, recorded } = traced({ rules: { agentAttempts: 3 } }, recordContent);
    const agent = scriptedAgent<any>([
      { action: "counter", ...move },
      new Error(`MARK-${"message"}`),
      { ...move, action: "question" } as never,
      { action: "accept" },
    ]);
    await room.createNegotiation("ada", by("smith", agent), move.terms, {
      id: "n",
      context: { secret: inContext },
      move: { message },
    });
    await expect.poll(() => room.getNegotiation("n")?.turns.length).toBe(2);
    expect(await room.submit("n", "ada", { action: "counter", ...move } as never)).toMatchObject({
      ok: true,
    });
    await expect.poll(() => room.getNegotiation("n")?.status).toBe("accepted");
    return [await recorded.everything(), recorded];
  }

  it("is no word of anybody's in any span, event or metric [OT-4]", async () => {
    const [text, recorded] = await exported(false);
    expect(recorded.spans("invoke_agent smith")).toHaveLength(4);
    expect(text).not.toContain("MARK-");
  });

  it("is all of it where the host says so [OT-4]", async () => {
    const [text] = await exported(true);
    expect(MARKERS.filter((marker) => !text.includes(marker))).toEqual([]);
  });
});

describe("without a provider", () => {
  it("records nothing and fails nothing [OT-1]", async () => {
    const { room } = openRoom();
    const stop = observeWithOpenTelemetry(room);
    const outcome = await room.negotiate({
      initiator: "ada",
      responder: by("smith", accepting),
      proposal: { price: 40 },
    });
    expect(outcome.status).toBe("accepted");
    stop();
    expect(() => observeWithOpenTelemetry(room, { trace: true } as never)).toThrow(TypeError);
    expect(() => observeWithOpenTelemetry({} as never)).toThrow(TypeError);
  });
});
