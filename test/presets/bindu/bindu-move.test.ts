import { describe, expect, it } from "vitest";
import { type BinduProposal, fromBinduProposal, toBinduProposal } from "../../../src/presets/bindu/index.js";
import { record, type TurnDraft } from "../records.js";

const propose: TurnDraft = { action: "propose" };
const counter: TurnDraft = { action: "counter" };

function wire(change: Partial<BinduProposal> = {}): BinduProposal {
  return {
    proposalId: "p-new",
    fromAgent: "a",
    toAgent: "b",
    terms: { price: 7 },
    timestamp: "2025-10-31T10:00:00.000Z",
    status: "proposed",
    ...change,
  };
}

describe("fromBinduProposal of an offer", () => {
  it.each([
    ["without a negotiation", null],
    ["in an open one", record()],
  ])("BD-8: proposed %s is propose", (_, negotiation) => {
    expect(fromBinduProposal(wire(), negotiation, "a")).toStrictEqual({
      ok: true,
      partyId: "a",
      move: { action: "propose", terms: { price: 7 }, proposalId: "p-new" },
    });
  });

  it.each(["proposed", "countered"] as const)("BD-8: %s where one stands is counter", (status) => {
    const proposal = wire({ status, fromAgent: "b", toAgent: "a", extra: { hop: 1 } });
    expect(fromBinduProposal(proposal, record({ turns: [propose] }), "b")).toStrictEqual({
      ok: true,
      partyId: "b",
      move: { action: "counter", terms: { price: 7 }, proposalId: "p-new", extra: { hop: 1 } },
    });
  });

  it("BD-8: countered before anything was proposed is for submit to refuse, or refused without one", () => {
    const proposal = wire({ status: "countered" });
    expect(fromBinduProposal(proposal, record(), "a")).toMatchObject({
      ok: true,
      move: { action: "counter" },
    });
    expect(fromBinduProposal(proposal, null, "a")).toMatchObject({ ok: false, code: "must_propose" });
  });

  it.each<[string, Partial<BinduProposal>, string, string[]]>([
    ["another sender", {}, "b", ["fromAgent"]],
    ["a stranger as sender", {}, "c", ["fromAgent"]],
    ["a stranger as author", { fromAgent: "c" }, "c", ["fromAgent"]],
    ["a stranger as receiver", { toAgent: "c" }, "a", ["toAgent"]],
    ["the author as receiver", { toAgent: "a" }, "a", ["toAgent"]],
    ["two strangers", { fromAgent: "c", toAgent: "d" }, "a", ["fromAgent", "toAgent", "fromAgent"]],
  ])("BD-8: %s is move_invalid", (_, change, sender, keys) => {
    for (const status of ["proposed", "countered"] as const) {
      const answer = fromBinduProposal(wire({ ...change, status }), record({ turns: [propose] }), sender);
      expect(answer).toMatchObject({ ok: false, code: "move_invalid" });
      expect(!answer.ok && answer.issues.map(({ path }) => path[0])).toStrictEqual(keys);
    }
  });

  it("BD-8: the same again carries the command id of the first time, also after an answer", () => {
    const negotiation = record({ turns: [propose, counter, { action: "accept" }] });
    const [opening, answer] = negotiation.turns.map((turn) => toBinduProposal(negotiation, turn));
    expect(fromBinduProposal({ ...opening!, status: "proposed" }, negotiation, "a")).toStrictEqual({
      ok: true,
      partyId: "a",
      move: { action: "propose", terms: { price: 10 }, proposalId: "neg_1_p1" },
      commandId: "cmd-1",
    });
    expect(fromBinduProposal({ ...answer!, status: "countered" }, negotiation, "b")).toMatchObject({
      move: { action: "counter" },
      commandId: "cmd-2",
    });
  });

  it("BD-8: a turn with a message did not come over this wire, so it is not repeated by it", () => {
    const negotiation = record({ turns: [{ ...propose, message: "hello" }] });
    const offer = toBinduProposal(negotiation, negotiation.turns[0]!)!;
    expect(fromBinduProposal(offer, negotiation, "a")).not.toHaveProperty("commandId");
  });

  it("BD-8: an id used before with other content is new to us, and for submit to refuse", () => {
    const negotiation = record({ turns: [propose, counter] });
    const other = wire({ proposalId: "neg_1_p1" });
    expect(fromBinduProposal(other, negotiation, "a")).not.toHaveProperty("commandId");
    const foreign = wire({ proposalId: "neg_1_p2", terms: { price: 20 } });
    expect(fromBinduProposal(foreign, negotiation, "a")).not.toHaveProperty("commandId");
  });
});

describe("fromBinduProposal of an answer", () => {
  const negotiation = record({ turns: [propose, counter] });
  const quoted = (index: number, status: "accepted" | "rejected") => ({
    ...toBinduProposal(negotiation, negotiation.turns[index]!)!,
    status,
  });

  it.each([
    ["accepted", "accept"],
    ["rejected", "reject"],
  ] as const)("BD-8: %s is %s of the sender, naming what it answers", (status, action) => {
    expect(fromBinduProposal(quoted(1, status), negotiation, "a")).toStrictEqual({
      ok: true,
      partyId: "a",
      move: { action, replyTo: "neg_1_p2" },
    });
  });

  it("AS-107: an author or a stranger that answers is for submit to refuse, as itself", () => {
    expect(fromBinduProposal(quoted(1, "accepted"), negotiation, "b")).toMatchObject({
      ok: true,
      partyId: "b",
    });
    expect(fromBinduProposal(quoted(1, "accepted"), negotiation, "c")).toMatchObject({
      ok: true,
      partyId: "c",
    });
  });

  it("AS-108: an answer to what no longer stands, or never did, names it, so that submit finds it stale", () => {
    expect(fromBinduProposal(quoted(0, "accepted"), negotiation, "b")).toMatchObject({
      move: { replyTo: "neg_1_p1" },
    });
    const unknown = wire({ status: "rejected" });
    expect(fromBinduProposal(unknown, negotiation, "b")).toMatchObject({ move: { replyTo: "p-new" } });
  });

  it.each<[string, Partial<BinduProposal>, string[]]>([
    ["other terms", { terms: { price: 21 } }, ["terms"]],
    ["terms with a member more", { terms: { price: 20, gift: 1 } }, ["terms"]],
    ["author and answerer exchanged", { fromAgent: "a", toAgent: "b" }, ["fromAgent"]],
    ["a stranger as author", { fromAgent: "c" }, ["fromAgent", "fromAgent"]],
    ["a stranger as answerer", { toAgent: "c" }, ["toAgent"]],
  ])("BD-8: %s is move_invalid", (_, change, keys) => {
    for (const status of ["accepted", "rejected"] as const) {
      const answer = fromBinduProposal({ ...quoted(1, status), ...change }, negotiation, "a");
      expect(answer).toMatchObject({ ok: false, code: "move_invalid" });
      expect(!answer.ok && answer.issues.map(({ path }) => path[0])).toStrictEqual(keys);
    }
  });

  it("BD-8: without a negotiation there is nothing to answer", () => {
    expect(fromBinduProposal(quoted(1, "accepted"), null, "a")).toMatchObject({
      ok: false,
      code: "must_propose",
    });
  });

  it("BD-8: the same answer again carries the command id of the first time", () => {
    const ended = record({ turns: [propose, counter, { action: "accept" }] });
    expect(fromBinduProposal(quoted(1, "accepted"), ended, "a")).toMatchObject({ commandId: "cmd-3" });
    expect(fromBinduProposal(quoted(1, "accepted"), ended, "b")).not.toHaveProperty("commandId");
    expect(fromBinduProposal(quoted(1, "rejected"), ended, "a")).not.toHaveProperty("commandId");
  });
});
