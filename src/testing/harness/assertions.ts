/**
 * @module
 * The few assertions that the conformance suites need, so that they fit every test runner.
 */

/**
 * Passes when the condition holds.
 *
 * @throws {Error} with that message else
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/**
 * Passes when both say the same: the order of keys does not count, and a member that is `undefined` is none.
 *
 * @param what - what `actual` is, for the message
 * @throws {Error} naming the first difference and its place
 */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  const difference = firstDifference(actual, expected, "");
  if (difference === undefined) return;
  const { path, actual: got, expected: wanted } = difference;
  throw new Error(
    `Expected ${what}${path === "" ? "" : ` at ${path}`} to be ${cut(wanted)}, got ${cut(got)}.`,
  );
}

/** Whether `assertEqual` would pass. */
export function isSame(actual: unknown, expected: unknown): boolean {
  return firstDifference(actual, expected, "") === undefined;
}

/**
 * What the call throws, or rejects with.
 *
 * @param what - what is called, for the message
 * @throws {Error} when it does neither
 */
export async function thrownBy(call: () => unknown, what: string): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    return error;
  }
  throw new Error(`Expected ${what} to throw, got ${cut(answer)}.`);
}

/** An answer that must be there. @throws {Error} when it is `undefined` or `null` */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value !== undefined && value !== null) return value;
  throw new Error(`Expected ${what}, got ${String(value)}.`);
}

/** One member of each. */
export function columnOf<Name extends string, Value>(
  name: Name,
  rows: readonly { readonly [Key in Name]: Value }[],
): readonly Value[] {
  return rows.map((row) => row[name]);
}

interface Difference {
  readonly path: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

function firstDifference(actual: unknown, expected: unknown, path: string): Difference | undefined {
  if (Object.is(actual, expected)) return undefined;
  const isComparable =
    isObject(actual) && isObject(expected) && Array.isArray(actual) === Array.isArray(expected);
  if (!isComparable) return { path, actual, expected };
  if (Array.isArray(actual) && Array.isArray(expected) && actual.length !== expected.length) {
    return { path: `${path}.length`, actual: actual.length, expected: expected.length };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const found = firstDifference(own(actual, key), own(expected, key), `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Not what it inherits: `__proto__` may be a key like any other. */
function own(value: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** Test data, so nothing in it is private. */
function cut(value: unknown): string {
  const text =
    value instanceof Error ? String(value) : value === undefined ? "undefined" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
