/**
 * @module
 * Runs a script with a fault at every store call, and with two at pairs of them (SM-40, SM-41), and says in
 * one line each what did not come out as it should.
 */

import type { NegotiationRow } from "../../src/ports/index.js";
import type { StoreFault } from "../../src/simulation/faults/index.js";
import type { Truth } from "../../src/simulation/observation/index.js";
import { SimWorld, type WorldReport } from "../../src/simulation/run/index.js";
import { RandomStream } from "../../src/testing/harness/index.js";
import { CoreSeconds } from "./core-seconds.js";
import type { Script } from "./scripts/script.js";

/** A fault at a store call, counted over all nodes from 1. */
export interface FaultAt {
  readonly call: number;
  readonly fault: StoreFault;
}

/** What many runs of a script came to. */
export interface CrashRuns {
  /** Store calls of the run without faults. */
  readonly calls: number;
  readonly runs: number;
  /** Of a clock, or of work where others had the core. */
  readonly ms: number;
  /** One line for each run that failed. */
  readonly failures: readonly string[];
}

const KINDS: readonly StoreFault[] = ["failBefore", "failAfter", "crashBefore", "crashAfter"];

/** Up to so many calls all pairs are tried (SM-41). */
const MOST_CALLS_OF_ALL_PAIRS = 30;

/** For longer scripts. */
const SEEDED_PAIRS = 2_000;

/** Each of the four faults at each call once. */
export async function everyPoint(script: Script): Promise<CrashRuns> {
  return await allRuns(script, (calls) => pointsOf(calls).map((point) => [point]));
}

/** Two faults a run: all pairs of a short script, 2,000 drawn ones of a longer one. */
export async function everyPair(script: Script, seed: number): Promise<CrashRuns> {
  return await allRuns(script, (calls) =>
    calls <= MOST_CALLS_OF_ALL_PAIRS ? pairsOf(calls) : drawnPairs(calls, seed),
  );
}

/** What one run of a script came to. */
export interface PlayedScript {
  readonly problem: string | undefined;
  readonly report: WorldReport;
  /** The kinds of the entries of each negotiation. */
  readonly entries: readonly string[];
}

/** Runs a script once. */
export async function runScript(script: Script, faultsAt: readonly FaultAt[] = []): Promise<PlayedScript> {
  let truth: Truth | undefined;
  let isOver = false;
  const play = script.begin();
  const report = await new SimWorld({
    // Of those whose every version is replayed (I11).
    seed: 10,
    nodes: 2,
    // Chosen: beyond every deadline, so that a script that hangs is told and not waited for.
    until: 120_000,
    ...play.options,
    invariants: [
      ...(play.options?.invariants ?? []),
      {
        id: "witness",
        watch: (seen) => {
          truth = seen;
          return {};
        },
      },
    ],
    faultsAt,
    script: async (stage) => {
      await play.script(stage);
      isOver = true;
    },
  }).run();
  return { problem: problemOf(script, report, isOver, truth), report, entries: entriesOf(truth) };
}

async function allRuns(
  script: Script,
  plansFor: (calls: number) => readonly (readonly FaultAt[])[],
): Promise<CrashRuns> {
  const time = new CoreSeconds();
  const plain = await runScript(script);
  const calls = plain.report.storeCalls;
  const failures = plain.problem === undefined ? [] : [`without faults: ${plain.problem}`];
  if (plain.entries.join("\n") !== script.entries.join("\n")) {
    failures.push(`without faults: expected ${script.entries.join("; ")}, got ${plain.entries.join("; ")}`);
  }
  const plans = plansFor(calls);
  for (const plan of plans) {
    const { problem } = await runScript(script, plan);
    if (problem === undefined) continue;
    failures.push(`${plan.map(({ call, fault }) => `${fault} at ${call}`).join(", ")}: ${problem}`);
  }
  return { calls, runs: plans.length + 1, ms: 1_000 * time.onOneCore, failures };
}

function problemOf(
  { outcome }: Script,
  { violations, scriptError }: WorldReport,
  isOver: boolean,
  truth: Truth | undefined,
): string | undefined {
  const [violation] = violations;
  if (violation !== undefined) {
    return `${violation.invariant} ${violation.negotiationId ?? ""}: ${violation.detail}`;
  }
  if (scriptError !== undefined) return String(scriptError);
  if (!isOver) return `the script hangs, at ${endsOf(truth).join("; ")}`;
  const ends = endsOf(truth);
  if (ends.join("\n") === outcome.join("\n")) return undefined;
  return `expected ${outcome.join("; ")}, got ${ends.join("; ")}`;
}

/** How each negotiation ended. */
function endsOf(truth: Truth | undefined): readonly string[] {
  return rowsOf(truth).map(({ id, status, state }) => {
    const { outcome } = state as { readonly outcome?: { readonly reason?: string } | null };
    const turns = (truth?.turns(id) ?? []) as unknown as readonly { action: string; source: string }[];
    const actions = turns.map(({ action, source }) => (source === "fallback" ? `${action}*` : action));
    return `${status}/${outcome?.reason ?? "none"}: ${actions.join(" ")}`;
  });
}

function entriesOf(truth: Truth | undefined): readonly string[] {
  return rowsOf(truth).map(({ id }) => (truth?.entries(id) ?? []).map(({ kind }) => kind).join(" "));
}

/** In the order of their ids. */
function rowsOf(truth: Truth | undefined): readonly NegotiationRow[] {
  return [...(truth?.rows() ?? [])].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function pointsOf(calls: number): readonly FaultAt[] {
  return Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) =>
    KINDS.map((fault) => ({ call, fault })),
  );
}

function pairsOf(calls: number): readonly (readonly FaultAt[])[] {
  const points = pointsOf(calls);
  return points.flatMap((one) => points.filter(({ call }) => call > one.call).map((other) => [one, other]));
}

function drawnPairs(calls: number, seed: number): readonly (readonly FaultAt[])[] {
  const draws = new RandomStream(seed, "pairs");
  return Array.from({ length: SEEDED_PAIRS }, () => {
    const first = draws.integer(1, calls - 1);
    const second = draws.integer(first + 1, calls);
    return [
      { call: first, fault: draws.pick(KINDS) },
      { call: second, fault: draws.pick(KINDS) },
    ];
  });
}
