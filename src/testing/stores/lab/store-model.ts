/**
 * @module
 * The simplest store that one can be sure of: rows and entries in lists, every question answered by looking at all of
 * them. And random calls, of it and of the store that is compared with it, over so few ids that they meet.
 */

import type { Json } from "../../../core/json/index.js";
import type { Entry, NewEntry } from "../../../core/record/index.js";
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
import type { RandomStream } from "../../harness/index.js";
import { T0 } from "./store-calls.js";

/** The methods that the model knows. */
type ModelledMethod =
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

/** One call. */
export interface StoreStep {
  readonly method: ModelledMethod;
  /** The first argument. */
  readonly given: unknown;
  /** Makes the call; a cursor in the answer is told as `"more"`, since it is opaque. */
  on(store: Modelled): unknown;
  toString(): string;
}

/** The ids of all negotiations that the calls are about. */
export const STEP_IDS: readonly string[] = ["a", "b", "c", "d"];

/** Calls of one client, which end some negotiations. */
export function drawnSteps(random: RandomStream): readonly StoreStep[] {
  return listOf(random.integer(10, 60), () => drawnStep(random, 6, 0.25));
}

/** The calls without those that take up a negotiation again that has ended. */
export function withoutRevivals(steps: readonly StoreStep[]): readonly StoreStep[] {
  const settled = new Set<unknown>();
  return steps.filter(({ method, given }) => {
    if (method === "delete") settled.delete(given);
    if (method !== "commit" && method !== "create") return true;
    const { id, isFinal: ends } = given as { readonly id: string; readonly isFinal: boolean };
    if (method === "commit" && settled.has(id) && !ends) return false;
    if (ends) settled.add(id);
    return true;
  });
}

/**
 * A few calls of each of two clients, which end nothing: whether one came after the end of another is open.
 * Half of the clients begin with a commit on the same negotiation at the same version.
 */
export function drawnClients(random: RandomStream): readonly [readonly StoreStep[], readonly StoreStep[]] {
  const client = (): readonly StoreStep[] => {
    const race = random.happens(0.5) ? [commit(random, "a", 0, 0, null)] : [];
    return [...race, ...listOf(random.integer(1, 5), () => drawnStep(random, 2, 0))];
  };
  return [client(), client()];
}

/**
 * @param versions - the greatest version, turn number and delay in ms that comes up
 * @param ends - how probable it is that a creation or a commit ends its negotiation
 */
function drawnStep(random: RandomStream, versions: number, ends: number): StoreStep {
  const id = random.pick(STEP_IDS);
  const small = (): number => random.integer(0, versions);
  const makers: readonly (readonly [weight: number, make: () => StoreStep])[] = [
    [3, () => creation(random, id, ends)],
    [8, () => commit(random, id, small(), ends, random.pick([null, 1, 2, 3]))],
    [3, () => claimDue(random, small())],
    [2, () => list(random)],
    [1, () => step("load", id)],
    [1, () => step("turns", id, { after: small(), upTo: small() })],
    [1, () => step("entries", id, { after: small(), limit: 2 })],
    [1, () => step("nextDeadline")],
    [1, () => step("delete", id)],
  ];
  return random.pick(makers.flatMap(([weight, make]) => listOf(weight, () => make)))();
}

function listOf<T>(length: number, make: () => T): T[] {
  return Array.from({ length }, make);
}

function creation(random: RandomStream, id: string, ends: number): StoreStep {
  const createCommandId = random.pick(["c1", "c2", "c3", "c4", "c5"]);
  const isFinal = random.happens(ends);
  const at = random.integer(0, 6);
  return step("create", {
    id,
    roomId: random.pick(["r1", "r2"]),
    createCommandId,
    exclusiveKey: random.pick([null, "k1", "k2"]),
    isFinal,
    schema: 1,
    initiatorId: id === "a" ? "ada" : "bob",
    responderId: "smith",
    status: "open",
    deadline: isFinal ? null : deadline(random),
    parked: null,
    floor: null,
    state: { at },
    createdAt: T0 + at,
    entry: entryOf(createCommandId, random.happens(0.5) ? 1 : null),
    outbox: [],
  });
}

function commit(
  random: RandomStream,
  id: string,
  expectedVersion: number,
  ends: number,
  turnNumber: number | null,
): StoreStep {
  const isFinal = random.happens(ends);
  const now = random.integer(0, 6);
  return step("commit", {
    id,
    isFinal,
    deadline: isFinal ? null : deadline(random),
    expectedVersion,
    schema: 1,
    status: isFinal ? "rejected" : "open",
    parked: null,
    floor: null,
    state: { now },
    now: T0 + now,
    entry: entryOf(random.pick([null, "x1", "x2", "x3", "x4", "x5", "c1"]), turnNumber),
    outbox: [],
  });
}

function claimDue(random: RandomStream, now: number): StoreStep {
  return step("claimDue", {
    now: T0 + now,
    limit: random.integer(1, 3),
    leaseMs: random.integer(1, 3),
    roomIds: random.pick([undefined, ["r1"], ["r1", "r2"]]),
    maxSchema: 1,
  });
}

function list(random: RandomStream): StoreStep {
  return step("list", {
    limit: random.integer(1, 4),
    partyId: random.pick([undefined, "ada", "smith"]),
    isFinal: random.pick([undefined, true, false]),
    roomId: random.pick([undefined, "r1"]),
  });
}

function deadline(random: RandomStream): { readonly at: number; readonly kind: "turn" | "total" } {
  return { at: T0 + random.integer(0, 6), kind: random.pick(["turn", "total"]) };
}

function entryOf(commandId: string | null, turnNumber: number | null): NewEntry {
  const turn = turnNumber === null ? null : { number: turnNumber };
  return { kind: turn === null ? "woken" : "turn", commandId, turnNumber, turn, details: null };
}

function step(method: ModelledMethod, ...given: readonly unknown[]): StoreStep {
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

function withoutCursor(answer: unknown): unknown {
  if (typeof answer === "object" && answer !== null && "then" in answer) {
    return Promise.resolve(answer).then(withoutCursor);
  }
  const page = answer as { readonly items: unknown; readonly next: string | null };
  return { items: page.items, next: page.next === null ? null : "more" };
}
