/**
 * @module
 * The preset `bindu`: its rules, its proposals and contexts, both ways.
 */

export { type BinduTrack, byTimestamp, fromBinduContext, toBinduContext, toBinduProposal } from "./bindu.js";
export { fromBinduProposal } from "./bindu-move.js";
export { binduRules } from "./bindu-rules.js";
export {
  type BinduContext,
  type BinduDataPart,
  type BinduProposal,
  fromDataPart,
  printBinduContext,
  printBinduProposal,
  readBinduContext,
  readBinduProposal,
  toDataPart,
} from "./bindu-wire.js";
