/**
 * @module
 * Strategies as agents of a room, and the ones that have a name.
 */

export type { MoveMessage, SpokenMove, TermsCodec } from "./agent-game.js";
export {
  averagedTitForTat,
  hybrid,
  type JustifyOption,
  type ModelOption,
  monotonicConcession,
  niceTitForTat,
  randomAbsoluteTitForTat,
  relativeTitForTat,
  tradeOff,
  zeuthen,
} from "./answering-strategies.js";
export { type ComposeAgentOptions, composeAgent } from "./compose-agent.js";
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
