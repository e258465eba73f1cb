/**
 * @module
 * The invariants of the simulation, asked outside of a world: about the writes that a store took and the
 * events that were told of one negotiation. They restate the rules as data of their own (SM-22).
 */

import type { CommitEvent } from "../../src/core/index.js";
import type { MoveCommand } from "../../src/core/moves/index.js";
import type { NegotiationRow } from "../../src/ports/index.js";
import { invariantsWith } from "../../src/simulation/invariants/index.js";
import type { Finding, InvariantCheck, ObservedWrite } from "../../src/simulation/observation/index.js";
import type { MemoryStore } from "../../src/stores/memory/index.js";

/** One writer, as the invariants name it. */
const NODE = "one#1";

/** The invariants that a single room can break without a world around it; I11 at every version. */
const ASKED: readonly string[] = ["I1", "I2", "I3", "I5", "I8", "I10", "I11"];

/** Asks about one negotiation, and throws what an invariant finds. */
export class AskedInvariants {
  readonly #store: MemoryStore;
  readonly #id: string;
  readonly #checks: readonly (readonly [id: string, check: InvariantCheck])[];
  readonly #repliesTo = new Map<string, string>();
  #nodeNow = 0;

  constructor(store: MemoryStore, id: string) {
    this.#store = store;
    this.#id = id;
    const truth = {
      row: (one: string) => store.load(one),
      rows: () => [store.load(id)].filter((row) => row !== null),
      entries: (one: string) => store.entries(one),
      turns: (one: string) => store.turns(one),
      outbox: () => [],
      intentOf: () => undefined,
      writesOutbox: false,
      replyToOf: (commandId: string, partyId: string) => this.#repliesTo.get(`${partyId} ${commandId}`),
    };
    this.#checks = invariantsWith({ replayEvery: 1 })
      .filter((invariant) => ASKED.includes(invariant.id))
      .map((invariant) => [invariant.id, invariant.watch(truth, { mode: "safety", seed: 0 })]);
  }

  /** Remembers which proposal a mover named, which no entry keeps. */
  notesReply({ commandId, partyId, move: { replyTo } }: MoveCommand): void {
    if (replyTo !== null) this.#repliesTo.set(`${partyId} ${commandId}`, replyTo);
  }

  /**
   * Asks about the write that the store has just taken.
   *
   * @param before - the row right before; `null` at creation
   * @param expectedVersion - as the writer gave it; `null` at creation
   * @param now - what the writer's clock says, epoch ms
   */
  written(
    before: NegotiationRow | null,
    expectedVersion: number | null,
    now: number,
    outbox: ObservedWrite["outbox"] = [],
  ): void {
    const after = this.#store.load(this.#id);
    const entry = this.#store.entries(this.#id).at(-1);
    if (after === null || entry === undefined) throw new Error("Expected a row and its entry.");
    this.#nodeNow = Math.max(this.#nodeNow, now);
    const seen = { at: now, node: NODE, nodeNow: this.#nodeNow };
    this.#ask((check) => check.onWrite?.({ ...seen, before, after, expectedVersion, entry, outbox }));
  }

  /** Asks about an event that was told. */
  told(type: CommitEvent["type"], version: number, now: number): void {
    this.#ask((check) =>
      check.onPublished?.({ at: now, node: NODE, negotiationId: this.#id, version, type }),
    );
  }

  /** Asks about the whole. */
  ended(now: number): void {
    const nothing = {
      timers: 0,
      listeners: 0,
      pendingAgentCalls: 0,
      unresolvedCommands: 0,
      firedAfterEnd: [],
    };
    this.#ask((check) => check.atEnd?.({ at: now, mode: "safety", ...nothing }));
  }

  #ask(question: (check: InvariantCheck) => Finding | undefined): void {
    for (const [id, check] of this.#checks) {
      const finding = question(check);
      if (finding !== undefined) throw new Error(`${id}: ${finding.detail}`);
    }
  }
}
