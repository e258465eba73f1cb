/**
 * @module
 * Writes a scenario as the XML files of GENIUS. Nothing but the scenario goes into them: no path, no host, no
 * time, and not its `source` either.
 */

import {
  type CompleteContinuousIssue,
  type CompleteIntegerIssue,
  type CompleteIssue,
  type CompleteValueFunction,
  type Fault,
  FaultList,
  type FaultSink,
  outcomeSpace,
  refusedWith,
  sizeOfIssue,
} from "../../model/index.js";
import { parseScenario, type Scenario } from "../../scenarios/index.js";
import { evaluationAt } from "../../utility/index.js";
import { type ExportedParty, exportedParties, listedTexts } from "../index.js";
import { escapedText } from "./xml-element.js";

/** The files of a GENIUS scenario, as text; `fromGeniusXml(domain, profiles)` reads them back. */
export interface GeniusFiles {
  readonly domain: string;
  /** One a party, in order. */
  readonly profiles: readonly { readonly name: string; readonly xml: string }[];
}

/**
 * The GENIUS XML of a scenario with additive preferences.
 *
 * Read back, it gives the same utilities to the last bit when the largest evaluation of every issue is 1; others
 * are scaled into the weight, which may change the last bits. Values become strings. Where there is no
 * reservation the least utility is written, which every outcome reaches.
 *
 * @throws {NegotiationError} `scenario_unsupported` with all that GENIUS cannot say; `scenario_invalid`
 * @see bargaining requirements, BA-9 and BA-12
 * @example
 * const { domain, profiles } = toGeniusXml({
 *   format: "concordat-scenario",
 *   version: 1,
 *   name: "colours",
 *   issues: [{ name: "colour", kind: "categorical", values: ["red", "blue"] }],
 *   parties: ["ada", "smith"].map((name) => ({
 *     name,
 *     preferences: { kind: "additive", weights: [1], values: [{ kind: "table", values: [0.25, 1] }] },
 *   })),
 * });
 * const scenario = await fromGeniusXml(domain, profiles);
 * scenario.parties[1]?.name; // "smith"
 */
export function toGeniusXml(scenario: Scenario): GeniusFiles {
  const checked = parseScenario(scenario);
  const space = outcomeSpace(checked.issues);
  const faults = new FaultList();
  const parties = exportedParties(checked, space, faults);
  const issues = space.issues.flatMap((issue, position): WrittenIssue[] => {
    const form = issueForm(issue, position, parties, faults);
    return form === undefined ? [] : [{ issue, form }];
  });
  refuseUnwritable(checked.name, ["name"], faults);
  for (const [position, { issue, form }] of issues.entries()) {
    refuseUnwritable(issue.name, ["issues", position, "name"], faults);
    const texts = form.form === "discrete" ? form.texts : [];
    for (const [digit, value] of texts.entries()) {
      refuseUnwritable(value, ["issues", position, "values", digit], faults);
    }
  }
  const isWhole = issues.length === space.issues.length;
  const profiles = parties.map((party, index) => ({
    name: party.name,
    xml: isWhole ? profileXml(checked.name, party, index, issues, faults) : "",
  }));
  if (faults.length > 0) throw refusedWith("scenario_unsupported", "a scenario for GENIUS", faults);
  return { domain: domainXml(checked.name, issues), profiles };
}

function refuseUnwritable(text: string, path: Fault["path"], faults: FaultSink): void {
  if (escapedText(text) !== undefined) return;
  faults.push({ path, expected: "characters that XML 1.0 can carry", received: "others" });
}

function domainXml(name: string, issues: readonly WrittenIssue[]): string {
  const lines = issues.flatMap(({ issue, form }, position) => {
    const items = form.form === "discrete" ? itemLines(form.texts, () => "") : [];
    return issueLines(issue, form, position, items);
  });
  return [
    "<negotiation_template>",
    `  <utility_space number_of_issues="${issues.length}">`,
    `  <objective index="0" name="${escapedText(name)}" type="objective" etype="objective">`,
    ...lines,
    "  </objective>",
    "  </utility_space>",
    "</negotiation_template>",
    "",
  ].join("\n");
}

/** An issue with the form it is written in. */
interface WrittenIssue {
  readonly issue: CompleteIssue;
  readonly form: IssueForm;
}

/**
 * The profile of a party as XML; what GENIUS cannot say is noted.
 *
 * @param index - of the party, for faults
 */
function profileXml(
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
function issueLines(
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
function itemLines(texts: readonly string[], rest: (position: number) => string): readonly string[] {
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

/** How an issue is written. */
type IssueForm =
  | { readonly form: "discrete"; readonly texts: readonly string[] }
  | { readonly form: "integer" | "real"; readonly min: number; readonly max: number };

/** How many levels a real issue gets when it is read; a file cannot say. */
const LEVELS_READ = 11;

/**
 * The form of an issue that suits all parties; `undefined` with a fault when there is none.
 *
 * @param position - of the issue
 */
function issueForm(
  issue: CompleteIssue,
  position: number,
  parties: readonly ExportedParty[],
  faults: FaultSink,
): IssueForm | undefined {
  const functions = parties.flatMap(({ values }) => values[position] ?? []);
  const isNative =
    (issue.kind === "integer" &&
      issue.step === 1 &&
      functions.every((one) => isIntegerEvaluator(one, issue))) ||
    (issue.kind === "continuous" && functions.every(isRealEvaluator));
  const path = ["issues", position];
  if (isNative && issue.kind === "continuous" && issue.levels !== LEVELS_READ) {
    faults.push({
      path: [...path, "levels"],
      expected: `${LEVELS_READ} levels`,
      received: `${issue.levels}`,
    });
    return undefined;
  }
  if (isNative) return numericForm(issue);
  if (issue.kind === "continuous" && functions.some(({ kind }) => kind !== "table")) {
    const expected = "functions that GENIUS knows, or tables of every party";
    faults.push({ path, expected, received: "another function" });
    return undefined;
  }
  const texts = listedTexts(issue, path, faults);
  return texts && { form: "discrete", texts };
}

function numericForm(issue: CompleteIntegerIssue | CompleteContinuousIssue): IssueForm {
  return { form: issue.kind === "integer" ? "integer" : "real", min: issue.min, max: issue.max };
}

function isIntegerEvaluator(evaluation: CompleteValueFunction, issue: CompleteIntegerIssue): boolean {
  return evaluation.kind === "linear" && evaluation.from === issue.min && isUnitClamp(evaluation.clamp);
}

function isRealEvaluator(evaluation: CompleteValueFunction): boolean {
  if (evaluation.kind === "table") return false;
  if (evaluation.kind === "triangular") return evaluation.height === 1;
  const isConstant = evaluation.slope === 0 && evaluation.clamp === null;
  return isConstant || (evaluation.from === 0 && isUnitClamp(evaluation.clamp));
}

function isUnitClamp(clamp: readonly [number, number] | null): boolean {
  return clamp !== null && clamp[0] === 0 && clamp[1] === 1;
}
