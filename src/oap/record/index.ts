/**
 * @module
 * What host and party both find in an engine's record: documents, moves, the agreement that an acceptance makes.
 */

export {
  type Accepted,
  type AgreementFacts,
  type AgreementGround,
  type AgreementOfRecord,
  acceptedOf,
  agreementOfRecord,
  agreementOn,
  commitmentBytes,
  type DerivedAgreement,
  deriveAgreement,
  groundOf,
} from "./agreement-derivation.js";
export {
  entryOf,
  type HistoryEntry,
  type HistoryOutcome,
  type HistoryView,
  historyView,
  isProposal,
  standingOf,
} from "./history-view.js";
export {
  contextOf,
  extraOf,
  idOfMessage,
  kindOfTurn,
  moveOfMessage,
  type OapContext,
  type OapExtra,
  type OapRecord,
  type OapSealed,
  type OapTurn,
  type OapWireState,
  openedBy,
  saltOf,
  standingMessage,
  turnOfMessage,
} from "./oap-record.js";
export {
  ALTERED,
  conflictOf,
  type OapCode,
  type OapRefusal,
  oapRefusal,
  refusalOfEngine,
  refusalOn,
} from "./oap-refusal.js";
