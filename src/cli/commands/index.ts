/**
 * @module
 * The commands of `concordat`, one a file.
 */

export { addAnalyseCommand } from "./analyse-command.js";
export { addConvertCommand } from "./convert-command.js";
export { addExportLogCommand } from "./export-log-command.js";
export { addInspectCommand } from "./inspect-command.js";
export { addMcpCommand } from "./mcp-command.js";
export { addRunCommand } from "./run-command.js";
export { addTournamentCommand } from "./tournament-command.js";
export { addVerifyCommand } from "./verify-command.js";
export { addVerifyLogCommand } from "./verify-log-command.js";
export { addVerifyReceiptCommand } from "./verify-receipt-command.js";
