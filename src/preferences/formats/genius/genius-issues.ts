/**
 * @module
 * The issues of a GENIUS domain: in the order of their `index`, items in the order of theirs, values as strings.
 */

import { shown } from "../../../errors.js";
import { MOST_ISSUES, MOST_VALUES, type NegotiationIssue } from "../../model/index.js";
import type { Findings } from "./findings.js";
import { childrenOf, elementsBelow, type XmlElement } from "./xml-element.js";

/** The kinds of issues that GENIUS knows. */
type GeniusKind = "discrete" | "integer" | "real";

/** One issue of a domain, with the index by which profiles name it. */
export interface GeniusIssue {
  readonly index: number;
  readonly issue: NegotiationIssue;
}

/** What a domain says: its issues by ascending index, and the indices of those that could not be read. */
export interface GeniusDomain {
  readonly name: string;
  readonly issues: readonly GeniusIssue[];
  /** Named, but faulty: profiles are not blamed for them. */
  readonly unread: ReadonlySet<number>;
}

/** The issues of a domain file; what is wrong with it is noted. */
export function readDomain(root: XmlElement, findings: Findings): GeniusDomain {
  const objectives = elementsBelow(root, "objective");
  const first = objectives[0];
  if (!["negotiation_template", "utility_space"].includes(root.name) || first === undefined) {
    findings.invalid(root, "a negotiation_template or utility_space with an objective", root.name);
    return { name: "", issues: [], unread: new Set() };
  }
  const issues: GeniusIssue[] = [];
  const seen = new Set<number>();
  const names = new Set<string>();
  const elements = elementsBelow(root, "issue");
  if (elements.length === 0) findings.invalid(first, "at least one issue", "none");
  if (elements.length > MOST_ISSUES) {
    findings.invalid(first, `at most ${MOST_ISSUES} issues`, `${elements.length}`);
    return { name: "", issues: [], unread: new Set() };
  }
  for (const element of elements) {
    const index = findings.integer(element, "index");
    if (index !== undefined && seen.has(index)) {
      findings.invalid(element, "an index that no other issue has", String(index), "index");
    }
    const issue = readIssue(element, names, findings);
    if (index === undefined) continue;
    if (issue !== undefined && !seen.has(index)) issues.push({ index, issue });
    seen.add(index);
  }
  const read = new Set(issues.map(({ index }) => index));
  return {
    name: first.rawAttributes.has("name") ? (findings.text(first, "name") ?? "") : "",
    issues: issues.sort((one, other) => one.index - other.index),
    unread: new Set([...seen].filter((index) => !read.has(index))),
  };
}

/**
 * The kind of an issue element, which may say it up to three times; `undefined` with a finding when it
 * contradicts itself or names one that GENIUS has given up. Without any it is discrete, as in GENIUS.
 */
export function readKind(element: XmlElement, findings: Findings): GeniusKind | undefined {
  const said = ["type", "etype", "vtype"].filter((attribute) => element.rawAttributes.has(attribute));
  const kinds = said.map((attribute) => findings.text(element, attribute)?.toLowerCase());
  const [kind = "discrete"] = kinds;
  const other = kinds.findIndex((one) => one !== kind);
  if (other > 0) {
    findings.invalid(element, `the kind that ${said[0]} says`, "another", said[other]);
    return undefined;
  }
  if (kind === "discrete" || kind === "integer" || kind === "real") return kind;
  findings.unsupported(element, "an issue that is discrete, integer or real", shown(kind), said[0]);
  return undefined;
}

/** The element that holds the bounds of a numeric issue: the issue itself, or a `range` below it. */
export function readBounds(element: XmlElement, findings: Findings): XmlElement | undefined {
  const ranges = childrenOf(element, "range");
  if (ranges.length > 1) {
    findings.invalid(element, "one range", String(ranges.length));
    return undefined;
  }
  const holders = [element, ...ranges].filter(
    ({ rawAttributes }) => rawAttributes.has("lowerbound") || rawAttributes.has("upperbound"),
  );
  const [holder, second] = holders;
  if (holder === undefined) {
    findings.invalid(element, "lowerbound and upperbound", "neither");
    return undefined;
  }
  if (second !== undefined && !saysTheSame(holder, second)) {
    findings.invalid(second, "the bounds that its issue has", "others");
    return undefined;
  }
  return holder;
}

function saysTheSame(one: XmlElement, other: XmlElement): boolean {
  return ["lowerbound", "upperbound"].every(
    (attribute) => one.rawAttributes.get(attribute) === other.rawAttributes.get(attribute),
  );
}

function readIssue(
  element: XmlElement,
  names: Set<string>,
  findings: Findings,
): NegotiationIssue | undefined {
  const name = findings.text(element, "name");
  if (name !== undefined && names.has(name)) {
    findings.invalid(element, "a name that no other issue has", shown(name), "name");
  }
  const kind = readKind(element, findings);
  if (name !== undefined) names.add(name);
  const values = kind === "discrete" ? readItems(element, findings) : undefined;
  const range = kind === "integer" || kind === "real" ? readRange(element, kind, findings) : undefined;
  if (name === undefined) return undefined;
  if (name === "" || name.length > 200) {
    findings.invalid(element, "a name of 1 to 200 characters", `${name.length}`, "name");
    return undefined;
  }
  if (values !== undefined) return { name, kind: "categorical", values };
  if (range === undefined) return undefined;
  return { name, kind: kind === "integer" ? "integer" : "continuous", ...range };
}

function readItems(element: XmlElement, findings: Findings): readonly string[] | undefined {
  const items = childrenOf(element, "item");
  const seen = new Set<number>();
  const values = new Set<string>();
  const read: { readonly index: number; readonly value: string }[] = [];
  if (items.length === 0) findings.invalid(element, "at least one item", "none");
  if (items.length > MOST_VALUES) {
    findings.invalid(element, `at most ${MOST_VALUES} items`, `${items.length}`);
    return undefined;
  }
  for (const item of items) {
    const index = findings.integer(item, "index");
    const value = findings.text(item, "value");
    if (index !== undefined && seen.has(index)) {
      findings.invalid(item, "an index that no other item of the issue has", String(index), "index");
    }
    if (value !== undefined && values.has(value)) {
      findings.invalid(item, "a value that no other item of the issue has", shown(value), "value");
    }
    if (index !== undefined) seen.add(index);
    if (value !== undefined) values.add(value);
    if (index !== undefined && value !== undefined) read.push({ index, value });
  }
  // Each of these failed: a list with holes would blame the profiles.
  if (read.length === 0 || read.length !== items.length || seen.size !== items.length) return undefined;
  if (values.size !== items.length) return undefined;
  return read.sort((one, other) => one.index - other.index).map(({ value }) => value);
}

function readRange(
  element: XmlElement,
  kind: "integer" | "real",
  findings: Findings,
): { readonly min: number; readonly max: number } | undefined {
  const holder = readBounds(element, findings);
  if (holder === undefined) return undefined;
  const read = kind === "integer" ? "integer" : "number";
  const min = findings[read](holder, "lowerbound");
  const max = findings[read](holder, "upperbound");
  if (min === undefined || max === undefined) return undefined;
  if (kind === "integer" ? min <= max : min < max) return { min, max };
  findings.invalid(holder, "an upper bound above the lower", "another", "upperbound");
  return undefined;
}
