import { describe, expect, it } from "vitest";
import { isFinal, otherParty, roundsOf, seatOf } from "../../../src/core/record/index.js";
import { negotiationOf } from "../../kit/builders.js";

describe("a negotiation", () => {
  const record = negotiationOf({ moves: ["propose", "counter"] });

  it("EN-12: knows the seat of its parties, and no stranger's", () => {
    expect(["ada", "smith", "eve", "", "initiator", "Ada"].map((id) => seatOf(record, id))).toEqual([
      "initiator",
      "responder",
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("EN-7: knows who sits opposite", () => {
    expect(otherParty(record, "ada")).toBe(record.responder);
    expect(otherParty(record, "smith")).toBe(record.initiator);
  });

  it("EN-1: counts its rounds and knows its end", () => {
    expect([roundsOf(negotiationOf()), roundsOf(record)]).toEqual([0, 2]);
    expect([isFinal(record), isFinal(negotiationOf({ moves: ["propose", "accept"] }))]).toEqual([
      false,
      true,
    ]);
  });
});
