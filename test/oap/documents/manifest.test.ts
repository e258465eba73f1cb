import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../../src/oap/canonical/index.js";
import type { Manifest } from "../../../src/oap/documents/index.js";
import { manifestHash, mayOpen, publishManifest, readManifest } from "../../../src/oap/documents/index.js";
import { didKeySigner, verifyDocument } from "../../../src/oap/signing/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

import { HASH } from "../documents.js";
import { seed } from "../ed25519-cases.js";
import { HOSTILE_VALUES } from "../hostile-values.js";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const LEAST = { supported: true, categories: ["pricing"] };
/** RFC 0002, section 3.6. */
const RFC = {
  supported: true,
  categories: ["pricing", "scheduling", "scope", "sla"],
  max_rounds: 8,
  default_validity_minutes: 60,
  binding_acceptance: true,
  withdrawal_penalty_terms: "https://example.com/legal/walk-away.pdf",
};
const PENALTY = { withdrawal_penalty_hash: HASH, withdrawal_penalty: { amount: "250.00", currency: "EUR" } };

function read(block: unknown): Manifest {
  const answer = readManifest(block);
  if (!answer.ok) throw new Error(answer.message);
  return answer.manifest;
}

describe("readManifest", () => {
  it("OAP-27: fills in the defaults, keeps unknown members, freezes", () => {
    const manifest = read({ ...LEAST, contact: { mail: ["a@b.example"] } });
    expect(manifest).toStrictEqual({
      supported: true,
      categories: ["pricing"],
      max_rounds: 8,
      default_validity_minutes: 60,
      binding_acceptance: true,
      contact: { mail: ["a@b.example"] },
    });
    expect(isDeepFrozen(manifest)).toBe(true);
    expect(read(RFC)).toStrictEqual(RFC);
  });

  it.each([false, undefined, null, 1, "true", {}])(
    "OAP-27: supported %j is negotiation_not_supported",
    (supported) => {
      const block = supported === undefined ? { categories: ["pricing"] } : { ...LEAST, supported };
      expect(readManifest(block)).toMatchObject({ ok: false, code: "negotiation_not_supported" });
    },
  );

  it.each<[string, readonly unknown[], readonly unknown[]]>([
    [
      "categories",
      [["terms"], ["pricing", "scheduling", "scope", "sla", "terms"]],
      [null, [], "pricing", ["pricing", "pricing"], ["Pricing"], ["pricing", 1], {}, ["toString"]],
    ],
    ["max_rounds", [1, 2, 100, 2 ** 53 - 1], [null, 0, -1, 1.5, "8", true, 2 ** 53]],
    ["default_validity_minutes", [1, 43_200], [null, 0, 43_201, 1.5, "60"]],
    ["binding_acceptance", [true, false], [null, 0, "true"]],
    [
      "withdrawal_penalty_terms",
      ["https://example.com/", "https://example.com/a?b#c"],
      [
        null,
        "",
        "http://example.com",
        "HTTPS://",
        "https://",
        "https:///a",
        "https://a b",
        "ftp://a",
        "javascript:1",
        1,
      ],
    ],
    ["withdrawal_penalty_hash", [HASH], [null, "", "sha256:abc", 1]],
    [
      "withdrawal_penalty",
      [
        { amount: "0", currency: "EUR" },
        { amount: "12.50", currency: "JPY", note: "kept" },
      ],
      [
        ...[null, "12.50", {}, { amount: "1" }, { currency: "EUR" }, { amount: 1, currency: "EUR" }],
        ...[
          { amount: "-1", currency: "EUR" },
          { amount: "1", currency: "eur" },
          { amount: "1", currency: "EURO" },
        ],
      ],
    ],
  ])("OAP-27: %s: its bounds, and what is document_invalid", (member, good, bad) => {
    for (const value of good) {
      expect(readManifest({ ...LEAST, [member]: value }), JSON.stringify(value)).toMatchObject({
        ok: true,
        manifest: { [member]: value },
      });
    }
    for (const value of bad) {
      const answer = readManifest({ ...LEAST, [member]: value });
      expect(answer, JSON.stringify(value)).toMatchObject({ ok: false, code: "document_invalid" });
      expect((answer as { path?: unknown[] }).path?.[0]).toBe(member);
    }
  });

  it("OAP-27: categories are required, and T8: only strict JSON is read", () => {
    expect(readManifest({ supported: true })).toMatchObject({
      code: "document_invalid",
      path: ["categories"],
    });
    for (const value of [null, [], [LEAST], "a", 1]) {
      expect(readManifest(value)).toMatchObject({ code: "negotiation_not_supported" });
    }
    for (const [name, make] of HOSTILE_VALUES) {
      expect(readManifest(make()), name).toMatchObject({ ok: false });
      expect(readManifest({ ...LEAST, a: make() }), name).toMatchObject({ code: "document_invalid" });
    }
  });

  it("T8: a block that is too large with its defaults is refused, and can else be hashed", () => {
    const room = 65_536 - canonicalText(read({ ...LEAST, a: "" })).length;
    expect(manifestHash(read({ ...LEAST, a: "x".repeat(room) }), sha256)).toMatch(/^sha256-/);
    expect(readManifest({ ...LEAST, a: "x".repeat(room + 1) })).toMatchObject({ code: "document_invalid" });
  });
});

describe("manifestHash", () => {
  it("OAP-28: is that of the canonical block with its defaults, however it was written", () => {
    const expected = `sha256-${sha256(
      new TextEncoder().encode(
        '{"binding_acceptance":true,"categories":["pricing"],"default_validity_minutes":60,"max_rounds":8,"supported":true}',
      ),
    ).toString("base64")}`;
    expect(manifestHash(read(LEAST), sha256)).toBe(expected);
    expect(manifestHash(read({ max_rounds: 8, ...LEAST }), sha256)).toBe(expected);
    expect(manifestHash(read({ ...LEAST, signature: "of whom" }), sha256)).toBe(expected);
  });

  it("OAP-28: every other change of any member changes it", () => {
    const changes = [
      { categories: ["sla"] },
      { categories: ["pricing", "sla"] },
      { max_rounds: 9 },
      { default_validity_minutes: 61 },
      { binding_acceptance: false },
      { withdrawal_penalty_terms: "https://example.com/" },
      PENALTY,
      { withdrawal_penalty: { amount: "250.0", currency: "EUR" } },
      { unknown: null },
    ];
    const hashes = [{}, ...changes].map((change) => manifestHash(read({ ...LEAST, ...change }), sha256));
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe("publishManifest", () => {
  it("OAP-27: signs the block with its defaults, as a manifest and as nothing else", async () => {
    const signer = await didKeySigner(seed);
    const did = signer.kid.slice(0, signer.kid.indexOf("#"));
    const answer = await publishManifest(LEAST, signer);
    if (!answer.ok) throw new Error(answer.message);
    expect(answer.document).toMatchObject({ ...LEAST, max_rounds: 8, signature: expect.any(String) });
    expect(manifestHash(read(answer.document), sha256)).toBe(manifestHash(read(LEAST), sha256));
    expect(await verifyDocument(answer.document, { purpose: "manifest", signer: did })).toMatchObject({
      ok: true,
    });
    const asOpen = await verifyDocument(answer.document, { purpose: "open", signer: did });
    expect(asOpen).toMatchObject({ ok: false, code: "signature_invalid" });
    const changed = await verifyDocument(
      { ...answer.document, max_rounds: 9 },
      { purpose: "manifest", signer: did },
    );
    expect(changed).toMatchObject({ ok: false, code: "signature_invalid" });
  });

  it("OAP-27: a penalty document is published with its hash and its amount only", async () => {
    const signer = await didKeySigner(seed);
    expect(await publishManifest({ ...RFC, ...PENALTY }, signer)).toMatchObject({ ok: true });
    for (const missing of ["withdrawal_penalty_hash", "withdrawal_penalty"] as const) {
      const { [missing]: _, ...rest } = PENALTY;
      const answer = await publishManifest({ ...RFC, ...rest }, signer);
      expect(answer).toMatchObject({ ok: false, code: "document_invalid", path: [missing] });
    }
    expect(await publishManifest({ ...LEAST, max_rounds: 0 }, signer)).toMatchObject({
      path: ["max_rounds"],
    });
  });
});

describe("mayOpen", () => {
  it("OAP-29: not under a penalty document without amount, unless the caller states what it assumes", () => {
    expect(mayOpen(read(LEAST))).toBe(true);
    expect(mayOpen(read(RFC))).toBe(false);
    expect(mayOpen(read(RFC), {})).toBe(false);
    expect(mayOpen(read({ ...RFC, withdrawal_penalty_hash: HASH }))).toBe(false);
    expect(mayOpen(read(RFC), { assumePenalty: { amount: "100", currency: "EUR" } })).toBe(true);
    expect(mayOpen(read({ ...RFC, ...PENALTY }))).toBe(true);
  });
});
