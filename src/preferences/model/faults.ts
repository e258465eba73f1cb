/**
 * @module
 * What is wrong with data that somebody handed in, listed fault by fault, and the error that carries the list.
 */

import { isPlainObject } from "../../core/json/index.js";
import { type Code, NegotiationError } from "../../errors.js";

/** A string key or a list index on the way to a value. */
export type FaultKey = string | number;

/** One thing wrong with an input: where, what was expected, what came. */
export interface Fault {
  /** Keys and indices from the outside in; empty for the value itself. */
  readonly path: readonly FaultKey[];
  readonly expected: string;
  /** What came; never a utility, weight or reservation itself, only its sort. */
  readonly received: string;
}

/** Where faults are noted: a `FaultList`, or a plain list where only few can come. */
export interface FaultSink {
  /** How many were noted, kept or not. */
  readonly length: number;
  push(fault: Fault): unknown;
}

/** BA-42: a file full of faults must not fill the memory with them. */
const MOST_KEPT = 100;

/**
 * Keeps the first 100 faults and counts the rest.
 *
 * @see docs/requirements/bargaining.md, BA-42
 */
export class FaultList implements FaultSink {
  readonly kept: Fault[] = [];
  #count = 0;

  get length(): number {
    return this.#count;
  }

  push(fault: Fault): void {
    this.#count += 1;
    if (this.kept.length < MOST_KEPT) this.kept.push(fault);
  }

  /** As `push`, for a fault that takes some work to describe: asked for only if it is kept. */
  add(describe: () => Fault): void {
    if (this.kept.length < MOST_KEPT) this.kept.push(describe());
    this.#count += 1;
  }

  /** Adds what another list kept, and counts what it counted. */
  append(other: FaultList): void {
    for (const fault of other.kept) this.push(fault);
    this.#count += other.length - other.kept.length;
  }
}

/**
 * The error that lists these faults in `details.issues`, at most 100 of them, and says in `details.issueCount` how
 * many there are; its message shows the first.
 *
 * @param subject - what was checked: "the issues", "the scenario laptop"
 * @param faults - at least one
 */
export function refusedWith(
  code: Code,
  subject: string,
  faults: readonly Fault[] | FaultList,
): NegotiationError {
  const issues = "kept" in faults ? faults.kept : faults.slice(0, MOST_KEPT);
  const issueCount = faults.length;
  const first = issues[0];
  const place = first === undefined ? "" : placeOf(first);
  const message = `Expected ${subject} to have ${first?.expected}, got ${first?.received}${place}.`;
  return new NegotiationError(code, `${message} ${cureOf(issueCount)}`, {
    details: { issues: Object.freeze([...issues]), issueCount },
  });
}

/** Where to look; a fault in a text knows its line as well. */
function placeOf(fault: Fault & { readonly line?: number }): string {
  const at = fault.path.length === 0 ? "" : ` at /${fault.path.join("/")}`.slice(0, MOST_PLACE);
  return fault.line === undefined ? at : `${at} in line ${fault.line}`;
}

/** Chosen: names of keys may be as long as the file. */
const MOST_PLACE = 300;

function cureOf(count: number): string {
  if (count === 1) return "Mend that.";
  if (count <= MOST_KEPT) return `Mend all ${count} faults listed in details.issues.`;
  return `Mend all ${count} faults; details.issues lists the first ${MOST_KEPT}.`;
}

/** The sort of a value without the value: what may be said of utilities and reservations. */
export function sortOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== "number") return typeof value === "object" ? "an object" : `a ${typeof value}`;
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? "a number out of range" : "an infinite number";
}

/** Adds a fault for each own key that is not known. */
export function refuseUnknownKeys(
  value: object,
  known: readonly string[],
  pathOf: () => readonly FaultKey[],
  faults: FaultList,
): void {
  let expected: string | undefined;
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    expected ??= `no keys but ${known.join(", ")}`;
    const described = expected;
    faults.add(() => ({ path: [...pathOf(), key], expected: described, received: "another" }));
  }
}

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
