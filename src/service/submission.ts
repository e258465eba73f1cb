/**
 * @module
 * A move on its way in: what comes with it, and what can be wrong with that before anything is decided.
 */

import type { MoveCommand } from "../core/commands.js";
import type { ReadMove } from "../core/moves.js";
import type { Action, Json, TurnSource } from "../core/negotiation.js";
import { type Issue, shown } from "../errors.js";

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
  if (
    commandId !== undefined &&
    (typeof commandId !== "string" || commandId === "" || commandId.length > 128)
  ) {
    return {
      path: ["commandId"],
      message: `Expected commandId to be 1 to 128 characters, got ${shown(commandId)}.`,
    };
  }
  if (expectedVersion !== undefined && !Number.isSafeInteger(expectedVersion)) {
    return {
      path: ["expectedVersion"],
      message: `Expected expectedVersion to be an integer, got ${shown(expectedVersion)}.`,
    };
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
