/**
 * @module
 * `npm run simulate`: worlds until one fails or somebody stops it, one world, one mutant, or all of them.
 */

import { parseArgs } from "node:util";
import { FAULT_KINDS, type FaultKind } from "../../src/simulation/faults/index.js";
import type { WorldMode } from "../../src/simulation/observation/index.js";
import { summaryLine } from "../../src/simulation/run/index.js";
import { WORLD_PRESETS, type WorldPreset } from "../../src/simulation/world/index.js";
import { counts } from "./counts.js";
import { failureText } from "./failure.js";
import { isSeenByItsTest, testedMutants } from "./mutants/chosen-mutants.js";
import { hunt } from "./mutants/hunt.js";
import { mutantNamed } from "./mutants/mutants.js";
import { tableOf } from "./mutants/table.js";
import { type Failure, NO_RESULT, type WorldBatch, withResult } from "./run-worlds.js";
import { huntedAll, WorkerPool } from "./worker-pool.js";
import { indexesIn, Requests, type WorldRequest } from "./world-request.js";

const MODES: readonly WorldMode[] = ["safety", "liveness"];

const HELP = `npm run simulate -- [options]
  (none)              worlds of all presets from a random first seed, until stopped or failing
  --seed N            one world; with --worlds the first of them
  --worlds M          so many worlds
  --mode, --preset    ${MODES.join(" ")}; ${WORLD_PRESETS.join(" ")}
  --negotiations N    how many are begun in each world
  --only, --without   faults by kind, separated by commas; "none" for no fault
  --faults 3,7-9      only these of the faults that would occur, by their ordinal
  --until MS          the end of each world
  --mutant NAME       a mutant in each world; without --seed it is hunted
  --mutants           hunts all mutants, and runs the tests named for those that no world shows
  --nightly           an hour of worlds from the day's first seed on
  --trace             prints every line of the trace of one world`;

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    worlds: { type: "string" },
    mode: { type: "string" },
    preset: { type: "string" },
    negotiations: { type: "string" },
    only: { type: "string" },
    without: { type: "string" },
    faults: { type: "string" },
    until: { type: "string" },
    mutant: { type: "string" },
    mutants: { type: "boolean" },
    nightly: { type: "boolean" },
    trace: { type: "boolean" },
    help: { type: "boolean" },
  },
});

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.mutants) return huntAll();
  if (values.mutant !== undefined && values.seed === undefined) return huntOne(values.mutant);
  if (values.seed !== undefined && values.worlds === undefined) return oneWorld();
  return manyWorlds();
}

async function huntAll(): Promise<number> {
  const found = await huntedAll();
  const isCaught = found.every(({ seed }) => seed !== null);
  return seenByTests() && isCaught ? 0 : 1;
}

/** Plants what only named tests see, one by one. */
function seenByTests(): boolean {
  const survivors = testedMutants.filter((mutant) => {
    const isSeen = isSeenByItsTest(mutant);
    console.log(`${mutant.name.padEnd(28)}  ${isSeen ? mutant.test.join(": ") : "survived"}`);
    return !isSeen;
  });
  console.log(
    `${testedMutants.length - survivors.length} of ${testedMutants.length} mutants seen by named tests`,
  );
  return survivors.length === 0;
}

async function huntOne(name: string): Promise<number> {
  const found = await hunt(mutantNamed(name), () => performance.now(), counts.mutantSeeds);
  console.log(tableOf([found]));
  if (found.seed === null) return 1;
  const { seed, mode, preset } = found;
  await tellFailure({ mutant: name, seed, mode, preset });
  return 0;
}

async function oneWorld(): Promise<number> {
  const [mode = "safety"] = askedModes();
  const [preset = "room"] = askedPresets();
  const request: WorldRequest = { ...common(), seed: integer("seed") ?? 0, mode, preset };
  const report = await new Requests().run(request, 2);
  if (values.trace) console.log(report.trace.join("\n"));
  if (report.violations.length > 0) {
    await tellFailure(request);
    return 1;
  }
  const { events, commits, crashes, traceHash } = report;
  console.log(
    `seed ${request.seed}  mode ${mode}  preset ${preset}  no violation  ` +
      `events ${events}  commits ${commits}  crashes ${crashes}  trace ${traceHash}`,
  );
  return 0;
}

async function manyWorlds(): Promise<number> {
  if (values.mutant !== undefined) throw new TypeError("Expected --worlds or --mutant, got both.");
  const { nightlyMinutes, nightlySeedsPerDay, doubleRunSeeds } = counts;
  const day = Math.floor(Date.now() / 86_400_000);
  const usual = values.nightly ? day * nightlySeedsPerDay : Math.floor(Math.random() * 4_000_000_000);
  const firstSeed = integer("seed") ?? usual;
  console.log(`first seed ${firstSeed}`);
  const batch: WorldBatch = {
    firstSeed,
    worlds: integer("worlds") ?? Number.POSITIVE_INFINITY,
    modes: askedModes(),
    presets: askedPresets(),
    common: common(),
    twice: doubleRunSeeds,
  };
  const startedAt = performance.now();
  const endsAt = values.nightly ? startedAt + nightlyMinutes * 60_000 : Number.POSITIVE_INFINITY;
  let sum = NO_RESULT;
  let told = 0;
  const pool = await WorkerPool.open();
  try {
    await pool.worlds([batch], (result) => {
      sum = withResult(sum, result);
      const tens = Math.floor((performance.now() - startedAt) / 10_000);
      if (tens > told) {
        told = tens;
        console.error(`${sum.summary.worlds} worlds`);
      }
      return sum.failures.length > 0 || performance.now() > endsAt ? "enough" : undefined;
    });
  } finally {
    await pool.close();
  }
  const failed = firstOf(sum.failures);
  if (failed !== undefined) {
    const { seed, mode, preset } = failed;
    await tellFailure({ ...common(), seed, mode, preset });
  }
  console.log(summaryLine(sum.summary, performance.now() - startedAt));
  return failed === undefined ? 0 : 1;
}

function firstOf(failures: readonly Failure[]): Failure | undefined {
  return [...failures].sort((one, other) => one.seed - other.seed)[0];
}

async function tellFailure(request: WorldRequest): Promise<void> {
  const requests = new Requests();
  const { block, details } = await failureText(request, await requests.run(request, 2), requests);
  console.log(`${block}\n\n${details}`);
}

function askedModes(): readonly WorldMode[] {
  const { mode } = values;
  if (mode === undefined) return MODES;
  if (!MODES.includes(mode as WorldMode)) throw unknown("mode", mode, MODES);
  return [mode as WorldMode];
}

function askedPresets(): readonly WorldPreset[] {
  const { preset } = values;
  if (preset === undefined) return WORLD_PRESETS;
  if (!WORLD_PRESETS.includes(preset as WorldPreset)) throw unknown("preset", preset, WORLD_PRESETS);
  return [preset as WorldPreset];
}

function common(): Omit<WorldRequest, "seed" | "mode" | "preset"> {
  return {
    mutant: values.mutant,
    negotiations: integer("negotiations"),
    only: kindsIn("only"),
    without: kindsIn("without"),
    faultIndexes: values.faults === undefined ? undefined : indexesIn(values.faults),
    until: integer("until"),
  };
}

function kindsIn(name: "only" | "without"): readonly FaultKind[] | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (text === "none") return [];
  return text.split(",").map((kind) => {
    if (FAULT_KINDS.includes(kind as FaultKind)) return kind as FaultKind;
    throw unknown(name, kind, FAULT_KINDS);
  });
}

function integer(name: "seed" | "worlds" | "negotiations" | "until"): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new TypeError(`Expected --${name} to be a non-negative integer, got ${text}.`);
}

function unknown(name: string, value: string, known: readonly string[]): TypeError {
  return new TypeError(`Expected --${name} to be one of ${known.join(", ")}, got ${value}.`);
}

process.exitCode = await main();
