import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { type TestStoreOptions, testStore } from "../../../src/testing/stores/index.js";
import { STORE_SKIPS } from "../../kit/own-skips.js";
import { BROKEN_STORES } from "../broken-stores.js";
import { memoryProvider } from "../memory-provider.js";
import { recordingRunner } from "../recording-runner.js";

const ALL_IDS = Array.from({ length: 43 }, (_, index) => `TS-${String(index + 1).padStart(2, "0")}`).filter(
  (id) => id !== "TS-38" && id !== "TS-39",
);

function registered(over: Partial<TestStoreOptions> = {}) {
  const runner = recordingRunner();
  testStore({ name: "a store", runner, ...memoryProvider(), ...over });
  return runner;
}

describe("testStore", () => {
  it("has a test for every number of the specification, and for no other", () => {
    const { tests } = registered();
    const ids = tests.slice(0, -1).map(({ name }) => name.slice(0, 5));
    expect([...new Set(ids)].sort()).toEqual(ALL_IDS);
    expect(new Set(tests.map(({ name }) => name)).size).toBe(tests.length);
  });

  it("ST-102: has a broken store for every number, each caught in the test of its file", () => {
    expect(Object.keys(BROKEN_STORES).sort()).toEqual(ALL_IDS);
  });

  it("ST-101: our own adapters skip these tests and no others", () => {
    const skipped = Object.entries(STORE_SKIPS).map(([name, skip]) => [name, Object.keys(skip)]);
    expect(Object.fromEntries(skipped)).toEqual({
      memory: ["TS-24", "TS-25", "TS-26", "TS-27", "TS-28"],
      sqlite: ["TS-24"],
      postgres: [],
    });
  });

  it("ST-100: wants what the tests need, or a reason", () => {
    const { create, destroy } = memoryProvider();
    const bare = {
      openSecond: undefined,
      reopen: undefined,
      breakConnection: undefined,
      spawnWriter: undefined,
    };
    expect(() => registered({ create, destroy, ...bare })).toThrow(
      /^Expected openSecond for TS-24, got none/,
    );
    const skip = STORE_SKIPS.memory;
    const { tests } = registered({ ...bare, skip });
    expect(tests.filter(({ isSkipped }) => isSkipped).map(({ name }) => name.slice(0, 5))).toEqual(
      expect.arrayContaining(["TS-24", "TS-25", "TS-26", "TS-27", "TS-28"]),
    );
    for (const [id, missing] of [
      ["TS-25", "reopen"],
      ["TS-27", "spawnWriter"],
      ["TS-28", "breakConnection"],
    ] as const) {
      const { [id]: _, ...rest } = skip;
      expect(() => registered({ ...bare, openSecond: undefined, skip: rest })).toThrow(
        `Expected ${missing} for ${id}, got none`,
      );
    }
  });

  it("refuses options without a store", () => {
    for (const over of [{ create: undefined }, { destroy: 7 }, { runner: undefined }]) {
      expect(() => registered(over as never)).toThrow(TypeError);
    }
  });

  it("destroys what a test opened, also when the test fails, and tells that failure", async () => {
    const destroyed: unknown[] = [];
    const runner = recordingRunner();
    const store = new MemoryStore();
    store.create = () => {
      throw new Error("no creation");
    };
    testStore({
      name: "a store",
      runner,
      create: () => store,
      destroy: (one) => {
        destroyed.push(one);
        throw new Error("nor destruction");
      },
      skip: STORE_SKIPS.memory,
    });
    await expect(runner.tests[0]?.body()).rejects.toThrow("no creation");
    expect(destroyed).toEqual([store]);
    const empty = runner.tests.find(({ name }) => name.startsWith("TS-08"));
    await expect(empty?.body()).rejects.toThrow("nor destruction");
  });
});
