/**
 * @module
 * What must be true after a writer was killed (SM-60): every commit that it confirmed is there, nothing is
 * torn, and the command that it was at can be sent again.
 */

import { replay } from "../../../core/index.js";
import { type Entry, type Negotiation, stateOf } from "../../../core/record/index.js";
import type { NegotiationStore, OutboxRecord } from "../../../ports/index.js";
import { assert, assertEqual, present } from "../../harness/index.js";
import { EVENT_TYPES, nextCounter } from "./counted-negotiation.js";
import { commandOf, type WriterJob } from "./store-writer.js";

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
