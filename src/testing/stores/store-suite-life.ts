/**
 * @module
 * The store suite on the life of a store: reopened, broken, pruned, closed, and at once or later alike.
 */

import type { CommitResult, CreateResult, MaybePromise, NegotiationStore } from "../../ports/index.js";
import { assert, assertEqual, columnOf, present, thrownBy } from "../harness/index.js";
import type { BreakPoint, StoreCase, StoreLab } from "./lab/index.js";
import {
  claimedIds,
  DUE,
  everything,
  newCommit,
  newEnd,
  newNegotiation,
  newTurn,
  storeCase,
  T0,
} from "./lab/index.js";

const EVENT = [{ type: "x", body: null }];

/** TS-25, TS-28, TS-32, TS-33 and TS-37. */
export const lifeCases: readonly StoreCase[] = [
  storeCase(
    "TS-25",
    "keeps everything when it is reopened, leases too",
    async (store, lab) => {
      const parked = { partyId: "ada", firstParkedAt: T0, claimedBy: null };
      await store.create(newNegotiation({ id: "a", outbox: EVENT, exclusiveKey: "key", parked }));
      await store.create(newNegotiation({ id: "b", deadline: { at: T0, kind: "total" } }));
      await store.commit(newTurn(1, { id: "a", expectedVersion: 0, outbox: EVENT, parked }));
      assertEqual(await claimedIds(store, T0), ["b"], "what is claimed before");
      const before = await everything(store, ["a", "b"]);
      const reopened = await lab.reopen(store);
      assertEqual(await everything(reopened, ["a", "b"]), before, "what is stored");
      assertEqual(await claimedIds(reopened, T0 + 9_999), [], "what is claimed within the lease");
      assertEqual(await claimedIds(reopened, T0 + 10_000), ["b"], "what is claimed after the lease");
      const rival = await reopened.create(newNegotiation({ id: "c", exclusiveKey: "key" }));
      assertEqual(rival, { ok: false, reason: "exclusive", id: "a" }, "a creation with a key that is held");
      const again = await reopened.commit(newTurn(1, { id: "a", expectedVersion: 1 }));
      assertEqual(again, { ok: false, reason: "duplicate" }, "a stored command again");
    },
    ["reopen"],
  ),

  ...(["before-commit", "after-commit"] as const).map((where) =>
    storeCase(
      "TS-28",
      `takes a command once whose connection broke, ${where.replace("-", " the ")}`,
      (store, lab) => expectOneEffect(store, lab, where),
      ["breakConnection"],
    ),
  ),

  storeCase("TS-32", "closes once, and refuses every later call", async (store) => {
    const calls = await callsOf(store);
    await store.close();
    await store.close();
    for (const [name, call] of Object.entries(calls)) {
      const error = await thrownBy(call, `${name} of a closed store`);
      const code = (error as { readonly code?: unknown } | null)?.code;
      assertEqual(code, "store_closed", `the code of what ${name} throws`);
    }
  }),

  storeCase("TS-33", "answers always at once, or always with a promise", async (store) => {
    const answers: Record<string, unknown> = {};
    for (const [name, call] of Object.entries(await callsOf(store))) {
      const answer: unknown = call();
      answers[name] = kindOf(answer);
      await answer;
    }
    const kinds = new Set(Object.values(answers));
    assert(
      kinds.size === 1 && !kinds.has("thenable"),
      `Expected every answer at once, or every one as a promise, got ${JSON.stringify(answers)}.`,
    );
  }),

  storeCase("TS-37", "deletes a negotiation with all that belongs to it", async (store) => {
    const created = newNegotiation({ outbox: EVENT, exclusiveKey: "k" });
    await store.create(created);
    await store.create(newNegotiation({ id: "neg-2", outbox: EVENT }));
    await store.commit(newTurn(1, { expectedVersion: 0, outbox: EVENT }));
    assertEqual(await store.delete("neg-9"), false, "the deletion of an unknown id");
    assertEqual(await store.delete("neg-1"), true, "the deletion");
    assertEqual(await store.delete("neg-1"), false, "the deletion again");
    assertEqual(await store.load("neg-1"), null, "the row");
    assertEqual([await store.entries("neg-1"), await store.turns("neg-1")], [[], []], "entries and turns");
    const missing = { ok: false, reason: "missing" };
    assertEqual(await store.commit(newCommit({ expectedVersion: 1 })), missing, "a commit");
    const events = await store.readOutbox({ after: null, limit: 10 });
    assertEqual(columnOf("negotiationId", events), ["neg-2"], "whose events are left");
    assertEqual(await store.create(created), { ok: true }, "the same creation again");
    assertEqual((await store.load("neg-1"))?.version, 0, "the version of the new one");
  }),

  storeCase("TS-37", "prunes what has been final for long enough, oldest first", async (store) => {
    for (const [index, id] of ["live", "d", "c", "b", "a"].entries()) {
      await store.create(newNegotiation({ id, outbox: EVENT }));
      if (id !== "live") await store.commit(newEnd({ id, expectedVersion: 0, now: T0 + 10 * index }));
    }
    // d at 10, c at 20, b at 30, a at 40.
    const prune = async (ms: number): Promise<number> => store.prune({ settledBefore: T0 + ms, limit: 2 });
    assertEqual(await prune(10), 0, "how many ended before the first did");
    assertEqual(await prune(31), 2, "how many are pruned at the limit");
    assertEqual([await store.load("d"), await store.load("c")], [null, null], "the two oldest");
    assertEqual(await prune(31), 1, "how many were left");
    assertEqual(await prune(40), 0, "how many ended before the last did");
    const { items } = await store.list({ limit: 10 });
    assertEqual(columnOf("id", items), ["a", "live"], "what is left");
    const events = await store.readOutbox({ after: null, limit: 10 });
    assertEqual(columnOf("negotiationId", events), ["live", "a"], "whose events are left");
    assertEqual([await store.entries("b"), await store.turns("b")], [[], []], "entries of a pruned one");
    assertEqual(await store.prune({ settledBefore: T0 + 99_999, limit: 9 }), 1, "how many are final");
    assertEqual((await store.load("live"))?.isFinal, false, "whether the live one is final");
  }),
];

async function expectOneEffect(store: NegotiationStore, lab: StoreLab, where: BreakPoint): Promise<void> {
  const created = newNegotiation({ outbox: EVENT });
  const commit = newTurn(1, { expectedVersion: 0, outbox: EVENT });
  const writes: readonly (readonly [string, () => MaybePromise<CreateResult | CommitResult>])[] = [
    ["create", () => store.create(created)],
    ["commit", () => store.commit(commit)],
  ];
  for (const [name, write] of writes) {
    await lab.breakConnection(store, where);
    await thrownBy(write, `a ${name} whose connection breaks`);
    const again = await retried(write);
    const isRight = again.ok || again.reason === "duplicate";
    assert(isRight, `Expected ok or duplicate from the same ${name} again, got ${JSON.stringify(again)}.`);
  }
  assertEqual((await store.load("neg-1"))?.version, 1, "the version");
  const commands = (await store.entries("neg-1")).map(({ commandId }) => commandId);
  assertEqual(commands, ["create-neg-1", "turn-1"], "the commands");
  const events = await store.readOutbox({ after: null, limit: 9 });
  assertEqual(columnOf("version", events), [0, 1], "the versions of the events");
}

/** A pool may hand out another connection that broke with the first. */
async function retried<T>(write: () => MaybePromise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === 4) throw error;
    }
  }
}

/** One call of each method but `close`, on a store that holds `neg-1`. */
async function callsOf(store: NegotiationStore): Promise<Readonly<Record<string, () => unknown>>> {
  await store.create(newNegotiation({ outbox: EVENT }));
  const [event] = await store.readOutbox({ after: null, limit: 1 });
  const { position } = present(event, "an event in the outbox");
  return {
    create: () => store.create(newNegotiation({ id: "neg-2", outbox: EVENT })),
    commit: () => store.commit(newCommit({ expectedVersion: 0 })),
    load: () => store.load("neg-1"),
    turns: () => store.turns("neg-1"),
    entries: () => store.entries("neg-1"),
    list: () => store.list({ limit: 1 }),
    listParked: () => store.listParked({ partyId: "ada", claimedBy: null, limit: 1 }),
    claimDue: () => store.claimDue({ ...DUE, now: T0 + 60_000 }),
    count: () => store.count({}),
    nextDeadline: () => store.nextDeadline(),
    readOutbox: () => store.readOutbox({ after: null, limit: 1 }),
    trimOutbox: () => store.trimOutbox(position),
    delete: () => store.delete("neg-2"),
    prune: () => store.prune({ settledBefore: T0, limit: 1 }),
  };
}

function kindOf(answer: unknown): string {
  // Not `instanceof`: a runner may give its tests a global scope of their own.
  if (Object.prototype.toString.call(answer) === "[object Promise]") return "promise";
  const isThenable =
    typeof answer === "object" && answer !== null && "then" in answer && typeof answer.then === "function";
  return isThenable ? "thenable" : "at once";
}
