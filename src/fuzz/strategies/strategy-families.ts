/**
 * @module
 * What the named strategies promise beyond what every strategy does, and whether one concedes as its family promises,
 * judged on the offers that it makes when it never accepts.
 */

import type { Strategy } from "../../strategies/play/index.js";
import type { StrategyBreach } from "./strategy-fault.js";
import type { StrategyMaker } from "./strategy-judges.js";
import { decisionText, type PlayedTurn, played, StrategyPlay, unyielding } from "./strategy-play.js";
import { type PreparedTrial, partnerOf, partsOf } from "./strategy-trial.js";

/**
 * The first offer that breaks the promise of the family, or `null`.
 *
 * @see Faratin, Sierra, Jennings, Negotiation decision functions for autonomous agents, 1998, section 4;
 * docs/requirements/bargaining.md, BA-17, BA-18, BA-21 and BA-25
 */
export function brokenFamily(
  trial: PreparedTrial,
  make: StrategyMaker,
  family: StrategyFamily,
): StrategyBreach | null {
  return JUDGES[family](trial, () => unyielding(make()));
}

type FamilyJudge = (trial: PreparedTrial, make: StrategyMaker) => StrategyBreach | null;

const JUDGES: Readonly<Record<StrategyFamily, FamilyJudge>> = {
  "time-dependent": (trial, make) => risenOffer(trial, make()) ?? answeringOffer(trial, make),
  monotonic: (trial, make) => risenOffer(trial, make()),
  "tit-for-tat": (trial, make) => perverseAnswer(trial, make) ?? risenAgainstConceder(trial, make()),
  tough: (trial, make) => changedOffer(trial, make()),
  none: () => null,
};

/** Outcomes this near, in shares of the own range, count as worth the same: the tie rule of BA-17. */
const TOLERANCE = 1e-6;

function toleranceOf({ inverse }: PreparedTrial): number {
  return TOLERANCE * (inverse.maximum - inverse.minimum);
}

function risenOffer(trial: PreparedTrial, strategy: Strategy): StrategyBreach | null {
  const tolerance = toleranceOf(trial);
  return steppedOffer(trial, strategy, "asks more than before", (rise) => rise > tolerance);
}

function changedOffer(trial: PreparedTrial, strategy: Strategy): StrategyBreach | null {
  const tolerance = toleranceOf(trial);
  return steppedOffer(trial, strategy, "changes what it asks", (rise) => Math.abs(rise) > tolerance);
}

function risenAgainstConceder(trial: PreparedTrial, strategy: Strategy): StrategyBreach | null {
  const places = trial.places.toSorted((one, other) => one - other);
  return risenOffer({ ...trial, places }, strategy);
}

/** The first own offer that differs from the one before it by such an amount of own utility. */
function steppedOffer(
  trial: PreparedTrial,
  strategy: Strategy,
  what: string,
  isBreach: (rise: number) => boolean,
): StrategyBreach | null {
  const { inverse } = trial;
  const { turns } = played(partsOf(trial, strategy), partnerOf(trial));
  let before: PlayedTurn | undefined;
  for (const turn of turns) {
    if (!turn.isOwn || turn.decision < 0) continue;
    if (before !== undefined && isBreach(inverse.utility(turn.decision) - inverse.utility(before.decision))) {
      const [now, then] = [decisionText(turn.decision, inverse), decisionText(before.decision, inverse)];
      return {
        reason: `at turn ${turn.turnNumber} it ${what}: ${now} after ${then}.`,
        turns: turns.slice(0, turn.turnNumber),
      };
    }
    before = turn;
  }
  return null;
}

/** The first own offer that is another against a partner who only ever offers the worst. */
function answeringOffer(trial: PreparedTrial, make: StrategyMaker): StrategyBreach | null {
  const { inverse } = trial;
  const { turns } = played(partsOf(trial, make()), partnerOf(trial));
  const others = played(partsOf(trial, make()), partnerOf({ places: [], inverse })).turns;
  const tolerance = toleranceOf(trial);
  for (const { turnNumber, isOwn, decision } of turns) {
    const other = others[turnNumber - 1]?.decision ?? -1;
    if (!isOwn || decision < 0 || other < 0) continue;
    if (Math.abs(inverse.utility(decision) - inverse.utility(other)) <= tolerance) continue;
    const [offered, otherwise] = [decisionText(decision, inverse), decisionText(other, inverse)];
    return {
      reason: `at turn ${turnNumber} it answers the other side: ${offered}, but ${otherwise} where that stays at the worst.`,
      turns: turns.slice(0, turnNumber),
    };
  }
  return null;
}

/**
 * At each own turn: what it asks had the other side's latest offer been another, all else equal. More for more, or less
 * for less, is perverse.
 */
function perverseAnswer(trial: PreparedTrial, make: StrategyMaker): StrategyBreach | null {
  const { inverse, places } = trial;
  const { turns } = played(partsOf(trial, make()), partnerOf(trial));
  // The partner's own offers in other order: what it could have said instead.
  const alternative = partnerOf({ inverse, places: places.map((place) => 999 - place) });
  for (const { turnNumber, isOwn, decision } of turns) {
    const latest = turns[turnNumber - 2];
    if (!isOwn || decision < 0 || latest === undefined) continue;
    const instead = alternative(turnNumber - 1);
    const [worth, worthInstead] = [latest.decision, instead].map((index) => inverse.utility(index)) as [
      number,
      number,
    ];
    const more = worthInstead - worth;
    // Where a ratio has no answer, the strategies of the literature keep what they asked.
    if (more === 0 || worth <= 0 || worthInstead <= 0) continue;
    const history = [...turns.slice(0, turnNumber - 2), { ...latest, decision: instead }];
    const answer = answerTo(trial, make(), history);
    if (answer < 0) continue;
    const rise = inverse.utility(answer) - inverse.utility(decision);
    if (more > 0 ? rise <= toleranceOf(trial) : -rise <= toleranceOf(trial)) continue;
    const [got, gotInstead] = [latest.decision, instead].map((index) => decisionText(index, inverse));
    const [asks, asksInstead] = [decision, answer].map((index) => decisionText(index, inverse));
    return {
      reason: `at turn ${turnNumber} it answers ${got} with ${asks}, and ${gotInstead} with ${asksInstead}.`,
      turns: turns.slice(0, turnNumber),
    };
  }
  return null;
}

/** What a party that was told these turns proposes next; below 0 for nothing. */
function answerTo(trial: PreparedTrial, strategy: Strategy, history: readonly PlayedTurn[]): number {
  const play = new StrategyPlay(partsOf(trial, strategy));
  for (const { decision, isOwn } of history) play.record(decision, isOwn);
  return play.decision() ?? -1;
}

/**
 * How a strategy concedes. All of it is judged on what it offers when it never accepts.
 *
 * - `time-dependent`: its own offered utility never rises, and is the same whatever the other side does
 * - `monotonic`: its own offered utility never rises
 * - `tit-for-tat`: all else equal, it never asks more because the other side offered it more, nor less because that
 *   offered less; and it never asks more against one who only concedes
 * - `tough`: its own offered utility never changes
 * - `none`: nothing
 */
export type StrategyFamily = "time-dependent" | "monotonic" | "tit-for-tat" | "tough" | "none";

/** What a strategy promises of itself. */
interface StrategyPromises {
  readonly family: StrategyFamily;
  /** How many times as much an offer may cost among 100,000 outcomes as among 1,000; "none" for no promise. */
  readonly slowdown: number | "none";
}

/** What a strategy of this name promises; of another, what any strategy is held to. */
export function promisesOf(name: string): StrategyPromises {
  const family = Object.hasOwn(FAMILIES, name) ? FAMILIES[name] : undefined;
  return { family: family ?? "none", slowdown: GROWING.includes(name) ? "none" : FAIR_SLOWDOWN };
}

/** An offer on a space of 100,000 outcomes costs at most so many times one on 1,000: what a binary search does. */
const FAIR_SLOWDOWN = 3;

const FAMILIES: Readonly<Partial<Record<string, StrategyFamily>>> = {
  boulware: "time-dependent",
  linear: "time-dependent",
  conceder: "time-dependent",
  tough: "tough",
  "monotonic-concession": "monotonic",
  "relative-tit-for-tat": "tit-for-tat",
  "random-absolute-tit-for-tat": "tit-for-tat",
  "averaged-tit-for-tat": "tit-for-tat",
};

/** By definition they weigh many outcomes at a turn, as their documentation says. */
const GROWING: readonly string[] = ["nice-tit-for-tat", "trade-off", "zeuthen"];
