/**
 * @module
 * A process that writes real records of the engine to a store until it is killed, and what must be true afterwards
 * (SM-60): every commit that it confirmed is there, nothing is torn, and the command that it was at can be sent again.
 */

import { type Decision, decide, moveCommand, replay } from "../../../core/index.js";
import { readMove } from "../../../core/moves/index.js";
import {
  type Entry,
  type Negotiation,
  type NewEntry,
  type Party,
  stateOf,
} from "../../../core/record/index.js";
import type { Commit, NegotiationStore, NewNegotiation, OutboxRecord } from "../../../ports/index.js";
import { commitOf, newRow, recordOfRow } from "../../../service/commands/index.js";
import { settledRules } from "../../agents/index.js";
import { assert, assertEqual, present } from "../../harness/index.js";
import { newCommit, newNegotiation, T0 } from "./store-calls.js";

/** One process that writes until it is killed. */
export class KilledRun {
  readonly #ids: readonly string[];
  readonly #run: number;
  readonly #seed: number;
  readonly #confirmed: string[] = [];

  /**
   * @param ids - of the negotiations that it writes to in turn
   * @param run - its number; no two may have the same
   * @param seed - with the number it gives the time to live
   */
  constructor(ids: readonly string[], run: number, seed: number) {
    this.#ids = ids;
    this.#run = run;
    this.#seed = seed;
  }

  /** What the process is to do. */
  get job(): string {
    return JSON.stringify({ does: "write", ids: this.#ids, run: this.#run } satisfies WriterJob);
  }

  /** Milliseconds until it is killed: 20 to 250, the same for the same seed. */
  get delayMs(): number {
    return 20 + (mixed(this.#seed, this.#run) % 231);
  }

  /** How many commits it has confirmed. */
  get confirmedCount(): number {
    return this.#confirmed.length;
  }

  /** Notes a line that it printed. */
  confirm(line: string): void {
    this.#confirmed.push(line);
  }

  /** Passes when all that was confirmed is there. */
  async expectConfirmed(store: NegotiationStore): Promise<void> {
    const stored = new Map<string, readonly Entry[]>();
    for (const id of this.#ids) stored.set(id, await store.entries(id));
    for (const [order, line] of this.#confirmed.entries()) {
      const [id = "", version = "", command = ""] = line.split(" ");
      assertEqual(command, commandOf(this.#run, order), `the command of line ${order}`);
      const entry = stored.get(id)?.[Number(version)];
      assertEqual(entry?.commandId, command, `the command of version ${version} of ${id}`);
    }
  }

  /**
   * Passes when the command that the process was at can be sent again and stands once.
   *
   * @returns 1 when that command had been stored without having been confirmed, else 0
   */
  async expectSentAgain(store: NegotiationStore): Promise<number> {
    const order = this.#confirmed.length;
    const id = present(this.#ids[order % this.#ids.length], "an id");
    const commandId = commandOf(this.#run, order);
    const entries = await store.entries(id);
    const isStored = entries.at(-1)?.commandId === commandId;
    const before: Negotiation = replay(isStored ? entries.slice(0, -1) : entries);
    const again = await store.commit(nextCounter(before, commandId).commit);
    const expected = isStored
      ? { ok: false, reason: "duplicate" }
      : { ok: true, version: before.version + 1 };
    assertEqual(again, expected, "the answer to the command that was not confirmed");
    const count = (await store.entries(id)).filter((entry) => entry.commandId === commandId).length;
    assertEqual(count, 1, "how often that command stands");
    return isStored ? 1 : 0;
  }
}

/**
 * Passes when no negotiation is torn: entries without a gap up to the row's version, a state that is what
 * replaying them gives, and all events of every turn.
 */
export async function expectSound(store: NegotiationStore, ids: readonly string[]): Promise<void> {
  const events = await eventsByNegotiation(store);
  for (const id of ids) {
    const row = present(await store.load(id), `the row of ${id}`);
    const entries = await store.entries(id);
    const versions = Array.from({ length: row.version + 1 }, (_, version) => version);
    assertEqual(
      entries.map(({ version }) => version),
      versions,
      `the versions of the entries of ${id}`,
    );
    const record = replay(entries);
    assert(
      JSON.stringify(stateOf(record)) === JSON.stringify(row.state),
      `Expected the state of ${id} to be what its entries add up to.`,
    );
    assertEqual(row.turnCount, record.turns.length, `turnCount of ${id}`);
    const turns = await store.turns(id);
    assert(
      JSON.stringify(turns) === JSON.stringify(record.turns),
      `Expected the turns of ${id} to be its entries'.`,
    );
    const expected = versions
      .slice(1)
      .flatMap((version) => EVENT_TYPES.map((_, index) => `${version}/${index}`));
    assertEqual(events.get(id) ?? [], expected, `the events of ${id}`);
  }
}

/** Two numbers made one that looks like chance. @see Austin Appleby, MurmurHash3 (2011), the finalizer */
function mixed(seed: number, run: number): number {
  let bits = seed ^ Math.imul(run + 1, 0x9e3779b9);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

async function eventsByNegotiation(store: NegotiationStore): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let after: string | null = null; ; ) {
    const records: readonly OutboxRecord[] = await store.readOutbox({ after, limit: 1_000 });
    for (const { negotiationId, version, index } of records) {
      const own = found.get(negotiationId) ?? [];
      own.push(`${version}/${index}`);
      found.set(negotiationId, own);
    }
    const last = records.at(-1);
    if (last === undefined) return found;
    after = last.position;
  }
}

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

/** What `create` stores of a new one, without an opening. */
export function countedNegotiation(id: string): NewNegotiation {
  const decision = decide(
    null,
    {
      type: "create",
      id,
      commandId: `create-${id}`,
      roomId: `room-${id}`,
      initiator: ada,
      responder: smith,
      // Ten years and no cap: nothing ends it.
      rules: settledRules(
        { cap: { limit: "unlimited" }, turnMs: TEN_YEARS_MS, totalMs: TEN_YEARS_MS },
        ada,
        smith,
      ),
      context: null,
      heldBy: null,
      opening: null,
    },
    T0,
  );
  const { negotiation, entry } = committed(decision);
  return newRow(negotiation, entry, []);
}

/** The next turn, one ms after the last one: its commit, with two events, and the record after it. */
export function nextCounter(
  record: Negotiation,
  commandId: string,
): { readonly commit: Commit; readonly record: Negotiation } {
  const price = record.turns.length + 1;
  const action = record.standing === null ? "propose" : "counter";
  const reading = readMove({ action, terms: { price } }, record.rules);
  if (!reading.ok) throw new Error(`Expected a move, got ${reading.issues[0]?.message}`);
  const command = moveCommand(present(record.floor, "a party with the floor"), reading.move, commandId);
  const { negotiation, ...decided } = committed(decide(record, command, record.updatedAt + 1));
  // As it was given: whoever counts looks for it so.
  const entry = { ...decided.entry, commandId };
  const events = EVENT_TYPES.map((type) => ({ type, body: { commandId } }));
  return { commit: commitOf(negotiation, entry, events), record: negotiation };
}

/** The events of each turn. */
const EVENT_TYPES: readonly string[] = ["first", "second"];

/** The record as the store has it. */
export async function storedRecord(store: NegotiationStore, id: string): Promise<Negotiation> {
  const row = present(await store.load(id), `the row of ${id}`);
  return recordOfRow(row, await store.turns(id, { upTo: row.turnCount }), (rules) => rules);
}

const ada: Party = Object.freeze({ id: "ada", kind: "system" });
const smith: Party = Object.freeze({ id: "smith", kind: "system" });

const TEN_YEARS_MS = 315_360_000_000;

function committed(decision: Decision): { readonly negotiation: Negotiation; readonly entry: NewEntry } {
  if (!decision.ok) throw new Error(`Expected a move that is taken, got ${decision.refusal.code}.`);
  return { negotiation: decision.negotiation, entry: present(decision.entry, "an entry") };
}
