/**
 * @module
 * The negotiations of a tournament in their fixed order, each with a key and a seed of its own, so that neither
 * order nor parallelism can change what is played.
 */

import { seedOf } from "../../preferences/random/index.js";

/** What makes a job: unique in its tournament. Plain JSON. */
export interface JobKey {
  /** Name of the scenario. */
  readonly scenario: string;
  /** Names of the strategies; the first opens. */
  readonly strategies: readonly [string, string];
  /** Which party of the scenario each of them plays: `[0, 1]` as in the file, `[1, 0]` swapped. */
  readonly profiles: readonly [number, number];
  /** From 0. */
  readonly repetition: number;
}

/** One negotiation to be played. */
export interface Job {
  readonly key: JobKey;
  /** Derived from the tournament's seed and the key. */
  readonly seed: number;
  /** Index of the scenario. */
  readonly scenario: number;
  /** Indices of the strategies. */
  readonly strategies: readonly [number, number];
}

/** What decides which jobs there are. */
export interface JobPlan {
  readonly scenarioNames: readonly string[];
  readonly strategyNames: readonly string[];
  /** Whether a strategy also meets itself. */
  readonly selfPlay: boolean;
  /** Whether each pair also plays with the profiles swapped. */
  readonly rotateRoles: boolean;
  readonly repetitions: number;
  readonly seed: number;
}

/** The jobs of a tournament, each made when it is asked for: a thread needs no list of them all. */
export interface JobList {
  readonly count: number;
  /** The job at an index from 0 to `count - 1`; undefined beyond. */
  at(index: number): Job | undefined;
}

/**
 * All jobs: for each scenario each ordered pair of strategies, each order of profiles, each repetition, nested so.
 *
 * @see docs/requirements/bargaining.md, BA-36
 */
export function jobList(plan: JobPlan): JobList {
  const { scenarioNames, strategyNames, repetitions } = plan;
  const places = strategyNames.map((_, index) => index);
  const pairs = places.flatMap((first) =>
    places
      .filter((second) => plan.selfPlay || first !== second)
      .map((second): Pair => ({ indices: [first, second], names: namesOf(plan, first, second) })),
  );
  const orders = plan.rotateRoles ? BOTH_ORDERS : BOTH_ORDERS.slice(0, 1);
  const count = scenarioNames.length * pairs.length * orders.length * repetitions;
  return {
    count,
    at(index) {
      const repetition = index % repetitions;
      const round = Math.floor(index / repetitions);
      const profiles = orders[round % orders.length];
      const matched = Math.floor(round / orders.length);
      const pair = pairs[matched % pairs.length];
      const scenario = Math.floor(matched / pairs.length);
      const name = scenarioNames[scenario];
      if (profiles === undefined || pair === undefined || name === undefined) return undefined;
      const key: JobKey = { scenario: name, strategies: pair.names, profiles, repetition };
      return { key, seed: seedOf(plan.seed, keyText(key)), scenario, strategies: pair.indices };
    },
  };
}

/** A key as text, for maps: the same for equal keys, whatever the order of their members. */
export function keyText({ scenario, strategies, profiles, repetition }: JobKey): string {
  return JSON.stringify([scenario, strategies, profiles, repetition]);
}

interface Pair {
  readonly indices: readonly [number, number];
  readonly names: readonly [string, string];
}

function namesOf({ strategyNames }: JobPlan, first: number, second: number): readonly [string, string] {
  return [strategyNames[first] ?? "", strategyNames[second] ?? ""];
}

const BOTH_ORDERS: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 0],
];
