/**
 * @module
 * XState as the oracle of the table (MA-8): the same event on the same record, once through the table
 * and once through XState's own `transition()`.
 */

import { type AnyMachineSnapshot, type AnyStateMachine, createMachine, transition } from "xstate";
import { negotiationTable } from "../../src/core/decide.js";
import type { MachineConfig, TransitionTable } from "../../src/core/machine/index.js";
import { compileTable, GUARDS, MACHINE_CONFIG, step, UPDATES } from "../../src/core/machine/index.js";
import type { MachineDefinition } from "../../src/core/machine/state-machine-definition.js";
import { negotiationMachine } from "../../src/core/machine/xstate/index.js";
import type { MachineEvent } from "../../src/core/moves/index.js";
import type { Negotiation } from "../../src/core/record/index.js";

export type Table = TransitionTable<Negotiation, MachineEvent>;

/** A machine and the table that is to equal it. */
export interface Pair {
  readonly machine: AnyStateMachine;
  readonly table: Table;
}

/** The machine of the library and its table. */
export const OURS: Pair = {
  machine: negotiationMachine as unknown as AnyStateMachine,
  table: negotiationTable,
};

/** A variant of the machine, with the same guards and updates, and its table. */
export function variantOf(definition: MachineDefinition): Pair {
  const context = ({ input }: { input: Negotiation }) => input;
  const implementations = OURS.machine.implementations as never;
  return {
    machine: createMachine(
      { context, ...definition } as never,
      implementations,
    ) as unknown as AnyStateMachine,
    table: compileTable(definition as MachineConfig, { guards: GUARDS, updates: UPDATES }, definition.id),
  };
}

/** XState's snapshot of a machine that has come to this record. */
export function snapshotOf({ machine }: Pair, record: Negotiation): AnyMachineSnapshot {
  const isLive = Object.hasOwn(MACHINE_CONFIG.states["live"]?.states ?? {}, record.status);
  return machine.resolveState({ value: isLive ? { live: record.status } : record.status, context: record });
}

/** The name of the leaf state. */
export function leafOf({ value }: AnyMachineSnapshot): string {
  return typeof value === "string" ? value : String(Object.values(value)[0]);
}

/** What XState makes of an event, and in which way the table differs, if at all. */
export interface Comparison {
  readonly next: AnyMachineSnapshot;
  readonly difference: string | undefined;
}

/**
 * The same event through both.
 *
 * @param leaf - of `snapshot`; the table may be asked at another one, to show that faults are seen
 */
export function compared(
  { machine, table }: Pair,
  snapshot: AnyMachineSnapshot,
  event: MachineEvent,
): Comparison {
  const [next] = transition(machine, snapshot, event);
  const leaf = leafOf(snapshot);
  const taken = step(table, leaf, snapshot.context as Negotiation, event);
  const where = `${leaf} on ${event.type}`;
  // Without a transition XState hands the very snapshot back; every transition of ours has an update.
  const theirs = next === snapshot ? undefined : leafOf(next);
  if (taken?.value !== theirs) {
    return { next, difference: `${where}: the table goes to ${taken?.value}, XState to ${theirs}` };
  }
  if (taken === undefined || isSameJson(taken.context, next.context)) return { next, difference: undefined };
  return {
    next,
    difference: `${where}: the contexts differ:\n${JSON.stringify(taken.context)}\n${JSON.stringify(next.context)}`,
  };
}

/** Equal as JSON text, order of keys included; quick where members are shared. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const keys = Object.keys(one);
  const others = Object.keys(other);
  if (keys.length !== others.length || Array.isArray(one) !== Array.isArray(other)) return false;
  return keys.every(
    (key, index) => key === others[index] && isSameJson(one[key as never], other[key as never]),
  );
}
