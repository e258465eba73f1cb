import { describe, expect, it } from "vitest";
import type { AnyRoom } from "./expect-harmless.js";
import {
  absent,
  expectHarmless,
  isAbsentOrId,
  isBareObject,
  isId,
  isText,
  isUndefined,
  isUndefinedOrId,
  membersOf,
  opened,
  table,
} from "./expect-harmless.js";
import { NO_JSON } from "./hostile-values.js";

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
      move: {
        call: (room, _, move) => withMove(room, move),
        fits: (v) => isBareObject(v) || (v as { colour?: unknown }).colour === "red",
      },
      ...membersOf("", (room, _, given) => room.createNegotiation("a", "b", undefined, given), {
        id: isUndefinedOrId,
        commandId: isUndefinedOrId,
        heldBy: isUndefinedOrId,
        context: NO_JSON,
        rules: isBareObject,
      }),
      ...membersOf("rules.", (room, _, rules) => room.createNegotiation("a", "b", undefined, { rules }), {
        preset: isUndefined,
        cap: isBareObject,
        turnMs: (value) => absent(value) || value === 7,
        actions: isUndefined,
      }),
      ...membersOf("move.", (room, _, move) => withMove(room, move), {
        message: isText,
        reason: isText,
        assessment: NO_JSON,
        justification: NO_JSON,
        extra: NO_JSON,
        replyTo: absent,
        proposalId: isAbsentOrId,
        validUntilAt: absent,
      }),
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
      move: { call: (room, _, move) => room.negotiate({ ...parties, proposal: 1, move }), values: NO_JSON },
      ...membersOf("", (room, _, given) => room.negotiate({ ...parties, ...given }), {
        initiator: isId,
        responder: isId,
        proposal: NO_JSON,
        signal: isUndefined,
        id: isAbsentOrId,
        context: NO_JSON,
        rules: isBareObject,
      }),
    }),
  )("as %s: an error with a code, and nothing is created", async (_, place) => {
    await expectHarmless(place);
  });
});

describe("EN-34: bad input to submit", () => {
  it.each(
    table({
      id: { call: (room, _, id) => room.submit(id, "smith", counter as never) },
      partyId: { call: (room, id, partyId) => room.submit(id, partyId, counter as never) },
      move: { call: (room, id, move) => room.submit(id, "smith", move) },
      options: {
        call: (room, id, options) => room.submit(id, "smith", counter as never, options),
        fits: isBareObject,
      },
      ...membersOf("", (room, id, options) => room.submit(id, "smith", counter as never, options), {
        commandId: isUndefinedOrId,
        expectedVersion: isUndefined,
      }),
      ...membersOf("move.", (room, id, move) => room.submit(id, "smith", { ...counter, ...move } as never), {
        action: undefined,
        terms: NO_JSON,
        message: isText,
        reason: isText,
        assessment: NO_JSON,
        justification: NO_JSON,
        extra: NO_JSON,
        // Unknown members.
        colour: NO_JSON,
        fitScore: NO_JSON,
        replyTo: absent,
        proposalId: isAbsentOrId,
        validUntilAt: absent,
      }),
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
});
