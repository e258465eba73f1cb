/**
 * @module
 * Telling a host of a commit within the commit's own transaction, so that what it writes then (a job that
 * wakes the negotiation, say) stands or falls with it.
 */

import type { Deadline } from "../../core/deadlines/index.js";
import { stringOfSql } from "../sql/index.js";
import type { LendingClient, PostgresConnection, PostgresQuery } from "./postgres-client.js";

/** What was just written. */
export interface Committed {
  readonly id: string;
  readonly version: number;
  readonly roomId: string;
  /** The earliest of the negotiation; `null` when it is final. */
  readonly deadline: Deadline | null;
}

/** Runs statements in the transaction of a commit; pg-boss takes it as its `db`. */
export interface CommitTransaction {
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Is told of each creation and each commit before it takes effect. When it throws, nothing has happened.
 *
 * @example
 * const onCommit: CommitHook = async ({ id, version, roomId, deadline }, db) => {
 *   if (deadline === null) return;
 *   await boss.send("deadlines", { id, version, roomId }, { startAfter: new Date(deadline.at), db });
 * };
 */
export type CommitHook = (committed: Committed, db: CommitTransaction) => PromiseLike<void> | void;

/** What the hook threw, as its cause: no error of the database, whatever code it bears. */
export class HookFailure extends Error {
  constructor(cause: unknown) {
    super("onCommit threw.", { cause });
  }
}

/**
 * Runs a statement and the hook in one transaction on one connection.
 *
 * @param committed - what was written, given the room that the statement answered with
 * @returns whether the statement wrote anything; if not, the hook is not called
 * @throws {HookFailure} when the hook threw
 * @throws what the client threw; the connection is in no transaction afterwards
 */
export async function withinTransaction(
  client: LendingClient,
  query: PostgresQuery,
  onCommit: CommitHook,
  committed: (roomId: string) => Committed,
): Promise<boolean> {
  const connection = await client.connect();
  // Whoever waits for a statement is told by its answer: what else the connection says would end the process.
  connection.on?.("error", ignore);
  let isBroken = false;
  try {
    await connection.query({ text: "BEGIN" });
    const [row] = (await connection.query(query)).rows;
    if (row !== undefined) {
      const { room_id: roomId } = row as { readonly room_id: string };
      await tell(connection, onCommit, committed(stringOfSql(roomId)));
    }
    await end(connection, row === undefined ? "ROLLBACK" : "COMMIT");
    return row !== undefined;
  } catch (error) {
    // Whether it worked or not: a connection that cannot even roll back must not be lent again.
    isBroken = await connection.query({ text: "ROLLBACK" }).then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    connection.release(isBroken);
    connection.removeListener?.("error", ignore);
  }
}

async function tell(
  connection: PostgresConnection,
  onCommit: CommitHook,
  committed: Committed,
): Promise<void> {
  let isOver = false;
  const failures = new Set<unknown>();
  const db: CommitTransaction = {
    async executeSql(text, values = []) {
      if (isOver) throw new Error("Expected statements before onCommit is done, got one later. Await it.");
      try {
        return { rows: [...(await connection.query({ text, values: [...values] })).rows] };
      } catch (error) {
        failures.add(error);
        throw error;
      }
    },
  };
  try {
    await onCommit(committed, db);
  } catch (error) {
    throw failures.has(error) ? error : new HookFailure(error);
  } finally {
    isOver = true;
  }
}

async function end(connection: PostgresConnection, text: "COMMIT" | "ROLLBACK"): Promise<void> {
  const { command } = await connection.query({ text });
  if (text === "ROLLBACK" || command !== "ROLLBACK") return;
  // A statement of the hook failed, and the hook went on: the server commits nothing then, and says so here only.
  throw new Error(
    "Expected onCommit to throw when one of its statements fails, got a hook that went on. Nothing was committed.",
  );
}

function ignore(): void {}
