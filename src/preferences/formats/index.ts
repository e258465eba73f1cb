/**
 * @module
 * What the readers and writers of foreign formats share.
 */

export { type ExportedParty, exportedParties, listedTexts } from "./exported-party.js";
export { fromGeniusWeb } from "./genius-web.js";
export { decimalNumber, type Fields, ImportFaults, ImportReader } from "./import-reader.js";
export { fromNegmas } from "./negmas.js";
export {
  type GeniusWebDomainJson,
  type GeniusWebFiles,
  type GeniusWebProfileJson,
  toGeniusWeb,
} from "./to-genius-web.js";
