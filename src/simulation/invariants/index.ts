/**
 * @module
 * What must hold in every world.
 */

export { permits, type TruthOfReplies } from "./invariant-answers.js";
export { HOST, secretOf } from "./invariant-privacy.js";
export { type InvariantsOptions, invariants, invariantsWith } from "./invariants.js";
