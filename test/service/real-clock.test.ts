import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/service/system-clock.js";
import { WakeUpTimer } from "../../src/service/wake-up-timer.js";

// The one file that waits for a real clock (SY-23).
const root = fileURLToPath(new URL("../..", import.meta.url));

describe("WakeUpTimer on the real clock", () => {
  it("TT-01: wakes, and never before its instant", async () => {
    const timer = new WakeUpTimer();
    const woken: number[] = [];
    const at = systemClock.now() + 30;
    await new Promise<void>((resolve) => {
      timer.start(() => {
        woken.push(systemClock.now());
        resolve();
      });
      timer.arm({ id: "a", version: 0, roomId: "room-1", at, keepsProcessAlive: true });
    });
    expect(woken).toHaveLength(1);
    expect(woken[0]).toBeGreaterThanOrEqual(at);
  });

  it("TT-14: a process with nothing but unref'd wake-ups exits by itself", async () => {
    const { elapsedMs, woken } = await runChild(false);
    expect([elapsedMs < 500, woken]).toEqual([true, []]);
  });

  it("TT-14: a process with a ref'd wake-up stays until it has woken", async () => {
    const { elapsedMs, woken } = await runChild(true);
    expect([elapsedMs >= 599, woken]).toEqual([true, ["a"]]);
  });
});

/** Arms for 600 ms from now in a process of its own, with a sweep, and sees when that ends. */
async function runChild(
  keepsProcessAlive: boolean,
): Promise<{ elapsedMs: number; woken: readonly string[] }> {
  const script = `
    import { WakeUpTimer } from ${JSON.stringify(`${root}src/service/wake-up-timer.ts`)};
    const woken = [];
    const timer = new WakeUpTimer({ store: { claimDue: () => [] } });
    timer.start(({ id }) => void woken.push(id));
    const begin = Date.now();
    timer.arm({ id: "a", version: 0, roomId: "r", at: begin + 600, keepsProcessAlive: ${keepsProcessAlive} });
    process.on("exit", () => console.log(JSON.stringify({ elapsedMs: Date.now() - begin, woken })));
  `;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.on("close", resolve));
  return JSON.parse(output);
}
