/**
 * `negotiation.json`: one whole negotiation, with every byte string on the way from a document to its signature, from
 * terms to the agreement's hash, and from log entries to a signed checkpoint.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import {
  agreementCommitment,
  agreementDigests,
  canonicalize,
  canonicalText,
  encodeBase64url,
  entryHash,
  hashText,
  leafHash,
  publicKeyMultibase,
  readDetached,
  type SignaturePurpose,
  signedBytes,
  writeInstant,
} from "../../src/oap/index.js";
import { didOf, hex, type JsonValue, json } from "./bytes.js";
import type { Role, Scenario, Taken } from "./scenario.js";
import { HIDDEN, ORIGIN, ROLES, START_AT, seedOf, TOOL } from "./scenario.js";

/** The file. */
export async function negotiationVectors(run: Scenario): Promise<JsonValue> {
  const { answer, acceptance, manifest, redaction, disclosures } = run;
  const entries = (await run.port.read(0, 100)).map(({ entry }) => entry);
  const did = (role: Role): string => didOf(run.signers[role]);
  const { digests } = agreementDigests(answer.agreement, run.saltSecret, { sha256 });
  const commitment = agreementCommitment(answer.agreement);
  return json({
    about:
      "One negotiation from the manifest to the redacted log entry. Each member is explained in README.md.",
    started_at: writeInstant(START_AT),
    keys: Object.fromEntries(ROLES.map((role) => [role, keyOf(role, run)])),
    tool: {
      did: TOOL,
      did_document: {
        id: TOOL,
        verificationMethod: [
          {
            id: `${TOOL}#key-1`,
            type: "Multikey",
            controller: TOOL,
            publicKeyMultibase: publicKeyMultibase(run.publicKeys.tool),
          },
        ],
        assertionMethod: [`${TOOL}#key-1`],
      },
    },
    manifest: {
      ...signedStep("manifest", TOOL, manifest),
      manifest_hash: run.manifestHash,
    },
    open: { ...takenStep("open", did("ada"), run.open) },
    proposals: run.proposals.map((taken, index) =>
      takenStep("proposal", did(index % 2 === 0 ? "ada" : "smith"), taken),
    ),
    alternatives: {
      rejection: signedStep("reject", did("smith"), run.rejection),
      withdrawal: signedStep("withdraw", did("smith"), run.withdrawal),
    },
    acceptance: takenStep("accept", did("ada"), acceptance),
    agreement: {
      full_form: { agreement: answer.agreement, salt_secret: run.saltSecret },
      leaves: leavesOf(answer.agreement, run.saltSecret),
      digests_canonical: canonicalText(digests),
      agreement_hash: answer.agreement.agreement_hash,
      commitment,
      signatures: Object.entries(answer.agreement.signatures).map(([signer, signature]) =>
        signedStep("agreement", signer, { ...commitment, signature }),
      ),
    },
    redaction: {
      pointers: HIDDEN,
      public_form: { agreement: redaction.agreement, disclosures },
      redacted_form: { agreement: redaction.agreement, disclosures: redaction.disclosures },
    },
    log: await logOf(run, entries),
  });
}

function keyOf(role: Role, run: Scenario): object {
  const publicKey = run.publicKeys[role];
  const { kid } = run.signers[role];
  return {
    seed_from: `SHA-256 of "concordat oap vectors: ${role}"`,
    seed_hex: hex(seedOf(role)),
    public_key_hex: hex(publicKey),
    public_key_multibase: publicKeyMultibase(publicKey),
    did: didOf(run.signers[role]),
    kid,
  };
}

/** A document that a host took: when, and what state it led to. */
function takenStep(purpose: SignaturePurpose, signer: string, { at, document, view }: Taken): object {
  const { state, round, floor, expires_at, version } = view;
  return {
    taken_at: writeInstant(at),
    ...signedStep(purpose, signer, document),
    then: { state, round, floor, expires_at, version },
  };
}

/** Every byte string between a document and its signature. */
function signedStep(purpose: SignaturePurpose, signer: string, document: object): object {
  const { signature } = document as { readonly signature: string };
  const read = readDetached(signature, { purpose, signer });
  if (!read.ok) throw new Error(read.message);
  const { encodedHeader, kid, signature: bytes } = read.value;
  const payload = signedBytes(document as never);
  return {
    purpose,
    signer,
    kid,
    document,
    payload: new TextDecoder().decode(payload),
    header: Buffer.from(encodedHeader, "base64url").toString("utf8"),
    encoded_header: encodedHeader,
    signing_input: `${encodedHeader}.${encodeBase64url(payload)}`,
    signature_hex: hex(bytes),
    signature,
    ...(purpose !== "agreement" && { document_hash: hashText(sha256, canonicalize(document)) }),
  };
}

function leavesOf(agreement: Parameters<typeof agreementDigests>[0], secret: string): object[] {
  const { digests, disclosures } = agreementDigests(agreement, secret, { sha256 });
  return Object.entries(disclosures).map(([pointer, { salt, value }]) => ({
    pointer,
    value,
    salt,
    preimage: canonicalText([salt, pointer, value]),
    digest: digests[pointer],
  }));
}

async function logOf(run: Scenario, entries: readonly Parameters<typeof entryHash>[1][]): Promise<object> {
  const { log, checkpoints } = run;
  const proofOf = async (first: number, second: number): Promise<object> => ({
    first_size: first,
    second_size: second,
    proof_hex: (await log.consistencyProof(first, second)).map(hex),
  });
  return {
    origin: ORIGIN,
    verifier_key: log.verifierKey,
    entries: entries.map((entry) => ({
      entry,
      canonical: canonicalText(entry),
      entry_hash: entryHash(sha256, entry),
      leaf_hash_hex: hex(leafHash(sha256, canonicalize(entry))),
    })),
    checkpoints: checkpoints.map((note, index) => {
      const end = note.lastIndexOf("\n\n") + 1;
      const [, , root = ""] = note.split("\n");
      return { size: index + 1, root_hex: hex(Buffer.from(root, "base64")), text: note.slice(0, end), note };
    }),
    inclusion: await Promise.all(
      entries.map(async ({ seq }) => ({
        seq,
        size: entries.length,
        proof: (await log.receipt(seq)).proof,
      })),
    ),
    consistency: await Promise.all([
      proofOf(1, 2),
      proofOf(1, entries.length),
      proofOf(2, 4),
      proofOf(3, entries.length),
      proofOf(4, entries.length),
    ]),
  };
}
