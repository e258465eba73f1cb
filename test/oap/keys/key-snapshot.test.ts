import { describe, expect, it } from "vitest";
import {
  didKeyId,
  didKeyNow,
  type KeySnapshot,
  publicKeyMultibase,
  publicKeyOfSnapshot,
  snapshotKeys,
} from "../../../src/oap/keys/index.js";
import { signDocument, verifyDocument } from "../../../src/oap/signing/index.js";
import { DID, firstKey, KID, secondKey } from "../did-documents.js";
import { publicKey } from "../ed25519-cases.js";

const HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

const ofWeb: KeySnapshot = {
  kid: KID,
  publicKeyMultibase: firstKey.multibase,
  documentHash: HASH,
  resolvedAt: 1_700_000_000_000,
};

const ofKey: KeySnapshot = {
  kid: didKeyId(publicKey),
  publicKeyMultibase: publicKeyMultibase(publicKey),
  documentHash: null,
  resolvedAt: 0,
};

it("SG-17, SG-22: the key of a did:key comes with its snapshot as of now", () => {
  expect(didKeyNow(ofKey.kid, 7)).toEqual({ ok: true, snapshot: { ...ofKey, resolvedAt: 7 }, publicKey });
  expect(didKeyNow(ofWeb.kid, 7)).toMatchObject({ code: "key_unresolvable" });
  // The bytes are the caller's: what others get does not change with them.
  const first = didKeyNow(ofKey.kid, 7);
  if (first.ok) first.publicKey.fill(0);
  expect(didKeyNow(ofKey.kid, 7)).toMatchObject({ ok: true, publicKey });
});

describe("SG-22: the key of a stored snapshot", () => {
  it("is the one that stands there, also after a way as text", () => {
    expect(publicKeyOfSnapshot(ofKey)).toEqual({ ok: true, publicKey });
    const key = publicKeyOfSnapshot(JSON.parse(JSON.stringify(ofWeb)) as KeySnapshot);
    expect(key.ok && publicKeyMultibase(key.publicKey)).toBe(firstKey.multibase);
  });

  it("of did:key is the DID's own and no other", () => {
    const other = { ...ofKey, publicKeyMultibase: secondKey.multibase };
    expect(publicKeyOfSnapshot(other)).toMatchObject({ ok: false, code: "key_not_authorized" });
    const crossed = { ...ofKey, kid: `${ofKey.kid.split("#")[0]}#${secondKey.multibase}` };
    expect(publicKeyOfSnapshot(crossed)).toMatchObject({ ok: false, code: "key_not_authorized" });
  });

  it("is not supported where it is no sound Ed25519 key", () => {
    for (const publicKeyMultibase of ["", "z", firstKey.multibase.slice(1), null, 5]) {
      const key = publicKeyOfSnapshot({ ...ofWeb, publicKeyMultibase: publicKeyMultibase as never });
      expect(key).toMatchObject({ ok: false, code: "key_not_supported" });
    }
  });

  it.each([
    ["nothing", null],
    ["text", "snapshot"],
    ["a DID without a fragment", { ...ofWeb, kid: DID }],
    ["a kid that is no text", { ...ofWeb, kid: 1 }],
    ["a document without a hash", { ...ofWeb, documentHash: null }],
    ["another hash", { ...ofWeb, documentHash: HASH.replace("-", ":") }],
    ["a did:key with a document", { ...ofKey, documentHash: HASH }],
    ["no instant", { ...ofWeb, resolvedAt: undefined }],
    ["half an instant", { ...ofWeb, resolvedAt: 0.5 }],
  ])("is not to be had from %s", (_, snapshot) => {
    expect(publicKeyOfSnapshot(snapshot as never)).toMatchObject({ ok: false, code: "key_unresolvable" });
  });
});

describe("SG-22: stored documents", () => {
  it("verify with their snapshot, and with no other", async () => {
    const signed = await signDocument({ price: 40 }, "proposal", firstKey.as(KID));
    const stored = signed.ok && signed.document;
    const expected = { purpose: "proposal", signer: DID } as const;
    const resolveKey = snapshotKeys([ofKey, ofWeb]);
    expect(await verifyDocument(stored, { ...expected, resolveKey })).toMatchObject({
      ok: true,
      snapshot: ofWeb,
    });
    const other = snapshotKeys([{ ...ofWeb, publicKeyMultibase: secondKey.multibase }, ofWeb]);
    expect(await verifyDocument(stored, { ...expected, resolveKey: other })).toMatchObject({
      code: "signature_invalid",
    });
    for (const snapshots of [[], [ofKey], [null as never], [{ ...ofWeb, kid: `${DID}#key-2` }]]) {
      const answer = await verifyDocument(stored, { ...expected, resolveKey: snapshotKeys(snapshots) });
      expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
    }
  });

  it("are refused as their snapshot is", () => {
    const wrong = { ...ofKey, publicKeyMultibase: secondKey.multibase };
    expect(snapshotKeys([wrong])(wrong.kid)).toMatchObject({ ok: false, code: "key_not_authorized" });
  });
});
