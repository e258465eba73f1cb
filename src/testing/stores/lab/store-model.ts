/**
 * @module
 * The simplest store that one can be sure of: rows and entries in lists, every question answered by looking
 * at all of them. Others are compared with it.
 */

import type { Json } from "../../../core/json/index.js";
import type { Entry } from "../../../core/record/index.js";
import type {
  Commit,
  CommitResult,
  CreateResult,
  DueClaim,
  ListQuery,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  Page,
} from "../../../ports/index.js";

/** The methods that the model knows. */
export type ModelledMethod =
  | "create"
  | "commit"
  | "load"
  | "turns"
  | "entries"
  | "list"
  | "claimDue"
  | "nextDeadline"
  | "delete";

/** As much of a store as the model is one. */
export type Modelled = Pick<NegotiationStore, ModelledMethod>;

/** A store for small numbers of everything. */
export class StoreModel implements Modelled {
  readonly #kept: Map<string, Kept>;

  constructor(kept: ReadonlyMap<string, Kept> = new Map()) {
    this.#kept = new Map(kept);
  }

  /** Another one with the same content. */
  clone(): StoreModel {
    return new StoreModel(this.#kept);
  }

  create(created: NewNegotiation): CreateResult {
    const { entry, outbox: _, ...columns } = created;
    const twin = this.#find(
      (row) => row.roomId === created.roomId && row.createCommandId === created.createCommandId,
    );
    if (twin !== undefined) return { ok: false, reason: "duplicate", id: twin.id };
    if (this.#kept.has(created.id)) return { ok: false, reason: "exists", id: created.id };
    const key = created.isFinal ? null : created.exclusiveKey;
    const holder = this.#find((row) => !row.isFinal && key !== null && row.exclusiveKey === key);
    if (holder !== undefined) return { ok: false, reason: "exclusive", id: holder.id };
    const { createdAt: at, schema } = created;
    this.#kept.set(created.id, {
      row: { ...columns, version: 0, turnCount: entry.turn === null ? 0 : 1, updatedAt: at },
      history: [{ ...entry, version: 0, schema, at }],
      leaseEndsAt: 0,
    });
    return { ok: true };
  }

  commit(commit: Commit): CommitResult {
    const kept = this.#kept.get(commit.id);
    if (kept === undefined) return { ok: false, reason: "missing" };
    const { entry, now: at, expectedVersion, outbox: _, ...columns } = commit;
    const { row, history } = kept;
    if (entry.commandId !== null && history.some(({ commandId }) => commandId === entry.commandId)) {
      return { ok: false, reason: "duplicate" };
    }
    const turnCount = row.turnCount + (entry.turn === null ? 0 : 1);
    const isNext = entry.turn === null || entry.turnNumber === turnCount;
    if (row.version !== expectedVersion || !isNext) return { ok: false, reason: "conflict" };
    const version = row.version + 1;
    this.#kept.set(commit.id, {
      row: { ...row, ...columns, version, turnCount, updatedAt: at },
      history: [...history, { ...entry, version, schema: commit.schema, at }],
      leaseEndsAt: 0,
    });
    return { ok: true, version };
  }

  load(id: string): NegotiationRow | null {
    return this.#kept.get(id)?.row ?? null;
  }

  turns(id: string, { after = 0, upTo = Number.POSITIVE_INFINITY }: Range = {}): readonly Json[] {
    const turns = this.#historyOf(id).flatMap(({ turn }) => (turn === null ? [] : [turn]));
    return turns.filter((_, index) => index + 1 > after && index + 1 <= upTo);
  }

  entries(id: string, { after = -1, limit = Number.POSITIVE_INFINITY }: Range = {}): readonly Entry[] {
    return this.#historyOf(id)
      .filter(({ version }) => version > after)
      .slice(0, limit);
  }

  /** Without cursors: `next` is `"more"` or `null`. */
  list({ limit, partyId, isFinal, roomId }: ListQuery): Page<NegotiationRow> {
    const found = [...this.#kept.values()]
      .map(({ row }) => row)
      .filter((row) => partyId === undefined || row.initiatorId === partyId || row.responderId === partyId)
      .filter((row) => isFinal === undefined || row.isFinal === isFinal)
      .filter((row) => roomId === undefined || row.roomId === roomId)
      .sort((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1));
    return { items: found.slice(0, limit), next: found.length > limit ? "more" : null };
  }

  /** @param passedOver - ids of rows that somebody else is about to lease or to commit to: they are left out */
  claimDue(
    query: Parameters<NegotiationStore["claimDue"]>[0],
    passedOver: ReadonlySet<string> = new Set(),
  ): readonly DueClaim[] {
    const { now, limit, leaseMs, maxSchema, roomIds } = query;
    const leaseEndsAt = now + leaseMs;
    const due = [...this.#kept.values()]
      .filter(
        ({ leaseEndsAt: endsAt, row }) => endsAt <= now && row.schema <= maxSchema && !passedOver.has(row.id),
      )
      .map(({ row }) => row)
      .filter(({ roomId }) => roomIds === undefined || roomIds.includes(roomId))
      .flatMap(({ id, version, roomId, deadline }) =>
        deadline === null || deadline.at > now ? [] : [{ id, version, roomId, deadline, leaseEndsAt }],
      )
      .sort((one, other) => one.deadline.at - other.deadline.at || (one.id < other.id ? -1 : 1))
      .slice(0, limit);
    for (const { id } of due) {
      const kept = this.#kept.get(id);
      if (kept !== undefined) this.#kept.set(id, { ...kept, leaseEndsAt });
    }
    return due;
  }

  nextDeadline(): number | null {
    const ats = [...this.#kept.values()].flatMap(({ row }) => row.deadline?.at ?? []);
    return ats.length === 0 ? null : Math.min(...ats);
  }

  delete(id: string): boolean {
    return this.#kept.delete(id);
  }

  #find(is: (row: NegotiationRow) => boolean): NegotiationRow | undefined {
    return [...this.#kept.values()].map(({ row }) => row).find(is);
  }

  #historyOf(id: string): readonly Entry[] {
    return this.#kept.get(id)?.history ?? [];
  }
}

/** What is kept of a negotiation. Never changed: replaced. */
interface Kept {
  readonly row: NegotiationRow;
  readonly history: readonly Entry[];
  readonly leaseEndsAt: number;
}

interface Range {
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
  readonly limit?: number | undefined;
}
