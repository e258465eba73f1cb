/**
 * @module
 * Writes of which nobody knows whether they were stored, since the store has answered with throws alone: tried again,
 * then looked for until it is known, and told once (ST-32, EN-64).
 */

import { nextDeadline } from "../../../core/deadlines/index.js";
import type { Negotiation, NewEntry } from "../../../core/record/index.js";
import type { Clock } from "../../../ports/index.js";
import { runSteps, type SerialQueue, type Steps } from "../../queue/index.js";
import type { RecordCache } from "./record-cache.js";

/** A creation or a commit: nothing was told of it yet. */
export interface UnsureWrite<Terms> {
  readonly negotiation: Negotiation<Terms>;
  readonly entry: NewEntry;
  /** Tells of it. */
  readonly tell: () => void;
}

/** What the writes in doubt work with. */
export interface InDoubtOptions<Terms> {
  readonly cache: RecordCache<Terms>;
  readonly queue: SerialQueue;
  readonly clock: Clock;
  /** Called where another process has moved instead: go on from its record. */
  readonly onOvertaken: (negotiation: Negotiation<Terms>) => void;
}

/** The writes in doubt of a handler. */
export class InDoubt<Terms> {
  readonly #options: InDoubtOptions<Terms>;
  /** By negotiation; all of one version. */
  readonly #writes = new Map<string, UnsureWrite<Terms>[]>();

  constructor(options: InDoubtOptions<Terms>) {
    this.#options = options;
  }

  /** Whether nothing is in doubt. */
  get isEmpty(): boolean {
    return this.#writes.size === 0;
  }

  /** The very same write again after a throw; it stays in doubt until it is settled, here or by a look. */
  *again<Result>(write: UnsureWrite<Terms>, thrown: unknown, attempt: () => Steps<Result>): Steps<Result> {
    const { cache, queue } = this.#options;
    const { id } = write.negotiation;
    const writes = this.#writes.get(id) ?? [];
    this.#writes.set(id, writes);
    writes.push(write);
    try {
      return yield* cache.again(thrown, attempt);
    } catch (error) {
      // Whoever gave the command need not come back: it is found out all the same.
      const look = async (): Promise<boolean> => {
        await queue.run(id, () => runSteps(this.ascertained(id)));
        return !this.#writes.has(id);
      };
      if (writes.length === 1) void cache.until(look);
      throw error;
    }
  }

  /** It is known of this very creation or commit whether it was stored. @returns whether it was in doubt */
  settle({ id, createdAt, createCommandId, version }: Negotiation<Terms>): boolean {
    const writes = this.#writes.get(id) ?? [];
    const at = writes.findLastIndex(
      ({ negotiation: one }) =>
        one.createdAt === createdAt && one.createCommandId === createCommandId && one.version <= version,
    );
    writes.splice(at, at < 0 ? 0 : 1);
    if (writes.length === 0) this.#writes.delete(id);
    return at >= 0;
  }

  /** Nothing else can have been stored as the version of these. */
  forget(id: string): void {
    this.#writes.delete(id);
  }

  /** What was stored although the store had failed each time is told now. */
  *ascertained(id: string): Steps<void> {
    const { cache, clock, onOvertaken } = this.#options;
    const writes = this.#writes.get(id);
    if (writes === undefined) return;
    const record = yield* cache.load(id);
    const isCreation = writes[0]?.negotiation.version === 0;
    let stored: UnsureWrite<Terms> | undefined;
    for (const write of writes) {
      const { negotiation } = write;
      // It may still be on its way: a creation until its first deadline.
      const deadlineAt = isCreation ? (nextDeadline(negotiation)?.at ?? 0) : 0;
      if (record === undefined ? clock.now() < deadlineAt : record.version < negotiation.version) return;
      if (record !== undefined && (yield* cache.wasStored(negotiation, write.entry))) stored = write;
    }
    this.#writes.delete(id);
    if (stored !== undefined) stored.tell();
    else if (record !== undefined && !isCreation) onOvertaken(record);
  }
}
