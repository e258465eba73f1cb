/**
 * @module
 * Reads members of foreign JSON data one by one and collects what is wrong with them; nothing is guessed.
 */

import type { NegotiationError } from "../../errors.js";
import { type Fault, FaultList, refusedWith, sortOf } from "../model/index.js";

/** An object with string keys, whatever they hold. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads values and notes faults with their path. */
export class ImportReader {
  readonly faults: ImportFaults;

  constructor(faults: ImportFaults) {
    this.faults = faults;
  }

  /** Notes what contradicts the format. */
  invalid(path: Fault["path"], expected: string, received: string): void {
    this.faults.invalid(() => ({ path, expected, received }));
  }

  /** Notes what the format allows, but preferences cannot say. */
  unsupported(path: Fault["path"], expected: string, received: string): void {
    this.faults.unsupported(() => ({ path, expected, received }));
  }

  /** The value as an object; `undefined` with a fault when it is none. */
  object(value: unknown, path: Fault["path"]): Fields | undefined {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
    this.invalid(path, "an object", sortOf(value));
    return undefined;
  }

  /** The value as a list; `undefined` with a fault when it is none. */
  list(value: unknown, path: Fault["path"]): readonly unknown[] | undefined {
    if (Array.isArray(value)) return value;
    this.invalid(path, "a list", sortOf(value));
    return undefined;
  }

  /** The value as a text of 1 to 200 characters; `undefined` with a fault when it is none. */
  name(value: unknown, path: Fault["path"]): string | undefined {
    if (typeof value === "string" && value.length >= 1 && value.length <= 200) return value;
    this.invalid(path, "a text of 1 to 200 characters", sortOf(value));
    return undefined;
  }

  /** A finite number, also as text in decimal notation; `undefined` with a fault when it is none. */
  number(value: unknown, path: Fault["path"]): number | undefined {
    const number = decimalNumber(value);
    if (number !== undefined) return number;
    this.invalid(path, "a finite number", sortOf(value));
    return undefined;
  }

  /** A fault for each key that the format has not. */
  refuseOthers(fields: Fields, known: readonly string[], path: Fault["path"]): void {
    let expected: string | undefined;
    for (const key of Object.keys(fields)) {
      if (known.includes(key)) continue;
      expected ??= `no keys but ${known.join(", ")}`;
      this.invalid([...path, key], expected, "another");
    }
  }
}

/**
 * The number, or `undefined` for what is not finite or not in decimal notation.
 *
 * Texts are read as Java's `Double.valueOf` does, without its hexadecimal and suffixed forms, NaN and Infinity.
 */
export function decimalNumber(value: unknown): number | undefined {
  if (typeof value === "string" && !DECIMAL.test(value)) return undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const DECIMAL = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Collects faults of both sorts; one is described only if it is among those that are kept. */
export class ImportFaults {
  readonly #invalid = new FaultList();
  readonly #unsupported = new FaultList();

  /** Notes what contradicts the format. */
  invalid(describe: () => Fault): void {
    this.#invalid.add(describe);
  }

  /** Notes what the format allows, but preferences cannot say. */
  unsupported(describe: () => Fault): void {
    this.#unsupported.add(describe);
  }

  /**
   * The error that lists what was found: `scenario_invalid` if anything contradicts the format, else
   * `scenario_unsupported`; `undefined` when nothing was.
   *
   * @param subject - what was read: "the GENIUS scenario"
   */
  refusal(subject: string): NegotiationError | undefined {
    if (this.#invalid.length > 0) return refusedWith("scenario_invalid", subject, this.#invalid);
    if (this.#unsupported.length === 0) return undefined;
    return refusedWith("scenario_unsupported", subject, this.#unsupported);
  }
}
