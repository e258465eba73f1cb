/**
 * @module
 * What a party knows to be fixed at open, by negotiation: by an Open of its own, by one that was handed to it, or by what
 * it was shown when it first signed.
 */

import type { Json } from "../../core/json/index.js";
import { NegotiationError } from "../../errors.js";
import type { OpenDocument } from "../documents/index.js";
import { demand } from "./party-memory.js";

/** By the name of each member of a negotiation that stays as it is. */
export type Fixed = Readonly<Record<string, Json>>;

/** What is fixed; never let go, as a party's memory is not. */
export interface PartyOpens {
  /** What is fixed of a deal, if anything is known. */
  fixed(deal: string): Fixed | undefined;
  /** The level that the Open has claimed. */
  claim(deal: string): string | undefined;
  /** Whether the Open that is known is the other party's alone: one of its own counts in its place. */
  isForeign(deal: string): boolean;
  /**
   * Remembers an Open.
   *
   * @throws {NegotiationError} `host_untrusted` for another one than is known, unless it is the first of its own
   */
  note(deal: string, open: OpenDocument, isOwn: boolean): void;
  /** From now on it is what the party has signed on. */
  fix(deal: string, told: Fixed): void;
}

/** Nothing known yet. */
export function partyOpens(): PartyOpens {
  const known = new Map<string, Fixed>();
  const claims = new Map<string, string>();
  /** Whose Open is known, what it claims or not; whose alone is the other party's; on what was signed. */
  const claimed = new Set<string>();
  const foreign = new Set<string>();
  const signed = new Set<string>();
  return {
    fixed: (deal) => known.get(deal),
    claim: (deal) => claims.get(deal),
    isForeign: (deal) => foreign.has(deal),
    note(deal, { initiator, responder, category, host, manifest_hash, confidentiality }, isOwn) {
      const told: Fixed = { initiator, responder, category, host, manifest_hash };
      const before = known.get(deal);
      const isSame = Object.entries(told).every(([name, value]) => (before?.[name] ?? value) === value);
      const isClaimed = !claimed.has(deal) || claims.get(deal) === confidentiality;
      // What it has signed on stays, and so does what it has said itself.
      const mayReplace = isOwn && foreign.has(deal) && !signed.has(deal);
      demand(
        (isSame && isClaimed) || mayReplace || (isSame && isOwn && foreign.has(deal)),
        "open, since another one is known",
      );
      if (isOwn) foreign.delete(deal);
      else if (!claimed.has(deal)) foreign.add(deal);
      claimed.add(deal);
      known.set(deal, { ...before, ...told });
      if (confidentiality === undefined) claims.delete(deal);
      else claims.set(deal, confidentiality);
    },
    fix(deal, told) {
      signed.add(deal);
      known.set(deal, told);
    },
  };
}

/** The error for an Open that the party does not know, and that is not its own. */
export function othersOpen(): NegotiationError {
  const message =
    "Expected an Open of this party's own, got one that names the other party as its signer. Hand it to know first, if you expected it.";
  return new NegotiationError("host_untrusted", message, { details: { at: "open signature" } });
}
