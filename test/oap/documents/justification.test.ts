import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../../src/oap/canonical/index.js";
import { justifyConcession, justifyTradeOff, readProposal } from "../../../src/oap/documents/index.js";
import { JUSTIFICATION_TYPES } from "../../../src/oap/index.js";
import { PROPOSAL } from "../documents.js";
import { signableJson } from "../strict-arbitrary.js";

const reading = (justification: unknown) => readProposal({ ...PROPOSAL, justification });

describe("the shape of a justification", () => {
  it.each(JUSTIFICATION_TYPES)("OAP-40: %s needs nothing else", (type) => {
    expect(reading({ type })).toMatchObject({ ok: true, document: { justification: { type } } });
  });

  it.each([
    ["null", null, ["justification"]],
    ["a list", [], ["justification"]],
    ["no type", {}, ["justification", "type"]],
    ["another type", { type: "bribe" }, ["justification", "type"]],
    ["a type of another case", { type: "Threat" }, ["justification", "type"]],
    ["a type from the prototype", { type: "toString" }, ["justification", "type"]],
    ["a rationale that is null", { type: "threat", rationale: null }, ["justification", "rationale"]],
    [
      "a rationale too long",
      { type: "threat", rationale: "a".repeat(4_001) },
      ["justification", "rationale"],
    ],
    ["references that are text", { type: "threat", references: "prp_1" }, ["justification", "references"]],
    [
      "a reference that is none",
      { type: "threat", references: ["a", 1] },
      ["justification", "references", 1],
    ],
    ["65 references", { type: "threat", references: Array(65).fill("a") }, ["justification", "references"]],
    ["65 appeals", { type: "threat", appeals_to: Array(65).fill("a") }, ["justification", "appeals_to"]],
    ["an appeal that is null", { type: "threat", appeals_to: [null] }, ["justification", "appeals_to", 0]],
  ])("OAP-42, OAP-14: %s is document_invalid", (_name, justification, path) => {
    expect(reading(justification)).toMatchObject({ ok: false, code: "document_invalid", path });
  });

  it("OAP-42: 64 entries, empty lists and texts, ids that name nothing", () => {
    const list = Array(64).fill("");
    expect(reading({ type: "reward", appeals_to: list, references: list }).ok).toBe(true);
    expect(reading({ type: "reward", rationale: "", appeals_to: [], references: ["prp_unknown"] }).ok).toBe(
      true,
    );
  });

  it("OAP-40: further members, empty values and all of Unicode come back with the bytes that were signed", () => {
    const further = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/), signableJson, { maxKeys: 4 });
    const text = fc
      .string({ unit: "binary", maxLength: 40 })
      .filter((one) => !/\p{Surrogate}|\p{Noncharacter_Code_Point}/u.test(one));
    const known = fc.record(
      {
        rationale: text,
        appeals_to: fc.array(text, { maxLength: 4 }),
        references: fc.array(text, { maxLength: 4 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...JUSTIFICATION_TYPES), known, further, (type, members, others) => {
        const justification = { ...others, type, ...members };
        const answer = reading(justification);
        expect(answer.ok && canonicalText(answer.document.justification)).toBe(canonicalText(justification));
      }),
    );
  });
});

describe("the justifications of heuristics", () => {
  it("OAP-47: a trade-off refers to the opponent's proposal", () => {
    const made = justifyTradeOff(PROPOSAL.proposal_id);
    expect(made).toStrictEqual({ type: "trade_off", references: [PROPOSAL.proposal_id] });
    expect(reading(made).ok).toBe(true);
  });

  it("OAP-48: a concession refers to the own previous proposal", () => {
    const made = justifyConcession(PROPOSAL.proposal_id);
    expect(made).toStrictEqual({ type: "concession_explanation", references: [PROPOSAL.proposal_id] });
    expect(reading(made).ok).toBe(true);
  });
});
