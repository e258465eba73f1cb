/**
 * @module
 * Real services over one memory store that is watched: what they write, tell and answer goes to the
 * invariants as a world would hand it over. No faults; for the tests of the invariants.
 */

import type { CommitEvent } from "../../src/core/index.js";
import type { Json } from "../../src/core/json/index.js";
import type { Commit, NegotiationStore, NewNegotiation } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { invariantsWith } from "../../src/simulation/invariants/index.js";
import {
  type Acknowledgement,
  COMMIT_EVENT_ORDER,
  type Finding,
  type InvariantCheck,
  type ObservedWrite,
} from "../../src/simulation/observation/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { storeWith } from "../kit/wrapped-store.js";
import { quietEnd, truthOf } from "./observed-histories.js";

/** Several services of one room over one store. */
export class RecordedRooms {
  readonly clock: ManualClock = new ManualClock();
  readonly writes: ObservedWrite[] = [];
  readonly findings: string[] = [];
  readonly rooms: readonly NegotiationService<Json>[];
  readonly #store = new MemoryStore();
  readonly #intents = new Map<string, number>();
  readonly #checks: readonly { readonly id: string; readonly check: InvariantCheck }[];
  #cursor: string | null = null;

  constructor(
    nodeCount: number,
    options: Omit<ServiceOptions<Json>, "store" | "clock" | "outbox">,
    replayEvery = 1,
  ) {
    const truth = truthOf(this.writes, { intentOf: (commandId) => this.#intents.get(commandId) });
    this.#checks = invariantsWith({ replayEvery }).map(({ id, watch }) => ({
      id,
      check: watch(truth, { mode: "safety", seed: 1 }),
    }));
    let idCount = 0;
    const ids = (kind: string): string => `${kind}-${++idCount}`;
    this.rooms = Array.from({ length: nodeCount }, (_, index) => {
      const node = `n${index + 1}#1`;
      const store = this.#watchedFor(node);
      const room = new NegotiationService<Json>("room-1", {
        sweepIntervalMs: 100,
        leaseMs: 400,
        ids,
        ...options,
        store,
        clock: this.clock,
        outbox: true,
      });
      for (const type of COMMIT_EVENT_ORDER)
        room.on(type, ((payload: unknown) => this.#published(node, type, payload)) as never);
      return room;
    });
  }

  /** A client means the same with every command id that has this intent. */
  note(commandId: string, intent: number): void {
    this.#intents.set(commandId, intent);
  }

  /** A client was told that its command took effect. */
  acknowledged(told: Omit<Acknowledgement, "at" | "node">): void {
    const acknowledgement = { at: this.clock.now(), node: "n1#1", ...told };
    this.#ask((check) => check.onAcknowledged?.(acknowledgement));
  }

  /** The consumer reads on. */
  consume(): void {
    for (;;) {
      const records = this.#store.readOutbox({ after: this.#cursor, limit: 10 });
      if (records.length === 0) return;
      for (const record of records)
        this.#ask((check) => check.onConsumed?.({ at: this.clock.now(), record }));
      this.#cursor = records.at(-1)?.position ?? null;
    }
  }

  /** Closes the rooms, reads the outbox to its end and asks the invariants for the last time. */
  async end(): Promise<void> {
    await Promise.all(this.rooms.map((room) => room.close()));
    this.consume();
    const end = quietEnd(this.clock.now(), { timers: this.clock.pendingCount });
    this.#ask((check) => check.atEnd?.(end));
  }

  #watchedFor(node: string): NegotiationStore {
    const store = this.#store;
    return storeWith(store, {
      create: (created) => this.#written(node, created, () => store.create(created)),
      commit: (commit) => this.#written(node, commit, () => store.commit(commit)),
    });
  }

  #written<Result extends { readonly ok: boolean }>(
    node: string,
    given: NewNegotiation | Commit,
    write: () => Result,
  ): Result {
    const before = this.#store.load(given.id);
    const result = write();
    const after = this.#store.load(given.id);
    if (!result.ok || after === null) return result;
    const expectedVersion = "expectedVersion" in given ? given.expectedVersion : null;
    const entry = this.#store.entries(given.id).at(-1);
    const now = this.clock.now();
    this.writes.push({
      at: now,
      node,
      nodeNow: now,
      before,
      after,
      expectedVersion,
      entry: entry as ObservedWrite["entry"],
      outbox: given.outbox,
    });
    this.#ask((check) => check.onWrite?.(this.writes.at(-1) as ObservedWrite));
    return result;
  }

  #published(node: string, type: CommitEvent["type"], payload: any): void {
    const { id, version } = payload.negotiation ?? payload;
    const event = { at: this.clock.now(), node, negotiationId: id, version, type };
    this.#ask((check) => check.onPublished?.(event));
  }

  #ask(question: (check: InvariantCheck) => Finding | undefined): void {
    for (const { id, check } of this.#checks) {
      const found = question(check);
      if (found !== undefined) this.findings.push(`${id}: ${found.negotiationId} ${found.detail}`);
    }
  }
}
