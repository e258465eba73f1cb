/**
 * @module
 * What follows a failed agent call: another attempt, a careful move in its place, or the end (EN-29,
 * EN-31). Attempts are counted from the record, so that a restart does not begin anew.
 */

import type { Issue, RefusalCode } from "../../errors.js";
import { deepFreeze, type Json } from "../json/index.js";
import type { Action, FailedTurn, Negotiation } from "../record/index.js";
import type { FailCommand, FailedEvent } from "./commands.js";
import { legalMoves } from "./legality-checks.js";
import { emptyMove, type ReadMove } from "./moves.js";
import type { Refusal } from "./refusals.js";

/** The failure as it is kept, and what comes next. */
export interface AfterFailure {
  readonly failure: FailedTurn;
  /** Whether the agent is called once more. */
  readonly willRetry: boolean;
  /** The reason with which it ends the negotiation; `null` otherwise. */
  readonly closes: FailedEvent["closes"];
}

/** What follows this failure of the party with the floor. */
export function afterFailure(negotiation: Negotiation, command: FailCommand, at: number): AfterFailure {
  const earlier = failuresOfThisTurn(negotiation);
  const failure: FailedTurn = Object.freeze({
    partyId: command.partyId,
    turnNumber: command.turnNumber,
    attempt: (earlier.at(-1)?.attempt ?? 0) + 1,
    kind: command.kind,
    code: command.code ?? command.kind,
    error: command.error.slice(0, MAX_ERROR_LENGTH),
    issues: keptIssues(command.issues ?? []),
    at,
  });
  if (command.kind === "repetition") {
    // Asked once more with the repeated text; whoever repeats again has nothing new to say.
    return earlier.some(isRepetition)
      ? { failure, willRetry: false, closes: "repetition" }
      : { failure, willRetry: true, closes: null };
  }
  const isLast = attemptsSpent(earlier) + 1 >= negotiation.rules.agentAttempts;
  if (!isLast) return { failure, willRetry: true, closes: null };
  const isUsable =
    isConservativeAfter(negotiation, command.kind) && conservativeMove(negotiation) !== undefined;
  return { failure, willRetry: false, closes: isUsable ? null : "agent_error" };
}

/** The failed calls for the turn that is awaited now, by the agent that is asked now, oldest first. */
export function failuresOfThisTurn(negotiation: Negotiation): readonly FailedTurn[] {
  const { awaiting, floor, turns } = negotiation;
  return negotiation.failures.filter(
    (one) => one.partyId === floor && one.turnNumber === turns.length + 1 && one.at >= (awaiting?.since ?? 0),
  );
}

/**
 * How many of `agentAttempts` these failed calls for one turn have used up; a repetition uses up none.
 *
 * Counted from the last one's number: a record keeps five failures, and there may be six calls.
 */
export function attemptsSpent(failures: readonly FailedTurn[]): number {
  return (failures.at(-1)?.attempt ?? 0) - (failures.some(isRepetition) ? 1 : 0);
}

/** Whether a careful move stands in after the last failure was of that kind. */
function isConservativeAfter(negotiation: Negotiation, kind: FailedTurn["kind"]): boolean {
  return negotiation.rules.onInvalidAnswer === "conservative" && (kind === "invalid" || kind === "illegal");
}

/**
 * The careful move for the party with the floor: the first legal of `reject` on the final turn, a
 * `counter` with its own last terms, `withdraw`; `undefined` when none is legal.
 *
 * @param permitted - what policies leave of the legal actions; all of them by default
 * @see docs/requirements/engine.md, EN-29
 */
export function conservativeMove(
  negotiation: Negotiation,
  permitted?: readonly Action[],
): ReadMove | undefined {
  const { floor, rules } = negotiation;
  const legal = floor === null ? undefined : legalMoves(negotiation, floor);
  if (floor === null || legal === undefined) return undefined;
  const actions = permitted ?? legal.actions;
  if (legal.isFinalTurn && actions.includes("reject")) return Object.freeze(emptyMove("reject"));
  if (actions.includes("counter")) {
    const own = negotiation.turns.findLast((turn) => turn.partyId === floor && turn.round !== null);
    const terms = rules.terms === "none" ? null : ((own?.terms ?? null) as Json);
    if (rules.terms !== "required" || terms !== null)
      return Object.freeze({ ...emptyMove("counter"), terms });
  }
  return actions.includes("withdraw") ? Object.freeze(emptyMove("withdraw")) : undefined;
}

/** What is told and kept of a failure. */
export type Why = Pick<FailCommand, "code" | "error" | "issues" | "cause">;

/** What a refusal says to the agent whose answer it was. */
export function whyRefused({ code, message: error, details }: Refusal): Why {
  // The hook's own words, whatever they are.
  const isHooks = code === "not_admitted";
  const message = isHooks ? `${error} ${JSON.stringify(details)}` : error;
  const issue = { path: isHooks ? [] : [MEMBERS[code] ?? "action"], message };
  const issues = isHooks ? undefined : (details["issues"] as readonly Issue[] | undefined);
  return { code, error, issues: issues ?? [issue] };
}

/** What a refusal without issues of its own is about; the others are about the action. */
const MEMBERS: { readonly [Code in RefusalCode]?: string } = {
  terms_required: "terms",
  terms_not_allowed: "terms",
  message_required: "message",
  repeated_message: "message",
  stale_proposal: "replyTo",
  proposal_id_taken: "proposalId",
  validity_passed: "validUntilAt",
  consult_unavailable: "consult",
};

function isRepetition({ kind }: FailedTurn): boolean {
  return kind === "repetition";
}

/** So much of an error is kept (EN-1). */
const MAX_ERROR_LENGTH = 300;

/** As JSON: a path that a schema gives may be long. Chosen: ten issues with their messages fit. */
const MAX_ISSUES_LENGTH = 8_000;

function keptIssues(issues: readonly Issue[]): readonly Issue[] {
  const kept = issues
    .slice(0, 10)
    .map(({ path, message }) => ({ path: [...path], message: message.slice(0, MAX_ERROR_LENGTH) }));
  while (JSON.stringify(kept).length > MAX_ISSUES_LENGTH) kept.pop();
  return deepFreeze(kept);
}
