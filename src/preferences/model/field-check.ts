/**
 * @module
 * Reads the members of one object of the preferences and notes what is wrong with them. Private numbers: a fault
 * says their sort, never their value.
 */

import { isPlainObject } from "../../core/json/index.js";
import { type FaultKey, type FaultList, refuseUnknownKeys, sortOf } from "./faults.js";

/** The members of one object under check; what is missing or wrong becomes a fault and reads as NaN or nothing. */
export interface FieldCheck {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Adds a fault at a member, or at the object itself. */
  fault(key: FaultKey | undefined, expected: string): void;
  /** A fault for each other key. */
  onlyKeys(...keys: readonly string[]): void;
  /** A finite number, -0 as 0. */
  number(key: string, fallback?: number): number;
  /** A frozen list of so many finite numbers. */
  numbers(key: string, length: number): readonly number[];
  flag(key: string, fallback: boolean): boolean;
  oneOf(key: string, texts: readonly string[], fallback?: string): string | undefined;
  /** The members of a list, each to be checked by itself. */
  list(key: string): readonly unknown[];
  /** The check of a member that is an object, or of a member of a list. */
  inside(key: string, index?: number): FieldCheck | undefined;
}

/** The check of an object at `path`; `undefined` and a fault if it is none. */
export function fieldCheck(
  value: unknown,
  path: readonly FaultKey[],
  faults: FaultList,
): FieldCheck | undefined {
  if (isPlainObject(value)) return new ObjectCheck(value, () => path, faults);
  faults.add(() => ({ path, expected: "an object", received: sortOf(value) }));
  return undefined;
}

class ObjectCheck implements FieldCheck {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Made when a fault asks: most of many thousand objects have none. */
  readonly #pathOf: () => readonly FaultKey[];
  readonly #faults: FaultList;

  constructor(
    fields: Readonly<Record<string, unknown>>,
    pathOf: () => readonly FaultKey[],
    faults: FaultList,
  ) {
    this.fields = fields;
    this.#pathOf = pathOf;
    this.#faults = faults;
  }

  fault(key: FaultKey | undefined, expected: string): void {
    this.#faults.add(() => {
      const path = key === undefined ? this.#pathOf() : [...this.#pathOf(), key];
      const value = key === undefined ? this.fields : this.fields[key];
      return { path, expected, received: sortOf(value) };
    });
  }

  onlyKeys(...keys: readonly string[]): void {
    refuseUnknownKeys(this.fields, keys, this.#pathOf, this.#faults);
  }

  number(key: string, fallback?: number): number {
    const value = this.#given(key, fallback);
    if (typeof value === "number" && Number.isFinite(value)) return value === 0 ? 0 : value;
    this.fault(key, "a finite number");
    return Number.NaN;
  }

  numbers(key: string, length: number): readonly number[] {
    const list = this.fields[key];
    if (!Array.isArray(list) || list.length !== length) {
      this.fault(key, `a list of ${length} numbers`);
      return [];
    }
    const before = this.#faults.length;
    const copy: number[] = new Array(length);
    for (let index = 0; index < length; index += 1) {
      const value: unknown = list[index];
      if (typeof value === "number" && Number.isFinite(value)) {
        copy[index] = value === 0 ? 0 : value;
        continue;
      }
      this.#faults.add(() => ({
        path: [...this.#pathOf(), key, index],
        expected: "a finite number",
        received: sortOf(value),
      }));
    }
    return this.#faults.length === before ? Object.freeze(copy) : [];
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.#given(key, fallback);
    if (typeof value === "boolean") return value;
    this.fault(key, "true or false");
    return fallback;
  }

  oneOf(key: string, texts: readonly string[], fallback?: string): string | undefined {
    const value = this.#given(key, fallback);
    if (typeof value === "string" && texts.includes(value)) return value;
    this.fault(key, `one of ${texts.join(", ")}`);
    return undefined;
  }

  list(key: string): readonly unknown[] {
    const value = this.fields[key];
    if (Array.isArray(value)) return value;
    this.fault(key, "a list");
    return [];
  }

  inside(key: string, index?: number): FieldCheck | undefined {
    const holder = this.fields[key];
    const value = index === undefined ? holder : (holder as readonly unknown[])[index];
    const faults = this.#faults;
    const pathOf = (): readonly FaultKey[] =>
      index === undefined ? [...this.#pathOf(), key] : [...this.#pathOf(), key, index];
    if (isPlainObject(value)) return new ObjectCheck(value, pathOf, faults);
    faults.add(() => ({ path: pathOf(), expected: "an object", received: sortOf(value) }));
    return undefined;
  }

  /** Only what is left out has its default: `null` is a value, and a wrong one. */
  #given(key: string, fallback: unknown): unknown {
    const value = this.fields[key];
    return value === undefined ? fallback : value;
  }
}
