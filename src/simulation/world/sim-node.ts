/**
 * @module
 * A node: one life after the other, each with services of its own over the shared truth. It crashes, ends
 * in order, comes back with empty memory, and takes rooms over.
 */

import type { Ids } from "../../ports/index.js";
import type { NegotiationService } from "../../service/room/index.js";
import { WakeUpTimer } from "../../service/timing/index.js";
import { FaultyStore, FaultyTimer } from "../faults/index.js";
import { NodeLife } from "../nodes/index.js";
import { agentsOf } from "./drawn-agents.js";
import { judgesOf } from "./drawn-judges.js";
import { listen } from "./faulty-listeners.js";
import type { World } from "./world.js";
import { scaledMs } from "./world-plan.js";

type Parts = Pick<
  Parameters<World["service"]>[1],
  "store" | "timer" | "clock" | "ids" | "agentFor" | "fallback" | "admit" | "policies"
>;

/** A node of a cluster. */
export class SimNode {
  readonly name: string;
  /** The rooms that it is to serve, in this life and the next. */
  readonly rooms: Set<string>;
  readonly #world: World;
  readonly #services = new Map<string, NegotiationService>();
  /** How many services there were in all lives: what one of them tells is in order, also beside one that closes. */
  #openCount = 0;
  /** Services that are closing, of this life. */
  readonly #closing = new Set<NegotiationService>();
  #life: NodeLife | undefined;
  #parts: Parts | undefined;
  #isClosing = false;
  #lifeCount = 0;
  /** Timers and listeners that lives left behind which ended in order. */
  #leftTimers = 0;
  #leftListeners = 0;

  constructor(world: World, name: string) {
    this.#world = world;
    this.name = name;
    this.rooms = new Set(world.plan.rooms);
  }

  /** The life that it is in; `undefined` while it is down. */
  get life(): NodeLife | undefined {
    return this.#life;
  }

  /** Timers that are still there, of this life and of those that ended in order. */
  get timerCount(): number {
    return this.#leftTimers + (this.#life?.clock.pendingCount ?? 0);
  }

  /** Listeners that are still there, likewise. */
  get listenerCount(): number {
    return this.#leftListeners + listenersOf([...this.#services.values(), ...this.#closing]);
  }

  /** The open service of a room. */
  serviceOf(roomId: string): NegotiationService | undefined {
    return this.#services.get(roomId);
  }

  /** Begins a life, if it is down. */
  start(): void {
    const { loop, trace, faults, random, isOver, cluster } = this.#world;
    if (this.#life !== undefined || isOver) return;
    const draws = random(`node:${this.name}`);
    const name = `${this.name}#${++this.#lifeCount}`;
    const skewMs = faults.occurs("clockSkew", draws, name) ? draws.integer(-50, 50) : 0;
    const life = new NodeLife({
      node: this.name,
      number: this.#lifeCount,
      loop,
      skewMs,
      onCrash: () => this.#crashed(),
      onActAfterEnd: (dead, what) => cluster.fired(dead, what),
    });
    this.#life = life;
    this.#parts = this.#partsOf(life);
    trace.add(loop.now, life.name, "started", null, null);
    const jumps = faults.occurs("clockJump", draws, name);
    const [jumpMs, jumpAfterMs] = [draws.pick([-1_000, 1_000]), draws.integer(50, 1_500)];
    if (jumps) {
      loop.schedule(jumpAfterMs, () => {
        if (faults.isOn) life.clock.skewMs += jumpMs;
      });
    }
    for (const roomId of this.rooms) this.open(roomId);
  }

  /** Begins to serve a room, if it does not already. */
  open(roomId: string): void {
    const life = this.#life;
    this.rooms.add(roomId);
    if (life === undefined || this.#parts === undefined || this.#isClosing) return;
    if (this.#services.has(roomId)) return;
    const { options, plan, directory } = this.#world;
    const service = this.#world.service(roomId, {
      ...this.#parts,
      terms: options.terms?.schema,
      rules: plan.rules,
      directory,
      outbox: plan.writesOutbox,
      leaseMs: scaledMs.lease,
    });
    this.#services.set(roomId, service);
    listen(this.#world, life, service, `${life.name}/${++this.#openCount}`);
    // What it could not do now, the sweep does later.
    service.resume().catch(() => {});
  }

  /** Ceases to serve a room, in order. */
  async cede(roomId: string): Promise<void> {
    const service = this.#services.get(roomId);
    this.rooms.delete(roomId);
    this.#services.delete(roomId);
    if (service === undefined) return;
    await this.#closed(service);
    this.#leftListeners += listenersOf([service]);
  }

  /** Ends the life in order. Resolves when it has; never when it crashes meanwhile. */
  async close(): Promise<void> {
    const life = this.#life;
    if (life === undefined || this.#isClosing) return;
    this.#isClosing = true;
    const services = [...this.#services.values()];
    this.#services.clear();
    await Promise.all([...services, ...this.#closing].map((service) => this.#closed(service)));
    // As a server that lets the requests end which it has taken.
    const { cluster, loop } = this.#world;
    for (let waitedMs = 0; waitedMs < GRACE_MS; waitedMs += 10) {
      await loop.wait(10);
      if (cluster.pendingCountOf(life) === 0) break;
    }
    if (this.#life !== life) return;
    this.#leftListeners += listenersOf(services);
    this.#leftTimers += life.clock.pendingCount;
    cluster.left(life);
    this.#life = undefined;
    this.#isClosing = false;
    life.die();
    this.#respawn();
  }

  /** Ends every service at once, as the last thing in a world. */
  destroy(): void {
    for (const service of [...this.#services.values(), ...this.#closing]) service.destroy();
  }

  async #closed(service: NegotiationService): Promise<void> {
    this.#closing.add(service);
    await service.close();
    this.#closing.delete(service);
  }

  #crashed(): void {
    const { loop, trace, cluster } = this.#world;
    trace.add(loop.now, this.#life?.name ?? this.name, "died", null, null);
    this.#life = undefined;
    this.#services.clear();
    this.#closing.clear();
    this.#isClosing = false;
    cluster.crashCount++;
    this.#respawn();
  }

  #respawn(): void {
    const { loop, random } = this.#world;
    loop.schedule(random(`respawn:${this.name}`).integer(20, 220), () => this.start());
  }

  #partsOf(life: NodeLife): Parts {
    const world = this.#world;
    const { loop, trace, faults, truth, random, storeCalls } = world;
    const { mutate } = world.options;
    const { clock, node } = life;
    const line = new FaultyStore({
      life,
      truth,
      loop,
      faults,
      trace,
      random: random(`store:${node}`),
      nextCall: () => storeCalls.next(),
      onTaken: (writer, write) => world.taken(writer, write),
    });
    const store = mutate?.store?.(line, life.name) ?? line;
    const real = new WakeUpTimer({
      clock,
      store,
      sweepIntervalMs: scaledMs.sweep,
      leaseMs: scaledMs.lease,
    });
    const wakes = new FaultyTimer({
      inner: real,
      life,
      loop,
      faults,
      trace,
      random: random(`timer:${node}`),
    });
    const timer = mutate?.timer?.(wakes, life.name) ?? wakes;
    const ids = idsOf(life);
    return {
      store,
      timer,
      clock,
      ids: mutate?.ids?.(ids, life.name) ?? ids,
      ...agentsOf(world, life),
      ...judgesOf(world, life),
    };
  }
}

/** Chosen: longer than a pickup takes of which every read is torn. */
const GRACE_MS = 12_000;

/** Ids that no other life makes. */
function idsOf(life: NodeLife): Ids {
  let count = 0;
  return (kind) => `${kind}_${life.name}.${++count}`;
}

function listenersOf(services: Iterable<NegotiationService>): number {
  let count = 0;
  for (const service of services) {
    for (const name of service.eventNames()) count += service.listenerCount(name);
  }
  return count;
}
