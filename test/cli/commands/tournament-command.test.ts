import { readFileSync, watch, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseScenario } from "../../../src/preferences/scenarios/index.js";
import { tournamentHtml } from "../../../src/report/page/index.js";
import {
  csvHeader,
  rowCsvLine,
  rowJsonLine,
  runTournament,
  type TournamentResult,
} from "../../../src/tournament/index.js";
import type { CommandEnding } from "../../kit/command-here.js";
import { bundledPath, workplace } from "../concordat.js";

const { concordat, start, path, write } = workplace();
const read = (name: string): string => readFileSync(path(name), "utf8");

const scenarios = ["api-supply", "game-trade"].map((name) =>
  parseScenario(readFileSync(bundledPath(name), "utf8")),
);
const strategies = ["boulware", "micro", "hybrid"];
const PLAYED = [
  "tournament",
  "api-supply",
  "game-trade",
  "--strategies",
  strategies.join(","),
  "--turns",
  "40",
];
const whole: TournamentResult = await runTournament({ scenarios, strategies, turnLimit: 40, seed: 0 });

describe("concordat tournament", () => {
  it("prints the library's own summary as one JSON document, and writes its rows and page", async () => {
    const { code, stdout } = await concordat(...PLAYED, "--rows", "a.ndjson", "--report", "a.html", "--json");
    expect(code).toBe(0);
    const expected = {
      command: "tournament",
      version: 1,
      scenarios: scenarios.map(({ name }) => name),
      strategies,
      turnLimit: 40,
      seed: 0,
      repetitions: 1,
      selfPlay: true,
      rotateRoles: true,
      isComplete: true,
      total: 36,
      done: 36,
      failed: 0,
      summary: whole.summary,
    };
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(Object.keys(JSON.parse(stdout))).toEqual(Object.keys(expected));
    expect(read("a.ndjson")).toBe(whole.rows.map(rowJsonLine).join(""));
    const title = scenarios.map(({ name }) => name).join(", ");
    expect(read("a.html")).toBe(tournamentHtml({ rows: whole.rows, strategies, title }));
  });

  it("hands its flags on", async () => {
    const flags = ["--repeat", "2", "--seed", "9", "--no-self-play", "--no-rotate-roles", "--quiet"];
    const { stdout, stderr } = await concordat(...PLAYED, ...flags, "--rows", "b.csv");
    expect(stderr).toBe("");
    const options = { scenarios, strategies, turnLimit: 40, seed: 9, repetitions: 2, selfPlay: false };
    const { rows, summary } = await runTournament({ ...options, rotateRoles: false });
    expect(read("b.csv")).toBe(csvHeader + rows.map(rowCsvLine).join(""));
    for (const { strategy } of summary) expect(stdout).toMatch(new RegExp(`^${strategy} `, "m"));
  });

  it("gives the same rows and summary with workers", async () => {
    const { code, stdout } = await concordat(...PLAYED, "--workers", "2", "--rows", "w.ndjson", "--json");
    expect(code).toBe(0);
    expect(read("w.ndjson")).toBe(whole.rows.map(rowJsonLine).join(""));
    expect(JSON.parse(stdout).summary).toEqual(JSON.parse(JSON.stringify(whole.summary)));
  });

  it("says on standard error how far it is and how long it will take, in plain lines without a terminal", async () => {
    const { stderr } = await concordat(...PLAYED);
    const lines = stderr.trimEnd().split("\n");
    for (const line of lines)
      expect(line).toMatch(/^\d+ % \| \d+ of 36 \| (\d+ s left|took \d+ s|time left unknown)$/);
    expect(lines.at(-1)).toMatch(/^100 % \| 36 of 36 \| took /);
  });
});

describe("a rows file that is there", () => {
  it("is not overwritten", async () => {
    write("there.ndjson", whole.rows.map(rowJsonLine).join(""));
    const { code, stderr } = await concordat(...PLAYED, "--rows", "there.ndjson");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "concordat: there.ndjson: Expected a new file, got one with rows. Add --resume to go on with it.\n",
    });
  });

  it("is refused with its line when it is of another tournament", async () => {
    write("other.ndjson", whole.rows.slice(0, 5).map(rowJsonLine).join(""));
    for (const flags of [
      ["--seed", "1"],
      ["--turns", "41"],
    ]) {
      const { code, stderr } = await concordat(...PLAYED, ...flags, "--rows", "other.ndjson", "--resume");
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^concordat: other\.ndjson:1:1: Expected [^\n]+ To go on, give the settings[^\n]+\n$/,
      );
    }
    expect(read("other.ndjson")).toBe(whole.rows.slice(0, 5).map(rowJsonLine).join(""));
  });

  it("is gone on with after a crash in the middle of a line", async () => {
    write("torn.ndjson", whole.rows.map(rowJsonLine).join("").slice(0, 20_000));
    const { code, stdout } = await concordat(...PLAYED, "--rows", "torn.ndjson", "--resume", "--json");
    expect(code).toBe(0);
    expect(read("torn.ndjson")).toBe(whole.rows.map(rowJsonLine).join(""));
    expect(JSON.parse(stdout).summary).toEqual(JSON.parse(JSON.stringify(whole.summary)));
  });
});

describe("wrong scenarios", () => {
  it("are named: three parties, the same twice, parties in files of their own", async () => {
    const words = ["--strategies", "micro"];
    const three = await concordat("tournament", "api-supply", "data-consortium", ...words);
    expect(three).toMatchObject({
      code: 1,
      stderr: "concordat: data-consortium: Expected two parties, got 3 at /parties.\n",
    });
    const twice = await concordat("tournament", "api-supply", "api-supply", ...words);
    expect(twice.stderr).toMatch(
      /^concordat: api-supply: Expected a name of its own, got API supply contract at \/name/,
    );
    write("web.json", JSON.stringify({ issuesValues: {} }));
    expect((await concordat("tournament", "web.json", ...words)).code).toBe(2);
  });
});

describe("a stop in the middle (issue 4: keeps what is done)", () => {
  // Long enough that no machine has finished it when the first row is seen.
  const LONG = [
    "tournament",
    "api-supply",
    "game-trade",
    "service-level",
    "--strategies",
    "all",
    "--repeat",
    "20",
  ];
  const flags = ["--turns", "60", "--rows"];

  it.each([
    ["SIGINT", 130, 0],
    ["SIGINT", 130, 2],
    ["SIGTERM", 143, 0],
  ] as const)(
    "%s: exit status %d, with %d workers",
    { timeout: 120_000 },
    async (signal, exitCode, workers) => {
      const name = `${signal}-${workers}.ndjson`;
      const args = [...LONG, ...flags, name, "--workers", `${workers}`];
      const stopped = await stoppedAtFirstRows(name, args, signal);
      expect(stopped.code).toBe(exitCode);
      const text = read(name);
      expect(text.endsWith("\n")).toBe(true);
      const kept = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const [, done, total] = /Stopped: (\d+) of (\d+) negotiations are done, kept in /.exec(stopped.stderr)!;
      expect([Number(done), Number(total)]).toEqual([kept.length, 3 * 14 * 14 * 2 * 20]);
      expect(kept.length).toBeLessThan(Number(total));
      expect(stopped.stderr).toContain("give the same command with --resume.");
      expect(stopped.stdout).toMatch(/^strategy +rank /);
    },
  );

  it("and going on gives what an uninterrupted run gives, byte for byte", { timeout: 240_000 }, async () => {
    const short = [...LONG.slice(0, -1), "4", ...flags];
    const stopped = await stoppedAtFirstRows(
      "stopped.ndjson",
      [...short, "stopped.ndjson", "--workers", "2"],
      "SIGINT",
    );
    expect(stopped.code).toBe(130);
    const resumed = await concordat(...short, "stopped.ndjson", "--resume", "--json", "--quiet");
    const straight = await concordat(...short, "straight.ndjson", "--json", "--quiet");
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toBe(straight.stdout);
    expect(read("stopped.ndjson") === read("straight.ndjson")).toBe(true);
  });

  it("without --rows says that nothing is kept, and with --json is one document still", async () => {
    const child = start(...LONG, "--turns", "60", "--json");
    const ending = endingOf(child);
    child.stderr!.once("data", () => child.kill("SIGINT"));
    const { code, stdout, stderr } = await ending;
    expect(code).toBe(130);
    expect(stderr).toContain("; without --rows they are not kept.");
    const { isComplete, done, total } = JSON.parse(stdout);
    expect(isComplete).toBe(false);
    expect(done).toBeLessThan(total);
  });

  async function stoppedAtFirstRows(
    name: string,
    args: readonly string[],
    signal: "SIGINT" | "SIGTERM",
  ): Promise<CommandEnding> {
    writeFileSync(path(name), "");
    const watcher = watch(path(name));
    const child = start(...args);
    watcher.once("change", () => child.kill(signal));
    const ending = await endingOf(child);
    watcher.close();
    return ending;
  }

  function endingOf(child: ReturnType<typeof start>): Promise<CommandEnding> {
    const text = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name]!.setEncoding("utf8").on("data", (part: string) => {
        text[name] += part;
      });
    }
    return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...text })));
  }
});
