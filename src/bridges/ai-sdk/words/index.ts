/**
 * @module
 * What a model is told: the situation, what an agreement is worth, and offers to choose from.
 */

export {
  briefFrom,
  briefOf,
  termsSchema,
  type UtilityGuardOptions,
  utilityGuard,
} from "./preferences-in-words.js";
export {
  cleanJson,
  type PreparedOffer,
  type Prompt,
  type PromptInput,
  type PromptPart,
  type PromptParts,
  promptOf,
  promptParts,
} from "./prompt.js";
export { NOTHING_PREPARED, type Shortlist, ShortlistOffers } from "./shortlist.js";
