import { expect, it } from "vitest";
import type { WakeUp } from "../../../src/ports/index.js";
import { runTimerProcess } from "../../../src/testing/timers/index.js";

it("arms one wake-up, says so, and says when it woke", async () => {
  const lines: string[] = [];
  const armed: WakeUp[] = [];
  let wake = (): unknown => undefined;
  const job = { keepsProcessAlive: true, inMs: 1_000 };
  const before = Date.now();
  await runTimerProcess(
    {
      arm: (wakeUp) => void armed.push(wakeUp),
      disarm: () => {},
      start: (handler) => {
        wake = () => handler({ id: "a", version: 0, roomId: "room-1" });
        return { stop: () => {} };
      },
    },
    JSON.stringify(job),
    (line) => void lines.push(line),
  );
  expect(lines).toEqual(["armed"]);
  expect(armed).toMatchObject([{ keepsProcessAlive: true }]);
  expect((armed[0]?.at ?? 0) - before).toBeGreaterThanOrEqual(1_000);
  await wake();
  expect(lines).toEqual(["armed", "woken"]);
});
