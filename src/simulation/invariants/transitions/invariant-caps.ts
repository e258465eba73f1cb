/**
 * @module
 * What a cap makes of a move, said a second time (docs/requirements/engine.md, section 4), and what else the
 * rules say of a move by itself: who may make it, and with what in it.
 */

import type { Json, JsonObject } from "../../../core/json/index.js";
import type { Action, NegotiationState, Party, Seat, Turn } from "../../../core/record/index.js";
import { type Fault, isSame } from "../../observation/index.js";

/** What was recorded of a negotiation so far, counted from its entries alone. */
export interface Tally {
  turnCount: number;
  /** Turns that made a proposal. */
  proposalCount: number;
  /** What was said, as EN-31 compares it. */
  readonly messages: Set<string>;
  readonly proposalIds: Set<string>;
}

/** What the cap says to one more turn with this action. */
export type CapVerdict = "free" | "last" | "exceeded" | "must-decide";

/** A tally before the first turn. */
export function emptyTally(): Tally {
  return { turnCount: 0, proposalCount: 0, messages: new Set(), proposalIds: new Set() };
}

/** Counts a recorded turn. */
export function addTurn(tally: Tally, turn: Turn): void {
  tally.turnCount += 1;
  if (isProposal(turn.action)) tally.proposalCount += 1;
  if (turn.proposalId !== null) tally.proposalIds.add(turn.proposalId);
  if (turn.message !== null) tally.messages.add(comparable(turn.message));
}

/** What the cap of this pairing says to the action of a party of that kind. */
export function capVerdict(
  { rules: { cap, finalTurn } }: NegotiationState,
  kind: Party["kind"],
  action: Action,
  tally: Tally,
): CapVerdict {
  // Whatever decides is legal at and past the limit.
  if (cap.limit === "unlimited" || DECIDING.includes(action)) return "free";
  const counted = cap.counts === "turns" ? tally.turnCount : tally.proposalCount;
  const isCounted = cap.counts === "turns" || isProposal(action);
  if (cap.mode === "exceed") return isCounted && counted >= cap.limit ? "exceeded" : "free";
  if (counted + 1 < cap.limit) return "free";
  if (finalTurn[kind] === "decide") return "must-decide";
  return isCounted ? "last" : "free";
}

/** Whether the cap leaves no turn in which an offer could still be answered. */
export function isAtCap({ rules: { cap } }: NegotiationState, tally: Tally): boolean {
  if (cap.limit === "unlimited") return false;
  const counted = cap.counts === "turns" ? tally.turnCount : tally.proposalCount;
  return counted + (cap.mode === "reach" ? 1 : 0) >= cap.limit;
}

/** Whether the party's turn is its last, so that there is no time for a consult (EN-17, EN-33). */
export function isLastTurn(state: NegotiationState, mover: Party, seat: Seat, tally: Tally): boolean {
  const { counts, mode } = state.rules.cap;
  const mayAsk =
    mode === "exceed" &&
    counts === "proposals" &&
    state.standing !== null &&
    faultOfPermission(state, mover, seat, "question") === undefined;
  return isAtCap(state, tally) && !mayAsk;
}

/** A fault when the lists for all, for the seat or for the kind do not have the action. */
export function faultOfPermission(state: NegotiationState, mover: Party, seat: Seat, action: Action): Fault {
  const { actions } = state.rules;
  for (const list of [actions.all, actions[seat], actions[mover.kind]]) {
    if (list !== null && !list.includes(action)) {
      return `expected one of ${list.join(" ")} of the ${seat}, of kind ${mover.kind}, got ${action}`;
    }
  }
  return undefined;
}

/** A fault when the rules ask for other terms, or another message, than the turn has. */
export function faultOfContent({ rules, standing }: NegotiationState, turn: Turn, tally: Tally): Fault {
  const { action, message, terms, changes } = turn;
  if (changes !== undefined && (rules.partialTerms !== "merge" || standing === null))
    return `expected terms that are no changes, got changes with ${action}`;
  if (changes !== undefined && !isSame(overlaid(standing?.terms as Json, changes), terms))
    return "expected the standing terms with the changes, got other terms";
  const asked = isProposal(action) ? rules.terms : "none";
  if (asked === "required" && terms === null) return `expected terms with ${action}, got none`;
  if (asked === "none" && terms !== null) return `expected no terms with ${action}, got some`;
  const isSpared = turn.source === "fallback" && action !== "question";
  const isAsked = action === "question" || rules.messageRequiredFor.includes(action);
  if (isAsked && !isSpared && (message === null || message.trim() === "")) {
    return `expected a message with ${action}, got none`;
  }
  if (rules.assessmentRequired && !isAssessed(turn))
    return `expected an assessment with ${action}, got another`;
  if (rules.repetition === "off" || message === null || DECIDING.includes(action)) return undefined;
  const text = comparable(message);
  return text !== "" && tally.messages.has(text)
    ? `expected a message that was not said before, got ${action} with an old one`
    : undefined;
}

function isMap(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** AS-112: who stands in may say nothing. */
function isAssessed({ assessment, source }: Turn): boolean {
  if (assessment === null) return source === "fallback";
  if (!isMap(assessment)) return false;
  const { reasoning = null, suggestedRoles = null } = assessment;
  if (typeof reasoning !== "string" || reasoning === "" || !isMap(suggestedRoles)) return false;
  const isRole = (value: Json | undefined): boolean => ["agent", "patient", "peer"].includes(value as string);
  const { ownUser, otherUser, ...others } = suggestedRoles;
  return isRole(ownUser) && isRole(otherUser) && Object.keys(others).length === 0;
}

/** EN-69: a merge patch, key by key. */
function overlaid(terms: Json, patch: Json): Json {
  if (!isMap(patch)) return patch;
  const base = isMap(terms) ? terms : {};
  const keys = [...new Set([...Object.keys(base), ...Object.keys(patch)])].filter(
    (key) => patch[key] !== null,
  );
  return Object.fromEntries(
    keys.map((key) => {
      const change = patch[key];
      return [key, change === undefined ? (base[key] as Json) : overlaid(base[key] ?? null, change)];
    }),
  );
}

/** Whether the action puts terms on the table. */
export function isProposal(action: Action): boolean {
  return action === "propose" || action === "counter";
}

const DECIDING: readonly Action[] = ["accept", "reject", "withdraw"];

function comparable(message: string): string {
  return message.normalize("NFC").trim().split(/\s+/u).join(" ");
}
