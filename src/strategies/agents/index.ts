/**
 * @module
 * Strategies as agents of a room, and the ones that have a name.
 */

export type { TermsCodec } from "./agent-game.js";
export {
  averagedTitForTat,
  hybrid,
  type ModelOption,
  monotonicConcession,
  niceTitForTat,
  randomAbsoluteTitForTat,
  relativeTitForTat,
  tradeOff,
  zeuthen,
} from "./answering-strategies.js";
export { type ComposeAgentOptions, composeAgent } from "./compose-agent.js";
export type { JustifyOption } from "./default-justifications.js";
export {
  boulware,
  conceder,
  linear,
  micro,
  namedStrategies,
  random,
  type TimeDependentOptions,
  timeDependent,
  tough,
} from "./named-strategies.js";
export type { MoveMessage, SpokenMove } from "./spoken-message.js";
