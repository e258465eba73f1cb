/**
 * @module
 * Random calls of a store over so few ids, rooms, commands, keys and instants that they meet. Each can be
 * made of a store and of the model.
 */

import type { NewEntry } from "../../../core/record/index.js";
import type { RandomStream } from "../../harness/index.js";
import { T0 } from "./store-calls.js";
import type { Modelled, ModelledMethod } from "./store-model.js";

/** One call. */
export interface StoreStep {
  readonly method: ModelledMethod;
  /** The first argument. */
  readonly given: unknown;
  /** Makes the call; a cursor in the answer is told as `"more"`, since it is opaque. */
  on(store: Modelled): unknown;
  toString(): string;
}

/** The ids of all negotiations that the calls are about. */
export const STEP_IDS: readonly string[] = ["a", "b", "c", "d"];

/** Calls of one client, which end some negotiations. */
export function drawnSteps(random: RandomStream): readonly StoreStep[] {
  return listOf(random.integer(10, 60), () => drawnStep(random, 6, 0.25));
}

/** The calls without those that take up a negotiation again that has ended. */
export function withoutRevivals(steps: readonly StoreStep[]): readonly StoreStep[] {
  const settled = new Set<unknown>();
  return steps.filter(({ method, given }) => {
    if (method === "delete") settled.delete(given);
    if (method !== "commit" && method !== "create") return true;
    const { id, isFinal: ends } = given as { readonly id: string; readonly isFinal: boolean };
    if (method === "commit" && settled.has(id) && !ends) return false;
    if (ends) settled.add(id);
    return true;
  });
}

/**
 * A few calls of each of two clients, which end nothing: whether one came after the end of another is open.
 * Half of the clients begin with a commit on the same negotiation at the same version.
 */
export function drawnClients(random: RandomStream): readonly [readonly StoreStep[], readonly StoreStep[]] {
  const client = (): readonly StoreStep[] => {
    const race = random.happens(0.5) ? [commit(random, "a", 0, 0, null)] : [];
    return [...race, ...listOf(random.integer(1, 5), () => drawnStep(random, 2, 0))];
  };
  return [client(), client()];
}

/**
 * @param versions - the greatest version, turn number and delay in ms that comes up
 * @param ends - how probable it is that a creation or a commit ends its negotiation
 */
function drawnStep(random: RandomStream, versions: number, ends: number): StoreStep {
  const id = random.pick(STEP_IDS);
  const small = (): number => random.integer(0, versions);
  const makers: readonly (readonly [weight: number, make: () => StoreStep])[] = [
    [3, () => creation(random, id, ends)],
    [8, () => commit(random, id, small(), ends, random.pick([null, 1, 2, 3]))],
    [3, () => claimDue(random, small())],
    [2, () => list(random)],
    [1, () => step("load", id)],
    [1, () => step("turns", id, { after: small(), upTo: small() })],
    [1, () => step("entries", id, { after: small(), limit: 2 })],
    [1, () => step("nextDeadline")],
    [1, () => step("delete", id)],
  ];
  return random.pick(makers.flatMap(([weight, make]) => listOf(weight, () => make)))();
}

function listOf<T>(length: number, make: () => T): T[] {
  return Array.from({ length }, make);
}

function creation(random: RandomStream, id: string, ends: number): StoreStep {
  const createCommandId = random.pick(["c1", "c2", "c3", "c4", "c5"]);
  const isFinal = random.happens(ends);
  const at = random.integer(0, 6);
  return step("create", {
    id,
    roomId: random.pick(["r1", "r2"]),
    createCommandId,
    exclusiveKey: random.pick([null, "k1", "k2"]),
    isFinal,
    schema: 1,
    initiatorId: id === "a" ? "ada" : "bob",
    responderId: "smith",
    status: "open",
    deadline: isFinal ? null : deadline(random),
    parked: null,
    floor: null,
    state: { at },
    createdAt: T0 + at,
    entry: entryOf(createCommandId, random.happens(0.5) ? 1 : null),
    outbox: [],
  });
}

function commit(
  random: RandomStream,
  id: string,
  expectedVersion: number,
  ends: number,
  turnNumber: number | null,
): StoreStep {
  const isFinal = random.happens(ends);
  const now = random.integer(0, 6);
  return step("commit", {
    id,
    isFinal,
    deadline: isFinal ? null : deadline(random),
    expectedVersion,
    schema: 1,
    status: isFinal ? "rejected" : "open",
    parked: null,
    floor: null,
    state: { now },
    now: T0 + now,
    entry: entryOf(random.pick([null, "x1", "x2", "x3", "x4", "x5", "c1"]), turnNumber),
    outbox: [],
  });
}

function claimDue(random: RandomStream, now: number): StoreStep {
  return step("claimDue", {
    now: T0 + now,
    limit: random.integer(1, 3),
    leaseMs: random.integer(1, 3),
    roomIds: random.pick([undefined, ["r1"], ["r1", "r2"]]),
    maxSchema: 1,
  });
}

function list(random: RandomStream): StoreStep {
  return step("list", {
    limit: random.integer(1, 4),
    partyId: random.pick([undefined, "ada", "smith"]),
    isFinal: random.pick([undefined, true, false]),
    roomId: random.pick([undefined, "r1"]),
  });
}

function deadline(random: RandomStream): { readonly at: number; readonly kind: "turn" | "total" } {
  return { at: T0 + random.integer(0, 6), kind: random.pick(["turn", "total"]) };
}

function entryOf(commandId: string | null, turnNumber: number | null): NewEntry {
  const turn = turnNumber === null ? null : { number: turnNumber };
  return { kind: turn === null ? "woken" : "turn", commandId, turnNumber, turn, details: null };
}

function step(method: ModelledMethod, ...given: readonly unknown[]): StoreStep {
  return {
    method,
    given: given[0],
    on: (store) => {
      const answer: unknown = Reflect.apply(store[method], store, given);
      return method === "list" ? withoutCursor(answer) : answer;
    },
    toString: () => `${method}(${given.map((one) => JSON.stringify(one)).join(", ")})`,
  };
}

function withoutCursor(answer: unknown): unknown {
  if (typeof answer === "object" && answer !== null && "then" in answer) {
    return Promise.resolve(answer).then(withoutCursor);
  }
  const page = answer as { readonly items: unknown; readonly next: string | null };
  return { items: page.items, next: page.next === null ? null : "more" };
}
