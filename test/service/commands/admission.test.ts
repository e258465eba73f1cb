import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AdmissionRequest, Admit } from "../../../src/service/commands/index.js";
import type { ServiceOptions } from "../../../src/service/options/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { deferred, must, proposedTo, type Terms, watchedRoom } from "../watched-room.js";

const counter = { action: "counter", terms: { price: 60 } } as const;
const accept = { action: "accept" } as const;
const later = (): Promise<true> => Promise.resolve(true);

function boom(): never {
  throw new Error("boom");
}

/** Ada proposed 40, which needed no admission; smith's moves do. */
async function admitting(admit: Admit<Terms>, options: ServiceOptions<Terms> = {}) {
  const requests: AdmissionRequest<Terms>[] = [];
  const proposed = await proposedTo(undefined, {
    ...options,
    admit: (request) => {
      if (request.view.turns.length === 0) return true;
      requests.push(request);
      return admit(request);
    },
  });
  return { ...proposed, requests };
}

describe("the admission hook", () => {
  it("EN-46: may hand its request on as a copy, a proxy or by its members: each has the signal", async () => {
    const ways: ((request: AdmissionRequest<Terms>) => AdmissionRequest<Terms>)[] = [
      (request) => ({ ...request }),
      (request) => new Proxy(request, {}),
      (request) => Object.create(request) as AdmissionRequest<Terms>,
    ];
    for (const way of ways) {
      const seen: AbortSignal[] = [];
      const { room, id, requests } = await admitting((request) => seen.push(way(request).signal) > 0);
      expect(await room.submit(id, "smith", counter)).toMatchObject({ ok: true });
      expect(seen).toEqual([must(requests[0]).signal]);
      expect(Object.keys(must(requests[0]))).toEqual(["view", "partyId", "move", "signal"]);
    }
  });

  it("EN-46: that destroys its own room is aborted, and leaves no timer", async () => {
    const { room, id, requests, clock } = await admitting(() => {
      room.destroy();
      return new Promise(() => {});
    });
    expect(await room.submit(id, "smith", counter)).toMatchObject({ ok: false, code: "not_admitted" });
    expect([must(requests[0]).signal.aborted, clock.pendingCount]).toEqual([true, 0]);
  });

  it("EN-46: is asked with the mover, its view, the whole move and a signal", async () => {
    const { room, id, requests } = await admitting(() => true);
    await room.submit(id, "smith", { ...counter, message: "More.", extra: { key: 1 } });
    const { view, partyId, move, signal } = must(requests[0]);
    expect(partyId).toBe("smith");
    expect(view).toMatchObject({ id, version: 0, floor: "smith", turns: [{ partyId: "ada" }] });
    expect(view).not.toHaveProperty("createCommandId");
    expect(view.turns[0]).not.toHaveProperty("assessment");
    expect(move).toMatchObject({ ...counter, message: "More.", extra: { key: 1 } });
    expect(isDeepFrozen(view) && isDeepFrozen(move)).toBe(true);
    expect(signal.aborted).toBe(false);
  });

  it.each<[string, unknown, unknown]>([
    ["details", { details: { code: "E7" } }, { code: "E7" }],
    ["details that are no object", { details: ["a", 1] }, { details: ["a", 1] }],
    ["details that are no JSON", { details: () => 1 }, { details: null }],
    ["no details", {}, { details: null }],
    ["false", false, { details: null }],
    ["nothing", undefined, { details: null }],
    ["1", 1, { details: null }],
    ["the text true", "true", { details: null }],
    [
      "details that throw when they are read",
      Object.defineProperty({}, "details", { get: boom }),
      { details: null },
    ],
  ])("EN-46: %s is not_admitted, at once and later; nothing changes", async (_, answer, details) => {
    for (const admit of [() => answer, async () => answer]) {
      const { room, id, record, heard } = await admitting(admit as never);
      const before = record();
      const events = [...heard];
      const refused = await room.submit(id, "smith", counter);
      expect(refused).toMatchObject({ ok: false, code: "not_admitted", details, legal: {} });
      expect(record()).toBe(before);
      expect(heard).toEqual(events);
    }
  });

  it.each<[string, () => unknown]>([
    ["a throw", boom],
    ["a rejection", async () => boom()],
    ["a thenable that throws", () => ({ then: boom })],
    ["a then that throws when it is read", () => Object.defineProperty({}, "then", { get: boom })],
  ])("EN-46: %s is not_admitted", async (_, admit) => {
    const { room, id, clock } = await admitting(admit as never);
    const refused = await room.submit(id, "smith", counter);
    expect(refused).toMatchObject({ code: "not_admitted", details: { details: null } });
    expect(clock.pendingCount).toBe(1);
  });

  it("EN-46: the signal aborts after 10,000 ms on the clock port, not 1 ms before; the answer is then too late", async () => {
    const answer = deferred<true>();
    const { room, id, clock, requests, record } = await admitting(() => answer.promise);
    const result = room.submit(id, "smith", counter);
    const { signal } = must(requests[0]);
    await clock.advance(9_999);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(signal.aborted).toBe(true);
    answer.resolve(true);
    expect(await result).toMatchObject({ code: "not_admitted", details: { timeoutMs: 10_000 } });
    expect(record().turns).toHaveLength(1);
  });

  it("EN-46: runs outside the queue: another command goes first, and the rest is checked again", async () => {
    const answer = deferred<true>();
    const { room, id } = await admitting(({ move }) => (move.action === "counter" ? answer.promise : true));
    const slow = room.submit(id, "smith", counter);
    expect(await room.submit(id, "smith", { action: "reject" })).toMatchObject({ ok: true });
    answer.resolve(true);
    expect(await slow).toMatchObject({ code: "negotiation_over" });
  });

  it("EN-46: a deadline that fell due meanwhile wins", async () => {
    const answer = deferred<true>();
    const { room, id, clock } = await admitting(() => answer.promise, { rules: { turnMs: 5_000 } });
    const slow = room.submit(id, "smith", accept);
    await clock.advance(5_000);
    answer.resolve(true);
    expect(await slow).toMatchObject({ code: "negotiation_over", details: { reason: "turn_timeout" } });
  });

  it("EN-46: runs last: never for a move that anything else refuses", async () => {
    const { room, id, requests } = await admitting(() => true);
    await room.submit(id, "ada", counter);
    await room.submit(id, "eve", counter);
    await room.submit(id, "smith", { action: "counter" } as never);
    await room.submit(id, "smith", counter, { expectedVersion: 3 });
    expect(requests).toHaveLength(0);
  });

  it("EN-46: runs once a command, and never for a duplicate, also after the end", async () => {
    const { room, id, requests } = await admitting(later);
    const command = { commandId: "cmd-1" };
    await room.submit(id, "smith", counter, command);
    expect(await room.submit(id, "smith", counter, command)).toMatchObject({ ok: true, duplicate: true });
    await room.cancel(id);
    expect(await room.submit(id, "smith", counter, command)).toMatchObject({ ok: true, duplicate: true });
    expect(requests).toHaveLength(1);
  });

  it("EN-46: a refused command is asked about again when it comes again (EN-36)", async () => {
    const answers = [{ details: "not yet" }, true] as (true | { details: string })[];
    const { room, id } = await admitting(() => must(answers.shift()));
    expect(await room.submit(id, "smith", counter, { commandId: "cmd-1" })).toMatchObject({
      code: "not_admitted",
    });
    expect(await room.submit(id, "smith", counter, { commandId: "cmd-1" })).toMatchObject({ ok: true });
  });

  it("EN-46: ends with the room: no timer is left, the hook is told, the move fails with service_closed", async () => {
    for (const end of ["close", "destroy"] as const) {
      const { room, id, clock, requests, heard } = await admitting(() => new Promise(() => {}));
      const hanging = room.submit(id, "smith", counter);
      const events = [...heard];
      const ended = room[end]();
      if (end === "close") void clock.advance(5_000);
      await expect(hanging).rejects.toMatchObject({ code: "service_closed" });
      await ended;
      expect(must(requests[0]).signal.aborted).toBe(true);
      expect(clock.pendingCount).toBe(0);
      expect(heard).toEqual(events);
    }
  });
});

describe("a spent cap that closes", () => {
  const refusing: readonly [string, ServiceOptions<Terms>, unknown, string][] = [
    ["no terms", {}, { action: "counter" }, "terms_required"],
    ["terms that are no JSON", {}, { action: "counter", terms: { price: 60n } }, "terms_invalid"],
    ["a proposal that does not stand", {}, { ...counter, replyTo: "p7" }, "stale_proposal"],
    [
      "a message said before",
      { rules: { repetition: "guard" } },
      { ...counter, message: "Hm." },
      "repeated_message",
    ],
    [
      "a policy",
      { policies: [{ layer: "universal", rule: "none", permits: (_, { turns }) => turns.length < 2 }] },
      counter,
      "policy_masked",
    ],
    [
      "the schema",
      {
        terms: {
          "~standard": {
            version: 1,
            vendor: "t",
            validate: (v) =>
              (v as Terms).price < 60 ? { value: v as Terms } : { issues: [{ message: "dear" }] },
          },
        },
      },
      counter,
      "terms_invalid",
    ],
    ["admission", { admit: ({ view }) => view.turns.length < 2 }, counter, "not_admitted"],
    ["late admission", { admit: async ({ view }) => view.turns.length < 2 }, counter, "not_admitted"],
    ["what is no object", {}, 7, "move_invalid"],
  ];

  it.each(refusing)("is not touched by a move that %s refuses [EN-16]", async (_, options, move, code) => {
    const cap = { limit: 2, mode: "exceed", result: "expired" } as const;
    const { room, told } = watchedRoom<Terms>({ ...options, rules: { ...options.rules, cap } });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await room.submit(id, "smith", { action: "counter", terms: { price: 50 }, message: "Hm." });
    const before = room.getNegotiation(id);
    expect(await room.submit(id, "ada", move as never)).toMatchObject({ ok: false, code });
    expect(room.getNegotiation(id)).toBe(before);
    expect(told("negotiation:settled")).toEqual([]);
    expect(await room.submit(id, "ada", accept)).toMatchObject({
      ok: options.admit === undefined && !options.policies,
    });
    room.destroy();
  });

  it("closes by a move that all of them let pass, and asks a hook that takes time first [EN-16]", async () => {
    const cap = { limit: 2, mode: "exceed", result: "expired" } as const;
    const { room } = watchedRoom<Terms>({ rules: { cap }, admit: later });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await room.submit(id, "smith", counter);
    expect(await room.submit(id, "ada", counter)).toMatchObject({ ok: true, turn: null });
    expect(room.getNegotiation(id)?.outcome).toMatchObject({ reason: "turn_cap", turnCount: 2 });
  });
});

describe("two concurrent accepts that it both admits", () => {
  it("EN-46: exactly one takes effect", async () => {
    const { room, id, told, record } = await admitting(later);
    const results = await Promise.all([room.submit(id, "smith", accept), room.submit(id, "smith", accept)]);
    expect(results.map((result) => (result.ok ? "ok" : result.code))).toEqual(["ok", "negotiation_over"]);
    expect(told("negotiation:agreed")).toHaveLength(1);
    expect(record().turns).toHaveLength(2);
  });

  it("EN-46: exactly one takes effect, in whatever order the hook answers and others move", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 5 }), async (scheduler, count) => {
        const { room, id, told, record } = await admitting(({ move }) =>
          scheduler.schedule(Promise.resolve(true as const), `admit ${move.action}`),
        );
        const moves = Array.from({ length: count }, () => room.submit(id, "smith", accept));
        const others = [
          scheduler.schedule(Promise.resolve(), "counter").then(() => room.submit(id, "smith", counter)),
          scheduler
            .schedule(Promise.resolve(), "reject")
            .then(() => room.submit(id, "smith", { action: "reject" })),
        ];
        await scheduler.waitFor(Promise.all([...moves, ...others]));
        const taken = [...(await Promise.all(moves)), ...(await Promise.all(others))].filter((one) => one.ok);
        // A counter passes the floor on; what comes then is out of turn.
        expect(taken).toHaveLength(1);
        expect(record().turns).toHaveLength(2);
        expect(told("turn:recorded")).toHaveLength(2);
        expect(told("negotiation:settled").length).toBe(record().outcome === null ? 0 : 1);
      }),
      { numRuns: 100 },
    );
  });
});
