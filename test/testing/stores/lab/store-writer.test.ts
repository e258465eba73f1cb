import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../../src/stores/memory/index.js";
import {
  contend,
  countedNegotiation,
  newNegotiation,
  runStoreWriter,
  type WriterJob,
} from "../../../../src/testing/stores/lab/index.js";
import { commandOf } from "../../../../src/testing/stores/lab/store-writer.js";

describe("runStoreWriter", () => {
  it("writes to one negotiation after the other, and confirms each commit after it", async () => {
    const store = new MemoryStore();
    for (const id of ["a", "b"]) store.create(countedNegotiation(id));
    const lines: string[] = [];
    const stored: number[] = [];
    const job: WriterJob = { does: "write", ids: ["a", "b"], run: 3 };
    const stopped = new Error("enough");
    const writing = runStoreWriter(store, JSON.stringify(job), (line) => {
      lines.push(line);
      stored.push(store.entries("a").length + store.entries("b").length);
      if (lines.length === 5) throw stopped;
    });
    await expect(writing).rejects.toBe(stopped);
    expect(lines).toEqual(["ready", "a 1 run-3-0", "b 1 run-3-1", "a 2 run-3-2", "b 2 run-3-3"]);
    expect(stored).toEqual([2, 3, 4, 5, 6]);
    expect(commandOf(3, 2)).toBe("run-3-2");
  });

  it("says when somebody else writes to what is its own", async () => {
    const store = new MemoryStore();
    store.create(countedNegotiation("a"));
    store.commit = () => ({ ok: false, reason: "conflict" });
    const job: WriterJob = { does: "write", ids: ["a"], run: 1 };
    await expect(runStoreWriter(store, JSON.stringify(job), () => {})).rejects.toThrow("the only writer");
  });

  it("contends for a row, and says how often it won", async () => {
    const store = new MemoryStore();
    store.create(newNegotiation());
    const lines: string[] = [];
    const job: WriterJob = { does: "contend", id: "neg-1", tries: 20, name: "one" };
    const [, other] = await Promise.all([
      runStoreWriter(store, JSON.stringify(job), (line) => void lines.push(line)),
      contend(store, { ...job, name: "two" }),
    ]);
    expect(lines[0]).toBe("ready");
    expect(Number(lines[1]) + other).toBe(store.load("neg-1")?.version);
  });
});
