import { describe, expect, it } from "vitest";
import type { ClientSnapshot, ClientStore } from "../../../src/bridges/client/index.js";
import { served } from "../http/served-bridge.js";
import { clientOf, type Price, scripted } from "./clients.js";

const opening = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };

/** What a listener of a store heard, and what ends it. */
function listened(store: ClientStore<Price>): { heard: ClientSnapshot<Price>[]; leave: () => void } {
  const heard: ClientSnapshot<Price>[] = [];
  const leave = store.subscribe((snapshot) => {
    // What is told is what can be read at that moment: else a page would show two states at once.
    expect(store.getSnapshot()).toBe(snapshot);
    heard.push(snapshot);
  });
  return { heard, leave };
}

describe("a store", () => {
  it("tells what changes, with what is legal, to the end; its snapshots are new only where something is [HT-8]", async () => {
    const { base } = await served();
    const [ada, smith] = [clientOf(base), clientOf(base, "smith")];
    const { id } = await ada.open(opening);
    const store = ada.negotiationStore(id);
    const { getSnapshot } = store;
    expect(getSnapshot()).toEqual({ negotiation: null, connection: "idle", error: null });
    expect(getSnapshot()).toBe(getSnapshot());
    const { heard } = listened(store);
    expect(heard.map(({ connection }) => connection)).toEqual(["connecting"]);
    await expect.poll(() => getSnapshot().connection).toBe("live");
    await expect.poll(() => getSnapshot().negotiation?.version).toBe(0);
    expect(getSnapshot().negotiation?.legal.actions).toEqual([]);
    await smith.counter(id, { terms: { price: 45 } });
    await expect.poll(() => getSnapshot().negotiation?.standing?.terms).toEqual({ price: 45 });
    expect(getSnapshot().negotiation?.legal.actions).toContain("accept");
    // One's own move is there with its answer.
    await ada.accept(getSnapshot().negotiation!);
    expect(getSnapshot().negotiation?.outcome).toMatchObject({ status: "accepted" });
    await expect.poll(() => getSnapshot().connection).toBe("over");
    expect(new Set(heard).size).toBe(heard.length);
    expect(heard.map(({ negotiation }) => negotiation?.version ?? -1)).toEqual([-1, -1, 0, 1, 2, 2]);
  });

  it("opens its stream with the first listener and ends it with the last [HT-8]", async () => {
    const { base } = await served({ limits: { streams: 1 } });
    const ada = clientOf(base);
    const { id } = await ada.open(opening);
    for (let round = 0; round < 3; round += 1) {
      // The same for two parts of a page that are drawn before either listens.
      const store = ada.negotiationStore(id);
      const [first, second] = [listened(store), listened(store)];
      expect(ada.negotiationStore(id)).toBe(store);
      await expect
        .poll(() => store.getSnapshot())
        .toMatchObject({ connection: "live", negotiation: { version: 0 } });
      first.leave();
      first.leave();
      expect(store.getSnapshot().connection).toBe("live");
      second.leave();
      expect(store.getSnapshot()).toMatchObject({ connection: "idle", negotiation: { version: 0 } });
      const told = first.heard.length;
      // It can be listened to again, and knows what it knew.
      const again = listened(store);
      expect(again.heard[0]).toMatchObject({ connection: "connecting", negotiation: { version: 0 } });
      await expect.poll(() => store.getSnapshot().connection).toBe("live");
      again.leave();
      expect(first.heard.length).toBe(told);
    }
  });

  it("does not open a stream for what is over, nor tell what nobody listens to", async () => {
    const { base } = await served();
    const [ada, smith] = [clientOf(base), clientOf(base, "smith")];
    const { id } = await ada.open(opening);
    const store = ada.negotiationStore(id);
    const { leave } = listened(store);
    await expect.poll(() => store.getSnapshot().connection).toBe("live");
    await smith.accept(id);
    await expect.poll(() => store.getSnapshot().connection).toBe("over");
    leave();
    const { heard } = listened(store);
    await expect.poll(() => store.getSnapshot().connection).toBe("over");
    expect(heard).toHaveLength(2);
  });

  it("says why it is not live, goes on where that can help, and gives up where it cannot", async () => {
    const { base, bridge } = await served();
    const ada = clientOf(base);
    const { id } = await ada.open(opening);
    let isDown = true;
    const store = clientOf(base, "ada", {
      retries: 0,
      fetch: async (url, init) => {
        if (isDown) throw new TypeError("fetch failed");
        return bridge.fetch(new Request(url, init));
      },
    }).negotiationStore(id);
    const { heard, leave } = listened(store);
    await expect.poll(() => store.getSnapshot().error?.code).toBe("unreachable");
    expect(store.getSnapshot().connection).toBe("connecting");
    isDown = false;
    await expect
      .poll(() => store.getSnapshot())
      .toMatchObject({ connection: "live", error: null, negotiation: { version: 0 } });
    leave();
    expect(heard.at(-1)?.connection).toBe("live");
    const stranger = clientOf(base, "eve").negotiationStore(id);
    listened(stranger);
    await expect
      .poll(() => stranger.getSnapshot())
      .toMatchObject({
        connection: "failed",
        negotiation: null,
        error: { code: "unknown_negotiation" },
      });
    const signedOut = clientOf(base, "ada", { headers: () => Promise.reject(new Error("no token")) });
    const failing = signedOut.negotiationStore(id);
    listened(failing);
    await expect.poll(() => failing.getSnapshot().connection).toBe("failed");
    expect(failing.getSnapshot().error?.cause).toMatchObject({ message: "no token" });
  });

  it("goes on where frames come and the rest does not, with pauses between", async () => {
    const view = { id: "neg_1", version: 3, turns: [], outcome: null };
    let streams = 0;
    const base = await scripted((request, response) => {
      if (request.url?.endsWith("/events") !== true) {
        if (streams < 4) return response.writeHead(503).end();
        response.writeHead(200, { "content-type": "application/json" });
        return response.end(JSON.stringify({ ...view, legal: { actions: [] } }));
      }
      streams += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.write(`data: ${JSON.stringify({ view })}\n\n`);
    });
    const store = clientOf(base, "ada", { retries: 0 }).negotiationStore("neg_1");
    const { leave } = listened(store);
    await expect.poll(() => store.getSnapshot().negotiation?.version).toBe(3);
    expect([streams, store.getSnapshot().connection]).toEqual([4, "live"]);
    leave();
  });

  it("lets no listener hurt another, one that leaves while it is told included", async () => {
    const { base } = await served();
    const errors: unknown[] = [];
    const ada = clientOf(base, "ada", { onError: (error) => errors.push(error) });
    const { id } = await ada.open(opening);
    const store = ada.negotiationStore(id);
    store.subscribe(() => {
      throw new Error("a page that fails");
    });
    let leaveOther = (): void => undefined;
    const leave = store.subscribe(({ connection }) => {
      if (connection === "live") leaveOther();
    });
    const other = listened(store);
    leaveOther = other.leave;
    const last = listened(store);
    await expect.poll(() => store.getSnapshot().negotiation?.version).toBe(0);
    expect(other.heard.map(({ connection }) => connection)).toEqual(["connecting"]);
    expect(last.heard.length).toBeGreaterThan(1);
    expect(errors[0]).toMatchObject({ message: "a page that fails" });
    leave();
  });
});

describe("the contracts of user interfaces", () => {
  it("are kept: Svelte hears at once and by value, Vue by value, both leave by what subscribe gives", async () => {
    const { base } = await served();
    const [ada, smith] = [clientOf(base), clientOf(base, "smith")];
    const { id } = await ada.open(opening);
    const { subscribe, getSnapshot } = ada.negotiationStore(id);
    // Svelte: "the subscription function must be immediately and synchronously called with the store's current value".
    let value: unknown = "not told";
    const unsubscribe = subscribe((next) => {
      value = next;
    });
    expect(value).toBe(getSnapshot());
    // Vue: a shallow reference that is set.
    const reference = { value: getSnapshot() };
    const stop = subscribe((next) => {
      reference.value = next;
    });
    await smith.question(id, { message: "Why?" }, { expectedVersion: null });
    await expect.poll(() => reference.value.negotiation?.version).toBe(1);
    expect(value).toBe(reference.value);
    unsubscribe();
    stop();
    expect(value).not.toBe(getSnapshot());
    expect(getSnapshot().connection).toBe("idle");
  });
});
