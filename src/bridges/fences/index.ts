/**
 * @module
 * What doors to models share: texts of the other side's, cleaned, cut, and set between marks that nobody can forge.
 */

export {
  cleanMembers,
  cleanText,
  type FenceFault,
  fenced,
  fencedJson,
  MOST_OF_A_MESSAGE,
  nonces,
  unfenced,
} from "./fenced-texts.js";
