/**
 * @module
 * The options of a composed agent, read and checked once at the door.
 */

import { isIntegerIn, readOptions } from "../../core/checks/index.js";
import { inverseUtility } from "../../preferences/inverse/index.js";
import { type Fault, type IssueTerms, refusedWith, sortOf } from "../../preferences/model/index.js";
import { utilityOf } from "../../preferences/utility/index.js";
import { demandStrategy, inverseFault } from "../play/index.js";
import type { GameOptions, TermsCodec } from "./agent-game.js";
import type { ComposeAgentOptions } from "./compose-agent.js";

/** What all negotiations of the agent share; the throws are those of `composeAgent`. */
export function gameOptions<Terms>(given: ComposeAgentOptions<Terms>): GameOptions<Terms> {
  const options = readOptions("the options of a composed agent", given, KEYS);
  const { space, preferences, strategy, seed, message } = options;
  const { turnLimit = null, totalMs = null, counts = "turns", onHookFailure = () => {} } = options;
  const { whenNoRationalOutcome = "withdraw", inverse } = options;
  const codec = options.codec ?? (SAME as unknown as TermsCodec<Terms>);
  demandStrategy(strategy);
  const faults = [
    ...faultsOfLimits(turnLimit, totalMs),
    ...faultsOf({ seed, counts, whenNoRationalOutcome, message, onHookFailure, codec }),
  ];
  const foreign =
    inverse === undefined ? null : inverseFault(inverse, space.issues, preferences, ["inverse"]);
  if (foreign !== null) faults.push(foreign);
  if (faults.length > 0) throw refusedWith("strategy_invalid", "a composed agent", faults);
  const isContinuous = space.issues.some(({ kind }) => kind === "continuous");
  return Object.freeze({
    strategy,
    inverse: inverse ?? inverseUtility(space, preferences),
    seed,
    codec,
    turnLimit,
    totalMs,
    counts,
    whenNoRationalOutcome,
    message,
    onHookFailure,
    exactUtility: isContinuous ? utilityOf(preferences, space) : null,
  });
}

const KEYS: readonly (keyof ComposeAgentOptions)[] = [
  "space",
  "preferences",
  "strategy",
  "seed",
  "codec",
  "turnLimit",
  "totalMs",
  "counts",
  "whenNoRationalOutcome",
  "message",
  "onHookFailure",
  "inverse",
];

/** The terms are the issue values. */
const SAME: TermsCodec<IssueTerms> = Object.freeze({
  read: (terms: IssueTerms) => terms,
  write: (values: IssueTerms) => values,
});

function faultsOfLimits(turnLimit: unknown, totalMs: unknown): Fault[] {
  const faults: Fault[] = [];
  if (turnLimit === null && totalMs === null) {
    faults.push({ path: ["turnLimit"], expected: "turnLimit or totalMs", received: "neither" });
  }
  for (const [key, value] of Object.entries({ turnLimit, totalMs })) {
    if (value === null || isIntegerIn(value, 1)) continue;
    faults.push({ path: [key], expected: "an integer of at least 1", received: sortOf(value) });
  }
  return faults;
}

type Checked = Pick<
  ComposeAgentOptions,
  "seed" | "counts" | "whenNoRationalOutcome" | "message" | "onHookFailure"
> & { readonly codec: unknown };

function faultsOf(options: Checked): Fault[] {
  const { seed, counts, whenNoRationalOutcome, message, onHookFailure, codec } = options;
  const { read, write } = (codec ?? {}) as Partial<TermsCodec<unknown>>;
  const isSaid = message === undefined || typeof message === "function";
  const checks: readonly (readonly [key: string, isRight: boolean, expected: string, value: unknown])[] = [
    ["seed", Number.isSafeInteger(seed), "a safe integer", seed],
    ["counts", counts === "turns" || counts === "proposals", "turns or proposals", counts],
    [
      "whenNoRationalOutcome",
      whenNoRationalOutcome === "propose-best" || whenNoRationalOutcome === "withdraw",
      "propose-best or withdraw",
      whenNoRationalOutcome,
    ],
    ["message", isSaid || (typeof message === "string" && message !== ""), "a text or a function", message],
    ["onHookFailure", typeof onHookFailure === "function", "a function", onHookFailure],
    ["codec", typeof read === "function" && typeof write === "function", "read() and write()", codec],
  ];
  return checks
    .filter(([, isRight]) => !isRight)
    .map(([key, , expected, value]) => ({ path: [key], expected, received: sortOf(value) }));
}
