/**
 * @module
 * Printing Bindu's shapes as JSON, and carrying them in the data parts of ordinary messages: Bindu has
 * no method of its own for them. Which message carries a part is the host's choice.
 */

import type { JsonObject } from "../../core/json/index.js";
import { membersOf } from "../wire/index.js";
import { type BinduContext, type BinduProposal, readBinduContext, readBinduProposal } from "./bindu-wire.js";

/** How payloads travel inside a message. */
export interface BinduDataPart {
  readonly kind: "data";
  readonly data: JsonObject;
}

/**
 * The data part that carries a proposal or a context.
 *
 * @see docs/requirements/bindu.md, BD-5
 */
export function toDataPart(payload: BinduProposal | BinduContext): BinduDataPart {
  return {
    kind: "data",
    data: "contextId" in payload ? printBinduContext(payload) : printBinduProposal(payload),
  };
}

/** What a part carries: a proposal, a context, or `null` for anything else. Never throws. */
export function fromDataPart(part: unknown): BinduProposal | BinduContext | null {
  const members = membersOf(part);
  if (!members.ok || members.value["kind"] !== "data") return null;
  const proposal = readBinduProposal(members.value["data"]);
  if (proposal.ok) return proposal.value;
  const context = readBinduContext(members.value["data"]);
  return context.ok ? context.value : null;
}

/** The proposal as JSON for the wire: what Bindu does not know stands beside the rest again. */
export function printBinduProposal(proposal: BinduProposal): JsonObject {
  const { extra, ...known } = proposal;
  return { ...extra, ...known };
}

/** The context as JSON for the wire, its proposals too. */
export function printBinduContext(context: BinduContext): JsonObject {
  const { extra, proposals, ...known } = context;
  return { ...extra, ...known, proposals: proposals.map(printBinduProposal) };
}
