import { describe, expect, it } from "vitest";
import {
  type TimerProvider,
  type TimerTestId,
  testDeadlineTimer,
} from "../../../src/testing/timers/index.js";
import { BROKEN_TIMERS, soundTimers } from "../broken-timers.js";
import { recordingRunner } from "../recording-runner.js";

/** What the tests of that number find wrong; `undefined` for nothing. */
async function faultOf(id: TimerTestId, provider: TimerProvider): Promise<unknown> {
  const runner = recordingRunner();
  testDeadlineTimer({ name: "a timer", runner, ...provider });
  for (const { name, body } of runner.tests) {
    if (!name.startsWith(id)) continue;
    const fault = await body().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (fault !== undefined) return fault;
  }
  return undefined;
}

describe.each(Object.entries(BROKEN_TIMERS))("%s (ST-102)", (id, [what, parts]) => {
  it("passes a sound timer", async () => {
    expect(await faultOf(id as TimerTestId, soundTimers())).toBeUndefined();
  });

  it(`catches a timer that ${what}`, async () => {
    const fault = await faultOf(id as TimerTestId, soundTimers(parts));
    expect(fault).toBeInstanceOf(Error);
    expect((fault as Error).message).toMatch(/^Expected/);
  });
});
