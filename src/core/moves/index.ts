/**
 * @module
 * Moves and commands: how they are read, whether they are legal, what refuses them, and what a failed call comes to.
 */

export { isCapSpent, isFinalTurn, isLastBeforeCap, turnsLeft } from "./cap.js";
export { closedBy, repeatedCommand, storedCommandId } from "./command-identity.js";
export type {
  AnswerCommand,
  CancelCommand,
  ClaimCommand,
  Command,
  ConsultCommand,
  CreateCommand,
  FailCommand,
  MoveCommand,
  ParkCommand,
  WakeCommand,
} from "./commands.js";
export {
  afterFailure,
  attemptsSpent,
  conservativeMove,
  failuresOfThisTurn,
  type Why,
  whyRefused,
} from "./failures.js";
export { type LegalMoves, legalActions, legalMoves } from "./legal-moves.js";
export {
  closesByCap,
  isHeld,
  judgedAction,
  reachesCap,
  refusalCodeOfCap,
  refusalCodeOfFields,
  refusalCodeOfMove,
} from "./legality-checks.js";
export type {
  AwaitingEvent,
  ClosedEvent,
  FailedEvent,
  MachineEvent,
  MoveEvent,
  TimeoutEvent,
} from "./machine-events.js";
export {
  type AnsweringMove,
  type IncomingMove,
  kindOrValue,
  type Move,
  type MoveFields,
  type MoveLimits,
  type MoveReading,
  type ProposalTerms,
  type ProposingMove,
  type ReadMove,
  readMove,
  withMergedTerms,
} from "./moves.js";
export { claimEndAt, firstParkAt } from "./parking.js";
export {
  assessmentIssues,
  noSuchClaim,
  notAParty,
  overAlready,
  type Refusal,
  refusal,
  refusalForStranger,
  refusalOfMove,
  staleVersion,
} from "./refusals.js";
export { deadlockRun, earlierTurnSaying, isDeadlocked } from "./repetition.js";
