/**
 * @module
 * `concordat/ai-sdk`: language models at the table. What the other side writes is data to them, and what they answer
 * passes a guard outside of them.
 */

export { agentFromGenerate } from "./agent-from-generate.js";
export type { AnswerSchema } from "./answers.js";
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
export type { Generate, Generated, GenerateRequest, ModelAgentOptions } from "./model-agent-options.js";
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
export { briefFrom, termsSchema, type UtilityGuardOptions, utilityGuard } from "./worth.js";
