/**
 * @module
 * Scenarios in GeniusWeb's JSON, both ways.
 */

export { fromGeniusWeb } from "./genius-web.js";
export {
  type GeniusWebDomainJson,
  type GeniusWebFiles,
  type GeniusWebProfileJson,
  toGeniusWeb,
} from "./to-genius-web.js";
