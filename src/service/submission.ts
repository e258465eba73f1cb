/**
 * @module
 * A move on its way in: what comes with it, and what can be wrong with that before anything is decided.
 */

import { isText, textName, unmet } from "../core/argument-checks.js";
import type { MoveCommand } from "../core/commands.js";
import type { ReadMove } from "../core/moves.js";
import type { Action, Json, TurnSource } from "../core/negotiation.js";
import type { Issue } from "../errors.js";

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

/** Issues as the JSON of a refusal. */
export function jsonIssues(issues: readonly Issue[]): Json {
  return issues.map(({ path, message }) => ({ path: [...path], message }));
}

/** A read move as a plain one again, for reading it with other limits. */
export function bare(move: ReadMove): unknown {
  const { termsIssue: _, ...fields } = move;
  return fields;
}
