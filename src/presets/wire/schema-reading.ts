/**
 * @module
 * Reading foreign input with a schema: a value or issues in our own words, never a throw. The schemas
 * stand with the shapes that they describe.
 */

import * as z from "zod/mini";
import { isJsonObject } from "../../core/json/index.js";
import { type Issue, shown } from "../../errors.js";

/** What was read, or everything that was wrong with it. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * What `schema` reads from `value`.
 *
 * A getter or a Proxy of the sender that throws is one more issue.
 */
export function readWith<T>(schema: z.ZodMiniType<T>, value: unknown): Reading<T> {
  try {
    const parsed = z.safeParse(schema, value, { error: sentence });
    if (parsed.success) return { ok: true, value: parsed.data };
    return {
      ok: false,
      issues: parsed.error.issues.map(({ path, message }) => ({ path: path.map(pathStep), message })),
    };
  } catch {
    return UNREADABLE;
  }
}

/** The own members of an object, each read once: nothing that is done with them afterwards can throw. */
export function membersOf(value: unknown): Reading<Readonly<Record<string, unknown>>> {
  try {
    if (isJsonObject(value)) return { ok: true, value: Object.fromEntries(Object.entries(value)) };
    return { ok: false, issues: [{ path: [], message: `Expected an object, got ${kindOf(value)}.` }] };
  } catch {
    return UNREADABLE;
  }
}

/**
 * The most that `rules.maxTermsBytes` can be (docs/requirements/engine.md, section 9); the rules in force
 * check again.
 */
export const MOST_JSON_BYTES = 16_777_216;

/** What a value is, in a word or two, without showing it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The answer to a value whose members throw. */
const UNREADABLE: {
  readonly ok: false;
  readonly issues: readonly Issue[];
} = Object.freeze({
  ok: false,
  issues: Object.freeze([{ path: [], message: "Expected readable members, got one that throws." }]),
});

function sentence(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  const where = path.length === 0 ? "" : `${path.map(String).join(".")} to be `;
  return `Expected ${where}${expectation(issue)}, got ${came(issue)}.`;
}

function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "object" || issue.expected === "array"
        ? `an ${issue.expected}`
        : `a ${issue.expected}`;
    case "invalid_value":
      return `one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `at least ${characters(issue.minimum)} long`;
    case "too_big":
      return `at most ${characters(issue.maximum)} long`;
    default:
      return issue.message ?? "something else";
  }
}

function characters(count: number | bigint): string {
  return Number(count) === 1 ? "1 character" : `${count} characters`;
}

/** Long or nested values are told by kind and length only. */
function came({ code, input }: z.core.$ZodRawIssue): string {
  if ((code === "too_small" || code === "too_big") && typeof input === "string") return `${input.length}`;
  return (typeof input === "object" && input !== null) || input === undefined ? kindOf(input) : shown(input);
}

function pathStep(step: PropertyKey): string | number {
  return typeof step === "symbol" ? step.toString() : step;
}
