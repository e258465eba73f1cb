/**
 * @module
 * The second statement of the rules of a transition, apart from the engine's own.
 */

export { isProposal } from "./invariant-caps.js";
export { type EventType, eventsOfWrite } from "./invariant-events.js";
export { ownRulesIn } from "./invariant-rules.js";
export { transitionsInvariant } from "./invariant-transitions.js";
export { earliestOf, wakeCourse } from "./invariant-wakes.js";
export { faultOfWindows } from "./invariant-windows.js";
