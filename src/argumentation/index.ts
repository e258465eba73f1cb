/**
 * @module
 * Dung's argumentation frameworks over the justifications of a negotiation: which of them stand, and a gate that
 * lets an agent accept only what is worth it and well supported. Advice to one party, never a rule of the game.
 *
 * @example
 * const framework = defineFramework(["a", "b", "c"], [["a", "b"], ["b", "c"]]);
 * console.log(grounded(framework).in); // ["a", "c"]: a defends c
 */

export { JUSTIFICATION_TYPES, type JustificationType } from "../core/record/index.js";
export { type ArgumentGateOptions, argumentGate } from "./argument-gate.js";
export {
  type ArguedTurn,
  type Argument,
  type AttackRelation,
  argumentsOf,
  combineAttacks,
  frameworkOf,
  rfcAttacks,
} from "./arguments.js";
export {
  characteristic,
  defends,
  grounded,
  isAdmissible,
  isComplete,
  isConflictFree,
  isStable,
  type Label,
  type Labelling,
} from "./extensions.js";
export { type ArgumentationFramework, defineFramework, MAX_ARGUMENTS, MAX_ATTACKS } from "./framework.js";
export type { FailureListener } from "./host-functions.js";
export {
  type ArguedCall,
  explainGate,
  type GateExplanation,
  type LabelledArgument,
} from "./standing-support.js";
export {
  type ArgumentWeigh,
  type WeighedView,
  type WeighingAgentOptions,
  weighingAgent,
} from "./weighing-agent.js";
