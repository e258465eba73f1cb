/**
 * @module
 * The preferences that a GENIUS profile states: weights and value functions matched by issue index, reservation
 * and discount.
 */

import type { AdditivePreferences, RectanglePreferences, ValueFunction } from "../../model/index.js";
import { readValueFunction } from "./evaluators.js";
import type { Findings } from "./findings.js";
import type { GeniusDomain } from "./genius-issues.js";
import { readRectangles } from "./hyper-rectangles.js";
import { elementsBelow, type XmlElement } from "./xml-element.js";

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
