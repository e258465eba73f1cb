import { describe, expect, it } from "vitest";
import { CODES } from "../../src/errors.js";
import { NegotiationService } from "../../src/service/room/index.js";
import {
  absent,
  expectHarmless,
  expectOurs,
  isBareObject,
  isId,
  isNothing,
  isText,
  isUndefined,
  isUndefinedOr7,
  membersOf,
  opened,
  safely,
  table,
} from "./expect-harmless.js";
import { HOSTILE, NO_JSON } from "./hostile-values.js";
import { must } from "./watched-room.js";

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
      ...membersOf("turns: ", (room, id, options) => room.turns(id, options), {
        after: isUndefinedOr7,
        limit: isUndefinedOr7,
      }),
      ...membersOf("turns: ", (room, id, options) => room.turns(id, options), { viewer: isUndefined }, [[]]),
      "list: options": { call: (room, _, value) => room.list(value) },
      ...membersOf("list: ", (room, _, given) => room.list({ ...page, ...given }), {
        partyId: (value) => typeof value === "string" && value !== "",
        limit: (value) => value === 7,
        status: isUndefined,
        isFinal: (value) => isUndefined(value) || value === true,
        updatedSince: isUndefinedOr7,
        after: isUndefined,
      }),
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
});

describe("EN-34: bad input to the constructor", () => {
  const isKind = (kind: string) => (value: unknown) => isUndefined(value) || typeof value === kind;
  const isObject = (value: unknown): boolean =>
    isUndefined(value) || (typeof value === "object" && value !== null);
  it.each<[string, (value: unknown) => boolean]>([
    ["roomId", isId],
    ["options", isBareObject],
    ["terms", isUndefined],
    ["rules", isBareObject],
    ["store", isObject],
    ["timer", isObject],
    ["clock", isObject],
    ["ids", isKind("function")],
    ["agentFor", isKind("function")],
    ["fallback", isKind("function")],
    ["policies", isNothing],
    ["admit", isKind("function")],
    ["keepSettled", isUndefinedOr7],
    ["observer", isObject],
    ["outbox", (value) => isKind("boolean")(value) || isBareObject(value)],
    ["hearOthers", isKind("boolean")],
    ["sweepIntervalMs", isUndefinedOr7],
    ["leaseMs", isUndefinedOr7],
  ])("as %s: thrown at once, as the library throws", (what, fits) => {
    const make = (value: any) => {
      if (what === "roomId") return new NegotiationService(value);
      return new NegotiationService("r", what === "options" ? value : { [what]: value });
    };
    for (const { name, make: value } of HOSTILE) {
      const given = value();
      if (safely(() => fits(given)) === true) continue;
      let thrown: unknown;
      try {
        make(given);
      } catch (error) {
        thrown = error;
      }
      expect(thrown, name).toBeDefined();
      expectOurs(thrown, name);
    }
  });
});
