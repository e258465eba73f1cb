import { OpenTelemetry } from "@ai-sdk/otel";
import { trace } from "@opentelemetry/api";
import { registerTelemetry } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { beforeAll, expect, it } from "vitest";
import { llmAgent } from "../../../src/bridges/ai-sdk/index.js";
import { observeWithOpenTelemetry } from "../../../src/bridges/open-telemetry/index.js";
import { openRoom } from "../../kit/open-room.js";
import { carryContexts, idOf, parentOf, recorder } from "./recorder.js";

beforeAll(carryContexts);

it("has the model's own spans within that of the agent's call, and no word of the prompt [OT-2] [OT-4] [AI-1]", async () => {
  const recorded = recorder();
  const { tracer, meter } = recorded;
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  registerTelemetry(new OpenTelemetry());
  const model = new MockLanguageModelV4({
    modelId: "mock-1",
    doGenerate: async () => ({
      content: [
        {
          type: "text",
          text: '{"action":"accept","terms":null,"message":null,"reasoning":"MARK-reasoning"}',
        },
      ],
      finishReason: { unified: "stop", raw: "stop" },
      usage: {
        inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 20, text: 20, reasoning: undefined },
      },
      warnings: [],
    }),
  });
  const { room } = openRoom<{ note: string }>();
  observeWithOpenTelemetry(room, { tracer, meter });
  const agent = llmAgent<{ note: string }>({
    model,
    brief: "MARK-brief",
    terms: null,
    guard: { utility: () => 1, reservation: 0 },
  } as never);
  const outcome = await room.negotiate({
    initiator: "ada",
    responder: { id: "smith", kind: "system", agent },
    proposal: { note: "MARK-terms" },
  });
  expect(outcome.status).toBe("accepted");
  const byId = new Map(recorded.spans().map((span) => [idOf(span), span]));
  const chats = recorded.spans().filter(({ name }) => name.startsWith("chat"));
  expect(chats.length).toBeGreaterThan(0);
  for (const chat of chats) {
    const path: string[] = [];
    for (let at = byId.get(parentOf(chat)); at !== undefined; at = byId.get(parentOf(at))) path.push(at.name);
    expect(path).toContain("invoke_agent smith");
    expect(path.at(-1)).toBe("invoke_workflow negotiation");
  }
  expect(await recorded.everything()).not.toContain("MARK-");
  expect(recorded.open()).toEqual([]);
});
