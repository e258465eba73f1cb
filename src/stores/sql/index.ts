/**
 * @module
 * What the SQL stores share: statements, rows, texts and the layout's number.
 */

export { type BoundSql, countSql, type ListedTable, listSql, pageOf } from "./sql-listing.js";
export {
  COMMIT_ASSIGNMENTS,
  claimOfColumns,
  contentOfEntry,
  ENTRY_COLUMNS,
  entryOfColumns,
  fedRecordOfColumns,
  ID_COLUMNS,
  idsOf,
  marksFor,
  ROW_COLUMNS,
  recordOf,
  recordOfColumns,
  rowOfColumns,
  type SqlValue,
  sqlText,
  sqlTextOrNull,
  stringOfSql,
  stringOfSqlOrNull,
  textWithout,
  turnOfColumns,
  valuesOfCommit,
  valuesOfCreate,
  valuesOfEntry,
} from "./sql-rows.js";
export { checkedPrefix, checkKeys, checkLayout } from "./sql-tables.js";
