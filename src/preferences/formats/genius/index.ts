/**
 * @module
 * Scenarios of GENIUS, read from its XML files and written as such. Reading needs the package fast-xml-parser.
 *
 * @example
 * import { fromGeniusXml } from "concordat/genius";
 * const scenario = await fromGeniusXml(domainXml, [buyerXml, sellerXml]);
 */

export { fromGeniusXml, type GeniusImportOptions, type GeniusProfileSource } from "./from-genius-xml.js";
export { type GeniusFiles, toGeniusXml } from "./to-genius-xml.js";
