import { describe, expect, it } from "vitest";
import { ClientError } from "../../../src/bridges/client/index.js";
import { served } from "../http/served-bridge.js";
import { clientOf, pausesOf, proxied, scripted } from "./clients.js";

const opening = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };

const failure = (promise: Promise<unknown>): Promise<ClientError> =>
  promise.then(
    () => Promise.reject(new Error("Expected a failure.")),
    (error: unknown) => (ClientError.isInstance(error) ? error : Promise.reject(error)),
  );

describe("the operations of a client", () => {
  it("are a whole deal: opened, listed, read, asked about, countered, accepted [HT-2]", async () => {
    const { base } = await served();
    const [ada, smith] = [clientOf(base), clientOf(base, "smith")];
    const opened = await ada.open(opening);
    expect(opened).toMatchObject({ version: 0, floor: "smith", legal: { actions: [] } });
    const { items, total } = await smith.list();
    expect([total, items[0]?.negotiationId, items[0]?.isYourTurn]).toEqual([1, opened.id, true]);
    const asked = await smith.question(opened.id, { message: "From where?" });
    expect(asked).toMatchObject({ ok: true, duplicate: false, negotiation: { version: 1, floor: "ada" } });
    const countered = await ada.counter(opened.id, { terms: { price: 45 }, message: "From here." });
    expect(countered).toMatchObject({ ok: false, code: "stale_version", status: 412, version: 1 });
    const read = (await ada.get(opened)) as typeof opened;
    expect(await ada.get(read)).toBe(read);
    expect(await ada.counter(read, { terms: { price: 45 } })).toMatchObject({ ok: true });
    expect(await ada.accept(opened.id)).toMatchObject({
      ok: false,
      code: "not_your_turn",
      legal: { actions: [], floor: "smith" },
    });
    expect((await smith.turns(opened.id, 2))?.map(({ terms }) => terms)).toEqual([{ price: 45 }]);
    const accepted = await smith.accept(opened.id, {}, { expectedVersion: null });
    expect(accepted.ok && accepted.negotiation.outcome).toMatchObject({ status: "accepted", by: "smith" });
    expect((await ada.list({ status: "completed" })).items).toHaveLength(1);
  });

  it("page through a list, in the order of the server [HT-2]", async () => {
    const { base, clock } = await served();
    const ada = clientOf(base);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift((await ada.open(opening)).id);
      clock.advance(1_000);
    }
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await ada.list({ status: "all", limit: 2, after });
      expect(page.items.length).toBeLessThanOrEqual(2);
      found.push(...page.items.map(({ negotiationId }) => negotiationId));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(found).toEqual(ids);
  });

  it("give nothing for what is unknown, and an error for what no bridge answers [BR-4]", async () => {
    const { base } = await served();
    const eve = clientOf(base, "eve");
    const { id } = await clientOf(base).open(opening);
    for (const one of [id, "neg_nobody"]) {
      expect(await eve.get(one)).toBeUndefined();
      expect(await eve.turns(one)).toBeUndefined();
      expect(await eve.accept(one)).toMatchObject({ ok: false, code: "unknown_negotiation", version: null });
      expect(await failure(eve.watch(one).next())).toMatchObject({
        code: "unknown_negotiation",
        status: 404,
      });
    }
    expect(await failure(clientOf(`${base}/elsewhere`).get(id))).toMatchObject({
      code: "not_found",
      status: 404,
    });
    const nobody = clientOf(base, "", { headers: {} });
    expect(await failure(nobody.get(id))).toMatchObject({
      code: "unauthenticated",
      status: 401,
      retryable: false,
    });
    expect(await failure(eve.open({ ...opening, responder: "eve" }))).toMatchObject({
      code: "party_invalid",
    });
  });

  it.each(["", ".", "..", "a\u0000b", "\ud800", "x".repeat(257)])("ask nothing for the id %j", async (id) => {
    const asked: string[] = [];
    const client = clientOf("http://127.0.0.1:1", "ada", {
      fetch: async (url) => {
        asked.push(url);
        return new Response();
      },
    });
    await expect(client.get(id)).rejects.toThrow(TypeError);
    await expect(client.accept(id)).rejects.toThrow(TypeError);
    expect(() => client.watch(id)).toThrow(TypeError);
    expect(() => client.negotiationStore(id)).toThrow(TypeError);
    expect(asked).toEqual([]);
  });

  it("say what is wrong with options, before anything is asked", () => {
    for (const baseUrl of ["", "/negotiate", "ftp://a", "http://a?b=1", "http://a#b", "http://me:secret@a"])
      expect(() => clientOf(baseUrl)).toThrow("Expected baseUrl to be a URL of http or https");
    expect(() => clientOf("http://a", "ada", { retries: -1 })).toThrow(RangeError);
    expect(() => clientOf("http://a", "ada", { retrys: 1 } as object)).toThrow("retries");
    expect(() => clientOf("http://me:secret@a")).toThrow(/^((?!secret).)*$/s);
  });
});

describe("a command", () => {
  it("takes effect once, however often its answer is lost [BR-5] [HT-5]", async () => {
    const { base, rooms } = await served();
    const { id } = await clientOf(base).open(opening);
    let cuts = 0;
    const lossy = await proxied(base, () => (cuts++ < 3 ? { afterBytes: 0 } : {}));
    const moved = await clientOf(lossy, "smith").counter(id, { terms: { price: 45 } });
    expect(moved).toMatchObject({ ok: true, duplicate: true, negotiation: { version: 1 } });
    expect((await rooms.room("market-7").turns(id)).length).toBe(2);
    cuts = 0;
    const { id: second } = await clientOf(lossy).open(opening);
    const { items } = await clientOf(base).list({ status: "active" });
    expect(new Set(items.map((one) => one.negotiationId))).toEqual(new Set([second, id]));
  });

  it("is tried again where the server asks for that, under the same key, and no oftener than is said [HT-5]", async () => {
    const { base, bridge } = await served();
    const keys: (string | null)[] = [];
    const slow = (statuses: readonly number[]) => {
      let at = 0;
      return async (url: string, init: RequestInit): Promise<Response> => {
        keys.push(new Headers(init.headers).get("idempotency-key"));
        const status = statuses[at++];
        if (status === undefined) return bridge.fetch(new Request(url, init));
        return new Response("busy", { status, headers: { "Retry-After": "1" } });
      };
    };
    const client = clientOf(base, "ada", { fetch: slow([503, 429, 502, 504]) });
    expect((await client.open(opening)).version).toBe(0);
    expect([keys.length, new Set(keys).size]).toEqual([5, 1]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    const never = clientOf(base, "ada", { fetch: slow([503, 503, 503]), retries: 2 });
    const error = await failure(never.open(opening));
    expect(error).toMatchObject({ code: "unreachable", status: 503, retryable: true, retryAfterMs: 1_000 });
    expect(error.commandId).toBe(keys.at(-1));
    expect((await client.open(opening, { commandId: error.commandId as string })).version).toBe(0);
    await expect(client.open(opening, { commandId: "with a space" })).rejects.toThrow(TypeError);
  });

  it.each([
    [408, "unreachable"],
    [500, "internal"],
  ])("is tried again after %i of a gateway or %s of a bridge, as the page says", async (status, code) => {
    let count = 0;
    const body = code === "internal" ? JSON.stringify({ code, status }) : "<h1>Slow</h1>";
    const type = code === "internal" ? "application/problem+json" : "text/html";
    const base = await scripted((_, response) => {
      count += 1;
      response.writeHead(status, { "content-type": type }).end(body);
    });
    const error = await failure(clientOf(base, "ada", { retries: 2 }).open(opening));
    expect([count, error.code, error.status, error.retryable]).toEqual([3, code, status, true]);
  });

  it("waits as long as the server asks, a date too, but not for ever", async () => {
    const { waited, clock } = pausesOf(1_000_000_000_000);
    const answers = ["2", new Date(1_000_000_005_000).toUTCString(), "99999999", "soon"];
    const client = clientOf("http://127.0.0.1:1", "ada", {
      retries: 4,
      clock,
      fetch: async () =>
        new Response("", { status: 503, headers: { "Retry-After": answers.shift() ?? "1" } }),
    });
    await failure(client.get("neg_1"));
    expect(waited.slice(0, 3)).toEqual([2_000, 5_000, 30_000]);
    // Its own: 250 ms twice as long each time, and somewhere between half of that and all.
    expect(waited[3]).toBeGreaterThanOrEqual(1_000);
    expect(waited[3]).toBeLessThanOrEqual(2_000);
  });

  it("of the same key with other content is a refusal, and so is each that the engine refuses [BR-5]", async () => {
    const { base } = await served();
    const { id } = await clientOf(base).open(opening);
    const smith = clientOf(base, "smith");
    const options = { commandId: "c1", expectedVersion: null };
    expect(await smith.question(id, { message: "Why?" }, options)).toMatchObject({ ok: true });
    expect(await smith.question(id, { message: "Why?" }, options)).toMatchObject({
      ok: true,
      duplicate: true,
    });
    expect(await smith.accept(id, {}, options)).toMatchObject({
      ok: false,
      code: "command_conflict",
      status: 422,
    });
    const wrong = await clientOf(base).submit(id, { action: "bogus" } as never);
    expect(wrong).toMatchObject({ ok: false, code: "move_invalid", status: 400 });
    expect(wrong.ok === false && wrong.issues[0]).toMatchObject({ pointer: "/action" });
  });

  it("under a misspelt key, or on a misspelt version, is not sent, nor is a misspelt filter [SY-20]", async () => {
    const { base } = await served();
    const client = clientOf(base);
    const { id } = await client.open(opening);
    const misspelt = { comandId: "c1" } as never;
    await expect(client.open(opening, misspelt)).rejects.toThrow("Did you mean commandId?");
    await expect(client.question(id, {}, misspelt)).rejects.toThrow("Did you mean commandId?");
    const version = { expectdVersion: 0 } as never;
    await expect(client.withdraw(id, {}, version)).rejects.toThrow("Did you mean expectedVersion?");
    await expect(client.list({ stats: ["open"] } as never)).rejects.toThrow("Did you mean status?");
    expect((await client.get(id))?.version).toBe(0);
  });

  it("is made on what was seen: a refusal does not count as seen, and a view says so itself", async () => {
    const { base } = await served();
    const [ada, smith] = [clientOf(base), clientOf(base, "smith")];
    const { id } = await ada.open(opening);
    const seen = (await smith.get(id))!;
    await smith.question(seen, { message: "Why?" });
    await ada.counter(id, { terms: { price: 44 } }, { expectedVersion: 1 });
    // It has seen version 1 by its own question.
    expect(await smith.accept(id)).toMatchObject({ ok: false, code: "stale_version", version: 2 });
    expect(await smith.accept(id)).toMatchObject({ ok: false, code: "stale_version" });
    await smith.get(id);
    expect(await smith.accept(seen)).toMatchObject({ ok: false, code: "stale_version" });
    expect(await smith.accept(id)).toMatchObject({ ok: true });
  });

  it("that is given up rejects with the reason, and asks no more", async () => {
    let count = 0;
    const base = await scripted((_, response) => {
      count += 1;
      response.writeHead(503).end();
    });
    const controller = new AbortController();
    const client = clientOf(base, "ada", {
      retries: 1_000_000,
      clock: {
        now: Date.now,
        setTimeout: (callback, ms) => {
          if (ms < 2_147_483_647 && count === 3) controller.abort(new Error("enough"));
          return setTimeout(callback, ms < 2_147_483_647 ? 0 : ms);
        },
        clearTimeout: (handle) => clearTimeout(handle as never),
      },
    });
    await expect(client.open(opening, { signal: controller.signal })).rejects.toThrow("enough");
    expect(count).toBe(3);
    await expect(client.open(opening, { signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow(
      "before",
    );
    expect(count).toBe(3);
  });
});

describe("an answer that no bridge gives", () => {
  const view = { id: "neg_1", version: 3, turns: [], outcome: null, legal: { actions: [] } };
  it.each<readonly [what: string, status: number, type: string, body: string]>([
    ["a page of HTML", 200, "text/html", "<h1>Sign in</h1>"],
    ["broken JSON", 200, "application/json", '{"id":'],
    ["no object", 200, "application/json", "null"],
    ["another negotiation", 200, "application/json", JSON.stringify({ ...view, id: "neg_2" })],
    ["a version that is none", 200, "application/json", JSON.stringify({ ...view, version: -1 })],
    ["a version in words", 200, "application/json", JSON.stringify({ ...view, version: "3" })],
    ["no turns", 200, "application/json", JSON.stringify({ ...view, turns: null })],
    ["nothing that is legal", 200, "application/json", JSON.stringify({ ...view, legal: null })],
    ["too much", 200, "application/json", JSON.stringify({ ...view, more: "x".repeat(5_000) })],
    ["nothing at all", 204, "", ""],
    ["what was not asked for", 304, "", ""],
    ["a page of HTML as a refusal", 404, "text/html", "<h1>Not here</h1>"],
    ["a page of HTML as a failure", 500, "text/html", "<h1>Oh</h1>"],
    ["a method that is not there", 501, "text/html", "<h1>Oh</h1>"],
    ["another HTTP", 505, "text/html", "<h1>Oh</h1>"],
    ["a disk that is full", 507, "text/html", "<h1>Oh</h1>"],
  ])("is an error, and asked for once: %s", async (_, status, type, body) => {
    let count = 0;
    const base = await scripted((__, response) => {
      count += 1;
      response.writeHead(status, type === "" ? {} : { "content-type": type }).end(body);
    });
    const error = await failure(clientOf(base, "ada", { maxAnswer: 4_000 }).get("neg_1"));
    expect(error).toMatchObject({ code: "answer_invalid", retryable: false, negotiationId: null });
    expect([count, error.message.includes("Check baseUrl")]).toEqual([1, true]);
  });

  it("is not followed to where a redirect points, with whatever headers the caller has", async () => {
    const reached: unknown[] = [];
    const elsewhere = await scripted((request, response) => {
      reached.push(request.headers);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(view));
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const base = await scripted(
        (_, response) => void response.writeHead(status, { location: elsewhere }).end(),
      );
      const client = clientOf(base, "ada", { headers: { "x-api-key": "secret" } });
      for (const ask of [
        () => client.get("neg_1"),
        () => client.open(opening),
        () => client.watch("neg_1").next(),
      ])
        expect(await failure(ask())).toMatchObject({ code: "answer_invalid", status });
    }
    expect(reached).toEqual([]);
  });

  it("of another server does not fill memory, nor logs, nor hold the caller up", async () => {
    const base = await scripted((_, response) => {
      response.writeHead(409, { "content-type": "application/problem+json" });
      response.end(
        JSON.stringify({ code: "<script>", detail: "y".repeat(100_000), legal: 7, errors: [null, 7] }),
      );
    });
    const error = await failure(clientOf(base).get("neg_1"));
    expect([error.code, error.message.length < 1_100, error.legal]).toEqual(["answer_invalid", true, null]);
    let left = 0;
    const endless = await scripted((_, response) => {
      response.on("close", () => void (left += 1));
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void =>
        void (response.destroyed || response.write("[".repeat(10_000), () => setImmediate(more)));
      more();
    });
    expect(await failure(clientOf(endless, "ada", { maxAnswer: 100_000 }).get("neg_1"))).toMatchObject({
      code: "answer_invalid",
    });
    // What nobody reads any more is not held open.
    await expect.poll(() => left).toBe(1);
    const silent = await scripted(() => undefined);
    const hurried = clientOf(silent, "ada", { timeoutMs: 1_000, retries: 1 });
    expect(await failure(hurried.get("neg_1"))).toMatchObject({ code: "unreachable", retryable: true });
  });

  it("or none at all, of a server that is gone, is unreachable", async () => {
    expect(await failure(clientOf("http://127.0.0.1:1").open(opening))).toMatchObject({
      code: "unreachable",
      status: 0,
      retryable: true,
      commandId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });
});

describe("headers", () => {
  it("are asked for at each attempt, and what that throws is the caller's own", async () => {
    const { base } = await served();
    let count = 0;
    const headers = async () => ({ authorization: `Bearer ${count++ === 0 ? "" : "ada"}` });
    const client = clientOf(base, "", { headers });
    expect(await failure(client.list())).toMatchObject({ code: "unauthenticated" });
    expect((await client.list()).total).toBe(0);
    const failing = clientOf(base, "", { headers: () => Promise.reject(new Error("no token")) });
    await expect(failing.list()).rejects.toThrow("no token");
    await expect(clientOf(base, "", { headers: { "a b": "c" } }).list()).rejects.toThrow(TypeError);
  });
});
