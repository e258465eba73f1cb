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

  it("that awaits nothing ends at once while a hook of admission hangs: no timer holds it [EN-59]", async () => {
    const { code, output } = await runScript(`
      const admit = ({ move }) => move.action === "propose" || new Promise(() => {});
      const room = new NegotiationService("room", { admit });
      const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
      void room.submit(id, "smith", { action: "accept" });
      console.log(process.getActiveResourcesInfo().filter((what) => what === "Timeout").length);
    `);
    expect([code, output]).toEqual([0, "0\n"]);
  });

  // Else it would never end: the store is asked for ever.
  it("that awaits nothing ends while the store fails under an agent [EN-59, ST-32]", async () => {
    const { code, output } = await runScript(`
      const room = new NegotiationService("room", { store: storeThatThrows(Infinity), warnings: false });
      const agent = () => ({ action: "accept" });
      await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
      console.log("created");
    `);
    expect([code, output]).toEqual([0, "created\n"]);
  });

  it("that awaits negotiate() ends with an answer where admission hangs on the opening [EN-59, EN-46]", async () => {
    const { code, output } = await runScript(`
      const hurried = (call, ms) => systemClock.setTimeout(call, ms / 50);
      const clock = { ...systemClock, setTimeout: hurried };
      const room = new NegotiationService("room", { clock, admit: () => new Promise(() => {}) });
      const error = await room
        .negotiate({ initiator: "ada", responder: "smith", proposal: { price: 40 } })
        .catch((thrown) => thrown);
      console.log(error.code);
    `);
    expect([code, output]).toEqual([0, "not_admitted\n"]);
  });

  it("that awaits a move gets its answer although the store is locked at first [EN-59, ST-32]", async () => {
    const { code, output } = await runScript(`
      const room = new NegotiationService("room", { store: storeThatThrows(2) });
      const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
      console.log((await room.submit(id, "smith", { action: "accept" })).ok);
    `);
    expect([code, output]).toEqual([0, "true\n"]);
  });
});

/** Runs a script that may make a `NegotiationService`, until it ends. */
async function runScript(body: string): Promise<{ code: number | null; output: string }> {
  const face = JSON.stringify(`${root}src/index.ts`);
  const clock = JSON.stringify(`${root}src/system-clock.ts`);
  const script = `import { MemoryStore, NegotiationService } from ${face};
    import { systemClock } from ${clock};
    function storeThatThrows(times) {
      const store = new MemoryStore();
      const commit = (...row) => {
        if (times-- > 0) throw new Error("locked");
        return store.commit(...row);
      };
      const get = (_, key) => (key === "commit" ? commit : store[key]?.bind?.(store));
      return new Proxy(store, { get });
    }
    ${body}`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 60_000,
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}
