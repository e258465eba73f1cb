/**
 * @module
 * Makes recorded store calls on a store: one by one with their answers, or shared out over two clients.
 */

import type {
  Commit,
  ListQuery,
  MaybePromise,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  OutboxRecord,
  Page,
} from "../../src/ports/index.js";
import type { RandomStream } from "../../src/testing/harness/index.js";
import type { RecordedCall } from "./recorded-calls.js";
import type { StoredHistories, Told } from "./stored-histories.js";

/** What a store answered, call by call, and what it holds in the end. */
export interface Replayed {
  readonly answers: readonly unknown[];
  readonly histories: StoredHistories;
}

/** What stands in the place of a cursor that this store had no reason to give. */
const NO_CURSOR = "no cursor";

/**
 * Makes all calls, one after the other. Of the answers, cursors and positions are left out.
 *
 * @param like - what another store answered: outbox reads are repeated until they find as much, since a
 *   database that others write to may show its newest records a little later (ST-63)
 */
export async function replayedOn(
  store: NegotiationStore,
  calls: readonly RecordedCall[],
  like?: Replayed,
): Promise<Replayed> {
  const given = new Map<RecordedCall, unknown>();
  const answers: unknown[] = [];
  for (const [index, call] of calls.entries()) {
    const expected = like?.answers[index];
    const answer = await answerOf(store, call, given, Array.isArray(expected) ? expected.length : 0);
    // The first answer is the one whose cursors the recorded calls go on with.
    if (!given.has(call)) given.set(call, answer);
    answers.push(comparable(await completed(store, call, answer)));
  }
  return { answers, histories: await historiesIn(store, like?.histories.outbox.length ?? 0) };
}

/** Everything in a store, the outbox without its positions. */
export async function historiesIn(store: NegotiationStore, outboxCount: number): Promise<StoredHistories> {
  const rows = [];
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const page = await store.list({ limit: 500, after });
    rows.push(...page.items);
    after = page.next ?? undefined;
    isLast = after === undefined;
  }
  const entries: Record<string, Awaited<ReturnType<NegotiationStore["entries"]>>> = {};
  for (const { id } of rows) entries[id] = await store.entries(id);
  const outbox = await readUntil(store, { after: null, limit: 1_000 }, outboxCount);
  return { rows, entries, outbox: outbox.map(withoutPosition) };
}

/** Makes the calls by two clients at once, each its share in order; answers what they were told. */
export async function replayedByTwo(
  stores: readonly [NegotiationStore, NegotiationStore],
  calls: readonly RecordedCall[],
  draws: RandomStream,
): Promise<Told["acknowledged"]> {
  const clients = stores.map((store) => ({ store, at: 0, given: new Map<RecordedCall, unknown>() }));
  const shares = calls.map(() => draws.integer(0, 1));
  const told: { commandId: string; kind: "create" | "move"; id: string; turn: number }[] = [];
  const run = async (which: number): Promise<void> => {
    const [client, other] = [clients[which], clients[1 - which]];
    if (client === undefined || other === undefined) return;
    for (; client.at < calls.length; client.at++) {
      const call = calls[client.at];
      // Decided on an instant before the end of what excluded it: no service would hand it in later.
      if (call === undefined || shares[client.at] !== which || call.wasExcluded) continue;
      // What it was decided on may be the other client's to write: it waits until that one has come by here.
      let isBased = await hasBasis(client.store, call);
      while (!isBased && other.at < client.at) {
        await turn();
        isBased = await hasBasis(client.store, call);
      }
      if (!isBased) continue;
      const answer = await answerOf(client.store, call, client.given, 0);
      client.given.set(call, answer);
      await turn();
      if (call.method !== "create" && call.method !== "commit") continue;
      const { entry, id } = call.given as Commit | NewNegotiation;
      const { turnNumber } = entry;
      if ((answer as { readonly ok?: boolean }).ok !== true || entry.commandId === null) continue;
      // The party's own, which is stored with its seat before it (EN-62).
      const commandId = entry.commandId.replace(/^(initiator|responder):/, "");
      if (call.method === "create") told.push({ commandId, kind: "create", id, turn: 1 });
      else if (turnNumber !== null) told.push({ commandId, kind: "move", id, turn: turnNumber });
    }
  };
  await Promise.all([run(0), run(1)]);
  return told;
}

/** Lets the other client, and a driver of a database, have its turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Whether the version is there on which a commit was decided: any other call needs none. */
async function hasBasis(store: NegotiationStore, { method, given, basis }: RecordedCall): Promise<boolean> {
  if (method !== "commit") return true;
  const { id, expectedVersion } = given as Commit;
  const [entry] = await store.entries(
    id,
    expectedVersion === 0 ? { limit: 1 } : { after: expectedVersion - 1, limit: 1 },
  );
  return entry !== undefined && entry.commandId === basis;
}

function answerOf(
  store: NegotiationStore,
  { method, given, cursor }: RecordedCall,
  answers: ReadonlyMap<RecordedCall, unknown>,
  outboxCount: number,
): MaybePromise<unknown> {
  const call = store[method] as (this: NegotiationStore, given?: unknown) => MaybePromise<unknown>;
  if (cursor === null)
    return method === "readOutbox" ? readUntil(store, given as never, outboxCount) : call.call(store, given);
  const after = cursorIn(answers.get(cursor.of), cursor.record);
  if (after === undefined) return NO_CURSOR;
  if (method === "trimOutbox") return call.call(store, after);
  const query = { ...(given as object), after };
  return method === "readOutbox" ? readUntil(store, query as never, outboxCount) : call.call(store, query);
}

function cursorIn(answer: unknown, record: number | null): string | undefined {
  if (record === null) return (answer as { readonly next?: string | null } | undefined)?.next ?? undefined;
  return Array.isArray(answer) ? (answer[record] as OutboxRecord | undefined)?.position : undefined;
}

/** Chosen: as long as other files of tests may have a transaction open; each look is a round trip. */
const MOST_LOOKS = 5_000;

async function readUntil(
  store: NegotiationStore,
  query: Parameters<NegotiationStore["readOutbox"]>[0],
  count: number,
): Promise<readonly OutboxRecord[]> {
  for (let looks = 1; ; looks++) {
    const records = await store.readOutbox(query);
    if (records.length >= count || looks === MOST_LOOKS) return records;
  }
}

/** With the turns that a list left out where it was asked for them, as its caller completes it. */
async function completed(
  store: NegotiationStore,
  { given }: RecordedCall,
  answer: unknown,
): Promise<unknown> {
  if ((given as ListQuery | null)?.withTurns !== true) return answer;
  const { items, ...page } = answer as Page<NegotiationRow>;
  const whole = items.map(async (row) => ({ ...row, turns: row.turns ?? (await store.turns(row.id)) }));
  return { ...page, items: await Promise.all(whole) };
}

function comparable(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutPosition);
  if (typeof answer !== "object" || answer === null || !("next" in answer)) return answer;
  return { ...answer, next: undefined };
}

function withoutPosition<T>(record: T): T {
  return typeof record === "object" && record !== null && "position" in record
    ? { ...record, position: "" }
    : record;
}
