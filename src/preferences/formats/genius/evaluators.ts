/**
 * @module
 * How a GENIUS profile values one issue: evaluations of items, divided by the largest of the issue, or the
 * evaluator of a numeric issue, which is divided by nothing.
 */

import { shown } from "../../../errors.js";
import type { ValueFunction } from "../../model/index.js";
import type { Findings } from "./findings.js";
import { type GeniusIssue, readBounds, readKind } from "./genius-issues.js";
import { childrenOf, type XmlElement } from "./xml-element.js";

/**
 * The value function of an issue; `undefined` with a finding when it cannot be read.
 *
 * @param element - the issue as the profile has it
 * @see GENIUS 10.4, `EvaluatorDiscrete.normalize`, `EvaluatorInteger` and `EvaluatorReal.getEvaluation`;
 * bargaining requirements, BA-9
 */
export function readValueFunction(
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
