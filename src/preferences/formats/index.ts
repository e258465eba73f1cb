/**
 * @module
 * What the readers and writers of foreign formats share.
 */

export { decimalNumber } from "./decimal-number.js";
export { listedTexts } from "./exported-issue.js";
export { type ExportedParty, exportedParties } from "./exported-party.js";
export { ImportFaults } from "./import-faults.js";
export { type Fields, ImportReader } from "./import-reader.js";
