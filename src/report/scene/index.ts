/**
 * @module
 * What a picture or page shows, before anything is drawn.
 */

export { findingsOf, type Missing, missingOf, REASON_WORDS, RULE_NAMES, RULES } from "./findings.js";
export {
  drawnOf,
  MOST_DRAWN,
  type NegotiationScene,
  ownScene,
  type PlaneOptions,
  pairsOf,
  type Scene,
  type ShownOffer,
  type ShownParty,
  type ShownTraceRow,
  sceneOf,
} from "./scene.js";
