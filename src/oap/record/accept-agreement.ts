/**
 * @module
 * The agreement that an acceptance brings about, as a host and its parties find it in what they know of a negotiation.
 */

import type { Agreement, AgreementBody, RegulatedObligation } from "../agreement/index.js";
import { agreementCommitment, openLeaves } from "../agreement/index.js";
import { canonicalize, refusalOfOther, type SigningRefusal } from "../canonical/index.js";
import type { AcceptanceDocument, EffectivePeriod, Manifest, ProposalDocument } from "../documents/index.js";
import { effectivePeriodOf } from "../documents/index.js";
import { hashText, idAs } from "../encoding/index.js";
import type { KeySnapshot } from "../keys/index.js";
import type { AgreementFacts, DeriveAgreementOptions, DerivedAgreement } from "./agreement-derivation.js";
import { extraOf, type OapContext, type OapRecord, saltOf, standingMessage } from "./oap-record.js";

/** What was fixed at open and stands in every agreement. */
export interface AgreementGround {
  /** The DID of the party that proposed first. */
  readonly initiator: string;
  readonly responder: string;
  /** The DID of the host. */
  readonly host: string;
  readonly manifest_hash: string;
  /** The pinned block, with every default in place. */
  readonly manifest: Manifest;
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
    parties: [initiator, responder],
    terms,
    ...answer.period,
    metadata: Object.freeze({
      binding: manifest.binding_acceptance,
      proposal_id,
      proposal_hash: hashText(sha256, canonicalize(proposal)),
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
    remember(known, key, opened, 16);
    remember(salts, key, salt_secret, 1_000);
    return opened;
  };
}

function remember<Value>(memory: Map<string, Value>, key: string, value: Value, most: number): void {
  memory.set(key, value);
  const [oldest = key] = memory.keys();
  if (memory.size > most) memory.delete(oldest);
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
