/**
 * @module
 * All outcomes of some issues, numbered: the first issue slowest, the last fastest (BA-2). An outcome is a number
 * wherever it is compared or stored; its terms are made when somebody outside asks.
 */

import { integerIn, integerName } from "../../core/checks/index.js";
import { shown } from "../../errors.js";
import { sampleIndices } from "../random/index.js";
import { refusedWith } from "./faults.js";
import {
  type CompleteIssue,
  checkedIssues,
  digitOfValue,
  type IssueValue,
  type NegotiationIssue,
  sizeOfIssue,
  valueOfIssue,
} from "./issues.js";

/** One outcome as terms: the value of each issue by its name. */
export type IssueTerms = Readonly<Record<string, IssueValue>>;

/**
 * The outcomes of some issues; frozen, so that one can be shared by everybody.
 *
 * Methods that take an index throw `outcome_invalid` when it is no integer from 0 to `cardinality - 1`.
 */
export interface OutcomeSpace {
  readonly issues: readonly CompleteIssue[];
  /** How many values each issue has. */
  readonly sizes: readonly number[];
  /** How many outcomes there are; at most 2^53. */
  readonly cardinality: number;
  /** The values of an issue in their order. */
  values(issueIndex: number): readonly IssueValue[];
  /** The position of a value of an issue, or -1 when it has no such value; a continuous one's nearest level. */
  digitOf(issueIndex: number, value: unknown): number;
  /** Least and greatest value of an issue whose values all are numbers, ends inclusive; `null` for any other. */
  range(issueIndex: number): readonly [number, number] | null;
  termsAt(index: number): IssueTerms;
  /** The index of terms, or -1: a missing or unknown issue, a value off the list or outside its range. */
  indexOf(terms: unknown): number;
  /** The position of each issue's value. */
  digitsAt(index: number): readonly number[];
  /** The position of one issue's value; makes no list. */
  digitAt(index: number, issueIndex: number): number;
  /** The inverse of `digitsAt`. */
  indexOfDigits(digits: readonly number[]): number;
  /** All outcomes in order; each loop over it starts anew. */
  enumerate(): Iterable<IssueTerms>;
  /**
   * `count` different indices, uniform and seeded, ascending; all if `count` is at least `cardinality`.
   *
   * @see docs/requirements/bargaining.md, BA-3
   */
  sample(count: number, seed: number): readonly number[];
}

/**
 * The outcome space of some issues.
 *
 * @throws {NegotiationError} `issue_invalid` with every fault
 * @see docs/requirements/bargaining.md, BA-1 and BA-2
 * @example
 * const space = outcomeSpace([
 *   { name: "price", kind: "integer", min: 10, max: 30, step: 10 },
 *   { name: "colour", kind: "categorical", values: ["red", "blue"] },
 * ]);
 * space.cardinality; // 6
 * space.termsAt(1); // { price: 10, colour: "blue" }
 * space.indexOf({ price: 30, colour: "red" }); // 4
 */
export function outcomeSpace(issues: readonly NegotiationIssue[]): OutcomeSpace {
  return new IssueSpace(checkedIssues(issues));
}

/** The outcome space of issues that were checked and completed before. */
export function spaceOfComplete(issues: readonly CompleteIssue[]): OutcomeSpace {
  return new IssueSpace(issues);
}

/** BA-3: what is enumerated or held at most. */
export const MOST_HELD_OUTCOMES = 10_000_000;

/** Chosen: up to here a look along the list is as fast as a map and needs no making. */
const SHORT_LIST = 16;

class IssueSpace implements OutcomeSpace {
  readonly issues: readonly CompleteIssue[];
  readonly sizes: readonly number[];
  readonly cardinality: number;
  /** How many outcomes share a value of the issue and of those before it. */
  readonly #strides: readonly number[];
  /** Positions of the values of long lists, made when first asked for; `null` for any other issue. */
  readonly #positions: (ReadonlyMap<unknown, number> | null | undefined)[];
  /** Found once: checks of preferences ask again and again. */
  readonly #ranges: readonly (readonly [number, number] | null)[];

  static {
    freezeClass(IssueSpace);
  }

  constructor(issues: readonly CompleteIssue[]) {
    const sizes = issues.map(sizeOfIssue);
    const strides: number[] = new Array(sizes.length);
    let stride = 1;
    for (let index = sizes.length - 1; index >= 0; index -= 1) {
      strides[index] = stride;
      stride *= sizes[index] as number;
    }
    this.issues = issues;
    this.sizes = Object.freeze(sizes);
    this.cardinality = stride;
    this.#strides = strides;
    this.#positions = new Array(issues.length).fill(undefined);
    this.#ranges = issues.map(rangeOf);
    Object.freeze(this);
  }

  values(issueIndex: number): readonly IssueValue[] {
    const issue = this.#issue(issueIndex);
    if (issue.kind === "categorical" || issue.kind === "ordinal") return issue.values;
    const length = integerIn("the number of values", sizeOfIssue(issue), 1, MOST_HELD_OUTCOMES);
    return Object.freeze(Array.from({ length }, (_, digit) => valueOfIssue(issue, digit)));
  }

  digitOf(issueIndex: number, value: unknown): number {
    return this.#digitOf(issueIndex, this.#issue(issueIndex), value);
  }

  range(issueIndex: number): readonly [number, number] | null {
    this.#issue(issueIndex);
    return this.#ranges[issueIndex] as readonly [number, number] | null;
  }

  termsAt(index: number): IssueTerms {
    this.#demand(index);
    const terms: Record<string, IssueValue> = {};
    for (let position = 0; position < this.issues.length; position += 1) {
      const issue = this.issues[position] as CompleteIssue;
      terms[issue.name] = valueOfIssue(issue, this.#digit(index, position));
    }
    return Object.freeze(terms);
  }

  indexOf(terms: unknown): number {
    if (typeof terms !== "object" || terms === null) return -1;
    if (Object.keys(terms).length !== this.issues.length) return -1;
    let index = 0;
    for (let position = 0; position < this.issues.length; position += 1) {
      const issue = this.issues[position] as CompleteIssue;
      if (!Object.hasOwn(terms, issue.name)) return -1;
      const digit = this.#digitOf(position, issue, (terms as Record<string, unknown>)[issue.name]);
      if (digit === -1) return -1;
      index = index * (this.sizes[position] as number) + digit;
    }
    return index;
  }

  digitsAt(index: number): readonly number[] {
    this.#demand(index);
    return Object.freeze(this.sizes.map((_, position) => this.#digit(index, position)));
  }

  digitAt(index: number, issueIndex: number): number {
    this.#demand(index);
    this.#issue(issueIndex);
    return this.#digit(index, issueIndex);
  }

  indexOfDigits(digits: readonly number[]): number {
    let index = 0;
    for (let position = 0; position < this.sizes.length; position += 1) {
      const digit = digits[position];
      const size = this.sizes[position] as number;
      if (!Number.isInteger(digit) || (digit as number) < 0 || (digit as number) >= size) {
        throw noDigits([position], integerName(0, size - 1), shown(digit));
      }
      index = index * size + (digit as number);
    }
    if (digits.length === this.sizes.length) return index;
    throw noDigits([], `${this.sizes.length} digits`, `${digits.length}`);
  }

  enumerate(): Iterable<IssueTerms> {
    return Object.freeze({ [Symbol.iterator]: () => this.#outcomes() });
  }

  sample(count: number, seed: number): readonly number[] {
    integerIn("count", count, 0);
    integerIn("seed", seed, Number.MIN_SAFE_INTEGER);
    integerIn("the sample", Math.min(count, this.cardinality), 0, MOST_HELD_OUTCOMES);
    return Object.freeze(Array.from(sampleIndices(this.cardinality, count, seed)));
  }

  *#outcomes(): Generator<IssueTerms, void, undefined> {
    for (let index = 0; index < this.cardinality; index += 1) yield this.termsAt(index);
  }

  #issue(issueIndex: number): CompleteIssue {
    return (
      this.issues[issueIndex] ?? (integerIn("issueIndex", issueIndex, 0, this.issues.length - 1) as never)
    );
  }

  #digit(index: number, issueIndex: number): number {
    const stride = this.#strides[issueIndex] as number;
    return Math.floor(index / stride) % (this.sizes[issueIndex] as number);
  }

  #digitOf(position: number, issue: CompleteIssue, value: unknown): number {
    let positions = this.#positions[position];
    if (positions === undefined) this.#positions[position] = positions = positionsOf(issue);
    return positions === null ? digitOfValue(issue, value) : (positions.get(value) ?? -1);
  }

  #demand(index: number): void {
    if (Number.isInteger(index) && index >= 0 && index < this.cardinality) return;
    throw noOutcome(index, this.cardinality);
  }
}

/** The refusal of an index that is not in the space. */
export function noOutcome(index: number, cardinality: number): Error {
  const expected = `an integer from 0 to ${cardinality - 1}`;
  return refusedWith("outcome_invalid", "the outcome index", [
    { path: [], expected, received: shown(index) },
  ]);
}

function positionsOf(issue: CompleteIssue): ReadonlyMap<unknown, number> | null {
  if (issue.kind === "integer" || issue.kind === "continuous" || issue.values.length <= SHORT_LIST)
    return null;
  const positions = new Map<unknown, number>();
  // A list of pairs would take longer than reading the file.
  for (let digit = 0; digit < issue.values.length; digit += 1) positions.set(issue.values[digit], digit);
  return positions;
}

function rangeOf(issue: CompleteIssue): readonly [number, number] | null {
  if (issue.kind === "integer" || issue.kind === "continuous") return Object.freeze([issue.min, issue.max]);
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of issue.values) {
    if (typeof value !== "number") return null;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return Object.freeze([least, most]);
}

function noDigits(path: readonly number[], expected: string, received: string): Error {
  return refusedWith("outcome_invalid", "the digits", [{ path, expected, received }]);
}

/** Freezes a class, its prototype, and every method and accessor of both; call it in a static block. */
export function freezeClass(owner: { readonly prototype: object }): void {
  for (const holder of [owner, owner.prototype]) {
    for (const key of Reflect.ownKeys(holder)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(holder, key) ?? {};
      for (const part of [value, get, set]) {
        if (typeof part === "function" && part !== owner) Object.freeze(part);
      }
    }
    Object.freeze(holder);
  }
}
