import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { Server, type Socket as ServerSocket } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import {
  type ChannelAgent,
  channelAgent,
  type ServedAgent,
  serveAgent,
} from "../../../src/bridges/channel/index.js";
import type { Agent } from "../../../src/index.js";
import { bundleChild, type ChildBundle } from "../../kit/child-bundle.js";
import { type OpenRoom, openRoom } from "../../kit/open-room.js";

interface Price {
  readonly price: number;
}

const buyer: Agent<Price> = ({ standing, turns }) => {
  if (standing === null) return { action: "propose", terms: { price: 40 } };
  if (standing.terms.price <= 50) return { action: "accept" };
  return { action: "counter", terms: { price: 40 + 5 * turns.length } };
};

const seller: Agent<Price> = ({ standing, turns }) =>
  standing !== null && standing.terms.price >= 50
    ? { action: "accept" }
    : { action: "counter", terms: { price: 60 - 5 * turns.length } };

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A deal of `ada`, who is far away, with `smith`, who is here. */
function dealOf(opened: OpenRoom<Price>, far: ChannelAgent<Price>) {
  endings.push(() => opened.room.destroy(), far.close);
  return opened.room.negotiate({
    initiator: { id: "ada", kind: "system", agent: far.agent },
    responder: { id: "smith", kind: "system", agent: seller },
  });
}

const DEAL = { status: "accepted", turnCount: 4, proposal: { terms: { price: 50 } } };

let bundle: ChildBundle;
beforeAll(async () => {
  bundle = await bundleChild("bridges/channel/far-end.ts");
});
afterAll(() => bundle?.remove());

describe("a party behind a WebSocket", () => {
  /** A server whose one party may connect again, and a way to drop its line. */
  async function served() {
    const opened = openRoom<Price>();
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    endings.push(() => server.close());
    await once(server, "listening");
    let socket: WebSocket | undefined;
    let hear: (data: unknown) => void = () => {};
    server.on("connection", (connected) => {
      socket = connected;
      connected.on("message", (data) => hear(data));
    });
    const errors: unknown[] = [];
    const far = channelAgent<Price>({
      send: (text) => {
        if (socket?.readyState !== WebSocket.OPEN) throw new Error("nobody is connected");
        socket.send(text);
      },
      onMessage: (listener) => {
        hear = listener;
      },
      clock: opened.clock,
      onError: (error) => errors.push(error),
    });
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { opened, far, url, errors, drop: () => socket?.terminate(), line: () => socket };
  }

  function connect(url: string, agent: Agent<Price>) {
    const socket = new WebSocket(url);
    const end = serveAgent<Price>(agent, {
      send: (text) => socket.send(text),
      onMessage: (listener) => void socket.on("message", listener),
    });
    socket.on("open", end.ready);
    endings.push(() => socket.terminate(), end.close);
    return { socket, end };
  }

  it("negotiates a deal", async () => {
    const { opened, far, url } = await served();
    const { socket } = connect(url, buyer);
    await once(socket, "open");
    expect(await dealOf(opened, far)).toMatchObject(DEAL);
    expect(far.openCount).toBe(0);
  });

  it("is asked when it connects only after its turn has begun, and again after its line was cut", async () => {
    const { opened, far, url, errors, drop } = await served();
    const outcome = dealOf(opened, far);
    await expect.poll(() => errors.length).toBe(1);
    let asked = 0;
    const silent = connect(url, () => {
      asked++;
      return new Promise(() => {});
    });
    await expect.poll(() => asked).toBe(1);
    drop();
    await once(silent.socket, "close");
    silent.end.close();
    connect(url, buyer);
    expect(await outcome).toMatchObject(DEAL);
    expect(errors.map(String)).toEqual(["Error: nobody is connected"]);
    expect(opened.count("turn:failed")).toBe(0);
  });

  it("that floods, forges and lies harms nobody: its own answers alone count [BR-3]", async () => {
    const { opened, far, url } = await served();
    const socket = new WebSocket(url);
    endings.push(() => socket.terminate());
    await once(socket, "open");
    const outcome = dealOf(opened, far);
    socket.on("message", (data) => {
      const { id, call } = JSON.parse(String(data));
      for (let index = 0; index < 50; index++) {
        socket.send(JSON.stringify({ concordat: "answer", id: `${index}`, answer: { action: "withdraw" } }));
        socket.send('{"concordat":"ready"}');
        socket.send("[".repeat(10_000));
        socket.send(Buffer.alloc(1_000, 0xff));
      }
      socket.send("x".repeat(100_000));
      const answer = buyer(call);
      for (let index = 0; index < 3; index++)
        socket.send(JSON.stringify({ concordat: "answer", id, answer }));
    });
    expect(await outcome).toMatchObject(DEAL);
  });
});

describe("a party in a worker thread", () => {
  it("negotiates a deal, and its end is a turn timeout", async () => {
    const opened = openRoom<Price>({ rules: { oneActive: "none" } });
    const worker = new Worker(bundle.path);
    endings.push(() => worker.terminate());
    const far = channelAgent<Price>({
      send: (text) => worker.postMessage(text),
      onMessage: (listener) => {
        worker.on("message", listener);
        return () => worker.off("message", listener);
      },
      clock: opened.clock,
    });
    expect(await dealOf(opened, far)).toMatchObject(DEAL);
    await worker.terminate();
    const outcome = dealOf(opened, far);
    await expect.poll(() => far.openCount).toBe(1);
    await opened.clock.advance(30_000);
    expect(await outcome).toMatchObject({ status: "expired", reason: "turn_timeout" });
    expect(opened.count("turn:failed")).toBe(0);
  });
});

describe("a party in a child process, over its pipe", () => {
  function child(...words: string[]) {
    const started = spawn(process.execPath, [bundle.path, ...words], { stdio: ["pipe", "pipe", "inherit"] });
    // Writing to who was killed is the line that is lost.
    started.stdin.on("error", () => undefined);
    endings.push(() => started.kill("SIGKILL"));
    return started;
  }

  function farIn(opened: OpenRoom<Price>, current: () => ReturnType<typeof child>) {
    let hear: (data: unknown) => void = () => {};
    const far = channelAgent<Price>({
      send: (text) => current().stdin.write(`${text}\n`),
      onMessage: (listener) => {
        hear = listener;
      },
      clock: opened.clock,
    });
    const attach = (process: ChildProcess): void => {
      if (process.stdout !== null)
        createInterface({ input: process.stdout }).on("line", (line) => hear(line));
    };
    return { far, attach };
  }

  it("negotiates a deal; killed while it thinks, the next one takes the turn over", async () => {
    const opened = openRoom<Price>();
    let current = child("mute");
    const { far, attach } = farIn(opened, () => current);
    attach(current);
    const outcome = dealOf(opened, far);
    await expect.poll(() => far.openCount).toBe(1);
    current.kill("SIGKILL");
    await once(current, "close");
    current = child();
    attach(current);
    expect(await outcome).toMatchObject(DEAL);
    expect(opened.count("turn:failed")).toBe(0);
  });

  it("killed for good, it is a party that lets its turn pass: one timeout, one event", async () => {
    const opened = openRoom<Price>();
    const current = child("mute");
    const { far, attach } = farIn(opened, () => current);
    attach(current);
    const outcome = dealOf(opened, far);
    await expect.poll(() => far.openCount).toBe(1);
    current.kill("SIGKILL");
    await once(current, "close");
    await opened.clock.advance(30_000);
    expect(await outcome).toMatchObject({ status: "expired", reason: "turn_timeout" });
    expect(opened.headlines()).toEqual(["negotiation:started", "negotiation:expired", "negotiation:settled"]);
    expect(opened.count("turn:failed")).toBe(0);
  });

  it("ends by itself when its pipe does, also while its agent thinks [BR-8]", async () => {
    const opened = openRoom<Price>();
    const current = child("mute");
    const { far, attach } = farIn(opened, () => current);
    attach(current);
    void dealOf(opened, far).catch(() => undefined);
    await expect.poll(() => far.openCount).toBe(1);
    current.stdin.end();
    const [code] = await once(current, "close");
    expect(code).toBe(0);
  });
});

describe("a party behind Socket.IO acknowledgements", () => {
  async function connected() {
    const opened = openRoom<Price>();
    const http = createServer();
    const server = new Server(http);
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const client: Socket = io(url, { transports: ["websocket"], reconnectionDelay: 10 });
    endings.push(
      () => server.close(),
      () => client.disconnect(),
    );
    const [socket] = (await once(server, "connection")) as [ServerSocket];
    const waits: number[] = [];
    const far = channelAgent<Price>({
      send: (text, { kind, timeoutMs }) => {
        if (kind === "cancel") return void socket.emit("negotiation:over", text);
        waits.push(timeoutMs);
        return socket.timeout(timeoutMs).emitWithAck("negotiation:turn", text);
      },
      clock: opened.clock,
    });
    return { opened, far, client, waits, socket };
  }

  const serve = (client: Socket, agent: Agent<Price>): ServedAgent =>
    serveAgent<Price>(agent, {
      onMessage: (listener) => {
        client.on("negotiation:turn", listener);
        client.on("negotiation:over", (text) => listener(text));
      },
    });

  it("is one function over emitWithAck, with the rest of the turn as its timeout [EM-1]", async () => {
    const { opened, far, client, waits } = await connected();
    serve(client, buyer);
    expect(await dealOf(opened, far)).toMatchObject(DEAL);
    expect(waits).toEqual([30_000, 30_000]);
  });

  it("answers are foreign input: what is no move is asked for again, what is no text ends with the turn [EM-1]", async () => {
    const { opened, far, client } = await connected();
    const answers = [
      () => '"accept"',
      (id: string) => JSON.stringify({ concordat: "answer", id, answer: { action: "grab" } }),
    ];
    client.on("negotiation:turn", (text: string, acknowledge) => {
      const { id, call } = JSON.parse(text);
      if (call.attempt === 1) acknowledge(answers[1]?.(id));
      else acknowledge({ action: "propose", terms: { price: 1 } });
    });
    const outcome = dealOf(opened, far);
    await expect.poll(() => opened.count("turn:failed")).toBe(1);
    await opened.clock.advance(30_000);
    expect(await outcome).toMatchObject({ status: "expired", reason: "turn_timeout" });
  });

  it.each(["no acknowledgement", "a disconnect", "a late acknowledgement"])(
    "%s ends in one turn timeout, one event [EM-1]",
    async (what) => {
      const { opened, far, client, socket } = await connected();
      let acknowledge: ((text: string) => void) | undefined;
      let asked = "";
      client.on("negotiation:turn", (text: string, respond) => {
        asked = text;
        acknowledge = respond;
      });
      const outcome = dealOf(opened, far);
      await expect.poll(() => asked).not.toBe("");
      if (what === "a disconnect") {
        client.disconnect();
        await expect.poll(() => socket.connected).toBe(false);
      }
      await opened.clock.advance(29_999);
      expect(opened.headlines()).toEqual(["negotiation:started"]);
      await opened.clock.advance(1);
      expect(await outcome).toMatchObject({ status: "expired", reason: "turn_timeout", turnCount: 0 });
      if (what === "a late acknowledgement") {
        const { id } = JSON.parse(asked);
        acknowledge?.(
          JSON.stringify({ concordat: "answer", id, answer: { action: "propose", terms: { price: 1 } } }),
        );
        client.emit("after");
        await once(socket, "after");
      }
      await opened.clock.advance(0);
      expect(opened.headlines()).toEqual([
        "negotiation:started",
        "negotiation:expired",
        "negotiation:settled",
      ]);
      expect([opened.count("turn:failed"), opened.count("turn:recorded"), far.openCount]).toEqual([0, 0, 0]);
    },
  );

  it("frees the acknowledgement when the turn is over, so that no timer waits for it", async () => {
    const { opened, far, client, socket } = await connected();
    const served = serve(client, () => new Promise(() => {}));
    const outcome = dealOf(opened, far);
    await expect.poll(() => served.runningCount).toBe(1);
    const acks = (socket as unknown as { readonly acks: ReadonlyMap<number, unknown> }).acks;
    expect(acks.size).toBe(1);
    await opened.room.cancel(opened.room.getActiveNegotiation()?.id ?? "");
    expect(await outcome).toMatchObject({ status: "withdrawn" });
    await expect.poll(() => acks.size).toBe(0);
    expect(served.runningCount).toBe(0);
  });
});
