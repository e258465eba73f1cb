import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fromGeniusXml } from "../../../../src/preferences/formats/genius/index.js";
import { outcomeSpace, reservationOf } from "../../../../src/preferences/model/index.js";
import { discountedReservation, utilityOf, utilityTable } from "../../../../src/preferences/utility/index.js";
import { DOMAIN, failureOf, listed, PROFILE, profileWith } from "../../genius/files.js";

describe("fromGeniusXml", () => {
  it("BA-9: orders issues and items by index, decodes text, and matches a profile by value and issue index", async () => {
    const scenario = await fromGeniusXml(DOMAIN, [PROFILE, PROFILE]);
    expect(scenario.name).toBe("flat-share");
    expect(scenario.issues).toEqual([
      { name: "rent & heat", kind: "categorical", values: ["400", "500 < 600", "600"] },
      { name: "floor", kind: "categorical", values: ["ground", "attic"] },
    ]);
    expect(scenario.parties.map(({ name }) => name)).toEqual(["party1", "party2"]);
    const { preferences } = scenario.parties[0]!;
    expect(preferences.kind === "discounted" && preferences.base).toMatchObject({
      kind: "additive",
      weights: [0.75, 0.25],
      values: [
        { kind: "table", values: [1, 24 / 40, 10 / 40] },
        { kind: "table", values: [1, 3 / 12] },
      ],
    });
  });

  it("D-4: divides evaluations by the largest, keeps the reservation on that scale and under a discount, and discounts by relative time", async () => {
    const scenario = await fromGeniusXml(DOMAIN, [PROFILE, PROFILE]);
    const { preferences } = scenario.parties[0]!;
    const utility = utilityOf(preferences, outcomeSpace(scenario.issues));
    const best = { "rent & heat": "400", floor: "ground" };
    expect(utility(best)).toBe(1);
    expect(utility({ "rent & heat": "500 < 600", floor: "attic" })).toBe(0.75 * (24 / 40) + 0.25 * (3 / 12));
    expect(reservationOf(preferences)).toBe(0.8);
    expect(preferences).toMatchObject({ kind: "discounted", factor: 0.5 });
    for (let cycle = 0; cycle < 100; cycle += 1) {
      const time = (cycle + 1) / 101;
      expect(utility(best, time)).toBeGreaterThanOrEqual(0.5);
      expect(utility(best, time)).toBeCloseTo(0.5 ** time, 12);
      expect(discountedReservation(preferences, 0.8, time)).toBeCloseTo(0.8 * 0.5 ** time, 12);
    }
  });

  it("BA-9: an absent reservation is 0, an absent discount none, and one outside (0, 1] none either", async () => {
    const plain = PROFILE.replace(/<discount.*\/>/, "").replace(/<reservation.*\/>/, "");
    const free = PROFILE.replace('<discount_factor value="0.5"/>', '<discount_factor value="1.5"/>');
    const none = PROFILE.replace('<discount_factor value="0.5"/>', '<discount_factor value="0"/>');
    const scenario = await fromGeniusXml(DOMAIN, [plain, free, none]);
    expect(scenario.parties.map(({ preferences }) => preferences.kind)).toEqual([
      "additive",
      "additive",
      "additive",
    ]);
    expect(scenario.parties.map(({ preferences }) => preferences.reservation)).toEqual([0, 0.8, 0.8]);
  });

  it("BA-9: does not renormalise weights; the cap of GENIUS is an option", async () => {
    const heavy = PROFILE.replace('index="2" value="0.25"', 'index="2" value="0.35"');
    const uncapped = await fromGeniusXml(DOMAIN, [heavy]);
    const space = outcomeSpace(uncapped.issues);
    const table = utilityTable(uncapped.parties[0]!.preferences, space);
    expect(Math.max(...table)).toBe(0.75 + 0.35);
    const capped = await fromGeniusXml(DOMAIN, [heavy, PROFILE], { cap: "one" });
    expect([...utilityTable(capped.parties[0]!.preferences, space)]).toEqual(
      [...table].map((utility) => Math.min(1, utility)),
    );
    expect(capped.parties[0]!.preferences).toMatchObject({
      reservation: 0.8,
      factor: 0.5,
      base: { kind: "mapping" },
    });
    expect(capped.parties[1]!.preferences).toMatchObject({ base: { kind: "additive" } });
  });

  it("BA-9: caps sums of boxes, and nothing that stays at or below 1", async () => {
    const [number, colour] = [
      '<issue index="1" name="n" type="integer" lowerbound="0" upperbound="3"/>',
      '<issue index="2" name="c"><item index="1" value="red" evaluation="2"/></issue>',
    ];
    const file = (text: string) => `<utility_space><objective>${text}</objective></utility_space>`;
    const capped = async (...wishes: readonly string[]) =>
      (await fromGeniusXml(file(`${number}${colour}`), wishes.map(file), { cap: "one" })).parties.map(
        ({ preferences }) => preferences,
      );
    const boxes = `<utility maxutility="8"><ufun aggregation="sum"><hyperRectangle utility="6"/>
      <hyperRectangle utility="4"><INCLUDES index="1" min="2" max="3"/></hyperRectangle></ufun></utility>`;
    // The bound of the weights is 1.1, but the largest utility 0.9.
    const mixed = `<weight index="1" value="0.5"/><weight index="2" value="0.6"/>${colour}
      <issue index="1" type="integer"><evaluator slope="0" offset="0.6"/></issue>`;
    const [sum, additive] = await capped(boxes, mixed);
    expect(sum).toMatchObject({
      kind: "mapping",
      entries: [0, 1, 2, 3].map((n) => ({ outcome: { n, c: "red" }, utility: n < 2 ? 0.75 : 1 })),
    });
    expect(additive!.kind).toBe("additive");
  });

  it.each(['type="integer" lowerbound="0" upperbound="100000"', 'type="real" lowerbound="0" upperbound="3"'])(
    "BA-9: does not cap where it would have to list more than 100,000 outcomes, or a continuum: %s",
    async (bounds) => {
      const file = (text: string) =>
        `<utility_space><objective><issue index="1" name="n" ${bounds}>${text}</objective></utility_space>`;
      const capped = (weight: number) => {
        const line = '<evaluator ftype="linear" slope="1" offset="0" parameter0="0" parameter1="1"/></issue>';
        const wishes = `${line}<weight index="1" value="${weight}"/>`;
        return fromGeniusXml(file("</issue>"), [file(wishes)], { cap: "one" });
      };
      expect((await failureOf(capped(1.5))).code).toBe("scenario_unsupported");
      expect((await capped(1)).parties[0]!.preferences.kind).toBe("additive");
    },
  );

  it("names parties and the scenario as asked", async () => {
    const scenario = await fromGeniusXml(DOMAIN, [{ name: "ada", xml: PROFILE }], { name: "flat" });
    expect([scenario.name, scenario.parties[0]!.name]).toEqual(["flat", "ada"]);
  });

  it("refuses unknown options and values of them", async () => {
    await expect(fromGeniusXml(DOMAIN, [PROFILE], { cap: "two" as never })).rejects.toThrow(TypeError);
    await expect(fromGeniusXml(DOMAIN, [PROFILE], { caps: "one" } as never)).rejects.toThrow("cap");
  });

  it("BA-8: lists the faults of all files at once, with path, line and column", async () => {
    const error = await failureOf(
      fromGeniusXml(DOMAIN.replace('index="3" value="600"', 'index="1" value="600"'), [
        profileWith('<issue index="2" type="discrete"><item value="attic" evaluation="NaN"/></issue>'),
        PROFILE.replace('value="0.8"', 'value="high"'),
      ]),
    );
    expect(error.code).toBe("scenario_invalid");
    expect(listed(error)).toEqual([
      "domain/negotiation_template/utility_space/objective/issue[2]/item[2]/@index: an index that no other item of the issue has",
      "profiles/0/utility_space/objective/issue[2]/item/@evaluation: a finite number",
      'profiles/0/utility_space/objective/issue[2]: an item for the value "ground"',
      "profiles/1/utility_space/reservation/@value: a finite number",
    ]);
    expect(error.details["issues"]).toMatchObject([
      { line: 11, column: 9 },
      { line: 10, column: 38 },
      { line: 10, column: 5 },
      { line: 16, column: 3 },
    ]);
  });

  it("SY-17: never shows a reservation or an evaluation", async () => {
    const error = await failureOf(fromGeniusXml(DOMAIN, [PROFILE.replace('value="0.8"', 'value="0.8123x"')]));
    expect(`${error.message}${JSON.stringify(error.details)}`).not.toContain("0.8123");
  });

  it.each([
    ["no files", "", []],
    ["no profile", DOMAIN, []],
    ["a profile as domain", "<a/>", [PROFILE]],
    ["a domain as profile", DOMAIN, [DOMAIN]],
    ["a number", 5 as never, [null as never]],
  ])("BA-8: refuses %s", async (_, domain, profiles) => {
    expect((await failureOf(fromGeniusXml(domain, profiles))).code).toBe("scenario_invalid");
  });

  it("BA-8: says scenario_unsupported for what preferences cannot say, and scenario_invalid first", async () => {
    const priced = DOMAIN.replaceAll("discrete", "price");
    const unsupported = await failureOf(fromGeniusXml(priced, []));
    expect(unsupported.code).toBe("scenario_unsupported");
    expect((await failureOf(fromGeniusXml(priced, ["<a>"]))).code).toBe("scenario_invalid");
  });
});

const oracles = process.env["CONCORDAT_ORACLES"];
const reals = oracles === undefined ? [] : readdirSync(join(oracles, "scenarios")).filter(hasGeniusFiles);

function hasGeniusFiles(key: string): boolean {
  const scenario = JSON.parse(readFileSync(join(oracles!, "scenarios", key, "scenario.json"), "utf8"));
  return scenario.domainFile !== undefined;
}

describe("real GENIUS files", () => {
  if (reals.length === 0) {
    it("BA-9: have the utilities of their oracles", (context) => {
      context.skip("CONCORDAT_ORACLES names no folder with GENIUS files.");
    });
  }

  it.each(reals)(
    "BA-9: %s has the utilities of its oracle, to the last bit of its evaluations",
    async (key) => {
      const folder = join(oracles!, "scenarios", key);
      const expected = JSON.parse(readFileSync(join(folder, "scenario.json"), "utf8"));
      const oracle = JSON.parse(readFileSync(join(oracles!, "oracle", `${key}.json`), "utf8"));
      const text = (file: string): string => readFileSync(join(folder, file), "utf8");
      const scenario = await fromGeniusXml(text(expected.domainFile), expected.profileFiles.map(text));
      expect(scenario.issues.map(({ name }) => name)).toEqual(expected.issues.map(({ name }: never) => name));
      const space = outcomeSpace(scenario.issues);
      for (const [index, { preferences }] of scenario.parties.entries()) {
        const party = expected.parties[index];
        const base = preferences.kind === "discounted" ? preferences.base : preferences;
        expect(base).toMatchObject({
          weights: party.weights,
          values: party.evaluations.map((values: number[]) => ({ kind: "table", values })),
        });
        expect(reservationOf(preferences)).toBe(party.reservation);
        expect(preferences.kind === "discounted" ? preferences.factor : 1).toBe(party.discount);
        const table = utilityTable(preferences, space);
        const sum = table.reduce((total, utility) => total + utility, 0);
        const squares = table.reduce((total, utility) => total + utility * utility, 0);
        expect(Math.abs(sum - oracle.utilityChecksum.sum[index])).toBeLessThan(1e-6 * table.length);
        expect(Math.abs(squares - oracle.utilityChecksum.sumSquares[index])).toBeLessThan(
          1e-6 * table.length,
        );
        const leftToRight = Array.from(table, (_, outcome) =>
          space
            .digitsAt(outcome)
            .reduce(
              (total, digit, issue) => total + party.weights[issue] * party.evaluations[issue][digit],
              0,
            ),
        );
        expect([...table]).toEqual(leftToRight);
      }
    },
  );
});
