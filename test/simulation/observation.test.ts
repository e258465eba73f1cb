import { describe, expect, it } from "vitest";
import type { CommitEvent } from "../../src/core/index.js";
import type { NegotiationStore } from "../../src/ports/index.js";
import type { ServiceEvents } from "../../src/service/events/index.js";
import {
  COMMIT_EVENT_ORDER,
  guarded,
  type TakenWrite,
  TruthStore,
} from "../../src/simulation/observation/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { countedNegotiation, storedRecord } from "../../src/testing/stores/lab/index.js";
import { nextCounter } from "../../src/testing/stores/lab/killed-writer.js";
import { EVENT_NAMES } from "../kit/open-room.js";
import { behindPromises } from "../kit/wrapped-store.js";
import { findingsIn, Script } from "./observed-histories.js";

/** What a service tells of no commit. The compiler takes none that a commit tells. */
const OF_NO_COMMIT: readonly Exclude<keyof ServiceEvents, CommitEvent["type"]>[] = [
  "turn:dropped",
  "message:dropped",
  "listener:error",
];

it("EN-39: names every event of a commit once", () => {
  expect([...COMMIT_EVENT_ORDER, ...OF_NO_COMMIT].sort()).toEqual([...EVENT_NAMES].sort());
});

const { writes } = new Script();
const unreadable = (): never => {
  throw new TypeError("Cannot read properties of null");
};

describe("an invariant that cannot read what it is shown", () => {
  it("has found something, wherever it looked", () => {
    for (const look of ["onWrite", "onPublished", "onConsumed", "atEnd"] as const) {
      const invariant = guarded({ id: "I0", watch: () => ({ [look]: unreadable }) });
      const [found] = findingsIn(writes, { invariants: [invariant] });
      expect(found).toContain("expected something that can be read, got TypeError: Cannot read");
      expect(found).toContain(look === "atEnd" ? "I0: null" : "I0: neg_1");
    }
    const { onAcknowledged } = guarded({ id: "I0", watch: () => ({ onAcknowledged: unreadable }) }).watch(
      {} as never,
      { mode: "safety", seed: 1 },
    );
    expect(onAcknowledged?.({ negotiationId: "neg_1" } as never)?.negotiationId).toBe("neg_1");
  });

  it("is the same as before when it can", () => {
    const finding = { negotiationId: null, detail: "expected more" };
    const invariant = guarded({ id: "I0", watch: () => ({ atEnd: () => finding }) });
    expect(invariant.id).toBe("I0");
    const check = invariant.watch({} as never, { mode: "safety", seed: 1 });
    expect(check.onWrite).toBeUndefined();
    expect(check.atEnd?.({} as never)).toBe(finding);
  });
});

async function written(inner: NegotiationStore, memory: MemoryStore) {
  const truth = new TruthStore(inner);
  const taken: TakenWrite[] = [];
  const note = (write: TakenWrite): void => void taken.push(write);
  await truth.create(countedNegotiation("a"), note);
  const { commit } = nextCounter(await storedRecord(memory, "a"), "first");
  await truth.commit(commit, note);
  const refused = await truth.commit(commit, note);
  return { truth, taken, refused };
}

describe("TruthStore", () => {
  it.each(["at once", "later"])("tells each write that a store took which answers %s", async (how) => {
    const memory = new MemoryStore();
    const { truth, taken, refused } = await written(
      how === "later" ? behindPromises(memory) : memory,
      memory,
    );
    expect(refused).toEqual({ ok: false, reason: "duplicate" });
    expect(truth.commitCount).toBe(2);
    expect(
      taken.map(({ before, after, expectedVersion, entry }) => [
        before?.version ?? null,
        after.version,
        expectedVersion,
        entry.version,
      ]),
    ).toEqual([
      [null, 0, null, 0],
      [0, 1, 0, 1],
    ]);
    expect(truth.earlierRows().map(({ version }) => version)).toEqual([0]);
    const view = truth.view((id) => (id === "first" ? 1 : undefined), true);
    expect(view.row("a")).toEqual(memory.load("a"));
    expect(view.rows()).toEqual([memory.load("a")]);
    expect(view.entries("a")).toEqual(memory.entries("a"));
    expect(view.turns("a")).toEqual(memory.turns("a"));
    expect([view.row("b"), view.entries("b"), view.intentOf("first"), view.writesOutbox]).toEqual([
      null,
      [],
      1,
      true,
    ]);
  });

  it("keeps the outbox also of what was trimmed", async () => {
    const memory = new MemoryStore();
    const truth = new TruthStore(memory);
    const outbox = [
      { type: "x", body: null },
      { type: "y", body: null },
    ];
    truth.create({ ...countedNegotiation("a"), outbox }, () => {});
    const [first] = memory.readOutbox({ after: null, limit: 1 });
    memory.trimOutbox(first?.position ?? "");
    const kept = truth.view(() => undefined, true).outbox("a");
    expect(kept.map(({ type, version, index }) => [type, version, index])).toEqual([
      ["x", 0, 0],
      ["y", 0, 1],
    ]);
  });
});
