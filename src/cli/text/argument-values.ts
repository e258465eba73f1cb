/**
 * @module
 * The values of arguments and flags: read once, refused with what was expected.
 */

import { InvalidArgumentError } from "commander";
import { isId } from "../../bridges/door/index.js";
import { namedStrategies } from "../../strategies/index.js";

/** A reader of integers of at least `least`. */
export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const expected = least === Number.MIN_SAFE_INTEGER ? "an integer" : `an integer ${range}`;
  return (text) => {
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected ${expected}.`);
  };
}

/** The name of a strategy. */
export function strategyName(text: string): string {
  if (Object.hasOwn(namedStrategies, text)) return text;
  throw new InvalidArgumentError(`Expected one of ${allStrategies().join(", ")}.`);
}

/** Names of strategies, separated by commas; one may stand more than once. */
export function strategyList(text: string): readonly string[] {
  return text.split(",").map((name) => strategyName(name.trim()));
}

/** Names of different strategies, separated by commas; `all` for every one. */
export function strategySet(text: string): readonly string[] {
  const names = text.trim() === "all" ? allStrategies() : strategyList(text);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return names;
  throw new InvalidArgumentError(`Expected each strategy once, got ${repeated} twice.`);
}

/** A reader of file names with one of these endings. */
export function fileNamed(...endings: readonly string[]): (text: string) => string {
  return (text) => {
    if (endings.some((ending) => text.toLowerCase().endsWith(ending))) return text;
    throw new InvalidArgumentError(`Expected a file name that ends in ${endings.join(" or ")}.`);
  };
}

/** The id of a party, as doors take them. */
export function partyId(text: string): string {
  if (isId(text)) return text;
  throw new InvalidArgumentError("Expected 1 to 256 characters, none of them a control character.");
}

/** Gathers the values of a flag that may stand more than once, in their order. */
export function gathered(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** The names of all strategies. */
function allStrategies(): readonly string[] {
  return Object.keys(namedStrategies);
}
