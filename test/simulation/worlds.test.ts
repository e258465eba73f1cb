import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { missingIn, summaryLine } from "../../src/simulation/run/index.js";
import { WORLD_PRESETS } from "../../src/simulation/world/index.js";
import { CoreSeconds } from "./core-seconds.js";
import { counts } from "./counts.js";
import { failureText } from "./failure.js";
import { ROOT } from "./patched-source.js";
import { type BatchResult, NO_RESULT, type WorldBatch, withResult } from "./run-worlds.js";
import { WorkerPool } from "./worker-pool.js";
import { Requests, type WorldRequest } from "./world-request.js";

const MINUTES = 60_000;
const requests = new Requests();
let pool: WorkerPool;

beforeAll(async () => {
  pool = await WorkerPool.open();
});

afterAll(() => pool.close());

interface Regression {
  readonly seed: number;
  readonly options: Omit<WorldRequest, "seed">;
  readonly note: string;
}

it("SM-55: holds in every world that once failed", async () => {
  const path = join(ROOT, "test/simulation/regressions.json");
  for (const { seed, options } of JSON.parse(readFileSync(path, "utf8")) as Regression[]) {
    await expectToHold({ seed, ...options });
  }
});

it(
  "SM-71: holds in thousands of worlds of all presets, and meets with all that they know",
  async () => {
    const time = new CoreSeconds();
    const both = { firstSeed: 1, presets: WORLD_PRESETS, twice: counts.doubleRunSeeds };
    const batches: readonly WorldBatch[] = [
      { ...both, worlds: counts.safetyWorlds, modes: ["safety"] },
      { ...both, worlds: counts.livenessWorlds, modes: ["liveness"] },
    ];
    let sum: BatchResult = NO_RESULT;
    await pool.worlds(batches, (result) => {
      sum = withResult(sum, result);
      return undefined;
    });
    console.log(`${summaryLine(sum.summary, time.ms)}; ${time.onTwoCores.toFixed(1)} s on two cores`);
    const [first] = [...sum.failures].sort((one, other) => one.seed - other.seed);
    if (first !== undefined) {
      const { seed, mode, preset } = first;
      for (const { seed, mode, preset, invariant, detail } of sum.failures) {
        console.error(`seed ${seed}  ${mode} ${preset}  ${invariant}  ${detail}`);
      }
      await expectToHold({ seed, mode, preset });
    }
    expect(sum.summary.worlds).toBe(counts.safetyWorlds + counts.livenessWorlds);
    expect(sum.failures).toEqual([]);
    expect(missingIn(sum.summary)).toEqual([]);
  },
  15 * MINUTES,
);

async function expectToHold(request: WorldRequest): Promise<void> {
  const report = await requests.run(request, 2);
  if (report.violations.length === 0) return;
  const { block, details } = await failureText(request, report, requests);
  expect.fail(`${block}\n\n${details}`);
}
