/**
 * @module
 * The preferences that a GENIUS profile states: weights and value functions matched by issue index, or
 * hyper-rectangles, with reservation and discount.
 */

import { shown } from "../../../errors.js";
import type {
  AdditivePreferences,
  Rectangle,
  RectanglePreferences,
  ValueFunction,
} from "../../model/index.js";
import type { Findings } from "./findings.js";
import { type GeniusDomain, type GeniusIssue, readBounds, readKind } from "./genius-issues.js";
import { childrenOf, elementsBelow, type XmlElement } from "./xml-element.js";

/** What a profile states: utilities, and what becomes of them without an agreement and over time. */
export interface GeniusProfile {
  readonly base: AdditivePreferences | RectanglePreferences;
  readonly reservation: number;
  /** In (0, 1]; 1 is no discount. */
  readonly discount: number;
}

/** The preferences of a profile file; `undefined` with findings when it cannot be read. */
export function readProfile(
  root: XmlElement,
  domain: GeniusDomain,
  findings: Findings,
): GeniusProfile | undefined {
  if (root.name !== "utility_space") {
    findings.invalid(root, "a utility_space", root.name);
    return undefined;
  }
  // BA-9: an absent reservation is 0, an absent discount 1.
  const reservation = readSetting(root, "reservation", 0, findings);
  const stated = readSetting(root, "discount_factor", 1, findings);
  const utilities = elementsBelow(root, "utility");
  const base =
    utilities.length > 0
      ? readRectangles(root, utilities, domain, findings)
      : readAdditive(root, domain, findings);
  if (reservation === undefined || stated === undefined || base === undefined) return undefined;
  // GENIUS takes a factor outside (0, 1] for none (AbstractUtilitySpace.validateDiscount).
  return { base, reservation, discount: stated > 0 && stated <= 1 ? stated : 1 };
}

function readSetting(
  root: XmlElement,
  name: "reservation" | "discount_factor",
  absent: number,
  findings: Findings,
): number | undefined {
  const [element, second] = elementsBelow(root, name);
  if (second !== undefined) {
    findings.invalid(second, `one ${name}`, "another");
    return undefined;
  }
  return element === undefined ? absent : findings.number(element, "value");
}

function readAdditive(
  root: XmlElement,
  domain: GeniusDomain,
  findings: Findings,
): AdditivePreferences | undefined {
  const weightOf = readWeights(root, domain, findings);
  const elements = readIssueElements(root, domain, findings);
  const weights: number[] = [];
  const values: ValueFunction[] = [];
  for (const issue of domain.issues) {
    const element = elements.get(issue.index);
    if (element === undefined) findings.invalid(root, `an issue with index ${issue.index}`, "none");
    if (!weightOf.has(issue.index)) findings.invalid(root, `a weight with index ${issue.index}`, "none");
    const value = element && readValueFunction(issue, element, findings);
    const weight = weightOf.get(issue.index);
    if (value === undefined || weight === undefined) continue;
    weights.push(weight);
    values.push(value);
  }
  return weights.length === domain.issues.length ? { kind: "additive", weights, values } : undefined;
}

/** Weights by the index of their issue; one that could not be read is there, but `undefined`. */
function readWeights(
  root: XmlElement,
  domain: GeniusDomain,
  findings: Findings,
): ReadonlyMap<number, number | undefined> {
  const weights = new Map<number, number | undefined>();
  const objectives = new Set(
    elementsBelow(root, "objective")
      .filter(({ rawAttributes }) => rawAttributes.has("index"))
      .map((objective) => findings.integer(objective, "index")),
  );
  const isIssue = isIssueOf(domain);
  for (const element of elementsBelow(root, "weight")) {
    const index = findings.integer(element, "index");
    const value = findings.number(element, "value");
    if (index === undefined) continue;
    if (weights.has(index)) {
      findings.invalid(element, "an index that no other weight has", String(index), "index");
    } else if (!isIssue(index) && !objectives.has(index)) {
      findings.invalid(element, "the index of an issue or objective", String(index), "index");
    }
    weights.set(index, value);
  }
  return weights;
}

function readIssueElements(
  root: XmlElement,
  domain: GeniusDomain,
  findings: Findings,
): ReadonlyMap<number, XmlElement> {
  const elements = new Map<number, XmlElement>();
  const isIssue = isIssueOf(domain);
  for (const element of elementsBelow(root, "issue")) {
    const index = findings.integer(element, "index");
    if (index === undefined) continue;
    if (elements.has(index)) {
      findings.invalid(element, "an index that no other issue has", String(index), "index");
    } else if (!isIssue(index)) {
      findings.invalid(element, "the index of an issue of the domain", String(index), "index");
    }
    elements.set(index, element);
  }
  return elements;
}

function isIssueOf({ issues, unread }: GeniusDomain): (index: number) => boolean {
  const indices = new Set([...issues.map(({ index }) => index), ...unread]);
  return (index) => indices.has(index);
}

/**
 * The value function of an issue; `undefined` with a finding when it cannot be read.
 *
 * @param element - the issue as the profile has it
 * @see GENIUS 10.4, `EvaluatorDiscrete.normalize`, `EvaluatorInteger` and `EvaluatorReal.getEvaluation`;
 * bargaining requirements, BA-9
 */
function readValueFunction(
  { issue }: GeniusIssue,
  element: XmlElement,
  findings: Findings,
): ValueFunction | undefined {
  const kind = readKind(element, findings);
  if (kind === undefined) return undefined;
  if (kind !== GENIUS_KINDS[issue.kind]) {
    findings.invalid(element, `the kind that the domain gives the issue (${GENIUS_KINDS[issue.kind]})`, kind);
    return undefined;
  }
  if (issue.kind === "integer" || issue.kind === "continuous") {
    if (!hasSameBounds(issue, element, findings)) return undefined;
    const evaluator = readEvaluator(element, findings);
    if (evaluator === undefined) return undefined;
    return kind === "integer"
      ? integerFunction(evaluator, issue.min, findings)
      : realFunction(evaluator, findings);
  }
  return readEvaluations(issue.values, element, findings);
}

const GENIUS_KINDS = {
  categorical: "discrete",
  ordinal: "discrete",
  integer: "integer",
  continuous: "real",
} as const;

/** Below this a largest evaluation counts as none, and all of the issue as 0. */
const LEAST_LARGEST = 0.00001;

function readEvaluations(
  values: readonly unknown[],
  element: XmlElement,
  findings: Findings,
): ValueFunction | undefined {
  const evaluations = new Map<string, number | undefined>();
  const known = new Set(values);
  for (const item of childrenOf(element, "item")) {
    const value = findings.text(item, "value");
    if (value === undefined) continue;
    if (evaluations.has(value)) {
      findings.invalid(item, "a value that no other item of the issue has", shown(value), "value");
    } else if (!known.has(value)) {
      findings.invalid(item, "a value that the domain lists for the issue", shown(value), "value");
    }
    evaluations.set(value, findings.number(item, "evaluation"));
  }
  for (const value of values as readonly string[]) {
    if (!evaluations.has(value)) findings.invalid(element, `an item for the value ${shown(value)}`, "none");
  }
  const raw = (values as readonly string[]).flatMap((value) => evaluations.get(value) ?? []);
  if (raw.length < values.length) return undefined;
  const largest = raw.reduce((one, other) => Math.max(one, other));
  return {
    kind: "table",
    values: raw.map((evaluation) => (largest < LEAST_LARGEST ? 0 : evaluation / largest)),
  };
}

/** A profile may leave its bounds out; if it gives them, they are the domain's. */
function hasSameBounds(
  issue: { readonly min: number; readonly max: number },
  element: XmlElement,
  findings: Findings,
): boolean {
  const isSilent =
    childrenOf(element, "range").length === 0 &&
    !element.rawAttributes.has("lowerbound") &&
    !element.rawAttributes.has("upperbound");
  if (isSilent) return true;
  const holder = readBounds(element, findings);
  if (holder === undefined) return false;
  const low = findings.number(holder, "lowerbound");
  const high = findings.number(holder, "upperbound");
  if (low === undefined || high === undefined) return false;
  if (low === issue.min && high === issue.max) return true;
  findings.invalid(holder, "the bounds that the domain gives the issue", "others");
  return false;
}

function readEvaluator(element: XmlElement, findings: Findings): XmlElement | undefined {
  const evaluators = childrenOf(element, "evaluator");
  if (evaluators.length === 1) return evaluators[0];
  findings.invalid(element, "one evaluator", String(evaluators.length));
  return undefined;
}

function integerFunction(evaluator: XmlElement, from: number, findings: Findings): ValueFunction | undefined {
  if (evaluator.rawAttributes.has("ftype")) {
    const form = findings.text(evaluator, "ftype");
    if (form?.toLowerCase() !== "linear") {
      findings.unsupported(evaluator, "a linear evaluator of an integer issue", shown(form), "ftype");
      return undefined;
    }
  }
  const slope = findings.number(evaluator, "slope");
  const offset = findings.number(evaluator, "offset");
  if (slope === undefined || offset === undefined) return undefined;
  return { kind: "linear", slope, from, offset, clamp: [0, 1] };
}

function realFunction(evaluator: XmlElement, findings: Findings): ValueFunction | undefined {
  const form = findings.text(evaluator, "ftype")?.toLowerCase();
  const parameter = (position: number): number | undefined =>
    findings.number(evaluator, `parameter${position}`);
  switch (form) {
    case undefined:
      return undefined;
    case "linear": {
      const offset = parameter(0);
      const slope = parameter(1);
      if (slope === undefined || offset === undefined) return undefined;
      return { kind: "linear", slope, offset, clamp: [0, 1] };
    }
    case "constant": {
      const offset = parameter(0);
      return offset === undefined ? undefined : { kind: "linear", slope: 0, offset };
    }
    case "triangular": {
      const low = parameter(0);
      const high = parameter(1);
      const top = parameter(2);
      if (low === undefined || high === undefined || top === undefined) return undefined;
      if (low <= top && top <= high) return { kind: "triangular", low, top, high };
      findings.invalid(evaluator, "parameter0 <= parameter2 <= parameter1 of a triangle", "another order");
      return undefined;
    }
    default:
      findings.unsupported(
        evaluator,
        "an evaluator that is linear, constant or triangular",
        shown(form),
        "ftype",
      );
      return undefined;
  }
}

/**
 * The rectangles of a profile; `undefined` with findings when they cannot be read.
 *
 * GENIUS sums first and divides once; here each weight is divided, so a utility may differ in its last bits.
 *
 * @see GENIUS 10.4, `NonlinearUtilitySpace`, `InclusiveHyperRectangle`
 */
function readRectangles(
  root: XmlElement,
  utilities: readonly XmlElement[],
  domain: GeniusDomain,
  findings: Findings,
): RectanglePreferences | undefined {
  const [utility, second] = utilities;
  if (utility === undefined || second !== undefined) {
    findings.invalid(root, "one utility", String(utilities.length));
    return undefined;
  }
  const [sum, ...others] = childrenOf(utility, "ufun");
  if (sum === undefined || others.length > 0) {
    findings.invalid(utility, "one ufun", String(sum === undefined ? 0 : others.length + 1));
    return undefined;
  }
  const largest = findings.number(utility, "maxutility");
  if (largest !== undefined && largest <= 0) {
    findings.invalid(utility, "a maxutility above 0", "another", "maxutility");
  }
  if (!isPlainSum(sum, findings) || largest === undefined || largest <= 0) return undefined;
  const elements = childrenOf(sum, "hyperRectangle");
  const byIndex: IssuesByIndex = new Map(domain.issues.map(({ index, issue }) => [index, issue]));
  const rectangles = elements.flatMap((element) => {
    const rectangle = readRectangle(element, largest, domain, byIndex, findings);
    return rectangle === undefined ? [] : [rectangle];
  });
  return rectangles.length === elements.length ? { kind: "rectangles", rectangles } : undefined;
}

type IssuesByIndex = ReadonlyMap<number, GeniusDomain["issues"][number]["issue"]>;

function isPlainSum(sum: XmlElement, findings: Findings): boolean {
  const isSum =
    !sum.rawAttributes.has("aggregation") || findings.text(sum, "aggregation")?.toLowerCase() === "sum";
  if (!isSum) {
    const aggregation = shown(sum.rawAttributes.get("aggregation"));
    findings.unsupported(sum, "a ufun that sums", aggregation, "aggregation");
  }
  const weight = sum.rawAttributes.has("weight") ? findings.number(sum, "weight") : 1;
  if (weight !== undefined && weight !== 1) {
    findings.unsupported(sum, "a ufun of weight 1 where it stands alone", "another", "weight");
  }
  const nested = childrenOf(sum, "ufun");
  if (nested[0] !== undefined) findings.unsupported(nested[0], "a ufun without another in it", "one");
  return isSum && weight === 1 && nested.length === 0;
}

function readRectangle(
  element: XmlElement,
  largest: number,
  domain: GeniusDomain,
  byIndex: IssuesByIndex,
  findings: Findings,
): Rectangle | undefined {
  const utility = findings.number(element, "utility");
  const weight = element.rawAttributes.has("weight") ? findings.number(element, "weight") : 1;
  const [excluding] = childrenOf(element, "EXCLUDES");
  if (excluding !== undefined) {
    findings.unsupported(excluding, "rectangles that include", "one that excludes");
    return undefined;
  }
  const within = readBoundsOf(element, domain, byIndex, findings);
  if (utility === undefined || weight === undefined || within === undefined) return undefined;
  return { utility, weight: weight / largest, within };
}

function readBoundsOf(
  element: XmlElement,
  domain: GeniusDomain,
  byIndex: IssuesByIndex,
  findings: Findings,
): Rectangle["within"] | undefined {
  const within: [string, { readonly min: number; readonly max: number }][] = [];
  const seen = new Set<number>();
  const bounds = childrenOf(element, "INCLUDES");
  for (const bound of bounds) {
    const index = findings.integer(bound, "index");
    const min = findings.integer(bound, "min");
    const max = findings.integer(bound, "max");
    if (index === undefined || domain.unread.has(index)) continue;
    const issue = byIndex.get(index);
    if (issue?.kind !== "integer") {
      findings.invalid(bound, "the index of an integer issue", String(index), "index");
    } else if (seen.has(index)) {
      findings.unsupported(bound, "one bound an issue", "another", "index");
    } else if (min !== undefined && max !== undefined) {
      if (min > max) findings.invalid(bound, "a max of at least min", "another", "max");
      else within.push([issue.name, { min, max }]);
    }
    seen.add(index);
  }
  return within.length === bounds.length ? Object.fromEntries(within) : undefined;
}
