/**
 * @module
 * The pinned worlds: what 2,000 of them have stored when they end, what their services told and what they answered.
 */

import type { ServiceOptions } from "../../../src/index.js";
import { MemoryStore, NegotiationService } from "../../../src/index.js";
import { SimWorld, WORLD_PRESETS, type WorldMode, type WorldPreset } from "../../../src/simulation/index.js";
import type { NegotiationStore } from "../../../src/store.js";
import { EVENT_NAMES } from "../../kit/open-room.js";
import { type Digests, digestOf, textOf } from "./digest.js";

/** Every kind of world, so many of each. */
const WORLDS_A_KIND = 200;
/** In one digest. */
const WORLDS_A_GROUP = 50;

const MODES: readonly WorldMode[] = ["safety", "liveness"];

/** Fifty worlds of one kind in a digest: `room, safety, seeds 1 to 50`, for what was stored and for what was told. */
export async function worldDigests(): Promise<Digests> {
  const digests: Record<string, string> = {};
  for (const mode of MODES) {
    for (const preset of WORLD_PRESETS) {
      for (let first = 1; first < WORLDS_A_KIND; first += WORLDS_A_GROUP) {
        const stored: string[] = [];
        const told: string[] = [];
        for (let seed = first; seed < first + WORLDS_A_GROUP; seed++) {
          const world = await ranWorld(seed, mode, preset);
          stored.push(world.stored);
          told.push(...world.told);
        }
        const kind = `${preset}, ${mode}, seeds ${first} to ${first + WORLDS_A_GROUP - 1}`;
        digests[`${kind}: stored`] = digestOf(stored);
        digests[`${kind}: told`] = digestOf(told);
        // A test runner would think that this process is gone.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
  return digests;
}

interface RanWorld {
  /** Rows, entries and outbox. */
  readonly stored: string;
  /** Events and answers of services. */
  readonly told: readonly string[];
}

async function ranWorld(seed: number, mode: WorldMode, preset: WorldPreset): Promise<RanWorld> {
  const store = new MemoryStore();
  const told: string[] = [];
  const service = (roomId: string, options: ServiceOptions): NegotiationService =>
    overheard(new NegotiationService(roomId, { warnings: false, ...options }), told);
  const world = new SimWorld({
    seed,
    mode,
    preset,
    negotiations: [1, 2, 1, 4][seed % 4],
    store: () => store,
    mutate: { service },
  });
  const { violations, endings } = await world.run();
  return { stored: textOf({ violations, endings, ...(await storedIn(store)) }), told };
}

/** All that a store holds. */
export async function storedIn(
  store: NegotiationStore,
): Promise<{ readonly negotiations: readonly unknown[]; readonly outbox: readonly unknown[] }> {
  const { items } = await store.list({ limit: 100 });
  const negotiations: unknown[] = [];
  for (const row of items) negotiations.push({ row, entries: await store.entries(row.id) });
  return { negotiations, outbox: await store.readOutbox({ after: null, limit: 1_000 }) };
}

/** The service, of which each event and each answer is written down. */
function overheard(service: NegotiationService, told: string[]): NegotiationService {
  for (const name of EVENT_NAMES) {
    service.on(name, (payload: unknown) => told.push(`${name} ${withoutRecords(payload)}`));
  }
  return new Proxy(service, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== "function") return member;
      return (...values: unknown[]) => {
        const answer: unknown = member.apply(target, values);
        if (answer instanceof Promise) {
          const answered = (value: unknown): unknown =>
            told.push(`${String(key)} answers ${withoutRecords(value)}`);
          answer.then(answered, answered);
        }
        return answer;
      };
    },
  });
}

/** Records are long, and pinned where they are stored: here it counts which version is meant. */
function withoutRecords(value: unknown): string {
  return textOf(shortened(value, 0));
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Error || depth > 2) return value;
  if ("id" in value && "version" in value && "status" in value)
    return `${value.id} ${value.version} ${value.status}`;
  const members = Object.entries(value).map(([key, member]) => [key, shortened(member, depth + 1)] as const);
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}
