import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Consumer, makeConsumer } from "./consumer.js";
import { runScript } from "./run-script.js";

// A Node process ends when nothing keeps it. These processes are given two minutes, and have deadlines that
// are due much later, one of them beyond what a timer of Node can wait.

const LIMIT_MS = 120_000;

const LOADS = [
  ["ES module", "mjs", `import { NegotiationService } from "concordat";`],
  ["CommonJS", "cjs", `const { NegotiationService } = require("concordat");`],
] as const;

const LONG = `{ rules: { turnMs: 30 * 86_400_000, totalMs: 60 * 86_400_000 } }`;

let consumer: Consumer;
beforeAll(() => {
  consumer = makeConsumer();
});
afterAll(() => consumer?.remove());

describe.each(LOADS)("a process of an %s", (_, extension, load) => {
  it("ends by itself after a room with pending long deadlines was closed (SY-27)", async () => {
    await expectToEnd(
      `closed.${extension}`,
      `${load}
      (async () => {
        const room = new NegotiationService("room", ${LONG});
        const negotiation = await room.createNegotiation("a", "b", { price: 40 });
        const answer = await room.submit(negotiation.id, "b", { action: "counter", terms: { price: 30 } });
        if (!answer.ok) throw new Error(answer.message);
        await room.close();
        console.log("done", answer.negotiation.status, room.getNegotiation(negotiation.id)?.status ?? "gone");
      })();`,
      /^done countered /,
    );
  });

  it("ends by itself after a room was destroyed while an agent was thinking", async () => {
    await expectToEnd(
      `destroyed.${extension}`,
      `${load}
      (async () => {
        const room = new NegotiationService("room", ${LONG});
        const asked = new Promise((resolve) => {
          const agent = ({ signal }) => new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
            resolve();
          });
          room.negotiate({
            initiator: { id: "a", kind: "system", agent },
            responder: { id: "b", kind: "system" },
          }).catch((error) => console.log("done", error.code));
        });
        await asked;
        room.destroy();
      })();`,
      /^done service_closed/,
    );
  });

  it("ends by itself while a remote party has the floor and only deadlines are pending", async () => {
    await expectToEnd(
      `waiting.${extension}`,
      `${load}
      (async () => {
        const room = new NegotiationService("room", ${LONG});
        const negotiation = await room.createNegotiation("a", "b", { price: 40 });
        console.log("done", negotiation.floor);
      })();`,
      /^done b$/m,
    );
  });

  it("stays while a model that says nothing has time left, and ends by itself when that is up [AI-4]", async () => {
    await expectToEnd(
      `silent.${extension}`,
      `${load.replace("NegotiationService", "agentFromGenerate").replace('"concordat"', '"concordat/ai-sdk"')}
      const options = { brief: "", terms: null, guard: null, turnTimeoutMs: 50 };
      const call = {
        ...{ negotiationId: "n", party: { id: "a" }, seat: "initiator", turns: [], standing: null, turnNumber: 1 },
        ...{ legalActions: ["propose"], turnsLeft: null, isFinalTurn: false, deadlineAt: 0, context: null },
        ...{ deadlocked: false, attempt: 1, lastError: null, repeated: null, consult: null },
        signal: new AbortController().signal,
      };
      const moved = agentFromGenerate(() => new Promise(() => {}), options)(call);
      moved.catch((error) => console.log("done", error.name));`,
      /^done TimeoutError$/m,
    );
  });
});

async function expectToEnd(name: string, code: string, output: RegExp): Promise<void> {
  const ending = await runScript(consumer.folder, name, code, LIMIT_MS);
  expect(ending.stderr).toBe("");
  expect(ending.stdout).toMatch(output);
  expect({ code: ending.code, killed: ending.killed }).toEqual({ code: 0, killed: false });
}
