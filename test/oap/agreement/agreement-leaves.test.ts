import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json/index.js";
import { leavesRefusal } from "../../../src/oap/agreement/agreement-leaves.js";
import type { Disclosures } from "../../../src/oap/agreement/index.js";
import { leavesOf } from "../../../src/oap/canonical/index.js";
import { ALICE, BOB, dealOver, EVE } from "../agreements.js";
import { HASH } from "../documents.js";

const { disclosures } = (await dealOver()).public;
const pointers = Object.keys(disclosures);
const known = pointers.filter((pointer) => !pointer.startsWith("/terms/"));

function verdictOf(changed: Disclosures, all = Object.keys(changed)): unknown {
  const refusal = leavesRefusal(all, changed);
  return refusal === undefined ? "ok" : [refusal.code, ...(refusal.path ?? [])];
}

function withLeaf(pointer: string, value: Json): Disclosures {
  return { ...disclosures, [pointer]: { salt: "", value } };
}

function without(pointer: string): Disclosures {
  const { [pointer]: _, ...fewer } = disclosures;
  return fewer;
}

const OWED = ["agreement_mismatch", "agreement", "metadata", "regulated_obligations"];

const pathOf = (pointer: string): string[] => ["agreement", ...pointer.split("/").slice(1)];

describe("OAP-26: the leaves of an agreement", () => {
  it("are its own, whatever the terms", () => {
    expect(verdictOf(disclosures)).toBe("ok");
    expect(verdictOf(withLeaf("/terms/a~1b", []))).toBe("ok");
    expect(verdictOf(withLeaf("/terms/", 1))).toBe("ok");
    const noTerms = Object.fromEntries(known.map((pointer) => [pointer, disclosures[pointer]!]));
    expect(verdictOf({ ...noTerms, "/terms": { salt: "", value: {} } })).toBe("ok");
  });

  it.each(known)("have %s, undeleted, and not hidden", (pointer) => {
    expect(verdictOf(without(pointer), pointers)).toEqual(["not_redactable", ...pathOf(pointer)]);
    // Without its last obligation it is a shorter list, which only the hash tells from the right one.
    const expected = pointer.endsWith("/obligations/1")
      ? "ok"
      : pointer.includes("obligations")
        ? OWED
        : ["document_invalid", ...pathOf(pointer)];
    expect(verdictOf(without(pointer))).toEqual(expected);
  });

  it.each([
    ["/agreement_id", "neg_01HX2QFP4N8R5T6V7W8X9Y0Z1A"],
    ["/agreement_id", null],
    ["/negotiation_id", "neg_1"],
    ["/parties/0", "alice"],
    ["/parties/1", `${BOB}#key`],
    ["/effective_from", null],
    ["/effective_from", "2026-05-03"],
    ["/effective_until", "never"],
    ["/metadata/binding", "true"],
    ["/metadata/binding", null],
    ["/metadata/proposal_id", 1],
    ["/metadata/proposal_hash", HASH.slice(1)],
    ["/metadata/host", ""],
    ["/metadata/manifest_hash", "sha256-"],
    ["/metadata/confidentiality", null],
    ["/metadata/confidentiality", {}],
    ["/parties/2", BOB],
    ["/metadata/more", 1],
    ["/metadata/regulated_obligations/0/more", "a"],
    ["/metadata/regulated_obligations/x/party", BOB],
    ["/signatures", {}],
    ["/agreement_hash", HASH],
    ["/more", 1],
    ["/terms~1a", 1],
    ["/Terms/a", 1],
  ])("do not have %s as %j", (pointer, value) => {
    expect(verdictOf(withLeaf(pointer, value))).toEqual(["document_invalid", ...pathOf(pointer)]);
  });

  it.each(["none", [], null])("do not have terms that are %j", (value) => {
    const noTerms = Object.fromEntries(known.map((pointer) => [pointer, disclosures[pointer]!]));
    expect(verdictOf({ ...noTerms, "/terms": { salt: "", value } })).toEqual([
      "document_invalid",
      ...pathOf("/terms"),
    ]);
  });

  it.each([
    ["/terms", "/terms/action"],
    ["/terms/action/0", "/terms/action/0"],
    ["/terms/a~1b/c", undefined],
    ["/parties/0/0", "/parties/0/0"],
    ["/metadata/regulated_obligations", "/metadata/regulated_obligations/0/obligations/0"],
  ])("SG-42: have none inside another one, hidden or not: %s", (pointer, inner) => {
    const expected = inner === undefined ? "ok" : ["document_invalid", "agreement", "digests", inner];
    const hidden = {
      ...disclosures,
      ...(pointer.startsWith("/terms") ? {} : { [pointer]: { salt: "", value: [] } }),
    };
    expect(verdictOf(hidden, [...pointers, pointer])).toEqual(expected);
    // What stands between them in the order of code units changes nothing.
    if (pointer !== "/terms") {
      const others = ["/terms/action-", "/terms/action!/a"];
      expect(verdictOf(hidden, [...pointers, pointer, ...others])).toEqual(expected);
    }
    expect(verdictOf(withLeaf(pointer, []))).toEqual(expected);
  });

  it("do not have what an object inherits", () => {
    expect(leavesRefusal([...pointers, "toString"], disclosures)?.ok).toBe(false);
    expect(
      leavesRefusal([...pointers, "valueOf"], { ...disclosures, valueOf: { salt: "", value: 1 } })?.ok,
    ).toBe(false);
  });

  it("may have no obligations, as an empty list", () => {
    const none = Object.fromEntries(
      Object.entries(disclosures).filter(([name]) => !name.includes("obligations")),
    );
    const empty = { ...none, "/metadata/regulated_obligations": { salt: "", value: [] } };
    expect(verdictOf(empty)).toBe("ok");
  });
});

describe("OAP-33: what the parties of an agreement owe", () => {
  const none = Object.fromEntries(
    Object.entries(disclosures).filter(([name]) => !name.includes("regulated_obligations")),
  );
  const owed = (list: Json): unknown => {
    const leaves = leavesOf(list, "/metadata/regulated_obligations") ?? new Map();
    return verdictOf({
      ...none,
      ...Object.fromEntries([...leaves].map(([pointer, value]) => [pointer, { salt: "", value }])),
    });
  };
  const entry = { party: ALICE, profession: "legal", obligations: ["a", "b"] };
  const other = { ...entry, party: BOB };

  it.each([
    ["nothing", []],
    ["of one", [entry]],
    ["of the other", [other]],
    ["of both", [entry, { ...other, profession: "medical" }]],
    ["without any obligation", [{ ...entry, obligations: [] }]],
    [
      "in the order of code units",
      [{ ...entry, obligations: ["", "A", "B", "a", "\uffee", "\u{1f600}"].sort() }],
    ],
  ])("may be %s", (_, list) => {
    expect(owed(list)).toBe("ok");
  });

  it.each<[string, Json]>([
    ["of a stranger", [{ ...entry, party: EVE }]],
    ["of nobody", [{ ...entry, party: null }]],
    ["of another profession", [{ ...entry, profession: "clerical" }]],
    ["of a profession that is no text", [{ ...entry, profession: 1 }]],
    ["twice of one", [entry, entry]],
    ["in the order of no party", [other, entry]],
    ["of three", [entry, other, { ...entry, party: EVE }]],
    ["with an obligation twice", [{ ...entry, obligations: ["a", "a"] }]],
    ["with obligations out of order", [{ ...entry, obligations: ["b", "a"] }]],
    ["with an obligation that is no text", [{ ...entry, obligations: [1] }]],
    ["with a list that is an object", [{ ...entry, obligations: {} }]],
    ["with a list that is a text", [{ ...entry, obligations: "a" }]],
    ["without a list", [{ party: ALICE, profession: "legal" }]],
    ["without a party", [{ profession: "legal", obligations: [] }]],
    ["not a list", {}],
    ["not a list but null", null],
  ])("is not %s", (_, list) => {
    expect(owed(list)).toEqual(OWED);
  });

  it("has no gap in its lists", () => {
    const at = "/metadata/regulated_obligations";
    const leaves = [...leavesOf([entry, other] as Json, at)!].map(([pointer, value]) => [
      pointer.replace(`${at}/1/`, `${at}/2/`),
      { salt: "", value },
    ]);
    expect(verdictOf({ ...none, ...Object.fromEntries(leaves) })).toEqual(OWED);
  });
});
