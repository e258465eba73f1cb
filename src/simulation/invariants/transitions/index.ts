/**
 * @module
 * The second statement of the rules of a transition, apart from the engine's own.
 */

export { isProposal } from "./invariant-caps.js";
export { type EventType, eventsOfWrite } from "./invariant-events.js";
export { ownRulesIn } from "./invariant-rules.js";
export { transitionsInvariant } from "./invariant-transitions.js";
export { earliestOf, faultOfWindows, wakeCourse } from "./invariant-wakes.js";
