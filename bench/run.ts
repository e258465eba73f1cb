/**
 * @module
 * `npm run bench -- QUESTION [--json]`: answers one question about costs in a process of its own, and prints a
 * table or, with `--json`, ends with exactly one line of JSON.
 */

import { fork } from "node:child_process";
import { cpus } from "node:os";
import { provideSqlite } from "../test/provide-sqlite.js";
import { BUNDLED_BY, bundled } from "./bundle.js";
import { type Report, rounded } from "./report.js";

const QUESTIONS: Readonly<Record<string, string>> = {
  turns: "what one transition costs, against a hand-written reducer and XState",
  service: "what a whole negotiation costs, against a bare loop, an XState actor and LangGraph.js",
  memory: "what a live negotiation weighs, and whether a turn costs more among many",
  stores: "what a commit, a read and a whole turn cost in each store, against bare statements",
  timers: "what 100,000 armed wake-ups cost, against native timers",
  recovery: "how long a restart takes among 100,000 stored negotiations",
  growth: "what a turn and the looks of a service cost among 1,000,000 stored negotiations, against 10,000",
  feed: "how soon other processes hear what one commits, and whether they miss any of it",
  tournament:
    "what a tournament costs against a bare loop over the same jobs, and what a second worker brings",
  "tournament-memory": "what memory a tournament of 1,000,000 rows takes that hands them on",
  strategies: "what a negotiation between strategies costs, headless and in a room, against a bare loop",
  analysis: "what frontier and Nash point cost, against a bare loop that sorts by sum",
  reading: "what it takes to read scenario files, right and faulty, against the bare parser",
  inverse: "what the inverse of a utility costs as its space grows, and its build against a bare sort",
  worlds: "what a simulated world costs, and how much of it is checking",
  group: "what a group costs on top of its negotiations",
  argumentation: "what the grounded extension costs, and how it grows with the attacks",
  gate: "what the gate costs over the bare negotiations of its candidates, and what it holds beyond its results",
  models:
    "what a turn of a language model costs beside the model, against the bare call and a scripted agent",
  mcp: "what a turn costs through MCP, against a tool of the bare SDK, in memory and over HTTP",
  inspector:
    "what the inspector's page costs: its size, its heap, its server, and how soon it shows a change",
  http: "what a turn over HTTP costs against a bare handler, and whether 1,000 streams and 50 deals a second go together",
  signing: "what signed documents cost on top of bare signatures",
};

/** Questions that open a database file. */
const WITH_SQLITE: readonly string[] = ["stores", "recovery", "growth"];

const args = process.argv.slice(2);
const questions = args.filter((arg) => !arg.startsWith("-"));
const strayFlag = args.find((arg) => arg.startsWith("-") && arg !== "--json");
const [question = ""] = questions;

if (questions.length !== 1 || strayFlag !== undefined || !Object.hasOwn(QUESTIONS, question)) {
  const got = args.length === 0 ? "nothing" : args.join(" ");
  console.error(`Expected one question and perhaps --json, got ${got}. The questions are:`);
  for (const [name, what] of Object.entries(QUESTIONS)) console.error(`  ${name.padEnd(8)} ${what}`);
  process.exitCode = 1;
} else {
  await answer(question, args.includes("--json"));
}

async function answer(asked: string, asJson: boolean): Promise<void> {
  console.log(`bench ${asked}: ${QUESTIONS[asked]}`);
  console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${BUNDLED_BY}`);
  if (WITH_SQLITE.includes(asked)) await provideSqlite();
  const report = await reportOf(await bundled(asked));
  const { ratios, figures } = report;
  if (asJson)
    console.log(JSON.stringify({ question: asked, ratios: short(ratios), figures: short(figures) }));
  else console.table(rowsOf(report));
}

/** Runs the bundle in a fresh process, which prints what it does as it goes. */
function reportOf(bundle: string): Promise<Report> {
  const child = fork(bundle, {
    execArgv: ["--expose-gc", "--enable-source-maps"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  let report: Report | undefined;
  child.on("message", (message) => {
    report = message as Report;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0 && report !== undefined) resolve(report);
      else reject(new Error(`Expected a report from ${bundle}, got exit code ${code}.`));
    });
  });
}

function short(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]));
}

function rowsOf({ ratios, figures, goals }: Report): Record<string, { value: number; goal: string }> {
  const all = Object.entries({ ...short(ratios), ...short(figures) });
  return Object.fromEntries(all.map(([name, value]) => [name, { value, goal: goals[name] ?? "" }]));
}
