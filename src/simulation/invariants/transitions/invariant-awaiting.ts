/**
 * @module
 * What parking, claims, releases, consults and failed calls have to have been and to leave behind: they change
 * what is awaited, and nothing else (docs/requirements/index-network.md, section 3; EN-29 and EN-33).
 */

import type { Awaiting, Consult, FailedTurn, NegotiationState } from "../../../core/record/index.js";
import { unlike } from "../../observation/index.js";
import { isLastTurn, type Tally } from "./invariant-caps.js";
import type { Ending } from "./invariant-moves.js";
import { partyOf } from "./invariant-moves.js";

/** An event of an entry, read leniently. */
export interface EnteredEvent {
  readonly type: string;
  readonly agentId?: string;
  readonly claimId?: string;
  readonly id?: string;
  readonly question?: string;
  readonly answer?: string;
  readonly failure?: FailedTurn;
}

/** What the record waits for after the event, or a fault. */
export function afterParking(before: NegotiationState, event: EnteredEvent, at: number): Awaiting | string {
  const { awaiting, rules } = before;
  const { agentId = "", claimId = "" } = event;
  switch (event.type) {
    case "park": {
      if (rules.park === null) return "expected rules that park, got a parked turn";
      if (awaiting?.kind !== "move") return `expected an ordinary turn to be parked, got ${awaiting?.kind}`;
      return { kind: "parked", since: at, firstParkedAt: at, parkMs: rules.park.parkMs, claim: null };
    }
    case "claim": {
      if (awaiting?.kind !== "parked") return `expected a parked turn to be claimed, got ${awaiting?.kind}`;
      if (agentId === "" || claimId === "") return "expected a claim to name its agent and itself";
      const { firstParkedAt, parkMs } = awaiting;
      const claim = { agentId, claimId, claimedAt: at };
      return { kind: "claimed", since: at, firstParkedAt, parkMs, claim };
    }
    default: {
      if (awaiting?.kind !== "claimed")
        return `expected a claimed turn to be released, got ${awaiting?.kind}`;
      const { firstParkedAt, parkMs, claim } = awaiting;
      if (claim.agentId !== agentId || claim.claimId !== claimId) {
        return `expected ${claim.agentId} to release its claim, got ${agentId}`;
      }
      if (at >= firstParkedAt + parkMs) return { kind: "fallback", since: at };
      return { kind: "parked", since: at, firstParkedAt, parkMs, claim: null };
    }
  }
}

/** The consults after one was asked, or a fault. */
export function afterQuestion(
  before: NegotiationState,
  { id = "", question = "" }: EnteredEvent,
  at: number,
  tally: Tally,
): readonly Consult[] | string {
  const { awaiting, consults, floor, rules, standing } = before;
  const asking = floor === null ? undefined : partyOf(before, floor);
  if (rules.consult === null || asking === undefined)
    return "expected rules that let an agent ask, got a consult";
  if (standing === null) return "expected something to ask about, got a consult in the opening";
  if (awaiting?.kind !== "move") return `expected an ordinary turn to ask on, got ${awaiting?.kind}`;
  if (isLastTurn(before, asking.party, asking.seat, tally)) return "expected no consult on the final turn";
  const partyId = asking.party.id;
  const used = consults.filter((one) => one.partyId === partyId).length;
  if (used >= rules.consult.maxPerParty)
    return `expected ${rules.consult.maxPerParty} consults at most, got more`;
  const turnNumber = tally.turnCount + 1;
  const asked = { id, partyId, turnNumber, question, answer: null, askedAt: at, answeredAt: null };
  return [...consults, { ...asked, expired: false }];
}

/** The consults after the last one ended, with an answer or without, or a fault. */
export function afterAnswer(
  { awaiting, consults }: NegotiationState,
  answer: string | null,
  at: number,
): readonly Consult[] | string {
  const asked = consults.at(-1);
  if (awaiting?.kind !== "consult" || asked === undefined)
    return `expected a consult to end, got ${awaiting?.kind}`;
  return [...consults.slice(0, -1), { ...asked, answer, answeredAt: at, expired: answer === null }];
}

/** The failures after one more, and how it may have ended because of it, or a fault. */
export function afterFailedCall(
  before: NegotiationState,
  { failure }: EnteredEvent,
  at: number,
  tally: Tally,
): { readonly failures: readonly FailedTurn[]; readonly endings: readonly (Ending | null)[] } | string {
  const { failures, floor, rules } = before;
  if (failure === undefined) return "expected a failed call, got none";
  const turnNumber = tally.turnCount + 1;
  const since = before.awaiting?.since ?? 0;
  const earlier = failures.filter(
    (one) => one.partyId === floor && one.turnNumber === turnNumber && one.at >= since,
  );
  const attempt = (earlier.at(-1)?.attempt ?? 0) + 1;
  const { kind, error, code, issues } = failure;
  const own = { kind, error, ...(code !== undefined && { code }), ...(issues !== undefined && { issues }) };
  const fault = unlike("the failure", { partyId: floor, turnNumber, attempt, ...own, at }, failure);
  if (fault !== undefined) return fault;
  if (error.length > LONGEST_ERROR)
    return `expected an error of ${LONGEST_ERROR} characters at most, got more`;
  return {
    failures: [...failures, failure].slice(-KEPT_FAILURES),
    endings: endingsAfter(earlier, failure, rules),
  };
}

/** EN-29 and EN-31: one more try, a careful move in its place, or the end. */
function endingsAfter(
  earlier: readonly FailedTurn[],
  { attempt, kind }: FailedTurn,
  { agentAttempts, onInvalidAnswer }: NegotiationState["rules"],
): readonly (Ending | null)[] {
  const hasRepeated = earlier.some((one) => one.kind === "repetition");
  if (kind === "repetition") return [hasRepeated ? { reason: "repetition", by: null } : null];
  // The first repetition is asked again without spending an attempt.
  if (attempt - (hasRepeated ? 1 : 0) < agentAttempts) return [null];
  const isCareful = onInvalidAnswer === "conservative" && (kind === "invalid" || kind === "illegal");
  const error: Ending = { reason: "agent_error", by: null };
  // Whether a careful move was legal would take all the rules of moves to say: both are let pass.
  return isCareful ? [null, error] : [error];
}

/** So many failures, and so much of an error, a record keeps (EN-1). */
const KEPT_FAILURES = 5;
const LONGEST_ERROR = 300;
