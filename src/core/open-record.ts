/**
 * @module
 * The record of a negotiation in which nothing was proposed yet: where every history begins.
 */

import type { CreateCommand } from "./moves/index.js";
import { type Negotiation, NO_DEADLINES } from "./record/index.js";

/**
 * An open record: floor with the opener, total and opening deadlines armed.
 *
 * @param now - epoch ms
 * @param version - 0, or -1 where the opening is recorded in the same commit
 */
export function openRecord(command: CreateCommand, now: number, version: 0 | -1): Negotiation {
  const { rules } = command;
  const openMs = rules.openMs ?? rules.turnMs;
  return Object.freeze({
    schema: 1,
    id: command.id,
    createCommandId: command.commandId,
    roomId: command.roomId,
    version,
    status: "open",
    initiator: command.initiator,
    responder: command.responder,
    rules,
    context: command.context,
    heldBy: command.heldBy,
    turns: NONE,
    standing: null,
    floor: command[rules.opener].id,
    awaiting: Object.freeze({ kind: "move", since: now }),
    deadlines: Object.freeze({
      ...NO_DEADLINES,
      totalAt: rules.totalMs === null ? null : now + rules.totalMs,
      turnAt: openMs === null ? null : now + openMs,
    }),
    failures: NONE,
    consults: NONE,
    outcome: null,
    createdAt: now,
    updatedAt: now,
  } satisfies Negotiation);
}

const NONE: readonly never[] = Object.freeze([]);
