/**
 * @module
 * The simplest store that one can be sure of, and random calls to compare another one with it (TS-34).
 */

import fc from "fast-check";
import type { Entry } from "../../src/core/entries.js";
import type { Json } from "../../src/core/negotiation.js";
import type {
  Commit,
  CommitResult,
  CreateResult,
  DueClaim,
  ListQuery,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
} from "../../src/ports/store.js";
import { T0 } from "./store-builders.js";

type Modelled = Pick<
  NegotiationStore,
  "create" | "commit" | "load" | "turns" | "entries" | "list" | "claimDue" | "nextDeadline" | "delete"
>;

/** One call, to be made of a store or of the model. */
export interface StoreStep {
  on(store: Modelled): unknown;
  toString(): string;
}

/** Rows and entries in arrays, every question answered by looking at all of them. */
export class StoreModel implements Modelled {
  readonly rows: NegotiationRow[] = [];
  readonly histories: Record<string, Entry[]> = {};
  readonly leases: Record<string, number> = {};

  create(created: NewNegotiation): CreateResult {
    const { entry, outbox: _, ...columns } = created;
    const rival = (is: (row: NegotiationRow) => boolean): string | undefined => this.rows.find(is)?.id;
    const twin = rival(
      (row) => row.roomId === created.roomId && row.createCommandId === created.createCommandId,
    );
    if (twin !== undefined) return { ok: false, reason: "duplicate", id: twin };
    if (rival((row) => row.id === created.id) !== undefined)
      return { ok: false, reason: "exists", id: created.id };
    const holder = rival(
      (row) => !row.isFinal && row.exclusiveKey !== null && row.exclusiveKey === created.exclusiveKey,
    );
    if (holder !== undefined && !created.isFinal) return { ok: false, reason: "exclusive", id: holder };
    const turnCount = entry.turn === null ? 0 : 1;
    this.rows.push({ ...columns, version: 0, turnCount, updatedAt: created.createdAt });
    this.histories[created.id] = [{ ...entry, version: 0, schema: created.schema, at: created.createdAt }];
    this.leases[created.id] = 0;
    return { ok: true };
  }

  commit(commit: Commit): CommitResult {
    const index = this.rows.findIndex(({ id }) => id === commit.id);
    const row = this.rows[index];
    if (row === undefined) return { ok: false, reason: "missing" };
    const { entry, now, expectedVersion, outbox: _, ...columns } = commit;
    const history = this.histories[commit.id] ?? [];
    if (entry.commandId !== null && history.some(({ commandId }) => commandId === entry.commandId)) {
      return { ok: false, reason: "duplicate" };
    }
    const turnCount = row.turnCount + (entry.turn === null ? 0 : 1);
    if (row.version !== expectedVersion || (entry.turn !== null && entry.turnNumber !== turnCount)) {
      return { ok: false, reason: "conflict" };
    }
    const version = row.version + 1;
    this.rows[index] = { ...row, ...columns, version, turnCount, updatedAt: now };
    history.push({ ...entry, version, schema: commit.schema, at: now });
    this.leases[commit.id] = 0;
    return { ok: true, version };
  }

  load(id: string): NegotiationRow | null {
    return this.rows.find((row) => row.id === id) ?? null;
  }

  turns(id: string, range: { after?: number | undefined; upTo?: number | undefined } = {}): readonly Json[] {
    const { after = 0, upTo = Number.POSITIVE_INFINITY } = range;
    const turns = (this.histories[id] ?? []).flatMap(({ turn }) => (turn === null ? [] : [turn]));
    return turns.filter((_, index) => index + 1 > after && index + 1 <= upTo);
  }

  entries(
    id: string,
    range: { after?: number | undefined; limit?: number | undefined } = {},
  ): readonly Entry[] {
    const { after = -1, limit = Number.POSITIVE_INFINITY } = range;
    return (this.histories[id] ?? []).filter(({ version }) => version > after).slice(0, limit);
  }

  /** Without cursors: `next` is `"more"` or `null`. */
  list({ limit, partyId, isFinal, roomId }: ListQuery): {
    items: readonly NegotiationRow[];
    next: string | null;
  } {
    const found = this.rows
      .filter((row) => partyId === undefined || row.initiatorId === partyId || row.responderId === partyId)
      .filter((row) => isFinal === undefined || row.isFinal === isFinal)
      .filter((row) => roomId === undefined || row.roomId === roomId)
      .sort((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1));
    return { items: found.slice(0, limit), next: found.length > limit ? "more" : null };
  }

  claimDue({
    now,
    limit,
    leaseMs,
    roomIds,
  }: Parameters<NegotiationStore["claimDue"]>[0]): readonly DueClaim[] {
    const due = this.rows
      .flatMap(({ deadline, ...row }) => (deadline === null ? [] : [{ ...row, deadline }]))
      .filter(({ id, deadline }) => deadline.at <= now && (this.leases[id] ?? 0) <= now)
      .filter(({ roomId }) => roomIds === undefined || roomIds.includes(roomId))
      .sort((one, other) => one.deadline.at - other.deadline.at || (one.id < other.id ? -1 : 1))
      .slice(0, limit);
    for (const { id } of due) this.leases[id] = now + leaseMs;
    return due.map(({ id, version, roomId, deadline }) => ({
      id,
      version,
      roomId,
      deadline,
      leaseEndsAt: now + leaseMs,
    }));
  }

  nextDeadline(): number | null {
    const ats = this.rows.flatMap(({ deadline }) => (deadline === null ? [] : [deadline.at]));
    return ats.length === 0 ? null : Math.min(...ats);
  }

  delete(id: string): boolean {
    const index = this.rows.findIndex((row) => row.id === id);
    if (index < 0) return false;
    this.rows.splice(index, 1);
    delete this.histories[id];
    delete this.leases[id];
    return true;
  }
}

/** Calls over few ids, rooms, commands, keys, versions and instants, so that they meet. */
export function storeSteps(): fc.Arbitrary<readonly StoreStep[]> {
  const id = fc.constantFrom("a", "b", "c", "d");
  const small = fc.nat({ max: 6 });
  const deadline = fc.record({
    at: small.map((ms) => T0 + ms),
    kind: fc.constantFrom("turn" as const, "total" as const),
  });
  const isFinal = fc.nat({ max: 3 }).map((number) => number === 0);
  const create = fc
    .record({
      id,
      roomId: fc.constantFrom("r1", "r2"),
      createCommandId: fc.constantFrom("c1", "c2", "c3", "c4", "c5"),
      exclusiveKey: fc.constantFrom(null, "k1", "k2"),
      isFinal,
      deadline,
      at: small,
      opens: fc.boolean(),
    })
    .map(({ at, opens, ...one }) =>
      step("create", {
        ...one,
        schema: 1,
        initiatorId: one.id === "a" ? "ada" : "bob",
        responderId: "smith",
        status: "open",
        deadline: one.isFinal ? null : one.deadline,
        parked: null,
        floor: null,
        state: { at },
        createdAt: T0 + at,
        entry: entryOf(one.createCommandId, opens ? 1 : null),
        outbox: [],
      }),
    );
  const commit = fc
    .record({
      id,
      isFinal,
      deadline,
      expectedVersion: small,
      now: small,
      command: fc.constantFrom(null, "x1", "x2", "x3", "x4", "x5", "c1"),
      turnNumber: fc.constantFrom(null, 1, 2, 3),
    })
    .map(({ command, turnNumber, now, ...one }) =>
      step("commit", {
        ...one,
        deadline: one.isFinal ? null : one.deadline,
        schema: 1,
        status: one.isFinal ? "rejected" : "open",
        parked: null,
        floor: null,
        state: { now },
        now: T0 + now,
        entry: entryOf(command, turnNumber),
        outbox: [],
      }),
    );
  const claimDue = fc
    .record({ now: small, limit: fc.integer({ min: 1, max: 3 }), leaseMs: fc.integer({ min: 1, max: 3 }) })
    .chain((one) => fc.constantFrom(undefined, ["r1"], ["r1", "r2"]).map((roomIds) => ({ ...one, roomIds })))
    .map((one) => step("claimDue", { ...one, now: T0 + one.now, maxSchema: 1 }));
  const list = fc
    .record({
      limit: fc.integer({ min: 1, max: 4 }),
      partyId: fc.constantFrom(undefined, "ada", "smith"),
      isFinal: fc.constantFrom(undefined, true, false),
      roomId: fc.constantFrom(undefined, "r1"),
    })
    .map((query) => step("list", query));
  const reads = fc.oneof(
    id.map((one) => step("load", one)),
    fc.tuple(id, small, small).map(([one, after, upTo]) => step("turns", one, { after, upTo })),
    fc.tuple(id, small).map(([one, after]) => step("entries", one, { after, limit: 2 })),
    fc.constant(step("nextDeadline")),
  );
  const one = fc.oneof(
    { arbitrary: create, weight: 3 },
    { arbitrary: commit, weight: 8 },
    { arbitrary: claimDue, weight: 3 },
    { arbitrary: list, weight: 2 },
    { arbitrary: reads, weight: 4 },
    { arbitrary: id.map((it) => step("delete", it)), weight: 1 },
  );
  // A final row never becomes live again: such commits are left out as they come up.
  return fc.array(one, { minLength: 10, maxLength: 60 }).map((steps) => {
    const settled = new Set<string>();
    return steps.filter((it) => {
      const given = it.given as { readonly id: string; readonly isFinal: boolean };
      if (it.method === "delete") settled.delete(it.given as string);
      if (it.method !== "commit" && it.method !== "create") return true;
      if (it.method === "commit" && settled.has(given.id) && !given.isFinal) return false;
      if (given.isFinal) settled.add(given.id);
      return true;
    });
  });
}

interface MethodStep extends StoreStep {
  readonly method: keyof Modelled;
  readonly given: unknown;
}

function step(method: keyof Modelled, ...given: readonly unknown[]): MethodStep {
  return {
    method,
    given: given[0],
    on: (store) => {
      const answer: unknown = Reflect.apply(store[method], store, given);
      return method === "list" ? withoutCursor(answer) : answer;
    },
    toString: () => `${method}(${given.map((one) => JSON.stringify(one)).join(", ")})`,
  };
}

/** A cursor is opaque: only whether there is one counts. */
function withoutCursor(answer: unknown): unknown {
  if (answer instanceof Promise) return answer.then(withoutCursor);
  const page = answer as { readonly items: unknown; readonly next: string | null };
  return { items: page.items, next: page.next === null ? null : "more" };
}

function entryOf(
  commandId: string | null,
  turnNumber: number | null,
): Omit<Entry, "version" | "schema" | "at"> {
  const turn = turnNumber === null ? null : { number: turnNumber };
  return { kind: turn === null ? "woken" : "turn", commandId, turnNumber, turn, details: null };
}
