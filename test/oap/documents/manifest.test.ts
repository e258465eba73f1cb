import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkRules, mergeRules } from "../../../src/core/rules/index.js";
import { canonicalText } from "../../../src/oap/canonical/index.js";
import {
  type Manifest,
  manifestHash,
  manifestRules,
  penaltyKeepsRationality,
  publishManifest,
  readManifest,
  unpinned,
} from "../../../src/oap/documents/index.js";
import { didKeySigner, verifyDocument } from "../../../src/oap/signing/index.js";
import { oapRules } from "../../../src/presets/oap/index.js";
import { roomRules } from "../../../src/presets/room/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { AGENT_A, HASH, OPEN, PROPOSAL, RFC_PROPOSAL, TOOL } from "../documents.js";
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
        ...["", "+1", "1.", ".5", "01", "1e3", "1,5", " 1", "1\n", "NaN"].map((amount) => ({
          amount,
          currency: "EUR",
        })),
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
});

it("OAP-45: 10 and 15 allow a penalty of 5, and not of 5.01", () => {
  const numbers = { outsideOption: 10, equilibriumUtility: 15 };
  expect(penaltyKeepsRationality({ ...numbers, penalty: 5 })).toBe(true);
  expect(penaltyKeepsRationality({ ...numbers, penalty: 5.01 })).toBe(false);
  expect(penaltyKeepsRationality({ ...numbers, penalty: 0 })).toBe(true);
  expect(penaltyKeepsRationality({ penalty: Number.NaN, ...numbers })).toBe(false);
});

const pinned = { host: TOOL, manifest_hash: HASH };

function manifest(fields: object = {}): Manifest {
  const answer = readManifest({ supported: true, categories: ["pricing"], ...fields });
  if (!answer.ok) throw new Error(answer.message);
  return answer.manifest;
}

it("OAP-28: the pinned block gives the cap and the default validity", () => {
  expect(manifestRules(manifest())).toEqual({ cap: { limit: 8 }, validityMs: 3_600_000 });
  expect(manifestRules(manifest({ max_rounds: 1, default_validity_minutes: 43_200 }))).toEqual({
    cap: { limit: 1 },
    validityMs: 2_592_000_000,
  });
});

it("OAP-7: they are rules of the preset, with its cap", () => {
  const rules = mergeRules(mergeRules(roomRules, oapRules), manifestRules(manifest({ max_rounds: 2 })));
  expect(checkRules(rules, "oap")).toMatchObject({
    ok: true,
    rules: { cap: { counts: "proposals", limit: { mixed: 2 }, mode: "exceed", result: "refuse" } },
  });
});

it("OAP-28, T1: a document of another host or manifest is told so; a proposal may name neither", () => {
  expect(unpinned(OPEN, pinned)).toBeUndefined();
  expect(unpinned(PROPOSAL, pinned)).toBeUndefined();
  expect(unpinned(RFC_PROPOSAL as object, pinned)).toBeUndefined();
  expect(unpinned({ ...OPEN, host: AGENT_A }, pinned)).toMatchObject({ code: "wrong_host", path: ["host"] });
  const other = `sha256-${"A".repeat(43)}=`;
  expect(unpinned({ ...PROPOSAL, manifest_hash: other }, pinned)).toMatchObject({
    code: "manifest_changed",
    path: ["manifest_hash"],
  });
});
