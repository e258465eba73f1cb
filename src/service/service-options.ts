/**
 * @module
 * The options of a service: what may be given, and the complete set with every default in its place.
 */

import type { Party } from "../core/negotiation.js";
import { shown } from "../errors.js";
import type { Agent } from "../ports/agent.js";
import type { AgentDirectory } from "../ports/agent-directory.js";
import type { Clock } from "../ports/clock.js";
import type { DeadlineTimer } from "../ports/deadline-timer.js";
import type { Ids } from "../ports/ids.js";
import type { Observer } from "../ports/observer.js";
import type { TermsSchema } from "../ports/standard-schema.js";
import type { NegotiationStore } from "../ports/store.js";
import { MemoryStore } from "../stores/memory.js";
import type { Admit } from "./admission.js";
import { checkedPolicies, type Policy } from "./policies.js";
import { randomIds } from "./random-ids.js";
import { readOptions } from "./read-options.js";
import type { ServiceRules } from "./rules-book.js";
import { systemClock } from "./system-clock.js";
import { WakeUpTimer } from "./wake-up-timer.js";

/** What a service may be given. */
export interface ServiceOptions<Terms = unknown> {
  /** Any Standard Schema; it accepts or refuses, what is stored is what came. @default any JSON */
  readonly terms?: TermsSchema<Terms> | undefined;
  /** What differs from the preset. @default the preset `room` */
  readonly rules?: ServiceRules | undefined;
  /** Where negotiations are kept. A store that is handed in is not closed with the service. @default memory of its own */
  readonly store?: NegotiationStore | undefined;
  /** Who says that a deadline may be due. @default a `WakeUpTimer` of its own */
  readonly timer?: DeadlineTimer | undefined;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
  /** @default random ids of 21 characters */
  readonly ids?: Ids | undefined;
  /** The agent of a party that brought none. @default none: the party is waited for */
  readonly agentFor?: ((party: Party) => Agent<Terms> | undefined) | undefined;
  /** Takes turns that were missed, where the rules say `fallback`. @default none */
  readonly fallback?: Agent<Terms> | undefined;
  /** Which agents poll for which party; without one, turns are parked for whoever picks them up. @default none */
  readonly directory?: AgentDirectory | undefined;
  /** An ordered stack that can only take moves away. @default none */
  readonly policies?: readonly Policy<Terms>[] | undefined;
  /** Judges each move last, perhaps asynchronously. @default every move is admitted */
  readonly admit?: Admit<Terms> | undefined;
  /** Final negotiations kept in memory, the oldest let go first. @default 10_000 */
  readonly keepSettled?: number | undefined;
  /** Hears of warnings and wraps agent calls. @default none */
  readonly observer?: Observer | undefined;
  /** Whether commits also write their events to the store's outbox. @default false */
  readonly outbox?: boolean | undefined;
  /** Ms between two looks into a handed-in store for what is overdue. @default 1_000 */
  readonly sweepIntervalMs?: number | undefined;
  /** Ms for which a row that the sweep found is this service's. @default 10_000 */
  readonly leaseMs?: number | undefined;
}

/** Options with every default in its place. */
export interface ResolvedOptions<Terms> {
  readonly terms: TermsSchema<Terms> | undefined;
  readonly rules: ServiceRules;
  readonly store: NegotiationStore;
  /** Whether the store is the service's own, to be closed with it. */
  readonly ownsStore: boolean;
  readonly timer: DeadlineTimer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly agentFor: ((party: Party) => Agent<Terms> | undefined) | undefined;
  readonly fallback: Agent<Terms> | undefined;
  readonly directory: AgentDirectory | undefined;
  readonly policies: readonly Policy<Terms>[];
  readonly admit: Admit<Terms> | undefined;
  readonly keepSettled: number;
  readonly observer: Observer | undefined;
  readonly outbox: boolean;
  readonly leaseMs: number;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} on an unknown key, naming the nearest known one, or a member of the wrong type
 * @throws {RangeError} on a number out of range
 */
export function resolveOptions<Terms>(given: ServiceOptions<Terms>): ResolvedOptions<Terms> {
  const options = readOptions("options", given, SERVICE_OPTION_KEYS);
  for (const key of ["agentFor", "fallback", "admit", "ids"] as const) checkType(options, key, "function");
  for (const key of ["observer", "rules"] as const) checkType(options, key, "object");
  checkPort("store", options.store, ["create", "load", "turns", "commit", "list", "count", "close"]);
  checkPort("timer", options.timer, ["arm", "disarm", "start"]);
  checkPort("clock", options.clock, ["now", "setTimeout", "clearTimeout"]);
  checkPort("directory", options.directory, ["agentsOf", "ownerOf", "seen"]);
  checkType(options, "outbox", "boolean");
  const { terms, observer, policies = [], outbox = false } = options;
  if (terms !== undefined && !isSchema(terms)) {
    throw new TypeError(
      `Expected terms to be a Standard Schema, got ${shown(typeof terms)}. Pass a schema of zod, valibot, arktype ...`,
    );
  }
  const keepSettled = atLeast("keepSettled", options.keepSettled, 0, 10_000);
  const sweepIntervalMs = atLeast("sweepIntervalMs", options.sweepIntervalMs, 1, 1_000);
  const leaseMs = atLeast("leaseMs", options.leaseMs, 1, 10_000);
  const clock = options.clock ?? systemClock;
  const store = options.store ?? new MemoryStore({ keepSettled });
  return Object.freeze({
    terms,
    rules: options.rules ?? {},
    store,
    ownsStore: options.store === undefined,
    timer: options.timer ?? ownTimer(options.store, clock, { sweepIntervalMs, leaseMs }, observer),
    clock,
    ids: options.ids ?? randomIds(),
    agentFor: options.agentFor,
    fallback: options.fallback,
    directory: options.directory,
    policies: checkedPolicies(policies),
    admit: options.admit,
    keepSettled,
    observer,
    outbox,
    leaseMs,
  });
}

/** Every option's name. */
export const SERVICE_OPTION_KEYS: readonly (keyof ServiceOptions)[] = [
  "terms",
  "rules",
  "store",
  "timer",
  "clock",
  "ids",
  "agentFor",
  "fallback",
  "directory",
  "policies",
  "admit",
  "keepSettled",
  "observer",
  "outbox",
  "sweepIntervalMs",
  "leaseMs",
];

/** A timer of the service's own; it sweeps only a store that somebody else may write to as well (ST-86). */
function ownTimer(
  store: NegotiationStore | undefined,
  clock: Clock,
  sweep: { readonly sweepIntervalMs: number; readonly leaseMs: number },
  observer: Observer | undefined,
): DeadlineTimer {
  const onError = (error: unknown): void => {
    observer?.warn?.("wake-up failed", { error: error instanceof Error ? error.name : typeof error });
  };
  return new WakeUpTimer(store === undefined ? { clock, onError } : { clock, onError, store, ...sweep });
}

function checkType<Terms>(options: ServiceOptions<Terms>, key: keyof ServiceOptions, type: string): void {
  const value = options[key];
  if (value === undefined || (typeof value === type && value !== null)) return;
  throw new TypeError(
    `Expected ${key} to be ${type === "object" ? "an" : "a"} ${type}, got ${shown(value)}.`,
  );
}

/** Here rather than at its first use, in the midst of a negotiation. */
function checkPort<Port extends object>(
  key: string,
  port: Port | undefined,
  methods: readonly (keyof Port & string)[],
): void {
  try {
    if (port === undefined || methods.every((method) => typeof port[method] === "function")) return;
  } catch {
    // As below.
  }
  throw new TypeError(`Expected ${key} to have the methods ${methods.join(", ")}, got ${shown(port)}.`);
}

function isSchema(terms: TermsSchema): boolean {
  try {
    return typeof terms["~standard"].validate === "function";
  } catch {
    return false;
  }
}

function atLeast(what: string, given: number | undefined, least: number, otherwise: number): number {
  const value = given === undefined ? otherwise : given;
  if (Number.isInteger(value) && value >= least) return value;
  throw new RangeError(`Expected ${what} to be an integer of at least ${least}, got ${shown(value)}.`);
}
