/**
 * @module
 * Puts the invariants of a world to work: tells each what happens and keeps what they find.
 */

import type {
  Acknowledgement,
  AgentAsked,
  ConsumedRecord,
  Finding,
  Invariant,
  InvariantCheck,
  JudgedMove,
  ObservedWrite,
  PublishedEvent,
  RefusedCommand,
  Truth,
  WatchedWorld,
  WorldEnd,
} from "./observation.js";

/** What was found to be untrue, where and when. */
export interface Violation {
  /** The invariant's id. */
  readonly invariant: string;
  /** Virtual epoch ms. */
  readonly at: number;
  readonly negotiationId: string | null;
  readonly detail: string;
}

/** The invariants of one world at work. */
export class Watch {
  readonly #checks: readonly { readonly id: string; readonly check: InvariantCheck }[];
  readonly #violations: Violation[] = [];

  constructor(invariants: readonly Invariant[], truth: Truth, world: WatchedWorld) {
    this.#checks = invariants.map(({ id, watch }) => ({ id, check: watch(truth, world) }));
  }

  /** What was found, in the order in which it was. */
  get violations(): readonly Violation[] {
    return this.#violations;
  }

  /** The truth took a write. */
  written(write: ObservedWrite): void {
    for (const { id, check } of this.#checks) this.#keep(id, write.at, check.onWrite?.(write));
  }

  /** A client was told that its command took effect. */
  acknowledged(acknowledgement: Acknowledgement): void {
    for (const { id, check } of this.#checks) {
      this.#keep(id, acknowledgement.at, check.onAcknowledged?.(acknowledgement));
    }
  }

  /** A client was told that its command did not take effect. */
  refused(refused: RefusedCommand): void {
    for (const { id, check } of this.#checks) this.#keep(id, refused.at, check.onRefused?.(refused));
  }

  /** A node calls an agent. */
  asked(asked: AgentAsked): void {
    for (const { id, check } of this.#checks) this.#keep(id, asked.at, check.onAsked?.(asked));
  }

  /** A hook or a policy has judged a move. */
  judged(judged: JudgedMove): void {
    for (const { id, check } of this.#checks) this.#keep(id, judged.at, check.onJudged?.(judged));
  }

  /** A node told its listeners. */
  published(event: PublishedEvent): void {
    for (const { id, check } of this.#checks) this.#keep(id, event.at, check.onPublished?.(event));
  }

  /** The consumer handled a record of the outbox. */
  consumed(consumed: ConsumedRecord): void {
    for (const { id, check } of this.#checks) this.#keep(id, consumed.at, check.onConsumed?.(consumed));
  }

  /** The world has ended. */
  ended(end: WorldEnd): void {
    for (const { id, check } of this.#checks) this.#keep(id, end.at, check.atEnd?.(end));
  }

  #keep(invariant: string, at: number, finding: Finding | undefined): void {
    if (finding !== undefined) this.#violations.push({ invariant, at, ...finding });
  }
}
