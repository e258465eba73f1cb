/**
 * @module
 * `concordat/ai-sdk`: language models at the table. What the other side writes is data to them, and what they answer
 * passes a guard outside of them.
 */

export type { AnswerSchema } from "./answer-to-move.js";
export { type AsStrategyOptions, asStrategy } from "./as-strategy.js";
export { type Guard, type GuardOptions, type GuardReport, withGuard } from "./guard.js";
export {
  type AiModel,
  type AiModelOptions,
  type AskedModel,
  generateWith,
  type LlmAgentOptions,
  llmAgent,
} from "./llm-agent.js";
export { agentFromGenerate } from "./model-agent.js";
export type { Generate, Generated, GenerateRequest, ModelAgentOptions } from "./model-agent-options.js";
export { briefFrom, termsSchema, type UtilityGuardOptions, utilityGuard } from "./preferences-in-words.js";
export {
  type PreparedOffer,
  type PromptInput,
  type PromptPart,
  type PromptParts,
  promptParts,
} from "./prompt.js";
export type { Shortlist } from "./shortlist.js";
export { type SpeakForOptions, speakFor } from "./speak-for.js";
export type { ModelBudget, ModelUsage, UsageReport } from "./spending.js";
