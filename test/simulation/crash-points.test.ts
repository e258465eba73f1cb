import { afterAll, describe, it } from "vitest";
import { everyPair, everyPoint } from "./crash-runs.js";
import { W6, W7 } from "./scripts/endings.js";
import { W1, W2 } from "./scripts/moves.js";
import { W10 } from "./scripts/outbox.js";
import { W3, W4, W5 } from "./scripts/parked.js";
import { W8, W9 } from "./scripts/races.js";
import { expectToHold } from "./told-runs.js";

const SCRIPTS = [W1, W2, W3, W4, W5, W6, W7, W8, W9, W10];

/** Of the pairs that are drawn. */
const SEED = 1;

const MINUTES = 60_000;

describe("a script with faults at pairs of store calls", () => {
  for (const script of SCRIPTS) {
    const { id, course } = script;
    it(
      `SM-41: ${id} ${course}`,
      async () => {
        expectToHold(`SM-41 ${id} seed ${SEED}`, await everyPair(script, SEED));
      },
      10 * MINUTES,
    );
  }
});

describe("a script with a fault at every store call", () => {
  let ms = 0;
  // Printed, never asserted: no test fails because a machine is slow (SM-40).
  afterAll(() => console.log(`SM-40: ${Math.round(ms)} ms in all, but W11`));

  for (const script of SCRIPTS) {
    const { id, course } = script;
    it(`SM-40: ${id} ${course}`, async () => {
      const runs = await everyPoint(script);
      ms += runs.ms;
      expectToHold(`SM-40 ${id}`, runs);
    });
  }
});
