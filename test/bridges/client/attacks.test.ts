import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { ClientError, type ClientFrame } from "../../../src/bridges/client/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";
import { served } from "../http/served-bridge.js";
import { clientOf, collected, type Price, proxied, scripted, socketServer } from "./clients.js";

const opening = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };

const failure = async (promise: Promise<unknown>): Promise<ClientError> => {
  const error = await promise.then(
    () => undefined,
    (one: unknown) => one,
  );
  if (!ClientError.isInstance(error)) throw error ?? new Error("Expected a failure.");
  return error;
};

describe("a line that loses what it likes", () => {
  it.each([1, 2, 3, 4])(
    "takes no turn away and adds none, whichever way it is cut, seed %i [BR-5]",
    async (seed) => {
      const { base, rooms } = await served();
      const random = new RandomStream(seed, "cuts");
      let cuts = 0;
      const lossy = await proxied(base, () => {
        cuts += 1;
        // Before a request is whole, after it, and anywhere in an answer; some come through, or nothing ever would.
        return random.happens(0.5)
          ? { afterAskedBytes: random.integer(0, 2_000) }
          : { afterBytes: random.integer(0, 40_000) };
      });
      const options = { retries: 1_000_000 };
      const [ada, smith] = [clientOf(lossy, "ada", options), clientOf(lossy, "smith", options)];
      const { id } = await ada.open(opening);
      const watched = collected(ada.watch(id));
      for (let turn = 0; turn < 20; turn += 1) {
        const moved = await (turn % 2 === 0 ? smith : ada).counter(
          id,
          { terms: { price: turn } },
          { expectedVersion: turn },
        );
        expect(moved).toMatchObject({ ok: true, negotiation: { version: turn + 1 } });
      }
      await smith.accept(id, {}, { expectedVersion: 20 });
      const frames: ClientFrame<Price>[] = await watched;
      const turns = await rooms.room("market-7").turns(id);
      expect({
        seed,
        turns: turns.length,
        told: frames.flatMap((one) => one.turns.map(({ number }) => number)),
      }).toEqual({
        seed,
        turns: 22,
        told: Array.from({ length: 22 }, (_, index) => index + 1),
      });
      expect((await ada.list({ status: "all" })).total).toBe(1);
      expect(cuts).toBeGreaterThan(3);
      console.log(`seed ${seed}: ${cuts} connections cut`);
    },
  );

  it("makes one turn of twenty commands at once under one key [BR-5]", async () => {
    const { base, rooms } = await served();
    const { id } = await clientOf(base).open(opening);
    const smith = clientOf(base, "smith");
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        smith.counter(id, { terms: { price: 45 } }, { commandId: "c1", expectedVersion: 0 }),
      ),
    );
    expect(all.filter(({ ok }) => ok)).toHaveLength(20);
    expect(all.filter((one) => one.ok && !one.duplicate)).toHaveLength(1);
    expect(await rooms.room("market-7").turns(id)).toHaveLength(2);
  });

  it("gives one of two racing moves, and the other what it can do [BR-5]", async () => {
    const { base } = await served();
    const { id } = await clientOf(base).open(opening);
    const [one, other] = [clientOf(base, "smith"), clientOf(base, "smith")];
    const seen = (await one.get(id))!;
    const results = await Promise.all([one.accept(seen), other.counter(seen, { terms: { price: 45 } })]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ version: 1, negotiationId: id });
  });
});

describe("an id", () => {
  it.each(["a/b", "a?b=c#d", "%2e%2e", "a b+c&d", "..a", "é€𝄞", "\\..\\", "x".repeat(256)])(
    "stays one step of the path: %j",
    async (id) => {
      const { base, rooms } = await served();
      await rooms.room("market-7").createNegotiation("ada", "smith", { price: 40 }, { id });
      const [ada, smith] = [clientOf(base), clientOf(base, "smith")];
      expect((await ada.get(id))?.id).toBe(id);
      expect(await smith.accept(id)).toMatchObject({ ok: true });
      expect((await collected(ada.watch(id))).at(-1)?.view.outcome?.status).toBe("accepted");
    },
  );
});

describe("a server that means ill", () => {
  it("does not fill memory with headers, and a line that says nothing is left", async () => {
    const endless = await socketServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const more = (): void =>
        void (socket.destroyed || socket.write(`x-a: ${"y".repeat(1_000)}\r\n`, () => setImmediate(more)));
      more();
    });
    expect(await failure(clientOf(endless, "ada", { retries: 1 }).get("neg_1"))).toMatchObject({
      code: "unreachable",
    });
    const noHttp = await socketServer((socket) => void socket.write("220 mail.example.org ESMTP\r\n"));
    expect(await failure(clientOf(noHttp, "ada", { retries: 1 }).get("neg_1"))).toMatchObject({
      code: "unreachable",
    });
  });

  it("does not keep a caller with drops: an attempt ends in time, whatever still comes", async () => {
    const drips = await scripted((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => void (response.destroyed || (response.write(" "), setTimeout(more, 20)));
      more();
    });
    const hurried = clientOf(drips, "ada", { timeoutMs: 1_000, retries: 0 });
    expect(await failure(hurried.get("neg_1"))).toMatchObject({ code: "unreachable", retryable: true });
  });

  it("cannot have a key twice, nor a caller's headers, nor words of its own in the way of ours", async () => {
    const seen: Record<string, unknown>[] = [];
    const base = await scripted((request, response) => {
      seen.push(request.headers);
      response.writeHead(409, { "content-type": "application/problem+json" });
      response.end(
        JSON.stringify({
          code: "busy",
          detail: "no",
          negotiationId: "neg_1",
          ok: true,
          negotiation: { id: "neg_1" },
          retryable: true,
          __proto__: { polluted: true },
        }).replace('"ok"', '"__proto__":{"polluted":true},"ok"'),
      );
    });
    const headers = { "Idempotency-Key": "mine", "if-match": '"99"', "content-type": "text/plain" };
    const refused = await clientOf(base, "ada", { headers }).accept("neg_1", {}, { expectedVersion: 3 });
    expect(refused).toMatchObject({ ok: false, code: "busy", retryable: false });
    expect("negotiation" in refused || "name" in refused || "polluted" in refused || "polluted" in {}).toBe(
      false,
    );
    expect(seen).toMatchObject([{ "if-match": '"3"', "content-type": "application/json" }]);
    expect(seen[0]?.["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
  });
});

it("a connection that is taken and never answered ends with the caller's patience", async () => {
  const base = await socketServer(() => undefined);
  await new Promise<void>((resolve) => {
    const probe = connect(Number(new URL(base).port), "127.0.0.1", () => void (probe.destroy(), resolve()));
  });
  const controller = new AbortController();
  const asked = clientOf(base).list({}, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
});
