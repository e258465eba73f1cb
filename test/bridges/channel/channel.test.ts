import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channelAgent, serveAgent } from "../../../src/bridges/channel/index.js";
import type { AgentCall, Move } from "../../../src/index.js";
import { linkedEnds, type Price } from "./linked-ends.js";

const opening: Move<Price> = { action: "propose", terms: { price: 40 } };

const parsed = (text: string | undefined): any => JSON.parse(text ?? "null");

const answerTo = (ask: string | undefined, answer: unknown): string =>
  JSON.stringify({ concordat: "answer", id: parsed(ask).id, answer });

describe("an agent behind a channel", () => {
  it("negotiates as one in the process would, with a far agent that gets the call as it is [EM-1]", async () => {
    const ends = linkedEnds();
    const calls: AgentCall<Price>[] = [];
    ends.serve((call) => {
      calls.push(call);
      return opening;
    });
    const outcome = ends.begin();
    await ends.carry();
    expect(await outcome).toMatchObject({ status: "accepted", proposal: { terms: { price: 40 } } });
    expect(calls).toHaveLength(1);
    const [{ signal, ...call }] = calls as [AgentCall<Price>];
    expect(signal.aborted).toBe(false);
    expect(call).toMatchObject({
      party: { id: "ada" },
      other: { id: "smith" },
      seat: "initiator",
      turns: [],
      standing: null,
      turnNumber: 1,
      legalActions: ["propose"],
      deadlineAt: ends.clock.now() + 30_000,
      attempt: 1,
      lastError: null,
    });
    expect(Object.isFrozen(calls[0])).toBe(true);
  });

  it("is sent what its party may see and nothing private of the other side [BR-1, BR-7]", async () => {
    const ends = linkedEnds();
    const { room } = ends;
    await room.createNegotiation("smith", { id: "ada", kind: "system", agent: ends.far.agent }, undefined, {
      id: "neg-1",
      context: { topic: "shared" },
    });
    const assessment = { reasoning: "PRIVATE-reasoning", limit: "PRIVATE-limit" };
    const move = { ...opening, reason: "SHARED-reason", assessment, sealed: { salt: "PRIVATE-salt" } };
    const result = await room.submit("neg-1", "smith", move, { commandId: "PRIVATE-command" });
    expect(result.ok).toBe(true);
    await ends.clock.advance(0);
    expect(ends.asked).toHaveLength(1);
    expect(ends.asked[0]).toContain("SHARED-reason");
    expect(ends.asked[0]).not.toContain("PRIVATE");
    const told = parsed(ends.asked[0]).call;
    const view = await room.viewFor("neg-1", "ada");
    expect(told.turns).toEqual(JSON.parse(JSON.stringify(view?.turns)));
    expect(told.context).toEqual(view?.context);
    room.destroy();
  });

  it("says how much of the turn is left, and aborts at the far end when it is over [EM-1]", async () => {
    const ends = linkedEnds();
    const signals: AbortSignal[] = [];
    const served = ends.serve(({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const outcome = ends.begin();
    await ends.clock.advance(0);
    expect(parsed(ends.asked[0])).toMatchObject({ concordat: "ask", turnMs: 30_000 });
    await ends.carry();
    await ends.clock.advance(29_999);
    expect([signals[0]?.aborted, served.runningCount]).toEqual([false, 1]);
    await ends.clock.advance(1);
    expect(await outcome).toMatchObject({ status: "expired", reason: "turn_timeout" });
    await ends.carry();
    expect([signals[0]?.aborted, served.runningCount, ends.far.openCount]).toEqual([true, 0, 0]);
    await ends.room.close();
    expect(ends.clock.pendingCount).toBe(0);
  });

  it("ends by its own clock at the far end where the line is gone, and leaves no timer", async () => {
    const ends = linkedEnds();
    let aborted = 0;
    const served = ends.serve(({ signal }) => {
      signal.addEventListener("abort", () => aborted++);
      return new Promise(() => {});
    });
    ends.toFar(
      JSON.stringify({
        concordat: "ask",
        id: "1",
        turnMs: 5_000,
        call: { negotiationId: "neg-9", turns: [] },
      }),
    );
    await ends.clock.advance(4_999);
    expect([aborted, ends.clock.pendingCount]).toEqual([0, 1]);
    await ends.clock.advance(1);
    expect([aborted, served.runningCount, ends.clock.pendingCount]).toEqual([1, 0, 0]);
    expect(ends.answered.map((text) => parsed(text).concordat)).toEqual(["ready"]);
  });

  it("tells the far end that a turn is over when somebody else has ended the negotiation", async () => {
    const ends = linkedEnds();
    const outcome = ends.begin();
    await ends.clock.advance(0);
    const ask = parsed(ends.asked.shift());
    await ends.room.cancel(ask.call.negotiationId);
    expect(await outcome).toMatchObject({ status: "withdrawn" });
    expect(ends.asked.map(parsed)).toEqual([{ concordat: "cancel", id: ask.id }]);
  });

  it("counts an answer once: a repeated, late or forged one changes nothing [EM-1]", async () => {
    const ends = linkedEnds();
    const outcome = ends.begin();
    await ends.clock.advance(0);
    const [ask] = ends.asked;
    ends.toService(JSON.stringify({ concordat: "answer", id: "0".repeat(32), answer: opening }));
    ends.toService(
      JSON.stringify({ concordat: "answer", id: parsed(ask).call.negotiationId, answer: opening }),
    );
    await ends.clock.advance(0);
    expect(ends.room.getActiveNegotiation()?.turns).toEqual([]);
    ends.toService(answerTo(ask, opening));
    ends.toService(answerTo(ask, { action: "propose", terms: { price: 1 } }));
    await ends.clock.advance(0);
    ends.toService(answerTo(ask, { action: "propose", terms: { price: 2 } }));
    expect(await outcome).toMatchObject({
      status: "accepted",
      turnCount: 2,
      proposal: { terms: { price: 40 } },
    });
    expect(ends.count("turn:failed")).toBe(0);
  });

  it("gives each of several negotiations its own answer, in whatever order they come", async () => {
    const ends = linkedEnds();
    const outcomes = [ends.begin(), ends.begin(), ends.begin()];
    await ends.clock.advance(0);
    const asks = ends.asked.splice(0);
    expect(new Set(asks.map((ask) => parsed(ask).id)).size).toBe(3);
    for (const ask of asks.toReversed()) {
      const { negotiationId } = parsed(ask).call;
      ends.toService(answerTo(ask, { action: "propose", terms: { price: 1, negotiationId } }));
    }
    for (const [index, outcome] of outcomes.entries()) {
      const { negotiationId } = parsed(asks[index]).call;
      expect(await outcome).toMatchObject({ proposal: { terms: { negotiationId } } });
    }
    expect(ends.far.openCount).toBe(0);
  });

  it("asks again when the far end is back, and takes the answer that was lost before [EM-1]", async () => {
    const ends = linkedEnds();
    let calls = 0;
    const served = ends.serve(() => {
      calls++;
      return opening;
    });
    const outcome = ends.begin();
    await ends.clock.advance(0);
    ends.toFar(ends.asked.shift());
    await ends.clock.advance(0);
    expect(ends.answered.splice(0).map((text) => parsed(text).concordat)).toEqual(["ready", "answer"]);
    // The answer was lost with the line.
    await ends.clock.advance(10_000);
    served.ready();
    await ends.carry();
    expect(await outcome).toMatchObject({ status: "accepted" });
    expect(calls).toBe(1);
  });

  it("gives an ask that came twice while the agent thinks one answer, and the rest of the turn when it comes again", async () => {
    const ends = linkedEnds();
    let answer: (move: Move<Price>) => void = () => {};
    let calls = 0;
    ends.serve(
      () =>
        new Promise((resolve) => {
          calls++;
          answer = resolve;
        }),
    );
    const outcome = ends.begin();
    await ends.carry();
    await ends.clock.advance(7_000);
    ends.far.resend();
    expect(parsed(ends.asked[0]).turnMs).toBe(23_000);
    await ends.carry();
    answer(opening);
    await ends.carry();
    expect(await outcome).toMatchObject({ status: "accepted" });
    expect(calls).toBe(1);
  });

  it("sends an ask at most 17 times, however often the far end says that it is back", async () => {
    const ends = linkedEnds();
    const outcome = ends.begin();
    await ends.clock.advance(0);
    for (let times = 0; times < 1_000; times++) ends.toService('{"concordat":"ready"}');
    expect(ends.asked).toHaveLength(17);
    ends.toService(answerTo(ends.asked[0], opening));
    expect(await outcome).toMatchObject({ status: "accepted" });
  });

  it("ends with the turn where nothing can be sent: one timeout, one event [EM-1]", async () => {
    const errors: unknown[] = [];
    const broken = [
      () => {
        throw new Error("no line");
      },
      () => Promise.reject(new Error("no line")),
    ];
    for (const send of broken) {
      const ends = linkedEnds();
      const far = channelAgent<Price>({ send, clock: ends.clock, onError: (error) => errors.push(error) });
      const outcome = ends.room.negotiate({
        initiator: { id: "ada", kind: "system", agent: far.agent },
        responder: { id: "smith", kind: "system" },
      });
      await ends.clock.advance(30_000);
      expect(await outcome).toMatchObject({ status: "expired", reason: "turn_timeout" });
      expect(ends.headlines()).toEqual(["negotiation:started", "negotiation:expired", "negotiation:settled"]);
      expect(ends.count("turn:failed")).toBe(0);
      far.close();
    }
    expect(errors.map(String)).toEqual(["Error: no line", "Error: no line"]);
  });
});

describe("what comes over a channel", () => {
  const around = answerTo('{"id":"00000000000000000000000000000000"}', "").length;

  it.each([
    ["65,536 bytes", 65_536 - around, true],
    ["65,537 bytes", 65_537 - around, false],
  ])("of %s is read up to the limit and dropped above it [BR-6]", async (_, size, isTaken) => {
    const ends = linkedEnds();
    const outcome = ends.begin();
    await ends.clock.advance(0);
    // A string of so many bytes, half of them in characters of two.
    const text = `${"x".repeat(size % 2)}${"é".repeat(Math.floor(size / 2))}`;
    const message = answerTo(ends.asked[0], text);
    ends.toService(size % 2 === 0 ? message : Buffer.from(message));
    await ends.clock.advance(0);
    expect([ends.count("turn:failed"), ends.errors.length]).toEqual(isTaken ? [1, 0] : [0, 1]);
    ends.toService(answerTo(ends.asked.at(-1), opening));
    expect(await outcome).toMatchObject({ status: "accepted" });
  });

  const nested = (levels: number): unknown =>
    Array.from({ length: levels }).reduce((inner) => [inner], 0 as unknown);
  it.each([
    ["nested 32 deep", { action: "propose", terms: { price: 40, x: nested(30) } }, null],
    ["nested 33 deep", { action: "propose", terms: { price: 40, x: nested(31) } }, "threw"],
    ["with a list of 1,000", { action: "propose", terms: { price: 40, x: Array(1_000).fill(0) } }, null],
    ["with a list of 1,001", { action: "propose", terms: { price: 40, x: Array(1_001).fill(0) } }, "threw"],
    ["that is a word", "accept", "move_invalid"],
    ["that is nothing", null, "move_invalid"],
    ["with an unknown action", { action: "grab" }, "move_invalid"],
    ["that is illegal", { action: "accept", replyTo: "none" }, "stale_proposal"],
  ])(
    "as an answer %s is judged by limits, then by the service, which asks again [BR-6] [EM-1]",
    async (_, answer, code) => {
      const ends = linkedEnds();
      const outcome = ends.begin();
      await ends.clock.advance(0);
      ends.toService(answerTo(ends.asked.shift(), answer));
      await ends.clock.advance(0);
      if (code !== null) {
        const again = ends.asked.shift();
        expect(parsed(again).call).toMatchObject({ attempt: 2, lastError: { code } });
        ends.toService(answerTo(again, opening));
      }
      expect(await outcome).toMatchObject({ status: "accepted" });
    },
  );

  it.each([
    ["no JSON", "{"],
    ["nothing", undefined],
    ["no object", "[7]"],
    ["a number", 7],
    ["a text of another program", '{"type":"chat","text":"hello"}'],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe])],
    ["an event object", { data: "x" }],
    ["a deep list of another program", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ])("is left to others when it is %s", async (_, data) => {
    const ends = linkedEnds();
    const served = ends.serve(() => opening);
    ends.toService(data);
    ends.toFar(data);
    expect([ends.errors, served.runningCount]).toEqual([[], 0]);
  });

  it.each([
    ["no id", { concordat: "answer", answer: opening }],
    ["an empty id", { concordat: "answer", id: "", answer: opening }],
    ["an id of 257 characters", { concordat: "answer", id: "x".repeat(257), answer: opening }],
    ["an id with a control character", { concordat: "answer", id: "a\u0007", answer: opening }],
    ["an id that is a list", { concordat: "answer", id: ["x"], answer: opening }],
    ["no answer", { concordat: "answer", id: "x" }],
    ["an unknown kind", { concordat: "steal", id: "x" }],
    ["a kind that is an object", { concordat: {}, id: "x" }],
    ["a failure without a text", { concordat: "failed", id: "x", message: {} }],
    ["an ask without a call", { concordat: "ask", id: "x", turnMs: 1 }],
    ["an ask without a negotiation", { concordat: "ask", id: "x", turnMs: 1, call: {} }],
    ["an ask with a negative time", { concordat: "ask", id: "x", turnMs: -1, call: { negotiationId: "n" } }],
    [
      "an ask with a call of 65 levels",
      { concordat: "ask", id: "x", turnMs: 1, call: { negotiationId: "n", x: nested(64) } },
    ],
  ])("is told as an error and dropped when it has %s, at both ends [BR-3] [EM-1]", async (_, message) => {
    const ends = linkedEnds();
    let calls = 0;
    const served = ends.serve(() => {
      calls++;
      return opening;
    });
    ends.toService(JSON.stringify(message));
    ends.toFar(JSON.stringify(message));
    expect(ends.errors.map(String)).toEqual([
      expect.stringMatching(/^Error: Expected .*, got another\.$/),
      expect.stringMatching(/^Error: Expected /),
    ]);
    expect([calls, served.runningCount]).toEqual([0, 0]);
  });

  it("never throws and never settles what it does not name, whatever it is [BR-3]", async () => {
    const ends = linkedEnds();
    const outcome = ends.begin();
    await ends.clock.advance(0);
    const served = ends.serve(() => opening);
    const kind = fc.constantFrom("ask", "answer", "failed", "cancel", "ready", "other");
    const anyMessage = fc.record(
      {
        concordat: kind,
        id: fc.anything(),
        answer: fc.anything(),
        message: fc.anything(),
        call: fc.anything(),
        turnMs: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.json(),
          anyMessage.map((one) => safeText(one)),
        ),
        (data) => {
          ends.toService(data);
          ends.toFar(data);
        },
      ),
      { numRuns: 2_000 },
    );
    served.close();
    ends.toService(answerTo(ends.asked[0], opening));
    expect(await outcome).toMatchObject({ status: "accepted" });
  });
});

describe("a served agent", () => {
  it.each([
    ["a BigInt", { action: "propose", terms: { price: 40n } }, "/terms/price"],
    ["a Date", { action: "propose", terms: { at: new Date(0) } }, "/terms/at"],
    ["a NaN", { action: "propose", terms: { price: Number.NaN } }, "/terms/price"],
    ["a function", { action: "propose", terms: { price: () => 40 } }, "/terms/price"],
    ["a Map", { action: "propose", terms: new Map() }, "/terms"],
    ["a cycle", cyclic(), "/terms/self"],
    ["too much", { action: "propose", terms: { text: "x".repeat(65_000) } }, "/"],
    ["nothing", undefined, "/"],
  ])("that answers with %s fails with the place, and is asked again [EN-29]", async (_, answer, place) => {
    const ends = linkedEnds();
    const errors: (string | undefined)[] = [];
    ends.serve(({ lastError }) => {
      errors.push(lastError?.message);
      return lastError === null ? (answer as Move<Price>) : opening;
    });
    const outcome = ends.begin();
    await ends.carry();
    expect(await outcome).toMatchObject({ status: "accepted" });
    expect(errors[1]).toContain(`The answer is no plain JSON; at ${place}`);
    expect(ends.errors).toHaveLength(1);
  });

  it("that throws fails as one in the process does, and its words are cut", async () => {
    const ends = linkedEnds();
    ends.serve(() => {
      throw new RangeError("x".repeat(10_000));
    });
    const outcome = ends.begin();
    await ends.carry();
    expect(await outcome).toMatchObject({ status: "stalled", reason: "agent_error" });
    const [failed] = ends.payloads("turn:failed");
    expect(failed?.failure).toMatchObject({ kind: "threw", code: "threw" });
    expect(failed?.failure.error.length).toBeLessThan(400);
  });

  it("may ask its own principal, as one in the process may", async () => {
    const ends = linkedEnds({ rules: { consult: { windowMs: 60_000 } } });
    ends.serve(({ consult }) => {
      if (consult === null) return { consult: "How much?" };
      return { action: "counter", terms: { price: Number(consult.answer) } };
    });
    const outcome = ends.room.negotiate({
      initiator: { id: "smith", kind: "system", agent: () => ({ action: "accept" }) },
      responder: { id: "ada", kind: "system", agent: ends.far.agent },
      proposal: { price: 90 },
    });
    await ends.carry();
    const id = ends.room.getActiveNegotiation()?.id ?? "";
    expect(await ends.room.answerConsult(id, "ada", "55")).toMatchObject({ ok: true });
    await ends.carry();
    expect(await outcome).toMatchObject({ proposal: { terms: { price: 55 } } });
  });

  it("runs at most 1,000 turns at a time, and remembers as many answers", async () => {
    const ends = linkedEnds();
    const served = ends.serve(() => new Promise(() => {}));
    ends.answered.length = 0;
    for (let index = 0; index <= 1_000; index++)
      ends.toFar(
        JSON.stringify({
          concordat: "ask",
          id: `${index}`,
          turnMs: 1_000,
          call: { negotiationId: `n${index}` },
        }),
      );
    expect(served.runningCount).toBe(1_000);
    expect(ends.answered.map(parsed)).toEqual([
      { concordat: "failed", id: "1000", message: "too many turns at a time" },
    ]);
    served.close();
    expect([served.runningCount, ends.clock.pendingCount]).toEqual([0, 0]);
  });
});

describe("close() of a channel", () => {
  it("ends what onMessage began, once, at both ends [BR-8]", () => {
    let ended = 0;
    const onMessage = () => () => void (ended += 1);
    const far = channelAgent({ send: () => undefined, onMessage });
    const served = serveAgent(() => opening, { onMessage });
    for (const end of [far, far, served, served]) end.close();
    expect(ended).toBe(2);
  });

  it("of the service's end cancels, and leaves the service running to the deadline [BR-8]", async () => {
    const ends = linkedEnds();
    const outcome = ends.begin();
    await ends.clock.advance(0);
    const ask = parsed(ends.asked.shift());
    ends.far.close();
    ends.far.close();
    expect(ends.asked.map(parsed)).toEqual([{ concordat: "cancel", id: ask.id }]);
    ends.toService(answerTo(JSON.stringify(ask), opening));
    ends.far.resend();
    const later = ends.begin();
    await ends.clock.advance(29_999);
    expect(ends.room.getNegotiation(ask.call.negotiationId)?.status).toBe("open");
    await ends.clock.advance(1);
    expect(await outcome).toMatchObject({ status: "expired", reason: "turn_timeout" });
    expect(await later).toMatchObject({ status: "expired", reason: "turn_timeout" });
    expect(ends.asked).toHaveLength(1);
    expect(ends.count("turn:failed")).toBe(0);
  });

  it("of the far end aborts what runs, and answers nothing any more [BR-8]", async () => {
    const ends = linkedEnds();
    const reasons: string[] = [];
    const served = ends.serve(
      ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            reasons.push("aborted");
            resolve(opening);
          });
        }),
    );
    const outcome = ends.begin();
    await ends.carry();
    served.close();
    served.close();
    served.ready();
    await ends.clock.advance(0);
    expect([reasons, ends.answered, served.runningCount]).toEqual([["aborted"], [], 0]);
    await ends.clock.advance(30_000);
    expect(await outcome).toMatchObject({ status: "expired" });
    await ends.room.close();
    expect(ends.clock.pendingCount).toBe(0);
  });
});

describe("options of a channel", () => {
  it.each([
    ["send", () => channelAgent({} as never), "Expected send to be a function, got undefined."],
    [
      "onMessage",
      () => channelAgent({ send() {}, onMessage: 7 as never }),
      "Expected onMessage to be a function",
    ],
    [
      "maxBytes",
      () => channelAgent({ send() {}, maxBytes: 0 }),
      "Expected maxBytes to be an integer of at least 1",
    ],
    ["an unknown one", () => channelAgent({ send() {}, onMesage() {} } as never), "Did you mean onMessage?"],
    ["agent", () => serveAgent(7 as never, { onMessage() {} }), "Expected agent to be a function, got 7."],
    [
      "onMessage",
      () => serveAgent(() => opening, {} as never),
      "Expected onMessage to be a function, got undefined.",
    ],
    [
      "send",
      () => serveAgent(() => opening, { send: "x" as never, onMessage() {} }),
      "Expected send to be a function",
    ],
    [
      "maxAnswerBytes",
      () => serveAgent(() => opening, { onMessage() {}, maxAnswerBytes: 1.5 }),
      "Expected maxAnswerBytes",
    ],
  ])("are refused when they are made: %s", (_, make, message) => {
    expect(make).toThrow(message);
  });
});

function cyclic(): unknown {
  const terms: Record<string, unknown> = {};
  terms["self"] = terms;
  return { action: "propose", terms };
}

function safeText(value: unknown): unknown {
  try {
    return JSON.stringify(value);
  } catch {
    return value;
  }
}
