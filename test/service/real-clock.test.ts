import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// The one file that waits for a real clock (SY-23).
const root = fileURLToPath(new URL("../..", import.meta.url));

describe("a script on the real clock", () => {
  it("that awaits negotiate() with a silent party ends by itself, with the outcome [EN-59, TT-14]", async () => {
    const { code, output } = await runScript(`
      const room = new NegotiationService("room", { rules: { turnMs: 400 } });
      const outcome = await room.negotiate({ initiator: "ada", responder: "smith", proposal: { price: 40 } });
      console.log(outcome.status, outcome.reason);
    `);
    expect([code, output]).toEqual([0, "expired turn_timeout\n"]);
  });

  it("that awaits nothing ends at once, whoever has the floor and whatever agent thinks [EN-59, TT-14]", async () => {
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
  const script = `import { NegotiationService } from ${service};${body}`;
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
