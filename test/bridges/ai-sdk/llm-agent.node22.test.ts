import { MockLanguageModelV4 } from "ai/test";
import { afterAll, describe, expect, it } from "vitest";
import { type LlmAgentOptions, llmAgent, type UsageReport } from "../../../src/bridges/ai-sdk/index.js";
import type { IssueTerms } from "../../../src/preferences/index.js";
import { openSqliteStore } from "../../../src/stores/sqlite/index.js";
import { boulware } from "../../../src/strategies/index.js";
import { databaseFolder, openDatabase } from "../../stores/sqlite-files.js";
import { bargains, consumerOptions, providerAgent, supplyRoom } from "./supply-table.js";

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
});
