/**
 * @module
 * Preferences in words for a model, as a guard, and as the schema of terms: what a model needs of a bargaining
 * scenario. The reservation is in the guard alone.
 */

import { readOptions } from "../../../core/checks/index.js";
import type { TermsSchema } from "../../../ports/index.js";
import { type InverseUtility, inverseUtility } from "../../../preferences/inverse/index.js";
import {
  type CompleteIssue,
  type IssueTerms,
  type IssueValue,
  type OutcomeSpace,
  type Preferences,
  reservationOf,
  undiscounted,
} from "../../../preferences/model/index.js";
import { utilityOf } from "../../../preferences/utility/index.js";
import type { AnswerSchema, Guard } from "../answers/index.js";

/** The scale on which models are told worth: 0 is the worst of all outcomes, 100 the best. A whole number. */
export function pointsOf(inverse: InverseUtility, index: number): number {
  const { minimum, maximum } = inverse;
  return maximum === minimum
    ? 100
    : Math.round((100 * (inverse.utility(index) - minimum)) / (maximum - minimum));
}

/**
 * What a party wants, in words for a model: its best deal, and what each change of one issue costs it, in points.
 *
 * It says nothing of the reservation: a model that does not know a limit cannot be talked into telling it.
 *
 * @throws {NegotiationError} `preferences_invalid` for preferences that do not fit the space
 * @see docs/requirements/bridges.md, AI-7
 * @example
 * const space = outcomeSpace([{ name: "price", kind: "integer", min: 10, max: 12 }]);
 * briefFrom(space, { kind: "additive", weights: [1], values: [{ kind: "linear", slope: -0.5, from: 12 }] });
 * // Deals are worth 0 to 100 points to us, the more the better. ... price: 10 (best), 11 (-50), 12 (-100)
 */
export function briefFrom(space: OutcomeSpace, preferences: Preferences): string {
  const isSum = undiscounted(preferences).kind === "additive";
  const lines = briefOf(inverseUtility(space, preferences), isSum);
  return preferences.kind === "discounted"
    ? `${lines}\nTime costs: the same deal is worth less to us the later it is made.`
    : lines;
}

/** As `briefFrom`. @param isSum - whether what changes cost adds up */
export function briefOf(inverse: InverseUtility, isSum: boolean): string {
  const { space } = inverse;
  const best = inverse.best();
  const digits = space.digitsAt(best);
  const costs = space.issues.map(({ name }, issueIndex) => {
    const own = digits[issueIndex] as number;
    const said = shownDigits(space.sizes[issueIndex] as number, own).map((digit) => {
      const changed = digits.map((one, index) => (index === issueIndex ? digit : one));
      const lost = pointsOf(inverse, space.indexOfDigits(changed)) - pointsOf(inverse, best);
      const value = JSON.stringify(space.termsAt(space.indexOfDigits(changed))[name]);
      return digit === own ? `${value} (best)` : `${value} (${lost === 0 ? "the same" : lost})`;
    });
    return `- ${JSON.stringify(name)}: ${said.join(", ")}`;
  });
  return [
    "Deals are worth 0 to 100 points to us, the more the better.",
    `Our best deal: ${JSON.stringify(space.termsAt(best))}. What a change of one issue alone costs, in points:`,
    ...costs,
    isSum
      ? "Costs of several changes add up."
      : "Costs of several changes do not simply add up: issues interact.",
  ].join("\n");
}

/** Chosen: so many values of an issue can still be read. */
const MOST_VALUES_SHOWN = 12;

function shownDigits(size: number, own: number): readonly number[] {
  if (size <= MOST_VALUES_SHOWN) return Array.from({ length: size }, (_, digit) => digit);
  const spread = Array.from({ length: MOST_VALUES_SHOWN }, (_, step) =>
    Math.round((step * (size - 1)) / (MOST_VALUES_SHOWN - 1)),
  );
  return [...new Set([...spread, own])].sort((one, other) => one - other);
}

/** What else a guard keeps. */
export type UtilityGuardOptions = Pick<Guard, "secrets">;

/**
 * The guard of preferences: nothing below their reservation, nothing outside the space, and in place of what it blocks
 * before anything was proposed the party's best outcome.
 *
 * Utilities are undiscounted, as strategies reckon.
 *
 * @throws {NegotiationError} `preferences_invalid` for preferences that do not fit the space
 * @throws {TypeError} for an option that is not known
 * @see docs/requirements/bridges.md, AI-7
 */
export function utilityGuard(
  space: OutcomeSpace,
  preferences: Preferences,
  options: UtilityGuardOptions = {},
): Guard<IssueTerms> {
  const { secrets } = readOptions("the options of utilityGuard", options, ["secrets"]);
  const utility = utilityOf(undiscounted(preferences), space);
  let best: IssueTerms | undefined;
  return {
    utility: (terms) => utility(terms),
    reservation: reservationOf(preferences) ?? Number.NEGATIVE_INFINITY,
    secrets,
    instead: () => {
      best ??= space.termsAt(inverseUtility(space, preferences).best());
      return best;
    },
  };
}

/**
 * The terms of a space as a schema: for a room, and for a model, which is shown the JSON Schema in it.
 *
 * @see https://standardschema.dev for both interfaces, version 1
 * @example
 * const space = outcomeSpace([{ name: "price", kind: "integer", min: 10, max: 30 }]);
 * const deals = new NegotiationService("market-7", { terms: termsSchema(space) });
 */
export function termsSchema(space: OutcomeSpace): TermsSchema<IssueTerms> {
  const names = space.issues.map(({ name }) => name);
  const json: AnswerSchema = Object.freeze({
    type: "object",
    properties: Object.fromEntries(space.issues.map((issue) => [issue.name, issueSchema(issue)])),
    required: names,
    additionalProperties: false,
  });
  const standard = {
    version: 1,
    vendor: "concordat",
    validate: (value: unknown) =>
      space.indexOf(value) === -1 ? { issues: issuesOf(space, value) } : { value },
    jsonSchema: { input: () => json, output: () => json },
  } as const;
  return Object.freeze({ "~standard": Object.freeze(standard) });
}

function issueSchema(issue: CompleteIssue): AnswerSchema {
  if (issue.kind === "continuous") return { type: "number", minimum: issue.min, maximum: issue.max };
  if (issue.kind === "integer") {
    const { min: minimum, max: maximum, step } = issue;
    return {
      type: "integer",
      minimum,
      maximum,
      ...(step > 1 && { description: `From ${minimum} in steps of ${step}.` }),
    };
  }
  const types = [...new Set(issue.values.map((value) => typeof value))];
  return { type: types.length === 1 ? types[0] : types, enum: issue.values };
}

function issuesOf(space: OutcomeSpace, value: unknown): { message: string; path: string[] }[] {
  const terms = (typeof value === "object" && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const wrong = space.issues.flatMap((issue, index) =>
    space.digitOf(index, terms[issue.name]) === -1
      ? [{ path: [issue.name], message: `Expected ${valuesText(issue)}.` }]
      : [],
  );
  return wrong.length > 0
    ? wrong
    : [{ path: [], message: "Expected the issues of the space and nothing else." }];
}

function valuesText(issue: CompleteIssue): string {
  if (issue.kind === "integer" || issue.kind === "continuous") {
    const steps = issue.kind === "integer" && issue.step > 1 ? ` in steps of ${issue.step}` : "";
    return `a number from ${issue.min} to ${issue.max}${steps}`;
  }
  const values: readonly IssueValue[] = issue.values.slice(0, MOST_VALUES_SHOWN);
  return `one of ${values.map((one) => JSON.stringify(one)).join(", ")}`;
}
