/**
 * @module
 * What a world lets its invariants see, and what they share to judge it.
 */

export {
  COMMIT_EVENT_ORDER,
  type Fault,
  firstFound,
  foundIn,
  foundOf,
  isFinalStatus,
  isSame,
  memberOf,
  stateIn,
  unlike,
} from "./findings.js";
export type {
  Acknowledgement,
  AgentAsked,
  ConsumedRecord,
  Finding,
  Invariant,
  InvariantCheck,
  MoveVerdict,
  ObservedWrite,
  PublishedEvent,
  RefusedCommand,
  ShownValue,
  Truth,
  WatchedWorld,
  WorldEnd,
  WorldMode,
} from "./observation.js";
export { type TakenWrite, TruthStore } from "./truth-store.js";
export { guarded, type Violation, Watch } from "./watch.js";
