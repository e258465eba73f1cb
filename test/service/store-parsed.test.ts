import { describe, expect, it } from "vitest";
import { z } from "zod";
import { replay } from "../../src/core/index.js";
import type { Entry } from "../../src/core/record/index.js";
import type { TermsSchema } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";

const Terms = z.object({ price: z.coerce.number(), note: z.string().trim().default("none") });
const PARSED = { price: 40, note: "none" };
const RAW = { price: "40", note: undefined, colour: "red" } as never;
const ASYNC: TermsSchema = {
  "~standard": { ...Terms["~standard"], validate: async (value) => Terms["~standard"].validate(value) },
};
const ACTIONS = ["propose", "counter", "accept", "reject", "question"] as const;

function opened(options: ServiceOptions = {}, rules: object = {}) {
  const store = new MemoryStore();
  const given = { terms: Terms, storeParsed: true, store, ...options };
  return {
    store,
    room: new NegotiationService("market", { ...given, rules: { actions: ACTIONS, ...rules } }),
  };
}

const counter = (terms: unknown): unknown => ({ action: "counter", terms });

describe("what a schema gives back", () => {
  it.each([
    ["at once", Terms],
    ["later", ASYNC],
  ])(
    "is what is recorded, told, stored and accepted, where the schema answers %s [EN-68]",
    async (_, terms) => {
      const { room, store } = opened({ terms });
      const told: unknown[] = [];
      room.on("turn:recorded", ({ turn }) => told.push(turn.terms));
      const { id, standing } = await room.createNegotiation("ada", "smith", RAW);
      expect(standing?.terms).toEqual(PARSED);
      const result = await room.submit(id, "smith", counter({ price: " 50 ", note: " soon " }));
      expect(result).toMatchObject({ ok: true, turn: { terms: { price: 50, note: "soon" } } });
      expect(told).toEqual([PARSED, { price: 50, note: "soon" }]);
      expect(await room.submit(id, "ada", { action: "accept" })).toMatchObject({
        negotiation: { outcome: { proposal: { terms: { price: 50, note: "soon" } } } },
      });
      expect(replay(store.entries(id) as readonly Entry[])).toEqual(room.getNegotiation(id));
      await room.close();
    },
  );

  it.each([
    ["at once", Terms],
    ["later", ASYNC],
  ])(
    "tells a command that comes again from one that says something else, where the schema answers %s [EN-68, EN-36]",
    async (_, terms) => {
      const { room } = opened({ terms, admit: () => true });
      const create = (proposal: unknown) =>
        room.createNegotiation("ada", "smith", proposal, { commandId: "c-0" });
      const { id } = await create(RAW);
      expect(await create(RAW)).toMatchObject({ id });
      await expect(create({ price: 41 })).rejects.toMatchObject({ code: "command_conflict" });
      const move = (price: unknown) => room.submit(id, "smith", counter({ price }), { commandId: "c-1" });
      expect(await move("50")).toMatchObject({ ok: true, duplicate: false });
      expect(await move("50")).toMatchObject({ ok: true, duplicate: true, turn: { terms: { price: 50 } } });
      expect(await move("51")).toMatchObject({ code: "command_conflict" });
      expect(await move("much")).toMatchObject({ code: "command_conflict" });
      await room.close();
    },
  );

  it("is what policies and admission judge at last: no other spelling gets past them [EN-68, EN-45, EN-46]", async () => {
    const admitted: unknown[] = [];
    const { room } = opened({
      policies: [
        {
          layer: "universal",
          rule: "cheap",
          permits: ({ terms }) => {
            const { price } = (terms ?? {}) as { price?: unknown };
            return typeof price !== "number" || price < 100;
          },
        },
      ],
      admit: ({ move }) => admitted.push(move.terms) > 0,
    });
    await expect(room.createNegotiation("ada", "smith", { price: "900" })).rejects.toMatchObject({
      code: "policy_masked",
    });
    const { id } = await room.createNegotiation("ada", "smith", RAW);
    expect(await room.submit(id, "smith", counter({ price: "900" }))).toMatchObject({
      code: "policy_masked",
    });
    expect(await room.submit(id, "smith", counter({ price: "much" }))).toMatchObject({
      code: "terms_invalid",
    });
    expect(room.submitSync(id, "smith", counter({ price: "50" }))).toMatchObject({ ok: true });
    expect(admitted).toEqual([PARSED, { price: 50, note: "none" }]);
  });

  it("is made of the full terms where a counter brings what changes [EN-68, EN-69]", async () => {
    const { room } = opened({}, { partialTerms: "merge" });
    const { id } = await room.createNegotiation("ada", "smith", RAW);
    const move = { action: "counter", changes: { price: "50" } } as unknown;
    expect(await room.submit(id, "smith", move, { commandId: "c-1" })).toMatchObject({
      turn: { terms: { price: 50, note: "none" }, changes: { price: "50" } },
    });
    expect(await room.submit(id, "smith", move, { commandId: "c-1" })).toMatchObject({ duplicate: true });
  });

  it("is refused where it is no plain JSON, and where the wire carries something else [EN-68]", async () => {
    const schema = (value: unknown): TermsSchema => ({
      "~standard": { version: 1, vendor: "test", validate: () => ({ value }) },
    });
    for (const value of [new Date(0), undefined, { price: Number.NaN }, new Map(), "x".repeat(70_000)]) {
      const { room } = opened({ terms: schema(value) });
      await expect(room.createNegotiation("ada", "smith", { price: 1 })).rejects.toMatchObject({
        code: "terms_invalid",
      });
    }
    const { room } = opened({ terms: schema("bare") }, { preset: "bindu", actions: undefined });
    await expect(room.createNegotiation("ada", "smith", { price: 1 })).rejects.toMatchObject({
      code: "terms_invalid",
    });
  });

  it("is of no account without the option: what came is stored [EN-68, EN-13]", async () => {
    const { room } = opened({ storeParsed: undefined });
    const { standing } = await room.createNegotiation("ada", "smith", { price: "40", colour: "red" });
    expect(standing?.terms).toEqual({ price: "40", colour: "red" });
    expect(() => opened({ terms: undefined })).toThrow("a schema beside storeParsed");
  });
});
