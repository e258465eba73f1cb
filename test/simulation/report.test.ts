import { describe, expect, it } from "vitest";
import { FAULT_KINDS } from "../../src/simulation/faults/index.js";
import {
  failureBlock,
  failureDetails,
  optionsOf,
  type Reduction,
  reducedWorld,
} from "../../src/simulation/report/index.js";
import { SimWorld, type WorldReport } from "../../src/simulation/run/index.js";
import { WORLD_START } from "../../src/simulation/world/index.js";

const QUIET = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as WorldReport["rates"];

async function failed(changes: Partial<WorldReport> = {}): Promise<WorldReport> {
  const report = await new SimWorld({ seed: 1, negotiations: 1 }).run();
  const violation = {
    invariant: "I4",
    at: 1_000_500,
    negotiationId: "neg_2",
    detail: "intent 771 took effect twice:\nturn 3 (cmd a:12) and turn 5 (cmd a:13)",
  };
  return { ...report, violations: [violation], skews: [0, 0, 0], rates: QUIET, ...changes };
}

describe("failureBlock", () => {
  it("SM-80: says all that is needed to run it again, in five lines", async () => {
    const report = await failed({
      seed: 418_223,
      preset: "index",
      skews: [33, -12, 0],
      rates: { ...QUIET, crashAfter: 0.012, failAfter: 0.04, tornResponse: 0.0001 },
    });
    const block = failureBlock(report, {
      commit: "86ad8a0",
      platform: "node v24.21.0",
      replay: "npm run simulate -- --seed 418223 --mode safety --preset index",
      smaller: "npm run simulate -- --seed 418223 --mode safety --preset index --negotiations 1",
    });
    expect(block).toBe(
      [
        "SIMULATION FAILED  invariant I4  seed 418223  mode safety  preset index  negotiation neg_2",
        "  intent 771 took effect twice: turn 3 (cmd a:12) and turn 5 (cmd a:13)",
        "  commit 86ad8a0  node v24.21.0  faults failAfter=.04 crashAfter=.012 tornResponse=.001 skew=33,-12,0",
        "  replay: npm run simulate -- --seed 418223 --mode safety --preset index",
        "  smaller: npm run simulate -- --seed 418223 --mode safety --preset index --negotiations 1",
      ].join("\n"),
    );
  });

  it("leaves out what it does not know", async () => {
    const report = await failed();
    const [, , third, ...rest] = failureBlock(report, { replay: "again" }).split("\n");
    expect(third).toBe("  commit unknown  unknown  faults none");
    expect(rest).toEqual(["  replay: again"]);
  });

  it("has nothing to say of a world that held", async () => {
    const report = await failed({ violations: [] });
    expect(() => failureBlock(report, { replay: "" })).toThrow(RangeError);
  });
});

describe("failureDetails", () => {
  it("shows the end of the negotiation's own trace, its entries and its record", async () => {
    const { trace } = await failed();
    const id = trace.map((line) => line.split(" ")[3]).find((name) => name?.startsWith("negotiation_")) ?? "";
    const entry = { version: 1, at: 5, kind: "turn", turnNumber: 1, commandId: "a:1", schema: 1 };
    const report = await failed({
      trace: [
        ...Array.from({ length: 70 }, (_, index) => `${index} n1#1 load ${id} ${index}`),
        "70 n1#1 died - -",
      ],
      violations: [
        { invariant: "I1", at: 1, negotiationId: id, detail: "one" },
        { invariant: "I2", at: 1, negotiationId: id, detail: "other" },
      ],
      evidence: { row: null, entries: [{ ...entry, turn: { action: "accept" }, details: null }] },
    });
    const text = failureDetails(report);
    expect(text).toContain("Also:\n  I2  other");
    expect(text.split("\n").filter((line) => line.endsWith("died - -"))).toEqual([]);
    expect(text.split("\n").filter((line) => line.includes(" load "))).toHaveLength(50);
    expect(text).toContain(` load ${id} 69`);
    expect(text).toMatch(/version {2}at {2}kind {2}turn {2}command {2}what\n {2}1 {8}5 {3}turn {2}1 {5}a:1/);
    expect(text).toContain('{"action":"accept"}');
    expect(text).toContain("Record:\nnull");
  });

  it("shows the whole world's trace where no negotiation is to blame", async () => {
    const violation = { invariant: "I12", at: 1, negotiationId: null, detail: "a timer" };
    const report = await failed({ trace: ["1 n1#1 died - -"], violations: [violation], evidence: null });
    expect(failureDetails(report)).toBe("Trace of the world, its end:\n1 n1#1 died - -");
  });
});

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
