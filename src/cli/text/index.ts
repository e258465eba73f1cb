/**
 * @module
 * What commands print, and how errors become one line.
 */

export { analysisText } from "./analysis-text.js";
export { fileNamed, gathered, integer, strategyList, strategyName, strategySet } from "./argument-values.js";
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
export { plotColumns, print, printJson, say } from "./output.js";
export { noProgress, progressDisplay } from "./progress-display.js";
export { runText } from "./run-text.js";
export { type StopSignal, stopSignal } from "./stop-signal.js";
export { summaryText } from "./summary-text.js";
