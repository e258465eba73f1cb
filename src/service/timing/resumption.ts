/**
 * @module
 * Going on with what an earlier process left in the store: what is overdue takes effect first, in order,
 * then the agents of the open negotiations are asked again (docs/requirements/storage.md, ST-87).
 */

import { type Negotiation, SCHEMA } from "../../core/record/index.js";
import type { Clock, MaybePromise, NegotiationRow, NegotiationStore } from "../../ports/index.js";
import type { RecordCache } from "../commands/index.js";
import { type Steps, settled } from "../queue/index.js";

/** What a resumption works with. */
export interface ResumptionOptions<Terms> {
  readonly roomId: string;
  readonly store: NegotiationStore;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly cache: RecordCache<Terms>;
  readonly wake: (id: string) => MaybePromise<void>;
  /** Begins to hear wake-ups. */
  readonly listen: () => void;
  /** Whether somebody here would take the turn of this row; `undefined` when nobody takes any. */
  readonly isTaken: ((row: NegotiationRow) => boolean) | undefined;
  /** Asks the agent, or parks the turn. */
  readonly goOn: (record: Negotiation<Terms>) => void;
  /** @throws {NegotiationError} `service_closed` when nothing may start any more */
  readonly assertOpen: () => void;
}

/** Overdue rows a look; as many as the sweep takes. */
const DUE_PAGE = 100;

/** Open rows a page. Chosen: what is read of larger ones outlives young collections (measured: 1,000 cost 6 % more). */
const OPEN_PAGE = 250;

/** Brings a room up to date with its store. */
export function* resumed<Terms>(options: ResumptionOptions<Terms>): Steps<void> {
  const { roomId, store, clock, leaseMs, cache, isTaken } = options;
  const now = clock.now();
  const soonest = yield* cache.retried(() => store.nextDeadline());
  options.assertOpen();
  if (soonest !== null && soonest <= now) {
    const query = { now, limit: DUE_PAGE, leaseMs, maxSchema: SCHEMA, roomIds: [roomId] };
    const due: string[] = [];
    let found: number;
    // All of them before the first takes effect, which may begin the room's sweep: it would take a part of them, and
    // they would end out of order.
    do {
      const page = yield* cache.retried(() => store.claimDue(query));
      options.assertOpen();
      for (const { id } of page) due.push(id);
      found = page.length;
    } while (found === DUE_PAGE);
    for (const id of due) yield* settled(options.wake(id));
  }
  options.listen();
  if (isTaken === undefined) return;
  let after: string | undefined;
  do {
    const query = { roomId, isFinal: false, limit: OPEN_PAGE, after, withTurns: true };
    const page = yield* cache.retried(() => store.list(query));
    options.assertOpen();
    for (const row of page.items) {
      // What a newer version of the library has written is that one's to go on with (ST-41).
      if (row.schema > SCHEMA || !isTaken(row)) continue;
      // Overdue, and leased to another process or only since: no agent is asked about it.
      if (row.deadline !== null && row.deadline.at <= clock.now()) {
        yield* settled(options.wake(row.id));
        continue;
      }
      const record = yield* cache.ofRow(row);
      options.assertOpen();
      if (record === undefined) continue;
      cache.adopt(record);
      // It may have moved since it was listed.
      options.goOn(cache.known(row.id) ?? record);
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
}
