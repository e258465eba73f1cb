/**
 * @module
 * The options of a service: what may be given, and the complete set with every default in its place.
 */

import { urlAlphabet } from "nanoid";
import { demandShape, integerIn, isShaped, readOptions, type Shape, unmet } from "../../core/checks/index.js";
import type { Party } from "../../core/record/index.js";
import type {
  Agent,
  AgentDirectory,
  Clock,
  DeadlineTimer,
  Ids,
  NegotiationStore,
  Observer,
  TermsSchema,
} from "../../ports/index.js";
import { OwnStore } from "../../stores/memory/index.js";
import { type Admit, checkedPolicies, type Policy, type ServiceRules } from "../commands/index.js";
import { Observers } from "../events/index.js";
import { EventFeed } from "../feed/index.js";
import { systemClock, WakeUpTimer } from "../timing/index.js";

/** What a service may be given. */
export interface ServiceOptions<Terms = unknown> {
  /** Any Standard Schema; it accepts or refuses, what is stored is what came. @default any JSON */
  readonly terms?: TermsSchema<Terms> | undefined;
  /**
   * Whether the terms are stored as the schema gives them back, which must be plain JSON: with its defaults, trimmed, without
   * keys that it does not know. Policies are then asked about both, admission about what is stored.
   *
   * @default false
   */
  readonly storeParsed?: boolean | undefined;
  /**
   * What differs from the preset. For people raise `room`'s 5 turns, 30 s a turn and 120 s in all by `cap.limit`, `turnMs`
   * and `totalMs`, and let them leave by `withdraw` in `actions`.
   *
   * @default the preset `room`
   */
  readonly rules?: ServiceRules | undefined;
  /** Where negotiations are kept. A store that is handed in is not closed with the service. @default memory of its own */
  readonly store?: NegotiationStore | undefined;
  /** Who says that a deadline may be due. @default a `WakeUpTimer` of its own */
  readonly timer?: DeadlineTimer | undefined;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
  /** @default random ids of 21 characters; in preset `bindu` UUIDs, also of proposals */
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
  /** Final negotiations kept in memory, and as many accepted ones besides; the oldest let go first. @default 10_000 */
  readonly keepSettled?: number | undefined;
  /** Hears of warnings and wraps agent calls. @default none */
  readonly observer?: Observer | undefined;
  /**
   * Whether a fault that nobody listens for is said, once for each code and room, by `process.emitWarning` or, where
   * there is none, `console.warn`: what a listener, an agent or an observer threw, a dropped message, a failing store.
   *
   * @default true
   */
  readonly warnings?: boolean | undefined;
  /**
   * Whether commits also write their events to the store's outbox. With `true` they stay until somebody calls
   * `trimOutbox`; with `{ keepMs }` those older than that go by themselves (3,600,000 when it is left out).
   *
   * @default false; `{}` with `hearOthers`
   */
  readonly outbox?: boolean | { readonly keepMs?: number | undefined } | undefined;
  /**
   * Whether events of what other processes commit to the store are told here too, marked `remote: true`, and
   * `getNegotiation` shows it. All processes need it, or `outbox`. Without it a process hears of another's commits only
   * when it asks the store: by a command, `viewFor`, `turns`, `legalMoves`, or while `negotiate` waits.
   *
   * @default false
   */
  readonly hearOthers?: boolean | EventFeed | undefined;
  /** Ms between two looks into a handed-in store for what is overdue. @default 1_000 */
  readonly sweepIntervalMs?: number | undefined;
  /** Ms for which a row that the sweep found is this service's. @default 10_000 */
  readonly leaseMs?: number | undefined;
  /** Ms for which `close()` waits at most, up to 2,147,483,647. @default 5_000 */
  readonly closeMs?: number | undefined;
}

/** Options with every default in its place; what is absent here has none. */
export interface ResolvedOptions<Terms> extends Omit<ServiceOptions<Terms>, "outbox" | "hearOthers"> {
  readonly rules: ServiceRules;
  readonly store: NegotiationStore;
  /** Whether the store is the service's own, to be closed with it. */
  readonly ownsStore: boolean;
  readonly timer: DeadlineTimer;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where the ids are the service's own: those of presets that ask for UUIDs. */
  readonly uuid: (() => string) | undefined;
  readonly policies: readonly Policy<Terms>[];
  readonly warnings: boolean;
  readonly keepSettled: number;
  readonly outbox: boolean;
  /** Ms after which events go from the outbox; `undefined` where somebody else sees to it. */
  readonly keepOutboxMs: number | undefined;
  readonly hearOthers: EventFeed | undefined;
  readonly sweepIntervalMs: number;
  readonly leaseMs: number;
  readonly closeMs: number;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} on an unknown key, naming the nearest known one, or a member of the wrong type
 * @throws {RangeError} on a number out of range
 */
export function resolveOptions<Terms>(given: ServiceOptions<Terms>): ResolvedOptions<Terms> {
  const options = readOptions("options", given, SERVICE_OPTION_KEYS);
  for (const [key, shape] of Object.entries(SHAPES))
    demandShape(key, options[key as keyof ServiceOptions], shape);
  const {
    terms,
    observer,
    warnings = true,
    policies = [],
    keepSettled = 10_000,
    sweepIntervalMs = 1_000,
    leaseMs = 10_000,
    closeMs = 5_000,
  } = options;
  if (terms !== undefined && !isShaped(readStandard(terms), ["validate"])) {
    const wanted = "a Standard Schema, as of zod";
    throw new TypeError(unmet("terms", wanted, typeof terms));
  }
  if (options.storeParsed && terms === undefined)
    throw new TypeError(unmet("terms", "a schema beside storeParsed", terms));
  integerIn("keepSettled", keepSettled, 0);
  integerIn("sweepIntervalMs", sweepIntervalMs, 1);
  integerIn("leaseMs", leaseMs, 1);
  integerIn("closeMs", closeMs, 0, 2_147_483_647);
  const clock = options.clock ?? systemClock;
  const aloud = new Observers(observer, warnings ? "A timer or feed" : undefined);
  return Object.freeze({
    ...options,
    terms,
    rules: options.rules ?? {},
    store: options.store ?? new OwnStore(keepSettled),
    ownsStore: options.store === undefined,
    timer: options.timer ?? ownTimer(options.store, clock, { sweepIntervalMs, leaseMs }, aloud),
    clock,
    ids: options.ids ?? randomIds(),
    uuid: options.ids === undefined ? () => globalThis.crypto.randomUUID() : undefined,
    policies: checkedPolicies(policies),
    warnings,
    keepSettled,
    ...outboxOf(options, clock, aloud),
    sweepIntervalMs,
    leaseMs,
    closeMs,
  });
}

const SHAPES = {
  agentFor: "function",
  fallback: "function",
  admit: "function",
  ids: "function",
  observer: "object",
  warnings: "boolean",
  storeParsed: "boolean",
  rules: "object",
  store: ["create", "load", "turns", "commit", "list", "count", "close"],
  timer: ["arm", "disarm", "start"],
  clock: ["now", "setTimeout", "clearTimeout"],
  directory: ["agentsOf", "ownerOf", "seen"],
} as const satisfies { readonly [Key in keyof ServiceOptions]?: Shape };

/** Every option's name. */
export const SERVICE_OPTION_KEYS: readonly (keyof ServiceOptions)[] = [
  ...(Object.keys(SHAPES) as (keyof typeof SHAPES)[]),
  "terms",
  "outbox",
  "hearOthers",
  "policies",
  "keepSettled",
  "sweepIntervalMs",
  "leaseMs",
  "closeMs",
];

/** What is written to the outbox, for how long it stays, and who hears it. */
function outboxOf(
  { outbox, hearOthers = false, store }: Pick<ServiceOptions, "outbox" | "hearOthers" | "store">,
  clock: Clock,
  observers: Observers,
): Pick<ResolvedOptions<never>, "outbox" | "keepOutboxMs" | "hearOthers"> {
  const hears = EventFeed.is(hearOthers) || hearOthers === true;
  if (!hears && hearOthers !== false)
    throw new TypeError(unmet("hearOthers", "a boolean, or what eventFeed gives", hearOthers));
  const kept = outbox === undefined ? hears && {} : outbox;
  if (typeof kept !== "boolean" && typeof kept !== "object")
    throw new TypeError(unmet("outbox", "a boolean or { keepMs }", kept));
  const keepOutboxMs =
    typeof kept === "boolean" ? undefined : (readOptions("outbox", kept, ["keepMs"]).keepMs ?? 3_600_000);
  if (keepOutboxMs !== undefined) integerIn("outbox.keepMs", keepOutboxMs, 1);
  const onError = (error: unknown): void => {
    observers.warn("feed failed", { error: error instanceof Error ? error.name : typeof error });
  };
  // A store of its own is nobody else's to write to.
  const feed =
    hearOthers === true ? store && new EventFeed(store, { clock, onError }) : hearOthers || undefined;
  return { outbox: kept !== false, keepOutboxMs: store && keepOutboxMs, hearOthers: feed };
}

/** A timer of the service's own; it sweeps only a store that somebody else may write to as well (ST-86). */
function ownTimer(
  store: NegotiationStore | undefined,
  clock: Clock,
  sweep: { readonly sweepIntervalMs: number; readonly leaseMs: number },
  observers: Observers,
): DeadlineTimer {
  const onError = (error: unknown): void => {
    observers.warn("wake-up failed", { error: error instanceof Error ? error.name : typeof error });
  };
  return new WakeUpTimer(store === undefined ? { clock, onError } : { clock, onError, store, ...sweep });
}

function readStandard(terms: TermsSchema): unknown {
  try {
    return terms["~standard"];
  } catch {
    return null;
  }
}

/** Fresh random ids of 21 characters, with the prefix of their kind. */
export function randomIds(): Ids {
  // A pool of this source's own: one call for many ids is several times cheaper.
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (kind) => {
    if (used === POOL_BYTES) {
      globalThis.crypto.getRandomValues(pool);
      used = 0;
    }
    let id = PREFIXES[kind] ?? "";
    // The alphabet has 64 characters, so that six bits of a byte choose one without favour.
    for (const end = used + ID_LENGTH; used < end; used += 1) id += urlAlphabet[(pool[used] as number) & 63];
    // In one piece: V8 keeps what is appended to as a chain of some 300 bytes until somebody reads from it, and
    // ids are kept by the hundred thousand.
    id.charCodeAt(0);
    return id;
  };
}

/** nanoid's own default: 126 random bits, as many as a UUID has. */
const ID_LENGTH = 21;

const PREFIXES: Partial<Record<Parameters<Ids>[0], string>> = { negotiation: "neg_", group: "grp_" };

/** Chosen: 100 ids; a room that makes few does not pay for more. */
const POOL_BYTES = 100 * ID_LENGTH;
