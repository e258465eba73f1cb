import { once } from "node:events";
import { matchMaker, Server } from "@colyseus/core";
import { Client, type Room } from "@colyseus/sdk";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { afterEach, describe, expect, it } from "vitest";
import { type TradeOptions, tradeRoom } from "../../examples/game-room/trade-room.js";
import type { Answer, Snapshot } from "../../examples/hosts/seat.js";
import { inspectedRows, runExample, startExample } from "../examples/run-example.js";
import { Snapshots } from "./served-chat.js";

// Colyseus 0.18 with its own clients, over WebSockets.

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function served(options: Partial<TradeOptions> = {}) {
  const server = new Server({ transport: new WebSocketTransport(), greet: false, gracefullyShutdown: false });
  const playerOf = (token: string) => /^t-(\w+)$/.exec(token)?.[1];
  const Trades = tradeRoom({ playerOf, drainMs: 0, ...options });
  server.define("trade", Trades);
  server.onBeforeShutdown(Trades.drain);
  await server.listen(0, "127.0.0.1");
  let isDown = false;
  const stop = async (): Promise<void> => {
    if (!isDown) await server.gracefullyShutdown(false);
    isDown = true;
  };
  stops.push(stop);
  const address = server.transport.server?.address();
  const url = `ws://127.0.0.1:${typeof address === "object" ? address?.port : address}`;

  /** A client: what it was told, and what it knows. */
  const join = async (playerId: string, roomId?: string) => {
    const client = new Client(url);
    client.auth.token = `t-${playerId}`;
    const room: Room = await (roomId === undefined ? client.create("trade") : client.joinById(roomId));
    const told: Snapshot[] = [];
    const heard: string[] = [];
    const snapshots = new Snapshots();
    room.reconnection.minUptime = 0;
    // What the SDK says of lines that drop is for people.
    room.reconnection.enabled = false;
    room.onMessage("negotiation:snapshot", (snapshot: Snapshot) => {
      told.push(snapshot);
      snapshots.take(snapshot);
    });
    room.onMessage("server:closing", () => heard.push("server:closing"));
    room.onLeave((code) => heard.push(`left ${code}`));
    stops.push(() => room.connection.isOpen && room.leave());
    const send = (message: unknown): Promise<Answer> => room.request("negotiation:move", message as object);
    return { client, room, told, heard, send, newest: (): Snapshot => snapshots.newest };
  };
  /** The room as the server has it. */
  const local = (roomId: string) =>
    matchMaker.getLocalRoomById(roomId) as InstanceType<ReturnType<typeof tradeRoom>>;
  const pair = async () => {
    const ada = await join("ada");
    const smith = await join("smith", ada.room.roomId);
    return { ada, smith, inside: local(ada.room.roomId) };
  };
  return { server, url, join, local, pair, stop };
}

const trade = (gold: number) => ({ good: "wood" as const, count: 10, gold });
const opening = (gold: number, commandId = "open-1") => ({
  ...{ commandId, move: { action: "propose", terms: trade(gold) } },
});

describe("a room of Colyseus", () => {
  it("shows all players the state of the table, and each its own view, commit by commit [EM-2] [EM-3]", async () => {
    const { ada, smith, inside } = await (await served()).pair();
    expect(await ada.send(opening(40))).toMatchObject({ ok: true, commandId: "open-1", version: 0 });
    const { id, deadlines } = inside.service.getActiveNegotiation() ?? { id: "" };
    const at = { negotiationId: id, version: 0, floor: "smith", turnEndsAt: deadlines?.turnAt };
    await expect.poll(() => ada.room.state.toJSON()).toMatchObject(at);
    const on = { negotiationId: id };
    const assessment = { limit: "PRIVATE" };
    const counter = { action: "counter", terms: trade(60), assessment };
    expect(await smith.send({ ...on, commandId: "c1", expectedVersion: 0, move: counter })).toMatchObject({
      ok: true,
    });
    expect(await ada.send({ ...on, commandId: "a1", move: { action: "accept" } })).toMatchObject({
      ok: true,
      version: 2,
    });
    await expect
      .poll(() => ada.room.state.toJSON())
      .toEqual({
        ...{ negotiationId: id, version: 2, status: "accepted", floor: "", turnEndsAt: 0, reason: "accept" },
        offers: [
          { by: "ada", ...trade(40) },
          { by: "smith", ...trade(60) },
        ],
        players: { ada: true, smith: true },
      });
    await expect.poll(() => [ada.told.length, smith.told.length]).toEqual([3, 3]);
    const shared = ({ view }: Snapshot) => ({
      ...view,
      turns: view.turns.map(({ assessment: _, commandId: __, ...turn }) => turn),
    });
    expect(ada.told.map(shared)).toEqual(smith.told.map(shared));
    expect(JSON.stringify(smith.told)).toContain("PRIVATE");
    expect(JSON.stringify([ada.told, ada.room.state, smith.room.state])).not.toContain("PRIVATE");
    expect(Object.isFrozen(inside.service.getLatestNegotiation())).toBe(true);
    // What is over keeps no timer of the room's, and what comes after it begins with a clean table.
    const left = inside.clock.delayed.filter(({ active }) => active).length;
    expect(left).toBe(0);
    expect(await smith.send(opening(30, "open-2"))).toMatchObject({ ok: true });
    await expect.poll(() => ada.room.state.toJSON().offers).toEqual([{ by: "smith", ...trade(30) }]);
  });

  it("lets in whom the host knows, once each, and believes no message [EN-58] [BR-2]", async () => {
    const { join, pair } = await served();
    const { ada, smith } = await pair();
    await expect(join("../x")).rejects.toThrow("unauthenticated");
    const other = await join("bea");
    await expect(join("bea", other.room.roomId)).rejects.toThrow("sits at the table");
    await ada.send(opening(40));
    await expect.poll(() => ada.told.length).toBe(1);
    const { id } = ada.newest().view;
    const forged = { commandId: "f", negotiationId: id, fromAgent: "smith", move: { action: "accept" } };
    expect(await ada.send(forged)).toMatchObject({ ok: false, commandId: "f", code: "forbidden_party" });
    const stranger = { commandId: "s", negotiationId: id, move: { action: "accept" } };
    expect(await other.send(stranger)).toMatchObject({ code: "unknown_negotiation", snapshot: null });
    expect(await smith.send(stranger)).toMatchObject({ ok: true });
  });

  it.each([
    ["no command id", { move: { action: "accept" } }, null],
    ["no move", { commandId: "m1" }, "m1"],
    ["an unknown action", { commandId: "m2", move: { action: "grab" } }, "m2"],
    ["members of other kinds", { commandId: "m3", negotiationId: 7, expectedVersion: "x", move: [] }, "m3"],
    ["terms that are none", { commandId: "m4", move: { action: "propose", terms: { gold: -1 } } }, "m4"],
  ])(
    "answers a message with %s to its sender, and hangs up on nobody [EM-2] [EM-4]",
    async (_, message, commandId) => {
      const { ada, smith } = await (await served()).pair();
      const answer = await smith.send(message);
      expect(answer).toMatchObject({ ok: false, commandId, code: expect.stringMatching(/^[a-z_]+$/) });
      expect(smith.room.connection.isOpen).toBe(true);
      expect(await smith.send(opening(30, "open-2"))).toMatchObject({ ok: true });
      await expect.poll(() => ada.newest()?.view.initiator.id).toBe("smith");
    },
  );

  it("refuses what was decided on old news with the fresh view, and takes a repeated message once [EM-3] [EM-4]", async () => {
    const { ada, smith, inside } = await (await served()).pair();
    expect(await ada.send(opening(40))).toEqual(await ada.send(opening(40)));
    const { id } = inside.service.getActiveNegotiation() ?? { id: "" };
    const counter = { commandId: "c1", negotiationId: id, move: { action: "counter", terms: trade(60) } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => smith.send(counter)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(inside.service.getActiveNegotiation()?.turns).toHaveLength(2);
    const late = { commandId: "c2", negotiationId: id, expectedVersion: 0, move: { action: "accept" } };
    expect(await ada.send(late)).toMatchObject({
      ...{ ok: false, commandId: "c2", code: "stale_version" },
      snapshot: { version: 1, view: { standing: { terms: trade(60) } } },
    });
  });

  it("lets a turn pass by the room's own clock: one timeout, one event [EM-2]", async () => {
    const { ada, smith, inside } = await (await served({ rules: { turnMs: 300 } })).pair();
    const heard: string[] = [];
    inside.service.on("negotiation:expired", ({ outcome }) => void heard.push(String(outcome?.reason)));
    await ada.send(opening(40));
    expect(inside.clock.delayed.length).toBeGreaterThan(0);
    await expect.poll(() => ada.room.state.status).toBe("expired");
    await expect.poll(() => smith.newest().view.outcome?.reason).toBe("turn_timeout");
    expect(heard).toEqual(["turn_timeout"]);
  });

  it("keeps the seat of a line that drops, which comes back to a snapshot with the turns since", async () => {
    const { ada, smith, inside } = await (await served()).pair();
    await ada.send(opening(40));
    const { id } = inside.service.getActiveNegotiation() ?? { id: "" };
    const token = ada.room.reconnectionToken;
    ada.room.connection.close(4_999);
    await expect.poll(() => inside.clients.length).toBe(1);
    await smith.send({ commandId: "c1", negotiationId: id, move: { action: "counter", terms: trade(60) } });
    const back = await ada.client.reconnect(token);
    stops.push(() => back.leave());
    const told: Snapshot[] = [];
    back.onMessage("negotiation:snapshot", (snapshot: Snapshot) => told.push(snapshot));
    back.onMessage("server:closing", () => undefined);
    back.send("negotiation:follow", { seenTurns: 1 });
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]?.missed?.map(({ number, partyId }) => [number, partyId])).toEqual([[2, "smith"]]);
    const accept = { commandId: "a1", negotiationId: id, expectedVersion: 1, move: { action: "accept" } };
    expect(await back.request("negotiation:move", accept)).toMatchObject({ ok: true, version: 2 });
    await expect.poll(() => told.map(({ version }) => version)).toEqual([1, 2]);
  });

  it("calls off what is open when somebody leaves, so that it is heard, by who comes again too [RM-27] [EM-3]", async () => {
    const { join, pair } = await served();
    const { ada, smith } = await pair();
    await ada.send(opening(40));
    await smith.room.leave();
    await expect
      .poll(() => ada.newest().view.outcome)
      .toMatchObject({ status: "withdrawn", details: { left: "smith" } });
    await expect.poll(() => ada.room.state.reason).toBe("cancelled");
    const again = await join("smith", ada.room.roomId);
    await expect.poll(() => again.told.length).toBe(1);
    expect(again.newest()).toMatchObject({ version: 1, view: { outcome: { status: "withdrawn" } } });
  });

  it("drains at a shutdown: what is open may end, nothing new opens, the rest is called off and told", async () => {
    const { join, pair, stop, local } = await served({ drainMs: 60_000 });
    const { ada, smith } = await pair();
    await ada.send(opening(40));
    const { id } = local(ada.room.roomId).service.getActiveNegotiation() ?? { id: "" };
    const down = stop();
    await expect.poll(() => ada.heard).toContain("server:closing");
    expect(
      await smith.send({ commandId: "a1", negotiationId: id, move: { action: "accept" } }),
    ).toMatchObject({ ok: true });
    await expect(join("eve")).rejects.toThrow();
    await down;
    await expect
      .poll(() => [ada.newest().view.status, smith.newest().view.status])
      .toEqual(["accepted", "accepted"]);
    const cut = await served();
    const two = await cut.pair();
    await two.ada.send(opening(40));
    await cut.stop();
    await expect
      .poll(() => two.smith.newest()?.view.outcome)
      .toMatchObject({ details: { server: "closing" } });
  });

  it("leaves no timer and no listener, after 100 rooms that were disposed in the midst of it [EM-2]", async () => {
    const { server, local } = await served();
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === "Timeout").length;
    expect(server).toBeDefined();
    const before = timers();
    const rooms = await Promise.all(
      Array.from({ length: 100 }, async () => local((await matchMaker.createRoom("trade", {})).roomId)),
    );
    const services = rooms.map(({ service }) => service);
    const events: string[] = [];
    for (const room of rooms) {
      room.service.on("negotiation:settled", () => void events.push("settled"));
      await room.service.createNegotiation("ada", "smith", trade(40));
      expect(room.clock.delayed.length).toBeGreaterThan(0);
    }
    expect(timers()).toBeGreaterThan(before);
    await Promise.all(rooms.map((room) => room.disconnect()));
    expect(services.map((service) => [service.isClosed, service.eventNames()])).toEqual(
      services.map(() => [true, []]),
    );
    expect(rooms.flatMap(({ clock }) => clock.delayed)).toEqual([]);
    expect(events).toEqual([]);
    await expect.poll(timers).toBeLessThanOrEqual(before);
  });

  it("is served by the example, where a line that drops comes back, and everything ends by itself", async () => {
    const { code, stdout } = await runExample("game-room/main.ts", ["--bots"]);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual(expect.arrayContaining(["Smith is back", "accepted (accept)"]));
  });

  it("is served by the example for people and for one with a bot, seen in its inspector [UI-1]", async () => {
    const { child, lines } = startExample("game-room/main.ts", ["--port", "0"]);
    let rows: unknown;
    for await (const line of lines) {
      if (!line.startsWith("The inspector")) continue;
      const client = new Client(new URL(line.slice(line.indexOf("http"))).origin);
      client.auth.token = "w1";
      const room = await client.joinOrCreate("trade", { table: "with-a-bot" });
      const settled = new Promise((resolve) => {
        room.onMessage("negotiation:snapshot", ({ view }: Snapshot) => view.outcome && resolve(view.status));
      });
      room.onMessage("server:closing", () => undefined);
      await room.request("negotiation:move", opening(35));
      expect(await settled).toBe("accepted");
      rows = await inspectedRows(line);
      child.kill("SIGINT");
    }
    if (child.exitCode === null) await once(child, "exit");
    expect(child.exitCode).toBe(0);
    expect(rows).toMatchObject([{ status: "accepted" }]);
  });
});
