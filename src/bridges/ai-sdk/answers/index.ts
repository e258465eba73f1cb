/**
 * @module
 * What a model says: read as a move, held to what is legal now, and stopped where it would go below what a party accepts.
 */

export { type AnswerSchema, answerSchemas, readAnswer, type TermsForm, termsForm } from "./answer-to-move.js";
export {
  checkedGuard,
  type Guard,
  type GuardOptions,
  type GuardReport,
  leavingOf,
  tell,
  wantedMessage,
  withGuard,
} from "./guard.js";
export { isLater, TurnLimit } from "./turn-limit.js";
