/**
 * @module
 * The rules as they stand resolved in a record, and what follows from them alone. How a host writes them is in
 * `rules-input.ts`, the named sets are in `presets/`.
 */

import type { Action, Party, PartyKind, Seat } from "./negotiation.js";

/** Which of three pairings the two kinds make. */
export type Pairing = "system" | "mixed" | "personal";

/** All pairings. */
export const PAIRINGS: readonly Pairing[] = ["system", "mixed", "personal"];

/** Values for the three pairings: both system, one of each, both personal. */
export interface ByPairing<T> {
  readonly system: T;
  readonly mixed: T;
  readonly personal: T;
}

/** An integer, or no limit at all (which demands a finite `totalMs`). */
export type CapLimit = number | "unlimited";

/** Action lists that are intersected: rules, seat, kind. `null` where a list says nothing. */
export interface ActionRules {
  readonly all: readonly Action[];
  readonly initiator: readonly Action[] | null;
  readonly responder: readonly Action[] | null;
  readonly system: readonly Action[] | null;
  readonly personal: readonly Action[] | null;
}

/** The bound on turns or proposals, resolved. */
export interface Cap {
  readonly counts: "turns" | "proposals";
  readonly limit: CapLimit;
  readonly mode: "reach" | "exceed";
  readonly result: "expired" | "stalled" | "refuse";
}

/** How a turn waits to be picked up; see `service/parking/`. */
export interface ParkRules {
  /** Milliseconds. */
  readonly parkMs: number;
  readonly claimBudget: "remaining" | "fresh";
  /** Milliseconds; set if and only if `claimBudget` is `fresh`. */
  readonly claimMs: number | null;
  readonly onClaimExpiry: "repark" | "fallback" | "close";
  /** Milliseconds since its last sign of life in which an agent counts as reachable; `null`: always park. */
  readonly freshMs: number | null;
}

/** How often, and how long, a party's agent may ask its own principal. */
export interface ConsultRules {
  readonly maxPerParty: number;
  /** Milliseconds. */
  readonly windowMs: number;
}

/** The resolved rules that stand in a record, pinned when it was created. Durations in milliseconds. */
export interface NegotiationRules {
  readonly preset: string;
  readonly actions: ActionRules;
  readonly opener: Seat;
  readonly repropose: "counter" | "refuse";
  readonly cap: Cap;
  readonly turnMs: number | null;
  readonly openMs: number | null;
  readonly totalMs: number | null;
  readonly validityMs: number | null;
  readonly agentTimeoutMs: number | null;
  readonly onTurnTimeout: "expire" | "stall" | "fallback";
  readonly onTotalTimeout: "expire" | "stall";
  readonly onFailure: "stall" | "expire";
  readonly onCancel: "withdraw" | "expire";
  readonly onReject: "end" | "continue";
  readonly withdrawOffTurn: boolean;
  readonly terms: "required" | "optional" | "none";
  readonly partialTerms: "refuse" | "merge";
  readonly finalTurn: { readonly system: FinalTurn; readonly personal: FinalTurn };
  readonly agentAttempts: number;
  readonly onInvalidAnswer: "fail" | "conservative";
  readonly repetition: "off" | "guard";
  readonly deadlockAfter: number;
  readonly consult: ConsultRules | null;
  readonly park: ParkRules | null;
  readonly oneActive: "room" | "pair" | "none";
  readonly messageRequiredFor: readonly Action[];
  readonly assessments: "private" | "roles" | "shared";
  readonly assessmentRequired: boolean;
  readonly maxMessageLength: number;
  readonly maxTermsBytes: number;
}

/** What may be done on the last turn of a `reach` cap: any move, or only one that decides. */
export type FinalTurn = "record" | "decide";

/** The pairing of two kinds. */
export function pairingOf(initiator: Pick<Party, "kind">, responder: Pick<Party, "kind">): Pairing {
  if (initiator.kind !== responder.kind) return "mixed";
  return initiator.kind;
}

/** Which list forbids an action: the rules for all, those of the seat, or those of the kind. */
export type Forbidding = "rules" | "seat" | "kind";

/** Whether the lists allow `action`, and if not, which of them says so first. */
export function forbiddenBy(
  actions: ActionRules,
  seat: Seat,
  kind: PartyKind,
  action: Action,
): Forbidding | undefined {
  if (!actions.all.includes(action)) return "rules";
  const ofSeat = actions[seat];
  if (ofSeat !== null && !ofSeat.includes(action)) return "seat";
  const ofKind = actions[kind];
  if (ofKind !== null && !ofKind.includes(action)) return "kind";
  return undefined;
}

/** What a party of that seat and kind may ever do, in the order of the rules. */
export function allowedActions(actions: ActionRules, seat: Seat, kind: PartyKind): readonly Action[] {
  return actions.all.filter((action) => forbiddenBy(actions, seat, kind, action) === undefined);
}
