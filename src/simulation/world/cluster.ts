/**
 * @module
 * The nodes of a world as clients see them: a call goes to one that serves the room, and its answer comes,
 * or nobody ever knows.
 */

import type { NegotiationService } from "../../service/room/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import type { NodeLife } from "../nodes/index.js";
import { SimNode } from "./sim-node.js";
import type { World } from "./world.js";

/** What a client gets back: an answer, what the call threw, or nothing within its patience. */
export type Reply<T> =
  | { readonly kind: "answer"; readonly value: T; readonly node: string }
  | { readonly kind: "threw"; readonly error: unknown; readonly node: string }
  | { readonly kind: "unknown" };

/** How long the client of a dead node waits, in ms (SM-11). */
const PATIENCE_MS = 120;

/** The nodes of one world. */
export class Cluster {
  readonly nodes: readonly SimNode[];
  readonly #fired: string[] = [];
  readonly #agentCalls = new Map<object, { readonly life: NodeLife; readonly isAborted: () => boolean }>();
  readonly #world: World;
  /** Calls of clients that a life has not answered. */
  readonly #pendingOf = new Map<NodeLife, number>();
  #leftCount = 0;
  /** How often a node was killed. */
  crashCount = 0;

  constructor(world: World) {
    this.#world = world;
    this.nodes = world.plan.nodes.map((name) => new SimNode(world, name));
  }

  /** What lives did after their end: one line each. */
  get firedAfterEnd(): readonly string[] {
    return this.#fired;
  }

  /** A life has ended in order: what it still owes its clients it will never answer. */
  left(life: NodeLife): void {
    this.#leftCount += this.pendingCountOf(life);
  }

  /** Commands that a life owes its clients. */
  pendingCountOf(life: NodeLife): number {
    return this.#pendingOf.get(life) ?? 0;
  }

  /** Commands that live nodes owe their clients, and that others left behind which ended in order. */
  get unresolvedCount(): number {
    let count = this.#leftCount;
    for (const [life, pending] of this.#pendingOf) if (!life.isDead) count += pending;
    return count;
  }

  /** Calls of agents on live nodes that have neither ended nor been aborted. */
  get pendingAgentCallCount(): number {
    let count = 0;
    for (const { life, isAborted } of this.#agentCalls.values()) if (!life.isDead && !isAborted()) count++;
    return count;
  }

  /** An agent is being called; `ended` is told with the same key. */
  agentCalled(key: object, life: NodeLife, isAborted: () => boolean): void {
    this.#agentCalls.set(key, { life, isAborted });
  }

  /** The agent has answered or failed. */
  agentEnded(key: object): void {
    this.#agentCalls.delete(key);
  }

  /** A life did something after its end. */
  fired(life: NodeLife, what: string): void {
    this.#fired.push(`${this.#world.loop.now} ${life.name} ${what}`);
  }

  /**
   * Asks one of the nodes that serve a room, or a certain one.
   *
   * @param work - what is asked of the node's service
   */
  ask<T>(
    roomId: string,
    draws: RandomStream,
    work: (service: NegotiationService) => Promise<T>,
    node?: string,
  ): Promise<Reply<T>> {
    const { loop } = this.#world;
    const choice = draws.next();
    const serving = this.nodes.filter(
      ({ name, rooms }) => rooms.has(roomId) && (node === undefined || name === node),
    );
    const chosen = serving[Math.floor(choice * serving.length)];
    const { life } = chosen ?? {};
    const service = chosen?.serviceOf(roomId);
    return new Promise((resolve) => {
      const giveUp = (): void => {
        loop.schedule(PATIENCE_MS, () => resolve({ kind: "unknown" }));
      };
      if (life === undefined || service === undefined) {
        giveUp();
        return;
      }
      this.#count(life, 1);
      const stopWaiting = life.onDeath(giveUp);
      const settle = (reply: Reply<T>): void => {
        if (life.isDead) return;
        loop.touch();
        stopWaiting();
        this.#count(life, -1);
        resolve(reply);
      };
      work(service).then(
        (value) => settle({ kind: "answer", value, node: life.name }),
        (error: unknown) => settle({ kind: "threw", error, node: life.name }),
      );
    });
  }

  #count(life: NodeLife, change: number): void {
    this.#pendingOf.set(life, (this.#pendingOf.get(life) ?? 0) + change);
  }
}
