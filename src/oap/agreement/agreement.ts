/**
 * @module
 * The agreement: what both parties sign once a proposal is accepted; and what the world sees of it, digests in the place of
 * terms with the disclosures that still open them. How it is hashed is in `agreement-hash.ts`.
 */

import { demandList, demandShape } from "../../core/checks/index.js";
import type { JsonObject } from "../../core/json/index.js";
import type { LogEntry, LogRecord } from "../../ports/index.js";
import type { KeySnapshot } from "../keys/index.js";
import type { Disclosures } from "./disclosures.js";

/**
 * What a regulated profession owes, so that no verifier can miss it.
 *
 * @see docs/requirements/oap.md, OAP-33
 */
export interface RegulatedObligation {
  /** The DID of the regulated party. */
  readonly party: string;
  readonly profession: "medical" | "legal" | "financial";
  /** Without repeats, sorted by code unit. */
  readonly obligations: readonly string[];
}

/** What goes with the terms, hashed like them; none of it can be redacted. */
export interface AgreementMetadata {
  /** `false`: it only records what was agreed. */
  readonly binding: boolean;
  readonly proposal_id: string;
  /** Of the whole signed proposal, its signature included. */
  readonly proposal_hash: string;
  /** The DID of the host. */
  readonly host: string;
  readonly manifest_hash: string;
  readonly confidentiality: string;
  readonly regulated_obligations: readonly RegulatedObligation[];
}

/** An agreement as it is hashed: without the hash and the signatures. */
export interface AgreementBody {
  readonly agreement_id: string;
  readonly negotiation_id: string;
  /** The DIDs of initiator and responder. */
  readonly parties: readonly [initiator: string, responder: string];
  /** Those of the accepted proposal. */
  readonly terms: JsonObject;
  /** An instant as text. */
  readonly effective_from: string;
  /** An instant as text; `null` is without end. */
  readonly effective_until: string | null;
  readonly metadata: AgreementMetadata;
}

/**
 * What was agreed, with all its terms: for the parties and the host.
 *
 * @see docs/requirements/oap.md, section 4
 */
export interface Agreement extends AgreementBody {
  /** `sha256-` and padded base64; salted, so that it can be shown without the terms being guessed. */
  readonly agreement_hash: string;
  /** By DID: a detached signature over the commitment. */
  readonly signatures: Readonly<Record<string, string>>;
}

/** What the parties sign: never the terms themselves, over which a published signature would confirm guesses. */
export type AgreementCommitment = Pick<
  Agreement,
  "agreement_id" | "negotiation_id" | "parties" | "agreement_hash"
>;

/**
 * The members of an agreement that its signatures cover, the terms by their hash; of a public one just as well.
 *
 * @throws {TypeError} for no agreement
 * @see docs/requirements/signing.md, SG-27
 * @example
 * const signature = await signDetached(canonicalize(agreementCommitment(agreement)), "agreement", signer);
 */
export function agreementCommitment(agreement: AgreementCommitment): AgreementCommitment {
  demandShape("agreement", agreement ?? null, "object");
  const { agreement_id, negotiation_id, parties, agreement_hash } = agreement;
  return Object.freeze({ agreement_id, negotiation_id, parties, agreement_hash });
}

/**
 * An agreement as it stands in the log: nothing in it gives a hidden leaf away.
 *
 * The names of all leaves stay visible, and how many elements a list has.
 *
 * @see docs/requirements/signing.md, SG-28
 */
export interface PublicAgreement extends AgreementCommitment {
  /** By RFC 6901 pointer: the digest of each leaf. */
  readonly digests: Readonly<Record<string, string>>;
  /** By DID: a detached signature over the commitment. */
  readonly signatures: Readonly<Record<string, string>>;
  /**
   * By `kid`: the keys that the signatures were verified with. Older entries have them by DID: look them up by the
   * `kid` of each.
   */
  readonly keys: Readonly<Record<string, KeySnapshot>>;
}

/** The public form: what the log holds, and what is disclosed of it beside the chain. */
export interface PublicForm {
  readonly agreement: PublicAgreement;
  readonly disclosures: Disclosures;
}

/** An agreement in the log, with all that was added to it. */
export interface LoggedAgreement extends LogRecord {
  readonly cosignatures: readonly LogEntry[];
  readonly redactions: readonly LogEntry[];
}

/** What an entry of kind `cosignature` holds: a later signature under an agreement of the log. */
export interface CosignatureBody {
  readonly agreement_id: string;
  /** The DID that signed. */
  readonly party: string;
  /** A detached signature over the agreement's commitment. */
  readonly signature: string;
  /** With which it was verified. */
  readonly key: KeySnapshot;
}

/** The full form, for the parties and the host alone: the secret opens every leaf. */
export interface FullForm {
  readonly agreement: Agreement;
  /** 32 random bytes in base64url. */
  readonly salt_secret: string;
}

/**
 * The public agreement of a full one.
 *
 * @param digests - those that `deriveAgreement` or `agreementDigests` gave for it
 * @param keys - by `kid`: the snapshots that its signatures were verified with
 * @example
 * const { digests, disclosures } = agreementDigests(agreement, saltSecret, { sha256 });
 * const keys = { [snapshot.kid]: snapshot };
 * const form: PublicForm = { agreement: publicAgreement(agreement, digests, keys), disclosures };
 */
export function publicAgreement(
  agreement: Agreement,
  digests: Readonly<Record<string, string>>,
  keys: Readonly<Record<string, KeySnapshot>>,
): PublicAgreement {
  const { signatures } = agreement;
  return Object.freeze({ ...agreementCommitment(agreement), digests, signatures, keys });
}

/**
 * The public form of an agreement in a log, with the signature that came later: entries are never changed, so that it
 * stands in one of its own.
 *
 * @param logged - what `find` of a log gives
 * @throws {TypeError} for `undefined`: it found none
 * @example
 * const logged = await log.find(agreement_id);
 * if (logged) console.log((await verifyAgreement(publicForm(logged), { sha256 })).ok);
 */
export function publicForm(logged: LoggedAgreement): PublicForm {
  demandShape("logged", logged ?? null, "object");
  const { entry, disclosures, cosignatures } = logged;
  demandShape("entry", entry ?? null, "object");
  demandList("cosignatures", cosignatures);
  const agreement = entry.body as unknown as PublicAgreement;
  const signatures = { ...agreement.signatures };
  const keys = { ...agreement.keys };
  for (const { body } of cosignatures) {
    const { party, signature, key } = body as unknown as CosignatureBody;
    if (signatures[party] !== undefined) continue;
    signatures[party] = signature;
    keys[key.kid] = key;
  }
  const whole = { ...agreement, signatures: Object.freeze(signatures), keys: Object.freeze(keys) };
  return Object.freeze({ agreement: Object.freeze(whole), disclosures });
}
