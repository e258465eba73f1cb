/**
 * @module
 * What a picture or page shows, before anything is drawn.
 */

export { drawnOf, MOST_DRAWN } from "./drawn-offers.js";
export { findingsOf, type Missing, missingOf } from "./findings.js";
export { type NegotiationScene, ownScene, type ShownParty } from "./negotiation-scene.js";
export { REASON_WORDS, RULE_NAMES, RULES } from "./rule-names.js";
export { type PlaneOptions, pairsOf, type Scene, sceneOf } from "./scene.js";
export type { ShownOffer, ShownTraceRow } from "./trace-story.js";
