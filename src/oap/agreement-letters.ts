/**
 * @module
 * The documents behind an agreement, proposal, acceptance and manifest: whether each is signed by whom it comes from,
 * and says what the agreement says.
 */

import { isEqualJson } from "../core/equal-json.js";
import type { Json, JsonObject } from "../core/negotiation.js";
import { type OpenedForm, refuseMismatch } from "./agreement-form.js";
import { type StoredKeyOptions, verifyStored, within } from "./agreement-signatures.js";
import { canonicalize } from "./canonical-json.js";
import { MOST_SKEW_MS } from "./clock-skew.js";
import type { Acceptance, Proposal } from "./documents.js";
import { type EffectivePeriodRule, effectivePeriodOf } from "./effective-period.js";
import { hashText } from "./hash-text.js";
import { readInstant } from "./instant.js";
import { leavesOf } from "./json-pointer.js";
import { manifestHash, readManifest } from "./manifest.js";
import type { Sha256 } from "./merkle-proof.js";
import { type DocumentResult, readAcceptance, readProposal } from "./read-document.js";
import { isRedactable } from "./redaction.js";
import { refusalOfOther, type SigningRefusal } from "./signing-refusal.js";

/** The documents to compare with, and what their signatures are checked with. */
export interface LetterOptions extends StoredKeyOptions {
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
export interface Letters {
  readonly proposal: Proposal | undefined;
  readonly acceptance: Acceptance | undefined;
}

/**
 * The documents of an agreement, each read strictly and signed by whom it comes from, and at one with it; or why not.
 *
 * The signatures of the agreement itself are not looked at but for who they are of.
 *
 * @see spec signing, SG-29
 */
export async function lettersOf(
  opened: OpenedForm,
  options: LetterOptions,
): Promise<(Letters & { readonly ok: true }) | SigningRefusal> {
  const letter = <Document extends Proposal | Acceptance>(
    name: "proposal" | "acceptance",
    read: (value: unknown) => DocumentResult<Document>,
  ) => readLetter(name, options[name] === undefined ? opened[name] : options[name], read, options);
  const first = await letter("proposal", readProposal);
  if (!first.ok) return first;
  const second = await letter("acceptance", readAcceptance);
  if (!second.ok) return second;
  const letters = { proposal: first.document, acceptance: second.document };
  return refusalOf(opened, letters, options) ?? { ok: true, ...letters };
}

async function readLetter<Document extends Proposal | Acceptance>(
  name: "proposal" | "acceptance",
  given: unknown,
  read: (value: unknown) => DocumentResult<Document>,
  options: LetterOptions,
): Promise<{ readonly ok: true; readonly document?: Document } | SigningRefusal> {
  if (given === undefined) return { ok: true };
  const answer = read(given);
  if (!answer.ok) return within(answer, name);
  const { document } = answer;
  const purpose = name === "proposal" ? name : "accept";
  const signed = await verifyStored(document, { purpose, signer: document.from }, options);
  return signed.ok ? answer : within(signed, name);
}

/** Compares all that stands twice. */
function refusalOf(
  opened: OpenedForm,
  { proposal, acceptance }: Letters,
  options: LetterOptions,
): SigningRefusal | undefined {
  const { sha256, manifest } = options;
  const { negotiation_id, parties, agreement_id, agreement_hash } = opened.agreement;
  const metadata = (name: string): Json => leafOf(opened, `/metadata/${name}`);
  const [proposal_hash, host, manifest_hash] = ["proposal_hash", "host", "manifest_hash"].map(metadata);
  const { round = 1 } = proposal ?? acceptance ?? {};
  // The initiator proposes in odd rounds.
  const [from, to] = round % 2 === 1 ? parties : parties.toReversed();
  const common = { round, negotiation_id, proposal_id: metadata("proposal_id") };
  if (proposal !== undefined) {
    const refusal = differenceOf("proposal", proposal, {
      ...{ ...common, from, to },
      host: proposal.host && host,
      manifest_hash: proposal.manifest_hash && manifest_hash,
      previous_proposal_id: round === 1 ? null : (proposal.previous_proposal_id ?? "one"),
    });
    if (refusal !== undefined) return refusal;
    if (!hasTermsOf(opened, proposal.terms)) return refuseMismatch("proposal", "terms");
    if (hashText(sha256, canonicalize(proposal)) !== proposal_hash) return refuseMismatch("proposal");
  }
  if (acceptance !== undefined) {
    const hashes = { proposal_hash, agreement_hash, manifest_hash };
    const expected = { ...common, from: to, to: from, host, agreement_id, ...hashes };
    const refusal = differenceOf("acceptance", acceptance, expected);
    if (refusal !== undefined) return refusal;
  }
  if (manifest !== undefined) {
    const read = readManifest(manifest);
    if (!read.ok) return within(read, "manifest");
    const { binding_acceptance, max_rounds, categories } = read.manifest;
    if (manifestHash(read.manifest, sha256) !== manifest_hash) return refuseMismatch("manifest");
    if (metadata("binding") !== binding_acceptance) return refuseMismatch("agreement", "metadata", "binding");
    if (round > max_rounds) return refuseMismatch(proposal ? "proposal" : "acceptance", "round");
    if (proposal && !categories.some((one) => one === proposal.category)) {
      return refuseMismatch("proposal", "category");
    }
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
  { proposal, acceptance }: Letters,
  { effectivePeriod }: LetterOptions,
): SigningRefusal | undefined {
  const { agreement, digests, disclosures } = opened;
  const isBySignature = proposal === undefined || Object.hasOwn(agreement.signatures, proposal.from);
  const isTold = acceptance !== undefined || !isBySignature;
  const whole = proposal?.terms ?? opened.terms;
  const rule = isTold && whole ? effectivePeriod : undefined;
  const period: Record<string, Json> = {};
  const ofTerms: Record<string, Json> = {};
  for (const end of ["effective_from", "effective_until"]) {
    const pointer = `/terms/${end}`;
    const own = (whole ? whole[end] : disclosures[pointer]?.value) ?? null;
    const isHidden = Object.hasOwn(digests, pointer) && !Object.hasOwn(disclosures, pointer);
    const follows = isTold && (whole !== undefined || !(isHidden || effectivePeriod));
    period[end] = leafOf(opened, `/${end}`);
    ofTerms[end] = follows || readInstant(own) !== undefined ? own : period[end];
  }
  const begin = period["effective_from"] as string;
  const terms = rule && whole ? whole : ofTerms;
  const answer = effectivePeriodOf(terms, acceptance?.accepted_at ?? begin, rule);
  if (!answer.ok) {
    const expected = "a period that ends after it begins";
    return refusalOfOther("period_invalid", expected, ["agreement", "effective_until"]);
  }
  const refusal = differenceOf("agreement", period, { ...answer.period });
  if (refusal !== undefined || proposal === undefined) return refusal;
  const lastAt = (readInstant(proposal.valid_until) ?? 0) + MOST_SKEW_MS;
  const isLate = (at: string): boolean => (readInstant(at) ?? 0) > lastAt;
  if (acceptance !== undefined) {
    return isLate(acceptance.accepted_at) ? refuseMismatch("acceptance", "accepted_at") : undefined;
  }
  // Then it begins when it was accepted.
  const isAccepted = rule === undefined && readInstant(ofTerms["effective_from"]) === undefined;
  return isAccepted && isLate(begin) ? refuseMismatch("agreement", "effective_from") : undefined;
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
