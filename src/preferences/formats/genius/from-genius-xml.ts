/**
 * @module
 * Reads a scenario of GENIUS: a domain file and one profile file a party, as text. Everything wrong with any of
 * them is told at once; nothing is guessed.
 */

import { readOptions } from "../../../core/checks/index.js";
import { shown } from "../../../errors.js";
import {
  type AdditivePreferences,
  type MappingPreferences,
  type OutcomeSpace,
  outcomeSpace,
  type Preferences,
  type RectanglePreferences,
  refusedWith,
  type TablePreferences,
} from "../../model/index.js";
import { parseScenario, type Scenario, type ScenarioParty } from "../../scenarios/index.js";
import { utilityTable } from "../../utility/index.js";
import { Findings } from "./findings.js";
import { readDomain } from "./genius-issues.js";
import { type GeniusProfile, readProfile } from "./genius-profile.js";
import { openXmlReader } from "./xml-parser.js";

/** One party's file: its text, or its text with the name that the party is to have. */
export type GeniusProfileSource = string | { readonly name: string; readonly xml: string };

/** How a GENIUS scenario is read. */
export interface GeniusImportOptions {
  /**
   * `"one"` caps every utility at 1, as GENIUS does; where that changes anything, the preferences become a list
   * of outcomes.
   *
   * @default "none"
   */
  readonly cap?: "none" | "one" | undefined;
  /** The scenario's name. @default the name of the domain's first objective, or "genius" */
  readonly name?: string | undefined;
}

/**
 * A scenario from the XML files of GENIUS, bit for bit as GENIUS itself computes it.
 *
 * An evaluation is divided by the largest of its issue; weights stay as they are, also where they do not sum to
 * 1. An absent reservation is 0, an absent discount 1, both on the scale of the utilities. Discrete values are
 * strings. A DOCTYPE, more than 64 levels and more than 16 MiB are refused before the parser runs.
 *
 * @param profiles - at least one; parties are called party1, party2, ... unless named
 * @throws {NegotiationError} `scenario_invalid` with every fault, its path and place; `scenario_unsupported` for
 * what preferences cannot say; `dependency_missing` without the package fast-xml-parser
 * @throws {TypeError} for an unknown option
 * @see R. Lin and others, "Genius: an integrated environment for supporting the design of generic automated
 * negotiators", 2014; bargaining requirements, BA-9
 * @example
 * const issue = (item: string) => `<objective index="0" name="colours">
 *   <issue index="1" name="colour" type="discrete">${item}</issue>`;
 * const domain = `<negotiation_template><utility_space>
 *   ${issue('<item index="1" value="red"/><item index="2" value="blue"/>')}
 *   </objective></utility_space></negotiation_template>`;
 * const profile = `<utility_space>
 *   ${issue('<item value="red" evaluation="10"/><item value="blue" evaluation="40"/>')}
 *   <weight index="1" value="1"/></objective></utility_space>`;
 * const scenario = await fromGeniusXml(domain, [profile, profile]);
 * scenario.parties[0]?.name; // "party1"
 */
export async function fromGeniusXml(
  domain: string,
  profiles: readonly GeniusProfileSource[],
  options: GeniusImportOptions = {},
): Promise<Scenario> {
  const settings = importSettings(options);
  const findings = new Findings();
  const read = await openXmlReader(findings);
  const sources = partySources(profiles);
  const domainRoot = read(domain, ["domain"]);
  const roots = sources.map(({ xml }, index) => read(xml, ["profiles", index]));
  const stated = domainRoot && readDomain(domainRoot, findings);
  const parties =
    stated === undefined ? [] : roots.map((root) => root && readProfile(root, stated, findings));
  const refusal = findings.refusal();
  if (refusal !== undefined || stated === undefined) throw refusal;
  const complete = parties.filter((profile) => profile !== undefined);
  const scenario: Scenario = {
    format: "concordat-scenario",
    version: 1,
    name: settings.name ?? (stated.name === "" ? "genius" : stated.name),
    issues: stated.issues.map(({ issue }) => issue),
    parties: complete.map((profile, index) => partyOf(sources[index]?.name, profile)),
  };
  const checked = parseScenario(scenario);
  if (settings.cap === "none") return checked;
  const space = outcomeSpace(checked.issues);
  const capped = complete.map((profile, index) => ({ ...profile, base: cappedBase(profile, space, index) }));
  return parseScenario({
    ...scenario,
    parties: capped.map((profile, index) => partyOf(sources[index]?.name, profile)),
  });
}

interface ImportSettings {
  readonly cap: "none" | "one";
  readonly name: string | undefined;
}

function importSettings(given: GeniusImportOptions): ImportSettings {
  const { cap = "none", name } = readOptions("the options of fromGeniusXml", given, ["cap", "name"]);
  if (cap === "none" || cap === "one") return { cap, name };
  throw new TypeError(`Expected cap to be "none" or "one", got ${shown(cap)}.`);
}

function partySources(
  profiles: readonly GeniusProfileSource[],
): readonly { readonly name: string; readonly xml: unknown }[] {
  return profiles.map((source, index) =>
    typeof source === "object" && source !== null ? source : { name: `party${index + 1}`, xml: source },
  );
}

function cappedBase({ base }: GeniusProfile, space: OutcomeSpace, index: number): TablePreferences {
  const capped = cappedAtOne(base, space);
  if (capped !== undefined) return capped;
  throw refusedWith("scenario_unsupported", "the GENIUS scenario", [
    {
      path: ["profiles", index],
      expected: "no utility above 1 to cap, or at most 100,000 outcomes and no real issue",
      received: "more",
    },
  ]);
}

interface StatedPreferences extends Omit<GeniusProfile, "base"> {
  readonly base: TablePreferences;
}

function partyOf(
  name: string | undefined,
  { base, reservation, discount }: StatedPreferences,
): ScenarioParty {
  const preferences: Preferences =
    discount === 1 ? { ...base, reservation } : { kind: "discounted", base, factor: discount, reservation };
  // Every profile has a source; should its name be wrong, the scenario's own check tells.
  return { name: name ?? "", preferences };
}

/** Chosen: a list of more outcomes is more than one wants to hold as data. */
const MOST_LISTED = 100_000;

/**
 * Preferences whose utilities are at most 1, all others as they were.
 *
 * @returns the same preferences when none is above 1; `undefined` when outcomes are and cannot be listed: there
 * are more than 100,000, or an issue is continuous
 * @see GENIUS 10.4, `AdditiveUtilitySpace.getUtility`; bargaining requirements, BA-9
 */
export function cappedAtOne(
  preferences: AdditivePreferences | RectanglePreferences,
  space: OutcomeSpace,
): AdditivePreferences | RectanglePreferences | MappingPreferences | undefined {
  if (upperBound(preferences) <= 1) return preferences;
  if (space.cardinality > MOST_LISTED) return undefined;
  const utilities = utilityTable(preferences, space);
  const isContinuous = space.issues.some(({ kind }) => kind === "continuous");
  // Between the levels of a continuous issue a utility may be above those at them.
  if (isContinuous) return undefined;
  if (utilities.every((utility) => utility <= 1)) return preferences;
  const entries = Array.from(utilities, (utility, index) => ({
    outcome: space.termsAt(index),
    utility: Math.min(1, utility),
  }));
  return { kind: "mapping", entries, otherwise: 0 };
}

/** No utility is above it: summed as utilities are, and rounding keeps the order of sums. */
function upperBound(preferences: AdditivePreferences | RectanglePreferences): number {
  if (preferences.kind === "rectangles") {
    return preferences.rectangles.reduce(
      (sum, { utility, weight = 1 }) => sum + Math.max(0, weight * utility),
      0,
    );
  }
  return preferences.values.reduce((sum, value, index) => {
    const weight = preferences.weights[index] ?? 0;
    if (value.kind === "table")
      return sum + value.values.reduce((most, one) => Math.max(most, weight * one), -Infinity);
    const [least, most] =
      value.kind === "linear" && value.clamp == null ? [value.offset ?? 0, value.offset ?? 0] : [0, 1];
    return sum + Math.max(weight * least, weight * most);
  }, 0);
}
