/**
 * @module
 * The block `negotiation` of a Tool's manifest: what it offers to negotiate, for how many rounds, at what penalty; and what
 * the block that was pinned at open means for its negotiation, whatever the Tool publishes later.
 */

import { demandShape, readOptions } from "../../core/checks/index.js";
import type { Json, JsonObject } from "../../core/json/index.js";
import type { RulesInput } from "../../core/rules/index.js";
import { refusalOfOther, type SigningRefusal, strictCopy } from "../canonical/index.js";
import { hashText } from "../encoding/index.js";
import type { Signer } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import { type SignedDocumentResult, signDocument, signedBytes } from "../signing/index.js";
import {
  anyBoolean,
  anyHash,
  anyMember,
  anyObject,
  anyText,
  checkedCopy,
  integerFrom,
  type MemberCheck,
  membersOf,
  optional,
  required,
  textLike,
} from "./member-checks.js";

/** What may be negotiated about. */
export type Category = (typeof CATEGORIES)[number];

/**
 * The block with its defaults filled in. Members that it does not know are kept, and hashed.
 *
 * @see docs/requirements/oap.md, section 6; OAP RFC 0002, 3.6
 */
export type Manifest = JsonObject & {
  readonly supported: true;
  readonly categories: readonly Category[];
  /** @default 8 */
  readonly max_rounds: number;
  /** @default 60 */
  readonly default_validity_minutes: number;
  /** `false`: an agreement only records what was agreed. @default true */
  readonly binding_acceptance: boolean;
  /** An https URI of the document that says what walking away costs. */
  readonly withdrawal_penalty_terms?: string;
  /** Of that document's bytes. */
  readonly withdrawal_penalty_hash?: string;
  readonly withdrawal_penalty?: WithdrawalPenalty;
};

/** A manifest, or why it is none. */
export type ManifestResult = { readonly ok: true; readonly manifest: Manifest } | SigningRefusal;

/**
 * The block `negotiation` as somebody published it, deep-frozen, with the defaults filled in.
 *
 * Refuses with `negotiation_not_supported` when `supported` is not `true`, else with `document_invalid`. Its signature,
 * if it has one, is checked by `verifyDocument` with the purpose `manifest`, before the defaults are filled in.
 *
 * @example
 * const answer = readManifest({ supported: true, categories: ["pricing"] });
 * if (answer.ok) console.log(answer.manifest.max_rounds); // 8
 */
export function readManifest(block: unknown): ManifestResult {
  const copy = strictCopy(block);
  if (!copy.ok) return copy;
  const filled = checkedCopy<Manifest>({ ...DEFAULTS, ...(copy.value as JsonObject) }, BLOCK);
  return filled.ok ? Object.freeze({ ok: true, manifest: filled.value }) : filled;
}

/**
 * The block as it is to be published, defaults filled in, with the Tool's signature.
 *
 * Refuses as `readManifest` does, and with `document_invalid` a document of penalty terms without its hash and its
 * amount: a party must be able to know beforehand what walking away costs.
 *
 * @throws {TypeError} as `signDocument` does
 * @see docs/requirements/oap.md, OAP-27; OAP RFC 0002, A.3.2
 * @example
 * const published = await publishManifest({ supported: true, categories: ["pricing"] }, signer);
 */
export async function publishManifest(block: unknown, signer: Signer): Promise<SignedDocumentResult> {
  const answer = readManifest(block);
  if (!answer.ok) return answer;
  return unknownPenalty(answer.manifest) ?? signDocument(answer.manifest, "manifest", signer);
}

/** The refusal of penalty terms without their hash and their amount; `undefined` for what may be published. */
export function unknownPenalty(manifest: Manifest): SigningRefusal | undefined {
  return manifest.withdrawal_penalty_terms === undefined ? undefined : PENALTY(manifest, []);
}

/**
 * What the documents of a negotiation call the manifest by: the hash of the block with its defaults, without its
 * signature, so that a Tool can sign anew without changing it.
 *
 * @see docs/requirements/oap.md, OAP-28
 */
export function manifestHash(manifest: Manifest, sha256: Sha256): string {
  return hashText(sha256, signedBytes(manifest));
}

/**
 * Whether a party may open under this manifest: not while nobody knows what walking away costs.
 *
 * That is the case when the manifest names a document of penalty terms and no amount; whoever has read it may say in
 * `assumePenalty` what it comes to.
 *
 * @throws {TypeError} for no manifest, and for an unknown option
 * @see docs/requirements/oap.md, OAP-29
 */
export function mayOpen(
  manifest: Manifest,
  options: { readonly assumePenalty?: WithdrawalPenalty | undefined } = {},
): boolean {
  const { assumePenalty } = readOptions("the options of mayOpen", options, ["assumePenalty"]);
  demandShape("manifest", manifest ?? null, "object");
  const { withdrawal_penalty_terms, withdrawal_penalty } = manifest;
  if (withdrawal_penalty_terms === undefined || withdrawal_penalty !== undefined) return true;
  return anyPenalty(assumePenalty, []) === undefined;
}

/** What walking away costs, as published beforehand. */
export interface WithdrawalPenalty {
  /** A decimal of at least 0 as a string: `"12.50"`. */
  readonly amount: string;
  /** ISO 4217: `"EUR"`. */
  readonly currency: string;
  readonly [member: string]: Json;
}

/** Whether it is a decimal of at least 0 as documents write it: digits, perhaps a point and more digits. */
export function isAmount(value: unknown): value is string {
  return typeof value === "string" && /^(0|[1-9]\d*)(\.\d+)?$/.test(value);
}

/** A penalty as a manifest publishes it; further members are kept. */
export const anyPenalty: MemberCheck = membersOf(
  {
    amount: required("a decimal string of at least 0", isAmount),
    currency: textLike("a code of ISO 4217", /^[A-Z]{3}$/),
  },
  anyMember,
);

/**
 * Whether parties that walk away when it is rational still do so under a penalty: `penalty <= 2 * outsideOption -
 * equilibriumUtility`, the bound that the RFC displays.
 *
 * Its prose says "the surplus of the outside option over the equilibrium", which is never positive where the
 * equilibrium is individually rational, and would allow no penalty at all.
 *
 * @param numbers.penalty - in the units of the utilities, at least 0
 * @param numbers.outsideOption - the utility of what one gets elsewhere
 * @throws {TypeError} for an unknown member
 * @see docs/requirements/oap.md, OAP-45; OAP RFC 0002, A.3.2
 * @example
 * penaltyKeepsRationality({ penalty: 5, outsideOption: 10, equilibriumUtility: 15 }); // true
 * penaltyKeepsRationality({ penalty: 5.01, outsideOption: 10, equilibriumUtility: 15 }); // false
 */
export function penaltyKeepsRationality(numbers: {
  readonly penalty: number;
  readonly outsideOption: number;
  readonly equilibriumUtility: number;
}): boolean {
  const { penalty, outsideOption, equilibriumUtility } = readOptions("the numbers", numbers, NUMBERS);
  return penalty <= 2 * outsideOption - equilibriumUtility;
}

const NUMBERS = ["penalty", "outsideOption", "equilibriumUtility"] as const;

/** The host and the hash that documents of a negotiation name. */
export interface PinnedNames {
  /** The Tool's DID. */
  readonly host: string;
  readonly manifest_hash: string;
}

/**
 * The rules of a negotiation under a manifest, to be laid over the preset `oap`: its rounds and its default validity.
 *
 * @see docs/requirements/oap.md, section 2 and OAP-28
 */
export function manifestRules(manifest: Manifest): RulesInput {
  demandShape("manifest", manifest ?? null, "object");
  const { max_rounds, default_validity_minutes } = manifest;
  return Object.freeze({
    cap: Object.freeze({ limit: max_rounds }),
    validityMs: default_validity_minutes * 60_000,
  });
}

/**
 * `wrong_host` or `manifest_changed` when a document names another host or manifest than those pinned; `undefined`
 * when it names these, or where it may name none.
 *
 * @see docs/requirements/oap.md, section 3 and OAP-28
 */
export function unpinned(document: Partial<PinnedNames>, pinned: PinnedNames): SigningRefusal | undefined {
  demandShape("document", document ?? null, "object");
  demandShape("pinned", pinned ?? null, "object");
  for (const [name, code] of NAMES) {
    if ((document[name] ?? pinned[name]) !== pinned[name]) {
      return refusalOfOther(code, "the pinned one", [name]);
    }
  }
  return undefined;
}

const NAMES = [
  ["host", "wrong_host"],
  ["manifest_hash", "manifest_changed"],
] as const;

const CATEGORIES = ["pricing", "scheduling", "scope", "sla", "terms"] as const;

/** What is published beside penalty terms; its form is judged below. */
const PENALTY = membersOf({ withdrawal_penalty_hash: anyText, withdrawal_penalty: anyObject }, anyMember);

const DEFAULTS = { max_rounds: 8, default_validity_minutes: 60, binding_acceptance: true };

const BLOCK = membersOf(
  {
    supported: (value, path) =>
      value === true ? undefined : refusalOfOther("negotiation_not_supported", "true", path),
    categories: required(
      `one or more of ${CATEGORIES.join(", ")}, each once`,
      (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        new Set(value).size === value.length &&
        value.every((one) => CATEGORIES.includes(one)),
    ),
    max_rounds: integerFrom(1),
    default_validity_minutes: integerFrom(1, 43_200),
    binding_acceptance: anyBoolean,
    withdrawal_penalty_terms: optional(textLike("an https URI", /^https:\/\/[^\s/?#]\S*$/)),
    withdrawal_penalty_hash: optional(anyHash),
    withdrawal_penalty: optional(anyPenalty),
  },
  anyMember,
);
