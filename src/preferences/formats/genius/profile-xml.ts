/**
 * @module
 * One party's GENIUS profile as XML, and the lines of issues that domain and profile share.
 */

import type { CompleteIssue, CompleteValueFunction, Fault, FaultSink } from "../../model/index.js";
import { sizeOfIssue } from "../../model/index.js";
import { evaluationAt } from "../../utility/index.js";
import type { ExportedParty } from "../index.js";
import type { IssueForm } from "./issue-forms.js";
import { escapedText } from "./xml-text.js";

/** An issue with the form it is written in. */
export interface WrittenIssue {
  readonly issue: CompleteIssue;
  readonly form: IssueForm;
}

/**
 * The profile of a party as XML; what GENIUS cannot say is noted.
 *
 * @param index - of the party, for faults
 */
export function profileXml(
  name: string,
  party: ExportedParty,
  index: number,
  issues: readonly WrittenIssue[],
  faults: FaultSink,
): string {
  const weights: string[] = [];
  const written = issues.flatMap(({ issue, form }, position) => {
    const evaluation = party.values[position];
    const weight = party.weights[position];
    if (evaluation === undefined || weight === undefined) return [];
    const path = ["parties", index, "preferences", "values", position];
    const scaled = scaledLines(evaluation, issue, form, path, faults);
    weights.push(`    <weight index="${position + 1}" value="${weight * scaled.largest}"/>`);
    return issueLines(issue, form, position, scaled.lines);
  });
  const reservation = party.reservation ?? leastUtility(party, issues);
  return [
    "<utility_space>",
    `  <objective index="0" name="${text(name)}" type="objective" etype="objective">`,
    ...written,
    ...weights,
    "  </objective>",
    `  <discount_factor value="${party.discount}"/>`,
    `  <reservation value="${reservation}"/>`,
    "</utility_space>",
    "",
  ].join("\n");
}

/** The lines of an issue; `inner` stands between its tags. */
export function issueLines(
  issue: CompleteIssue,
  form: IssueForm,
  position: number,
  inner: readonly string[],
): readonly string[] {
  const bounds = form.form === "discrete" ? "" : ` lowerbound="${form.min}" upperbound="${form.max}"`;
  const kinds = ["type", "etype", "vtype"].map((attribute) => `${attribute}="${form.form}"`).join(" ");
  return [
    `    <issue index="${position + 1}" name="${text(issue.name)}" ${kinds}${form.form === "integer" ? bounds : ""}>`,
    ...(form.form === "real" ? [`      <range${bounds}/>`] : []),
    ...inner,
    "    </issue>",
  ];
}

/** One line an item; `rest` gives its other attributes. */
export function itemLines(texts: readonly string[], rest: (position: number) => string): readonly string[] {
  return texts.map(
    (value, position) => `      <item index="${position + 1}" value="${text(value)}"${rest(position)}/>`,
  );
}

/** What cannot be written has been refused before. */
function text(value: string): string {
  return escapedText(value) ?? "";
}

/** GENIUS takes a largest evaluation below this for none. */
const LEAST_LARGEST = 0.00001;

function scaledLines(
  evaluation: CompleteValueFunction,
  issue: CompleteIssue,
  form: IssueForm,
  path: Fault["path"],
  faults: FaultSink,
): { readonly largest: number; readonly lines: readonly string[] } {
  if (form.form !== "discrete") return { largest: 1, lines: [evaluatorLine(evaluation, form.form)] };
  const evaluations = form.texts.map((_, digit) => evaluationAt(evaluation, issue, digit));
  const largest = evaluations.reduce((one, other) => Math.max(one, other));
  const lines = itemLines(form.texts, (digit) => ` evaluation="${evaluations[digit]}"`);
  if (largest >= LEAST_LARGEST) return { largest, lines };
  if (evaluations.some((one) => one !== 0)) {
    const expected = `a largest evaluation of at least ${LEAST_LARGEST}, or only 0`;
    faults.push({ path, expected, received: "a smaller one" });
  }
  return { largest: 1, lines };
}

function evaluatorLine(evaluation: CompleteValueFunction, form: "integer" | "real"): string {
  if (evaluation.kind === "triangular") {
    const { low, top, high } = evaluation;
    return `      <evaluator ftype="triangular" parameter0="${low}" parameter1="${high}" parameter2="${top}"/>`;
  }
  const { slope, offset, clamp } = evaluation as Extract<CompleteValueFunction, { readonly kind: "linear" }>;
  if (form === "integer") return `      <evaluator ftype="linear" slope="${slope}" offset="${offset}"/>`;
  return clamp === null
    ? `      <evaluator ftype="constant" parameter0="${offset}"/>`
    : `      <evaluator ftype="linear" parameter0="${offset}" parameter1="${slope}"/>`;
}

/** The least of all utilities: rounding keeps the order of sums, so the least of each issue make it. */
function leastUtility(party: ExportedParty, issues: readonly WrittenIssue[]): number {
  return issues.reduce((sum, { issue }, position) => {
    const evaluation = party.values[position];
    const weight = party.weights[position] ?? 0;
    return evaluation === undefined ? sum : sum + leastShare(evaluation, issue, weight);
  }, 0);
}

/** Of integers between two ends a linear function has its least at one of them. */
function leastShare(evaluation: CompleteValueFunction, issue: CompleteIssue, weight: number): number {
  const size = sizeOfIssue(issue);
  const isMonotone = evaluation.kind === "linear" && issue.kind === "integer";
  const digits = isMonotone ? [0, size - 1] : Array.from({ length: size }, (_, digit) => digit);
  return digits.reduce(
    (least, digit) => Math.min(least, weight * evaluationAt(evaluation, issue, digit)),
    Number.POSITIVE_INFINITY,
  );
}
