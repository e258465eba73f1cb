/**
 * @module
 * Plays one negotiation to its end without a room: no clock, no promise, no record. Two parties take the same turns
 * as two composed agents would in a room; more take turns in a circle (stacked alternating offers).
 */

import { demandFlags, demandOneOf, readOptions, unmet } from "../../core/checks/index.js";
import { type InverseUtility, inverseUtility } from "../../preferences/inverse/index.js";
import { type Fault, outcomeSpace, refusedWith, sortOf } from "../../preferences/model/index.js";
import { randomDraw } from "../../preferences/random/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import {
  ACCEPT,
  demandStrategy,
  errorText,
  type HookFailure,
  inverseFault,
  Player,
  type Strategy,
  standingOf,
  type TurnSheet,
  timeOfTurn,
  type WhenNoRationalOutcome,
  WITHDRAW,
} from "../../strategies/play/index.js";
import {
  type Ending,
  type NegotiationResult,
  negotiationResult,
  type TraceRow,
  type TurnWatch,
  watchOf,
} from "./negotiation-result.js";

/** What is played, and what is told of it. */
export interface RunNegotiationOptions {
  readonly scenario: Scenario;
  /** One a party, in the order of the scenario; the first opens. */
  readonly strategies: readonly Strategy[];
  /** The cap on the turns of all parties together. */
  readonly turnLimit: number;
  /**
   * Any safe integer.
   * @default 0
   */
  readonly seed?: number | undefined;
  /**
   * Whether the result holds a row for each turn.
   * @default false
   */
  readonly trace?: boolean | undefined;
  /** Told of each turn when it is made. What it throws ends the run and goes to the caller. */
  readonly onTurn?: ((row: TraceRow) => void) | undefined;
  /** The sorted preferences from `scenarioInverses`, where they are at hand. They are built anew otherwise. */
  readonly inverses?: readonly InverseUtility[] | undefined;
  /**
   * What a party does to which no outcome is worth its reservation; it accepts nothing.
   * @default "withdraw"
   */
  readonly whenNoRationalOutcome?: WhenNoRationalOutcome | undefined;
  /**
   * The probability, in [0, 1), that it breaks off before each cycle but the first.
   * @default 0
   */
  readonly endProbability?: number | undefined;
}

/**
 * The result of one negotiation. The same options give the same result, with or without trace and `onTurn`.
 *
 * The agreement stands when all others in turn accepted a proposal; a counter resets the count. A component that
 * throws is called that once: the result is `stalled` with its error text.
 *
 * @throws {TypeError} for an option that is not known
 * @throws {NegotiationError} `strategy_invalid` when options do not fit the scenario; `issue_invalid` or
 * `preferences_invalid` for the scenario itself
 * @see docs/requirements/bargaining.md, BA-35; Aydogan, Festen, Hindriks, Jonker, Alternating offers
 * protocols for multilateral negotiation, 2017, section 3.1
 */
export function runNegotiation(given: RunNegotiationOptions): NegotiationResult {
  const { strategies } = given;
  const preparing = strategies.findIndex(({ prepares }) => prepares === true);
  if (preparing !== -1) {
    const expected = "a strategy that answers at once (others play in runTournament, without workers)";
    const path = ["strategies", preparing];
    throw refusedWith("strategy_invalid", "a negotiation", [
      { path, expected, received: "one that prepares" },
    ]);
  }
  // Nobody prepares, so the first step is the last.
  return negotiation(given).next().value as NegotiationResult;
}

/** As `runNegotiation`, for strategies that have to be awaited too. */
export async function runPrepared(options: RunNegotiationOptions): Promise<NegotiationResult> {
  const steps = negotiation(options);
  let step = steps.next();
  while (step.done !== true) {
    try {
      await step.value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
  return step.value;
}

/** Yields what has to be awaited before it goes on. */
function* negotiation(given: RunNegotiationOptions): Generator<PromiseLike<void>, NegotiationResult> {
  const options = checkedRun(given);
  const { scenario, strategies, turnLimit, seed = 0, endProbability = 0 } = options;
  const inverses = options.inverses ?? scenarioInverses(scenario);
  const argues = strategies.some(({ justify }) => justify !== undefined);
  const table: Table = {
    turnLimit,
    seed,
    endProbability,
    partyCount: strategies.length,
    // Turn numbers start at 1.
    sheet: { outcomes: [-1], relativeTimes: [0], justifications: argues ? [] : undefined },
    watch: watchOf(options, inverses),
    party: 0,
    turnCount: 0,
  };
  const hookFailures: HookFailure[] = [];
  let ending: Ending;
  let error: string | null = null;
  let players: readonly Player[] = [];
  try {
    players = playersOf(options, inverses, table, hookFailures);
    ending = yield* played(table, players);
  } catch (thrown) {
    if (table.watch?.hasFailed === true) throw thrown;
    ending = AGENT_ERROR;
    error = errorText(thrown);
  }
  const { party, turnCount, sheet, watch } = table;
  return negotiationResult({
    ...ending,
    party,
    turnCount,
    error,
    hookFailures,
    inverses,
    scenario,
    relativeTime: sheet.relativeTimes[turnCount] ?? 0,
    agreement: ending.status === "accepted" ? standingOf(sheet) : -1,
    trace: watch?.rows ?? null,
    costs: players.map((player) => player.costs()),
  });
}

/** What the players share, and how far they are. */
interface Table {
  readonly turnLimit: number;
  readonly seed: number;
  readonly endProbability: number;
  readonly partyCount: number;
  readonly sheet: TurnSheet;
  readonly watch: TurnWatch | null;
  /** Whose component runs now. */
  party: number;
  /** How many turns were made. */
  turnCount: number;
}

const AGENT_ERROR: Ending = Object.freeze({ status: "stalled", reason: "agent_error" });
const ACCEPTED: Ending = Object.freeze({ status: "accepted", reason: "accept" });
const WITHDRAWN: Ending = Object.freeze({ status: "withdrawn", reason: "withdraw" });
const TURN_CAP: Ending = Object.freeze({ status: "expired", reason: "turn_cap" });
const RANDOM_END: Ending = Object.freeze({ status: "expired", reason: "random_end" });

function playersOf(
  options: RunNegotiationOptions,
  inverses: readonly InverseUtility[],
  table: Table,
  hookFailures: HookFailure[],
): readonly Player[] {
  const { scenario, strategies, whenNoRationalOutcome = "withdraw" } = options;
  const onHookFailure = (failure: HookFailure): unknown => hookFailures.push(failure);
  return strategies.map((strategy, party) => {
    table.party = party;
    return new Player({
      strategy,
      inverse: inverses[party] as InverseUtility,
      partyId: scenario.parties[party]?.name ?? "",
      seat: party === 0 ? "initiator" : "responder",
      parties: table.partyCount,
      seed: table.seed,
      sheet: table.sheet,
      whenNoRationalOutcome,
      onHookFailure,
    });
  });
}

/** Turn after turn, until one of them ends it. */
function* played(table: Table, players: readonly Player[]): Generator<PromiseLike<void>, Ending> {
  const { sheet, watch, turnLimit, partyCount } = table;
  let acceptCount = 0;
  let relativeTime = 0;
  let mover = 0;
  for (let turnNumber = 1; turnNumber <= turnLimit; turnNumber += 1) {
    if (mover === 0) {
      if (turnNumber > 1 && breaksOff(table, turnNumber)) return RANDOM_END;
      relativeTime = timeOfTurn(turnNumber, turnLimit, partyCount);
    }
    table.party = mover;
    const turnsLeft = turnLimit - turnNumber + 1;
    const awaited = (players[mover] as Player).prepare(turnNumber, relativeTime, turnsLeft);
    if (awaited !== undefined) yield awaited;
    const decision = (players[mover] as Player).decide(turnNumber, relativeTime, turnsLeft);
    table.turnCount = turnNumber;
    sheet.outcomes.push(decision);
    sheet.relativeTimes.push(relativeTime);
    if (sheet.justifications !== undefined) argue(sheet, players[mover] as Player, turnNumber, decision);
    watch?.tell(sheet, turnNumber, mover);
    if (decision === WITHDRAW) return WITHDRAWN;
    if (decision === ACCEPT) {
      acceptCount += 1;
      if (acceptCount === partyCount - 1) return ACCEPTED;
    } else {
      acceptCount = 0;
      for (let party = 0; party < partyCount; party += 1) {
        table.party = party;
        (players[party] as Player).hear(turnNumber, party === mover, turnsLeft);
      }
    }
    mover = mover + 1 === partyCount ? 0 : mover + 1;
  }
  return TURN_CAP;
}

/** Whether chance ends it before this cycle; a draw that belongs to no party. */
function breaksOff({ endProbability, seed }: Table, turnNumber: number): boolean {
  return endProbability > 0 && randomDraw(seed, "", turnNumber, 0) < endProbability;
}

function argue(sheet: TurnSheet, player: Player, turnNumber: number, decision: number): void {
  if (decision === WITHDRAW || sheet.justifications === undefined) return;
  const standing = standingOf(sheet, turnNumber - 1);
  const action = decision === ACCEPT ? "accept" : standing === -1 ? "propose" : "counter";
  sheet.justifications[turnNumber] = player.justification(action, decision === ACCEPT ? standing : decision);
}

/**
 * The options, each read once.
 *
 * @throws {TypeError} for an option that is not known
 * @throws {NegotiationError} `strategy_invalid`, listing every fault of the options
 */
function checkedRun(given: RunNegotiationOptions): RunNegotiationOptions {
  const options = readOptions("the options of a negotiation", given, KEYS);
  const { trace = false, whenNoRationalOutcome = "withdraw", onTurn } = options;
  demandFlags({ trace });
  demandOneOf("whenNoRationalOutcome", whenNoRationalOutcome, ["withdraw", "propose-best"]);
  if (onTurn !== undefined && typeof onTurn !== "function") {
    throw new TypeError(unmet("onTurn", "a function", onTurn));
  }
  const { scenario, strategies, inverses, turnLimit, seed = 0, endProbability = 0 } = options;
  const partyCount = scenario.parties.length;
  const faults: Fault[] = [];
  if (partyCount < 2) {
    faults.push({
      path: ["scenario", "parties"],
      expected: "at least two parties",
      received: `${partyCount}`,
    });
  }
  if (strategies.length !== partyCount) {
    const expected = `a strategy for each of ${partyCount} parties`;
    faults.push({ path: ["strategies"], expected, received: `${strategies.length}` });
  }
  if (inverses?.length === partyCount) {
    scenario.parties.forEach(({ preferences }, index) => {
      const fault = inverseFault(inverses[index] as never, scenario.issues, preferences, ["inverses", index]);
      if (fault !== null) faults.push(fault);
    });
  } else if (inverses !== undefined) {
    const expected = `an inverse utility for each of ${partyCount} parties`;
    faults.push({ path: ["inverses"], expected, received: `${inverses.length}` });
  }
  if (!Number.isSafeInteger(turnLimit) || turnLimit < 1) {
    faults.push({ path: ["turnLimit"], expected: "an integer of at least 1", received: sortOf(turnLimit) });
  }
  if (!Number.isSafeInteger(seed)) {
    faults.push({ path: ["seed"], expected: "a safe integer", received: sortOf(seed) });
  }
  if (!(endProbability >= 0 && endProbability < 1)) {
    faults.push({
      path: ["endProbability"],
      expected: "a number in [0, 1)",
      received: sortOf(endProbability),
    });
  }
  if (faults.length > 0) throw refusedWith("strategy_invalid", "a negotiation", faults);
  for (let index = 0; index < strategies.length; index += 1)
    demandStrategy(strategies[index] as never, index);
  return options;
}

const KEYS: readonly (keyof RunNegotiationOptions)[] = [
  "scenario",
  "strategies",
  "turnLimit",
  "seed",
  "trace",
  "onTurn",
  "inverses",
  "whenNoRationalOutcome",
  "endProbability",
];

/**
 * One inverse utility a party, in the order of the scenario. Build them once for many negotiations.
 *
 * @throws {NegotiationError} `issue_invalid` or `preferences_invalid`
 */
export function scenarioInverses(scenario: Scenario): readonly InverseUtility[] {
  const space = outcomeSpace(scenario.issues);
  return Object.freeze(scenario.parties.map(({ preferences }) => inverseUtility(space, preferences)));
}
