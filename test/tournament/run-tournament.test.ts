import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { generateScenario } from "../../src/preferences/scenarios/index.js";
import type { Strategy } from "../../src/strategies/play/index.js";
import {
  type Progress,
  rowJsonLine,
  runTournament,
  type TournamentOptions,
  type TournamentRow,
} from "../../src/tournament/index.js";
import { thrower } from "./own-strategies.js";

const OPTIONS: TournamentOptions = {
  scenarios: [generateScenario(1, [4, 4], 2), generateScenario(2, [3, 3, 3], 2)],
  strategies: ["boulware", "conceder", "micro", "random"],
  seed: 42,
  turnLimit: 40,
};
const TOTAL = 2 * 16 * 2;

const linesOf = (rows: readonly TournamentRow[]): string => rows.map(rowJsonLine).join("");

describe("a tournament", () => {
  it("BA-36: plays every job, and tells of each row in the order of the jobs", async () => {
    const told: TournamentRow[] = [];
    const { rows, summary, isComplete } = await runTournament({
      ...OPTIONS,
      keepRows: true,
      onRow: (row) => told.push(row),
    });
    expect(rows).toHaveLength(TOTAL);
    expect(told).toEqual(rows);
    expect(isComplete).toBe(true);
    expect(summary.map(({ rank }) => rank)[0]).toBe(1);
    expect(summary.map(({ negotiationCount }) => negotiationCount)).toEqual([32, 32, 32, 32]);
    for (const { error } of rows) expect(error).toBeNull();
  });

  it("BA-36, BA-37, D-3: the same seed gives the same bytes, listeners or not; another seed others", async () => {
    const once = await runTournament(OPTIONS);
    const again = await runTournament({ ...OPTIONS, keepRows: true, onRow: () => {}, onProgress: () => {} });
    const other = await runTournament({ ...OPTIONS, seed: 43 });
    expect(linesOf(again.rows)).toBe(linesOf(once.rows));
    expect(linesOf(other.rows)).not.toBe(linesOf(once.rows));
  });

  it("BA-36, D-12: jobs played in reversed order give the same rows", async () => {
    const { rows } = await runTournament(OPTIONS);
    // All but one row are there already: each is played alone, the last first.
    for (let index = TOTAL - 1; index >= 0; index -= 7) {
      const completed = rows.filter((_, place) => place !== index);
      const told: TournamentRow[] = [];
      await runTournament({ ...OPTIONS, completed, onRow: (row) => told.push(row) });
      expect(linesOf(told)).toBe(linesOf(rows.slice(index, index + 1)));
    }
  });

  it("BA-36: resumed from the lines of an aborted run, it is the uninterrupted one; nothing is played twice", async () => {
    const whole = await runTournament(OPTIONS);
    const controller = new AbortController();
    let text = "";
    const stopped = await runTournament({
      ...OPTIONS,
      signal: controller.signal,
      keepRows: true,
      onRow: (row) => {
        text += rowJsonLine(row);
        if (text.split("\n").length > 20) controller.abort();
      },
    });
    expect(stopped.isComplete).toBe(false);
    expect(stopped.rows).toHaveLength(20);
    const told: TournamentRow[] = [];
    const resumed = await runTournament({
      ...OPTIONS,
      completed: `${text}{"key":{"scen`,
      keepRows: true,
      onRow: (row) => told.push(row),
    });
    expect(linesOf(resumed.rows)).toBe(linesOf(whole.rows));
    expect(resumed.summary).toEqual(whole.summary);
    expect(told).toEqual(whole.rows.slice(20));
  });

  it("BA-36: rows of another seed, content or job, twice, or none at all are refused, all of them listed", async () => {
    const { rows } = await runTournament(OPTIONS);
    const [one, two, three] = rows as [TournamentRow, TournamentRow, TournamentRow];
    const faults = async (completed: TournamentOptions["completed"], more: object = {}): Promise<unknown> => {
      const error = await runTournament({ ...OPTIONS, ...more, completed }).catch((thrown) => thrown);
      expect(error.code).toBe("tournament_mismatch");
      return error.details.issues.map(({ path }: { path: readonly unknown[] }) => path.slice(1));
    };
    await expect(faults(rows, { turnLimit: 41 })).resolves.toContainEqual([0, "hash"]);
    await expect(faults(rows, { scenarios: [generateScenario(9, [4, 4], 2)] })).resolves.toContainEqual([
      0,
      "key",
    ]);
    const key = { ...three.key, scenario: "other" };
    expect(
      await faults([
        { ...one, seed: 1 },
        { ...two, hash: 5 },
        { ...three, key },
      ]),
    ).toEqual([
      [0, "seed"],
      [1, "hash"],
      [2, "key"],
    ]);
    expect(await faults([one, one])).toEqual([[1, "key"]]);
    expect(await faults("7\n")).toEqual([[0, "key"]]);
    expect(await faults(`${rowJsonLine(two).slice(0, -9)}\n${rowJsonLine(one)}`)).toEqual([[0]]);
  });

  it("takes rows as they were written, discounted or not, failed or not, with turns or without [BA-45]", async () => {
    const discounted = OPTIONS.scenarios.map((scenario) => ({
      ...scenario,
      name: `${scenario.name} discounted`,
      parties: scenario.parties.map(({ name, preferences }, index) => {
        const form = index === 0 ? ("linear" as const) : ("exponential" as const);
        return {
          name,
          preferences: { kind: "discounted" as const, base: preferences as never, factor: 0.5, form },
        };
      }),
    }));
    const scenarios = [...OPTIONS.scenarios, ...discounted];
    const strategies = ["boulware", "micro", "tough", thrower()];
    for (const trace of [true, false]) {
      const options = { ...OPTIONS, scenarios, strategies, trace };
      const { rows } = await runTournament(options);
      expect(new Set(rows.map(({ status }) => status)).size).toBe(3);
      const again = await runTournament({
        ...options,
        completed: linesOf(rows),
        onRow: () => expect.unreachable(),
      });
      expect(again.isComplete).toBe(true);
    }
  });

  it("BA-36: progress is told at most ten times a second, and the time left by what was played, not kept", async () => {
    const { rows } = await runTournament(OPTIONS);
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 9));
    const told: Progress[] = [];
    const onProgress = (progress: Progress) => told.push(progress);
    await runTournament({ ...OPTIONS, completed: rows.slice(0, 14), onProgress });
    clock.mockRestore();
    expect(told.length).toBeGreaterThan(3);
    expect(told.at(-1)).toMatchObject({ done: TOTAL, total: TOTAL, failed: 0, remainingMs: 0 });
    for (const [index, { done, elapsedMs, remainingMs }] of told.slice(0, -1).entries()) {
      expect(elapsedMs - (told[index - 1]?.elapsedMs ?? -100)).toBeGreaterThanOrEqual(100);
      expect(remainingMs).toBeCloseTo((elapsedMs / (done - 14)) * (TOTAL - done), 6);
    }
  });

  it("BA-36: progress ends at 100 %, and counts what was thrown as failed", async () => {
    const told: unknown[] = [];
    const strategies: (string | Strategy)[] = ["boulware", thrower()];
    await runTournament({ ...OPTIONS, strategies, onProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toMatchObject({ done: 16, total: 16, remainingMs: 0 });
    expect((told.at(-1) as { failed: number }).failed).toBeGreaterThan(0);
  });

  it("BA-30: a strategy that throws is called once more in no negotiation, and the tournament goes on", async () => {
    let throws = 0;
    const counted: Strategy = {
      ...thrower(),
      offering: {
        name: "counted",
        start: () => ({
          next: () => {
            throws += 1;
            throw new Error("always");
          },
        }),
      },
    };
    const { rows } = await runTournament({ ...OPTIONS, strategies: [counted, "tough"] });
    const failed = rows.filter(({ error }) => error !== null);
    expect(throws).toBe(failed.length);
    expect(rows.some(({ error }) => error === null)).toBe(true);
  });

  it("BA-36: a signal that is aborted already plays nothing", async () => {
    const { rows, isComplete } = await runTournament({ ...OPTIONS, signal: AbortSignal.abort() });
    expect([rows, isComplete]).toEqual([[], false]);
  });

  it("D-13: scenarios are as before", async () => {
    const before = JSON.stringify(OPTIONS.scenarios);
    await runTournament(OPTIONS);
    expect(JSON.stringify(OPTIONS.scenarios)).toBe(before);
  });

  it("a listener that throws ends it with that error", async () => {
    const onRow = (): void => {
      throw new Error("disk full");
    };
    await expect(runTournament({ ...OPTIONS, onRow })).rejects.toThrow("disk full");
  });

  it("keeps no rows where each is handed on, unless asked to, and sums them up all the same [BA-44]", async () => {
    const told: TournamentRow[] = [];
    const whole = await runTournament(OPTIONS);
    const result = await runTournament({ ...OPTIONS, onRow: (row) => told.push(row) });
    expect(result).toEqual({ rows: [], summary: whole.summary, isComplete: true });
    expect(linesOf(told)).toBe(linesOf(whole.rows));
    await expect(runTournament({ ...OPTIONS, keepRows: false })).resolves.toMatchObject({ rows: [] });
    await expect(runTournament({ ...OPTIONS, keepRows: "no" as never })).rejects.toThrow("keepRows");
    await expect(runTournament({ ...OPTIONS, strategyMs: 0 })).rejects.toThrow("strategyMs");
  });

  it("refuses rows of a strategy at hand whose functions or names have changed [BA-45]", async () => {
    const offering = { name: "first", start: () => ({ next: () => 0 }) };
    const own = { ...thrower(), name: "own", offering };
    const { rows } = await runTournament({ ...OPTIONS, strategies: [own] });
    const go = (strategy: Strategy) => runTournament({ ...OPTIONS, strategies: [strategy], completed: rows });
    await expect(go({ ...own, offering: { ...offering } })).resolves.toMatchObject({ isComplete: true });
    const others = [
      { ...offering, start: () => ({ next: () => 1 }) },
      { ...offering, name: "second" },
    ];
    for (const other of others) {
      await expect(go({ ...own, offering: other })).rejects.toMatchObject({ code: "tournament_mismatch" });
    }
  });

  it("refuses rows of a module whose text or parameters have changed [BA-45]", async () => {
    const folder = mkdtempSync(join(tmpdir(), "concordat-module-"));
    const file = join(folder, "own.mjs");
    const text = (outcome: number): string => `export const make = (parameters) => ({ name: "own",
      offering: { name: "o", start: () => ({ next: () => ${outcome} }) },
      acceptance: { name: "a", start: () => () => false } });`;
    writeFileSync(file, text(0));
    const own = { name: "own", module: pathToFileURL(file).href, export: "make", parameters: { a: 1 } };
    const options = { ...OPTIONS, strategies: [own] };
    const { rows } = await runTournament(options);
    await expect(runTournament({ ...options, completed: rows })).resolves.toMatchObject({ rows });
    const changed = { ...options, strategies: [{ ...own, parameters: { a: 2 } }], completed: rows };
    await expect(runTournament(changed)).rejects.toMatchObject({ code: "tournament_mismatch" });
    writeFileSync(file, text(1));
    await expect(runTournament({ ...options, completed: rows })).rejects.toMatchObject({
      code: "tournament_mismatch",
    });
    rmSync(folder, { recursive: true });
  });

  it("refuses a completed row with a member missing or altered, by the number of its line [BA-45]", async () => {
    const { rows } = await runTournament(OPTIONS);
    const place = rows.findIndex(({ agreed }) => agreed);
    const row = rows[place] as TournamentRow;
    const faultOf = async (changed: object): Promise<unknown> => {
      const lines = rows.map(rowJsonLine);
      lines[place] = `${JSON.stringify(changed)}\n`;
      return runTournament({ ...OPTIONS, completed: lines.join("") }).catch((error) => error.details.issues);
    };
    const { error: _, ...torn } = row;
    const changes: readonly (readonly [string, object])[] = [
      ["error", torn],
      ["utilities", { ...row, utilities: [0.123, row.utilities[1]] }],
      ["discountedUtilities", { ...row, discountedUtilities: [row.utilities[0], 0.5] }],
      ["advantages", { ...row, advantages: ["1", 1] }],
      ["agreed", { ...row, agreed: false }],
      ["status", { ...row, status: "cancelled" }],
      ["reason", { ...row, reason: "turn_cap" }],
      ["turnCount", { ...row, turnCount: 41 }],
      ["cycles", { ...row, cycles: row.cycles + 1 }],
      ["agreement", { ...row, agreement: null }],
      ["metrics", { ...row, metrics: null }],
      ["trace", { ...row, trace: [] }],
      ["more", { ...row, more: 1 }],
      ["error", { ...row, error: 7 }],
    ];
    for (const [member, changed] of changes) {
      expect(await faultOf(changed), member).toMatchObject([
        {
          path: ["completed", place, member],
          received: expect.stringMatching(new RegExp(` in line ${place + 1}$`)),
        },
      ]);
    }
  });

  it("BA-36: workers where there are no threads are refused with a cure", async () => {
    vi.stubGlobal("process", {});
    const played = runTournament({ ...OPTIONS, workers: 1 }).catch((error) => error.code);
    expect(await played.finally(() => vi.unstubAllGlobals())).toBe("dependency_missing");
  });
});
