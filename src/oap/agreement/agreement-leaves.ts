/**
 * @module
 * Which leaves an agreement has: all but its terms are known by name, and are never hidden; and what regulated professions
 * owe, as it stands there for every verifier.
 */

import { demandList, readOptions, unmet } from "../../core/checks/index.js";
import { isEqualJson, type Json } from "../../core/json/index.js";
import {
  innerPointer,
  leavesOf,
  refusalOfOther,
  type SigningRefusal,
  signingRefusal,
  strictCopy,
} from "../canonical/index.js";
import {
  anyBoolean,
  anyDid,
  anyHash,
  anyInstant,
  anyMember,
  anyObject,
  anyText,
  idOf,
  type MemberCheck,
  optional,
  orNull,
  refuseMemberAt,
  unknownMember,
} from "../documents/index.js";
import type { RegulatedObligation } from "./agreement.js";
import { type Disclosures, isRedactable } from "./disclosures.js";

/** What a host knows of a party. */
export interface PartyProfile {
  /** Its level of confidentiality. */
  readonly level: string;
  /** Absent for a party that is not regulated. */
  readonly regulated?: Pick<RegulatedObligation, "profession" | "obligations"> | undefined;
}

/**
 * One entry for each regulated party, in the order of the parties; none is an empty list. Frozen.
 *
 * @throws {TypeError} when a profile names another profession, obligations that are no texts, or an unknown member; and
 * for more than any agreement can name: over 510 obligations together, or 65,536 bytes
 * @see docs/requirements/oap.md, OAP-33; OAP RFC 0002, 3.7
 * @example
 * const regulated = { profession: "medical", obligations: ["secrecy", "records", "secrecy"] } as const;
 * regulatedObligations([["did:web:a.example", { level: "public", regulated }]]);
 * // [{ party: "did:web:a.example", profession: "medical", obligations: ["records", "secrecy"] }]
 */
export function regulatedObligations(
  profiles: readonly (readonly [party: string, profile: PartyProfile])[],
): readonly RegulatedObligation[] {
  demandList("profiles", profiles);
  const owed = Object.freeze(
    profiles.flatMap(([party, profile]) => {
      // A duty under a misspelt name would be none.
      const { regulated } = readOptions("a profile", profile, ["level", "regulated"]);
      if (regulated === undefined) return [];
      const { profession, obligations } = readOptions("regulated", regulated, ["profession", "obligations"]);
      const areTexts = Array.isArray(obligations) && obligations.every((one) => typeof one === "string");
      if (!PROFESSIONS.includes(profession) || !areTexts) {
        throw new TypeError(
          unmet("regulated", `{ profession: ${PROFESSIONS.join(", ")}; obligations: texts }`, regulated),
        );
      }
      // Without a comparison `sort` goes by code units.
      return Object.freeze({
        party,
        profession,
        obligations: Object.freeze([...new Set(obligations)].sort()),
      });
    }),
  );
  if (areFew(owed) && strictCopy(owed).ok) return owed;
  throw new TypeError(
    `Expected at most ${MOST_OBLIGATIONS} obligations of both parties, in 65,536 bytes of sound text, got others.`,
  );
}

/**
 * Whether such a list could have been made by `regulatedObligations` for these parties.
 *
 * @param list - of objects with the three members, each of any form
 */
export function areObligations(
  list: readonly { readonly [Member in keyof RegulatedObligation]: unknown }[],
  parties: readonly unknown[],
): boolean {
  return (
    isSorted(list.map(({ party }) => parties.indexOf(party))) &&
    list.every(
      ({ party, profession, obligations }) =>
        parties.includes(party) &&
        PROFESSIONS.some((one) => one === profession) &&
        Array.isArray(obligations) &&
        obligations.every((one) => typeof one === "string") &&
        isSorted(obligations),
    ) &&
    areFew(list)
  );
}

/** Whether the leaves of an agreement have room for them. */
function areFew(list: readonly { readonly obligations: unknown }[]): boolean {
  return list.flatMap(({ obligations }) => obligations).length <= MOST_OBLIGATIONS;
}

/** Of the 512 elements of lists that leaves may have (`leavesOf`) two are the parties. */
const MOST_OBLIGATIONS = 510;

/** Each greater than the one before; of texts by code units. */
function isSorted(list: readonly (number | string)[]): boolean {
  return list.every((one, index) => index === 0 || (list[index - 1] ?? one) < one);
}

const PROFESSIONS: readonly RegulatedObligation["profession"][] = ["medical", "legal", "financial"];

/**
 * Why leaves are not those of an agreement; `undefined` when they are.
 *
 * Refuses with `document_invalid` a leaf that an agreement does not have, has another way or has inside another one;
 * with `not_redactable` one that is no term and not disclosed; with `party_invalid` one party twice; and with
 * `agreement_mismatch` obligations that are not those of its parties, each once and in order.
 *
 * @param pointers - of all leaves
 * @see docs/requirements/oap.md, section 4, OAP-26 and OAP-33; docs/requirements/signing.md, SG-42
 */
export function leavesRefusal(
  pointers: readonly string[],
  disclosures: Disclosures,
): SigningRefusal | undefined {
  const inner = innerPointer(pointers);
  if (inner !== undefined) {
    return refuseMemberAt(["agreement", "digests", inner], "a leaf inside no other", inner);
  }
  const leaf = (pointer: string): Json | undefined => disclosures[pointer]?.value;
  for (const pointer of new Set([...LEAVES.keys(), ...pointers])) {
    if (isRedactable(pointer)) continue;
    const path = ["agreement", ...pointer.split("/").slice(1)];
    if (!Object.hasOwn(disclosures, pointer) && pointers.includes(pointer)) {
      return refusalOfOther("not_redactable", "none but terms hidden", path);
    }
    const check = LEAVES.get(pointer) ?? (OBLIGATION.test(pointer) ? anyMember : unknownMember);
    const refusal = check(leaf(pointer), path);
    if (refusal !== undefined) return refusal;
  }
  const parties = [leaf("/parties/0"), leaf("/parties/1")];
  if (parties[0] === parties[1]) {
    return signingRefusal("party_invalid", "Expected two parties, got one twice.", ["agreement", "parties"]);
  }
  const owed = listOf((index) => {
    const at = `${OBLIGATIONS}/${index}`;
    const party = leaf(`${at}/party`);
    const obligations = listOf((one) => leaf(`${at}/obligations/${one}`));
    return party === undefined ? party : { party, profession: leaf(`${at}/profession`) ?? null, obligations };
  });
  const given = pointers.filter((pointer) => pointer.startsWith(OBLIGATIONS));
  const expected = leavesOf(owed, OBLIGATIONS);
  return areObligations(owed, parties) &&
    given.length === expected?.size &&
    given.every((pointer) => isEqualJson(leaf(pointer) ?? null, expected.get(pointer) ?? null))
    ? undefined
    : refusalOfOther("agreement_mismatch", "what its parties owe", [
        "agreement",
        ...OBLIGATIONS.split("/").slice(1),
      ]);
}

/** Whether an agreement could have just these leaves, by their names. */
export function areLeafNames(pointers: readonly string[]): boolean {
  const above = (pointer: string): string =>
    isRedactable(pointer) ? "/terms" : OBLIGATION.test(pointer) ? OBLIGATIONS : pointer;
  const names = new Set(pointers.map(above));
  return names.size === LEAVES.size && [...LEAVES.keys()].every((name) => names.has(name));
}

/** Elements until there is none. */
function listOf<Element>(elementAt: (index: number) => Element | undefined): readonly Element[] {
  const list: Element[] = [];
  for (let one = elementAt(0); one !== undefined; one = elementAt(list.length)) list.push(one);
  return list;
}

const OBLIGATIONS = "/metadata/regulated_obligations";

const LEAVES: ReadonlyMap<string, MemberCheck> = new Map([
  ["/agreement_id", idOf("agr")],
  ["/negotiation_id", idOf("neg")],
  ["/parties/0", anyDid],
  ["/parties/1", anyDid],
  ["/terms", optional(anyObject)],
  ["/effective_from", anyInstant],
  ["/effective_until", orNull(anyInstant)],
  ["/metadata/binding", anyBoolean],
  ["/metadata/proposal_id", idOf("prp")],
  ["/metadata/proposal_hash", anyHash],
  ["/metadata/host", anyDid],
  ["/metadata/manifest_hash", anyHash],
  ["/metadata/confidentiality", anyText],
  [OBLIGATIONS, optional(anyMember)],
]);

const OBLIGATION = /^\/metadata\/regulated_obligations(\/\d+\/(party|profession|obligations(\/\d+)?))?$/;
