import { describe, expect, it } from "vitest";
import { z } from "zod";
import { replay } from "../../src/core/index.js";
import type { Entry, Negotiation } from "../../src/core/record/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";

const TERMS = { price: 40, delivery: { days: 3, place: "Bonn" }, extras: ["bow", "card"], note: "soon" };

type Terms = {
  price: number;
  delivery: { days: number; place: string };
  extras: string[];
  note?: string | undefined;
};

/** A room in which counters may bring changes, with an opening of ada's. */
async function opened(options: ServiceOptions<Terms> = {}, rules: object = {}) {
  const room = new NegotiationService<Terms>("market", {
    ...options,
    rules: {
      actions: ["propose", "counter", "accept", "reject", "question"],
      partialTerms: "merge",
      ...rules,
    },
  });
  const { id } = await room.createNegotiation("ada", "smith", TERMS);
  const counter = (changes: unknown, more: object = {}, given: object = {}) =>
    room.submit(id, "smith", { action: "counter", changes, ...more } as never, given);
  return { room, id, counter };
}

describe("a counter that brings what changes", () => {
  it.each([
    ["a member", { price: 50 }, { ...TERMS, price: 50 }],
    ["a nested member", { delivery: { days: 5 } }, { ...TERMS, delivery: { days: 5, place: "Bonn" } }],
    ["a list as a whole", { extras: ["card"] }, { ...TERMS, extras: ["card"] }],
    ["a member taken out", { note: null }, { price: 40, delivery: TERMS.delivery, extras: TERMS.extras }],
    ["an object for a value", { price: { from: 1 } }, { ...TERMS, price: { from: 1 } }],
    ["a value for an object", { delivery: 3 }, { ...TERMS, delivery: 3 }],
    ["nothing", {}, TERMS],
  ])("is recorded with the full terms and its patch: %s [EN-69]", async (_, changes, terms) => {
    const { counter } = await opened();
    const result = await counter(changes);
    expect(result).toMatchObject({ ok: true, turn: { action: "counter", changes } });
    if (!result.ok) return;
    expect(result.turn?.terms).toEqual(terms);
    expect(result.turn?.changes).toEqual(changes);
    expect(result.negotiation.standing?.terms).toEqual(terms);
    expect(JSON.stringify(Object.keys(result.turn?.terms ?? {}))).toBe(JSON.stringify(Object.keys(terms)));
  });

  it("is told to both sides, stored and replayed with its patch [EN-69]", async () => {
    const store = new MemoryStore();
    const { room, id, counter } = await opened({ store });
    await counter({ price: 50 });
    for (const viewer of ["ada", "smith"]) {
      const [turn] = await room.turns(id, { after: 1, viewer });
      expect(turn).toMatchObject({ changes: { price: 50 }, terms: { price: 50, note: "soon" } });
    }
    const entries = (await store.entries(id)) as readonly Entry[];
    expect(replay(entries)).toEqual(room.getNegotiation(id));
    const [first] = (room.getNegotiation(id) as Negotiation).turns;
    expect(first && "changes" in first).toBe(false);
  });

  it("is judged by schema, policies and admission as the terms that it comes to [EN-69]", async () => {
    const seen: unknown[] = [];
    const { counter } = await opened({
      terms: z.strictObject({
        price: z.number().max(60),
        delivery: z.object({ days: z.number(), place: z.string() }),
        extras: z.array(z.string()),
        note: z.string().optional(),
      }),
      policies: [{ layer: "personal", rule: "p", permits: (move) => seen.push(move.terms) > 0 }],
      admit: ({ move }) => seen.push(move.terms) > 0,
    });
    expect(await counter({ price: 70 })).toMatchObject({
      code: "terms_invalid",
      details: { issues: [{ path: ["price"] }] },
    });
    seen.length = 0;
    expect(await counter({ price: 55 })).toMatchObject({ ok: true });
    expect(seen).toEqual([
      { ...TERMS, price: 55 },
      { ...TERMS, price: 55 },
    ]);
  });

  it.each([
    ["at the top", { prise: 50 }, ["prise"], /\("price", "delivery", "extras", "note"\), got "prise"/],
    ["below", { delivery: { dais: 5 } }, ["delivery", "dais"], /\("days", "place"\), got "dais"/],
    ["taken out", { gift: null }, ["gift"], /got "gift"/],
    ["of every object", { toString: 1 }, ["toString"], /got "toString"/],
  ])(
    "is refused for a key that the standing terms do not have, with those they have: %s [EN-69]",
    async (_, changes, path, message) => {
      const { room, id, counter } = await opened();
      expect(await counter(changes)).toMatchObject({
        ok: false,
        code: "terms_invalid",
        details: { issues: [{ path, message: expect.stringMatching(message) }] },
      });
      expect(room.getNegotiation(id)?.version).toBe(0);
    },
  );

  it("may bring a new key that the schema takes, and none that it only drops [EN-69]", async () => {
    const shape = { price: z.number(), delivery: z.unknown(), extras: z.array(z.string()), note: z.string() };
    const terms = z.object({ ...shape, gift: z.string().optional() }) as never;
    const { counter } = await opened({ terms });
    expect(await counter({ prise: 50 })).toMatchObject({
      code: "terms_invalid",
      details: { issues: [{ path: ["prise"] }] },
    });
    expect(await counter({ gift: "a bow" })).toMatchObject({
      ok: true,
      turn: { terms: { gift: "a bow", price: 40 } },
    });
    const later = {
      "~standard": { version: 1, vendor: "test", validate: async (value: unknown) => ({ value }) },
    } as const;
    const { counter: slowly } = await opened({ terms: later as never });
    expect(await slowly({ gift: "a bow" })).toMatchObject({ ok: true });
  });

  it("is the same command again by its changes, whatever stands by then [EN-69]", async () => {
    const { room, id, counter } = await opened();
    const commandId = "cmd-1";
    await counter({ price: 50 }, {}, { commandId });
    expect(await counter({ price: 50 }, {}, { commandId })).toMatchObject({
      ok: true,
      duplicate: true,
      turn: { number: 2 },
    });
    expect(await counter({ price: 51 }, {}, { commandId })).toMatchObject({ code: "command_conflict" });
    const whole = { action: "counter", terms: { ...TERMS, price: 50 } } as const;
    expect(await room.submit(id, "smith", whole, { commandId })).toMatchObject({ code: "command_conflict" });
  });

  it("is laid over what its sender was shown, and no other terms [EN-69]", async () => {
    const store = new MemoryStore();
    const { id, counter } = await opened({ store });
    const other = new NegotiationService<Terms>("market", { store });
    await other.submit(id, "smith", { action: "counter", terms: { ...TERMS, price: 60 } });
    await other.submit(id, "ada", { action: "counter", terms: { ...TERMS, price: 45 } });
    expect(await counter({ note: "later" })).toMatchObject({ code: "stale_proposal", version: 2 });
    expect(await counter({ note: "later" })).toMatchObject({
      ok: true,
      turn: { terms: { price: 45, note: "later" } },
    });
  });

  it("is refused as terms_required under the default rule, and where nothing stands [EN-69]", async () => {
    const { counter } = await opened({}, { partialTerms: "refuse" });
    expect(await counter({ price: 50 })).toMatchObject({ code: "terms_required" });
    const optional = await opened({}, { partialTerms: "refuse", terms: "optional" });
    expect(await optional.counter({ price: 50 })).toMatchObject({ code: "terms_required" });
    const { room } = optional;
    await room.cancel(optional.id);
    const { id } = await room.createNegotiation("ada", "smith");
    const opening = { action: "propose", changes: { price: 5 } } as never;
    expect(await room.submit(id, "ada", opening)).toMatchObject({ code: "terms_required" });
  });

  it("is malformed beside terms, with an answer, or where the patch is no object [EN-69]", async () => {
    const { room, id, counter } = await opened();
    const issues = (path: string) => ({ code: "move_invalid", details: { issues: [{ path: [path] }] } });
    expect(await counter({ price: 1 }, { terms: TERMS })).toMatchObject(issues("changes"));
    expect(await counter([1])).toMatchObject(issues("changes"));
    expect(await counter({ price: Number.NaN })).toMatchObject({
      details: { issues: [{ path: ["changes", "price"] }] },
    });
    const answer = { action: "accept", changes: { price: 1 } } as never;
    expect(await room.submit(id, "smith", answer)).toMatchObject(issues("changes"));
  });

  it("is refused when the terms that it comes to are too large [EN-69]", async () => {
    const { room, id, counter } = await opened({}, { maxTermsBytes: 200 });
    expect(await counter({ note: "x".repeat(120) })).toMatchObject({ code: "terms_invalid" });
    expect(room.getNegotiation(id)?.version).toBe(0);
    expect(await counter({ note: "x".repeat(60) })).toMatchObject({ ok: true });
  });

  it("may be an agent's answer [EN-69]", async () => {
    const room = new NegotiationService<Terms>("market", { rules: { partialTerms: "merge" } });
    const outcome = await room.negotiate({
      initiator: { id: "ada", kind: "system", agent: () => ({ action: "accept" }) },
      responder: {
        id: "smith",
        kind: "system",
        agent: () => ({ action: "counter", changes: { delivery: { days: 1 } } }),
      },
      proposal: TERMS,
    });
    expect(outcome).toMatchObject({
      status: "accepted",
      proposal: { terms: { ...TERMS, delivery: { days: 1, place: "Bonn" } } },
    });
  });
});
