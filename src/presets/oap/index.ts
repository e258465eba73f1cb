/**
 * @module
 * The preset `oap`: its rules and its wire state. What is signed is in `oap/`.
 */

export { oapRules, toOapState } from "./oap-state.js";
