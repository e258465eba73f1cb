/**
 * @module
 * Files that commands read and write.
 */

export { ENTRY_LIMITS, linesOf, misspellingIn, nodeVerifier, sha256 } from "./log-lines.js";
export { bundledScenarios, packageVersion } from "./package-folder.js";
export { isCsvFile, RowsFile } from "./rows-file.js";
export { readScenario } from "./scenario-files.js";
export { readSigned, refusedFile, type SignedFile } from "./signed-file.js";
export { demandRegular, demandWritable, fileFailure, readText, writeText } from "./text-file.js";
