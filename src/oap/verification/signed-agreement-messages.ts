/**
 * @module
 * The documents behind an agreement, proposal, acceptance and manifest: whether each is signed by whom it comes from,
 * and says what the agreement says.
 */

import { isEqualJson, type Json, type JsonObject } from "../../core/json/index.js";
import type { OpenedForm, StoredKeyOptions } from "../agreement/index.js";
import { isRedactable, refuseMismatch, verifyStored, within } from "../agreement/index.js";
import { canonicalize, leavesOf, refusalOfOther, type SigningRefusal } from "../canonical/index.js";
import type { AcceptanceDocument, EffectivePeriodRule, ProposalDocument } from "../documents/index.js";
import {
  effectivePeriodOf,
  MOST_SKEW_MS,
  manifestHash,
  readAcceptance,
  readManifest,
  readProposal,
} from "../documents/index.js";
import { hashText, readInstant } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";

/** The documents to compare with, and what their signatures are checked with. */
export interface SignedMessageOptions extends StoredKeyOptions {
  readonly sha256: Sha256;
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
  /**
   * The rule of a host that has one for terms that do not say when they hold.
   *
   * @default from the acceptance on, without end
   */
  readonly effectivePeriod?: EffectivePeriodRule | undefined;
}

/** The documents of an agreement, as far as they are given. */
export interface SignedMessages {
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
): Promise<(SignedMessages & { readonly ok: true }) | SigningRefusal> {
  const messages: Record<string, object> = {};
  for (const [name, purpose, read] of READERS) {
    const given = options[name] === undefined ? opened[name] : options[name];
    if (given === undefined) continue;
    const answer = read(given);
    if (!answer.ok) return within(answer, name);
    const { document } = answer;
    const signed = await verifyStored(document, { purpose, signer: document.from }, options);
    if (!signed.ok) return within(signed, name);
    messages[name] = document;
  }
  return differenceIn(opened, messages, options) ?? { ok: true, ...messages };
}

const READERS = [
  ["proposal", "proposal", readProposal],
  ["acceptance", "accept", readAcceptance],
] as const;

/** Compares all that stands twice. */
function differenceIn(
  opened: OpenedForm,
  { proposal, acceptance }: SignedMessages,
  options: SignedMessageOptions,
): SigningRefusal | undefined {
  const { sha256 } = options;
  const { negotiation_id, parties, agreement_id, agreement_hash } = opened.agreement;
  const metadata = (name: string): Json => leafOf(opened, `/metadata/${name}`);
  const [proposal_hash, host, manifest_hash] = ["proposal_hash", "host", "manifest_hash"].map(metadata);
  const { round = 1 } = proposal ?? acceptance ?? {};
  // The initiator proposes in odd rounds.
  const [from, to] = round % 2 === 1 ? parties : parties.toReversed();
  const common = { round, negotiation_id, proposal_id: metadata("proposal_id") };
  const refusal =
    (proposal &&
      (differenceOf("proposal", proposal, {
        ...{ ...common, from, to },
        host: proposal.host && host,
        manifest_hash: proposal.manifest_hash && manifest_hash,
        previous_proposal_id: round === 1 ? null : (proposal.previous_proposal_id ?? round),
      }) ??
        (hasTermsOf(opened, proposal.terms) ? undefined : refuseMismatch("proposal", "terms")) ??
        (hashText(sha256, canonicalize(proposal)) === proposal_hash
          ? undefined
          : refuseMismatch("proposal")))) ??
    (acceptance &&
      differenceOf("acceptance", acceptance, {
        ...{ ...common, from: to, to: from, proposal_hash },
        ...{ agreement_id, agreement_hash, host, manifest_hash },
      }));
  if (refusal !== undefined) return refusal;
  if (options.manifest !== undefined) {
    const read = readManifest(options.manifest);
    if (!read.ok) return within(read, "manifest");
    const { binding_acceptance, max_rounds, categories } = read.manifest;
    const facts: readonly (readonly [holds: boolean, ...path: string[]])[] = [
      [manifestHash(read.manifest, sha256) === manifest_hash, "manifest"],
      [metadata("binding") === binding_acceptance, "agreement", "metadata", "binding"],
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
  { proposal, acceptance }: SignedMessages,
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
  const refusal = differenceOf("agreement", period, { ...answer.period });
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

/** Refuses the first member that is another; `undefined` is as good as `null`. */
export function differenceOf(
  name: string,
  document: object,
  expected: Readonly<Record<string, unknown>>,
): SigningRefusal | undefined {
  const other = Object.keys(expected).find(
    (key) => !isEqualJson((document as JsonObject)[key] ?? null, (expected[key] ?? null) as Json),
  );
  return other === undefined ? undefined : refuseMismatch(name, other);
}
