/**
 * @module
 * What people read instead of codes and numbers.
 */

import type { Json } from "../../../core/json/index.js";
import type { Outcome } from "../../../core/record/index.js";

/** What each reason of an outcome means, with `BY` for who moved last. */
export const REASONS: Readonly<Record<Outcome["reason"], string>> = {
  accept: "BY accepted the standing proposal",
  reject: "BY said no, for good",
  withdraw: "BY walked away",
  turn_timeout: "nobody moved before the turn's time ran out",
  total_timeout: "the time for the whole negotiation ran out",
  proposal_expired: "the standing proposal was no longer valid",
  turn_cap: "the cap on turns was reached",
  agent_error: "an agent failed to give a move that could be recorded",
  repetition: "an agent only repeated itself",
  cancelled: "the host ended it",
};

/** How it ended, in a sentence. */
export function outcomeWords({ status, reason, turnCount, by }: Outcome): string {
  const turns = turnCount === 1 ? "after 1 turn" : `after ${turnCount} turns`;
  return `${capital(status)} ${turns}: ${(REASONS[reason] ?? reason).replace("BY", () => by ?? "nobody")}.`;
}

/** A time that is left, or has passed: the two greatest units. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** An instant on this reader's clock. */
export function instant(at: number): string {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toLocaleString() : `${at} ms after 1970`;
}

/** A value of terms on one line, cut where it is long. */
export function valueText(value: Json | undefined, most = 400): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** A text of others, a party's name as well, in which nothing hides, and which does not turn what stands beside it around. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (one) =>
    one === "\n" || one === "\t" ? one : `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** With a great first letter. */
export function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
