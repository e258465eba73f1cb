/**
 * @module
 * A move on its way in: what comes with it, and what can be wrong with that before anything is decided.
 */

import { isText, textName, unmet } from "../../../core/checks/index.js";
import { isEqualJson, type Json } from "../../../core/json/index.js";
import { type MoveCommand, type ReadMove, type Refusal, readMove } from "../../../core/moves/index.js";
import type { Action, Negotiation, TurnSource } from "../../../core/record/index.js";
import type { Issue } from "../../../errors.js";
import { malformed } from "./input-refusals.js";

/** A move on its way in. */
export interface Submission {
  readonly id: string;
  readonly partyId: string;
  /** As it came; read here. */
  readonly move: unknown;
  readonly commandId?: string | undefined;
  readonly expectedVersion?: number | undefined;
  readonly source?: TurnSource;
  readonly coercedFrom?: Action | null;
  readonly claim?: MoveCommand["claim"];
  /** Whether it fails where something answers later. */
  readonly atOnce?: boolean;
}

/** The error of who wants an answer at once where there is none. */
export function answersLater(what: string): TypeError {
  return new TypeError(`Expected ${what} to answer at once, got a promise. Use submit().`);
}

/** What is wrong with the options of a submission, if anything is. */
export function doorProblem(submission: Submission): Issue | undefined {
  const { commandId, expectedVersion } = submission;
  if (commandId !== undefined && !isText(commandId, 128)) {
    return { path: ["commandId"], message: unmet("commandId", textName(128), commandId) };
  }
  if (expectedVersion !== undefined && !Number.isSafeInteger(expectedVersion)) {
    const message = unmet("expectedVersion", "an integer", expectedVersion);
    return { path: ["expectedVersion"], message };
  }
  return undefined;
}

/** A move that was read, on its way to its commit. */
export interface PendingMove<Terms> {
  readonly id: string;
  readonly command: MoveCommand;
  /** Those that it was read with. */
  readonly limits: unknown;
  /** The record as it was known when the move came in: what an acceptance means that names nothing (EN-70). */
  shown: Negotiation<Terms> | undefined;
  /** How often the schema and admission were asked, about which version last, and what they said. */
  judgements: number;
  /** Whether it was, or is, this one for which others of its command wait. */
  isJudging?: true;
  /** Makes the ids of proposals where the preset has its own form of them (BD-1a). */
  readonly uuid: (() => string) | undefined;
  proposalId?: string;
  judgedVersion?: number | undefined;
  /** What the schema gave back for which terms, where that is stored (EN-68). */
  parsed?: { readonly from: Json; readonly to: Json };
  verdict?: Refusal | undefined;
  /** Whether it fails where it would be judged later. */
  readonly atOnce: boolean | undefined;
}

/** The command as this record takes it: read with its limits, and naming the proposal that it means. */
export function commandOn<Terms>(
  pending: PendingMove<Terms>,
  record: Negotiation<Terms>,
): MoveCommand | Refusal {
  const { command } = pending;
  let { move } = command;
  // Read at the door with other limits than this negotiation's own: read again.
  if (record.rules !== pending.limits) {
    const again = readMove(bare(move), record.rules);
    if (!again.ok) return malformed(record, pending.id, command.partyId, again.issues);
    if (move.termsIssue === null) move = again.move;
  }
  // By a claim it means what was picked up.
  const isNamed = (move.replyTo ?? command.expectedVersion ?? command.claim) !== null;
  // So do changes: they are those of the terms that were shown.
  const isAnswer = move.action === "accept" || (move.changes !== undefined && record.standing !== null);
  if (isAnswer && !isNamed) {
    pending.shown ??= record;
    // Nothing stood: no proposal has that name, so that none is accepted unseen.
    move = Object.freeze({ ...move, replyTo: pending.shown.standing?.id ?? "" });
  }
  const isProposal = move.action === "propose" || move.action === "counter";
  if (
    isProposal &&
    move.proposalId === null &&
    record.rules.preset === "bindu" &&
    pending.uuid !== undefined
  ) {
    // One for all decisions on it.
    pending.proposalId ??= pending.uuid();
    move = Object.freeze({ ...move, proposalId: pending.proposalId });
  }
  return move === command.move ? command : { ...command, move };
}

/** The move with what the schema gave back for its terms, where it was asked about these. */
export function withParsedTerms(move: ReadMove, parsed: PendingMove<never>["parsed"]): ReadMove {
  if (parsed === undefined || move.isParsed || !isEqualJson(parsed.from, move.terms)) return move;
  return Object.freeze({ ...move, terms: parsed.to, isParsed: true });
}

/** A read move as a plain one again, for reading it with other limits. */
export function bare(move: ReadMove): unknown {
  const { termsIssue: _, ...fields } = move;
  return fields;
}
