/**
 * @module
 * Arbitrary whole negotiations: random rules, parties and commands at random instants, decided by the
 * pure core. How a choice becomes a command is in `history-choices.ts`.
 */

import type { Arbitrary } from "fast-check";
import { nearestKey } from "../../core/checks/index.js";
import { copyJson, type Json } from "../../core/json/index.js";
import { shown } from "../../errors.js";
import { type PresetRules, settledRules } from "../../testing/agents/index.js";
import { arbitraryMoveChoice } from "./arbitrary-moves.js";
import { arbitraryParties, type Parties } from "./arbitrary-parties.js";
import { arbitraryRules } from "./arbitrary-rules.js";
import { arbitraryJson } from "./arbitrary-terms.js";
import { fc } from "./fast-check.js";
import { type History, playHistory } from "./history.js";
import { arbitraryCommandChoice } from "./history-choices.js";

/** What arbitrary histories are made of. */
export interface ArbitraryHistoryOptions {
  /** @default arbitraryRules() */
  readonly rules?: Arbitrary<PresetRules> | undefined;
  /** @default arbitraryParties() */
  readonly parties?: Arbitrary<Parties> | undefined;
  /** Commands after the creation, at least 0. @default 24 */
  readonly maxCommands?: number | undefined;
}

/**
 * Whole histories: a negotiation that was created and then asked to do anything at any time, by its
 * parties and by strangers, before and after its end.
 *
 * Most moves are legal, so that histories get somewhere. They are made of plain data and shrink to few
 * commands; they print as the commands with what became of each.
 *
 * @throws {RangeError} when `maxCommands` is not an integer of at least 0
 * @throws {TypeError} when an option is unknown
 * @example
 * fc.assert(
 *   fc.property(arbitraryHistory(), ({ negotiation, entries }) => {
 *     expect(replay(entries)).toEqual(negotiation);
 *   }),
 * );
 */
export function arbitraryHistory(options: ArbitraryHistoryOptions = {}): Arbitrary<History> {
  const { rules = arbitraryRules(), parties = arbitraryParties(), maxCommands = 24 } = checked(options);
  return fc
    .record({
      parties,
      rules,
      context: fc.option(arbitraryJson()),
      opening: fc.option(arbitraryMoveChoice()),
      choices: fc.array(arbitraryCommandChoice(), { maxLength: maxCommands, size: "max" }),
    })
    .map(({ parties: { initiator, responder }, rules: given, context, opening, choices }) =>
      playHistory(
        {
          initiator,
          responder,
          rules: settledRules(given, initiator, responder),
          context: frozen(context),
          opening,
        },
        choices,
      ),
    );
}

function checked(options: ArbitraryHistoryOptions): ArbitraryHistoryOptions {
  const known = ["rules", "parties", "maxCommands"];
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    throw new TypeError(
      `Expected a known option, got ${shown(key)}. The nearest is ${nearestKey(key, known)}.`,
    );
  }
  const { maxCommands = 0 } = options;
  if (Number.isSafeInteger(maxCommands) && maxCommands >= 0) return options;
  throw new RangeError(`Expected maxCommands to be an integer of at least 0, got ${shown(maxCommands)}.`);
}

function frozen(context: Json): Json {
  const copy = copyJson(context, 65_536);
  return copy.ok ? copy.value : null;
}
