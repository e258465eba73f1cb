/**
 * @module
 * Whether the options of one headless negotiation fit each other.
 */

import { demandFlags, demandOneOf, readOptions, unmet } from "../../core/checks/index.js";
import { type Fault, refusedWith, sortOf } from "../../preferences/model/index.js";
import { demandStrategy, inverseFault } from "../../strategies/play/index.js";
import type { RunNegotiationOptions } from "./headless-negotiation.js";

/**
 * The options, each read once.
 *
 * @throws {TypeError} for an option that is not known
 * @throws {NegotiationError} `strategy_invalid`, listing every fault of the options
 */
export function checkedRun(given: RunNegotiationOptions): RunNegotiationOptions {
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
