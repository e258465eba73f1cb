/**
 * @module
 * Agents by a script, and rules settled without a service.
 */

export {
  type AgentAnswer,
  type ScriptedAgent,
  type ScriptedAnswer,
  scriptedAgent,
} from "./scripted-agent.js";
export { type PresetRules, presetOf, settledRules } from "./settled-rules.js";
