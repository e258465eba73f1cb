import { describe, expect, it } from "vitest";
import { CODES, NegotiationError } from "../../src/errors.js";
import type { NegotiationService } from "../../src/service/negotiation-service.js";
import { HOSTILE, type HostileValue, NO_JSON } from "./hostile-values.js";
import { must, type Terms, type WatchedRoom, watchedRoom } from "./watched-room.js";

type AnyRoom = NegotiationService<any>;

/** One place of one operation: calls it there with a value, and says which values are none of its mistakes. */
interface Place {
  readonly call: (room: AnyRoom, id: string, value: any) => unknown;
  readonly fits?: (value: unknown) => boolean;
  readonly values?: readonly HostileValue[];
  /** What it answers instead of a refusal; by default nothing counts as fine. */
  readonly answers?: readonly unknown[];
}

const absent = (value: unknown): boolean => value === undefined || value === null;
const isText = (value: unknown): boolean =>
  absent(value) || (typeof value === "string" && value.length <= 10_000);
const isId = (value: unknown): boolean => typeof value === "string" && value !== "" && value.length <= 128;
const isUndefined = (value: unknown): boolean => value === undefined;
const isBareObject = (value: unknown): boolean =>
  value === undefined ||
  (Object.prototype.toString.call(value) === "[object Object]" && Object.keys(value as object).length === 0);
const propose = { action: "propose", terms: { price: 40 } };
const counter = { action: "counter", terms: { price: 60 } };

/** A room with one negotiation that ada opened; more may be created beside it. */
async function opened(): Promise<WatchedRoom<any> & { id: string }> {
  const watched = watchedRoom<any>({ rules: { oneActive: "none", consult: {} } });
  const { id } = await watched.room.createNegotiation("ada", "smith", { price: 40 });
  return { ...watched, id };
}

/** Calls it with each value; each must fail as the library fails, and leave everything as it was. */
async function expectHarmless(place: Place): Promise<void> {
  const { room, id, heard, clock } = await opened();
  const before = { record: room.getNegotiation(id), timers: clock.pendingCount, events: heard.length };
  for (const { name, make } of place.values ?? HOSTILE) {
    const value = make();
    if (safely(() => place.fits?.(value)) === true) continue;
    let answer: unknown;
    try {
      answer = place.call(room, id, value);
    } catch (error) {
      throw new Error(`${name}: thrown synchronously`, { cause: error });
    }
    expect(answer, name).toBeInstanceOf(Promise);
    const settled = await (answer as Promise<unknown>).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    if ("error" in settled) expectOurs(settled.error, name);
    else expectRefusal(settled.result, place.answers ?? [], name);
    expect(room.getNegotiation(id), name).toBe(before.record);
    expect(room.getLatestNegotiation(), name).toBe(before.record);
    expect(heard.slice(before.events), name).toEqual([]);
    expect(clock.pendingCount, name).toBe(before.timers);
  }
}

function safely<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** An error of the library: a stable code, or a TypeError or RangeError that says what was expected and what came. */
function expectOurs(error: unknown, name: string): void {
  const { message } = error as Error;
  expect(message, name).not.toContain("The caller's own error");
  expect(message.length, name).toBeLessThan(1_000);
  if (NegotiationError.isInstance(error)) {
    expect(Object.keys(CODES), name).toContain(error.code);
    expect(JSON.parse(JSON.stringify(error.details)), name).toEqual(error.details);
    return;
  }
  expect(error instanceof TypeError || error instanceof RangeError, `${name}: ${String(error)}`).toBe(true);
  expect(message, name).toMatch(/^Expected .+, got .+|^Expected .+; at /s);
}

/** A refusal that is JSON and says what would have been legal, or one of the plain answers. */
function expectRefusal(result: any, answers: readonly unknown[], name: string): void {
  if (answers.some((one) => JSON.stringify(one) === JSON.stringify(result))) return;
  expect(result?.ok, `${name}: ${safely(() => JSON.stringify(result)?.slice(0, 300))}`).toBe(false);
  expect(Object.keys(CODES), name).toContain(result.code);
  expect(JSON.parse(JSON.stringify(result)), name).toEqual(result);
  expect(result.message, name).not.toContain("The caller's own error");
  expect(result).toHaveProperty("legal");
}

function table(places: Record<string, Place>): [string, Place][] {
  return Object.entries(places);
}

describe("EN-34: bad input to createNegotiation", () => {
  const isParty = (value: unknown): boolean => isId(value) && value !== "ada";
  const withMove = (room: AnyRoom, move: unknown) =>
    room.createNegotiation("a", "b", { price: 1 }, { move } as never);
  it.each(
    table({
      initiator: {
        call: (room, _, value) => room.createNegotiation(value, "b", { price: 1 }),
        fits: isParty,
      },
      responder: {
        call: (room, _, value) => room.createNegotiation("a", value, { price: 1 }),
        fits: isParty,
      },
      "the id of a party": {
        call: (room, _, id) => room.createNegotiation({ id, kind: "system" }, "b"),
        fits: isParty,
      },
      "the kind of a party": { call: (room, _, kind) => room.createNegotiation({ id: "a", kind }, "b") },
      "the agent of a party": {
        call: (room, _, agent) => room.createNegotiation({ id: "a", kind: "system", agent }, "b"),
        fits: (value) => value === undefined || typeof value === "function",
      },
      proposal: { call: (room, _, value) => room.createNegotiation("a", "b", value), values: NO_JSON },
      "the null proposal": {
        call: (room, _, value) => room.createNegotiation("a", "b", value),
        values: [{ name: "null", make: () => null }],
      },
      creation: {
        call: (room, _, value) => room.createNegotiation("a", "b", { price: 1 }, value),
        fits: isBareObject,
      },
      id: {
        call: (room, _, id) => room.createNegotiation("a", "b", undefined, { id }),
        fits: (v) => isUndefined(v) || isId(v),
      },
      commandId: {
        call: (room, _, commandId) => room.createNegotiation("a", "b", undefined, { commandId }),
        fits: (value) => isUndefined(value) || isId(value),
      },
      heldBy: {
        call: (room, _, heldBy) => room.createNegotiation("a", "b", undefined, { heldBy }),
        fits: (value) => isUndefined(value) || isId(value),
      },
      context: {
        call: (room, _, context) => room.createNegotiation("a", "b", undefined, { context }),
        values: NO_JSON,
      },
      rules: {
        call: (room, _, rules) => room.createNegotiation("a", "b", undefined, { rules }),
        fits: isBareObject,
      },
      "rules.preset": {
        call: (room, _, preset) => room.createNegotiation("a", "b", undefined, { rules: { preset } }),
        fits: isUndefined,
      },
      "rules.cap": {
        call: (room, _, cap) => room.createNegotiation("a", "b", undefined, { rules: { cap } }),
        fits: isBareObject,
      },
      "rules.turnMs": {
        call: (room, _, turnMs) => room.createNegotiation("a", "b", undefined, { rules: { turnMs } }),
        fits: (value) => absent(value) || value === 7,
      },
      "rules.actions": {
        call: (room, _, actions) => room.createNegotiation("a", "b", undefined, { rules: { actions } }),
        fits: isUndefined,
      },
      move: {
        call: (room, _, move) => withMove(room, move),
        fits: (v) => isBareObject(v) || (v as { colour?: unknown }).colour === "red",
      },
      "move.message": { call: (room, _, message) => withMove(room, { message }), fits: isText },
      "move.reason": { call: (room, _, reason) => withMove(room, { reason }), fits: isText },
      "move.assessment": { call: (room, _, assessment) => withMove(room, { assessment }), values: NO_JSON },
      "move.justification": {
        call: (room, _, justification) => withMove(room, { justification }),
        values: NO_JSON,
      },
      "move.extra": { call: (room, _, extra) => withMove(room, { extra }), values: NO_JSON },
      "move.replyTo": { call: (room, _, replyTo) => withMove(room, { replyTo }), fits: absent },
      "move.proposalId": {
        call: (room, _, proposalId) => withMove(room, { proposalId }),
        fits: (v) => absent(v) || isId(v),
      },
      "move.validUntilAt": {
        call: (room, _, validUntilAt) => withMove(room, { validUntilAt }),
        fits: absent,
      },
    }),
  )("as %s: an error with a code, and nothing is created", async (_, place) => {
    await expectHarmless(place);
  });
});

describe("EN-34: bad input to negotiate", () => {
  const parties = { initiator: "a", responder: "b" };
  it.each(
    table({
      options: { call: (room, _, value) => room.negotiate(value) },
      initiator: { call: (room, _, initiator) => room.negotiate({ ...parties, initiator }), fits: isId },
      responder: { call: (room, _, responder) => room.negotiate({ ...parties, responder }), fits: isId },
      proposal: { call: (room, _, proposal) => room.negotiate({ ...parties, proposal }), values: NO_JSON },
      signal: { call: (room, _, signal) => room.negotiate({ ...parties, signal }), fits: isUndefined },
      id: { call: (room, _, id) => room.negotiate({ ...parties, id }), fits: (v) => absent(v) || isId(v) },
      context: { call: (room, _, context) => room.negotiate({ ...parties, context }), values: NO_JSON },
      rules: { call: (room, _, rules) => room.negotiate({ ...parties, rules }), fits: isBareObject },
      move: { call: (room, _, move) => room.negotiate({ ...parties, proposal: 1, move }), values: NO_JSON },
    }),
  )("as %s: an error with a code, and nothing is created", async (_, place) => {
    await expectHarmless(place);
  });
});

describe("EN-34: bad input to submit", () => {
  const withField =
    (key: string): Place["call"] =>
    (room, id, value) =>
      room.submit(id, "smith", { ...counter, [key]: value } as never);
  it.each(
    table({
      id: { call: (room, _, id) => room.submit(id, "smith", counter as never) },
      partyId: { call: (room, id, partyId) => room.submit(id, partyId, counter as never) },
      move: { call: (room, id, move) => room.submit(id, "smith", move) },
      options: {
        call: (room, id, options) => room.submit(id, "smith", counter as never, options),
        fits: isBareObject,
      },
      commandId: {
        call: (room, id, commandId) => room.submit(id, "smith", counter as never, { commandId }),
        fits: (value) => isUndefined(value) || isId(value),
      },
      expectedVersion: {
        call: (room, id, expectedVersion) => room.submit(id, "smith", counter as never, { expectedVersion }),
        fits: isUndefined,
      },
      "move.action": { call: withField("action") },
      "move.terms": { call: withField("terms"), values: NO_JSON },
      "move.message": { call: withField("message"), fits: isText },
      "move.reason": { call: withField("reason"), fits: isText },
      "move.assessment": { call: withField("assessment"), values: NO_JSON },
      "move.justification": { call: withField("justification"), values: NO_JSON },
      "move.extra": { call: withField("extra"), values: NO_JSON },
      "an unknown member": { call: withField("colour"), values: NO_JSON },
      "move.fitScore": { call: withField("fitScore"), values: NO_JSON },
      "move.replyTo": { call: withField("replyTo"), fits: absent },
      "move.proposalId": { call: withField("proposalId"), fits: (value) => absent(value) || isId(value) },
      "move.validUntilAt": { call: withField("validUntilAt"), fits: absent },
    }),
  )("as %s: a refusal with a code, and nothing changes", async (_, place) => {
    await expectHarmless(place);
  });

  it.each([
    ["terms", "terms_invalid"],
    ["assessment", "move_invalid"],
    ["justification", "move_invalid"],
    ["extra", "move_invalid"],
  ])("EN-34: what is no JSON in %s is %s, with its path and without its value", async (key, code) => {
    const { room, id } = await opened();
    for (const { name, make } of NO_JSON) {
      const move = { ...counter, [key]: { a: [{ b: make() }] } };
      const result: any = await room.submit(id, "smith", move as never);
      expect(result, name).toMatchObject({ ok: false, code });
      const path = result.details.issues[0].path as unknown[];
      const inside = key === "terms" ? ["a", 0, "b"] : [key, "a", 0, "b"];
      // What is too big is told at the place where it became too much, or of the whole.
      if (!/MB|levels/.test(name)) expect(path.slice(0, inside.length), name).toEqual(inside);
      expect(result.message.length, name).toBeLessThan(500);
    }
  });

  it("EN-34: nesting of 32 passes, of 33 does not; so many bytes pass, and one more does not", async () => {
    const nestedIn = (levels: number): unknown => (levels === 0 ? 0 : [nestedIn(levels - 1)]);
    for (const [levels, ok] of [
      [32, true],
      [33, false],
    ] as const) {
      const { room, id } = await opened();
      expect(await room.submit(id, "smith", { action: "counter", terms: nestedIn(levels) })).toMatchObject({
        ok,
      });
    }
    // The quotes take two bytes.
    for (const [bytes, ok] of [
      [65_536, true],
      [65_537, false],
    ] as const) {
      const { room, id } = await opened();
      const result = await room.submit(id, "smith", { action: "counter", terms: "x".repeat(bytes - 2) });
      expect(result).toMatchObject(ok ? { ok } : { ok, code: "terms_invalid" });
    }
  });

  it("EN-34: drops undefined members and writes -0 as 0", async () => {
    const { room, id } = await opened();
    const result: any = await room.submit(id, "smith", { action: "counter", terms: { a: undefined, b: -0 } });
    expect(result.turn.terms).toStrictEqual({ b: 0 });
    expect(Object.is(result.turn.terms.b, 0)).toBe(true);
  });
});

describe("EN-34: bad input to the other operations", () => {
  const page = { partyId: "ada", limit: 10 };
  const message = { type: "agent_counter", fromAgent: "smith", proposal: { price: 60 } };
  it.each(
    table({
      "cancel: id": { call: (room, _, value) => room.cancel(value) },
      "cancel: options": { call: (room, id, value) => room.cancel(id, value), fits: isBareObject },
      "cancel: details": { call: (room, id, details) => room.cancel(id, { details }), values: NO_JSON },
      "answerConsult: id": { call: (room, _, value) => room.answerConsult(value, "smith", "Yes.") },
      "answerConsult: partyId": { call: (room, id, value) => room.answerConsult(id, value, "Yes.") },
      "answerConsult: answer": { call: (room, id, value) => room.answerConsult(id, "smith", value) },
      "loadNegotiation: id": { call: (room, _, value) => room.loadNegotiation(value), answers: [undefined] },
      "legalMoves: id": { call: (room, _, value) => room.legalMoves(value, "ada"), answers: [undefined] },
      "legalMoves: partyId": { call: (room, id, value) => room.legalMoves(id, value), answers: [undefined] },
      "viewFor: id": { call: (room, _, value) => room.viewFor(value, "ada"), answers: [undefined] },
      "viewFor: partyId": { call: (room, id, value) => room.viewFor(id, value), answers: [undefined] },
      "turns: id": { call: (room, _, value) => room.turns(value), answers: [[]] },
      "turns: options": { call: (room, id, value) => room.turns(id, value), fits: isBareObject },
      "turns: after": {
        call: (room, id, after) => room.turns(id, { after }),
        fits: (value) => isUndefined(value) || value === 7,
      },
      "turns: limit": {
        call: (room, id, limit) => room.turns(id, { limit }),
        fits: (value) => isUndefined(value) || value === 7,
      },
      "turns: viewer": {
        call: (room, id, viewer) => room.turns(id, { viewer }),
        fits: isUndefined,
        answers: [[]],
      },
      "list: options": { call: (room, _, value) => room.list(value) },
      "list: partyId": {
        call: (room, _, partyId) => room.list({ ...page, partyId }),
        fits: (value) => typeof value === "string" && value !== "",
      },
      "list: limit": {
        call: (room, _, limit) => room.list({ ...page, limit }),
        fits: (value) => value === 7,
      },
      "list: status": { call: (room, _, status) => room.list({ ...page, status }), fits: isUndefined },
      "list: isFinal": {
        call: (room, _, isFinal) => room.list({ ...page, isFinal }),
        fits: (value) => isUndefined(value) || value === true,
      },
      "list: updatedSince": {
        call: (room, _, updatedSince) => room.list({ ...page, updatedSince }),
        fits: (value) => isUndefined(value) || value === 7,
      },
      "list: after": { call: (room, _, after) => room.list({ ...page, after }), fits: isUndefined },
      "wake: id": { call: (room, _, value) => room.wake(value), answers: [undefined] },
    }),
  )("%s: an error or a refusal with a code, and nothing changes", async (_, place) => {
    await expectHarmless(place);
  });

  it.each(["whole", "type", "negotiationId", "fromAgent", "proposal", "id", "reason", "expectedVersion"])(
    "handleAgentMessage: %s: never rejects; what is dropped is told once",
    async (key) => {
      const { room, id, told } = await opened();
      const before = room.getNegotiation(id);
      let dropped = 0;
      for (const { name, make } of key === "proposal" ? NO_JSON : HOSTILE) {
        const value = make();
        const fits =
          (["id", "reason", "expectedVersion"].includes(key) && absent(value)) ||
          (key === "reason" && isText(value)) ||
          (key === "id" && isId(value));
        if (fits) continue;
        const given = key === "whole" ? value : { ...message, negotiationId: id, [key]: value };
        await expect(room.handleAgentMessage(given), name).resolves.toBeUndefined();
        dropped += 1;
        expect(told("message:dropped"), name).toHaveLength(dropped);
        expect(Object.keys(CODES)).toContain(must(told("message:dropped").at(-1)).code);
        expect(room.getNegotiation(id), name).toBe(before);
      }
    },
  );

  it("getNegotiation answers nothing", async () => {
    const { room } = await opened();
    for (const { make } of HOSTILE) expect(room.getNegotiation(make() as never)).toBeUndefined();
  });

  it("on, once and observe refuse what cannot listen, at once", async () => {
    const { room, heard } = await opened();
    const events = heard.length;
    for (const { name, make } of HOSTILE) {
      const value = make();
      if (typeof value === "function") continue;
      for (const add of [room.on, room.once, room.addListener]) {
        expect(() => add.call(room, "turn:recorded", value as never), name).toThrow(
          /^Expected a listener of/,
        );
      }
    }
    await room.createNegotiation("a", "b", 1);
    expect(heard.slice(events)).not.toContain("listener:error");
  });

  it("after close() every command is service_closed, whatever its arguments", async () => {
    const { room, id } = await opened();
    await room.close();
    const commands = [
      () => room.createNegotiation("a", "b", propose.terms),
      () => room.negotiate({ initiator: "a", responder: "b" }),
      () => room.submit(id, "smith", counter as never),
      () => room.submit(Symbol("id") as never, 7 as never, null as never),
      () => room.cancel(id),
      () => room.answerConsult(id, "smith", "Yes."),
      () => room.loadNegotiation(id),
      () => room.legalMoves(id, "smith"),
      () => room.viewFor(id, "smith"),
      () => room.turns(id),
      () => room.list({ partyId: "ada", limit: 1 }),
    ];
    for (const command of commands) await expect(command()).rejects.toMatchObject({ code: "service_closed" });
    await expect(room.handleAgentMessage(null)).resolves.toBeUndefined();
    expect(room.getNegotiation(id)).toBeUndefined();
  });
});

export type { Terms };
