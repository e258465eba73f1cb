import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { SimWorld } from "../../src/simulation/sim-world.js";
import { Watch } from "../../src/simulation/watch.js";
import { WORLD_PRESETS } from "../../src/simulation/world-options.js";
import { ROOT } from "./patched-source.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Taken before a world bans it. */
const now = performance.now.bind(performance);

it("SM-20: checking takes at most half of the time of the worlds", async () => {
  let checkingMs = 0;
  for (const method of ["written", "acknowledged", "published", "consumed", "ended"] as const) {
    const check = Watch.prototype[method] as (this: Watch, what: never) => void;
    vi.spyOn(Watch.prototype, method).mockImplementation(function (this: Watch, what: unknown) {
      const startedAt = now();
      check.call(this, what as never);
      checkingMs += now() - startedAt;
    });
  }
  const worlds = async (firstSeed: number, count: number): Promise<number> => {
    const startedAt = now();
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      for (const preset of WORLD_PRESETS) {
        const mode = seed % 2 === 0 ? "safety" : "liveness";
        expect((await new SimWorld({ seed, preset, mode }).run()).violations).toEqual([]);
      }
    }
    return now() - startedAt;
  };
  // Until the code is warm.
  await worlds(1, 5);
  checkingMs = 0;
  const ms = await worlds(11, 20);
  console.log(`SM-20: checking took ${Math.round((100 * checkingMs) / ms)} % of ${Math.round(ms)} ms`);
  expect(checkingMs).toBeGreaterThan(0);
  expect(checkingMs / ms).toBeLessThanOrEqual(0.5);
});

it("SM-20, SM-22: the invariants ask the truth, and know no service, guard, update or `decide`", () => {
  const folder = join(ROOT, "src/simulation");
  const files = readdirSync(folder).filter((name) => /^(invariant|observation)/.test(name));
  expect(files.length).toBeGreaterThan(20);
  // What is gone when the program runs teaches nobody anything: types.
  const imports = files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/^import (?!type )[^;]*? from "([^"]+)";$/gms)].map(
      ([, from]) => `${file} ${from}`,
    ),
  );
  const own = / (\.\/(invariant|observation|commit-event-order).*|\.\.\/errors\.js)$/;
  expect(imports.filter((line) => !own.test(line))).toEqual(["invariant-replay.ts ../core/replay.js"]);
});
