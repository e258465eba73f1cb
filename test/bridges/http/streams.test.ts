import { getEventListeners } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import type { Rooms } from "../../../src/service/room/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";
import { RULES, type Served, served } from "./served-bridge.js";

const UNCAPPED = { ...RULES, cap: { limit: "unlimited" } } as const;
const counter = (price: number, message?: string) => ({
  action: "counter" as const,
  terms: { price },
  message,
});

/** A client of a few lines: cut after so many bytes each time, it takes up where it was, until there is no more. */
async function turnsSeen(url: string, as: string, bytesUntilCut: () => number, onFrame: (data: any) => void) {
  const seen: number[] = [];
  let lastId = "";
  for (let connections = 1; ; connections += 1) {
    const headers = { authorization: `Bearer ${as}`, ...(lastId && { "last-event-id": lastId }) };
    const response = await fetch(url, { headers });
    if (response.status === 204) return { seen, connections };
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (let left = bytesUntilCut(); left > 0; ) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.length;
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) {
        const [, id, data = ""] = /\nid: (.*)\ndata: (.*)/.exec(frame) ?? [];
        if (id === undefined) continue;
        const { view, missed } = JSON.parse(data);
        for (const { number } of missed ?? view.turns.slice(seen.length)) seen.push(number);
        lastId = id;
        onFrame(JSON.parse(data));
      }
    }
    await reader.cancel();
  }
}

it.each(Array.from({ length: 8 }, (_, index) => index + 1))(
  "a client that is cut at random bytes sees each turn exactly once, seed %i [HT-8]",
  async (seed) => {
    const random = new RandomStream(seed, "cuts");
    const { ask, opened, base, conformance } = await served({ service: { rules: UNCAPPED } });
    const path = await opened();
    const cut = () => 1 + Math.floor(random.next() ** 3 * 120_000);
    const watching = turnsSeen(`${base}${path}/events`, "smith", cut, conformance.checkFrame);
    for (let turn = 2; turn <= 24; turn += 1) {
      const body = counter(turn, "Für dich: 45 € 🤝 ".repeat(Math.floor(random.next() * 20)));
      expect((await ask("POST", `${path}/moves`, { as: turn % 2 ? "ada" : "smith", body })).status).toBe(200);
    }
    await ask("POST", `${path}/moves`, { as: "ada", body: { action: "accept" } });
    const { seen, connections } = await watching;
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    expect(connections).toBeGreaterThan(2);
  },
);

/** What a stream says, as it comes. */
async function streamed({ base }: Pick<Served, "base">, path: string, as: string, headers = {}) {
  const ending = new AbortController();
  const response = await fetch(`${base}${path}/events`, {
    headers: { authorization: `Bearer ${as}`, ...headers },
    signal: ending.signal,
  });
  const state = { text: "", end: "" };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return "ended";
      state.text += value;
    }
  })();
  const over = reading.catch(() => "cut").then((end) => (state.end = end));
  return { status: response.status, headers: response.headers, state, over, leave: () => ending.abort() };
}

const idsOf = (text: string) =>
  Array.from(text.matchAll(/^event: (.*)\nid: (.*)$/gm), ([, event, id]) => [event, id]);

it("a stream begins with a snapshot, tells each commit by its first event, and ends with the end [HT-8]", async () => {
  const at = await served();
  const path = await at.opened();
  const { state, over, headers } = await streamed(at, path, "smith");
  expect([headers.get("content-type"), headers.get("cache-control")]).toEqual([
    "text/event-stream",
    "no-store",
  ]);
  await at.ask("POST", `${path}/moves`, { as: "smith", body: counter(45) });
  await at.ask("POST", `${path}/moves`, { as: "ada", body: { action: "accept" } });
  expect(await over).toBe("ended");
  expect(idsOf(state.text)).toEqual([
    ["snapshot", "0-1"],
    ["turn:recorded", "1-2"],
    ["turn:recorded", "2-3"],
  ]);
  for (const id of ["2-3", "3-3"])
    expect((await streamed(at, path, "smith", { "last-event-id": id })).status).toBe(204);
  // Who has not seen the end gets it, with what was missed; an id that nobody gave is no id.
  for (const [id, missed] of [
    ["1-2", [3]],
    ["0-1", [2, 3]],
    ["x", undefined],
    ["-1", undefined],
  ] as const) {
    const again = await streamed(at, path, "smith", { "last-event-id": id });
    expect([again.status, await again.over]).toEqual([200, "ended"]);
    const data = JSON.parse(/data: (.*)/.exec(again.state.text)?.[1] ?? "");
    at.conformance.checkFrame(data);
    expect(data.missed?.map(({ number }: { number: number }) => number)).toEqual(missed);
  }
});

it("a comment comes every 15,000 ms, by the clock of the service [HT-8] [BR-8]", async () => {
  const at = await served();
  const path = await at.opened();
  const { state, leave } = await streamed(at, path, "smith");
  const comments = () => state.text.match(/^: .*\n\n/gm)?.length ?? 0;
  await expect.poll(() => idsOf(state.text).length).toBe(1);
  await at.clock.advance(14_999);
  await at.ask("POST", `${path}/moves`, { as: "smith", body: counter(45) });
  await expect.poll(() => idsOf(state.text).length).toBe(2);
  expect(comments()).toBe(0);
  await at.clock.advance(1);
  await expect.poll(comments).toBe(1);
  await at.clock.advance(30_000);
  await expect.poll(comments).toBe(3);
  leave();
});

it("the ninth stream of a party is refused, until one of them is closed [HT-8]", async () => {
  const at = await served();
  const path = await at.opened();
  const open = await Promise.all(Array.from({ length: 8 }, () => streamed(at, path, "smith")));
  const ninth = await at.ask("GET", `${path}/events`, { as: "smith" });
  expect([ninth.status, ninth.body.code]).toEqual([429, "too_many_streams"]);
  expect((await streamed(at, path, "ada")).status).toBe(200);
  open[0]?.leave();
  // Neither a question by HEAD nor a refusal takes a place.
  await expect
    .poll(
      async () =>
        (
          await fetch(`${at.base}${path}/events`, {
            method: "HEAD",
            headers: { authorization: "Bearer smith" },
          })
        ).status,
    )
    .toBe(200);
  for (const id of ["neg_nobody", path.slice(13)])
    await at.ask("GET", `/negotiations/${id}/events`, { as: "eve" });
  expect((await streamed(at, path, "smith")).status).toBe(200);
  expect((await at.ask("GET", `${path}/events`, { as: "smith" })).status).toBe(429);
});

it("1,000 streams that were opened and left leave no listener and no timer [HT-8]", async () => {
  const counts = { begun: 0, over: 0 };
  const at = await served({ service: { rules: UNCAPPED } });
  const { rooms } = at;
  const counting: Rooms<any> = {
    room: (id) => rooms.room(id),
    list: (partyId, filter) => rooms.list(partyId, filter),
    clock: rooms.clock,
    async roomOf(id) {
      const service = await rooms.roomOf(id);
      return (
        service &&
        new Proxy(service, {
          get(target, name) {
            const member = Reflect.get(target, name);
            if (name !== "watch") return typeof member === "function" ? member.bind(target) : member;
            return (...given: Parameters<typeof target.watch>) => {
              counts.begun += 1;
              const watched = target.watch(...given);
              return { ...watched, return: async () => ((counts.over += 1), await watched.return?.()) };
            };
          },
        })
      );
    },
  };
  const counted = await served({ rooms: counting, service: { rules: UNCAPPED } });
  const path = await at.opened();
  const timers = at.clock.pendingCount;
  for (let round = 0; round < 125; round += 1) {
    const open = await Promise.all(
      Array.from({ length: 8 }, () => streamed(counted, path, round % 2 ? "ada" : "smith")),
    );
    for (const { status, leave } of open) {
      expect(status).toBe(200);
      leave();
    }
    await expect.poll(() => counts.begun - counts.over).toBe(0);
  }
  expect(counts).toEqual({ begun: 1_000, over: 1_000 });
  expect(at.clock.pendingCount).toBe(timers);
  const [, , id = ""] = path.split("/");
  await rooms.room("market-7").cancel(id);
  expect(rooms.room("market-7").isIdle).toBe(true);
});

/** The frames of a stream that is read only now, and how it ends. */
async function readAtLast(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ ids: string[]; isCut: boolean }> {
  const ids: string[] = [];
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      ids.push(/id: (.*)/.exec(new TextDecoder().decode(value))?.[1] ?? "");
    }
  })();
  const isCut = await Promise.race([
    reading.catch(() => true),
    new Promise<boolean>((resolve) => setImmediate(() => setImmediate(() => resolve(false)))),
  ]);
  return { ids, isCut };
}

it.each([
  [255, "one commit after the other", false],
  [256, "one commit after the other", true],
  [256, "all at once behind the snapshot", false],
  [257, "all at once behind the snapshot", true],
  [400, "all at once behind the snapshot", true],
] as const)(
  "a reader that %i commits, %s, have passed by is cut off from 256 frames on: %s [HT-8]",
  async (count, how, wanted) => {
    const { bridge, rooms, opened } = await served({ service: { rules: UNCAPPED } });
    const path = await opened();
    const id = path.slice("/negotiations/".length);
    const asked = new Request(`http://localhost${path}/events`, {
      headers: { authorization: "Bearer smith" },
    });
    const response = await bridge.fetch(asked);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const isBurst = how !== "one commit after the other";
    if (isBurst) await reader.read();
    const service = rooms.room("market-7");
    for (let index = 0; index < count; index += 1) {
      const result = service.submitSync(id, index % 2 ? "ada" : "smith", counter(index + 1));
      expect(result.ok).toBe(true);
      if (!isBurst) await new Promise((resolve) => setImmediate(resolve));
    }
    await new Promise((resolve) => setImmediate(resolve));
    const { ids, isCut } = await readAtLast(reader);
    expect(isCut).toBe(wanted);
    // Whatever is lost, is lost at the end, where the client takes it up.
    const first = Number(isBurst);
    expect(ids).toEqual(ids.map((_, index) => `${index + first}-${index + first + 1}`));
    expect(ids).toHaveLength(wanted ? ids.length : count + 1 - first);
  },
);

it("what waits for a reader is written when it reads: long negotiations cost no memory for each frame [HT-8]", async () => {
  const { bridge, rooms, opened } = await served({ service: { rules: UNCAPPED } });
  const path = await opened();
  const id = path.slice("/negotiations/".length);
  const headers = { authorization: "Bearer smith" };
  const response = await bridge.fetch(new Request(`http://localhost${path}/events`, { headers }));
  const before = process.memoryUsage().arrayBuffers;
  for (let index = 0; index < 40; index += 1) {
    const move = { action: "counter", terms: { price: index, note: "x".repeat(60_000) } } as const;
    expect(rooms.room("market-7").submitSync(id, index % 2 ? "ada" : "smith", move).ok).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Written at once they were 49 MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  const { ids, isCut } = await readAtLast((response.body as ReadableStream<Uint8Array>).getReader());
  expect(isCut).toBe(false);
  expect(ids).toEqual(Array.from({ length: 41 }, (_, index) => `${index}-${index + 1}`));
});

it.each([false, true])(
  "a stream ends with its request, where a server aborts that and cancels nothing, read %s [HT-8]",
  async (isRead) => {
    const { bridge, opened } = await served({ limits: { streams: 1 } });
    const path = await opened();
    const asked = (signal?: AbortSignal): Promise<Response> => {
      const headers = { authorization: "Bearer smith" };
      const request = new Request(`http://localhost${path}/events`, { headers });
      // The platform's own signal only follows the one that is handed in.
      if (signal !== undefined) Object.defineProperty(request, "signal", { value: signal });
      return Promise.resolve(bridge.fetch(request));
    };
    const request = new AbortController();
    const { body } = await asked(request.signal);
    const reader = body?.getReader();
    if (isRead) await reader?.read();
    expect((await asked()).status).toBe(429);
    const next = isRead ? reader?.read() : undefined;
    request.abort();
    expect(await (next ?? reader?.read())).toMatchObject({ done: true });
    expect((await asked(AbortSignal.abort())).status).toBe(200);
    // One that lives longer than its request is held by none.
    const longer = new AbortController();
    const last = await asked(longer.signal);
    expect([last.status, getEventListeners(longer.signal, "abort").length]).toEqual([200, 1]);
    await last.body?.cancel();
    expect(getEventListeners(longer.signal, "abort")).toHaveLength(0);
  },
);

it("who never reads from its socket is cut off, holds nobody up, and can take it up again [HT-8]", async () => {
  const at = await served({ service: { rules: UNCAPPED }, limits: { frames: 4, streams: 1 } });
  const path = await at.opened();
  const { port } = at.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  const over = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined);
  socket.write(`GET ${path}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer smith\r\n\r\n`);
  socket.pause();
  const isOpen = async () => {
    const headers = { authorization: "Bearer smith" };
    return (await fetch(`${at.base}${path}/events`, { method: "HEAD", headers })).status === 429;
  };
  await expect.poll(isOpen).toBe(true);
  let turns = 1;
  while (await isOpen()) {
    expect(turns).toBeLessThan(200);
    const body = counter(turns, "x".repeat(9_000));
    const answer = await at.ask("POST", `${path}/moves`, { as: turns % 2 ? "smith" : "ada", body });
    expect(answer.status).toBe(200);
    turns += 1;
  }
  socket.resume();
  await over;
  const { state, leave } = await streamed(at, path, "smith", { "last-event-id": "0-1" });
  await expect.poll(() => state.text.endsWith("\n\n")).toBe(true);
  const { missed } = JSON.parse(/data: (.*)/.exec(state.text)?.[1] ?? "");
  expect(missed).toHaveLength(turns - 1);
  leave();
});

it("close() ends the streams with no time passing, refuses what comes, and leaves the rooms [BR-8]", async () => {
  const at = await served();
  const paths = [await at.opened(), await at.opened(), await at.opened()];
  const streams = await Promise.all(
    paths.flatMap((path) => [streamed(at, path, "ada"), streamed(at, path, "smith")]),
  );
  for (const { state } of streams) await expect.poll(() => idsOf(state.text).length).toBe(1);
  const timers = at.clock.pendingCount;
  await at.bridge.close();
  await at.bridge.close();
  expect(await Promise.all(streams.map(({ over }) => over))).toEqual(streams.map(() => "ended"));
  expect(at.clock.pendingCount).toBeLessThanOrEqual(timers - streams.length);
  for (const path of [...paths, "/openapi.json", "/nothing"]) {
    const { status, headers } = await at
      .ask("GET", path, { as: "ada" })
      .catch(() => ({ status: 503, headers: null }));
    expect([status, headers?.get("retry-after") ?? "1"]).toEqual([503, "1"]);
  }
  const [, , id = ""] = (paths[0] as string).split("/");
  const result = await at.rooms.room("market-7").submit(id, "smith", { action: "accept" } as never);
  expect(result.ok).toBe(true);
});
