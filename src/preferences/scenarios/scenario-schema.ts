/**
 * @module
 * The shape of a scenario: objects with known keys only. Whether numbers and names fit together is left to the
 * checks of issues and preferences.
 */

import * as z from "zod/mini";
import { setOwn } from "../../core/json/index.js";
import { type Fault, type FaultKey, sortOf } from "../model/index.js";

/**
 * What of the data has not the shape of a scenario: unknown or missing keys, other types.
 *
 * A schema takes too long over millions of faults. Of a scenario with more than 2,000 members it looks at the first
 * few of each list, and at no issues and preferences that their own checks, which are as strict, have looked at.
 *
 * @param isChecked - whether the checks of issues and preferences have looked at all of them
 */
export function scenarioShapeFaults(scenario: unknown, isChecked = false): readonly Fault[] {
  const isLarge = hasMoreMembers(scenario, MOST_MEMBERS);
  const looked = isLarge ? firstMembers(scenario, ENVELOPE) : scenario;
  const result = (isLarge && isChecked ? envelopeSchema : scenarioSchema).safeParse(looked);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => shapeFaults(issue, scenario, looked));
}

/** Chosen: small enough to take no time even if all are faulty. */
const MOST_MEMBERS = 2_000;
/** More than issues and parties may have, so that too many are still too many. */
const ENVELOPE = 65;
const INNER = 2;
/** More than any object of the format has. */
const MOST_KEYS = 100;

function hasMoreMembers(value: unknown, most: number): boolean {
  let left = most;
  const walk = (member: unknown): boolean => {
    if (typeof member !== "object" || member === null) return false;
    const members: readonly unknown[] = Array.isArray(member) ? member : Object.values(member);
    left -= members.length;
    return left < 0 || members.some(walk);
  };
  return walk(value);
}

function firstMembers(value: unknown, most: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, most).map((member) => firstMembers(member, INNER));
  const copy: Record<string, unknown> = {};
  let count = 0;
  for (const key in value) {
    count += 1;
    if (count > MOST_KEYS) break;
    setOwn(copy, key, firstMembers((value as Readonly<Record<string, unknown>>)[key], most));
  }
  return copy;
}

const name = z.string().check(z.minLength(1), z.maxLength(200));
const value = z.union([z.string(), z.number(), z.boolean()]);
const values = z.array(value).check(z.minLength(1), z.maxLength(10_000));
const reservation = z.optional(z.nullable(z.number()));

const issue = z.discriminatedUnion("kind", [
  z.strictObject({ name, kind: z.literal("categorical"), values }),
  z.strictObject({ name, kind: z.literal("ordinal"), values }),
  z.strictObject({
    name,
    kind: z.literal("integer"),
    min: z.int(),
    max: z.int(),
    step: z.optional(z.int().check(z.minimum(1))),
  }),
  z.strictObject({
    name,
    kind: z.literal("continuous"),
    min: z.number(),
    max: z.number(),
    levels: z.optional(z.int().check(z.minimum(2), z.maximum(10_000))),
  }),
]);

const pair = z.array(z.number()).check(z.minLength(2), z.maxLength(2));

const valueFunction = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("table"), values: z.array(z.number()) }),
  z.strictObject({
    kind: z.literal("linear"),
    slope: z.number(),
    offset: z.optional(z.number()),
    from: z.optional(z.number()),
    clamp: z.optional(z.nullable(pair)),
  }),
  z.strictObject({
    kind: z.literal("triangular"),
    low: z.number(),
    top: z.number(),
    high: z.number(),
    height: z.optional(z.number()),
  }),
]);

const additive = z.strictObject({
  kind: z.literal("additive"),
  weights: z.array(z.number()),
  values: z.array(valueFunction),
  bias: z.optional(z.number()),
  reservation,
});

const mapping = z.strictObject({
  kind: z.literal("mapping"),
  entries: z.array(z.strictObject({ outcome: z.record(z.string(), value), utility: z.number() })),
  otherwise: z.number(),
  reservation,
});

const side = z.union([
  z.strictObject({ min: z.number(), max: z.number() }),
  z.strictObject({ values: z.array(value) }),
]);

const rectangles = z.strictObject({
  kind: z.literal("rectangles"),
  bias: z.optional(z.number()),
  rectangles: z.array(
    z.strictObject({
      utility: z.number(),
      weight: z.optional(z.number()),
      within: z.record(z.string(), side),
    }),
  ),
  reservation,
});

const table = z.discriminatedUnion("kind", [additive, mapping, rectangles]);

const affine = z.strictObject({
  kind: z.literal("affine"),
  base: table,
  from: pair,
  to: pair,
  reservation,
});

const discounted = z.strictObject({
  kind: z.literal("discounted"),
  base: z.discriminatedUnion("kind", [additive, mapping, rectangles, affine]),
  factor: z.number().check(z.gt(0), z.maximum(1)),
  form: z.optional(z.enum(["exponential", "linear"])),
  reservation,
  discountReservation: z.optional(z.boolean()),
});

const preferences = z.discriminatedUnion("kind", [additive, mapping, rectangles, affine, discounted]);

/** Strict at every depth. */
export const scenarioSchema: z.ZodMiniType = envelope(issue, preferences);

/** Strict about all but issues and preferences. */
const envelopeSchema: z.ZodMiniType = envelope(z.unknown(), z.unknown());

function envelope(one: z.ZodMiniType, wishes: z.ZodMiniType): z.ZodMiniType {
  return z.strictObject({
    format: z.literal("concordat-scenario"),
    version: z.literal(1),
    name,
    issues: z.array(one).check(z.minLength(1), z.maxLength(64)),
    parties: z.array(z.strictObject({ name, preferences: wishes })).check(z.minLength(1), z.maxLength(64)),
    source: z.optional(z.string().check(z.maxLength(1000))),
  });
}

/** zod's own message would show values; a fault shows sorts, and one unknown key each. */
function shapeFaults(issue: z.core.$ZodIssue, scenario: unknown, looked: unknown): readonly Fault[] {
  const path = issue.path.map((key): FaultKey => (typeof key === "symbol" ? String(key) : key));
  const member = memberAt(scenario, path);
  // Missing only in what was looked at.
  if (member !== undefined && memberAt(looked, path) === undefined) return [];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...path, key],
      expected: "known keys only",
      received: "another",
    }));
  }
  return [{ path, expected: expectedBy(issue), received: sortOf(member) }];
}

function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `a value of type ${issue.expected}`;
    case "invalid_value":
      return issue.values.map((one) => JSON.stringify(one)).join(" or ");
    case "too_small":
      return `${unitOf(issue.origin)}at least ${issue.minimum}`;
    case "too_big":
      return `${unitOf(issue.origin)}at most ${issue.maximum}`;
    default:
      return "one of the shapes that the format knows";
  }
}

function unitOf(origin: string): string {
  if (origin === "string") return "text with a length of ";
  return origin === "array" ? "a list with a length of " : "";
}

function memberAt(value: unknown, path: readonly FaultKey[]): unknown {
  let member = value;
  for (const key of path) {
    if (typeof member !== "object" || member === null) return undefined;
    member = (member as Readonly<Record<FaultKey, unknown>>)[key];
  }
  return member;
}
