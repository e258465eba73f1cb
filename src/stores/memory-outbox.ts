/**
 * @module
 * The outbox of the memory store: events in the order of their commits, to be read behind a cursor and
 * trimmed.
 */

import type { OutboxDraft, OutboxRecord } from "../ports/store.js";
import { checkPosition } from "./call-checks.js";
import { frozenJson } from "./frozen-json.js";

/** Events of committed commands, in order. */
export class MemoryOutbox {
  #records: OutboxRecord[] = [];
  #lastPosition = 0;

  /** Frozen copies of what a commit brings, to be made before anything is changed. */
  prepared(drafts: readonly OutboxDraft[]): readonly OutboxDraft[] {
    if (drafts.length === 0) return drafts;
    return drafts.map(({ type, body }) => ({ type, body: frozenJson(body) }));
  }

  /** Adds the events of a commit. */
  append(negotiationId: string, version: number, prepared: readonly OutboxDraft[]): void {
    for (let index = 0; index < prepared.length; index++) {
      const draft = prepared[index];
      if (draft === undefined) continue;
      const position = String(++this.#lastPosition);
      this.#records.push({ ...draft, position, negotiationId, version, index });
    }
  }

  /**
   * The records after a position, or from the first one.
   *
   * @throws {TypeError} when `after` is no position of this store
   */
  read(after: string | null, limit: number): readonly OutboxRecord[] {
    const from = after === null ? 0 : this.#countUpTo(after);
    return this.#records.slice(from, from + limit).map((record) => ({ ...record }));
  }

  /**
   * Drops all records up to and including a position.
   *
   * @throws {TypeError} when it is no position of this store
   */
  trim(upTo: string): void {
    this.#records.splice(0, this.#countUpTo(upTo));
  }

  /** Drops the records of these negotiations. */
  drop(negotiationIds: ReadonlySet<string>): void {
    if (this.#records.length === 0) return;
    this.#records = this.#records.filter(({ negotiationId }) => !negotiationIds.has(negotiationId));
  }

  /** Drops all. */
  clear(): void {
    this.#records = [];
  }

  /** How many records stand at or before a position. */
  #countUpTo(position: string): number {
    const sought = checkPosition(position);
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Number(this.#records[middle]?.position) <= sought) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
