import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outcomeSpace, reservationOf } from "../../src/preferences/model/index.js";
import { parseScenario, type Scenario } from "../../src/preferences/scenarios/index.js";
import { discountedUtility, utilityTable } from "../../src/preferences/utility/index.js";
import { packageRoot } from "../package/package-root.js";

const folder = join(packageRoot, "examples", "scenarios");
const keys = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(/\.json$/, ""));

/** The README's rows by file: the cells behind it. */
const rows = new Map(
  readFileSync(join(folder, "README.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells.length === 9)
    .map((cells) => [cells[1]!, cells.slice(2, 8)]),
);

describe("the scenarios of examples/", () => {
  it("are at least six, of which one has three parties, and each has its row and its note", () => {
    expect(keys.length).toBeGreaterThanOrEqual(6);
    expect(keys.some((key) => read(key).scenario.parties.length === 3)).toBe(true);
    const page = readFileSync(join(folder, "README.md"), "utf8");
    expect(keys.filter((key) => !rows.has(key) || !page.includes(`\n**${key}.** `))).toEqual([]);
  });

  it.each(keys)("%s parses, and is written back as it was (BA-8)", (key) => {
    const text = readFileSync(join(folder, `${key}.json`), "utf8");
    const scenario = parseScenario(text);
    expect(JSON.parse(JSON.stringify(scenario))).toEqual(JSON.parse(text));
    expect(parseScenario(JSON.stringify(scenario))).toEqual(scenario);
  });

  it.each(keys)("%s has a zone of agreement, and the numbers of its row", (key) => {
    const { scenario, sizes, cardinality, utilities, rational } = read(key);
    expect(rational.length).toBeGreaterThan(0);
    const shown = [
      String(scenario.parties.length),
      sizes.join(" "),
      cardinality.toLocaleString("en"),
      String(rational.length),
      String(frontierSize(utilities, rational)),
      opposition(utilities).toFixed(3),
    ];
    expect(shown).toEqual(rows.get(key));
  });

  it.each(keys)(
    "%s has utilities from about 0 to exactly 1, and reservations that some outcome misses",
    (key) => {
      const { scenario, utilities } = read(key);
      for (const [index, table] of utilities.entries()) {
        const reservation = reservationOf(scenario.parties[index]!.preferences)!;
        expect(Math.max(...table)).toBeCloseTo(1, 12);
        expect(Math.min(...table)).toBeLessThan(0.1);
        expect(table.some((utility) => utility < reservation)).toBe(true);
      }
    },
  );
});

describe("the notes of the README", () => {
  it("api-supply: price is both sides' heaviest issue, the second ones are light to the other", () => {
    const [consumer, provider] = read("api-supply").scenario.parties.map(({ preferences }) =>
      preferences.kind === "additive" ? preferences.weights : [],
    );
    expect([Math.max(...consumer!), Math.max(...provider!)]).toEqual([consumer![0], provider![0]]);
    const second = [...consumer!].sort((one, other) => other - one)[1];
    expect(consumer![3]).toBe(second);
    expect(provider![3]).toBe(Math.min(...provider!));
    expect(provider![1]).toBe([...provider!].sort((one, other) => other - one)[1]);
  });

  it("game-trade: gold takes from one what it gives to the other; without it 16 of 40 divisions suit both", () => {
    const { space, utilities, rational } = read("game-trade");
    for (let index = 0; index + 1 < space.cardinality; index += 1) {
      if (space.digitAt(index, 4) === 8) continue;
      const [loss, gain] = utilities.map((table) => table[index + 1]! - table[index]!);
      expect(loss! + gain!).toBeCloseTo(0, 12);
    }
    const even = Array.from({ length: space.cardinality }, (_, index) => index).filter(
      (index) => space.termsAt(index)["gold from ranger to mage"] === 0,
    );
    expect(even.length).toBe(40);
    expect(even.filter((index) => rational.includes(index)).length).toBe(16);
  });

  it("meeting-slot: 9 slots, on four days, at each of the five hours", () => {
    const { space, rational } = read("meeting-slot");
    const terms = rational.map((index) => space.termsAt(index));
    expect(new Set(terms.map(({ day }) => day)).size).toBe(4);
    expect(new Set(terms.map(({ start }) => start)).size).toBe(5);
  });

  it("service-level: an agreement at the end is worth 60 % to the customer and 90 % to the operator", () => {
    const [customer, operator] = read("service-level").scenario.parties;
    expect(discountedUtility(customer!.preferences, 1, 1)).toBeCloseTo(0.6, 12);
    expect(discountedUtility(operator!.preferences, 1, 1)).toBeCloseTo(0.9, 12);
  });

  it("task-delegation: the worker likes 40 seconds better than 20 and 60", () => {
    const { space, utilities } = read("task-delegation");
    const worth = (latency: number): number =>
      utilities[1]![
        space.indexOf({ "latency in seconds": latency, credits: 30, model: "small", verification: "none" })
      ]!;
    expect(worth(40)).toBeGreaterThan(worth(20));
    expect(worth(40)).toBeGreaterThan(worth(60));
  });

  it("data-consortium: what is best for two of them is below the third's reservation", () => {
    const { scenario, utilities } = read("data-consortium");
    for (const third of [0, 1, 2]) {
      const pair = utilities.filter((_, index) => index !== third);
      const poorer = Array.from(pair[0]!, (utility, index) => Math.min(utility, pair[1]![index]!));
      const best = poorer.indexOf(Math.max(...poorer));
      const reservation = reservationOf(scenario.parties[third]!.preferences)!;
      expect(utilities[third]![best]!).toBeLessThan(reservation - 0.2);
    }
  });

  it("feature-bundle: eight outcomes below the buyer's best are better than all that differ in one issue", () => {
    const { space, utilities } = read("feature-bundle");
    const [buyer] = utilities;
    const traps = Array.from(buyer!, (utility, index) => ({ utility, digits: space.digitsAt(index) })).filter(
      ({ utility, digits }) =>
        utility < 0.8 &&
        space.sizes.every((size, position) =>
          Array.from({ length: size }, (_, digit) => digits.with(position, digit)).every(
            (other) => buyer![space.indexOfDigits(other)]! <= utility + 1e-12,
          ),
        ),
    );
    expect(traps.length).toBe(8);
  });
});

function read(key: string) {
  const scenario: Scenario = parseScenario(readFileSync(join(folder, `${key}.json`), "utf8"));
  const space = outcomeSpace(scenario.issues);
  const utilities = scenario.parties.map(({ preferences }) => utilityTable(preferences, space));
  const reservations = scenario.parties.map(({ preferences }) => reservationOf(preferences) ?? -Infinity);
  const rational = Array.from({ length: space.cardinality }, (_, index) => index).filter((index) =>
    utilities.every((table, party) => table[index]! >= reservations[party]!),
  );
  return { scenario, space, sizes: space.sizes, cardinality: space.cardinality, utilities, rational };
}

function frontierSize(utilities: readonly Float64Array[], rational: readonly number[]): number {
  const isDominated = (index: number): boolean =>
    rational.some(
      (other) =>
        utilities.every((table) => table[other]! >= table[index]!) &&
        utilities.some((table) => table[other]! > table[index]!),
    );
  const frontier = rational.filter((index) => !isDominated(index));
  return new Set(frontier.map((index) => utilities.map((table) => table[index]).join())).size;
}

function opposition(utilities: readonly Float64Array[]): number {
  const best = utilities.map((table) => Math.max(...table));
  const distances = Array.from(utilities[0]!, (_, index) =>
    Math.hypot(...utilities.map((table, party) => (best[party]! - table[index]!) / best[party]!)),
  );
  return Math.min(...distances);
}
