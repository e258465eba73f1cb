/**
 * @module
 * What an agent's answer comes to while nothing has been proposed: agents are helped to open or to
 * decline, callers from outside are not (EN-14).
 */

import type { Action } from "../../core/record/index.js";

/** An answer as it is handed in, and what the agent had called it if that was changed. */
export interface OpeningAnswer {
  readonly move: unknown;
  readonly coercedFrom: Action | null;
}

/**
 * The answer as an opening: `counter`, `accept` and `question` become `propose`, a refusal `withdraw`.
 *
 * Whether it brought what a proposal needs is judged as for any other move.
 */
export function openingAnswer(answer: object): OpeningAnswer {
  const { action } = answer as { readonly action?: unknown };
  switch (action) {
    case "counter":
    case "accept":
    case "question":
      return { move: { ...answer, action: "propose" }, coercedFrom: action };
    case "reject":
      return { move: { ...answer, action: "withdraw" }, coercedFrom: action };
    default:
      return { move: answer, coercedFrom: null };
  }
}
