import { describe, expect, it } from "vitest";
import { analysisOf } from "../../../src/analysis/index.js";
import { generateScenario } from "../../../src/preferences/index.js";
import { utilityPlaneSvg } from "../../../src/report/plane/index.js";
import { RULE_NAMES, RULES } from "../../../src/report/scene/index.js";
import { tough } from "../../../src/strategies/agents/index.js";
import {
  contrasts,
  diamondPlace,
  dotPlaces,
  expectSelfContained,
  fixture,
  HOSTILE,
  nodesOf,
  ofClass,
  parsedXml,
  played,
  row,
  scenarioOf,
  threeParties,
  triangle,
  triangleTrace,
  type XmlNode,
} from "../builders.js";

/** Where the ticks of the axes put a number: independent of the code that places points. */
function readAxes(svg: XmlNode): { x: (value: number) => number; y: (value: number) => number } {
  const ticks = nodesOf(ofClass(svg, "frame")[0]!, ({ name }) => name === "text");
  const along = (anchor: string, key: string, shift: number): ((value: number) => number) => {
    const points = ticks
      .filter(({ attributes, text }) => attributes["text-anchor"] === anchor && /^-?[\d.]+$/.test(text))
      .map(({ attributes, text }) => [Number(text), Number(attributes[key]) - shift] as const);
    const [first, last] = [points[0]!, points.at(-1)!];
    return (value) => first[1] + ((value - first[0]) / (last[0] - first[0])) * (last[1] - first[1]);
  };
  return { x: along("middle", "x", 0), y: along("end", "y", 4) };
}

describe("utilityPlaneSvg", () => {
  it("BA-40: puts the first utility to the right and the second upward, checked for three known points", () => {
    const svg = parsedXml(utilityPlaneSvg({ scenario: triangle }));
    const { x, y } = readAxes(svg);
    const places = dotPlaces(ofClass(svg, "outcomes")[0]!.attributes["d"]!);
    const known = [
      [0, 1],
      [1, 0],
      [0.75, 0.5],
    ] as const;
    expect(places.length).toBe(3);
    for (const [index, [first, second]] of known.entries()) {
      expect(Math.abs(places[index]![0] - x(first))).toBeLessThan(0.2);
      expect(Math.abs(places[index]![1] - y(second))).toBeLessThan(0.2);
    }
    expect(x(1)).toBeGreaterThan(x(0));
    expect(y(1)).toBeLessThan(y(0));
  });

  it("BA-39: draws every outcome up to 5,000, and says how many there are", () => {
    const { scenario, trace } = played(fixture("s02-3x4x5x2-r"));
    const svg = parsedXml(utilityPlaneSvg({ scenario, trace }));
    const [outcomes] = ofClass(svg, "outcomes");
    expect(dotPlaces(outcomes!.attributes["d"]!).length).toBe(120);
    expect(ofClass(svg, "legend")[0]!.text).toContain("120 outcomes");
    expect(ofClass(svg, "legend")[0]!.text).not.toContain("sample");
  });

  it("BA-39: draws a seeded sample of more than 5,000 outcomes, and says so in the legend", () => {
    const scenario = generateScenario(3, [20, 20, 13], 2);
    const one = utilityPlaneSvg({ scenario });
    const svg = parsedXml(one);
    expect(ofClass(svg, "legend")[0]!.text).toContain("5,000 of 5,200 outcomes: a random sample, seed 0");
    const count = dotPlaces(ofClass(svg, "outcomes")[0]!.attributes["d"]!).length;
    expect(count).toBeGreaterThan(4500);
    expect(count).toBeLessThanOrEqual(5000);
    expect(utilityPlaneSvg({ scenario, seed: 0 })).toBe(one);
    expect(utilityPlaneSvg({ scenario, seed: 1 })).not.toBe(one);
  });

  it("BA-39: names axes by party and range, and draws the reservation lines that there are", () => {
    const svg = parsedXml(utilityPlaneSvg({ scenario: triangle }));
    expect(svg.text).toContain("Utility of Ada, 0 to 1, reservation 0.25");
    expect(svg.text).toContain("Utility of Smith, 0 to 1, reservation –");
    const lines = ofClass(
      svg.children.find(({ attributes }) => attributes["class"] === "plane")!,
      "reservation",
    );
    const { x } = readAxes(svg);
    expect(lines.length).toBe(1);
    expect(Math.abs(Number(/^M([\d.]+) /.exec(lines[0]!.attributes["d"]!)![1]) - x(0.25))).toBeLessThan(0.2);
  });

  it("BA-39: labels every solution point with the name of its rule, at its place", () => {
    const { scenario, analysis } = played(fixture("s14-5issues"));
    const svg = parsedXml(utilityPlaneSvg({ scenario, analysis }));
    const labels = ofClass(svg, "label").map(({ text }) => text);
    for (const rule of RULES) {
      expect(labels.filter((text) => text.includes(RULE_NAMES[rule].name)).length).toBeGreaterThan(0);
    }
    const { x, y } = readAxes(svg);
    const places = ofClass(svg, "solution").map(({ attributes }) => diamondPlace(attributes["d"]!));
    for (const { utilities } of RULES.flatMap((rule) => analysis.solutions[rule].points)) {
      const isDrawn = places.some(
        (place) => Math.abs(place[0] - x(utilities[0]!)) < 0.3 && Math.abs(place[1] - y(utilities[1]!)) < 0.3,
      );
      expect(isDrawn).toBe(true);
    }
  });

  it("sets labels apart from each other, within the picture", () => {
    for (const key of ["s01-5x5x5", "s06-6x5x4x3-r60", "s12-1000", "s14-5issues"]) {
      const svg = parsedXml(utilityPlaneSvg(played(fixture(key), [tough(), tough()], 4)));
      const lines = [...ofClass(svg, "label"), ...ofClass(svg, "undefined")].flatMap((label) =>
        nodesOf(label, ({ name }) => name === "text"),
      );
      const tops = lines.map(({ attributes }) => Number(attributes["y"])).sort((one, other) => one - other);
      for (const [index, top] of tops.entries()) {
        if (index > 0) expect(top - tops[index - 1]!).toBeGreaterThan(11);
      }
      expect(tops[0]).toBeGreaterThan(50);
      expect(tops.at(-1)).toBeLessThan(Number(svg.attributes["height"]));
    }
  });

  it("BA-40: lists rules without a value beside a dash, with the reason, and draws no point for them", () => {
    const { scenario, trace, analysis } = played(fixture("s09-no-zone"));
    expect(analysis.solutions.nash.value).toBeNull();
    const svg = parsedXml(utilityPlaneSvg({ scenario, trace, analysis }));
    const listed = ofClass(svg, "undefined").map(({ text }) => text);
    expect(listed.join()).toContain("Undefined: no outcome is rational for all");
    expect(listed.join()).toContain("–  Nash product");
    // What is left is the minimum utility difference, which asks for no reservation.
    expect(ofClass(svg, "solution").length).toBe(analysis.solutions.minimumUtilityDifference.points.length);
  });

  it("BA-39: draws both parties' offers in colours and shapes of their own, the first and the last by turn", () => {
    const { scenario, trace, analysis } = played(fixture("s14-5issues"));
    const svg = parsedXml(utilityPlaneSvg({ scenario, trace, analysis }));
    const [first, second] = ofClass(svg, "offers");
    expect(first!.attributes["fill"]).not.toBe(second!.attributes["fill"]);
    const shapeOf = (node: XmlNode): string => {
      const [some] = nodesOf(node, ({ name, children }) => name === "path" && children.length > 0);
      return some!.attributes["d"]!.replace(/[\d.-]+/g, "");
    };
    expect(shapeOf(first!)).not.toBe(shapeOf(second!));
    const turnsOf = (party: number): number[] =>
      trace.filter((one) => one.party === party && one.action !== "accept").map((one) => one.turnNumber);
    const numbers = ofClass(ofClass(svg, "badges")[0]!, "badge")
      .map(({ text }) => text)
      .join(" ");
    for (const party of [0, 1]) {
      expect(numbers).toMatch(new RegExp(`\\b${turnsOf(party)[0]}\\b`));
      expect(numbers).toMatch(new RegExp(`\\b${turnsOf(party).at(-1)}\\b`));
    }
  });

  it("BA-39: draws the agreement where it is, and none where there was none", () => {
    const svg = parsedXml(utilityPlaneSvg({ scenario: triangle, trace: triangleTrace }));
    const { x, y } = readAxes(svg);
    const [ring] = ofClass(svg, "agreement");
    const [, left, middle, radius] = /^M([\d.]+) ([\d.]+)a([\d.]+)/.exec(ring!.attributes["d"]!)!;
    expect(Math.abs(Number(left) + Number(radius) - x(0.75))).toBeLessThan(0.2);
    expect(Math.abs(Number(middle) - y(0.5))).toBeLessThan(0.2);
    expect(svg.text).toContain("Agreement on turn 4 at t = 0.4: Ada 0.75, Smith 0.5");
    const without = parsedXml(utilityPlaneSvg({ scenario: triangle, trace: triangleTrace.slice(0, 3) }));
    expect(ofClass(without, "agreement")).toEqual([]);
    expect(without.text).toContain("No agreement after 3 offers");
  });

  it("BA-40: has a title and a description as its first elements", () => {
    const svg = parsedXml(utilityPlaneSvg({ scenario: triangle, analysis: analysisOf(triangle) }));
    expect(svg.children.slice(0, 2).map(({ name }) => name)).toEqual(["title", "desc"]);
    expect(svg.children[0]!.text).toBe("tables");
    expect(svg.children[1]!.text).toMatch(/^3 outcomes\. .*Nash product/);
    expect(svg.attributes["role"]).toBe("img");
  });

  it("BA-40: escapes every text and refers to nothing, with hostile names everywhere", () => {
    for (const name of HOSTILE) {
      const base = scenarioOf(
        [2, 2],
        [
          {
            name,
            tables: [
              [0, 1],
              [0, 0.5],
            ],
          },
          {
            name: `${name} 2`,
            tables: [
              [1, 0],
              [0.5, 0],
            ],
          },
        ],
      );
      const issues = base.issues.map((issue, index) => ({
        ...issue,
        name: `${name} ${index}`,
        values: [`${name} x`, `${name} y`],
      })) as typeof base.issues;
      const { trace, analysis } = played({ ...base, name, issues });
      const svg = utilityPlaneSvg({ scenario: { ...base, name, issues }, trace, analysis });
      parsedXml(svg);
      expectSelfContained(svg);
      expect(svg).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u202A-\u202E\u2066-\u2069\uD800-\uDFFF]/);
    }
  });

  it("BA-40: uses only colours that stand out from white and from black", () => {
    const { scenario, trace, analysis } = threeParties();
    const svg = utilityPlaneSvg({ scenario, trace, analysis });
    const colours = new Set([...svg.matchAll(/(?:fill|stroke)="(#\w+)"/g)].map((match) => match[1]!));
    // White stands on badges only.
    expect(colours.delete("#fff")).toBe(true);
    expect(colours.size).toBeGreaterThanOrEqual(6);
    for (const colour of colours) {
      expect(contrasts(colour).white).toBeGreaterThanOrEqual(3);
      expect(contrasts(colour).black).toBeGreaterThanOrEqual(3);
    }
    const tree = parsedXml(svg);
    const inks = nodesOf(
      tree,
      ({ name, attributes }) => name === "g" && (attributes["class"] ?? "").includes("ink"),
    );
    for (const ink of inks) {
      const { white, black } = contrasts(ink.attributes["fill"]!);
      expect(Math.min(white, black)).toBeGreaterThanOrEqual(4.5);
    }
    for (const badge of ofClass(tree, "badge")) {
      const box = badge.children.find(({ name }) => name === "rect")!;
      expect(contrasts(box.attributes["fill"]!).white).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("BA-40: gives the same bytes for the same input, also after a journey through JSON", () => {
    const input = played(fixture("s12-1000"));
    expect(utilityPlaneSvg(JSON.parse(JSON.stringify(input)))).toBe(utilityPlaneSvg(input));
  });

  it("BA-40: takes at most 400 kB for 3,072 outcomes and 200 offers", () => {
    const scenario = generateScenario(11, [4, 4, 4, 4, 4, 3], 2);
    const wander = Array.from({ length: 200 }, (_, index) => {
      const outcome = (index * 997) % 3072;
      return {
        turnNumber: index + 1,
        relativeTime: index / 200,
        party: index % 2,
        action: "counter",
        outcome,
      };
    });
    const tables = analysisOf(scenario, { over: "all", duplicates: "all" });
    const trace = wander.map((one) => ({
      ...one,
      utilities: [(one.outcome % 64) / 64, (one.outcome % 61) / 61],
    }));
    const svg = utilityPlaneSvg({ scenario, trace, analysis: tables });
    expect(new TextEncoder().encode(svg).length).toBeLessThan(400_000);
    expect(dotPlaces(ofClass(parsedXml(svg), "outcomes")[0]!.attributes["d"]!).length).toBeGreaterThan(2500);
  });

  it("BA-39: draws one plane for each pair of three parties", () => {
    const { scenario, trace, analysis } = threeParties();
    const svg = parsedXml(utilityPlaneSvg({ scenario, trace, analysis }));
    const planes = ofClass(svg, "plane");
    expect(planes.length).toBe(3);
    const names = planes.map(({ text }) => [...text.matchAll(/Utility of (p\d)/g)].map((match) => match[1]));
    expect(names).toEqual([
      ["p0", "p1"],
      ["p0", "p2"],
      ["p1", "p2"],
    ]);
    expect(planes.every((plane) => ofClass(plane, "offers").length === 3)).toBe(true);
  });

  it("BA-40: draws no offer whose utility is unknown, and counts it beside a dash", () => {
    const trace = triangleTrace.map((one) => (one.turnNumber === 2 ? { ...one, utilities: [null, 1] } : one));
    const svg = parsedXml(utilityPlaneSvg({ scenario: triangle, trace }));
    expect(nodesOf(ofClass(svg, "offers")[1]!, ({ name }) => name === "path")).toEqual([]);
    expect(svg.text).toContain("– 1 offer without a utility for every party");
  });

  const whole = (): XmlNode =>
    parsedXml(utilityPlaneSvg({ scenario: triangle, trace: triangleTrace, analysis: analysisOf(triangle) }));
  const titlesOf = (svg: XmlNode): readonly string[] =>
    nodesOf(ofClass(svg, "plane")[0]!, ({ name }) => name === "title").map(({ text }) => text);

  it("draws the quiet first and the loud last", () => {
    const order = ofClass(whole(), "plane")[0]!.children.map(({ attributes }) => attributes["class"] ?? "");
    const loud = ["solution", "agreement ink-line", "badges"];
    const places = ["frame", "outcomes", "reservation", "frontier", "offers", ...loud].map((name) =>
      order.indexOf(name),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBe(0);
  });

  it("BA-39: says what each point is and what it is worth, with a line to it", () => {
    const labels = ofClass(whole(), "label").map(({ text }) => text);
    expect(labels.at(-1)).toBe("Agreement, turn 4accepted by Smith0.75 / 0.5");
    expect(labels.some((text) => text.includes("Nash product") && text.endsWith("0.75 / 0.5"))).toBe(true);
    expect(ofClass(whole(), "leader").length).toBe(labels.length);
    expect(ofClass(parsedXml(utilityPlaneSvg({ scenario: triangle })), "label")).toEqual([]);
  });

  it("BA-39: marks each offer with its turn and its utilities, one that is repeated once with how often", () => {
    expect(titlesOf(whole())).toEqual([
      "Ada, turn 1: 1 / 0",
      "Ada, turn 3: 0.75 / 0.5",
      "Smith, turn 2: 0 / 1",
    ]);
    const trace = Array.from({ length: 9 }, (_, index) => row(index * 2 + 1, 0, "counter", 1, [1, 0]));
    const svg = parsedXml(utilityPlaneSvg({ scenario: triangle, trace }));
    expect(titlesOf(svg)).toEqual(["Ada, turn 1, 3, 5, 7, 9, 11 ... (9 offers): 1 / 0"]);
    expect(ofClass(ofClass(svg, "badges")[0]!, "badge").map(({ text }) => text)).toEqual(["1–17"]);
  });

  it("BA-39: draws a frontier that steps down and then to the right, and none without an analysis", () => {
    const analysis = analysisOf(triangle, { over: "all" });
    const svg = parsedXml(utilityPlaneSvg({ scenario: triangle, analysis }));
    const paths = nodesOf(ofClass(svg, "frontier")[0]!, ({ attributes }) => attributes["d"] !== undefined);
    const steps = /^M([\d.]+) ([\d.]+)V([\d.]+)H([\d.]+)V([\d.]+)H([\d.]+)/;
    const numbers = steps.exec(paths[0]!.attributes["d"]!)!.slice(1).map(Number);
    const { x, y } = readAxes(svg);
    for (const [index, place] of [x(0), y(1), y(0.5), x(0.75), y(0), x(1)].entries())
      expect(Math.abs(numbers[index]! - place)).toBeLessThan(0.3);
    expect(ofClass(parsedXml(utilityPlaneSvg({ scenario: triangle })), "frontier")).toEqual([]);
  });

  it("explains in its legend what is in the picture", () => {
    const legend = ofClass(whole(), "legend")[0]!.text;
    for (const words of [
      "3 outcomes",
      "Ada: 2 offers",
      "Ada: reservation 0.25",
      "Smith: 1 offer",
      "Smith: reservation –",
      "Pareto frontier: 2 outcomes",
      "Solution point",
      "Agreement",
      "Turn of a first or last offer",
    ])
      expect(legend).toContain(words);
    expect(ofClass(parsedXml(utilityPlaneSvg({ scenario: triangle })), "legend")[0]!.text).not.toMatch(
      /offer|Pareto|Solution|Agreement/,
    );
  });

  it("BA-40: describes itself in sentences, with a dash for no reservation and the reason for no value", () => {
    expect(whole().children[1]!.text).toContain(
      "Ada from 0 to 1, reservation 0.25; Smith from 0 to 1, reservation –",
    );
    expect(parsedXml(utilityPlaneSvg(played(fixture("s09-no-zone")))).children[1]!.text).toContain(
      "Undefined (no outcome is rational for all): Nash product",
    );
  });

  it("has no line for a reservation far from all outcomes", () => {
    const tables = [[0, 1]];
    const scenario = scenarioOf([2], [{ tables, reservation: -99 }, { tables }]);
    const [plane] = ofClass(parsedXml(utilityPlaneSvg({ scenario })), "plane");
    expect(ofClass(plane!, "reservation")).toEqual([]);
  });

  it("refuses unknown options and seeds that are none", () => {
    expect(() => utilityPlaneSvg({ scenario: triangle, sede: 1 } as never)).toThrow(TypeError);
    expect(() => utilityPlaneSvg({ scenario: triangle, seed: 0.5 })).toThrow(RangeError);
  });
});
