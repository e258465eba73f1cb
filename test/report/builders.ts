import { readFileSync } from "node:fs";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect } from "vitest";
import { type Analysis, analysisOf } from "../../src/analysis/index.js";
import { parseScenario, type Scenario } from "../../src/preferences/index.js";
import { type Scene, type ShownTraceRow, sceneOf } from "../../src/report/scene/index.js";
import { boulware, conceder, linear, micro } from "../../src/strategies/agents/index.js";
import type { Strategy } from "../../src/strategies/play/index.js";
import { bargainingScenario } from "../../src/testing/bargaining/index.js";
import { runNegotiation, runTournament, type TournamentRow } from "../../src/tournament/index.js";

export function fixture(key: string): Scenario {
  const url = new URL(`../fixtures/bargaining/scenarios/${key}.json`, import.meta.url);
  return bargainingScenario(readFileSync(url, "utf8"));
}

/** One that comes with the package. */
export function bundledScenario(name: string): Scenario {
  return parseScenario(
    readFileSync(new URL(`../../examples/scenarios/${name}.json`, import.meta.url), "utf8"),
  );
}

/** A scenario of tables: for each party its utility of each value, issue by issue, and a reservation. */
export function scenarioOf(
  sizes: readonly number[],
  parties: readonly { name?: string; tables: readonly (readonly number[])[]; reservation?: number | null }[],
): Scenario {
  return {
    format: "concordat-scenario",
    version: 1,
    name: "tables",
    issues: sizes.map((size, index) => ({
      name: `issue ${index}`,
      kind: "ordinal",
      values: Array.from({ length: size }, (_, value) => `value ${value}`),
    })),
    parties: parties.map(({ name, tables, reservation }, index) => ({
      name: name ?? `party ${index}`,
      preferences: {
        kind: "additive",
        weights: sizes.map(() => 1),
        values: tables.map((values) => ({ kind: "table", values: [...values] })),
        ...(reservation === undefined ? {} : { reservation }),
      },
    })),
  };
}

/** Three outcomes at (0, 1), (1, 0) and (0.75, 0.5), all on the frontier. */
export const triangle: Scenario = scenarioOf(
  [3],
  [
    { name: "Ada", tables: [[0, 1, 0.75]], reservation: 0.25 },
    { name: "Smith", tables: [[1, 0, 0.5]], reservation: null },
  ],
);

/** Ada offers (1, 0), Smith (0, 1), Ada (0.75, 0.5), which Smith accepts. */
export const triangleTrace: readonly ShownTraceRow[] = [
  row(1, 0, "propose", 1, [1, 0]),
  row(2, 1, "counter", 0, [0, 1]),
  row(3, 0, "counter", 2, [0.75, 0.5]),
  row(4, 1, "accept", 2, [0.75, 0.5]),
];

export function row(
  turnNumber: number,
  party: number,
  action: string,
  outcome: number | null,
  utilities: readonly (number | null)[] | null,
): ShownTraceRow {
  return { turnNumber, relativeTime: turnNumber / 10, party, action, outcome, utilities };
}

export interface Played {
  readonly scenario: Scenario;
  readonly trace: readonly ShownTraceRow[];
  readonly analysis: Analysis;
}

export function played(
  scenario: Scenario,
  strategies: readonly Strategy[] = [boulware(), conceder()],
  turnLimit = 200,
): Played {
  const { trace } = runNegotiation({ scenario, strategies, turnLimit, trace: true, seed: 1 });
  return { scenario, trace: trace ?? [], analysis: analysisOf(scenario) };
}

export const threeParties = (): Played => played(fixture("s11-3party-r"), [boulware(), linear(), conceder()]);

export const triangleScene = (): Scene =>
  sceneOf({ scenario: triangle, trace: triangleTrace, analysis: analysisOf(triangle) });

export async function tournamentRows(): Promise<readonly TournamentRow[]> {
  const { rows } = await runTournament({
    scenarios: [fixture("s01-5x5x5"), fixture("s02-3x4x5x2-r")],
    strategies: [boulware(), conceder(), micro()],
    turnLimit: 60,
    seed: 5,
  });
  return rows;
}

/** Names that try to end a tag, a quote, an entity, a line and the direction of what follows. */
export const HOSTILE: readonly string[] = [
  "<script>alert(1)</script>",
  `a "quoted" & 'single' name`,
  "\u202Eright\u2066to\u200Fleft\u05D0\u05D1",
  "]]><!-- \u0000\u0007\u001B[31m\uD800 &#x0;",
];

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** All text within, in order. */
  readonly text: string;
}

/** The tree of a document that a real parser finds well-formed. */
export function parsedXml(document: string): XmlNode {
  expect(XMLValidator.validate(document)).toBe(true);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    htmlEntities: true,
  });
  return nodeOf((parser.parse(document) as RawNode[])[0]!);
}

type RawNode = Readonly<Record<string, unknown>>;

function nodeOf(raw: RawNode): XmlNode {
  const name = Object.keys(raw).find((key) => key !== ":@")!;
  if (name === "#text") return { name, attributes: {}, children: [], text: String(raw[name]) };
  const children = (raw[name] as RawNode[]).map(nodeOf);
  const attributes = (raw[":@"] ?? {}) as Record<string, string>;
  return { name, attributes, children, text: children.map(({ text }) => text).join("") };
}

export function nodesOf(node: XmlNode, isWanted: (node: XmlNode) => boolean): readonly XmlNode[] {
  return [...(isWanted(node) ? [node] : []), ...node.children.flatMap((child) => nodesOf(child, isWanted))];
}

export function ofClass(node: XmlNode, name: string): readonly XmlNode[] {
  return nodesOf(node, ({ attributes }) => (attributes["class"] ?? "").split(" ").includes(name));
}

/** Where the dots of a path are. */
export function dotPlaces(d: string): readonly (readonly [number, number])[] {
  return [...d.matchAll(/M([\d.-]+) ([\d.-]+)h\.01/g)].map((match) => [Number(match[1]), Number(match[2])]);
}

/** The middle of a diamond, whose path begins at its top. */
export function diamondPlace(d: string): readonly [number, number] {
  const [, x, top, half] = /^M([\d.-]+) ([\d.-]+)l([\d.-]+) /.exec(d)!;
  return [Number(x), Number(top) + Number(half)];
}

/** What a self-contained document must not have: scripts, handlers, references. */
export function expectSelfContained(document: string): void {
  const withoutNamespace = document.replaceAll('xmlns="http://www.w3.org/2000/svg"', "");
  expect(withoutNamespace).not.toMatch(
    /<script|<foreignObject|<iframe|<image|<img|<link|<use|<!ENTITY|<object/i,
  );
  expect(withoutNamespace).not.toMatch(/\s(on\w+|href|src|xlink:\w+|srcset)=/i);
  expect(withoutNamespace).not.toMatch(/url\(|@import|javascript:|https?:|file:|data:/i);
}

/** What must not come out of it: the WCAG contrast of a colour with white and with black. */
export function contrasts(colour: string): { readonly white: number; readonly black: number } {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { white: 1.05 / (luminance + 0.05), black: (luminance + 0.05) / 0.05 };
}
