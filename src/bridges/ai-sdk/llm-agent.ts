/**
 * @module
 * The one call of the AI SDK, an optional peer that is loaded at the first turn, and the agent over it. All that is
 * said and checked around that call stands in files that know nothing of it (AI-1).
 */

import { demandText, integerIn, readOptions, unmet } from "../../core/checks/index.js";
import { missingPeer } from "../../errors.js";
import type { Agent } from "../../ports/index.js";
import { agentFromGenerate } from "./model-agent.js";
import { type Generate, MODEL_AGENT_KEYS, type ModelAgentOptions } from "./model-agent-options.js";

/** A model of the AI SDK: what a provider's function gives, or the name of one that the gateway knows. */
export type AiModel =
  | string
  | { readonly specificationVersion: string; readonly provider: string; readonly modelId: string };

/** Which model is asked. */
export interface AiModelOptions {
  readonly model: AiModel;
  /**
   * How often the AI SDK repeats a call that the provider has failed; 0 to 10.
   *
   * @default 2
   */
  readonly maxRetries?: number | undefined;
}

/** An agent of the AI SDK. */
export type LlmAgentOptions<Terms = unknown> = AiModelOptions & ModelAgentOptions<Terms>;

/**
 * An agent that asks a model of the AI SDK: one `generateText` a turn, with structured output limited to what is legal.
 *
 * Needs the package `ai` (^7, Node 22 or later); without it the first turn throws `dependency_missing`. Prompts hold
 * what the deal is worth, so telemetry of the AI SDK records neither inputs nor outputs.
 *
 * @throws {TypeError} for an option that is missing, unknown or of another sort
 * @throws {RangeError} for a number out of range
 * @see docs/requirements/bridges.md, section 5
 * @example
 * const buyer = llmAgent<{ price: number }>({
 *   model: "openai/gpt-5-mini",
 *   brief: "We buy. The lower the price, the better.",
 *   terms: z.object({ price: z.number() }),
 *   guard: { utility: ({ price }) => -price, reservation: -50 },
 * });
 */
export function llmAgent<Terms = unknown>(options: LlmAgentOptions<Terms>): Agent<Terms> {
  const all = readOptions("the options of llmAgent", options, ["model", "maxRetries", ...MODEL_AGENT_KEYS]);
  const { model, maxRetries, ...rest } = all;
  return agentFromGenerate(generateWith({ model, maxRetries }), rest as ModelAgentOptions<Terms>);
}

/** A model of the AI SDK, or a function that asks one of another stack. One of both. */
export interface AskedModel {
  readonly model?: AiModel | undefined;
  readonly maxRetries?: AiModelOptions["maxRetries"];
  /** In place of `model`. */
  readonly generate?: Generate | undefined;
}

/**
 * What asks the model.
 *
 * @throws {TypeError} when it is neither, or both
 */
export function generateOf({ model, maxRetries, generate }: AskedModel): Generate {
  if (generate === undefined) return generateWith({ model: model as AiModel, maxRetries });
  if (typeof generate === "function" && model === undefined) return generate;
  throw new TypeError(unmet("generate", "a function, in place of a model", generate));
}

/**
 * Asks a model of the AI SDK; what `llmAgent` is made with.
 *
 * @throws {TypeError} when the model is none
 * @throws {RangeError} when `maxRetries` is out of range
 */
export function generateWith({ model, maxRetries = 2 }: AiModelOptions): Generate {
  if (typeof model === "string") demandText("model", model);
  else if (typeof model?.modelId !== "string")
    throw new TypeError(unmet("model", "a model of the AI SDK or its name", typeof model));
  integerIn("maxRetries", maxRetries, 0, 10);
  const name = typeof model === "string" ? model : model.modelId;
  let loaded: Promise<typeof import("ai")> | undefined;
  return async ({ instructions, prompt, schema, signal }) => {
    loaded ??= import("ai").catch(refuseMissing);
    const { generateText, jsonSchema, Output } = await loaded;
    try {
      const result = await generateText({
        model: model as Parameters<typeof generateText>[0]["model"],
        instructions,
        prompt,
        // Without a check of its own: what does not fit is told to the model in our words.
        output: Output.object({ schema: jsonSchema(schema) }),
        maxRetries,
        abortSignal: signal,
        telemetry: { recordInputs: false, recordOutputs: false },
      });
      return { answer: outputOf(result), usage: result.usage as object, model: name };
    } catch (error) {
      const { name: kind, text, usage } = error as { name?: unknown; text?: unknown; usage?: object };
      if (kind === "AI_NoObjectGeneratedError") return { answer: text, usage, model: name };
      throw error;
    }
  };
}

/** The SDK throws where there is none, as behind a content filter: an answer that cannot be used, and was paid for. */
function outputOf(result: { readonly output: unknown }): unknown {
  try {
    return result.output;
  } catch {
    return undefined;
  }
}

function refuseMissing(cause: unknown): never {
  throw missingPeer("ai", "^7", "llmAgent", cause);
}
