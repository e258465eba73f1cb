/**
 * @module
 * What the SQL stores share: statements, rows, texts and the layout's number.
 */

export { ID_COLUMNS, idsOf, recordOf, textWithout } from "./log-rows.js";
export { checkedPrefix, checkKeys, checkLayout } from "./sql-layout.js";
export { type BoundSql, countSql, type ListedTable, listSql, pageOf } from "./sql-listing.js";
export {
  COMMIT_ASSIGNMENTS,
  claimOfColumns,
  contentOfEntry,
  ENTRY_COLUMNS,
  entryOfColumns,
  fedRecordOfColumns,
  ROW_COLUMNS,
  recordOfColumns,
  rowOfColumns,
  type SqlValue,
  turnOfColumns,
  valuesOfCommit,
  valuesOfCreate,
  valuesOfEntry,
} from "./sql-rows.js";
export { sqlText, sqlTextOrNull, stringOfSql, stringOfSqlOrNull } from "./sql-text.js";
