/**
 * @module
 * Tests of the timer suite's own tests (ST-102): a sound timer passes each, a broken one is caught.
 */

import { describe, expect, it } from "vitest";
import type { TimerProvider } from "../../src/testing/timers/index.js";
import type { TimerCase } from "../../src/testing/timers/timer-case.js";
import { TimerLab } from "../../src/testing/timers/timer-lab.js";
import { BROKEN_TIMERS, soundTimers } from "./broken-timers.js";

/** Registers a test or two for each number that comes up. */
export function tryTimerCases(cases: readonly TimerCase[]): void {
  const ids = [...new Set(cases.map(({ id }) => id))];
  describe.each(ids)("%s", (id) => {
    const own = cases.filter((one) => one.id === id);
    const [what, parts] = BROKEN_TIMERS[id];

    it("passes a sound timer", async () => {
      for (const one of own) expect(await faultOf(one, soundTimers())).toBeUndefined();
    });

    it(`catches a timer that ${what}`, async () => {
      const faults: unknown[] = [];
      for (const one of own) faults.push(await faultOf(one, soundTimers(parts)));
      const fault = faults.find((one) => one !== undefined);
      expect(fault).toBeInstanceOf(Error);
      expect((fault as Error).message).toMatch(/^Expected/);
    });
  });
}

async function faultOf(one: TimerCase, provider: TimerProvider): Promise<unknown> {
  const lab = new TimerLab(provider);
  try {
    await one.run(lab);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await lab.close();
  }
}
