/**
 * @module
 * Reading foreign input with a schema: a value or issues in our own words, never a throw. The schemas
 * stand with the shapes that they describe.
 */

import * as z from "zod/mini";
import { type Issue, shown } from "../errors.js";

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

/** The answer to a value whose members throw. */
export const UNREADABLE: {
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
      return `at least ${issue.minimum} characters`;
    case "too_big":
      return `at most ${issue.maximum} characters`;
    default:
      return issue.message ?? "something else";
  }
}

/** Long or nested values are told by kind and length only. */
function came({ code, input }: z.core.$ZodRawIssue): string {
  if (Array.isArray(input)) return "an array";
  if (typeof input === "object" && input !== null) return "an object";
  if (typeof input === "string" && code !== "invalid_value" && code !== "invalid_type") {
    return `${input.length}`;
  }
  return input === undefined ? "nothing" : shown(input);
}

function pathStep(step: PropertyKey): string | number {
  return typeof step === "symbol" ? step.toString() : step;
}
