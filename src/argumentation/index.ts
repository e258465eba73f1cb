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
export { argumentGate } from "./argument-gate.js";
export { type ArguedTurn, type Argument, argumentsOf } from "./arguments.js";
export { type AttackRelation, combineAttacks, rfcAttacks } from "./attacks.js";
export { explainGate, type GateExplanation, type LabelledArgument } from "./explain-gate.js";
export { characteristic, defends, isAdmissible, isComplete, isConflictFree, isStable } from "./extensions.js";
export type { FailureListener } from "./failure-notice.js";
export { type ArgumentationFramework, defineFramework, MAX_ARGUMENTS, MAX_ATTACKS } from "./framework.js";
export { frameworkOf } from "./framework-of.js";
export type { ArgumentGateOptions } from "./gate-options.js";
export { grounded, type Label, type Labelling } from "./grounded.js";
export type { ArguedCall } from "./standing-support.js";
export {
  type ArgumentWeigh,
  type WeighedView,
  type WeighingAgentOptions,
  weighingAgent,
} from "./weighing-agent.js";
