/**
 * @module
 * What a simulated world lets its invariants see: each write that the truth store took, what was
 * acknowledged, told and read from the outbox, and the state of everything at the end. Data only.
 */

import type { CommitEvent } from "../../core/index.js";
import type { Json } from "../../core/json/index.js";
import type { Action, Entry } from "../../core/record/index.js";
import type { NegotiationRow, OutboxDraft, OutboxRecord } from "../../ports/index.js";
import type { ServiceRules } from "../../service/commands/index.js";

/** Whether faults go on to the end, or stop so that everything has to settle (SM-12). */
export type WorldMode = "safety" | "liveness";

/** A `create` or `commit` that the truth store took. */
export interface ObservedWrite {
  /** Virtual epoch ms of the world, which no skew touches. */
  readonly at: number;
  /** The node that wrote, with its life: `n2#3`. */
  readonly node: string;
  /** The latest instant that this life of the node has read from its own clock. */
  readonly nodeNow: number;
  /** The row right before; `null` at creation. */
  readonly before: NegotiationRow | null;
  readonly after: NegotiationRow;
  /** As the writer gave it; `null` at creation. */
  readonly expectedVersion: number | null;
  readonly entry: Entry;
  readonly outbox: readonly OutboxDraft[];
}

/** A command that a client was told had taken effect. */
export interface Acknowledgement {
  readonly at: number;
  readonly node: string;
  /** What the client wanted, in one number that survives its retries. */
  readonly intent: number;
  readonly commandId: string | null;
  readonly kind: "create" | "move" | "respond" | "cancel" | "pickup" | "release" | "answer";
  readonly negotiationId: string;
  /** The recorded turn's number; `null` where none was recorded. */
  readonly turnNumber: number | null;
  readonly version: number;
}

/** A command that a client was told had not taken effect, or could not. */
export interface RefusedCommand {
  readonly at: number;
  /** When this try of it was sent. */
  readonly sentAt: number;
  readonly node: string;
  readonly commandId: string;
  readonly code: string;
}

/** A call of an agent, as it begins. */
export interface AgentAsked {
  readonly at: number;
  readonly node: string;
  readonly negotiationId: string;
  readonly partyId: string;
  readonly turnNumber: number;
  readonly attempt: number;
  /** The id of the consult that the call follows; `null` for none. */
  readonly consultId: string | null;
}

/** What a hook or a policy of the world said to a move. */
export interface MoveVerdict {
  readonly at: number;
  readonly by: "admission" | "policy";
  readonly node: string;
  readonly negotiationId: string;
  /** Of the record that it was shown. */
  readonly version: number;
  /** Who moves; whoever has the floor where the judge is not told. */
  readonly partyId: string | null;
  readonly action: Action;
  readonly isPermitted: boolean;
}

/** Something that somebody was shown. */
export interface ShownValue {
  readonly at: number;
  readonly negotiationId: string;
  /** A party's id, `the host`, or `null` for a spectator. */
  readonly viewer: string | null;
  /** `a view` and the like. */
  readonly what: string;
  readonly value: unknown;
}

/** An event that a node told its listeners. */
export interface PublishedEvent {
  readonly at: number;
  /** The service that tells it: a node may open a room again while it still closes that room's last service. */
  readonly node: string;
  readonly negotiationId: string;
  /** The version of the record that the event carries. */
  readonly version: number;
  /** The record's own, epoch ms; absent where nobody noted it. */
  readonly updatedAt?: number | undefined;
  readonly type: CommitEvent["type"];
}

/** A record that the outbox consumer has handled. */
export interface ConsumedRecord {
  readonly at: number;
  readonly record: OutboxRecord;
}

/** What is true: the innermost store, read without any fault. */
export interface Truth {
  readonly row: (id: string) => NegotiationRow | null;
  readonly rows: () => readonly NegotiationRow[];
  readonly entries: (id: string) => readonly Entry[];
  /** The recorded turns of a negotiation. */
  readonly turns: (id: string) => readonly Json[];
  /** All outbox records ever written for a negotiation, in order of writing, also trimmed ones. */
  readonly outbox: (id: string) => readonly Omit<OutboxRecord, "position">[];
  /** The intent behind a command id that a client made; `undefined` for those of services. */
  readonly intentOf: (commandId: string) => number | undefined;
  /** Whether services were told to write the outbox. */
  readonly writesOutbox: boolean;
}

/** What is left when a world has ended and every node was destroyed. */
export interface WorldEnd {
  /** Virtual epoch ms. */
  readonly at: number;
  readonly mode: WorldMode;
  /** Native timers and armed wake-ups of destroyed nodes that are still there. */
  readonly timers: number;
  readonly listeners: number;
  readonly pendingAgentCalls: number;
  readonly unresolvedCommands: number;
  /** What fired in the 100,000 ms after the end: one line each. */
  readonly firedAfterEnd: readonly string[];
}

/** What an invariant found to be untrue. */
export interface Finding {
  readonly negotiationId: string | null;
  /** One line: what was expected and what is there. */
  readonly detail: string;
}

/** An invariant at work on one world: called with what happens, answers what it finds. */
export interface InvariantCheck {
  readonly onWrite?: ((write: ObservedWrite) => Finding | undefined) | undefined;
  readonly onAcknowledged?: ((acknowledgement: Acknowledgement) => Finding | undefined) | undefined;
  readonly onRefused?: ((refused: RefusedCommand) => Finding | undefined) | undefined;
  readonly onAsked?: ((asked: AgentAsked) => Finding | undefined) | undefined;
  readonly onJudged?: ((judged: MoveVerdict) => Finding | undefined) | undefined;
  readonly onShown?: ((shown: ShownValue) => Finding | undefined) | undefined;
  readonly onPublished?: ((event: PublishedEvent) => Finding | undefined) | undefined;
  readonly onConsumed?: ((consumed: ConsumedRecord) => Finding | undefined) | undefined;
  readonly atEnd?: ((end: WorldEnd) => Finding | undefined) | undefined;
}

/** Something that always holds, in every world. */
export interface Invariant {
  /** `I1` to `I15`, or a name of the user's own. */
  readonly id: string;
  /** Begins to watch a world. */
  readonly watch: (truth: Truth, world: WatchedWorld) => InvariantCheck;
}

/** What invariants may know of a world beforehand. */
export interface WatchedWorld {
  readonly mode: WorldMode;
  readonly seed: number;
  /**
   * What the rules of a negotiation were made of, by the command that created it: those of its service, and those of
   * its creation. @default unknown
   */
  readonly rulesOf?: ((createCommandId: string) => readonly (ServiceRules | undefined)[]) | undefined;
  /** Whose word every move needs. @default nobody's */
  readonly judges?: readonly MoveVerdict["by"][] | undefined;
}
