/**
 * @module
 * What must hold in every world.
 */

export type { TruthOfReplies } from "./invariant-acceptance.js";
export { permits } from "./invariant-judges.js";
export { HOST, secretOf } from "./invariant-privacy.js";
export { type InvariantsOptions, invariants, invariantsWith } from "./invariants.js";
