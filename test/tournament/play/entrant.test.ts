import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { boulware, conceder } from "../../../src/strategies/agents/index.js";
import { isPortable } from "../../../src/tournament/play/entrant.js";
import {
  checkEntrants,
  type Entrant,
  entrantContent,
  entrantName,
  strategiesOf,
} from "../../../src/tournament/play/index.js";

const MODULE = new URL("../own-strategies.ts", import.meta.url).href;
const OWN = { name: "own", module: MODULE, export: "stubborn", parameters: { exponent: 9 } } as const;

function faultsOf(entrants: readonly unknown[], mustBePortable = false): unknown {
  try {
    checkEntrants(entrants as Entrant[], mustBePortable);
  } catch (error) {
    if (!NegotiationError.isInstance(error)) throw error;
    return [error.code, (error.details["issues"] as { path: unknown[] }[]).map(({ path }) => path[1] ?? "")];
  }
  return [];
}

describe("entrants of a tournament", () => {
  it("BA-36: are names, modules of one's own, or strategies at hand", async () => {
    const entrants = ["micro", OWN, boulware()];
    expect(faultsOf(entrants)).toEqual([]);
    expect(entrants.map((one) => entrantName(one))).toEqual(["micro", "own", "boulware"]);
    const strategies = await strategiesOf(entrants);
    expect(strategies.map(({ name }) => name)).toEqual(["micro", "stubborn 9", "boulware"]);
  });

  it("BA-36: a strategy at hand cannot cross to a thread, a name and a module can", () => {
    expect(faultsOf([conceder(), "micro", OWN], true)).toEqual(["strategy_invalid", [0]]);
    expect(["micro", OWN, boulware()].map((one) => isPortable(one))).toEqual([true, true, false]);
  });

  it("every fault is listed: unknown names, names twice, what is no strategy", () => {
    expect(faultsOf(["boulwear", "micro", "micro", 7, null, {}, { ...OWN, name: "micro" }])).toEqual([
      "strategy_invalid",
      [0, 2, 3, 4, 5, 6],
    ]);
    expect(faultsOf([])).toEqual(["strategy_invalid", [""]]);
    expect(faultsOf(["toString"])).toEqual(["strategy_invalid", [0]]);
  });

  it("a module that exports no maker of a strategy is refused, and says what it exported", async () => {
    for (const name of ["missing", "number"]) {
      await expect(strategiesOf([{ ...OWN, export: name }])).rejects.toMatchObject({
        code: "strategy_invalid",
      });
    }
    await expect(strategiesOf([{ ...OWN, export: "noStrategy" }])).rejects.toThrow(
      /noStrategy\(\) to answer/,
    );
  });

  it.each([
    ["is not there", "./no-such-strategies.ts", /module that can be loaded, got .*no-such-strategies/],
    ["throws while it is loaded", "../broken-strategies.ts", /module that can be loaded, got .*broken on/],
  ])("a module that %s is refused, with the reason", async (_, file, message) => {
    const module = new URL(file, import.meta.url).href;
    const refusal = strategiesOf(["micro", { ...OWN, module }]);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toMatchObject({
      code: "strategy_invalid",
      cause: expect.any(Error),
      details: { issues: [{ path: ["strategies", 1] }] },
    });
  });

  it("BA-36: parameters are part of what is played", () => {
    expect(entrantContent(OWN)).not.toEqual(entrantContent({ ...OWN, parameters: { exponent: 8 } }));
    expect(entrantContent("micro")).toBe("micro");
    expect(fileURLToPath(MODULE)).toContain("own-strategies");
  });
});
