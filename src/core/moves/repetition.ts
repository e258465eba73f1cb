/**
 * @module
 * Two looks at whether the parties still get anywhere: a message said before (the copy loop, EN-31)
 * and a long run of counters and questions (the deadlock, EN-32).
 */

import type { Consult, Negotiation, Turn } from "../record/index.js";
import type { MoveEvent } from "./commands.js";

/** Whether the rules guard against repetition and this non-final move says what was said before. */
export function isRepeated(negotiation: Negotiation, event: MoveEvent): boolean {
  if (negotiation.rules.repetition === "off" || event.move.message === null) return false;
  if (event.type !== "propose" && event.type !== "counter" && event.type !== "question") return false;
  return earlierTurnSaying(negotiation, event.move.message) !== undefined;
}

/** The first turn with that message (NFC, trimmed, white space collapsed), or `undefined`. */
export function earlierTurnSaying(negotiation: Negotiation, message: string): Turn | undefined {
  const text = comparable(message);
  if (text === "") return undefined;
  return negotiation.turns.find((turn) => turn.message !== null && comparable(turn.message) === text);
}

/**
 * The length of the trailing run of `counter` and `question` turns.
 *
 * Anything else, and a consult, resets it.
 *
 * @param consults - those of the negotiation, none by default
 * @param most - a longer run is not counted further
 */
export function deadlockRun(
  turns: readonly Pick<Turn, "action" | "number">[],
  consults: readonly Pick<Consult, "turnNumber">[] = [],
  most: number = turns.length,
): number {
  const since = consults.at(-1)?.turnNumber ?? 0;
  let run = 0;
  while (run < most) {
    const turn = turns[turns.length - 1 - run];
    if (turn === undefined || turn.number < since) break;
    if (turn.action !== "counter" && turn.action !== "question") break;
    run += 1;
  }
  return run;
}

/**
 * Whether the trailing run is at least `threshold` long. Advice only: it changes no legal move.
 *
 * @param threshold - an integer of at least 2; anything else counts as 4 (EN-32)
 */
export function isDeadlocked(
  turns: readonly Pick<Turn, "action" | "number">[],
  threshold = 4,
  consults: readonly Pick<Consult, "turnNumber">[] = [],
): boolean {
  const needed = Number.isInteger(threshold) && threshold >= 2 ? threshold : 4;
  return deadlockRun(turns, consults, needed) >= needed;
}

function comparable(message: string): string {
  return message.normalize("NFC").trim().replace(/\s+/gu, " ");
}
