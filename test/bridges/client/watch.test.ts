import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { ClientError, type ClientFrame } from "../../../src/bridges/client/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";
import { served } from "../http/served-bridge.js";
import { clientOf, collected, type Price, pausesOf, proxied, scripted } from "./clients.js";

const opening = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };

const numbersOf = (frames: readonly ClientFrame<Price>[]): number[] =>
  frames.flatMap(({ turns }) => turns.map(({ number }) => number));

describe("a watch", () => {
  it("tells what is, then each commit once, and ends with the outcome [HT-8]", async () => {
    const { base } = await served();
    const [ada, smith] = [clientOf(base), clientOf(base, "smith")];
    const { id } = await ada.open(opening);
    const watched = ada.watch(id);
    const first = (await watched.next()).value as ClientFrame<Price>;
    expect(first).toMatchObject({
      version: 0,
      event: "snapshot",
      view: { standing: { terms: { price: 40 } } },
    });
    const rest = collected(watched);
    await smith.counter(id, { terms: { price: 45 } });
    const moved = await ada.get(id);
    await ada.accept(moved!);
    const frames = [first, ...(await rest)];
    expect(frames.map(({ version, event }) => [version, event])).toEqual([
      [0, "snapshot"],
      [1, "turn:recorded"],
      [2, "turn:recorded"],
    ]);
    expect(numbersOf(frames)).toEqual([1, 2, 3]);
    expect(frames[2]?.view.outcome).toMatchObject({ status: "accepted" });
    expect(await watched.next()).toEqual({ done: true, value: undefined });
    expect(await collected(ada.watch(frames[2]!.view))).toEqual([]);
    expect(numbersOf(await collected(ada.watch(first.view)))).toEqual([2, 3]);
  });

  it.each([
    ["0", 0],
    ["-5", null],
    ["-0", null],
    ["1.5", null],
    ["2001-05-01", null],
    ["", null],
    [new Date(999_999_999_000).toUTCString(), 0],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
  ])("never asks without a pause of its own, whatever Retry-After says: %j [HT-8]", async (header, asked) => {
    const { waited, clock } = pausesOf(1_000_000_000_000);
    const told: (number | null)[] = [];
    const client = clientOf("http://127.0.0.1:1", "ada", {
      clock,
      fetch: async () =>
        waited.length < 9
          ? new Response("", { status: 503, headers: { "Retry-After": header } })
          : new Response("", { status: 404 }),
    });
    const store = client.negotiationStore("neg_1");
    const ended = new Promise<void>((resolve) => {
      store.subscribe(({ error, connection }) => {
        if (error?.status === 503) told.push(error.retryAfterMs);
        if (connection === "failed") resolve();
      });
    });
    await ended;
    expect([waited.length, new Set(told)]).toEqual([9, new Set([asked])]);
    for (const [failures, ms] of waited.entries()) {
      const longest = Math.min(250 * 2 ** failures, 30_000);
      expect(ms).toBeGreaterThanOrEqual(longest / 2);
      expect(ms).toBeLessThanOrEqual(longest);
    }
  });

  it.each([1, 2, 3])(
    "sees each turn once over connections cut at random bytes, seed %i [HT-8]",
    async (seed) => {
      const { base, bridge } = await served();
      const random = new RandomStream(seed, "cuts");
      let cuts = 0;
      const cut = await proxied(base, () => {
        cuts += 1;
        // Frames grow to 50 kB: some come through.
        return { afterBytes: random.integer(0, 150_000) };
      });
      const smith = clientOf(base, "smith");
      const ada = clientOf(base);
      const { id } = await ada.open(opening);
      const watched = collected(clientOf(cut).watch(id));
      for (let turn = 0; turn < 40; turn += 1) {
        const mover = turn % 2 === 0 ? smith : ada;
        const message = `${turn}: ${"€𝄞".repeat(random.integer(1, 200))}`;
        const moved = await mover.counter(id, { terms: { price: turn }, message }, { expectedVersion: null });
        expect(moved).toMatchObject({ ok: true });
        if (turn % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
      }
      await smith.accept(id, {}, { expectedVersion: null });
      const frames = await watched;
      const versions = frames.map(({ version }) => version);
      expect({ seed, numbers: numbersOf(frames) }).toEqual({
        seed,
        numbers: Array.from({ length: 42 }, (_, index) => index + 1),
      });
      expect([...versions].sort((one, other) => one - other)).toEqual([...new Set(versions)]);
      expect(frames.at(-1)?.view.outcome).toMatchObject({ status: "accepted" });
      expect(cuts).toBeGreaterThan(3);
      console.log(`seed ${seed}: ${cuts} connections cut, ${frames.length} frames`);
      await bridge.close();
    },
  );

  it("goes on by itself over a server that ends its streams, and one that comes back [HT-8]", async () => {
    const { base, bridge } = await served();
    const [ada, smith] = [clientOf(base), clientOf(base, "smith")];
    const { id } = await ada.open(opening);
    let isDown = false;
    const streams: AbortController[] = [];
    const asked: (string | null)[] = [];
    const watched = clientOf(base, "ada", {
      fetch: async (url, init) => {
        asked.push(new Headers(init.headers).get("last-event-id"));
        if (isDown) throw new TypeError("fetch failed");
        const response = await bridge.fetch(new Request(url, init));
        const stop = new AbortController();
        streams.push(stop);
        // Ends without an error, as a server that is restarted does.
        const reader = response.body!.getReader();
        const body = new ReadableStream<Uint8Array>({
          async pull(controller) {
            const ended = new Promise<null>((resolve) =>
              stop.signal.addEventListener("abort", () => resolve(null)),
            );
            const read = await Promise.race([ended, reader.read()]);
            if (read === null || read.done) controller.close();
            else controller.enqueue(read.value);
          },
        });
        return new Response(body, { headers: response.headers });
      },
    }).watch(id);
    expect((await watched.next()).value).toMatchObject({ version: 0 });
    isDown = true;
    streams[0]?.abort();
    const next = watched.next();
    await smith.question(id, { message: "Why?" }, { expectedVersion: null });
    await expect.poll(() => asked.length).toBeGreaterThan(5);
    isDown = false;
    expect((await next).value).toMatchObject({ version: 1, event: "snapshot", turns: [{ number: 2 }] });
    expect([asked[0], asked[1]]).toEqual([null, "0-1"]);
    await watched.return?.();
    expect(await watched.next()).toMatchObject({ done: true });
  });

  it("ends cleanly: aborted, left, ended while it waits, each without a trace at the server [BR-8]", async () => {
    const { base, server } = await served();
    const { id } = await clientOf(base).open(opening);
    const open = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    const client = clientOf(base);
    // Nine times, where eight streams may be open at once.
    for (let count = 0; count < 3; count += 1) {
      const controller = new AbortController();
      const aborted = client.watch(id, { signal: controller.signal });
      await aborted.next();
      const waiting = aborted.next();
      controller.abort(new Error("enough"));
      expect(await waiting).toEqual({ done: true, value: undefined });

      for await (const frame of client.watch(id)) {
        expect(frame.version).toBe(0);
        break;
      }

      const ended = client.watch(id);
      await ended.next();
      const pending = ended.next();
      expect(await ended.return?.()).toEqual({ done: true, value: undefined });
      expect(await pending).toEqual({ done: true, value: undefined });
    }
    expect(await collected(client.watch(id, { signal: AbortSignal.abort() }))).toEqual([]);
    server.closeIdleConnections();
    await expect.poll(open).toBe(0);
  });

  it("opens nothing before it is read, and is refused where there are too many [HT-8]", async () => {
    const { base } = await served({ limits: { streams: 1 } });
    const ada = clientOf(base);
    const { id } = await ada.open(opening);
    ada.watch(id);
    const first = ada.watch(id);
    await first.next();
    const second = ada.watch(id);
    const waiting = second.next();
    await first.return?.();
    // It has gone on asking until there was room.
    expect((await waiting).value).toMatchObject({ version: 0 });
    await second.return?.();
  });
});

describe("a stream of a server that means ill, or is broken", () => {
  const view = { id: "neg_1", version: 3, turns: [{ number: 1 }], outcome: null };
  const over = {
    ...view,
    version: 4,
    turns: [{ number: 1 }, { number: 2 }],
    outcome: { status: "accepted" },
  };
  const frame = (one: unknown): string => `event: turn:recorded\ndata: ${JSON.stringify({ view: one })}\n\n`;
  const streaming = (send: (response: ServerResponse, count: number) => void): Promise<string> => {
    let count = 0;
    return scripted((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      send(response, count++);
    });
  };

  it("never takes a watch back to an older version, nor tells a turn twice [HT-8]", async () => {
    const older = { ...view, version: 2, turns: [] };
    const base = await streaming((response, count) => {
      response.write(frame(count === 0 ? view : older) + frame(older) + frame(view));
      if (count === 2)
        response.write(frame({ ...view, version: 5 }) + frame(over) + frame({ ...over, version: 6 }));
      if (count < 2) response.end();
    });
    const frames = await collected(clientOf(base).watch("neg_1"));
    expect(frames.map(({ version }) => version)).toEqual([3, 5, 6]);
    expect(numbersOf(frames as never)).toEqual([1, 2]);
  });

  it.each([
    ["another negotiation", frame({ ...view, id: "neg_2" })],
    ["no view", "data: {}\n\n"],
    ["no JSON", "data: {\n\n"],
    ["a frame without an end", `data: ${"x".repeat(10_000)}`],
    ["a comment without an end", `:${"x".repeat(10_000)}`],
    ["lines without an end of the frame", "data: x\n".repeat(2_000)],
  ])("ends a watch with an error at once: %s", async (_, text) => {
    const base = await streaming((response) => void response.write(text));
    const error = await clientOf(base, "ada", { maxAnswer: 5_000 })
      .watch("neg_1")
      .next()
      .catch((one) => one);
    expect(ClientError.isInstance(error) && error.code).toBe("answer_invalid");
  });

  it("of another type is none", async () => {
    const base = await scripted((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
    });
    await expect(clientOf(base).watch("neg_1").next()).rejects.toMatchObject({ code: "answer_invalid" });
  });

  it("that is silent for too long is left for another [HT-8]", async () => {
    const base = await streaming((response, count) => {
      response.write(count === 0 ? frame(view) : frame(over));
    });
    const client = clientOf(base, "ada", { silenceMs: 1_000 });
    expect(numbersOf(await collected(client.watch("neg_1")))).toEqual([1, 2]);
  });
});
