import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { NegotiationService } from "../../../src/index.js";
import { createOapHost, oapRoom } from "../../../src/oap/index.js";
import { ALTERED } from "../../../src/oap/record/index.js";
import { sha256 } from "../host-setup.js";

const validate = (room: ReturnType<typeof oapRoom>, value: unknown) =>
  room.terms?.["~standard"].validate(value);

describe("the options of a room", () => {
  it("OAP-2: are those of the preset, with what the host lays over it", () => {
    const room = oapRoom({ rules: { totalMs: 86_400_000 } });
    expect(room.rules).toEqual({ preset: "oap", totalMs: 86_400_000 });
    expect(room).not.toHaveProperty("terms");
    expect(() => new NegotiationService("market-7", { ...room })).not.toThrow();
  });

  it.each([
    { preset: "room" },
    { onReject: "continue" },
    { opener: "responder" },
    { actions: ["propose", "accept", "reject"] },
    { withdrawOffTurn: false },
    { terms: "none" },
    { messageRequiredFor: ["accept"] },
    { assessmentRequired: true },
  ] as const)(
    "OAP-2: refuse rules by which no document, or not each of OAP, could be a move: %j",
    (rules) => {
      const [name = ""] = Object.keys(rules);
      expect(() => oapRoom({ rules })).toThrow(`Expected rules that leave ${name} as OAP has it`);
    },
  );

  it("OAP-2: take the actions of OAP in any order, and say of others what came", () => {
    const actions = ["accept", "reject", "withdraw", "counter", "propose"] as const;
    expect(oapRoom({ rules: { actions } }).rules).toMatchObject({ actions });
    expect(() => oapRoom({ rules: { actions: ["propose"] } })).toThrow("got ");
  });

  it.each([5, {}, { "~standard": {} }, null, (value: unknown) => value])(
    "OAP-13: refuse terms that are no schema: %s",
    (terms) => {
      expect(() => oapRoom({ terms: terms as never })).toThrow("Expected terms to be a Standard Schema");
    },
  );

  it.each([{ issues: [] }, { issues: [], value: { price: "2" } }])(
    "OAP-13: take no terms of which the schema gives issues, be they none: %j",
    async (result) => {
      const terms = { "~standard": { version: 1, vendor: "test", validate: () => result } } as const;
      const service = new NegotiationService("market-7", { terms: terms as never });
      const outcome = await service.negotiate({
        initiator: { id: "ada", kind: "system", agent: () => ({ action: "propose", terms: { price: "1" } }) },
        responder: { id: "smith", kind: "system", agent: () => ({ action: "accept" }) },
      });
      expect(outcome).toMatchObject({ status: "stalled", turnCount: 0 });
      await service.close();
    },
  );

  it("OAP-2: refuse rules that are no object", () => {
    expect(() => oapRoom({ rules: 5 as never })).toThrow("Expected rules to be of type object, got 5.");
  });

  it.each([90_000, null])(
    "OAP-2: refuse a turnMs of their own (%j): offers would not live as long",
    (turnMs) => {
      expect(() => oapRoom({ rules: { turnMs } })).toThrow("Expected rules without turnMs");
    },
  );

  it("OAP-13: a schema accepts, refuses, or is found to alter", async () => {
    const plain = oapRoom({ terms: z.object({ price: z.string() }) });
    expect(await validate(plain, { price: "1" })).toEqual({ value: { price: "1" } });
    expect(await validate(plain, { price: 1 })).toHaveProperty("issues");
    expect(await validate(plain, { price: "1", more: 1 })).toEqual({ issues: [{ message: ALTERED }] });
    const late = oapRoom({
      terms: {
        "~standard": { version: 1, vendor: "test", validate: async () => ({ value: { price: "2" } }) },
      },
    });
    expect(await validate(late, { price: "1" })).toEqual({ issues: [{ message: ALTERED }] });
    expect(await validate(late, { price: "2" })).toEqual({ value: { price: "2" } });
  });

  it("OAP-13: goes with typed terms from the schema to the host", async () => {
    const Terms = z.object({ price: z.string() });
    const room = oapRoom({ terms: Terms });
    const service = new NegotiationService("market-7", room);
    const { admit } = room;
    const manifest = { supported: true, categories: ["pricing"] };
    const host = createOapHost({ service, admit, did: "did:web:tool.example", manifest, sha256 });
    const agreed: (string | undefined)[] = [];
    service.on("negotiation:agreed", ({ standing }) => agreed.push(standing?.terms.price));
    expect(await host.open({})).toMatchObject({ ok: false, code: "document_invalid" });
    await service.close();
  });
});
