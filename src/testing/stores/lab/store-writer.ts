/**
 * @module
 * What a process does that writes to a store until it is killed, for the tests that kill it: the adapter's
 * author opens the store in a process of its own and hands it over here.
 */

import type { NegotiationStore } from "../../../ports/index.js";
import { present } from "../../harness/index.js";
import { nextCounter, storedRecord } from "./counted-negotiation.js";
import { newCommit, newNegotiation } from "./store-calls.js";

/** What is asked of a process: turns over some negotiations without end, or so many tries on one row. */
export type WriterJob =
  | { readonly does: "write"; readonly ids: readonly string[]; readonly run: number }
  | { readonly does: "contend"; readonly id: string; readonly tries: number; readonly name: string };

/** The first line of every process: it is about to write. */
export const WRITER_READY = "ready";

/**
 * Does the job, and prints a line for each commit that the store has confirmed.
 *
 * @param job - as `spawnWriter` was given it
 * @param print - prints a line at once: what is printed must be out before the next commit begins
 * @example
 * const store = openSqliteStore({ path: "negotiations.db" });
 * await runStoreWriter(store, job, (line) => console.log(line));
 */
export async function runStoreWriter(
  store: NegotiationStore,
  job: string,
  print: (line: string) => void,
): Promise<void> {
  const given = JSON.parse(job) as WriterJob;
  if (given.does === "contend") {
    print(WRITER_READY);
    print(`${await contend(store, given)}`);
    return;
  }
  const records = await Promise.all(given.ids.map((id) => storedRecord(store, id)));
  print(WRITER_READY);
  for (let order = 0; ; order++) {
    const index = order % records.length;
    const record = records[index];
    if (record === undefined) return;
    const next = nextCounter(record, commandOf(given.run, order));
    const answer = await store.commit(next.commit);
    if (!answer.ok) throw new Error(`Expected the only writer to commit, got ${answer.reason}.`);
    print(`${next.commit.id} ${answer.version} ${next.commit.entry.commandId}`);
    records[index] = next.record;
  }
}

/** The command of that order in that run: any process can tell which one comes next. */
export function commandOf(run: number, order: number): string {
  return `run-${run}-${order}`;
}

/** Tries to commit so often, each time at the version that it has just read. @returns how often it could */
export async function contend(
  store: NegotiationStore,
  { id, tries, name }: Extract<WriterJob, { does: "contend" }>,
): Promise<number> {
  let taken = 0;
  for (let order = 0; order < tries; order++) {
    const row = present(await store.load(id), `the row of ${id}`);
    const { entry } = newNegotiation();
    const commit = newCommit({
      id,
      expectedVersion: row.version,
      entry: { ...entry, kind: "failed", commandId: `${name}-${order}` },
    });
    const answer = await store.commit(commit);
    if (answer.ok) taken++;
    else if (answer.reason !== "conflict") throw new Error(`Expected ok or conflict, got ${answer.reason}.`);
  }
  return taken;
}
