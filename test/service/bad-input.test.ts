import { describe, expect, it } from "vitest";
import type { AnyRoom, Place } from "./expect-harmless.js";
import {
  absent,
  expectHarmless,
  isBareObject,
  isId,
  isText,
  isUndefined,
  opened,
  table,
} from "./expect-harmless.js";
import { HOSTILE, NO_JSON } from "./hostile-values.js";
import { watchedRoom } from "./watched-room.js";

const counter = { action: "counter", terms: { price: 60 } };

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

  it("EN-34: as id and partyId, also while the admission of another move is pending", async () => {
    const { room } = watchedRoom<any>({
      admit: ({ view }) => (view.turns.length === 0 ? true : new Promise(() => {})),
    });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    void room.submit(id, "smith", counter as never).catch(() => undefined);
    for (const { name, make } of HOSTILE) {
      expect(await room.submit(make() as never, "smith", counter as never), name).toMatchObject({
        code: "unknown_negotiation",
      });
      expect(await room.submit(id, make() as never, counter as never), name).toMatchObject({
        code: "not_a_party",
      });
    }
    room.destroy();
  });
});
