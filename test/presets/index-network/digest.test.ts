import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reason, Status } from "../../../src/core/record/index.js";
import { negotiationDigest } from "../../../src/presets/index-network/index.js";
import { assessment, record, T0, type TurnDraft } from "../records.js";

const seeded = (valencyRole: string) => ({ seedAssessment: { score: 80, reasoning: "seed", valencyRole } });
const propose: TurnDraft = { action: "propose", assessment: assessment("agent", "patient") };
const accept: TurnDraft = { action: "accept", assessment: assessment("patient", "agent") };

describe("negotiationDigest", () => {
  const negotiations = [
    record({ context: seeded("agent"), turns: [propose, accept] }),
    record({
      context: seeded("Agent"),
      turns: [propose, { action: "reject" }],
      responder: { id: "c", kind: "personal" },
    }),
    record({
      context: seeded("peer"),
      turns: [propose],
      end: ["stalled", "turn_cap"],
      responder: { id: "c", kind: "system" },
    }),
    record({ turns: [], end: ["withdrawn", "cancelled"], responder: { id: "d", kind: "system" } }),
    record({
      context: seeded("peer"),
      turns: [propose],
      end: ["expired", "total_timeout"],
      responder: { id: "e", kind: "system" },
    }),
    record({ turns: [propose, { action: "counter" }], responder: { id: "c", kind: "system" } }),
    record({
      turns: [propose, accept],
      initiator: { id: "f", kind: "personal" },
      responder: { id: "a", kind: "personal" },
    }),
    record({
      turns: [propose, accept],
      initiator: { id: "x", kind: "system" },
      responder: { id: "y", kind: "system" },
    }),
  ];

  it("IN-1: counts the party's negotiations, in every respect", () => {
    expect(negotiationDigest(negotiations, "a")).toStrictEqual({
      totalCount: 7,
      opportunityCount: 2,
      noOpportunityCount: 4,
      inProgressCount: 1,
      byMatchType: {
        agent: { accepted: 1, rejected: 1, stalled: 0 },
        peer: { accepted: 0, rejected: 0, stalled: 2 },
        unknown: { accepted: 1, rejected: 1, stalled: 0 },
      },
      byReason: { accept: 2, reject: 1, turn_cap: 1, cancelled: 1, total_timeout: 1 },
      turnCounts: { system: { 0: 1, 1: 2, 2: 1 }, mixed: { 2: 1 }, personal: { 2: 1 } },
      roleDistribution: { agent: 1, patient: 1, peer: 0 },
      counterparties: [
        { partyId: "c", negotiationCount: 3, opportunityCount: 0 },
        { partyId: "b", negotiationCount: 1, opportunityCount: 1 },
        { partyId: "d", negotiationCount: 1, opportunityCount: 0 },
        { partyId: "e", negotiationCount: 1, opportunityCount: 0 },
        { partyId: "f", negotiationCount: 1, opportunityCount: 1 },
      ],
      objections: [],
    });
  });

  it("IN-1: counts the roles that the party itself has agreed to, not the other's", () => {
    const agreed = [record({ turns: [propose, accept] })];
    expect(negotiationDigest(agreed, "a").roleDistribution).toStrictEqual({ agent: 1, patient: 0, peer: 0 });
    expect(negotiationDigest(agreed, "b").roleDistribution).toStrictEqual({ agent: 0, patient: 1, peer: 0 });
  });

  it("IN-1: is empty for a party without negotiations", () => {
    expect(negotiationDigest(negotiations, "nobody")).toStrictEqual({
      totalCount: 0,
      opportunityCount: 0,
      noOpportunityCount: 0,
      inProgressCount: 0,
      byMatchType: {},
      byReason: {},
      turnCounts: { system: {}, mixed: {}, personal: {} },
      roleDistribution: { agent: 0, patient: 0, peer: 0 },
      counterparties: [],
      objections: [],
    });
  });

  it("IN-1: objections are the reasoning of counters and rejections, newest first", () => {
    const said = (action: TurnDraft["action"], reasoning: string, at: number): TurnDraft => ({
      action,
      assessment: assessment("peer", "peer", reasoning),
      at: T0 + at,
    });
    const turns = [
      said("propose", "opening", 1),
      said("counter", " first ", 2),
      said("question", "which?", 3),
      said("counter", "   ", 4),
      said("reject", "last", 5),
    ];
    const older = [said("propose", "x", 1), said("counter", "middle", 3), said("accept", "done", 4)];
    expect(negotiationDigest([record({ turns }), record({ turns: older })], "a").objections).toStrictEqual([
      "last",
      "middle",
      "first",
    ]);
  });

  it("IN-1: keeps ten objections of two hundred characters, and cuts no character in two", () => {
    const counter = (reasoning: string): TurnDraft => ({ action: "counter", assessment: { reasoning } });
    const many = record({
      turns: [propose, ...Array.from({ length: 12 }, (_, n) => counter(`no ${n}`))],
      end: ["stalled", "turn_cap"],
    });
    expect(negotiationDigest([many], "a").objections).toHaveLength(10);
    const cut = (text: string) =>
      negotiationDigest([record({ turns: [propose, counter(text)], end: ["stalled", "turn_cap"] })], "a")
        .objections[0]!;
    expect(cut("x".repeat(200))).toBe("x".repeat(200));
    expect(cut("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
    expect(cut(`${"x".repeat(198)}😀😀`)).toBe(`${"x".repeat(198)}…`);
  });

  it("IN-1: no key contains score, at any depth, whatever parties and contexts are called", () => {
    const word = fc.constantFrom("score", "fitScore", "SCORE", "agent", "peer");
    const ends = fc.constantFrom<[Status, Reason]>(["stalled", "turn_cap"], ["expired", "total_timeout"]);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, ends)), (drawn) => {
        const records = drawn.map(([other, role, end]) =>
          record({
            context: seeded(role),
            responder: { id: other, kind: "system" },
            turns: [propose, { action: "counter", assessment: { reasoning: "no", fitScore: 4, [other]: 1 } }],
            end,
          }),
        );
        const digest = negotiationDigest(records, "a");
        expect(keysOf(digest).filter((key) => /score/i.test(key))).toStrictEqual([]);
        expect(digest.opportunityCount + digest.noOpportunityCount + digest.inProgressCount).toBe(
          digest.totalCount,
        );
      }),
    );
  });
});

function keysOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(keysOf);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
