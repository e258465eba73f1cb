/**
 * @module
 * The options of a tournament, read and checked once at the door.
 */

import { demandFlags, integerIn, readOptions } from "../core/checks/index.js";
import type { Json } from "../core/json/index.js";
import { type Fault, refusedWith } from "../preferences/model/index.js";
import { parseScenario, type Scenario } from "../preferences/scenarios/index.js";
import { checkEntrants, type Entrant, entrantContent, entrantName } from "./entrant.js";
import { type Job, type JobList, type JobPlan, jobList } from "./play/index.js";
import type { Progress } from "./rows/index.js";
import { fingerprint, type TournamentRow } from "./rows/index.js";

/** What is played, and what is told of it. */
export interface TournamentOptions {
  /** Of two parties each, their names all different. */
  readonly scenarios: readonly Scenario[];
  /** Their names all different. With `workers` above 0 only names and modules. */
  readonly strategies: readonly Entrant[];
  /** Any safe integer: everything random is derived from it. */
  readonly seed: number;
  /** The cap on the turns of a negotiation, of both parties together. */
  readonly turnLimit: number;
  /**
   * Whether a strategy also meets itself.
   * @default true
   */
  readonly selfPlay?: boolean | undefined;
  /**
   * Whether each pair also plays with the profiles of the scenario swapped.
   * @default true
   */
  readonly rotateRoles?: boolean | undefined;
  /** @default 1 */
  readonly repetitions?: number | undefined;
  /**
   * Threads beside this one, 0 to 64; 0 plays in this one. The rows are the same.
   * @default 0
   */
  readonly workers?: number | undefined;
  /**
   * Whether rows hold all turns.
   * @default false
   */
  readonly trace?: boolean | undefined;
  /**
   * Ms that a strategy may take for one turn before its thread is ended: the row says `timeout`, and the tournament
   * goes on in another. With `workers` 0 nothing can end a strategy that does not return.
   * @default 10_000
   */
  readonly strategyMs?: number | undefined;
  /**
   * Whether the result has all rows. They take about 3 kB each.
   * @default true without `onRow`, which gets them anyway; false with it
   */
  readonly keepRows?: boolean | undefined;
  /** Hears of every new row, in the order of the jobs. What it throws ends the tournament. */
  readonly onRow?: ((row: TournamentRow) => void) | undefined;
  /** Hears how far it is, at most ten times a second and once at the end. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Rows of an earlier run of the same tournament, or their JSON lines: those jobs are not played again. */
  readonly completed?: string | readonly TournamentRow[] | undefined;
  /** Ends the tournament early: what is done is kept, and `isComplete` is false. */
  readonly signal?: AbortSignal | undefined;
}

/** A tournament ready to be played. */
export interface TournamentPlan {
  readonly scenarios: readonly Scenario[];
  readonly strategies: readonly Entrant[];
  readonly strategyNames: readonly string[];
  readonly turnLimit: number;
  readonly trace: boolean;
  readonly workers: number;
  readonly strategyMs: number;
  readonly keepRows: boolean;
  /** What `jobs` are made of. */
  readonly jobPlan: JobPlan;
  readonly jobs: JobList;
  /** What decides how a job is played, beside its seed: worked out once for each pair on a scenario. */
  readonly hashOf: (job: Job) => number;
}

/**
 * The plan of a tournament. Scenarios are copied: nobody's later change has a part in it.
 *
 * @throws {NegotiationError} `scenario_invalid`, `scenario_unsupported`, `strategy_invalid`
 * @throws {RangeError} when a number is out of range
 * @throws {TypeError} for an option that is not known
 */
export function tournamentPlan(given: TournamentOptions): TournamentPlan {
  const options = readOptions("the options of a tournament", given, KEYS);
  const { selfPlay = true, rotateRoles = true, repetitions = 1, workers = 0, trace = false } = options;
  const { strategyMs = 10_000, keepRows = options.onRow === undefined } = options;
  demandFlags({ selfPlay, rotateRoles, trace, keepRows });
  integerIn("seed", options.seed, Number.MIN_SAFE_INTEGER);
  integerIn("turnLimit", options.turnLimit, 1);
  integerIn("repetitions", repetitions, 1);
  integerIn("workers", workers, 0, MOST_WORKERS);
  integerIn("strategyMs", strategyMs, 1, MOST_MS);
  const { strategies, turnLimit, seed } = options;
  checkEntrants(strategies, workers > 0);
  const scenarios = checkedScenarios(options.scenarios);
  const strategyNames = strategies.map(entrantName);
  const scenarioNames = scenarios.map(({ name }) => name);
  const jobPlan: JobPlan = { scenarioNames, strategyNames, selfPlay, rotateRoles, repetitions, seed };
  const contents = strategies.map(entrantContent);
  const prints = scenarios.map((scenario) => fingerprint(scenario as unknown as Json));
  const hashes = new Map<string, number>();
  const hashOf = ({ scenario, strategies: pair }: Job): number => {
    const place = `${scenario} ${pair.join(" ")}`;
    const known = hashes.get(place);
    if (known !== undefined) return known;
    const played = pair.map((index) => contents[index] as Json);
    const hash = fingerprint([prints[scenario] as number, played, turnLimit, trace]);
    hashes.set(place, hash);
    return hash;
  };
  const jobs = jobList(jobPlan);
  const settings = { turnLimit, trace, workers, strategyMs, keepRows };
  return { scenarios, strategies, strategyNames, ...settings, jobPlan, jobs, hashOf };
}

const KEYS: readonly (keyof TournamentOptions)[] = [
  "scenarios",
  "strategies",
  "seed",
  "turnLimit",
  "selfPlay",
  "rotateRoles",
  "repetitions",
  "workers",
  "strategyMs",
  "trace",
  "keepRows",
  "onRow",
  "onProgress",
  "completed",
  "signal",
];

/** Chosen: more threads than machines have cores. */
const MOST_WORKERS = 64;

/** A day. */
const MOST_MS = 86_400_000;

function checkedScenarios(given: readonly Scenario[]): readonly Scenario[] {
  const scenarios = given.map((scenario) => parseScenario(scenario));
  const faults: Fault[] = [];
  const seen = new Set<string>();
  scenarios.forEach(({ name, parties }, index) => {
    const path = ["scenarios", index];
    if (parties.length !== 2)
      faults.push({ path: [...path, "parties"], expected: "two parties", received: `${parties.length}` });
    if (seen.has(name))
      faults.push({ path: [...path, "name"], expected: "a name of its own", received: name });
    seen.add(name);
  });
  if (scenarios.length === 0)
    faults.push({ path: ["scenarios"], expected: "at least one", received: "none" });
  if (faults.length > 0) throw refusedWith("scenario_unsupported", "the tournament", faults);
  return scenarios;
}
