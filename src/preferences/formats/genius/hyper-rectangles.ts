/**
 * @module
 * The non-additive profiles of GENIUS: a sum over hyper-rectangles of integer issues, divided by `maxutility`.
 * Other aggregations than the sum, and rectangles that exclude, are not supported.
 */

import { shown } from "../../../errors.js";
import type { Rectangle, RectanglePreferences } from "../../model/index.js";
import type { Findings } from "./findings.js";
import type { GeniusDomain } from "./genius-issues.js";
import { childrenOf, type XmlElement } from "./xml-element.js";

/**
 * The rectangles of a profile; `undefined` with findings when they cannot be read.
 *
 * GENIUS sums first and divides once; here each weight is divided, so a utility may differ in its last bits.
 *
 * @see GENIUS 10.4, `NonlinearUtilitySpace`, `InclusiveHyperRectangle`
 */
export function readRectangles(
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
