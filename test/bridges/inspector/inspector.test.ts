import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createInspector,
  type Inspector,
  type InspectorOptions,
  savedNegotiation,
} from "../../../src/bridges/inspector/index.js";
import { MemoryStore, NegotiationRooms } from "../../../src/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { T0 } from "../../kit/open-room.js";

const open: { close(): Promise<unknown> | undefined }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const ACTIONS = ["propose", "counter", "accept", "reject", "question", "withdraw"] as const;

/** Rooms with one negotiation of two turns, and an inspector of theirs. */
async function inspected(options: Partial<InspectorOptions<any>> = {}) {
  const clock = new ManualClock(T0);
  const rooms = new NegotiationRooms<any>({ clock, rules: { actions: ACTIONS, oneActive: "none" } as never });
  const service = rooms.room("market-7");
  const { id } = await service.createNegotiation("ada", "smith", { price: 40 });
  const counter = { action: "counter", terms: { price: 60 }, assessment: { secret: "smith-only" } } as const;
  await service.submit(id, "smith", counter);
  const inspector = createInspector<any>({ rooms, authorize: () => "host", ...options });
  open.push(rooms, inspector);
  return { rooms, service, id, clock, inspector, ...askingOf(inspector) };
}

function askingOf(inspector: Inspector) {
  const ask = (path: string, init?: RequestInit): Promise<Response> =>
    inspector.fetch(new Request(`http://inspect.example${path}`, init));
  const json = async (path: string, init?: RequestInit): Promise<any> => (await ask(path, init)).json();
  return { ask, json };
}

describe("createInspector", () => {
  it("serves the page, the list, each negotiation and its changes over rooms, one service, or a store [UI-1]", async () => {
    const { rooms, service, id } = await inspected();
    for (const source of [{ rooms }, { service }, { store: rooms.store }]) {
      const inspector = createInspector<any>({ ...source, authorize: () => "host" });
      open.push(inspector);
      const { ask, json } = askingOf(inspector);
      expect((await ask("/inspector/")).headers.get("content-type")).toBe("text/html; charset=utf-8");
      const { rows, next } = await json("/inspector/api/list");
      expect(next).toBe(null);
      expect(rows).toMatchObject([{ id, status: "countered", turnCount: 2, floor: "ada", initiator: "ada" }]);
      const moment = await json(`/inspector/api/negotiations/${id}`);
      expect(moment).toMatchObject({ latest: 1, version: 1, turnCount: 2, view: { status: "countered" } });
      expect(moment.turns).toEqual(JSON.parse(JSON.stringify((await service.loadNegotiation(id))?.turns)));
      const { body } = await ask("/inspector/api/stream");
      const first = await body!.getReader().read();
      expect(new TextDecoder().decode(first.value)).toMatch(
        /^retry: 1000\nid: \d+\ndata: \{"now":\d+,"rows":\[\]\}\n\n$/,
      );
    }
  });

  it("lets nobody in by default, and asks authorize for every request [UI-1]", async () => {
    const { rooms } = await inspected();
    const refused = [{ rooms }, { rooms, authorize: true }] as unknown as InspectorOptions[];
    for (const options of refused) expect(() => createInspector(options)).toThrow(/authorize/);
    const { ask } = askingOf(createInspector({ rooms, authorize: () => null }));
    for (const path of [
      "",
      "/",
      "/api/about",
      "/api/list",
      "/api/stream",
      "/api/negotiations/x",
      "/api/nothing",
    ])
      expect((await ask(`/inspector${path}`)).status, path).toBe(401);
    expect(() => createInspector({ authorize: () => "host" })).toThrow(
      "exactly one of rooms, service and store",
    );
    const both = { rooms, store: new MemoryStore(), authorize: () => "host" as const };
    expect(() => createInspector(both)).toThrow("exactly one of rooms, service and store");
    expect(() => createInspector({ rooms, authorise: () => "host" } as never)).toThrow(/authorize/);
  });

  it("shows of one service its own room only [UI-1]", async () => {
    const { rooms } = await inspected();
    const other = rooms.room("market-8");
    const { id } = await other.createNegotiation("ada", "jones", { price: 1 });
    const inspector = createInspector({ service: rooms.room("market-7"), authorize: () => "host" });
    const { ask, json } = askingOf(inspector);
    expect((await json("/inspector/api/list")).rows.map((row: any) => row.roomId)).toEqual(["market-7"]);
    expect((await ask(`/inspector/api/negotiations/${id}`)).status).toBe(404);
    await inspector.close();
  });

  it("answers 503 and ends its streams once it is closed [UI-1]", async () => {
    const { ask, inspector } = await inspected();
    const { body } = await ask("/inspector/api/stream");
    const reader = body!.getReader();
    await reader.read();
    await inspector.close();
    await inspector.close();
    expect((await reader.read()).done).toBe(true);
    expect((await ask("/inspector/")).status).toBe(503);
  });

  it("gives a party its own negotiations by its view, whatever it asks for [UI-14]", async () => {
    const { rooms, id } = await inspected();
    await rooms.room("market-8").createNegotiation("jones", "eve", { price: 1 });
    const pageOf = (partyId: string) => askingOf(createInspector({ rooms, authorize: () => ({ partyId }) }));
    const { ask, json } = pageOf("ada");
    expect((await json("/inspector/api/list")).rows.map((row: any) => row.id)).toEqual([id]);
    for (const as of ["", "?as=host", "?as=responder", "?as=initiator"]) {
      const moment = await json(`/inspector/api/negotiations/${id}${as}`);
      expect(moment.viewer).toBe("initiator");
      expect(JSON.stringify(moment)).not.toContain("smith-only");
      expect(Object.keys(moment.legal)).toEqual(["initiator"]);
    }
    expect((await ask(`/inspector/api/negotiations/${id}/file`)).status).toBe(404);
    expect((await pageOf("jones").ask(`/inspector/api/negotiations/${id}`)).status).toBe(404);
  });
});

describe("the page", () => {
  it("is one file without outside references, of at most 80 kB gzip, under a policy of hashes [UI-3]", async () => {
    const { ask } = await inspected();
    const answer = await ask("/inspector/");
    const html = await answer.text();
    const size = gzipSync(html, { level: 9 }).length / 1000;
    console.log(`inspector page: ${size.toFixed(1)} kB gzip`);
    expect(size).toBeLessThanOrEqual(80);
    expect(
      html.match(
        /<(?:link|img|iframe|base)\b|<script [^>]|<style [^>]|\ssrc=|https?:\/\/(?!www\.w3\.org)/g,
      ) ?? [],
    ).toEqual([]);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}=';/,
    );
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("leads from its path to the folder that its addresses are relative to [UI-3]", async () => {
    const { ask } = await inspected();
    const answer = await ask("/inspector?id=x");
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/inspector/?id=x"]);
  });
});

describe("a move", () => {
  it("is taken where moves are allowed, of a party as itself alone, and from no form [UI-17]", async () => {
    const { rooms, service, id } = await inspected();
    const move = (options: Partial<InspectorOptions<any>>, as: string, type = "application/json") => {
      const own = createInspector<any>({ rooms, authorize: () => "host", ...options });
      open.push(own);
      const path = `/inspector/api/negotiations/${id}/moves?as=${as}`;
      const body = JSON.stringify({ action: "counter", terms: { price: 45 } });
      return askingOf(own).ask(path, { method: "POST", body, headers: { "content-type": type } });
    };
    const ada = { allowMoves: true, authorize: () => ({ partyId: "ada" }) };
    const smith = { allowMoves: true, authorize: () => ({ partyId: "smith" }) };
    expect((await move({}, "initiator")).status).toBe(404);
    expect((await move(smith, "initiator")).status).toBe(404);
    expect((await move(ada, "host")).status).toBe(404);
    expect((await move(ada, "initiator", "text/plain")).status).toBe(415);
    expect(service.getNegotiation(id)?.version).toBe(1);
    expect(await (await move(ada, "initiator")).json()).toEqual({ ok: true, version: 2 });
    const refused = (await (await move(ada, "initiator")).json()) as any;
    const { code, message } = (await service.submit(id, "ada", { action: "accept" })) as any;
    expect(refused).toMatchObject({ ok: false, code, message });
    const over = { store: rooms.store, authorize: () => "host" as const, allowMoves: true };
    expect(() => createInspector(over)).toThrow(/allowMoves/);
  });
});

describe("a request from elsewhere", () => {
  it.each([
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a page of a neighbouring name", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "http://evil.example" }],
    ["an origin that hides", { origin: "null" }],
    ["another port", { origin: "http://inspect.example:81" }],
  ])("of %s is refused, whoever it is [UI-2]", async (_, headers) => {
    const { ask, id } = await inspected({ allowMoves: true });
    for (const path of ["api/list", "api/stream", `api/negotiations/${id}`, `api/negotiations/${id}/file`])
      expect((await ask(`/inspector/${path}`, { headers })).status, path).toBe(403);
    const body = JSON.stringify({ action: "accept" });
    const move = { method: "POST", body, headers: { ...headers, "content-type": "application/json" } };
    expect((await ask(`/inspector/api/negotiations/${id}/moves?as=initiator`, move)).status).toBe(403);
  });

  it("is answered without any leave for other origins to read it [UI-2]", async () => {
    const { ask } = await inspected();
    const { headers } = await ask("/inspector/api/list");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });
});

describe("what changes", () => {
  it("comes once to every page, from this process and from others [UI-10]", async () => {
    const { service, id, json, rooms, clock } = await inspected();
    const overStore = createInspector({ store: rooms.store, authorize: () => "host" });
    open.push(overStore);
    const { ask: askStore } = askingOf(overStore);
    const { ask } = await reopened(rooms);
    for (const asked of [ask, askStore]) {
      const { body } = await asked("/inspector/api/stream");
      const reader = body!.getReader();
      await reader.read();
      let text = "";
      void reader.read().then(({ value }) => {
        text = new TextDecoder().decode(value);
      });
      await service.submit(id, "ada", { action: "counter", terms: { price: 45 } });
      await service.submit(id, "smith", { action: "counter", terms: { price: 55 } });
      const passing = (): string => {
        clock.advance(100);
        return text;
      };
      await expect.poll(passing).not.toBe("");
      const { version } = (await json("/inspector/api/list")).rows[0];
      expect(JSON.parse(/data: (.*)/.exec(text)?.[1] ?? "").rows).toMatchObject([{ id, version }]);
      await reader.cancel();
    }
  });

  it("is told within 250 ms, over rooms and over a store [UI-10]", async () => {
    vi.useFakeTimers();
    try {
      const rooms = new NegotiationRooms<any>({ rules: { actions: ACTIONS, oneActive: "none" } as never });
      const service = rooms.room("market-7");
      const { id } = await service.createNegotiation("ada", "smith", { price: 40 });
      const told: string[] = [];
      for (const source of [{ rooms }, { store: rooms.store }]) {
        const own = createInspector<any>({ ...source, authorize: () => "host" });
        open.push(own);
        const { body } = await askingOf(own).ask("/inspector/api/stream");
        const reader = body!.getReader();
        await reader.read();
        void reader.read().then(({ value }) => told.push(new TextDecoder().decode(value)));
      }
      open.push(rooms);
      await service.submit(id, "smith", { action: "accept" });
      await vi.advanceTimersByTimeAsync(250);
      expect(told).toHaveLength(2);
      for (const text of told) expect(text).toContain('"status":"accepted"');
    } finally {
      vi.useRealTimers();
    }
  });

  it("is made into one message for all pages, however much and for however many [UI-21]", async () => {
    const { rooms, service, clock } = await inspected();
    const list = vi.spyOn(rooms.store, "list");
    const hearing = vi.spyOn(rooms, "on");
    const leaving = vi.spyOn(rooms, "off");
    const own = createInspector<any>({ rooms, authorize: () => "host" });
    open.push(own);
    await clock.advance(60_000);
    // While nobody looks it costs nothing.
    expect([list.mock.calls, hearing.mock.calls]).toEqual([[], []]);
    const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
    for (let page = 0; page < 50; page += 1) {
      const { body } = await askingOf(own).ask("/inspector/api/stream");
      readers.push(body!.getReader());
    }
    for (const reader of readers) await reader.read();
    const names = hearing.mock.calls.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    list.mockClear();
    for (let index = 0; index < 200; index += 1)
      await service.createNegotiation("eve", "smith", { price: index }, { id: `deal-${index}` });
    const told = readers.map((reader) => reader.read());
    await clock.advance(100);
    const [first, ...rest] = await Promise.all(told);
    expect(
      JSON.parse(/data: (.*)/.exec(new TextDecoder().decode(first?.value))?.[1] ?? "").rows,
    ).toHaveLength(200);
    // The very same bytes: they were made once.
    for (const { value } of rest) expect(value).toBe(first?.value);
    // All together look into the store every two seconds.
    await clock.advance(20_000);
    expect(list.mock.calls.length).toBeLessThanOrEqual(10);
    for (const reader of readers) await reader.cancel();
    expect(leaving.mock.calls.map(([name]) => name)).toEqual(names);
    list.mockClear();
    await clock.advance(60_000);
    expect(list).not.toHaveBeenCalled();
  });

  it("while nobody listened comes first to a page that comes back [UI-22]", async () => {
    const { service, id, ask, clock } = await inspected();
    const { body } = await ask("/inspector/api/stream");
    const reader = body!.getReader();
    const text = new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    const lastId = /id: (\d+)/.exec(text)?.[1] ?? "";
    clock.advance(60_000);
    await service.submit(id, "ada", { action: "accept" });
    const again = await ask("/inspector/api/stream", { headers: { "last-event-id": lastId } });
    const frame = new TextDecoder().decode((await again.body!.getReader().read()).value);
    expect(JSON.parse(/data: (.*)/.exec(frame)?.[1] ?? "").rows).toMatchObject([{ id, status: "accepted" }]);
  });
});

async function reopened(rooms: NegotiationRooms<any>) {
  const inspector = createInspector({ rooms, authorize: () => "host" });
  open.push(inspector);
  return askingOf(inspector);
}

describe("savedNegotiation", () => {
  it("has all entries, without what is sealed [UI-18]", async () => {
    const { rooms, id, json } = await inspected();
    const text = (await savedNegotiation(rooms.store, id)) ?? "";
    expect(JSON.parse(text)).toMatchObject({ concordat: "negotiation", format: 1, id });
    expect(JSON.parse(text).entries).toEqual(JSON.parse(JSON.stringify(await rooms.store.entries(id))));
    expect(await json(`/inspector/api/negotiations/${id}/file`)).toEqual(JSON.parse(text));
    expect(await savedNegotiation(rooms.store, "nobody")).toBe(undefined);
  });
});
