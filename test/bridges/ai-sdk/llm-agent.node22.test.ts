import { MockLanguageModelV4 } from "ai/test";
import { afterAll, describe, expect, it } from "vitest";
import { type LlmAgentOptions, llmAgent, type UsageReport } from "../../../src/bridges/ai-sdk/index.js";
import type { IssueTerms } from "../../../src/preferences/index.js";
import { openSqliteStore } from "../../../src/stores/sqlite/index.js";
import { boulware } from "../../../src/strategies/index.js";
import { ManualClock } from "../../../src/testing/index.js";
import { databaseFolder, openDatabase } from "../../stores/sqlite-files.js";
import {
  agentCall,
  answeringTo,
  bargains,
  consumerInverse,
  consumerOptions,
  providerAgent,
  space,
  supplyRoom,
} from "./supply-table.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

const USAGE = {
  inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 20, text: 20, reasoning: undefined },
};

/** A model of the AI SDK that answers what the function makes of the user's message. */
function mockModel(answerOf: (prompt: string, callNumber: number) => unknown) {
  const model: MockLanguageModelV4 = new MockLanguageModelV4({
    modelId: "mock-1",
    doGenerate: async ({ prompt }) => {
      const user = prompt.find(({ role }) => role === "user");
      const [part] = (user?.content ?? []) as { text: string }[];
      const answer = await answerOf(part?.text ?? "", model.doGenerateCalls.length);
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      return {
        content: [{ type: "text", text }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: USAGE,
        warnings: [],
      };
    },
  });
  return model;
}

function agentOf(model: MockLanguageModelV4, options: Partial<LlmAgentOptions<IssueTerms>> = {}) {
  return llmAgent<IssueTerms>({ model, maxRetries: 0, ...consumerOptions, ...options });
}

describe("llmAgent", () => {
  it("bargains with a strategy over the supply contract in a room on a file, one generateText a turn [AI-1]", async () => {
    const database = openDatabase(folder.newFile());
    const store = openSqliteStore({ database }, { durability: "process" });
    const room = supplyRoom({ store });
    const reports: UsageReport[] = [];
    const model = mockModel((prompt) => bargains({ prompt }));
    const outcome = await room.negotiate({
      initiator: {
        id: "consumer",
        kind: "personal",
        agent: agentOf(model, { onUsage: (one) => reports.push(one) }),
      },
      responder: { id: "provider", kind: "system", agent: providerAgent(boulware()) },
    });
    expect(outcome).toMatchObject({ status: "accepted", reason: "accept" });
    const record = await room.loadNegotiation(reports[0]!.negotiationId);
    const own = record!.turns.filter(({ partyId }) => partyId === "consumer");
    expect(model.doGenerateCalls).toHaveLength(own.length);
    expect(reports.map(({ turn }) => turn)).toEqual(own.map(({ number }) => number));
    expect(reports.at(-1)).toMatchObject({ partyId: "consumer", attempt: 1, model: "mock-1" });
    expect(reports.at(-1)?.usage).toEqual({ inputTokens: 100, outputTokens: 20, totalTokens: 120 });
    await room.close();
    store.close();
    database.close?.();
  });

  it("asks for an object of the turn's schema, without tools, and records nothing in telemetry [AI-1] [AI-2]", async () => {
    const seen: string[] = [];
    const model = mockModel((prompt) => ({ ...(bargains({ prompt }) as object), reasoning: "MARKED" }));
    const listener = (channel: unknown): void => void seen.push(JSON.stringify(channel));
    const { registerTelemetry } = await import("ai");
    registerTelemetry({ onStart: listener, onEnd: listener, onStepEnd: listener } as never);
    expect(await agentOf(model)(agentCall())).toMatchObject({ action: "propose" });
    const [options] = model.doGenerateCalls;
    expect(options?.tools ?? []).toEqual([]);
    expect(options?.responseFormat).toMatchObject({
      type: "json",
      schema: { type: "object", properties: { action: { enum: ["propose"] } }, additionalProperties: false },
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((one) => /What your party wants|MARKED/.test(one))).toEqual([]);
  });

  it.each([
    ["no JSON", "I would rather not say."],
    ["another form", { action: "accept" }],
    ["an illegal action", { action: "withdraw", terms: null, message: null, reasoning: null }],
  ])("asks once more after %s, both calls counted, and the second told why [AI-3] [AI-5]", async (_, bad) => {
    const reports: UsageReport[] = [];
    const model = mockModel((prompt, call) => (call === 1 ? bad : bargains({ prompt })));
    const agent = agentOf(model, { onUsage: (one) => reports.push(one) });
    expect(await agent(agentCall())).toMatchObject({ action: "propose" });
    expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain("Your last answer was refused");
    expect(reports.map(({ attempt, usage }) => [attempt, usage.totalTokens])).toEqual([
      [1, 120],
      [2, 120],
    ]);
  });

  it.each([
    ["content-filter", []],
    ["tool-calls", []],
    ["tool-calls", [{ type: "text", text: "{}" }]],
  ] as const)(
    "counts calls that end by %s with %j, asks once more, and keeps to the budget [AI-3] [AI-5]",
    async (finish, content) => {
      const reports: UsageReport[] = [];
      const model = new MockLanguageModelV4({
        modelId: "mock-1",
        doGenerate: async () => ({
          content: [...content],
          finishReason: { unified: finish, raw: finish },
          usage: USAGE,
          warnings: [],
        }),
      });
      const agent = agentOf(model, {
        budget: { tokens: 300 },
        onUsage: (one) => reports.push(one),
        fallback: () => ({ action: "reject" }),
      });
      for (const turnNumber of [1, 3, 5])
        expect(await agent(agentCall({ turnNumber }))).toEqual({ action: "reject" });
      expect(
        reports.map(({ turn, attempt, model, usage }) => [turn, attempt, model, usage.totalTokens]),
      ).toEqual([
        [1, 1, "mock-1", 120],
        [1, 2, "mock-1", 120],
        [3, 1, "mock-1", 120],
      ]);
      expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain("Your last answer was refused");
    },
  );

  it("leaves a second bad answer to the fallback, or to the room [AI-3]", async () => {
    const options = { fallback: () => ({ action: "reject" }) as const };
    expect(
      await agentOf(
        mockModel(() => "no"),
        options,
      )(agentCall()),
    ).toEqual({ action: "reject" });
    const model = mockModel(() => "no");
    await expect(agentOf(model)(agentCall())).rejects.toThrow("usable answer");
    expect(model.doGenerateCalls).toHaveLength(2);
  });

  it("counts the tokens of a call that the provider has failed, as far as it tells [AI-5]", async () => {
    const reports: UsageReport[] = [];
    const failure = Object.assign(new Error("overloaded"), { usage: { inputTokens: 9 } });
    const model = mockModel(() => Promise.reject(failure));
    const agent = agentOf(model, { onUsage: (one) => reports.push(one) });
    await expect(agent(agentCall())).rejects.toThrow("overloaded");
    expect(reports).toMatchObject([{ attempt: 1, usage: { totalTokens: 9 } }]);
  });

  it("ends with its turn though the model ignores its abort signal and never answers [AI-4]", async () => {
    const clock = new ManualClock();
    let signal: AbortSignal | undefined;
    const model = new MockLanguageModelV4({
      modelId: "mock-1",
      doGenerate: ({ abortSignal }) => {
        signal = abortSignal;
        return new Promise(() => {});
      },
    });
    const asked = Promise.resolve(agentOf(model, { clock, turnTimeoutMs: 200 })(agentCall()));
    const ended = asked.catch((error: Error) => error.message);
    await expect.poll(() => signal !== undefined).toBe(true);
    await clock.advance(199);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(await ended).toContain("within 200 ms");
    expect(signal?.aborted).toBe(true);
    const controller = new AbortController();
    const left = Promise.resolve(agentOf(model, { clock })(agentCall({ signal: controller.signal })));
    controller.abort(new Error("The room closes."));
    await expect(left).rejects.toThrow("The room closes.");
  });

  it("is held by its guard, whatever the model answers [AI-7]", async () => {
    const worst = space.termsAt(consumerInverse.lowestAtLeast(0));
    const model = mockModel(() => ({ action: "accept", terms: null, message: null, reasoning: null }));
    const call = agentCall({ ...answeringTo(worst), legalActions: ["counter", "accept", "reject"] });
    const best = space.termsAt(consumerInverse.best());
    expect(await agentOf(model)(call)).toMatchObject({ action: "counter", terms: best });
  });

  it.each([
    ["no model", { model: undefined }, /model/],
    ["an empty name", { model: "" }, /model/],
    ["retries out of range", { maxRetries: 11 }, /maxRetries/],
    ["an unknown option", { temperature: 1 }, /temperature/],
  ])("is refused with %s [AI-1]", (_, options, said) => {
    expect(() => llmAgent({ model: "mock", ...consumerOptions, ...options } as never)).toThrow(said);
  });

  it("works with the version of the AI SDK that it names [AI-8]", async () => {
    const { default: own } = await import("../../../package.json");
    const { default: ai } = await import("ai/package.json");
    expect(own.peerDependencies.ai).toBe("^7");
    expect(ai.version.split(".")[0]).toBe("7");
  });
});
