/**
 * @module
 * What a party is shown of a negotiation: read once, as it is at the call, and of a form that can be signed about.
 */

import { demandShape, readOptions } from "../../core/checks/index.js";
import type { Json } from "../../core/json/index.js";
import { NegotiationError } from "../../errors.js";
import { strictCopy } from "../canonical/index.js";
import type { ProposalDocument } from "../documents/index.js";
import { anyDid, anyHash, idOf, integerFrom, membersOf, orNull } from "../documents/index.js";
import { idAs } from "../encoding/index.js";
import type { AgreementGround, HistoryEntry, HistoryView } from "../record/index.js";
import { isProposal, standingOf } from "../record/index.js";
import { demand, untrusted } from "./party-memory.js";

/** As much of a history view as a document is built from: that of the standing proposal's turn at least. */
export type PartySight = AgreementGround &
  Pick<
    HistoryView,
    "negotiation_id" | "category" | "standing_proposal_id" | "history" | "agreement" | "salt_secret"
  > &
  Partial<Pick<HistoryView, "round" | "open">>;

/** How long an act is wanted. */
export interface ActOptions {
  /** Once it is aborted the act throws its reason, and counts as not done: nothing is signed any more, or it is dropped. */
  readonly signal?: AbortSignal | undefined;
}

/** What a party is shown for an act, and how long that is wanted. */
export type Sight = PartySight & ActOptions;

/** How long an act is wanted. @throws {TypeError} for an unknown option, and what is no signal; of one that was aborted its reason */
export function signalOf(asked: ActOptions): AbortSignal | undefined {
  const { signal } = readOptions("how it is asked for", asked, ["signal"]);
  demandShape("signal", signal, ["throwIfAborted", "addEventListener", "removeEventListener"]);
  signal?.throwIfAborted();
  return signal;
}

/** What is shown may change from one look to the next, have no form at all, and throw at who looks. */
export function sightOf(shown: PartySight, asked: ActOptions): Sight {
  const signal = signalOf(asked);
  try {
    return checkedSight({ ...shown }, signal);
  } catch (error) {
    throw NegotiationError.isInstance(error) ? error : untrusted("history");
  }
}

/** Fills a copy of its own: one that is spread once more, beside others, costs as much as all that is looked at. */
function checkedSight(
  sight: { -readonly [Name in keyof Sight]: Sight[Name] },
  signal: AbortSignal | undefined,
): Sight {
  // As they are now: what is decided on is what is signed, whatever becomes of them meanwhile.
  const { regulated_obligations, agreement, standing_proposal_id: id } = sight;
  const history = sight.history.map((turn, index, { length }) => {
    if (!turn?.document) return turn;
    const isAnswered = index === length - 1 || (turn.document as ProposalDocument).proposal_id === id;
    return { ...turn, document: isAnswered ? asItIs(turn.document) : { ...turn.document } };
  });
  const isTurn = (turn: HistoryEntry | null): boolean => typeof turn?.type === "string" && !!turn.document;
  demand(Array.isArray(sight.history) && history.every(isTurn), "history");
  sight.regulated_obligations = plain(regulated_obligations);
  sight.agreement = plain(agreement);
  sight.history = history;
  sight.signal = signal;
  // An act on what belongs to another negotiation would be signed about this one.
  const isOfIt = ({ document }: HistoryEntry): boolean => document.negotiation_id === sight.negotiation_id;
  demand(history.every(isOfIt), "history negotiation_id");
  demand(!sight.open || idAs("neg", sight.open.open_id) === sight.negotiation_id, "open");
  const standing = standingOf(sight);
  const isTwin = (turn: HistoryEntry): boolean =>
    isProposal(turn) && (turn.document as ProposalDocument).proposal_id === id && turn.document !== standing;
  demand(!history.some(isTwin), "history");
  const isNone = (id ?? null) === null && !history.some(isProposal);
  const { proposal_id, round } = standing ?? { proposal_id: isNone ? null : undefined, round: 1 };
  const { negotiation_id, initiator, responder, host, manifest_hash } = sight;
  const named = { negotiation_id, initiator, responder, host, manifest_hash };
  const wrong = NAMED({ ...named, standing_proposal_id: proposal_id, round } as unknown as Json, []);
  if (wrong !== undefined) throw untrusted(String(wrong.path));
  demandConsistent(sight);
  return sight;
}

/** What is shown is of one negotiation at one host: what is signed is meant for one host and one other, and nobody else may have it. */
function demandConsistent(sight: Sight): void {
  const { open, history, initiator, responder } = sight;
  const told = history.map((turn) => turn.document);
  for (const document of [...told, ...(open ? [open] : [])])
    for (const name of ["host", "manifest_hash"] as const)
      demand((document[name] ?? sight[name]) === sight[name], name);
  const isSeat = (did: string): boolean => [initiator, responder].includes(did);
  const areSeats = told.every(({ from, to }) => isSeat(from) && isSeat(to));
  demand(areSeats && (!open || open.initiator === initiator), "initiator");
}

/** A copy, or nothing of what is no strict JSON: who walks away needs none of it, and nobody signs on it. */
function plain<Value>(value: Value): Value {
  const copy = strictCopy(value ?? null, { maxBytes: 524_288 });
  return (copy.ok ? copy.value : null) as Value;
}

/** A copy of the whole; of what no reader would take, of its members alone. */
function asItIs<Document extends object>(document: Document): Document {
  const copy = strictCopy(document);
  return copy.ok ? (copy.value as unknown as Document) : { ...document };
}

/** What documents take over as it is shown, and no signature holds where a party walks away. */
const NAMED = membersOf(
  {
    negotiation_id: idOf("neg"),
    initiator: anyDid,
    responder: anyDid,
    host: anyDid,
    manifest_hash: anyHash,
    standing_proposal_id: orNull(idOf("prp")),
    round: integerFrom(1),
  },
  () => undefined,
);
