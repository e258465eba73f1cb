/**
 * @module
 * `concordat/ai-sdk`: language models at the table. What the other side writes is data to them, and what they answer
 * passes a guard outside of them.
 */

export type { AnswerSchema } from "./answers/index.js";
export { type Guard, type GuardOptions, type GuardReport, withGuard } from "./answers/index.js";
export { type AsStrategyOptions, asStrategy } from "./as-strategy.js";
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
export { type SpeakForOptions, speakFor } from "./speak-for.js";
export type { ModelBudget, ModelUsage, UsageReport } from "./spending.js";
export type { Shortlist } from "./words/index.js";
export {
  briefFrom,
  type PreparedOffer,
  type PromptInput,
  type PromptPart,
  type PromptParts,
  promptParts,
  termsSchema,
  type UtilityGuardOptions,
  utilityGuard,
} from "./words/index.js";
