import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { boulware, namedStrategies } from "../../../src/strategies/agents/index.js";
import { demandStrategy, isStrategy, type Strategy } from "../../../src/strategies/play/index.js";

function pathsOf(value: unknown, index?: number): readonly string[] {
  try {
    demandStrategy(value as Strategy, index);
  } catch (error) {
    if (!NegotiationError.isInstance(error) || error.code !== "strategy_invalid") throw error;
    return (error.details["issues"] as { path: unknown[] }[]).map(({ path }) => path.join("/"));
  }
  return [];
}

describe("a strategy", () => {
  it("is what every name makes", () => {
    for (const make of Object.values(namedStrategies)) expect(pathsOf(make())).toEqual([]);
  });

  it("has a name, an offering and an acceptance, and every missing part is listed", () => {
    expect(pathsOf({})).toEqual(["name", "offering", "acceptance"]);
    expect(pathsOf({ ...boulware(), name: "", offering: null, acceptance: {} }, 3)).toEqual([
      "3/name",
      "3/offering",
      "3/acceptance",
    ]);
  });

  it("may have a model and hooks, and then real ones", () => {
    const broken = { ...boulware(), model: {}, justify: "because", weigh: 1 };
    expect(pathsOf(broken)).toEqual(["model", "justify", "weigh"]);
    expect(pathsOf({ ...boulware(), model: undefined, justify: undefined })).toEqual([]);
  });

  it("is an object", () => {
    for (const value of [undefined, null, "boulware", boulware]) expect(pathsOf(value, 1)).toEqual(["1"]);
  });

  it("is told from all else without a throw", () => {
    expect(isStrategy(boulware())).toBe(true);
    for (const value of [undefined, 7, {}, { ...boulware(), model: {} }]) {
      expect(isStrategy(value)).toBe(false);
    }
  });
});
