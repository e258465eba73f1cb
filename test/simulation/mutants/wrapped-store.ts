/**
 * @module
 * Commits as a broken store would take them. Worlds of mutants run on the memory store, whose answers are there at once.
 */

import type { Commit, NegotiationRow, NegotiationStore } from "../../../src/ports/index.js";

/** The row that a store without promises has. */
export function rowIn(store: NegotiationStore, id: string): NegotiationRow | null {
  return store.load(id) as NegotiationRow | null;
}

/** The commit as if it had been made on the newest version: what it was decided on is forgotten. */
export function unfenced(store: NegotiationStore, commit: Commit): Commit {
  const row = rowIn(store, commit.id);
  if (row === null) return commit;
  const { entry } = commit;
  const turnNumber = entry.turnNumber === null ? null : row.turnCount + 1;
  return { ...commit, expectedVersion: row.version, entry: { ...entry, turnNumber } };
}

/** The same, with the numbers inside record and turn made to fit. */
export function appended(store: NegotiationStore, commit: Commit): Commit {
  const loose = unfenced(store, commit);
  const { entry, expectedVersion, state } = loose;
  const { turnNumber } = entry;
  const turn = turnNumber === null ? null : { ...(entry.turn as object), number: turnNumber };
  return {
    ...loose,
    state: { ...(state as object), version: expectedVersion + 1 },
    entry: { ...entry, turn },
  };
}
