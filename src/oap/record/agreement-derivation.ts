/**
 * @module
 * Derives the agreement of an accepted proposal. Everything but its id and its salts follows from the record, so the
 * acceptor and the host, each for itself, come to the same one.
 */

import { demandFunctions, demandList, readOptions } from "../../core/checks/index.js";
import type { JsonObject } from "../../core/json/index.js";
import {
  type Agreement,
  type AgreementBody,
  type AgreementDigests,
  agreementCommitment,
  openLeaves,
  type RegulatedObligation,
} from "../agreement/index.js";
import { canonicalize, refusalOfOther, type SigningRefusal } from "../canonical/index.js";
import {
  type AcceptanceDocument,
  type DeriveAgreementOptions,
  type EffectivePeriod,
  effectivePeriodOf,
  type Manifest,
  messageHash,
  type PinnedNames,
  type ProposalDocument,
} from "../documents/index.js";
import { idAs } from "../encoding/index.js";
import type { KeySnapshot } from "../keys/index.js";
import { keepLatest } from "../runtime/index.js";
import { extraOf, type OapContext, type OapRecord, saltOf, standingMessage } from "./oap-record.js";

/** What an agreement follows from, and the two things that the acceptor chooses. */
export interface AgreementFacts {
  /** `agr_...`, chosen by the acceptor. */
  readonly agreementId: string;
  /** 32 random bytes in base64url, chosen by the acceptor. */
  readonly saltSecret: string;
  /** The DIDs of initiator and responder. */
  readonly parties: readonly [initiator: string, responder: string];
  /** The accepted proposal, whole and signed, as it stands in the record. */
  readonly proposal: {
    readonly negotiation_id: string;
    readonly proposal_id: string;
    readonly terms: JsonObject;
    readonly signature: string;
  };
  /** The acceptance's `accepted_at`: an instant as text. */
  readonly acceptedAt: string;
  /** The DID of the host. */
  readonly host: string;
  /** Of the manifest that was pinned at open. */
  readonly manifestHash: string;
  /** The pinned manifest's `binding_acceptance`. */
  readonly binding: boolean;
  /** The level that was fixed at open. */
  readonly confidentiality: string;
  /** Those that were fixed at open. */
  readonly regulatedObligations: readonly RegulatedObligation[];
}

/** An agreement without its signatures: what is signed over is its commitment, with this hash. */
export interface DerivedAgreement extends AgreementDigests {
  readonly ok: true;
  readonly body: AgreementBody;
}

/**
 * The agreement of an accepted proposal, with its hash and what opens it.
 *
 * Refuses with `document_invalid` for a salt secret that is none, and with `terms_invalid` and `period_invalid` as
 * `effectivePeriodOf` does.
 *
 * @throws {TypeError} for an unknown option
 * @see docs/requirements/oap.md, OAP-20 to OAP-23
 * @example
 * const derived = deriveAgreement(facts, { sha256 });
 * if (derived.ok) console.log(derived.hash === acceptance.agreement_hash);
 */
export function deriveAgreement(
  facts: AgreementFacts,
  options: DeriveAgreementOptions,
): DerivedAgreement | SigningRefusal {
  // A rule under a misspelt name would derive another agreement.
  readOptions("the options of deriveAgreement", options, ["sha256", "effectivePeriod"]);
  demandList("facts.parties", facts?.parties);
  demandFunctions({ sha256: options.sha256 ?? null });
  const [initiator, responder] = facts.parties;
  const ground = {
    initiator,
    responder,
    host: facts.host,
    manifest_hash: facts.manifestHash,
    manifest: { binding_acceptance: facts.binding },
    confidentiality: facts.confidentiality,
    regulated_obligations: facts.regulatedObligations,
  };
  const chosen = { agreement_id: facts.agreementId, accepted_at: facts.acceptedAt };
  return agreementOn(ground, facts.proposal, chosen, facts.saltSecret, options);
}

/** What was fixed at open and stands in every agreement. */
export interface AgreementGround extends PinnedNames {
  /** The DID of the party that proposed first. */
  readonly initiator: string;
  readonly responder: string;
  /** The pinned block, with every default in place. */
  readonly manifest: Manifest;
  /** The joined level of both parties; empty where the host knows no levels. */
  readonly confidentiality: string;
  readonly regulated_obligations: readonly RegulatedObligation[];
}

/** What was fixed when a record was opened. */
export function groundOf(
  record: Pick<OapRecord, "initiator" | "responder">,
  { host, manifest_hash, manifest, confidentiality, regulated_obligations }: OapContext,
): AgreementGround {
  const { initiator, responder } = record;
  return {
    initiator: initiator.id,
    responder: responder.id,
    host,
    manifest_hash,
    manifest,
    confidentiality,
    regulated_obligations,
  };
}

/** The agreement of a proposal and its acceptance; refuses as `deriveAgreement` does. */
export function agreementOn(
  ground: Omit<AgreementGround, "manifest"> & { readonly manifest: Pick<Manifest, "binding_acceptance"> },
  proposal: AgreementFacts["proposal"],
  { agreement_id, accepted_at }: Pick<AcceptanceDocument, "agreement_id" | "accepted_at">,
  saltSecret: string,
  { sha256, effectivePeriod }: DeriveAgreementOptions,
): DerivedAgreement | SigningRefusal {
  const { negotiation_id, proposal_id, terms } = proposal;
  const answer = effectivePeriodOf(terms, accepted_at, effectivePeriod);
  if (!answer.ok) return answer;
  const { initiator, responder, host, manifest_hash, manifest, confidentiality, regulated_obligations } =
    ground;
  const body = Object.freeze<AgreementBody>({
    agreement_id,
    negotiation_id,
    parties: Object.freeze<AgreementBody["parties"]>([initiator, responder]),
    terms,
    ...answer.period,
    metadata: Object.freeze({
      binding: manifest.binding_acceptance,
      proposal_id,
      proposal_hash: messageHash(sha256, proposal),
      host,
      manifest_hash,
      confidentiality,
      regulated_obligations,
    }),
  });
  // Its terms have sound leaves by now, and the rest has them in any case.
  const opened = openLeaves(body, saltSecret, sha256);
  return opened.ok ? Object.freeze({ body, ...opened }) : opened;
}

/** With the secret that it was derived by. */
export interface OpenedAgreement extends DerivedAgreement {
  readonly salt_secret: string;
}

/**
 * Derives the agreements of a host's records. What it has just derived it remembers: the check before a commit and the
 * answers after it need the same one, and an agreement of many leaves takes long.
 *
 * Refuses with `agreement_mismatch` an acceptance that names another agreement than the one that follows from the
 * record, and as `deriveAgreement` does.
 *
 * @param saltSecret - `undefined`: the one that it remembers, for a store that has let the record go
 * @param period - of a record that is accepted; the rule may have changed since. @default by the rule
 */
export type AgreementOfRecord = (
  record: OapRecord,
  pinned: OapContext,
  acceptance: AcceptanceDocument,
  saltSecret: string | undefined,
  period?: EffectivePeriod,
) => OpenedAgreement | SigningRefusal;

/** @see docs/requirements/oap.md, OAP-20 and OAP-50 */
export function agreementOfRecord(options: DeriveAgreementOptions): AgreementOfRecord {
  const known = new Map<string, OpenedAgreement>();
  const salts = new Map<string, string>();
  return (record, pinned, acceptance, given, period) => {
    // What else an agreement follows from was fixed at open, or is named by the hashes that were signed.
    const key = `${record.id} ${acceptance.signature}`;
    const salt_secret = given ?? salts.get(key) ?? "";
    const kept = known.get(key);
    if (kept?.salt_secret === salt_secret) return kept;
    if (acceptance.agreement_id !== idAs("agr", record.id)) return mismatch("agreement_id");
    const ground = groundOf(record, pinned);
    const proposal = standingMessage(record) as ProposalDocument;
    const rule = period && { sha256: options.sha256, effectivePeriod: () => period };
    const derived = agreementOn(ground, proposal, acceptance, salt_secret, rule ?? options);
    if (!derived.ok) return derived;
    if (derived.hash !== acceptance.agreement_hash) return mismatch("agreement_hash");
    const opened = { ...derived, salt_secret };
    // Chosen: each is some megabytes at the very most; a secret is small.
    keepLatest(salts, key, salt_secret, 1_000);
    return keepLatest(known, key, opened, 16);
  };
}

function mismatch(member: string): SigningRefusal {
  return refusalOfOther("agreement_mismatch", "the agreement of the negotiation", [member]);
}

/** The agreement of an accepted record, with the acceptor's signature, and what opens its hash. */
export interface Accepted extends OpenedAgreement {
  readonly agreement: Agreement;
  readonly proposal: ProposalDocument;
  readonly acceptance: AcceptanceDocument;
  /** With which the proposal, the acceptance and the acceptor's signature of the agreement were verified. */
  readonly keys: readonly [proposal: KeySnapshot, acceptance: KeySnapshot, agreement: KeySnapshot];
}

/** The agreement of a record; `undefined` unless it was accepted, and its salts stand in it or are remembered. */
export function acceptedOf(
  record: OapRecord,
  pinned: OapContext,
  derive: AgreementOfRecord,
): Accepted | undefined {
  const turn = record.turns.at(-1);
  const proposed = record.turns[(record.standing?.turn ?? 0) - 1];
  if (record.outcome?.status !== "accepted" || turn === undefined || proposed === undefined) return undefined;
  const { document, key, agreement_signature = "", agreement_key = key, period } = extraOf(turn);
  const { document: proposal, key: proposalKey } = extraOf(proposed);
  const acceptance = document as AcceptanceDocument;
  const derived = derive(record, pinned, acceptance, saltOf(turn), period);
  if (!derived.ok) return undefined;
  const signatures = Object.freeze({ [document.from]: agreement_signature });
  return {
    ...derived,
    agreement: Object.freeze({ ...derived.body, agreement_hash: derived.hash, signatures }),
    proposal: proposal as ProposalDocument,
    acceptance,
    keys: [proposalKey, key, agreement_key],
  };
}

/** The bytes that the parties of an agreement sign. */
export function commitmentBytes(agreement: Parameters<typeof agreementCommitment>[0]): Uint8Array {
  return canonicalize(agreementCommitment(agreement));
}
