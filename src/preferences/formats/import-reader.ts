/**
 * @module
 * Reads members of foreign JSON data one by one and notes what is wrong with them; nothing is guessed.
 */

import { type Fault, sortOf } from "../model/index.js";
import { decimalNumber } from "./decimal-number.js";
import type { ImportFaults } from "./import-faults.js";

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
