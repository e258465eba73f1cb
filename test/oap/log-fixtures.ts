/**
 * @module
 * What tests of the log share: keys that sign at once, chains of entries made by hand, agreements that are signed.
 */

import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import type {
  Agreement,
  AgreementBody,
  Disclosures,
  PublicAgreement,
} from "../../src/oap/agreement/index.js";
import { agreementCommitment, agreementDigests, publicAgreement } from "../../src/oap/agreement/index.js";
import { canonicalize } from "../../src/oap/canonical/index.js";
import { hashText } from "../../src/oap/encoding/index.js";
import type { LogEntry, LogKind } from "../../src/oap/index.js";
import { didKeyId, type KeySnapshot, publicKeyMultibase, type Signer } from "../../src/oap/keys/index.js";
import {
  checkpointText,
  entryHash,
  type NoteSigner,
  noteKey,
  type Receipt,
  type WithdrawalPenaltyBody,
  writeNote,
} from "../../src/oap/log/index.js";
import { createMerkleTree, type Sha256 } from "../../src/oap/merkle/index.js";
import { signDetached, signDocument } from "../../src/oap/signing/index.js";

/** By node:crypto. */
export const sha256: Sha256 = (bytes) => new Uint8Array(createHash("sha256").update(bytes).digest());

/** A key that signs at once. */
export interface TestKey extends Signer {
  readonly did: string;
  readonly publicKey: Uint8Array;
  readonly snapshot: KeySnapshot;
  sign(bytes: Uint8Array): Uint8Array;
}

/** The key whose seed is this byte, 32 times. */
export function testKey(seed: number): TestKey {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  const der = Buffer.concat([head, Buffer.alloc(32, seed)]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  const publicKey = new Uint8Array(Buffer.from(x!, "base64url"));
  const kid = didKeyId(publicKey);
  return {
    kid,
    did: kid.split("#")[0]!,
    publicKey,
    snapshot: { kid, publicKeyMultibase: publicKeyMultibase(publicKey), documentHash: null, resolvedAt: 0 },
    sign: (bytes) => new Uint8Array(sign(null, bytes, privateKey)),
  };
}

/** The same key under a name, for notes. */
export function noteSigner(name: string, { publicKey, sign: signBytes }: TestKey): NoteSigner {
  return { name, publicKey, sign: signBytes };
}

/** The initiator and the responder of every agreement here. */
export const parties: readonly [TestKey, TestKey] = [testKey(1), testKey(2)];

/** The ids of the agreement of that number, and of its negotiation. */
export function idsOf(number: number | string): {
  readonly agreement_id: string;
  readonly negotiation_id: string;
} {
  const id = String(number).padStart(26, "0");
  return { agreement_id: `agr_${id}`, negotiation_id: `neg_${id}` };
}

/** A body as that of an agreement that the responder has signed, whose digests are of nothing. */
export function plainBody(number: number | string): PublicAgreement {
  const [initiator, responder] = parties;
  const body: PublicAgreement = {
    ...idsOf(number),
    parties: [initiator.did, responder.did],
    agreement_hash: hashText(sha256, canonicalize(DIGESTS)),
    digests: DIGESTS,
    signatures: {},
    keys: { [responder.kid]: responder.snapshot },
  };
  return {
    ...body,
    signatures: { [responder.did]: signedNow(canonicalize(agreementCommitment(body)), responder) },
  };
}

/** As `signDetached` does it, at once. */
function signedNow(payload: Uint8Array, { kid, sign: signBytes }: TestKey): string {
  const header = canonicalize({ alg: "Ed25519", kid, typ: "oap-agreement+jws" });
  const [start, end] = [header, payload].map((bytes) => Buffer.from(bytes).toString("base64url"));
  const signature = signBytes(new TextEncoder().encode(`${start}.${end}`));
  return `${start}..${Buffer.from(signature).toString("base64url")}`;
}

/** One for each leaf that an agreement has, and for two terms. */
const DIGESTS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...["/agreement_id", "/negotiation_id", "/parties/0", "/parties/1", "/terms/price", "/terms/units"],
    ...["/effective_from", "/effective_until", "/metadata/binding", "/metadata/proposal_id"],
    ...["/metadata/proposal_hash", "/metadata/host", "/metadata/manifest_hash", "/metadata/confidentiality"],
    "/metadata/regulated_obligations",
  ].map((pointer) => [pointer, "A".repeat(43)]),
);

const EMPTY_HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

/** What becomes an entry. */
export interface EntryDraft {
  readonly kind?: LogKind;
  readonly at?: number;
  readonly body?: object;
}

/** A chain of entries, by the definition of SG-30. */
export function chained(drafts: readonly EntryDraft[]): LogEntry[] {
  const entries: LogEntry[] = [];
  for (const [seq, { kind = "agreement", at = 1_000 + seq, body = plainBody(seq) }] of drafts.entries()) {
    const last = entries.at(-1);
    const prev = last === undefined ? "genesis" : entryHash(sha256, last);
    entries.push({ seq, prev, kind, at, body: body as LogEntry["body"] });
  }
  return entries;
}

/** The same entries with their links made anew. */
export function rechained(entries: readonly LogEntry[]): LogEntry[] {
  return chained(entries.map(({ kind, at, body }) => ({ kind, at, body })));
}

/** So many entries without signatures. */
export function plainLog(count: number): LogEntry[] {
  return chained(Array.from({ length: count }, () => ({})));
}

const [first, second, third] = [plainBody(0), plainBody(1), plainBody(2)];

/**
 * As a host without unique keys could leave it: an agreement twice, a negotiation agreed twice, a penalty, names that
 * look like members, zero bytes in texts.
 */
export const oldLog: readonly LogEntry[] = chained([
  { body: { ...first, digests: { '/terms/x,"agreement_id': "d", "/terms/\0": "d" } } },
  { body: { ...second, agreement_id: first.agreement_id } },
  { kind: "cosignature", body: { agreement_id: first.agreement_id, party: "p" } },
  { kind: "redaction", body: { agreement_id: third.agreement_id, pointers: ['{"kind":"agreement"}'] } },
  { body: { ...plainBody(3), negotiation_id: first.negotiation_id } },
  { kind: "withdrawal_penalty", body: { negotiation_id: "neg_p", withdrawal: third } },
]);

/** Entries to append to it, and whether they are added. */
export const appendsAfterOldLog: readonly (readonly [LogEntry, boolean])[] = [
  ...[first, second, { ...third, negotiation_id: first.negotiation_id }],
  ...[{ ...third, agreement_id: plainBody(3).agreement_id }, { ...third, negotiation_id: "neg_p" }, third],
].map((body) => [chained([...oldLog.map((entry) => ({ ...entry })), { body }]).at(-1)!, body === third]);

const SALT_SECRET = Buffer.from(sha256(new TextEncoder().encode("salt"))).toString("base64url");

/** A public agreement that the responder has signed, its disclosures, and what the initiator would add. */
export interface SignedAgreement {
  readonly body: PublicAgreement;
  readonly disclosures: Disclosures;
  readonly cosignature: object;
}

/** The agreement of that number; its ids and its parties, unless others are given. */
export async function signedAgreement(
  number: number,
  ids: Partial<ReturnType<typeof idsOf>> = {},
  [initiator, responder] = parties,
): Promise<SignedAgreement> {
  const id = String(number).padStart(26, "0");
  const body: AgreementBody = {
    ...{ ...idsOf(number), ...ids },
    parties: [initiator.did, responder.did],
    terms: { price: "40.00", units: number },
    effective_from: "2026-11-22T00:00:00Z",
    effective_until: null,
    metadata: {
      binding: true,
      proposal_id: `prp_${id}`,
      proposal_hash: EMPTY_HASH,
      host: "did:web:tool.example",
      manifest_hash: EMPTY_HASH,
      confidentiality: "public",
      regulated_obligations: [],
    },
  };
  const { digests, hash, disclosures } = agreementDigests(body, SALT_SECRET, { sha256 });
  const payload = canonicalize(agreementCommitment({ ...body, agreement_hash: hash }));
  const [first, second] = await Promise.all([
    signDetached(payload, "agreement", initiator),
    signDetached(payload, "agreement", responder),
  ]);
  const agreement: Agreement = { ...body, agreement_hash: hash, signatures: { [responder.did]: second } };
  return {
    body: publicAgreement(agreement, digests, { [responder.kid]: responder.snapshot }),
    disclosures,
    cosignature: {
      agreement_id: body.agreement_id,
      party: initiator.did,
      signature: first,
      key: initiator.snapshot,
    },
  };
}

/** The receipt for the entry at that index, from a host that signs a log of whatever it likes. */
export async function forgedReceipt(
  entries: readonly LogEntry[],
  index: number,
  key: NoteSigner,
): Promise<{ readonly receipt: Receipt; readonly logKeys: readonly string[] }> {
  const tree = createMerkleTree(sha256);
  for (const entry of entries) tree.append(canonicalize(entry));
  const { name: origin, publicKey } = key;
  const text = checkpointText({ origin, size: BigInt(entries.length), root: tree.root(), extensions: [] });
  const receipt = {
    entry: entries[index]!,
    checkpoint: await writeNote(text, [key], sha256),
    proof: tree.inclusionProof(index).map((hash) => Buffer.from(hash).toString("base64")),
  };
  return { receipt, logKeys: [noteKey(origin, publicKey, sha256)] };
}

/** What it costs the responder to have walked away from the negotiation of that number. */
export async function penaltyOf(number: number): Promise<WithdrawalPenaltyBody> {
  const [ada, smith] = parties;
  const { negotiation_id } = idsOf(number);
  const { agreement_hash: manifest_hash } = plainBody(0);
  const signed = await signDocument(
    {
      ...{ withdrawal_id: `wdr_${"0".repeat(26)}`, negotiation_id, from: smith.did, to: ada.did },
      ...{ host: "did:web:tool.example", manifest_hash, proposal_id: null, round: 0 },
      withdrawn_at: "2026-11-22T09:00:00Z",
    },
    "withdraw",
    smith,
  );
  if (!signed.ok) throw new Error(signed.message);
  const penalty = { amount: "12.50", currency: "EUR" };
  const withdrawal = signed.document as unknown as WithdrawalPenaltyBody["withdrawal"];
  return { negotiation_id, party: smith.did, withdrawal, penalty, manifest_hash, key: smith.snapshot };
}
