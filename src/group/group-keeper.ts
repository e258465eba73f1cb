/**
 * @module
 * Keeps the record of a group: one decision at a time, stored before it is told, decided anew where somebody else has
 * stored one; and wakes for what is due. What follows from the record is `group-work.ts`'s business.
 */

import { NEVER } from "../core/deadlines/index.js";
import { deepFreeze, type Json } from "../core/json/index.js";
import { type NewEntry, SCHEMA } from "../core/record/index.js";
import { NegotiationError, shown } from "../errors.js";
import type { Commit, MaybePromise, NegotiationRow, NewNegotiation } from "../ports/index.js";
import type { SideRecord } from "../service/room/index.js";
import {
  type CreateGroup,
  decideGroup,
  eventsBetween,
  type GroupCommand,
  type GroupEventName,
  groupAfter,
  nextInstant,
} from "./decide-group.js";
import type { GroupPlan } from "./group-options.js";
import { type GroupRecord, isOverGroup } from "./group-record.js";

/** Who a group is kept for. */
export interface GroupKeeperOptions {
  /** Does what the newest record asks for; commands that it gives are collected meanwhile. */
  readonly followed: (group: GroupRecord) => void;
  /** Nothing will follow any more. */
  readonly closed: (reason: unknown) => void;
}

/** Keeps one group. */
export class GroupKeeper {
  readonly #side: SideRecord;
  readonly #on: GroupKeeperOptions;
  readonly #later = new Map<string, { readonly at: number; readonly work: () => void }>();
  readonly #whenFree: (() => void)[] = [];
  #record: GroupRecord | undefined;
  /** When time alone may change the record next: epoch ms. */
  #dueAt = NEVER;
  #isOver = false;
  #commands: GroupCommand[] = [];
  #armed: { readonly at: number; readonly isAwaited: boolean } | undefined;
  #isBusy = false;
  #isClosed = false;
  /** Whether somebody waits for its end: the process is to stay alive for it. */
  isAwaited = false;

  constructor(side: SideRecord, record: GroupRecord | undefined, on: GroupKeeperOptions) {
    this.#side = side;
    this.#on = on;
    if (record !== undefined) this.#keep(record);
  }

  /** The newest record; `undefined` before it is stored. */
  get record(): GroupRecord | undefined {
    return this.#record;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  on(event: string, listener: (payload: never) => void): () => void {
    const { emitter } = this.#side;
    emitter.on(event, listener as never);
    return () => void emitter.off(event, listener as never);
  }

  /** Tells what code of the host's threw. */
  fault(hook: string, error: unknown): void {
    const { emitter, id } = this.#side;
    if (!this.#isClosed) emitter.listenerFailed({ event: hook, error, negotiationId: id }, null);
  }

  /**
   * Stores a new group, and tells of it.
   *
   * @param then - called with whether it is stored now; `false` where the id is taken
   */
  create(command: CreateGroup, plan: GroupPlan, then: (isCreated: boolean) => void): void {
    const decision = decideGroup(null, command, this.#side.clock.now());
    if (!decision.ok || this.#isClosed) return;
    const { store, roomId, ids } = this.#side;
    const entry = entryOf("created", Object.freeze({ command, plan }), null);
    const row = newRow(decision.group, roomId, ids("command"), entry);
    this.#attempt(
      () => store.create(row),
      (result) => {
        if (!result.ok && result.reason !== "duplicate") return then(false);
        this.#keep(decision.group);
        this.#tell(decision.events, decision.group);
        then(true);
      },
    );
  }

  /** Begins: what was asked for meanwhile comes first. @param work - before the record is followed */
  begin(work: () => void): void {
    this.#pump();
    this.held(() => {
      work();
      if (this.#record !== undefined) this.#on.followed(this.#record);
    });
  }

  /**
   * Decides on the newest record, as soon as no other decision is being stored.
   *
   * @param command - with parts that are frozen: a store may keep them
   */
  decide(command: GroupCommand): void {
    this.#commands.push(Object.freeze(command));
    if (command.type !== "begin" && command.type !== "settle") this.#pump();
    // What many tracks tell in one instant is one commit: who told it last has been heard by then.
    else if (this.#commands.length === 1) SOON.then(() => this.#pump());
  }

  #pump(): void {
    const record = this.#record;
    if (this.#isBusy || this.#isClosed || record === undefined) return;
    const batch = this.#commands;
    if (batch.length === 0) {
      this.#settledDown();
      return;
    }
    this.#commands = [];
    const [group, taken] = groupAfter(record, batch, this.#side.clock.now());
    if (group === record) {
      this.#settledDown();
      return;
    }
    const details = Object.freeze({ commands: Object.freeze(taken) });
    const entry = entryOf(taken.at(-1)?.type, details, this.#side.ids("command"));
    const row = commitOf(group, record.version, entry);
    this.#attempt(
      () => this.#side.store.commit(row),
      (result) => {
        if (result.ok) this.#adopt(group);
        else {
          // Somebody else has resumed it as well: what is stored is what counts, and what was heard here still holds.
          this.#commands.unshift(...batch);
          this.#attempt(
            () => this.#side.store.load(this.#side.id),
            (found) => {
              const stored = recordOf(found, this.#side.id);
              if (stored === undefined) this.close(unknownGroup(this.#side.id));
              else this.#adopt(stored);
            },
          );
        }
      },
    );
  }

  #settledDown(): void {
    if (this.#whenFree.length > 0) for (const free of this.#whenFree.splice(0)) free();
    this.#arm();
  }

  /** Asks the store until it answers, with all commands held back. */
  #attempt<T>(step: () => MaybePromise<T>, then: (answer: T) => void): void {
    this.#isBusy = true;
    const done = (answer: T): void => {
      if (this.#isClosed) return;
      this.#isBusy = false;
      then(answer);
      this.#pump();
    };
    const failed = (error: unknown): void => {
      if (this.#isClosed) return;
      this.fault("store", error);
      this.later("store", AGAIN_MS, () => this.#attempt(step, then));
    };
    try {
      const answer = step();
      if (isPromise(answer)) answer.then(done as (answer: unknown) => void, failed);
      else done(answer as T);
    } catch (error) {
      failed(error);
    }
  }

  /** Does work during which commands are only collected. */
  held(work: () => void): void {
    this.#isBusy = true;
    try {
      work();
    } finally {
      this.#isBusy = false;
    }
    this.#pump();
  }

  #keep(group: GroupRecord): void {
    this.#record = group;
    this.#dueAt = nextInstant(group);
    this.#isOver = isOverGroup(group);
  }

  #adopt(group: GroupRecord): void {
    const before = this.#record as GroupRecord;
    if (group.version <= before.version) return;
    this.#keep(group);
    this.held(() => {
      this.#tell(eventsBetween(before, group), group);
      this.#on.followed(group);
    });
  }

  /** Resolves when nothing is being stored, or the service has ended; at once for what does not run. */
  async idle(): Promise<void> {
    while ((this.#isBusy || (this.#record && this.#commands.length > 0)) && !this.#isClosed)
      await new Promise<void>((resolve) => this.#whenFree.push(resolve));
  }

  /** Does what is due. */
  wake(): void {
    if (this.#isClosed) return;
    const now = this.#side.clock.now();
    for (const [name, { at, work }] of [...this.#later]) {
      if (at > now) continue;
      this.#later.delete(name);
      work();
    }
    if (!this.#isBusy && this.#dueAt <= now) this.decide({ type: "wake" });
    this.#arm();
  }

  /** Does work in that many ms, instead of what was to be done under that name; `undefined` takes it back. */
  later(name: string, ms: number, work: (() => void) | undefined): void {
    if (work === undefined) {
      this.#later.delete(name);
      return;
    }
    this.#later.set(name, { at: this.#side.clock.now() + ms, work });
    this.#arm();
  }

  /** Nobody waits for it any more. */
  rest(): void {
    this.isAwaited = false;
    this.#arm();
  }

  #arm(): void {
    if (this.#isClosed) return;
    if (this.#isOver && this.#later.size === 0 && !this.isAwaited) {
      this.#side.leave();
      return;
    }
    // What is being stored comes first; time is looked at again then.
    let at = this.#isBusy ? NEVER : this.#dueAt;
    for (const later of this.#later.values()) at = Math.min(at, later.at);
    if (this.#armed?.at === at && this.#armed.isAwaited === this.isAwaited) return;
    this.#armed = { at, isAwaited: this.isAwaited };
    this.#side.arm(this.#record?.version ?? 0, at, this.isAwaited);
  }

  /** Does nothing more, and tells nothing. */
  close(reason: unknown): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#later.clear();
    this.#commands = [];
    this.#side.emitter.removeAllListeners();
    this.#side.leave();
    for (const free of this.#whenFree.splice(0)) free();
    this.#on.closed(reason);
  }

  #tell(events: readonly GroupEventName[], group: GroupRecord): void {
    for (const event of events) if (!this.#isClosed) this.#side.emitter.emit(event, group as never);
  }
}

/** A resolved promise rather than `queueMicrotask`, which costs Node several times as much. */
const SOON = Promise.resolve();

/** Chosen: as often as the service asks a store again that fails. */
export const AGAIN_MS = 1_000;

/** Rows are written out like those of negotiations, key by key, so that stores find them alike. */
function newRow(
  group: GroupRecord,
  roomId: string,
  createCommandId: string,
  entry: NewEntry,
): NewNegotiation {
  return {
    id: group.id,
    schema: SCHEMA,
    roomId,
    createCommandId,
    // Of nobody: it is in no party's listing, and in no count of one.
    initiatorId: group.id,
    responderId: group.id,
    exclusiveKey: null,
    status: group.status,
    isFinal: false,
    deadline: deadlineOf(group),
    parked: null,
    floor: null,
    state: json(group),
    createdAt: group.createdAt,
    entry,
    outbox: [],
  };
}

function commitOf(group: GroupRecord, expectedVersion: number, entry: NewEntry): Commit {
  const isFinal = isOverGroup(group);
  return {
    id: group.id,
    schema: SCHEMA,
    status: group.status,
    isFinal,
    deadline: isFinal ? null : deadlineOf(group),
    parked: null,
    floor: null,
    state: json(group),
    expectedVersion,
    now: group.updatedAt,
    entry,
    outbox: [],
  };
}

function deadlineOf({ confirmBy, deadlineAt }: GroupRecord): NewNegotiation["deadline"] {
  return { kind: "total", at: confirmBy ?? deadlineAt };
}

/** @param details - deep-frozen: a store may keep the very object */
function entryOf(what: string | undefined, details: object, commandId: string | null): NewEntry {
  return { kind: `group:${what}`, commandId, turnNumber: null, turn: null, details: json(details) };
}

/** The group of a row; `undefined` where it is none, or damaged. */
export function recordOf(row: NegotiationRow | null, id: string): GroupRecord | undefined {
  if (row?.responderId !== id || row.state === null) return undefined;
  const record = deepFreeze(row.state) as unknown as GroupRecord;
  return record.version === row.version && Array.isArray(record.tracks) ? record : undefined;
}

function json(value: object): Json {
  return value as unknown as Json;
}

/** Whether it is to be waited for. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null)?.then === "function";
}

/** That there is no group of that id. */
export function unknownGroup(id: string): NegotiationError {
  const message = `Expected the id of a group of this store, got ${shown(id)}. Use that of the group's record.`;
  return new NegotiationError("unknown_negotiation", message, { details: { id } });
}
