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
  opened,
  safely,
  table,
} from "./expect-harmless.js";
import { HOSTILE, NO_JSON } from "./hostile-values.js";
import { must } from "./watched-room.js";

const counter = { action: "counter", terms: { price: 60 } };

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
      () => room.createNegotiation("a", "b", { price: 40 }),
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

describe("EN-34: bad input to the constructor", () => {
  const isKind = (kind: string) => (value: unknown) => isUndefined(value) || typeof value === kind;
  const isObject = (value: unknown): boolean =>
    isUndefined(value) || (typeof value === "object" && value !== null);
  it.each<[string, (value: unknown) => unknown, (value: unknown) => boolean]>([
    ["roomId", (value) => new NegotiationService(value as never), isId],
    ["options", (value) => new NegotiationService("r", value as never), isBareObject],
    ["terms", (terms) => new NegotiationService("r", { terms } as never), isUndefined],
    ["rules", (rules) => new NegotiationService("r", { rules } as never), isBareObject],
    ["store", (store) => new NegotiationService("r", { store } as never), isObject],
    ["timer", (timer) => new NegotiationService("r", { timer } as never), isObject],
    ["clock", (clock) => new NegotiationService("r", { clock } as never), isObject],
    ["ids", (ids) => new NegotiationService("r", { ids } as never), isKind("function")],
    ["agentFor", (agentFor) => new NegotiationService("r", { agentFor } as never), isKind("function")],
    ["fallback", (fallback) => new NegotiationService("r", { fallback } as never), isKind("function")],
    ["policies", (policies) => new NegotiationService("r", { policies } as never), isNothing],
    ["admit", (admit) => new NegotiationService("r", { admit } as never), isKind("function")],
    [
      "keepSettled",
      (keepSettled) => new NegotiationService("r", { keepSettled } as never),
      (value) => isUndefined(value) || value === 7,
    ],
    ["observer", (observer) => new NegotiationService("r", { observer } as never), isObject],
    [
      "outbox",
      (outbox) => new NegotiationService("r", { outbox } as never),
      (value) => isKind("boolean")(value) || isBareObject(value),
    ],
    ["hearOthers", (hearOthers) => new NegotiationService("r", { hearOthers } as never), isKind("boolean")],
    [
      "sweepIntervalMs",
      (sweepIntervalMs) => new NegotiationService("r", { sweepIntervalMs } as never),
      (value) => isUndefined(value) || value === 7,
    ],
    [
      "leaseMs",
      (leaseMs) => new NegotiationService("r", { leaseMs } as never),
      (value) => isUndefined(value) || value === 7,
    ],
  ])("as %s: thrown at once, as the library throws", (_, make, fits) => {
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
