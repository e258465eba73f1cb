/**
 * @module
 * Services of one room over one store, as many processes would have them, under rules that park: for tests of
 * parked turns.
 */

import type { Negotiation } from "../../src/core/record/index.js";
import type { Agent, NegotiationStore } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import type { PickedUpTurn } from "../../src/service/parking/index.js";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { ASSESSMENT } from "../kit/builders.js";
import { type OpenRoom, openRoom, T0 } from "../kit/open-room.js";
import { must } from "./watched-room.js";

/** Two people, each with agents that poll. */
export const ADA = { id: "ada", kind: "personal" } as const;
export const SMITH = { id: "smith", kind: "personal" } as const;
/** One that no person stands behind. */
export const BOT = { id: "bot", kind: "system" } as const;

/** A fallback for tests that are not about it. */
export const never: Agent = () => new Promise(() => {});

/** Moves of the preset `index`. */
export const propose = { action: "propose" } as never;
export const accept = { action: "accept" } as never;
export const reject = { action: "reject" } as never;
export const counter = (message: string) => ({ action: "counter", message }) as never;

/** The move as the preset `index-2026-04` wants it. */
export const assessed = (move: object) => ({ ...move, assessment: ASSESSMENT }) as never;

export const MINUTE = 60_000;
export const HOUR = 3_600_000;

/** A process that serves the room. */
export interface Node extends OpenRoom {
  /** The newest record that it has seen of the negotiation created last. */
  record(): Negotiation;
  /** What `pickup` gives where there is something. */
  take(partyId: string, agentId?: string): Promise<PickedUpTurn>;
}

/** The processes, their store and their clock. */
export interface Cluster {
  readonly nodes: readonly Node[];
  readonly clock: ManualClock;
  readonly memory: MemoryStore;
  /** Another process, over the same store. */
  open(options?: ServiceOptions<any>, roomId?: string): Node;
  /** The stored record's version and what it waits for. */
  stored(id: string): Promise<any>;
}

/** Opens so many; each has a timer of its own that does not sweep, unless `timer` says otherwise. */
export function openNodes(
  count: number,
  options: ServiceOptions<any> = {},
  wrap: (store: MemoryStore) => NegotiationStore = (store) => store,
): Cluster {
  const clock = new ManualClock(T0);
  const memory = new MemoryStore();
  const store = wrap(memory);
  const open = (own: ServiceOptions<any> = {}, roomId = "room-1"): Node => {
    const timer = new WakeUpTimer({ clock });
    const common = { store, timer, ids: undefined, fallback: never, rules: { preset: "index" } as const };
    const opened = openRoom({ ...common, ...options, ...own }, roomId, clock);
    return Object.assign(opened, {
      record: () => must(opened.room.getLatestNegotiation()),
      take: async (partyId: string, agentId = `${partyId}-phone`) => {
        const turn = must(await opened.room.pickup(partyId, { agentId }));
        if (!turn.ok) throw new Error(`Expected a turn, got ${turn.code}.`);
        return turn as PickedUpTurn;
      },
    });
  };
  return {
    nodes: Array.from({ length: count }, () => open()),
    clock,
    memory,
    open,
    stored: async (id) => must(await memory.load(id)).state,
  };
}

/** One process. */
export function openNode(options: ServiceOptions<any> = {}): Node & Omit<Cluster, "nodes" | "clock"> {
  const { nodes, ...cluster } = openNodes(1, options);
  return Object.assign(must(nodes[0]), cluster);
}
