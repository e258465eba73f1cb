/**
 * @module
 * The preset `bindu`: its rules, its proposals and contexts, both ways.
 */

export { type BinduTrack, fromBinduContext, toBinduContext, toBinduProposal } from "./bindu.js";
export {
  type BinduDataPart,
  fromDataPart,
  printBinduContext,
  printBinduProposal,
  toDataPart,
} from "./bindu-data-part.js";
export { fromBinduProposal } from "./bindu-move.js";
export { binduRules } from "./bindu-rules.js";
export { type BinduContext, type BinduProposal, readBinduContext, readBinduProposal } from "./bindu-wire.js";
