/**
 * @module
 * What goes wrong with PostgreSQL, in words that say what to do. It knows the SQLSTATE of the server and the
 * errors of Node's sockets and of pg; others pass as they came.
 */

import { NegotiationError } from "../../errors.js";
import { HookFailure } from "./commit-hook.js";

/**
 * The error to throw for one that came up at work: an `Error` with the original as its cause.
 *
 * It is no `NegotiationError`: the service tries again, and says `store_failed` when that does not help.
 */
export function clearFailure(error: unknown): unknown {
  if (error instanceof HookFailure) return error.cause;
  if (isEndedPool(error)) {
    return new NegotiationError("store_closed", "Expected an open pool, got one that its owner ended.", {
      cause: error,
    });
  }
  const message = adviceOn(error);
  return message === undefined ? error : new Error(message, { cause: error });
}

/** The error to throw for one that came up while the store was opened: mostly `store_failed`. */
export function openingFailure(error: unknown): unknown {
  if (NegotiationError.isInstance(error) || error instanceof TypeError) return error;
  const message = adviceOn(error) ?? "Expected to open the database, got an error. See its cause.";
  const details = { postgres: codeOf(error) ?? null };
  return new NegotiationError("store_failed", message, { cause: error, details });
}

/** Whether the server took everything back because of others who were at work: it can be done again. */
export function isRolledBack(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
}

/** Whether a row was in the way that a unique index lets stand once. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** Whether somebody else has made the same thing at the same time. */
export function isMadeAlready(error: unknown): boolean {
  // Unique, in a catalogue; duplicate schema, table, object.
  return isRolledBack(error) || ["23505", "42P06", "42P07", "42710"].includes(codeOf(error) ?? "");
}

const UNREACHABLE =
  "Expected a server within reach, got none. Check host and port, and that PostgreSQL runs there";
const LOST =
  "Expected the connection to last, got one that broke. What was under way may have been done; the same command can be sent again";
const CREDENTIALS = "Expected to be let in, got a refusal. Check user, password and pg_hba.conf";
const LEADER = "Expected a server that can be written, got one that only reads. Connect to the primary";
const TABLES =
  "Expected the tables of the store, got none. Check schemaName, tablePrefix and search_path, and whether somebody dropped them";
const UNPREPARED =
  "Expected a connection that keeps prepared statements, got one that lost them. Behind a pooler that does so, pass preparedStatements: false";
const PATIENCE = "Expected an answer in time, got none. Look for locks, or raise the timeout of the server";

/** By SQLSTATE or, in its first two characters, its class. @see PostgreSQL's manual, appendix A */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["08", LOST],
  ["28", CREDENTIALS],
  ["57P01", LOST],
  ["57P02", LOST],
  ["57P03", "Expected a server that is up, got one that starts or stops. The command can be sent again"],
  ["57014", PATIENCE],
  ["55P03", PATIENCE],
  ["25P03", PATIENCE],
  ["25006", LEADER],
  ["26000", UNPREPARED],
  ["42P05", UNPREPARED],
  ["42P01", TABLES],
  [
    "3F000",
    "Expected a schema to keep the tables in, got none. Pass schemaName, or set search_path to one that exists",
  ],
  ["3D000", "Expected a database that exists, got none of that name. Create it, or check the name"],
  [
    "42501",
    "Expected the right to do this, got none. Grant it, or run the SQL of postgresDdl() by somebody who has it and open the store with migrate: false",
  ],
  ["53100", "Expected room for the database, got a full disk. Make room; the command can then be sent again"],
  [
    "53300",
    "Expected a free connection, got a server with too many. Make pools smaller, or raise max_connections",
  ],
  ["ECONNREFUSED", UNREACHABLE],
  ["ENOTFOUND", UNREACHABLE],
  ["EAI_AGAIN", UNREACHABLE],
  ["EHOSTUNREACH", UNREACHABLE],
  ["ENETUNREACH", UNREACHABLE],
  ["ENOENT", UNREACHABLE],
  ["ETIMEDOUT", UNREACHABLE],
  ["ECONNRESET", LOST],
  ["EPIPE", LOST],
]);

/** pg's own words where there is no code. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/timeout exceeded when trying to connect|terminated due to connection timeout/i, UNREACHABLE],
  [/connection terminated|connection error and is not queryable|client was closed/i, LOST],
  [/query read timeout/i, PATIENCE],
  [/password must be a string/i, CREDENTIALS],
];

function adviceOn(error: unknown): string | undefined {
  const code = codeOf(error);
  const byCode = code === undefined ? undefined : (ADVICE.get(code) ?? ADVICE.get(classOf(code)));
  if (byCode !== undefined) return `${byCode}. (${code})`;
  if (code !== undefined || !(error instanceof Error)) return undefined;
  const byWords = WORDS.find(([words]) => words.test(error.message))?.[1];
  return byWords === undefined ? undefined : `${byWords}.`;
}

/** A SQLSTATE or the code of an error of the system. */
function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}

function classOf(code: string): string {
  return /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : code;
}

function isEndedPool(error: unknown): boolean {
  return error instanceof Error && /^Cannot use a pool after calling end/.test(error.message);
}
