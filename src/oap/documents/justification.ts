/**
 * @module
 * The justification of a proposal: its shape, and makers of those that published heuristics go by. It has no force:
 * nothing here or in the host decides by it. `concordat/argumentation` weighs them.
 */

import type { JsonObject } from "../../core/json/index.js";
import { JUSTIFICATION_TYPES, type JustificationType } from "../../core/record/index.js";
import type { MemberCheck } from "./member-checks.js";
import { anyMember, anyText, listOf, membersOf, optional, required } from "./member-checks.js";

/**
 * Why a party proposes what it proposes. Further members are kept and signed.
 *
 * @see docs/requirements/oap.md, section 10
 */
export type Justification = JsonObject & {
  readonly type: JustificationType;
  /** Free text of its signer, at most 4,000 UTF-16 units; never more than data. */
  readonly rationale?: string;
  /** At most 64 entries. */
  readonly appeals_to?: readonly string[];
  /** Ids of proposals, at most 64; they need not exist. */
  readonly references?: readonly string[];
};

/**
 * The justification of a counter that was made as like to the opponent's proposal as the own utility allows.
 *
 * @see docs/requirements/oap.md, OAP-47; OAP RFC 0002, B.2
 * @example
 * justifyTradeOff("prp_01HX2QFP4N8R5T6V7W8X9Y0Z1A"); // { type: "trade_off", references: ["prp_01HX2..."] }
 */
export function justifyTradeOff(opponentProposalId: string): Justification {
  return justification("trade_off", opponentProposalId);
}

/**
 * The justification of a proposal that concedes from the own previous one. `isConcession` tells whether it does.
 *
 * @see docs/requirements/oap.md, OAP-48; OAP RFC 0002, B.6
 * @example
 * justifyConcession("prp_01HX2QFP4N8R5T6V7W8X9Y0Z1A"); // { type: "concession_explanation", references: [...] }
 */
export function justifyConcession(ownPreviousId: string): Justification {
  return justification("concession_explanation", ownPreviousId);
}

/** Free text of a party: a reason or a rationale (OAP-14). */
export const freeText: MemberCheck = required(
  "text of at most 4000 characters",
  (value) => typeof value === "string" && value.length <= 4_000,
);

/** At most so many entries in each list (OAP-42). */
const names = optional(listOf(anyText, 64));

/** The check of a justification (OAP-42). */
export const justificationCheck: MemberCheck = membersOf(
  {
    type: required("a known type", (value) => (JUSTIFICATION_TYPES as readonly unknown[]).includes(value)),
    rationale: optional(freeText),
    appeals_to: names,
    references: names,
  },
  anyMember,
);

function justification(type: JustificationType, reference: string): Justification {
  return Object.freeze({ type, references: Object.freeze([reference]) });
}
