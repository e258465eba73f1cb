import { describe, expect, it } from "vitest";
import type { Negotiation, Reason, Status } from "../../../src/core/record/index.js";
import {
  fromBinduContext,
  printBinduContext,
  readBinduContext,
  toBinduContext,
  toBinduProposal,
} from "../../../src/presets/bindu/index.js";
import { record, type Script, type TurnDraft } from "../records.js";

const propose: TurnDraft = { action: "propose" };
const counter: TurnDraft = { action: "counter" };
const statusesOf = (negotiation: Negotiation) =>
  toBinduContext(negotiation).proposals.map(({ status }) => status);

describe("toBinduProposal", () => {
  it("BD-7: goes from the turn's party to the other, at the turn's instant, with its terms", () => {
    const negotiation = record({ turns: [propose, { ...counter, extra: { hop: 1 } }] });
    expect(negotiation.turns.map((turn) => toBinduProposal(negotiation, turn))).toStrictEqual([
      {
        proposalId: "neg_1_p1",
        fromAgent: "a",
        toAgent: "b",
        terms: { price: 10 },
        timestamp: "2026-09-21T14:13:21.000Z",
        status: "countered",
      },
      {
        proposalId: "neg_1_p2",
        fromAgent: "b",
        toAgent: "a",
        terms: { price: 20 },
        timestamp: "2026-09-21T14:13:22.000Z",
        status: "proposed",
        extra: { hop: 1 },
      },
    ]);
  });

  it.each(["accept", "reject", "withdraw", "question"] as const)("BD-7: %s makes no proposal", (action) => {
    const negotiation = record({ turns: [propose, { action }] });
    expect(toBinduProposal(negotiation, negotiation.turns[1]!)).toBeUndefined();
  });

  it.each<[string, Script, string[]]>([
    ["standing, live", { turns: [propose] }, ["proposed"]],
    ["standing after a question", { turns: [propose, { action: "question" }] }, ["proposed"]],
    ["replaced twice", { turns: [propose, counter, counter] }, ["countered", "countered", "proposed"]],
    ["accepted", { turns: [propose, counter, { action: "accept" }] }, ["countered", "accepted"]],
    ["rejected", { turns: [propose, counter, { action: "reject" }] }, ["countered", "rejected"]],
    ["withdrawn", { turns: [propose, { action: "withdraw" }] }, ["rejected"]],
    ["cancelled", { turns: [propose], end: ["withdrawn", "cancelled"] }, ["rejected"]],
    ["expired", { turns: [propose], end: ["expired", "total_timeout"] }, ["rejected"]],
    ["stalled", { turns: [propose], end: ["stalled", "agent_error"] }, ["rejected"]],
  ])("BD-7: %s: the statuses are as in the table", (_, script, statuses) => {
    expect(statusesOf(record(script))).toStrictEqual(statuses);
  });

  it("BD-7: terms that Bindu cannot carry are a TypeError", () => {
    const negotiation = record({ turns: [{ ...propose, terms: [1] }] });
    expect(() => toBinduProposal(negotiation, negotiation.turns[0]!)).toThrow(TypeError);
  });

  it("BD-4: what else a turn carries is written only if it is an object with members", () => {
    for (const extra of [null, {}, [1], "text"]) {
      const negotiation = record({ turns: [{ ...propose, extra }] });
      expect(toBinduProposal(negotiation, negotiation.turns[0]!)).not.toHaveProperty("extra");
    }
  });
});

describe("toBinduContext", () => {
  it.each<[string, Script, string]>([
    ["nothing proposed yet", {}, "initiated"],
    ["live with a proposal", { turns: [propose] }, "ongoing"],
    ["accepted", { turns: [propose, { action: "accept" }] }, "completed"],
    ["accepted, but held by a group", { turns: [propose, { action: "accept" }], heldBy: "grp_1" }, "ongoing"],
    ["rejected", { turns: [propose, { action: "reject" }] }, "rejected"],
    ["withdrawn", { turns: [propose, { action: "withdraw" }] }, "rejected"],
    ["expired before any proposal", { end: ["expired", "total_timeout"] }, "rejected"],
    ["stalled", { turns: [propose], end: ["stalled", "agent_error"] }, "rejected"],
  ])("BD-9: %s is %s", (_, script, status) => {
    expect(toBinduContext(record(script)).status).toBe(status);
  });

  it("BD-9: names the coordinator first, and all proposals in order", () => {
    const context = toBinduContext(record({ turns: [propose, counter, { action: "accept" }] }));
    expect(context).toMatchObject({ contextId: "neg_1", participants: ["a", "b"] });
    expect(context.proposals.map(({ proposalId }) => proposalId)).toStrictEqual(["neg_1_p1", "neg_1_p2"]);
    expect(toBinduContext(record(), "session-7").contextId).toBe("session-7");
  });

  it("BD-6: reads back as it was", () => {
    const context = toBinduContext(record({ turns: [propose, { ...counter, extra: { hop: 1 } }] }));
    expect(readBinduContext(printBinduContext(context))).toStrictEqual({ ok: true, value: context });
  });

  it("BD-7: at most one proposal of a track stands or is accepted, and none after another end", () => {
    const ends: (readonly [Status, Reason] | undefined)[] = [
      undefined,
      ["expired", "turn_cap"],
      ["withdrawn", "cancelled"],
    ];
    for (const end of ends) {
      for (let count = 1; count <= 5; count += 1) {
        const turns = [propose, ...Array(count - 1).fill(counter)];
        const alive = statusesOf(record({ turns, ...(end !== undefined && { end }) })).filter((status) =>
          ["proposed", "accepted"].includes(status),
        );
        expect(alive).toHaveLength(end === undefined ? 1 : 0);
      }
    }
  });
});

describe("fromBinduContext", () => {
  it("BD-10: gives a transcript for each pair, in order", () => {
    const at = (proposalId: string, fromAgent: string, toAgent: string, second: number) => ({
      proposalId,
      fromAgent,
      toAgent,
      terms: {},
      timestamp: `2025-10-31T10:00:0${second}.000Z`,
      status: "proposed" as const,
    });
    const proposals = [
      at("3", "b", "k", 3),
      at("1", "k", "b", 1),
      at("2", "k", "c", 1),
      at("5", "c", "k", 5),
      at("4", "k", "b", 4),
    ];
    const tracks = fromBinduContext({
      contextId: "c",
      status: "ongoing",
      participants: ["k", "b", "c"],
      proposals,
    });
    expect(
      tracks.map(({ parties, proposals: own }) => [parties, own.map(({ proposalId }) => proposalId)]),
    ).toStrictEqual([
      [
        ["k", "b"],
        ["1", "3", "4"],
      ],
      [
        ["k", "c"],
        ["2", "5"],
      ],
    ]);
    expect(proposals.map(({ proposalId }) => proposalId)).toStrictEqual(["3", "1", "2", "5", "4"]);
  });

  it("BD-10: an empty context has no track", () => {
    expect(
      fromBinduContext({ contextId: "c", status: "initiated", participants: ["k"], proposals: [] }),
    ).toStrictEqual([]);
  });
});
