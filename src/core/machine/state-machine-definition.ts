/**
 * @module
 * The one definition of states and transitions, as an XState machine's data; guards and updates stand in
 * `guards.ts` and `*-updates.ts`. The library walks the table that `compile-table.ts` makes of it.
 */

import type { MachineEvent } from "../moves/index.js";
import type { Negotiation } from "../record/index.js";
import { awaitingUpdates } from "./awaiting-updates.js";
import { closingUpdates } from "./closing-updates.js";
import { guards } from "./guards.js";
import { updates } from "./move-updates.js";

/** The guards by name, called directly by the table. */
export const GUARDS: Readonly<Record<keyof typeof guards, Guard>> = guards as never;

/** The updates by name, called directly by the table. */
export const UPDATES: Readonly<Record<UpdateName, Update>> = {
  ...updates,
  ...closingUpdates,
  ...awaitingUpdates,
} as never;

/** A pure question about a record and an event. */
export type Guard = (negotiation: Negotiation, event: MachineEvent) => boolean;

/** A pure step from a record and an event to the next record. */
export type Update = (negotiation: Negotiation, event: MachineEvent) => Negotiation;

/** One way out of a state. */
interface TransitionDefinition {
  readonly guard?: keyof typeof guards;
  readonly target?: string;
  readonly actions: UpdateName;
}

type Definitions = Readonly<Record<string, TransitionDefinition | readonly TransitionDefinition[]>>;

/** The configuration of an XState machine, as far as this one needs it. */
export interface MachineDefinition {
  readonly id: string;
  readonly initial: string;
  readonly states: Readonly<Record<string, StateDefinition>>;
}

/** A state: compound with states of its own, atomic, or final. */
export interface StateDefinition {
  readonly type?: "final";
  readonly initial?: string;
  readonly on?: Definitions;
  readonly states?: Readonly<Record<string, StateDefinition>>;
}

type UpdateName = keyof typeof updates | keyof typeof closingUpdates | keyof typeof awaitingUpdates;

/** What the cap makes of a move that does not decide, before the ordinary way is tried. */
const AT_CAP: readonly TransitionDefinition[] = [
  { guard: "exceedsCapExpiring", target: "#negotiation.expired", actions: "expireAtCap" },
  { guard: "exceedsCapStalling", target: "#negotiation.stalled", actions: "stallAtCap" },
  { guard: "reachesCapExpiring", target: "#negotiation.expired", actions: "recordLastAndExpire" },
  { guard: "reachesCapStalling", target: "#negotiation.stalled", actions: "recordLastAndStall" },
];

/** The opening, also the next one after a rejection that went on. */
const OPENING: readonly TransitionDefinition[] = [
  ...AT_CAP,
  { guard: "mayMove", target: "#negotiation.live.proposed", actions: "recordOpening" },
];

/** A counter, also as a repeated `propose`. */
const COUNTERING: readonly TransitionDefinition[] = [
  ...AT_CAP,
  { guard: "mayMove", target: "#negotiation.live.countered", actions: "recordCounter" },
];

/** A question keeps the state and passes the floor. */
const ASKING: readonly TransitionDefinition[] = [...AT_CAP, { guard: "mayMove", actions: "recordQuestion" }];

/** What can be done about a standing proposal, whoever made it. */
const ANSWERING: Definitions = {
  propose: COUNTERING,
  counter: COUNTERING,
  question: ASKING,
  accept: { guard: "mayMove", target: "#negotiation.accepted", actions: "recordAcceptance" },
  reject: [
    { guard: "rejectsAndGoesOn", target: "#negotiation.live.open", actions: "recordRefusedOffer" },
    { guard: "mayMove", target: "#negotiation.rejected", actions: "recordRejection" },
  ],
};

/** States and transitions of a negotiation. */
export const MACHINE_CONFIG: MachineDefinition = {
  id: "negotiation",
  initial: "live",
  states: {
    // The finals stand outside `live`, so that nothing that is handled for all live states follows an end.
    live: {
      initial: "open",
      on: {
        withdraw: { guard: "mayMove", target: "withdrawn", actions: "recordWithdrawal" },
        "turn.timeout": [
          { guard: "fallbackFailed", target: "stalled", actions: "stallFallback" },
          { guard: "fallsBack", actions: "beginFallback" },
          { guard: "stallsOnTurnTimeout", target: "stalled", actions: "stallTurn" },
          { target: "expired", actions: "expireTurn" },
        ],
        "total.timeout": [
          { guard: "stallsOnTotalTimeout", target: "stalled", actions: "stallTotal" },
          { target: "expired", actions: "expireTotal" },
        ],
        "proposal.expired": { target: "expired", actions: "expireProposal" },
        "consult.expired": { guard: "mayAnswer", actions: "expireConsult" },
        "park.expired": { actions: "beginFallback" },
        "claim.expired": [
          { guard: "reparks", actions: "reparkTurn" },
          { guard: "closesOnClaimExpiry", target: "stalled", actions: "stallTurn" },
          { actions: "beginFallback" },
        ],
        "agent.failed": [
          { guard: "failureStalls", target: "stalled", actions: "stallOnFailure" },
          { guard: "failureExpires", target: "expired", actions: "expireOnFailure" },
          { actions: "recordFailure" },
        ],
        closed: [
          { guard: "cancelExpires", target: "expired", actions: "cancelAsExpired" },
          { target: "withdrawn", actions: "cancelAsWithdrawn" },
        ],
        park: { guard: "mayPark", actions: "parkTurn" },
        claim: { guard: "mayClaim", actions: "claimTurn" },
        release: [
          { guard: "releasesToPark", actions: "reparkTurn" },
          { guard: "releasesToFallback", actions: "beginFallback" },
        ],
        consult: { guard: "mayConsult", actions: "beginConsult" },
        answer: { guard: "mayAnswer", actions: "answerConsult" },
      },
      states: {
        open: { on: { propose: OPENING } },
        proposed: { on: ANSWERING },
        countered: { on: ANSWERING },
      },
    },
    accepted: { type: "final" },
    rejected: { type: "final" },
    withdrawn: { type: "final" },
    expired: { type: "final" },
    stalled: { type: "final" },
  },
};
