/**
 * @module
 * The negotiations of a tournament in their fixed order, each with a key and a seed of its own, so that neither
 * order nor parallelism can change what is played.
 */

import { seedOf } from "../preferences/random.js";

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

/**
 * All jobs: for each scenario each ordered pair of strategies, each order of profiles, each repetition, nested so.
 *
 * @see spec/bargaining.md, BA-36
 */
export function jobsOf(plan: JobPlan): readonly Job[] {
  const jobs: Job[] = [];
  const { scenarioNames, strategyNames } = plan;
  for (let scenario = 0; scenario < scenarioNames.length; scenario += 1) {
    for (let first = 0; first < strategyNames.length; first += 1) {
      for (let second = 0; second < strategyNames.length; second += 1) {
        if (first === second && !plan.selfPlay) continue;
        addJobs(jobs, plan, scenario, [first, second]);
      }
    }
  }
  return jobs;
}

/** A key as text, for maps: the same for equal keys, whatever the order of their members. */
export function keyText({ scenario, strategies, profiles, repetition }: JobKey): string {
  return JSON.stringify([scenario, strategies, profiles, repetition]);
}

function addJobs(
  jobs: Job[],
  plan: JobPlan,
  scenario: number,
  strategies: readonly [first: number, second: number],
): void {
  const names = strategies.map((index) => plan.strategyNames[index]) as [string, string];
  for (const profiles of plan.rotateRoles ? BOTH_ORDERS : BOTH_ORDERS.slice(0, 1)) {
    for (let repetition = 0; repetition < plan.repetitions; repetition += 1) {
      const key: JobKey = {
        scenario: plan.scenarioNames[scenario] ?? "",
        strategies: names,
        profiles,
        repetition,
      };
      jobs.push({ key, seed: seedOf(plan.seed, keyText(key)), scenario, strategies });
    }
  }
}

const BOTH_ORDERS: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 0],
];
