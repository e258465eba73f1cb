import { type InverseUtility, inverseUtility } from "../../src/preferences/inverse/index.js";
import {
  type AdditivePreferences,
  type OutcomeSpace,
  outcomeSpace,
} from "../../src/preferences/model/index.js";
import {
  type AcceptanceCondition,
  type OpponentModel,
  type PartyView,
  Player,
  type Strategy,
  type TurnSheet,
  timeOfTurn,
} from "../../src/strategies/play/index.js";

/** One party without a partner: a test says what it hears, turn by turn. */
export interface SoloParty {
  readonly view: PartyView;
  readonly sheet: TurnSheet;
  /** The other side proposes the outcome. */
  hear(index: number): void;
  /** The party's own proposal is made, whatever it would have decided. */
  say(index: number): void;
  /** What the party would do now: an outcome, or `ACCEPT`. */
  decide(): number;
  /** The party decides, and its proposal is made. */
  propose(): number;
  justification(action: "propose" | "counter" | "accept", index: number): unknown;
}

export function soloParty(inverse: InverseUtility, strategy: Strategy, seed = 1, turnLimit = 200): SoloParty {
  const sheet: TurnSheet = { outcomes: [-1], relativeTimes: [0], proposalIds: [""] };
  const player = new Player({
    strategy,
    inverse,
    partyId: "ada",
    seat: "initiator",
    parties: 2,
    seed,
    sheet,
    whenNoRationalOutcome: "propose-best",
    onHookFailure: () => {},
  });
  const turnNumber = (): number => sheet.outcomes.length;
  const record = (index: number, isOwn: boolean): void => {
    const turn = turnNumber();
    sheet.outcomes.push(index);
    sheet.relativeTimes.push(timeOfTurn(turn, turnLimit, 2));
    sheet.proposalIds?.push(`proposal-${turn}`);
    player.hear(turn, isOwn, turnLimit - turn + 1);
  };
  const decide = (): number => {
    const turn = turnNumber();
    return player.decide(turn, timeOfTurn(turn, turnLimit, 2), turnLimit - turn + 1);
  };
  return {
    view: player.view,
    sheet,
    hear: (index) => record(index, false),
    say: (index) => record(index, true),
    decide,
    propose() {
      const decision = decide();
      record(decision, true);
      return decision;
    },
    justification: (action, index) => player.justification(action, index),
  };
}

/** Accepts nothing, so that every turn is a proposal. */
export const never: AcceptanceCondition = { name: "never", start: () => () => false };

/** The strategy with an acceptance condition that never accepts. */
export function stubborn(strategy: Strategy): Strategy {
  return { ...strategy, acceptance: never };
}

/** Categorical issues of these sizes, called a, b, c ... with values v0, v1 ... */
export function categoricalSpace(...sizes: readonly number[]): OutcomeSpace {
  return outcomeSpace(
    sizes.map((size, issue) => ({
      name: String.fromCharCode(97 + issue),
      kind: "categorical" as const,
      values: Array.from({ length: size }, (_, value) => `v${value}`),
    })),
  );
}

/** One issue whose values have these utilities. */
export function inverseOf(utilities: readonly number[], reservation: number | null = null): InverseUtility {
  return inverseUtility(categoricalSpace(utilities.length), additive([1], [utilities], reservation));
}

export function additive(
  weights: readonly number[],
  tables: readonly (readonly number[])[],
  reservation: number | null = null,
): AdditivePreferences {
  return {
    kind: "additive",
    weights: [...weights],
    values: tables.map((values) => ({ kind: "table", values: [...values] })),
    reservation,
  };
}

/** A model that knows: the utility of each outcome by a function. */
export function knowing(utility: (index: number) => number, weights: readonly number[] = []): OpponentModel {
  return {
    name: "knowing",
    start: () => ({ observe: () => {}, utility, weights: () => weights }),
  };
}
