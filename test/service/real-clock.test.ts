import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { systemClock, WakeUpTimer } from "../../src/service/timing/index.js";

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
    // Had it stayed, the limit of this test would be over long before.
    const { woken } = await runChild(false, 3_600_000);
    expect(woken).toEqual([]);
  });

  it("TT-14: a process with a ref'd wake-up stays until it has woken", async () => {
    const { elapsedMs, woken } = await runChild(true, 600);
    expect([elapsedMs >= 599, woken]).toEqual([true, ["a"]]);
  });
});

describe("a script on the real clock", () => {
  it("that awaits negotiate() with a silent party ends by itself, with the outcome [EN-59]", async () => {
    const { code, output } = await runScript(`
      const room = new NegotiationService("room", { rules: { turnMs: 400 } });
      const outcome = await room.negotiate({ initiator: "ada", responder: "smith", proposal: { price: 40 } });
      console.log(outcome.status, outcome.reason);
    `);
    expect([code, output]).toEqual([0, "expired turn_timeout\n"]);
  });

  it("that awaits nothing ends at once, whoever has the floor and whatever agent thinks [EN-59]", async () => {
    const { code, output } = await runScript(`
      const room = new NegotiationService("room", { rules: { oneActive: "none", turnMs: 3_600_000, totalMs: null } });
      const agent = () => new Promise(() => console.log("asked"));
      await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
      await room.createNegotiation("ada", "jones", { price: 40 });
      console.log("created");
    `);
    expect([code, output.split("\n").sort().join(" ")]).toEqual([0, " asked created"]);
  });
});

/** Runs a script that may make a `NegotiationService`, until it ends. */
async function runScript(body: string): Promise<{ code: number | null; output: string }> {
  const service = JSON.stringify(`${root}src/service/room/negotiation-service.ts`);
  return run(`import { NegotiationService } from ${service};${body}`);
}

/** Arms for so long from now in a process of its own, with a sweep, and sees when that ends. */
async function runChild(
  keepsProcessAlive: boolean,
  inMs: number,
): Promise<{ elapsedMs: number; woken: readonly string[] }> {
  const script = `
    import { WakeUpTimer } from ${JSON.stringify(`${root}src/service/timing/wake-up-timer.ts`)};
    const woken = [];
    const timer = new WakeUpTimer({ store: { claimDue: () => [] } });
    timer.start(({ id }) => void woken.push(id));
    const begin = Date.now();
    timer.arm({ id: "a", version: 0, roomId: "r", at: begin + ${inMs}, keepsProcessAlive: ${keepsProcessAlive} });
    process.on("exit", () => console.log(JSON.stringify({ elapsedMs: Date.now() - begin, woken })));
  `;
  const { output } = await run(script);
  return JSON.parse(output);
}

async function run(script: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}
