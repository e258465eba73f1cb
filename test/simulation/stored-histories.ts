/**
 * @module
 * What real processes have left in a store, asked by the invariants of the simulated worlds: the writes are
 * rebuilt from the entries, of which each beginning replays to the record of its version.
 */

import { type CommitEvent, replay } from "../../src/core/index.js";
import type { Json } from "../../src/core/json/index.js";
import type { Entry } from "../../src/core/record/index.js";
import type { NegotiationRow, NegotiationStore, OutboxDraft, OutboxRecord } from "../../src/ports/index.js";
import { commitOf, newRow } from "../../src/service/commands/index.js";
import { invariantsWith } from "../../src/simulation/invariants/index.js";
import type {
  Acknowledgement,
  Finding,
  ObservedWrite,
  PublishedEvent,
  Truth,
  WorldEnd,
  WorldMode,
} from "../../src/simulation/observation/index.js";

/** Everything that stands in the tables. */
export interface StoredHistories {
  readonly rows: readonly NegotiationRow[];
  readonly entries: Readonly<Record<string, readonly Entry[]>>;
  /** In the order in which a consumer reads it. */
  readonly outbox: readonly OutboxRecord[];
}

/** What the processes said while they ran. */
export interface Told {
  readonly acknowledged: readonly { commandId: string; kind: "create" | "move"; id: string; turn: number }[];
  readonly published: readonly { node: string; type: CommitEvent["type"]; id: string; version: number }[];
}

/**
 * Reads all of a store in which nobody writes any more.
 *
 * @param outboxCount - records there are: what is written last may not be readable at once (ST-63)
 */
export async function storedHistories(
  store: NegotiationStore,
  roomId: string,
  outboxCount: number,
): Promise<StoredHistories> {
  const rows: NegotiationRow[] = [];
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const page = await store.list({ roomId, limit: 500, after });
    rows.push(...page.items);
    after = page.next ?? undefined;
    isLast = after === undefined;
  }
  const entries: Record<string, readonly Entry[]> = {};
  for (const { id } of rows) entries[id] = await store.entries(id);
  const outbox: OutboxRecord[] = [];
  for (let looks = 0; outbox.length < outboxCount; looks += 1) {
    // Each look is a round trip; chosen: as long as other files of tests may have a transaction open.
    if (looks > 5_000) throw new Error(`Expected ${outboxCount} outbox records, got ${outbox.length}.`);
    outbox.push(...(await store.readOutbox({ after: outbox.at(-1)?.position ?? null, limit: 1_000 })));
  }
  return { rows, entries, outbox };
}

/**
 * What the invariants find, one line each: all but I9, of whole runs, and I12, of the ends of nodes.
 *
 * @param mode - `liveness`: all have to be final
 */
export function violationsOf(
  histories: StoredHistories,
  { acknowledged, published }: Told,
  mode: WorldMode = "liveness",
): string[] {
  const truth = truthOf(histories, acknowledged);
  const checks = invariantsWith({ replayEvery: 1 })
    .filter(({ id }) => id !== "I12")
    .map(({ id, watch }) => ({ id, check: watch(truth, { mode, seed: 0 }) }));
  const found: string[] = [];
  const note = (id: string, finding: Finding | undefined): void => {
    if (finding !== undefined) found.push(`${id} ${finding.negotiationId}: ${finding.detail}`);
  };
  for (const write of writesOf(histories)) {
    for (const { id, check } of checks) note(id, check.onWrite?.(write));
  }
  for (const record of histories.outbox) {
    for (const { id, check } of checks) note(id, check.onConsumed?.({ at: 0, record }));
  }
  for (const { node, type, id: negotiationId, version } of published) {
    const event: PublishedEvent = { at: 0, node, negotiationId, version, type };
    for (const { id, check } of checks) note(id, check.onPublished?.(event));
  }
  for (const { commandId, kind, id: negotiationId, turn } of acknowledged) {
    const intent = truth.intentOf(commandId) ?? 0;
    const turnNumber = kind === "create" ? null : turn;
    const told: Acknowledgement = {
      ...NOBODY,
      intent,
      commandId,
      kind,
      negotiationId,
      turnNumber,
      version: 0,
    };
    for (const { id, check } of checks) note(id, check.onAcknowledged?.(told));
  }
  for (const { id, check } of checks) note(id, check.atEnd?.({ ...END, mode }));
  return found;
}

const NOBODY = { at: 0, node: "unknown" } as const;

/** The processes were killed, not destroyed: of timers and listeners nothing is known. */
const END: Omit<WorldEnd, "mode"> = {
  at: 0,
  timers: 0,
  listeners: 0,
  pendingAgentCalls: 0,
  unresolvedCommands: 0,
  firedAfterEnd: [],
};

function truthOf({ rows, entries, outbox }: StoredHistories, told: Told["acknowledged"]): Truth {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const intents = new Map<string, number>();
  for (const { commandId } of told) if (!intents.has(commandId)) intents.set(commandId, intents.size);
  const entriesOf = (id: string): readonly Entry[] => entries[id] ?? [];
  return {
    row: (id) => byId.get(id) ?? null,
    rows: () => rows,
    entries: entriesOf,
    turns: (id) => entriesOf(id).flatMap(({ turn }): Json[] => (turn === null ? [] : [turn])),
    outbox: (id) => outbox.filter(({ negotiationId }) => negotiationId === id),
    intentOf: (commandId) => intents.get(commandId),
    writesOutbox: true,
  };
}

/**
 * All writes, in the order in which the database made them: that of the outbox, where a transaction has the
 * number that it got with its first row. A creation that waits for the end of what excludes it gets its number
 * afterwards; its instant may be an earlier one, by as long as it has waited.
 */
function writesOf({ rows, entries, outbox }: StoredHistories): readonly ObservedWrite[] {
  const drafts = new Map<string, OutboxDraft[]>();
  const places = new Map<string, number>();
  for (const [index, { negotiationId, version, type, body }] of outbox.entries()) {
    const name = `${version} ${negotiationId}`;
    drafts.set(name, [...(drafts.get(name) ?? []), { type, body }]);
    if (!places.has(name)) places.set(name, index);
  }
  const writes = rows.flatMap(({ id }) => {
    let before: NegotiationRow | null = null;
    let place = 0;
    const history = entries[id] ?? [];
    return history.map((entry, index): { readonly write: ObservedWrite; readonly place: number } => {
      const name = `${entry.version} ${id}`;
      // One whose events are missing, which is for I6 to find, stays behind the one before it.
      place = places.get(name) ?? place;
      const after = rowAfter(history.slice(0, index + 1), entry, before);
      const expectedVersion: number | null = before?.version ?? null;
      // What the node's clock showed is known by what it decided at: the instant of the entry.
      const observed = { at: entry.at, node: `writer of ${id}`, nodeNow: entry.at, before, after };
      before = after;
      return { place, write: { ...observed, expectedVersion, entry, outbox: drafts.get(name) ?? [] } };
    });
  });
  return writes.sort((one, other) => one.place - other.place).map(({ write }) => write);
}

/** The row as the entries so far make it; the last one of each is compared with what is stored (I10). */
function rowAfter(history: readonly Entry[], entry: Entry, before: NegotiationRow | null): NegotiationRow {
  const record = replay(history);
  const turnCount = record.turns.length;
  if (before === null) {
    const { entry: _, outbox: __, ...row } = newRow(record, entry, []);
    return { ...row, version: 0, turnCount, updatedAt: entry.at };
  }
  const { expectedVersion, now, entry: _, outbox: __, ...row } = commitOf(record, entry, []);
  return { ...before, ...row, version: expectedVersion + 1, turnCount, updatedAt: now };
}
