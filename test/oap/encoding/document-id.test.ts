import { describe, expect, it } from "vitest";
import { documentId, isDocumentId, isUlid } from "../../../src/oap/encoding/index.js";
import { hasVectors, vectorJson, vectorsNote } from "../vectors.js";

const prefixes = ["opn", "neg", "prp", "acc", "rej", "wdr", "agr"] as const;

describe("SG-36: the id of a document", () => {
  it.each(prefixes)("is the prefix %s and a ULID", (prefix) => {
    const id = documentId(prefix, { now: () => 1, randomBytes: (count) => new Uint8Array(count) });
    expect(id).toBe(`${prefix}_00000000010000000000000000`);
    expect(isUlid(id.slice(4))).toBe(true);
    for (const other of prefixes) expect(isDocumentId(other, id)).toBe(other === prefix);
  });

  it(`is opaque when it comes in: all samples of RFC 0002 pass, two of which are no ULIDs${vectorsNote}`, () => {
    if (!hasVectors) return;
    const { rfc0002_examples: samples } = vectorJson<{
      rfc0002_examples: Record<"strict_crockford_ok" | "contain_U_so_not_ulids", string[]>;
    }>("ulid/ulid.json");
    const all = Object.values(samples).flat();
    expect(all.every((id) => prefixes.some((prefix) => isDocumentId(prefix, id)))).toBe(true);
    expect(samples.contain_U_so_not_ulids.some((id) => isUlid(id.slice(4)))).toBe(false);
  });

  it.each([
    "prp_01hx2qfp4n8r5t6v7w8x9y0z1a",
    "prp_01HX2QFP4N8R5T6V7W8X9Y0Z1",
    "prp_01HX2QFP4N8R5T6V7W8X9Y0Z1AA",
    "prp-01HX2QFP4N8R5T6V7W8X9Y0Z1A",
    "PRP_01HX2QFP4N8R5T6V7W8X9Y0Z1A",
    " prp_01HX2QFP4N8R5T6V7W8X9Y0Z1A",
    "prp_01HX2QFP4N8R5T6V7W8X9Y0Z1A\n",
    "prp_",
    undefined,
    {},
  ])("is not %j", (value) => {
    expect(isDocumentId("prp", value)).toBe(false);
  });
});
