import { describe, expect, it } from "vitest";
import type { NegotiationStore } from "../../../../src/ports/index.js";
import { newNegotiation, StoreLab } from "../../../../src/testing/stores/lab/index.js";
import { memoryProvider } from "../../memory-provider.js";
import { overriding } from "../../overriding.js";

describe("StoreLab", () => {
  it("ends all that a test began: processes first, then second handles, then stores", async () => {
    const provider = memoryProvider();
    const ended: string[] = [];
    const closing = (store: NegotiationStore, name: string): NegotiationStore =>
      overriding(store, { close: () => void ended.push(name) });
    const lab = new StoreLab({
      ...provider,
      openSecond: async (store, options) => closing(await provider.openSecond(store, options), "second"),
      spawnWriter: () => ({ nextLine: async () => null, kill: () => void ended.push("writer") }),
      destroy: () => void ended.push("store"),
    });
    const store = await lab.open();
    await lab.second(store);
    await lab.startWriter(store, "job");
    const reopened = await lab.reopen(store);
    expect(await reopened.load("neg-1")).toBeNull();
    await lab.close();
    expect(ended).toEqual(["writer", "second", "store"]);
    await lab.close();
    expect(ended).toHaveLength(3);
  });

  it("knows what is provided, and misses the rest loudly", async () => {
    const { create, destroy } = memoryProvider();
    const lab = new StoreLab({ create, destroy });
    expect([lab.provides("openSecond"), new StoreLab(memoryProvider()).provides("openSecond")]).toEqual([
      false,
      true,
    ]);
    const store = await lab.open();
    await expect(lab.second(store)).rejects.toThrow("Expected openSecond, got undefined.");
    await expect(lab.reopen(store)).rejects.toThrow("reopen");
    await expect(lab.breakConnection(store, "before-commit")).rejects.toThrow("breakConnection");
    await expect(lab.startWriter(store, "")).rejects.toThrow("spawnWriter");
  });

  it("SM-83: leaves the data of a store that is to be looked at, where its author can", async () => {
    const destroyed: NegotiationStore[] = [];
    const destroy = (store: NegotiationStore) => void destroyed.push(store);
    const { create } = memoryProvider();
    const lab = new StoreLab({ create, destroy, keep: async () => "/tmp/kept.db", seed: 9 });
    const [kept, other] = [await lab.open(), await lab.open()];
    expect([await lab.keep(kept), lab.seed]).toEqual(["/tmp/kept.db", 9]);
    await lab.close();
    expect(destroyed).toEqual([other]);
    const careless = new StoreLab({ create, destroy });
    const lost = await careless.open();
    expect([await careless.keep(lost), careless.seed]).toEqual([undefined, 1]);
    await careless.close();
    expect(destroyed).toEqual([other, lost]);
  });

  it("breaks connections, and prints", async () => {
    const printed: string[] = [];
    const lab = new StoreLab(memoryProvider(), (line) => void printed.push(line));
    const store = await lab.open();
    await lab.breakConnection(store, "after-commit");
    expect(() => store.create(newNegotiation())).toThrow("after the commit");
    expect(await store.load("neg-1")).not.toBeNull();
    lab.print("a figure");
    new StoreLab(memoryProvider()).print("nobody hears");
    expect(printed).toEqual(["a figure"]);
  });
});
