/**
 * @module
 * Writes a scenario as the XML files of GENIUS. Nothing but the scenario goes into them: no path, no host, no
 * time, and not its `source` either.
 */

import { type Fault, FaultList, type FaultSink, outcomeSpace, refusedWith } from "../../model/index.js";
import { parseScenario, type Scenario } from "../../scenarios/index.js";
import { exportedParties } from "../index.js";
import { issueForm } from "./issue-forms.js";
import { issueLines, itemLines, profileXml, type WrittenIssue } from "./profile-xml.js";
import { escapedText } from "./xml-text.js";

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
