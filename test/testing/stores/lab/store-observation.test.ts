import { expect, it } from "vitest";
import { MemoryStore } from "../../../../src/stores/memory/index.js";
import {
  claimedIds,
  everything,
  newCommit,
  newNegotiation,
  scribble,
  T0,
} from "../../../../src/testing/stores/lab/index.js";

it("everything changes with each thing that is stored, and with nothing else", async () => {
  const store = new MemoryStore();
  const seen = new Set<string>();
  const look = async (): Promise<number> => seen.add(JSON.stringify(await everything(store, ["neg-1"]))).size;
  expect(await look()).toBe(1);
  store.create(newNegotiation({ outbox: [{ type: "x", body: 1 }] }));
  expect(await look()).toBe(2);
  expect(await look()).toBe(2);
  store.commit(newCommit({ expectedVersion: 0 }));
  expect(await look()).toBe(3);
  const [event] = store.readOutbox({ after: null, limit: 1 });
  store.trimOutbox(event?.position ?? "");
  expect(await look()).toBe(4);
  store.create(newNegotiation({ id: "neg-2" }));
  expect(await look()).toBe(5);
});

it("claimedIds names what is due", async () => {
  const store = new MemoryStore();
  store.create(newNegotiation({ deadline: { at: T0, kind: "turn" } }));
  expect([await claimedIds(store, T0 - 1), await claimedIds(store, T0)]).toEqual([[], ["neg-1"]]);
});

it("scribble changes what lets itself be changed", () => {
  const value = { a: 1, list: [{ b: 2 }], frozen: Object.freeze({ c: 3 }), none: null };
  scribble(value);
  expect(value).toEqual({
    a: "scribbled",
    list: "scribbled",
    frozen: "scribbled",
    none: "scribbled",
    scribbled: true,
  });
  const part = { b: 2 };
  scribble(Object.freeze([part]));
  expect(part).toEqual({ b: "scribbled", scribbled: true });
  scribble(null);
});
