/**
 * @module
 * What regulated professions owe, as it stands in the agreement for every verifier.
 */

import { unmet } from "../../core/checks/index.js";
import type { RegulatedObligation } from "./agreement.js";

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
 * @throws {TypeError} when a profile names another profession, or obligations that are no texts
 * @see docs/requirements/oap.md, OAP-33; OAP RFC 0002, 3.7
 * @example
 * const regulated = { profession: "medical", obligations: ["secrecy", "records", "secrecy"] } as const;
 * regulatedObligations([["did:web:a.example", { level: "public", regulated }]]);
 * // [{ party: "did:web:a.example", profession: "medical", obligations: ["records", "secrecy"] }]
 */
export function regulatedObligations(
  profiles: readonly (readonly [party: string, profile: PartyProfile])[],
): readonly RegulatedObligation[] {
  return Object.freeze(
    profiles.flatMap(([party, { regulated }]) => {
      if (regulated === undefined) return [];
      const { profession, obligations } = regulated;
      if (!PROFESSIONS.includes(profession) || obligations.some((one) => typeof one !== "string")) {
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
    )
  );
}

/** Each greater than the one before; of texts by code units. */
function isSorted(list: readonly (number | string)[]): boolean {
  return list.every((one, index) => index === 0 || (list[index - 1] ?? one) < one);
}

const PROFESSIONS: readonly RegulatedObligation["profession"][] = ["medical", "legal", "financial"];
