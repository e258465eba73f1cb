import { describe, expect, it } from "vitest";
import { EscrowTerms, totalOf, validityOf } from "../../examples/terms/escrow-terms.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { codeOf, T0 } from "../kit/open-room.js";

const EXPIRES_AT = T0 + 10_000;

/** Terms that are right, but for what is given. */
function terms(given: object = {}): EscrowTerms {
  return {
    summary: "A logo",
    lineItems: [
      { description: "Sketches", amount: 15_000, type: "immediate" },
      { description: "Logo", amount: 75_000, minAmount: 70_000, maxAmount: 80_000, type: "escrow" },
      { description: "Changes", amount: 0, type: "conditional", condition: "asked for in writing" },
    ],
    totalAmount: 95_000,
    currency: "EUR",
    conditions: ["Paid within 14 days."],
    expiresAt: new Date(EXPIRES_AT).toISOString(),
    ...given,
  };
}

function openMarket() {
  const clock = new ManualClock(T0);
  const room = new NegotiationService("market-7", { terms: EscrowTerms, clock });
  const proposed = (given: EscrowTerms) =>
    room.createNegotiation("ada", "smith", given, { move: validityOf(given) });
  return { clock, room, proposed };
}

describe("the schema", () => {
  it("RM-39: takes the terms of the source's project", () => {
    expect(EscrowTerms.safeParse(terms()).success).toBe(true);
    expect(EscrowTerms.safeParse(terms({ expiresAt: undefined, conditions: [] })).success).toBe(true);
  });

  it.each([
    [
      "amounts with a fraction",
      { lineItems: [{ description: "Logo", amount: 0.5, type: "escrow" }], totalAmount: 0.5 },
    ],
    [
      "negative amounts",
      { lineItems: [{ description: "Logo", amount: -1, type: "escrow" }], totalAmount: -1 },
    ],
    ["another type", { lineItems: [{ description: "Logo", amount: 1, type: "gift" }], totalAmount: 1 }],
    [
      "a conditional item without a condition",
      { lineItems: [{ description: "X", amount: 1, type: "conditional" }], totalAmount: 1 },
    ],
    [
      "an amount above its maximum",
      { lineItems: [{ description: "X", amount: 2, maxAmount: 1, type: "escrow" }], totalAmount: 1 },
    ],
    [
      "an amount below its minimum",
      { lineItems: [{ description: "X", amount: 1, minAmount: 2, type: "escrow" }], totalAmount: 1 },
    ],
    ["a total that is no sum", { totalAmount: 94_999 }],
    ["no items", { lineItems: [], totalAmount: 0 }],
    ["no currency", { currency: "euros" }],
    ["a date that is none", { expiresAt: "tomorrow" }],
    ["no summary", { summary: "" }],
  ])("RM-39: refuses %s", (_, given) => {
    expect(EscrowTerms.safeParse(terms(given)).success).toBe(false);
  });

  it("RM-39: the total is the sum of maxAmount, or amount where there is none", () => {
    expect(totalOf(terms().lineItems)).toBe(15_000 + 80_000);
    expect(totalOf([])).toBe(0);
  });
});

describe("expiresAt", () => {
  it("RM-39: becomes validUntilAt", async () => {
    const { room, proposed } = openMarket();
    expect(validityOf(terms())).toEqual({ validUntilAt: EXPIRES_AT });
    const { standing, deadlines } = await proposed(terms());
    expect(standing?.validUntilAt).toBe(EXPIRES_AT);
    expect(deadlines.validityAt).toBe(EXPIRES_AT);
    room.destroy();
  });

  it.each([undefined, null, 7, "x", {}, { expiresAt: 7 }, { expiresAt: "tomorrow" }])(
    "RM-39: of %j there is none, which is for the schema to say",
    (given) => {
      expect(validityOf(given)).toEqual({});
    },
  );

  it.each([
    ["1 ms before its date is accepted", 9_999, true, "accepted", "accept"],
    ["at its date can no longer be accepted", 10_000, false, "expired", "proposal_expired"],
    ["1 ms after its date can no longer be accepted", 10_001, false, "expired", "proposal_expired"],
  ] as const)("RM-39: a proposal %s", async (_, after, isAccepted, status, reason) => {
    const { clock, room, proposed } = openMarket();
    const { id } = await proposed(terms());
    // No timer has fired yet: the date counts all the same.
    clock.set(T0 + after);
    const result = await room.submit(id, "smith", { action: "accept" });
    expect(result).toMatchObject(isAccepted ? { ok: true } : { ok: false, code: "negotiation_over" });
    expect(room.getNegotiation(id)).toMatchObject({ status, outcome: { reason } });
    room.destroy();
  });

  it("RM-39: a proposal that is past its date already is refused", async () => {
    const { room, proposed } = openMarket();
    const past = terms({ expiresAt: new Date(T0).toISOString() });
    expect(await codeOf(proposed(past))).toBe("validity_passed");
    expect(room.getActiveNegotiation()).toBeUndefined();
    room.destroy();
  });
});
