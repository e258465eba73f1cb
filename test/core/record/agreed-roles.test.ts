import { describe, expect, it } from "vitest";
import { agreedRoles, isValencyRole } from "../../../src/core/record/index.js";
import { assessment, record } from "../../presets/records.js";

describe("agreedRoles", () => {
  it("IX-13: the candidate accepts: each side's own word of its own last turn counts", () => {
    const negotiation = record({
      turns: [
        { action: "propose", assessment: assessment("agent", "patient") },
        { action: "accept", assessment: assessment("patient", "agent") },
      ],
    });
    expect(agreedRoles(negotiation)).toStrictEqual([
      { userId: "a", role: "agent" },
      { userId: "b", role: "patient" },
    ]);
  });

  it("IX-13: the source accepts a counter of the candidate", () => {
    const negotiation = record({
      turns: [
        { action: "propose", assessment: assessment("patient", "patient") },
        { action: "counter", assessment: assessment("peer", "agent") },
        { action: "accept", assessment: assessment("agent", "patient") },
      ],
    });
    expect(agreedRoles(negotiation)).toStrictEqual([
      { userId: "a", role: "agent" },
      { userId: "b", role: "peer" },
    ]);
  });

  it.each([
    ["no assessment", null],
    ["no roles", { reasoning: "yes" }],
    ["roles that are no object", { suggestedRoles: ["agent"] }],
    ["an unknown role", { suggestedRoles: { ownUser: "boss", otherUser: "peer" } }],
  ])("IX-13, AS-62: %s counts as peer, whatever an earlier turn said", (_, last) => {
    const negotiation = record({
      turns: [
        { action: "propose", assessment: assessment("agent", "patient") },
        { action: "counter", assessment: assessment("patient", "agent") },
        { action: "question", assessment: assessment("agent", "patient") },
        { action: "accept", assessment: last },
      ],
    });
    expect(agreedRoles(negotiation)).toStrictEqual([
      { userId: "a", role: "agent" },
      { userId: "b", role: "peer" },
    ]);
  });

  it("IX-13: there are no roles without an acceptance", () => {
    const turns = [{ action: "propose", assessment: assessment("agent", "patient") }] as const;
    expect(agreedRoles(record({ turns }))).toStrictEqual([]);
    expect(agreedRoles(record({ turns: [...turns, { action: "reject" }] }))).toStrictEqual([]);
    expect(agreedRoles(record({ turns, end: ["stalled", "turn_cap"] }))).toStrictEqual([]);
  });
});

describe("isValencyRole", () => {
  it("knows three words", () => {
    expect(["agent", "patient", "peer"].every(isValencyRole)).toBe(true);
    expect(["Agent", "", null, undefined, 1].some(isValencyRole)).toBe(false);
  });
});
