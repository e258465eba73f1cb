import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/negotiation.js";
import { leavesRefusal } from "../../src/oap/agreement-leaves.js";
import type { Disclosures } from "../../src/oap/disclosures.js";
import { BOB, dealOver } from "./agreements.js";
import { HASH } from "./documents.js";

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

const pathOf = (pointer: string): string[] => ["agreement", ...pointer.split("/").slice(1)];

describe("OAP-26: the leaves of an agreement", () => {
  it("are its own, whatever the terms", () => {
    expect(verdictOf(disclosures)).toBe("ok");
    expect(verdictOf(withLeaf("/terms/a~1b", []))).toBe("ok");
    expect(verdictOf(withLeaf("/terms/", 1))).toBe("ok");
    expect(verdictOf(withLeaf("/terms", {}))).toBe("ok");
  });

  it.each(known)("have %s, undeleted, and not hidden", (pointer) => {
    expect(verdictOf(without(pointer), pointers)).toEqual(["not_redactable", ...pathOf(pointer)]);
    const isObligation = pointer.includes("obligations");
    expect(verdictOf(without(pointer))).toEqual(
      isObligation ? "ok" : ["document_invalid", ...pathOf(pointer)],
    );
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
    ["/terms", "none"],
    ["/terms", []],
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
