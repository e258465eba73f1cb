import { describe, expect, it } from "vitest";
import { fallbackSummary } from "../../../src/presets/index-network/index.js";
import { record, type TurnDraft } from "../records.js";

describe("fallbackSummary", () => {
  it("IN-2: tells the actions and the reason", () => {
    expect(fallbackSummary(record({ turns: [{ action: "propose" }, { action: "accept" }] }))).toBe(
      "Turns: propose, accept. Ended accepted (accept).",
    );
  });

  it("AS-60: keeps the reason of an end that nobody chose", () => {
    const turns: TurnDraft[] = [{ action: "propose" }, { action: "counter" }, { action: "counter" }];
    expect(fallbackSummary(record({ turns, end: ["stalled", "turn_cap"] }))).toBe(
      "Turns: propose, counter (2 times). Ended stalled (turn_cap).",
    );
  });

  it("IN-2: a thousand counters stay a sentence", () => {
    const turns: TurnDraft[] = [{ action: "propose" }, ...Array(1_000).fill({ action: "counter" })];
    expect(fallbackSummary(record({ turns }))).toBe(
      "Turns: propose, counter (1000 times). Still in progress.",
    );
  });

  it("IN-2: tells of no turns as well", () => {
    expect(fallbackSummary(record())).toBe("No turn was taken. Still in progress.");
    expect(fallbackSummary(record({ end: ["withdrawn", "cancelled"] }))).toBe(
      "No turn was taken. Ended withdrawn (cancelled).",
    );
  });

  it("IN-2: holds no word of either party", () => {
    const said = { reason: "MARK", message: "MARK", terms: "MARK", assessment: { reasoning: "MARK" } };
    const negotiation = record({
      turns: [
        { action: "propose", ...said },
        { action: "reject", reason: "MARK" },
      ],
    });
    expect(fallbackSummary(negotiation)).not.toContain("MARK");
  });
});
