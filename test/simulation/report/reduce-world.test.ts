import { describe, expect, it } from "vitest";
import { FAULT_KINDS } from "../../../src/simulation/faults/index.js";
import { type Reduction, reducedWorld } from "../../../src/simulation/report/index.js";
import { optionsOf } from "../../../src/simulation/report/reduce-world.js";
import { SimWorld, type WorldReport } from "../../../src/simulation/run/index.js";
import { WORLD_START } from "../../../src/simulation/world/index.js";

const FAULTS = 40;

type Whole = { readonly [Key in keyof Reduction]-?: NonNullable<Reduction[Key]> };

/** A world that would have 40 faults of three kinds, and fails when this says so. */
function imagined(fails: (reduction: Whole) => string | undefined) {
  const runs: Reduction[] = [];
  const run = async (reduction: Reduction): Promise<WorldReport> => {
    runs.push(reduction);
    const { negotiations = 4, only = ["failAfter", "failBefore", "timerLate"], until = 2_500 } = reduction;
    const faultIndexes = reduction.faultIndexes ?? Array.from({ length: FAULTS }, (_, index) => index);
    const invariant = fails({ negotiations, only, until, faultIndexes });
    const violation = { at: WORLD_START + 1_200, negotiationId: null, detail: "" };
    return {
      violations: invariant === undefined ? [] : [{ ...violation, invariant }],
      faults: Object.fromEntries(FAULT_KINDS.map((kind) => [kind, only.includes(kind) ? 1 : 0])),
      faultCount: only.length === 0 ? 0 : FAULTS,
    } as unknown as WorldReport;
  };
  return { run, runs };
}

describe("reducedWorld", () => {
  it("keeps just what the failure needs", async () => {
    const { run } = imagined(({ negotiations, only, faultIndexes, until }) => {
      const isFailing =
        negotiations >= 2 &&
        only.includes("failAfter") &&
        faultIndexes.includes(7) &&
        faultIndexes.includes(23) &&
        until >= 1_140;
      return isFailing ? "I4" : undefined;
    });
    expect(await reducedWorld(await run({}), { run })).toEqual({
      negotiations: 2,
      only: ["failAfter"],
      faultIndexes: [7, 23],
      until: 1_140,
    });
  });

  it("does not take another failure for the same", async () => {
    const { run } = imagined(({ negotiations }) => (negotiations < 4 ? "I5" : "I4"));
    const reduction = await reducedWorld(await run({}), { run });
    expect(reduction?.negotiations).toBeUndefined();
    expect(reduction?.only).toEqual([]);
  });

  it("answers undefined where nothing can be left out", async () => {
    const { run, runs } = imagined((all) => {
      const { negotiations, only, faultIndexes, until } = all;
      const isWhole = negotiations === 4 && only.length === 3 && faultIndexes.length === FAULTS;
      return isWhole && until === 2_500 ? "I4" : undefined;
    });
    expect(await reducedWorld(await run({}), { run })).toBeUndefined();
    expect(runs.length).toBeGreaterThan(FAULTS);
  });

  it("stops when it may not go on, with what it has", async () => {
    const { run, runs } = imagined(() => "I4");
    const failed = await run({});
    const mayGoOn = () => runs.length < 2;
    expect(await reducedWorld(failed, { run, mayGoOn })).toEqual({ negotiations: 1 });
  });

  it("refuses a world that held", async () => {
    const { run } = imagined(() => undefined);
    await expect(reducedWorld(await run({}), { run })).rejects.toThrow(RangeError);
  });
});

it("makes options of a world, in which only the named faults occur", async () => {
  const seed = 3;
  const whole = await new SimWorld({ seed }).run();
  const none = await new SimWorld({ seed, ...optionsOf({ faultIndexes: [] }) }).run();
  const first = await new SimWorld({ seed, ...optionsOf({ faultIndexes: [0] }) }).run();
  const sum = ({ faults }: WorldReport): number => Object.values(faults).reduce((all, one) => all + one, 0);
  expect(sum(whole)).toBeGreaterThan(1);
  expect([sum(none), sum(first)]).toEqual([0, 1]);
  expect(optionsOf({ negotiations: 2, until: 9 })).toEqual({ negotiations: 2, until: 9 });
});
