import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateScenario, parseScenario } from "../../../src/preferences/scenarios/index.js";
import { anyPreferences } from "../arbitrary-preferences.js";
import { faultPaths, faultsOf } from "../expect-faults.js";

const scenario = {
  format: "concordat-scenario",
  version: 1,
  name: "tiny",
  issues: [
    { name: "price", kind: "integer", min: 0, max: 2 },
    { name: "colour", kind: "categorical", values: ["red", "blue"] },
  ],
  parties: [
    {
      name: "ada",
      preferences: {
        kind: "additive",
        weights: [1, 0.5],
        values: [
          { kind: "linear", slope: 0.5 },
          { kind: "table", values: [0, 1] },
        ],
        reservation: null,
      },
    },
    { name: "smith", preferences: { kind: "mapping", entries: [], otherwise: 0 } },
  ],
  source: "made up",
};

const refused = (value: unknown): string[] => faultPaths("scenario_invalid", () => parseScenario(value));

describe("parseScenario", () => {
  it("BA-8: takes text or data, and gives back what came, frozen and without defaults", () => {
    const text = JSON.stringify(scenario);
    const parsed = parseScenario(text);
    expect(JSON.stringify(parsed)).toBe(text);
    expect(parseScenario(scenario)).toEqual(parsed);
    expect(parseScenario(parsed)).toEqual(parsed);
    expect(Object.isFrozen(parsed.parties[0]?.preferences)).toBe(true);
    expect(Object.isFrozen(scenario)).toBe(false);
  });

  it("BA-8: round-trips through JSON for preferences of every kind", () => {
    fc.assert(
      fc.property(anyPreferences, ({ space, preferences }) => {
        const given = { ...scenario, issues: space.issues, parties: [{ name: "ada", preferences }] };
        const parsed = parseScenario(given);
        expect(parseScenario(JSON.stringify(parsed))).toEqual(parsed);
        expect(JSON.stringify(parseScenario(JSON.stringify(parsed)))).toBe(JSON.stringify(parsed));
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("BA-8: refuses unknown keys at every depth", () => {
    expect(refused({ ...scenario, comment: "x" })).toEqual(["comment"]);
    const [ada, smith] = scenario.parties;
    expect(refused({ ...scenario, parties: [{ ...ada, id: 1 }, smith] })).toEqual(["parties.0.id"]);
    const additive = { ...ada!.preferences, weight: 1 };
    expect(refused({ ...scenario, parties: [{ ...ada, preferences: additive }] })).toEqual([
      "parties.0.preferences.weight",
    ]);
    const issues = [{ ...scenario.issues[0], unit: "EUR" }, scenario.issues[1]];
    expect(refused({ ...scenario, issues })).toEqual(["issues.0.unit"]);
  });

  it("BA-8: lists all faults with path, of shape and of meaning, each once", () => {
    const wrong = {
      format: "scenario",
      name: "",
      issues: scenario.issues,
      parties: [
        {
          name: "ada",
          preferences: { kind: "additive", weights: [1], values: [{ kind: "linear" }, 7], bias: "x" },
        },
        { name: "x".repeat(201), preferences: { kind: "lexicographic" } },
        { preferences: { kind: "discounted", base: scenario.parties[1]!.preferences, factor: 2 } },
        { name: "nobody" },
        null,
      ],
      extra: 1,
    };
    expect(refused(wrong).sort()).toEqual(
      [
        "format",
        "version",
        "name",
        "extra",
        "parties.0.preferences.weights",
        "parties.0.preferences.values.0.slope",
        "parties.0.preferences.values.1",
        "parties.0.preferences.bias",
        "parties.1.name",
        "parties.1.preferences.kind",
        "parties.2.name",
        "parties.2.preferences.factor",
        "parties.3.preferences",
        "parties.4",
      ].sort(),
    );
  });

  it("BA-8: refuses issues and preferences that have the shape but make no sense", () => {
    const issues = [scenario.issues[0], { ...scenario.issues[0], min: 5 }];
    expect(refused({ ...scenario, issues })).toEqual(["issues.1.name", "issues.1.max"]);
    const parties = [{ name: "ada", preferences: { kind: "additive", weights: [1], values: [] } }];
    expect(refused({ ...scenario, parties })).toEqual([
      "parties.0.preferences.weights",
      "parties.0.preferences.values",
    ]);
  });

  it("BA-8: refuses two parties of one name, of which draws and rows would know one", () => {
    const [ada, smith] = scenario.parties;
    const parties = [ada, { ...smith, name: "ada" }, { ...smith, name: "Ada" }, { ...smith, name: "ada" }];
    expect(faultsOf("scenario_invalid", () => parseScenario({ ...scenario, parties }))).toEqual(
      [1, 3].map((index) => ({
        path: ["parties", index, "name"],
        expected: "a name that no other party has",
        received: '"ada"',
      })),
    );
    expect(refused({ ...scenario, parties: [null, { ...ada, name: 7 }, { ...smith, name: 7 }] })).toEqual([
      "parties.0",
      "parties.1.name",
      "parties.2.name",
    ]);
  });

  it("BA-8: refuses what is no scenario at all, and never with another error", () => {
    for (const wrong of ["", "{", "null", "7", "[]", null, undefined, 7, [], new Map(), () => 1]) {
      expect(refused(wrong)).toHaveLength(1);
    }
    expect(refused({})).toEqual(["format", "version", "name", "issues", "parties"]);
    expect(refused({ ...scenario, issues: {}, parties: "x" })).toEqual(["issues", "parties"]);
    expect(refused({ ...scenario, parties: [] })).toEqual(["parties"]);
    expect(refused('{"__proto__": {"a": 1}}')).toEqual(["__proto__"]);
    const cyclic: Record<string, unknown> = { ...scenario };
    cyclic["source"] = cyclic;
    expect(refused(cyclic)).toEqual(["source"]);
    expect(refused({ ...scenario, name: Number.NaN })).toEqual(["name"]);
  });

  it("says no number of the preferences in a fault (SY-17)", () => {
    const [ada] = scenario.parties;
    const preferences = { ...ada!.preferences, reservation: [0.4321], weights: [0.8765, "0.1234"] };
    const faults = faultsOf("scenario_invalid", () =>
      parseScenario({ ...scenario, parties: [{ ...ada, preferences }] }),
    );
    expect(faults).toHaveLength(2);
    expect(JSON.stringify(faults)).not.toMatch(/4321|8765|1234/);
  });

  it("says what was expected and the sort of what came", () => {
    const wrong = { ...scenario, version: 2, name: "", source: "x".repeat(1001), more: 1, parties: [] };
    expect(faultsOf("scenario_invalid", () => parseScenario(wrong))).toEqual(
      expect.arrayContaining([
        { path: ["version"], expected: "1", received: "a number out of range" },
        { path: ["name"], expected: "text with a length of at least 1", received: "a string" },
        { path: ["source"], expected: "text with a length of at most 1000", received: "a string" },
      ]),
    );
  });

  it("reads a scenario of a thousand values in each of many issues", () => {
    const large = generateScenario(3, [1000, 1000, 1000, 1000], 2);
    expect(parseScenario(JSON.stringify(large))).toEqual(large);
  });
});
