/**
 * @module
 * Moves and commands: how they are read, whether they are legal, what refuses them, and what a failed call comes to.
 */

export { closedBy, repeatedCommand, storedCommandId } from "./command-identity.js";
export type {
  AnswerCommand,
  AwaitingEvent,
  CancelCommand,
  ClaimCommand,
  ClosedEvent,
  Command,
  ConsultCommand,
  CreateCommand,
  FailCommand,
  FailedEvent,
  MachineEvent,
  MoveCommand,
  MoveEvent,
  ParkCommand,
  TimeoutEvent,
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
export {
  closesByCap,
  isHeld,
  judgedAction,
  type LegalMoves,
  legalActions,
  legalMoves,
  reachesCap,
  refusalCodeOfCap,
  refusalCodeOfFields,
  refusalCodeOfMove,
} from "./legality-checks.js";
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
export { isCapSpent, isFinalTurn, isLastBeforeCap, turnsLeft } from "./turn-cap.js";
