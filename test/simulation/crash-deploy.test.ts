import { describe, it, vi } from "vitest";
import { everyPair, everyPoint } from "./crash-runs.js";
import { W11 } from "./scripts/deploy.js";
import { expectToHold } from "./told-runs.js";

// As if there had been a format before the first: the library itself has no switch for that.
vi.mock("../../src/core/migrations.js", async () => {
  const { FROM_OLDER } = await import("./scripts/deploy.js");
  return { SCHEMA_STEPS: [FROM_OLDER] };
});

/** Of the pairs that are drawn. */
const SEED = 1;

const MINUTES = 60_000;

describe("faults during a deployment", () => {
  it(`SM-40: W11 ${W11.course}`, async () => {
    expectToHold("SM-40 W11", await everyPoint(W11));
  });

  it(
    `SM-41: W11 ${W11.course}`,
    async () => {
      expectToHold(`SM-41 W11 seed ${SEED}`, await everyPair(W11, SEED));
    },
    10 * MINUTES,
  );
});
