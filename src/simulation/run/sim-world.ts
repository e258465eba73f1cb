/**
 * @module
 * A simulated world: the real services in nodes that crash, over a store that fails, with clocks that are
 * off, agents, clients and operators that misbehave, and invariants that watch. One seed decides it all.
 */

import type { Entry } from "../../core/record/index.js";
import type { NegotiationRow, NegotiationStore, OutboxRecord } from "../../ports/index.js";
import type { ByFault } from "../faults/index.js";
import { banGlobals, platformPause } from "../nodes/index.js";
import type { Violation, WorldMode } from "../observation/index.js";
import {
  beginNegotiation,
  beginPolling,
  operate,
  type SimWorldOptions,
  Stage,
  scaledMs,
  WORLD_START,
  World,
  type WorldPreset,
} from "../world/index.js";

/** What came of a world. */
export interface WorldReport {
  readonly seed: number;
  readonly mode: WorldMode;
  readonly preset: WorldPreset;
  /** Empty when everything held. The world ends with the event of the first. */
  readonly violations: readonly Violation[];
  readonly events: number;
  readonly commits: number;
  readonly crashes: number;
  /** Store calls of all nodes: where a script can put a fault. */
  readonly storeCalls: number;
  /** How often each fault occurred. */
  readonly faults: ByFault;
  /** How many faults would have occurred, those that a `faultFilter` held back among them. */
  readonly faultCount: number;
  /** How likely each fault was on each occasion. */
  readonly rates: ByFault;
  /** By how many ms the clock of each node was ahead in the end; 0 for one that was down. */
  readonly skews: readonly number[];
  /** Endings that were reached, as `expired/turn_cap`. */
  readonly endings: readonly string[];
  /** What the script threw, if it did. */
  readonly scriptError: unknown;
  /** What the store holds of the negotiation of the first violation; `null` when there is none. */
  readonly evidence: Evidence | null;
  /** Sixteen hexadecimal digits: the same for the same seed, everywhere. */
  readonly traceHash: string;
  readonly trace: readonly string[];
}

/** A negotiation as it stood when something was found. */
interface Evidence {
  readonly row: NegotiationRow | null;
  readonly entries: readonly Entry[];
}

/**
 * One world, to be run once.
 *
 * @typeParam Terms - of own agents and terms
 * @example
 * const world = new SimWorld<{ price: number }>({
 *   seed: 42,
 *   preset: "room",
 *   agents: (party) => (party.id === "ada" ? buyer : undefined),
 *   terms: { draw: (random) => ({ price: Math.ceil(random() * 100) }) },
 * });
 * const { violations, trace } = await world.run();
 */
export class SimWorld<Terms = unknown> {
  readonly #options: SimWorldOptions;

  constructor(options: SimWorldOptions<Terms>) {
    this.#options = options as unknown as SimWorldOptions;
  }

  /**
   * Runs it to its end. While it does, the platform's clock, timers and randomness throw.
   *
   * @throws {Error} when promises never settle, and when a part of the world itself is broken
   */
  async run(): Promise<WorldReport> {
    let unban = banGlobals();
    // A real store answers by the platform's own event loop, where others run too.
    const pause = async (): Promise<void> => {
      unban();
      await platformPause();
      unban = banGlobals();
    };
    try {
      return await run(this.#options, pause);
    } finally {
      unban();
    }
  }
}

async function run(options: SimWorldOptions, pause: () => Promise<void>): Promise<WorldReport> {
  const world = new World(options);
  const { loop, faults, cluster, watch, trace, truth, plan } = world;
  const course = new Course(world);
  course.begin();
  const until = options.until ?? (world.mode === "liveness" ? LIVENESS_MS : scaledMs.faulty);
  await loop.run(WORLD_START + until, () => watch.violations.length > 0 || course.isDone, pause);
  if (watch.violations.length === 0) await end(world, course, pause);
  return {
    seed: options.seed,
    mode: world.mode,
    preset: options.preset ?? "room",
    violations: [...watch.violations],
    events: loop.eventCount,
    commits: truth.commitCount,
    crashes: cluster.crashCount,
    storeCalls: world.storeCalls.count,
    faults: faults.counts,
    faultCount: faults.indexCount,
    rates: plan.rates,
    skews: cluster.nodes.map(({ life }) => life?.clock.skewMs ?? 0),
    endings: [...world.endings],
    scriptError: course.scriptError,
    evidence: evidenceOf(world),
    traceHash: trace.hash,
    get trace() {
      return trace.lines;
    },
  };
}

function evidenceOf({ watch, truthView }: World): Evidence | null {
  const id = watch.violations[0]?.negotiationId ?? null;
  return id === null ? null : { row: truthView.row(id), entries: truthView.entries(id) };
}

/** SM-12: turn + total + park + claim + lease + 2 x sweep after the faults. */
const LIVENESS_MS =
  scaledMs.faulty +
  scaledMs.turn +
  scaledMs.total +
  scaledMs.park +
  scaledMs.claim +
  scaledMs.lease +
  2 * scaledMs.sweep;

/** What goes on in a world, from its first event on. */
class Course {
  readonly #world: World;
  readonly #consumer: OutboxConsumer;
  #toBegin: number;
  #isScriptOver: boolean;
  scriptError: unknown;

  constructor(world: World) {
    this.#world = world;
    this.#consumer = new OutboxConsumer(world);
    this.#toBegin = world.plan.negotiations.length;
    this.#isScriptOver = world.options.script === undefined;
  }

  /** Whether nothing is left to happen but echoes. */
  get isDone(): boolean {
    const { live, loop, lastWriteAt } = this.#world;
    return this.#toBegin === 0 && this.#isScriptOver && live.size === 0 && loop.now > lastWriteAt + ECHO_MS;
  }

  begin(): void {
    const world = this.#world;
    const { cluster, plan, options } = world;
    for (const node of cluster.nodes) node.start();
    if (world.mode === "liveness") world.loop.schedule(scaledMs.faulty, () => heal(world));
    if (plan.writesOutbox) void this.#consumer.run();
    plan.negotiations.forEach((planned, index) => {
      void beginNegotiation(world, planned, index, () => this.#toBegin--);
    });
    if (options.script === undefined) {
      for (const party of plan.parties) beginPolling(world, party);
      void operate(world);
      return;
    }
    options.script(new Stage(world)).then(
      () => this.#scriptEnded(undefined),
      (error: unknown) => this.#scriptEnded(error),
    );
  }

  finish(): Promise<void> {
    return this.#world.plan.writesOutbox ? this.#consumer.finish() : Promise.resolve();
  }

  #scriptEnded(error: unknown): void {
    this.scriptError = error;
    this.#isScriptOver = true;
    this.#world.loop.touch();
  }
}

/** How long a world goes on after its last write, for what comes too late. Chosen: beyond a late agent. */
const ECHO_MS = 350;

/** The faults are over: clocks are right, and who is down comes back by itself. */
function heal({ cluster }: World): void {
  for (const { life } of cluster.nodes) if (life !== undefined) life.clock.skewMs = 0;
}

async function end(world: World, course: Course, pause: () => Promise<void>): Promise<void> {
  const { loop, cluster, watch, mode } = world;
  world.isOver = true;
  world.faults.stop();
  for (const node of cluster.nodes) node.destroy();
  // No event: only what `destroy()` has set going.
  await loop.run(loop.now - 1, () => false, pause);
  const endedAt = loop.now;
  const left = {
    timers: sumOf(cluster.nodes.map(({ timerCount }) => timerCount)),
    listeners: sumOf(cluster.nodes.map(({ listenerCount }) => listenerCount)),
    pendingAgentCalls: cluster.pendingAgentCallCount,
  };
  for (const { life } of cluster.nodes) life?.end();
  await loop.run(endedAt + AFTERWARDS_MS, () => false, pause);
  // Last, since what was on its way to the truth has arrived by now.
  await course.finish();
  watch.tell("atEnd", {
    at: endedAt,
    mode,
    ...left,
    unresolvedCommands: cluster.unresolvedCount,
    firedAfterEnd: cluster.firedAfterEnd,
  });
}

/** I12. */
const AFTERWARDS_MS = 100_000;

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The consumer of a world's outbox. */
class OutboxConsumer {
  readonly #world: World;
  /** What the consumer has stored of where it stands; survives its crashes. */
  #cursor: string | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  /** Reads until the world is over. */
  async run(): Promise<void> {
    const { faults } = this.#world;
    const draws = this.#world.random("consumer");
    for (;;) {
      const isSlow = faults.occurs("consumerSlow", draws, "consumer");
      await this.#world.pause(isSlow ? draws.integer(300, 900) : draws.integer(30, 120));
      const records = await this.#read(draws.integer(1, 20));
      for (const record of records) {
        this.#effect(record);
        if (faults.occurs("consumerCrash", draws, "consumer")) {
          await this.#world.pause(draws.integer(20, 220));
          break;
        }
        this.#cursor = record.position;
      }
      if (draws.happens(0.1) && this.#cursor !== null) await this.#store.trimOutbox(this.#cursor);
    }
  }

  /** Reads what is left, without a fault. */
  async finish(): Promise<void> {
    for (;;) {
      const records = await this.#read(100);
      if (records.length === 0) return;
      for (const record of records) {
        this.#effect(record);
        this.#cursor = record.position;
      }
    }
  }

  get #store(): NegotiationStore {
    return this.#world.truth.inner;
  }

  #effect(record: OutboxRecord): void {
    const { watch, loop } = this.#world;
    watch.tell("onConsumed", { at: loop.now, record });
    // Whoever reads the outbox of others sees what a spectator may.
    const { negotiationId, body: value } = record;
    watch.tell("onShown", { at: loop.now, negotiationId, viewer: null, what: "the outbox", value });
  }

  async #read(limit: number): Promise<readonly OutboxRecord[]> {
    return await this.#store.readOutbox({ after: this.#cursor, limit });
  }
}
