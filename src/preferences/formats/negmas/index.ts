/**
 * @module
 * Scenarios of NegMAS.
 */

export { fromNegmas } from "./negmas.js";
