/**
 * @module
 * Histories as a world would observe them, written as the service writes, and what the invariants find in
 * them. For the tests of the invariants.
 */

import { type CommitEvent, type Decision, decide, moveCommand } from "../../src/core/index.js";
import type { Json } from "../../src/core/json/index.js";
import { type Command, type Move, readMove } from "../../src/core/moves/index.js";
import type { Entry, Negotiation, NewEntry } from "../../src/core/record/index.js";
import type { History } from "../../src/fuzz/arbitraries/index.js";
import type { NegotiationRow } from "../../src/ports/index.js";
import { commitOf, newRow } from "../../src/service/commands/index.js";
import { outboxOf } from "../../src/service/commands/records/stored-rows.js";
import { type InvariantsOptions, invariants, invariantsWith } from "../../src/simulation/invariants/index.js";
import type {
  Finding,
  Invariant,
  InvariantCheck,
  ObservedWrite,
  Truth,
  WorldEnd,
  WorldMode,
} from "../../src/simulation/observation/index.js";
import { type PresetRules, settledRules } from "../../src/testing/agents/index.js";
import { STARTED_AT } from "../kit/records.js";

/** The writes of a history in which one node did everything. */
export function writesOf(history: History): ObservedWrite[] {
  const writes: ObservedWrite[] = [];
  for (const { decision, now } of history.steps) {
    if (!decision.ok || decision.entry === null) continue;
    writes.push(writeOf(writes.at(-1)?.after ?? null, decision, now));
  }
  return writes;
}

/** The write that commits a decision on a row. */
export function writeOf(
  before: NegotiationRow | null,
  decision: Extract<Decision, { ok: true }>,
  now: number,
): ObservedWrite {
  const { negotiation, entry, events } = decision;
  const at = negotiation.updatedAt;
  return {
    at,
    node: "n1#1",
    nodeNow: now,
    before,
    after: rowAfter(before, negotiation, entry as NewEntry, events),
    expectedVersion: before === null ? null : before.version,
    // Decisions without an id get one of the service.
    entry: {
      ...(entry as NewEntry),
      commandId: entry?.commandId ?? `service-${negotiation.version}`,
      version: negotiation.version,
      schema: 1,
      at,
    },
    outbox: outboxOf(events),
  };
}

function rowAfter(
  before: NegotiationRow | null,
  negotiation: Negotiation,
  entry: NewEntry,
  events: readonly CommitEvent[],
): NegotiationRow {
  const { version, updatedAt } = negotiation;
  const turnCount = negotiation.turns.length;
  if (before === null) {
    const { entry: _, outbox: __, ...row } = newRow(negotiation, entry, outboxOf(events));
    return { ...row, version, turnCount, updatedAt };
  }
  const { entry: _, outbox: __, expectedVersion: ___, now: ____, ...row } = commitOf(negotiation, entry, []);
  return { ...before, ...row, version, turnCount, updatedAt };
}

/** Plays commands on one negotiation, in a few words. */
export class Script {
  readonly writes: ObservedWrite[] = [];
  record: Negotiation<Json>;
  now: number = STARTED_AT;
  #count = 0;

  constructor(rules: PresetRules = {}, given: Partial<Extract<Command, { type: "create" }>> = {}) {
    const initiator = Object.freeze({ id: "ada", kind: "personal" as const });
    const responder = Object.freeze({ id: "smith", kind: "personal" as const });
    const created = decide<Json>(
      null,
      {
        type: "create",
        id: "neg_1",
        commandId: "create-1",
        roomId: "room-1",
        initiator,
        responder,
        rules: settledRules(rules, initiator, responder),
        context: null,
        heldBy: null,
        opening: null,
        ...given,
      },
      this.now,
    );
    if (!created.ok) throw new Error(created.refusal.message);
    this.writes.push(writeOf(null, created, this.now));
    this.record = created.negotiation;
  }

  /** The last write. */
  get last(): ObservedWrite {
    return this.writes.at(-1) as ObservedWrite;
  }

  /** A move of who has the floor, 10 ms later. */
  move(
    move: Move<Json>,
    options: Parameters<typeof moveCommand>[3] & { by?: string; commandId?: string } = {},
  ): this {
    const read = readMove(move, this.record.rules);
    if (!read.ok) throw new Error(read.issues[0]?.message);
    this.#count += 1;
    const by = options.by ?? this.record.floor ?? "";
    return this.give(moveCommand(by, read.move, options.commandId ?? `cmd-${this.#count}`, options));
  }

  /** Any other command, 10 ms later. */
  give(command: Exclude<Command, { type: "create" }>, afterMs = 10): this {
    this.now += afterMs;
    const decision = decide<Json>(this.record, command, this.now);
    if (!decision.ok) throw new Error(decision.refusal.message);
    if (decision.entry === null) throw new Error("Expected a command that commits something.");
    this.writes.push(writeOf(this.last.after, decision, this.now));
    this.record = decision.negotiation;
    return this;
  }

  /** Lets the earliest deadline fall due. */
  due(lateMs = 0): this {
    return this.give({ type: "wake" }, (this.last.after.deadline?.at ?? 0) + lateMs - this.now);
  }
}

/** The truth that these writes leave behind. */
export function truthOf(writes: readonly ObservedWrite[], given: Partial<Truth> = {}): Truth {
  const of = (id: string) => writes.filter(({ after }) => after.id === id);
  const entries = (id: string): Entry[] => of(id).map(({ entry }) => entry);
  return {
    row: (id) => of(id).at(-1)?.after ?? null,
    rows: () =>
      [...new Set(writes.map(({ after }) => after.id))].map((id) => of(id).at(-1)?.after as NegotiationRow),
    entries,
    turns: (id) => entries(id).flatMap(({ turn }) => (turn === null ? [] : [turn])),
    outbox: (id) =>
      of(id).flatMap(({ after, outbox }) =>
        outbox.map((draft, index) => ({ ...draft, negotiationId: id, version: after.version, index })),
      ),
    intentOf: () => undefined,
    writesOutbox: true,
    ...given,
  };
}

/** An end in which nothing is left. */
export function quietEnd(at: number, given: Partial<WorldEnd> = {}): WorldEnd {
  return {
    at,
    mode: "safety",
    timers: 0,
    listeners: 0,
    pendingAgentCalls: 0,
    unresolvedCommands: 0,
    firedAfterEnd: [],
    ...given,
  };
}

/** The invariant of that id. */
export function invariantOf(id: string, options?: InvariantsOptions): Invariant {
  return invariantsWith(options).find((one) => one.id === id) as Invariant;
}

/** What is fed to the invariants beside the writes. */
export interface Feeding {
  readonly invariants?: readonly Invariant[];
  readonly truth?: Partial<Truth>;
  readonly mode?: WorldMode;
  readonly seed?: number;
  readonly end?: Partial<WorldEnd>;
  /** Whether the consumer reads the outbox. @default true */
  readonly isConsumed?: boolean;
  /** Further calls, after the writes and before the end. */
  readonly also?: (check: InvariantCheck) => readonly (Finding | undefined)[];
}

/** What each invariant finds in these writes, told as `I2: ...`; each is asked until it finds something. */
export function findingsIn(writes: readonly ObservedWrite[], feeding: Feeding = {}): string[] {
  const { mode = "safety", seed = 0, isConsumed = true } = feeding;
  const truth = truthOf(writes, feeding.truth);
  return (feeding.invariants ?? invariants).flatMap((invariant) => {
    const check = invariant.watch(truth, { mode, seed });
    const found = firstFinding(writes, check, truth, isConsumed, feeding);
    return found === undefined ? [] : [`${invariant.id}: ${found.negotiationId} ${found.detail}`];
  });
}

function firstFinding(
  writes: readonly ObservedWrite[],
  check: InvariantCheck,
  truth: Truth,
  isConsumed: boolean,
  { also, end, mode = "safety" }: Feeding,
): Finding | undefined {
  for (const write of writes) {
    const { after, node, at, outbox } = write;
    let found = check.onWrite?.(write);
    for (const { type } of outbox) {
      found ??= check.onPublished?.({
        at,
        node,
        negotiationId: after.id,
        version: after.version,
        type: type as never,
      });
    }
    if (found !== undefined) return found;
  }
  const ids = isConsumed ? new Set(writes.map(({ after }) => after.id)) : [];
  for (const id of ids) {
    for (const record of truth.outbox(id)) {
      const found = check.onConsumed?.({ at: 0, record: { ...record, position: "" } });
      if (found !== undefined) return found;
    }
  }
  const further = also?.(check).find((one) => one !== undefined);
  const endAt = writes.at(-1)?.at ?? 0;
  return further ?? check.atEnd?.(quietEnd(endAt, { mode, ...end }));
}

/** The ids of those that found something. */
export function finders(findings: readonly string[]): string[] {
  return findings.map((finding) => finding.slice(0, finding.indexOf(":")));
}

/** A write with some parts replaced, deep in it: a copy, the given one stays. */
export function changed(write: ObservedWrite, change: (draft: any) => void): ObservedWrite {
  // Not a structured clone: what the row before and the row after share would change in both.
  const draft = JSON.parse(JSON.stringify(write));
  change(draft);
  return draft;
}
