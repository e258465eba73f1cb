/**
 * @module
 * What commands print, and how errors become one line.
 */

export {
  fileNamed,
  gathered,
  integer,
  partyId,
  strategyList,
  strategyName,
  strategySet,
} from "./argument-values.js";
export {
  CommandError,
  errorLine,
  faultsOf,
  faultText,
  fileError,
  oneLine,
  type Place,
  placeText,
} from "./command-error.js";
export { plotColumns, print, printJson, type StopSignal, say, stopSignal, writtenJson } from "./output.js";
export { noProgress, progressDisplay } from "./progress-display.js";
export { analysisText, runText, summaryText } from "./result-text.js";
