/**
 * @module
 * Random calls of a store over so few ids, rooms, commands, keys and instants that they meet. Each can be
 * made of a store and of the model.
 */

import * as fc from "fast-check";
import type { NewEntry } from "../core/entries.js";
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

/** Calls of one client, which end some negotiations and never take one up again that has ended. */
export function arbitrarySteps(): fc.Arbitrary<readonly StoreStep[]> {
  const isFinal = fc.nat({ max: 3 }).map((number) => number === 0);
  return fc.array(arbitraryStep(6, isFinal), { minLength: 10, maxLength: 60 }).map((steps) => {
    const settled = new Set<unknown>();
    return steps.filter(({ method, given }) => {
      if (method === "delete") settled.delete(given);
      if (method !== "commit" && method !== "create") return true;
      const { id, isFinal: ends } = given as { readonly id: string; readonly isFinal: boolean };
      if (method === "commit" && settled.has(id) && !ends) return false;
      if (ends) settled.add(id);
      return true;
    });
  });
}

/**
 * A few calls of each of two clients, which end nothing: whether one came after the end of another is open.
 * Half of the clients begin with a commit on the same negotiation at the same version.
 */
export function arbitraryClients(): fc.Arbitrary<readonly [readonly StoreStep[], readonly StoreStep[]]> {
  const goesOn = fc.constant(false);
  const calls = fc.array(arbitraryStep(2, goesOn), { minLength: 1, maxLength: 5 });
  const race = commit(fc.constant("a"), fc.constant(0), goesOn, fc.constant(null));
  const client = fc
    .tuple(fc.option(race), calls)
    .map(([first, rest]) => (first === null ? rest : [first, ...rest]));
  return fc.tuple(client, client);
}

/** @param versions - the greatest version, turn number and delay in ms that comes up */
function arbitraryStep(versions: number, isFinal: fc.Arbitrary<boolean>): fc.Arbitrary<StoreStep> {
  const id = fc.constantFrom(...STEP_IDS);
  const small = fc.nat({ max: versions });
  return fc.oneof(
    { arbitrary: creation(id, isFinal), weight: 3 },
    { arbitrary: commit(id, small, isFinal, fc.constantFrom(null, 1, 2, 3)), weight: 8 },
    { arbitrary: claimDue(small), weight: 3 },
    { arbitrary: list(), weight: 2 },
    { arbitrary: id.map((one) => step("load", one)), weight: 1 },
    {
      arbitrary: fc.tuple(id, small, small).map(([one, after, upTo]) => step("turns", one, { after, upTo })),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(id, small).map(([one, after]) => step("entries", one, { after, limit: 2 })),
      weight: 1,
    },
    { arbitrary: fc.constant(step("nextDeadline")), weight: 1 },
    { arbitrary: id.map((one) => step("delete", one)), weight: 1 },
  );
}

function creation(id: fc.Arbitrary<string>, isFinal: fc.Arbitrary<boolean>): fc.Arbitrary<StoreStep> {
  return fc
    .record({
      id,
      roomId: fc.constantFrom("r1", "r2"),
      createCommandId: fc.constantFrom("c1", "c2", "c3", "c4", "c5"),
      exclusiveKey: fc.constantFrom(null, "k1", "k2"),
      isFinal,
      deadline: deadline(),
      at: fc.nat({ max: 6 }),
      opens: fc.boolean(),
    })
    .map(({ at, opens, ...one }) =>
      step("create", {
        ...one,
        schema: 1,
        initiatorId: one.id === "a" ? "ada" : "bob",
        responderId: "smith",
        status: "open",
        deadline: one.isFinal ? null : one.deadline,
        parked: null,
        floor: null,
        state: { at },
        createdAt: T0 + at,
        entry: entryOf(one.createCommandId, opens ? 1 : null),
        outbox: [],
      }),
    );
}

function commit(
  id: fc.Arbitrary<string>,
  small: fc.Arbitrary<number>,
  isFinal: fc.Arbitrary<boolean>,
  turnNumber: fc.Arbitrary<number | null>,
): fc.Arbitrary<StoreStep> {
  return fc
    .record({
      id,
      isFinal,
      deadline: deadline(),
      expectedVersion: small,
      now: small,
      command: fc.constantFrom(null, "x1", "x2", "x3", "x4", "x5", "c1"),
      turnNumber,
    })
    .map(({ command, turnNumber, now, ...one }) =>
      step("commit", {
        ...one,
        deadline: one.isFinal ? null : one.deadline,
        schema: 1,
        status: one.isFinal ? "rejected" : "open",
        parked: null,
        floor: null,
        state: { now },
        now: T0 + now,
        entry: entryOf(command, turnNumber),
        outbox: [],
      }),
    );
}

function claimDue(small: fc.Arbitrary<number>): fc.Arbitrary<StoreStep> {
  const numbers = {
    now: small,
    limit: fc.integer({ min: 1, max: 3 }),
    leaseMs: fc.integer({ min: 1, max: 3 }),
  };
  return fc
    .record({ ...numbers, roomIds: fc.constantFrom(undefined, ["r1"], ["r1", "r2"]) })
    .map((one) => step("claimDue", { ...one, now: T0 + one.now, maxSchema: 1 }));
}

function list(): fc.Arbitrary<StoreStep> {
  return fc
    .record({
      limit: fc.integer({ min: 1, max: 4 }),
      partyId: fc.constantFrom(undefined, "ada", "smith"),
      isFinal: fc.constantFrom(undefined, true, false),
      roomId: fc.constantFrom(undefined, "r1"),
    })
    .map((query) => step("list", query));
}

function deadline(): fc.Arbitrary<{ readonly at: number; readonly kind: "turn" | "total" }> {
  return fc.record({
    at: fc.nat({ max: 6 }).map((ms) => T0 + ms),
    kind: fc.constantFrom("turn" as const, "total" as const),
  });
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
