/**
 * @module
 * A negotiation as its two parties see it on the wire: the documents in their order, and where it stands.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import type { Json } from "../../core/json/index.js";
import type { Negotiation, Outcome } from "../../core/record/index.js";
import type { Agreement } from "../agreement/index.js";
import type { OpenDocument, ProposalDocument, SignedMessage, WithdrawalPenalty } from "../documents/index.js";
import { writeInstant } from "../encoding/index.js";
import type { KeySnapshot } from "../keys/index.js";
import { type AgreementGround, groundOf } from "./agreement-derivation.js";
import { extraOf, kindOfTurn, type OapContext, type OapWireState, wireStateOf } from "./oap-record.js";
import type { OapCode } from "./oap-refusal.js";

/** One turn with its document. */
export interface HistoryEntry {
  readonly turn: number;
  readonly type: "proposal" | "counter_proposal" | "acceptance" | "rejection" | "withdrawal";
  /** When the host recorded it: an instant. */
  readonly at: string;
  readonly document: SignedMessage;
  /** With which the document was verified; it is the host's word, and what later verifies the document. */
  readonly key: KeySnapshot;
}

/** How a negotiation ended. */
export interface HistoryOutcome {
  /** The engine's reason; of EXPIRED it tells which end nobody signed. */
  readonly reason: Outcome["reason"];
  /** The DID of who decided, or `null`. */
  readonly by: string | null;
  /** An instant. */
  readonly at: string;
}

/**
 * What a host answers a party; JSON.
 *
 * @see docs/requirements/oap.md, section 9
 */
export interface HistoryView extends AgreementGround {
  readonly negotiation_id: string;
  readonly state: OapWireState;
  readonly category: string;
  /** As it was signed; shown with the first turn. */
  readonly open?: OpenDocument | undefined;
  /** With which `open` was verified; the host's word. */
  readonly open_key?: KeySnapshot | undefined;
  /** Of the standing proposal; 0 before the first. */
  readonly round: number;
  readonly max_rounds: number;
  readonly standing_proposal_id: string | null;
  /** The DID of the party whose turn it is; `null` after the end. */
  readonly floor: string | null;
  /** When it ends unless somebody moves: an instant; `null` after the end. */
  readonly expires_at: string | null;
  readonly version: number;
  readonly history: readonly HistoryEntry[];
  readonly outcome?: HistoryOutcome | undefined;
  /** What it costs the party that has withdrawn. */
  readonly withdrawal_penalty?: WithdrawalPenalty | undefined;
  readonly agreement?: Agreement | undefined;
  /** With which the signatures of `agreement` were verified, and the documents behind it; the host's word. */
  readonly agreement_keys?: readonly KeySnapshot[] | undefined;
  /** Why there is none although it was accepted: `negotiation_over` if the log has another one of the same Open. */
  readonly agreement_refused?: OapCode | undefined;
  /** Whether both parties have signed the agreement. */
  readonly complete?: boolean | undefined;
  /** Opens every leaf of the agreement: for the two parties alone. */
  readonly salt_secret?: string | undefined;
}

/**
 * The view of a record.
 *
 * @param after - turns up to this number are left out
 * @param accepted - the agreement, for an accepted record
 * @param entryFor - `entryOf`, which may remember the turns it has shown
 */
export function historyView(
  record: Negotiation,
  pinned: OapContext,
  after: number,
  accepted?: Pick<
    HistoryView,
    "agreement" | "agreement_keys" | "agreement_refused" | "complete" | "salt_secret" | "withdrawal_penalty"
  >,
  entryFor: typeof entryOf = entryOf,
): HistoryView {
  const { standing, outcome } = record;
  const deadline = nextDeadline(record);
  const live = {
    negotiation_id: record.id,
    state: wireStateOf(record),
    category: pinned.category,
    ...groundOf(record, pinned),
    round: standing?.round ?? 0,
    max_rounds: pinned.manifest.max_rounds,
    standing_proposal_id: standing?.id ?? null,
    floor: record.floor,
    expires_at: deadline === undefined ? null : writeInstant(deadline.at),
    version: record.version,
    ...(after === 0 && { open: pinned.document, open_key: pinned.key }),
    history: Object.freeze(record.turns.slice(after).map((turn) => entryFor(turn))),
  };
  if (outcome === null) return Object.freeze(live);
  const { reason, by, at } = outcome;
  const { withdrawal_penalty } = pinned.manifest;
  const ended = {
    ...live,
    outcome: Object.freeze({ reason, by, at: writeInstant(at) }),
    ...(reason === "withdraw" && withdrawal_penalty && { withdrawal_penalty }),
  };
  return Object.freeze({ ...ended, ...accepted });
}

/** The standing proposal of a view that has its turn, or `null`. */
export function standingOf({
  standing_proposal_id,
  history,
}: Pick<HistoryView, "standing_proposal_id" | "history">): ProposalDocument | null {
  const isStanding = (entry: HistoryEntry): boolean =>
    isProposal(entry) && (entry.document as ProposalDocument).proposal_id === standing_proposal_id;
  return (history.find(isStanding)?.document as ProposalDocument | undefined) ?? null;
}

/** Whether something was offered with that turn. */
export function isProposal({ type }: HistoryEntry): boolean {
  return type.endsWith("proposal");
}

/** A turn as it is shown. */
export function entryOf(
  turn: { readonly number: number; readonly at: number; readonly extra: Json } & Parameters<
    typeof kindOfTurn
  >[0],
): HistoryEntry {
  const kind = kindOfTurn(turn);
  const { document, key } = extraOf(turn);
  return Object.freeze({
    turn: turn.number,
    type: turn.action === "counter" ? "counter_proposal" : TYPES[kind],
    at: writeInstant(turn.at),
    document,
    key,
  });
}

const TYPES = {
  proposal: "proposal",
  accept: "acceptance",
  reject: "rejection",
  withdraw: "withdrawal",
} as const;
