// Threads run the built file: a thread of Node cannot load TypeScript. The published package is what is tested.
// Budget: half a minute on two busy cores.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Consumer, makeConsumer } from "../package/consumer.js";
import { runScript } from "../package/run-script.js";

const LIMIT_MS = 120_000;

let consumer: Consumer;
let own: string;
beforeAll(() => {
  consumer = makeConsumer();
  own = pathToFileURL(join(consumer.folder, "own.mjs")).href;
  writeFileSync(
    join(consumer.folder, "own.mjs"),
    `import { timeDependent } from "concordat/strategies";
    import { appendFileSync } from "node:fs";
    const offering = (next) => ({ name: "own", start: () => ({ next }) });
    export const steep = ({ exponent }) => ({ ...timeDependent({ exponent }), name: "steep" });
    export const deadly = ({ log }) => ({ ...timeDependent({ exponent: 1 }), name: "deadly",
      offering: offering(({ turnNumber }) => { appendFileSync(log, turnNumber + " "); process.exit(3); }) });
    export const looping = () => ({ ...timeDependent({ exponent: 1 }), name: "looping",
      offering: offering(() => { for (;;); }) });
    export const notThere = null;`,
  );
});
afterAll(() => consumer?.remove());

const COMMON = `
  const scenarios = [1, 2].map((seed) => generateScenario(seed, [4, 4, 4], 2));
  const steep = { name: "steep", module: OWN, export: "steep", parameters: { exponent: 7 } };
  const options = { scenarios, strategies: ["boulware", "micro", "random", steep], seed: 3, turnLimit: 60 };
  const text = ({ rows }) => rows.map(rowJsonLine).join("");
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort" || name === "Worker");
`;

async function lines(body: string, extension: "mjs" | "cjs" = "mjs"): Promise<readonly string[]> {
  const load =
    extension === "mjs"
      ? `import { runTournament, rowJsonLine } from "concordat/tournament";
         import { generateScenario } from "concordat/preferences";`
      : `const { runTournament, rowJsonLine } = require("concordat/tournament");
         const { generateScenario } = require("concordat/preferences");`;
  const code = `${load}\nconst OWN = ${JSON.stringify(own)};\n(async () => { ${COMMON} ${body} })();`;
  const ending = await runScript(consumer.folder, `script.${extension}`, code, LIMIT_MS);
  expect(ending.stderr).toBe("");
  expect({ code: ending.code, killed: ending.killed }).toEqual({ code: 0, killed: false });
  return ending.stdout.trimEnd().split("\n");
}

describe("a tournament in worker threads", () => {
  it.each(["mjs", "cjs"] as const)(
    "BA-36: rows are byte-equal for 0, 1, 2 and 4 workers, told in the order of the jobs (%s)",
    async (extension) => {
      const output = await lines(
        `const plain = text(await runTournament(options));
        for (const workers of [1, 2, 4]) {
          const told = [];
          const result = await runTournament({ ...options, workers, keepRows: true, onRow: (row) => told.push(row) });
          console.log(result.rows.length, text(result) === plain, text({ rows: told }) === plain);
        }
        console.log("threads", threads().length);`,
        extension,
      );
      expect(output).toEqual(["64 true true", "64 true true", "64 true true", "threads 0"]);
    },
    LIMIT_MS,
  );

  it("BA-36: resumed with workers, it is the uninterrupted one", async () => {
    const output = await lines(
      `const plain = await runTournament(options);
      const completed = plain.rows.filter((_, index) => index % 3 === 0);
      const told = [];
      const result = await runTournament({ ...options, workers: 2, completed, keepRows: true, onRow: (row) => told.push(row) });
      console.log(text(result) === text(plain), told.length === plain.rows.length - completed.length);`,
    );
    expect(output).toEqual(["true true"]);
  });

  it("BA-36: after an abort no thread is left, and what is done is kept", async () => {
    const output = await lines(
      `const controller = new AbortController();
      const many = { ...options, repetitions: 200, workers: 2, signal: controller.signal };
      let count = 0;
      const result = await runTournament({ ...many, keepRows: true, onRow: () => { if (++count === 10) controller.abort(); } });
      const plain = await runTournament(options);
      console.log(result.isComplete, result.rows.length >= 10, result.rows.length < 12800, threads().length);`,
    );
    expect(output).toEqual(["false true true 0"]);
  });

  it("BA-36: a thread that dies gives its job to another, once; then its row says so and the rest is played", async () => {
    const log = join(consumer.folder, "deaths.log");
    const output = await lines(
      `const deadly = { name: "deadly", module: OWN, export: "deadly", parameters: { log: ${JSON.stringify(log)} } };
      const { rows } = await runTournament({ ...options, scenarios: scenarios.slice(0, 1), rotateRoles: false,
        strategies: ["boulware", deadly], workers: 2 });
      console.log(rows.map(({ error }) => error === null ? "played" : error).join("; "));
      console.log(rows.map(({ key }) => key.strategies.join("-")).join("; "));
      console.log(require("node:fs").readFileSync(${JSON.stringify(log)}, "utf8").trim().split(" ").length);`,
      "cjs",
    );
    const died = "The thread died: exit code 3";
    expect(output[0]).toBe(`played; ${died}; ${died}; ${died}`);
    expect(output[1]).toBe("boulware-boulware; boulware-deadly; deadly-boulware; deadly-deadly");
    expect(output[2]).toBe("6");
  });

  it("ends a strategy that does not return: its row says timeout, the others are played [BA-44]", async () => {
    const output = await lines(
      `const looping = { name: "looping", module: OWN, export: "looping" };
      const { rows, isComplete } = await runTournament({ ...options, scenarios: scenarios.slice(0, 1), rotateRoles: false,
        strategies: ["boulware", looping], workers: 2, strategyMs: 300 });
      for (const { status, reason, error } of rows) console.log(status === "stalled", reason, error);
      console.log(isComplete, threads().length);`,
    );
    const late = "true timeout no turn within 300 ms";
    expect(output.slice(1)).toEqual([late, late, late, "true 0"]);
    expect(output[0]).toMatch(/^false \w+ null$/);
  });

  it("hands rows on and lets go of them, with the same table of scores [BA-44]", async () => {
    const output = await lines(
      `const plain = await runTournament(options);
      let told = "";
      const result = await runTournament({ ...options, workers: 2, onRow: (row) => { told += rowJsonLine(row); } });
      console.log(told === text(plain), result.rows.length, result.isComplete);
      console.log(JSON.stringify(result.summary) === JSON.stringify(plain.summary));`,
    );
    expect(output).toEqual(["true 0 true", "true"]);
  });

  it("BA-36: a listener that throws, and a module that cannot be loaded, end it with no thread left", async () => {
    const output = await lines(
      `const failed = async (more) => {
        try { await runTournament({ ...options, workers: 2, ...more }); } catch (error) { console.log(error.message, error.code); }
        console.log(threads().length);
      };
      await failed({ onRow: () => { throw new Error("disk full"); } });
      await failed({ strategies: [{ name: "x", module: OWN, export: "notThere" }] });
      await failed({ strategies: [{ name: "x", module: OWN + "x", export: "steep" }] });`,
    );
    expect(output[0]).toBe("disk full undefined");
    expect(output[2]).toMatch(/a function exported as notThere.* at \/strategies\/0\..* strategy_invalid$/);
    expect(output[4]).toMatch(/a module that can be loaded.* at \/strategies\/0\..* strategy_invalid$/);
    expect([output[1], output[3], output[5]]).toEqual(["0", "0", "0"]);
  });
});
