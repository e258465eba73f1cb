/**
 * @module
 * The documents behind an agreement, proposal, acceptance and manifest: whether each is signed by whom it comes from,
 * and says what the agreement says.
 */

import { isEqualJson, type Json, type JsonObject } from "../../core/json/index.js";
import { leavesOf, refusalOfOther, type SigningRefusal } from "../canonical/index.js";
import type { AcceptanceDocument, DeriveAgreementOptions, ProposalDocument } from "../documents/index.js";
import {
  differenceIn,
  effectivePeriodOf,
  MOST_SKEW_MS,
  manifestHash,
  membersOfGround,
  messageHash,
  readAcceptance,
  readManifest,
  readProposal,
} from "../documents/index.js";
import { readInstant } from "../encoding/index.js";
import { type StoredKeyOptions, verifyStored } from "../signing/index.js";
import { type OpenedForm, refuseMismatch } from "./agreement-form.js";
import { within } from "./agreement-signatures.js";
import { isRedactable } from "./disclosures.js";

/** The documents to compare with, and what their signatures are checked with. */
export interface SignedMessageOptions extends StoredKeyOptions, DeriveAgreementOptions {
  /**
   * The accepted proposal, whole and signed.
   *
   * @default the one beside the form, if there is one
   */
  readonly proposal?: unknown;
  /**
   * The acceptance, whole and signed.
   *
   * @default the one beside the form, if there is one
   */
  readonly acceptance?: unknown;
  /**
   * The block that was pinned, as `readManifest` reads it.
   *
   * @default not compared: whether the agreement binds is what it says itself
   */
  readonly manifest?: unknown;
}

/** The documents of an agreement, as far as they are given. */
export interface AgreementMessages {
  readonly proposal?: ProposalDocument | undefined;
  readonly acceptance?: AcceptanceDocument | undefined;
}

/**
 * The documents of an agreement, each read strictly and signed by whom it comes from, and at one with it; or why not.
 *
 * The signatures of the agreement itself are not looked at but for who they are of.
 *
 * @see docs/requirements/signing.md, SG-29
 */
export async function signedMessagesOf(
  opened: OpenedForm,
  options: SignedMessageOptions,
): Promise<(AgreementMessages & { readonly ok: true }) | SigningRefusal> {
  const messages: Record<string, object> = {};
  for (const [name, purpose, readIt] of READERS) {
    const given = options[name] === undefined ? opened[name] : options[name];
    if (given === undefined) continue;
    const read = readIt(given);
    if (!read.ok) return within(read, name);
    const { document } = read;
    const { keys, verifier } = options;
    const signed = await verifyStored(document, { keys, verifier, purpose, signer: document.from });
    if (!signed.ok) return within(signed, name);
    messages[name] = document;
  }
  return differenceFrom(opened, messages, options) ?? { ok: true, ...messages };
}

const READERS = [
  ["proposal", "proposal", readProposal],
  ["acceptance", "accept", readAcceptance],
] as const;

/** Compares all that stands twice. */
function differenceFrom(
  opened: OpenedForm,
  { proposal, acceptance }: AgreementMessages,
  options: SignedMessageOptions,
): SigningRefusal | undefined {
  const { sha256 } = options;
  const { agreement } = opened;
  const [initiator, responder] = agreement.parties;
  const metadata = (name: string): string => leafOf(opened, `/metadata/${name}`) as string;
  const { round = 1 } = proposal ?? acceptance ?? {};
  const { agreement_id, agreement_hash, negotiation_id } = agreement;
  const [proposal_id, proposal_hash] = ["proposal_id", "proposal_hash"].map(metadata);
  const [host = "", manifest_hash = ""] = ["host", "manifest_hash"].map(metadata);
  const ground = { negotiation_id, initiator, responder, host, manifest_hash };
  const named = { round, proposal_id };
  const refusal =
    (proposal &&
      (refuseDifference("proposal", proposal, { ...named, ...membersOfGround(proposal, ground) }) ??
        (hasTermsOf(opened, proposal.terms) ? undefined : refuseMismatch("proposal", "terms")) ??
        (messageHash(sha256, proposal) === proposal_hash ? undefined : refuseMismatch("proposal")))) ??
    (acceptance &&
      refuseDifference("acceptance", acceptance, {
        ...{ ...named, ...membersOfGround(acceptance, ground) },
        ...{ proposal_hash, agreement_id, agreement_hash },
      }));
  if (refusal !== undefined) return refusal;
  if (options.manifest !== undefined) {
    const read = readManifest(options.manifest);
    if (!read.ok) return within(read, "manifest");
    const { binding_acceptance, max_rounds, categories } = read.manifest;
    const facts: readonly (readonly [holds: boolean, ...path: string[]])[] = [
      [manifestHash(read.manifest, sha256) === manifest_hash, "manifest"],
      [leafOf(opened, "/metadata/binding") === binding_acceptance, "agreement", "metadata", "binding"],
      [round <= max_rounds, proposal ? "proposal" : "acceptance", "round"],
      [!proposal || categories.some((one) => one === proposal.category), "proposal", "category"],
    ];
    const other = facts.find(([holds]) => !holds);
    if (other !== undefined) return refuseMismatch(...(other.slice(1) as string[]));
  }
  return periodRefusal(opened, { proposal, acceptance }, options);
}

/**
 * Why the agreement does not hold from when until when it should, or was accepted too late.
 *
 * Each end is that of the terms; else it follows from the acceptance, or, where the proposer is bound by its proposal
 * alone, from the instant that the agreement begins. Ends that nothing tells are taken as they are.
 */
function periodRefusal(
  opened: OpenedForm,
  { proposal, acceptance }: AgreementMessages,
  { effectivePeriod }: SignedMessageOptions,
): SigningRefusal | undefined {
  const { agreement, digests, disclosures } = opened;
  const isTold =
    acceptance !== undefined || (proposal && !Object.hasOwn(agreement.signatures, proposal.from));
  const whole = proposal?.terms ?? opened.terms;
  const period: Record<string, Json> = {};
  const ofTerms: Record<string, Json> = {};
  for (const end of ["effective_from", "effective_until"]) {
    const pointer = `/terms/${end}`;
    const own = whole === undefined ? leafOf(opened, pointer) : (whole[end] ?? null);
    const isHidden = Object.hasOwn(digests, pointer) && !Object.hasOwn(disclosures, pointer);
    const follows = isTold && (whole || !(isHidden || effectivePeriod));
    period[end] = leafOf(opened, `/${end}`);
    ofTerms[end] = follows || readInstant(own) !== undefined ? own : period[end];
  }
  const begin = String(period["effective_from"]);
  const rule = isTold && whole && effectivePeriod;
  const answer = effectivePeriodOf(
    rule ? whole : ofTerms,
    acceptance?.accepted_at ?? begin,
    rule || undefined,
  );
  if (!answer.ok) {
    const expected = "a period that ends after it begins";
    return refusalOfOther("period_invalid", expected, ["agreement", "effective_until"]);
  }
  const refusal = refuseDifference("agreement", period, { ...answer.period });
  if (refusal !== undefined) return refusal;
  // Without an acceptance and a begin of its own, it begins when it was accepted.
  const [path, at] =
    acceptance === undefined
      ? [["agreement", "effective_from"], rule || readInstant(ofTerms["effective_from"]) ? "" : begin]
      : [["acceptance", "accepted_at"], acceptance.accepted_at];
  const lateBy = (readInstant(at) ?? Number.NaN) - (readInstant(proposal?.valid_until) ?? Number.NaN);
  return lateBy > MOST_SKEW_MS ? refuseMismatch(...path) : undefined;
}

/** The value of a leaf that every agreement has. */
export function leafOf({ disclosures }: OpenedForm, pointer: string): Json {
  return disclosures[pointer]?.value ?? null;
}

/** Whether the leaves are those of the terms; of a hidden one, the name alone is compared. */
function hasTermsOf({ digests, disclosures }: OpenedForm, terms: JsonObject): boolean {
  const leaves = leavesOf(terms, "/terms");
  const names = Object.keys(digests).filter((pointer) => pointer === "/terms" || isRedactable(pointer));
  return (
    leaves?.size === names.length &&
    names.every((pointer) => {
      const value = leaves.get(pointer);
      const disclosed = disclosures[pointer];
      return value !== undefined && (disclosed === undefined || isEqualJson(value, disclosed.value));
    })
  );
}

/** Refuses the first of these members that is another. */
export function refuseDifference(
  name: string,
  document: object,
  expected: Readonly<Record<string, unknown>>,
): SigningRefusal | undefined {
  const other = differenceIn(document, expected);
  return other === undefined ? undefined : refuseMismatch(name, other);
}
