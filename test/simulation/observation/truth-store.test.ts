import { describe, expect, it } from "vitest";
import type { NegotiationStore } from "../../../src/ports/index.js";
import { type TakenWrite, TruthStore } from "../../../src/simulation/observation/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { nextCounter } from "../../../src/testing/stores/lab/killed-writer.js";
import { countedNegotiation, storedRecord } from "../../../src/testing/stores/lab/index.js";

/** The same store, answering later. */
function later(store: MemoryStore): NegotiationStore {
  return new Proxy(store, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== "function") return member;
      return async (...given: readonly unknown[]) => {
        await undefined;
        return member.apply(target, given) as unknown;
      };
    },
  });
}

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
    const { truth, taken, refused } = await written(how === "later" ? later(memory) : memory, memory);
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
