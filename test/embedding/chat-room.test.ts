import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { connectBot } from "../../examples/chat-room/bot.js";
import type { Snapshot } from "../../examples/hosts/seat.js";
import type { Agent } from "../../src/index.js";
import { must } from "../service/watched-room.js";
import { type ChatClient, opening, Snapshots, servedChat } from "./served-chat.js";

type Served = Awaited<ReturnType<typeof servedChat>>;

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function served(options: Parameters<typeof servedChat>[0] = {}): Promise<Served> {
  const one = await servedChat(options);
  stops.push(one.stop);
  return one;
}

/** Two people of a room. */
async function pair(one: Served, roomId = "one"): Promise<readonly [ChatClient, ChatClient]> {
  return [await one.connect(`${roomId}/ada`), await one.connect(`${roomId}/smith`)];
}

const move = (commandId: string, action: string, more: object = {}, on: object = {}) => ({
  ...{ commandId, negotiationId: "neg_1", move: { action, ...more }, ...on },
});
const counter = (commandId: string, price: number, on: object = {}) =>
  move(commandId, "counter", { terms: { price } }, on);

const namesOf = (client: ChatClient) => client.heard.map(({ name }) => name);
const versionsOf = (client: ChatClient) => client.told.map(({ version }) => version);
const until = (client: ChatClient, status: string) =>
  expect.poll(() => client.newest()?.view.status).toBe(status);

describe("pairing", () => {
  it("makes one service a room when the second member comes, and shows a third the door [RM-27]", async () => {
    const one = await served();
    const ada = await one.connect("one/ada");
    expect(one.chat.rooms.size).toBe(0);
    const smith = await one.connect("one/smith");
    expect(await ada.send(opening(40))).toMatchObject({ ok: true, commandId: "open-1", version: 0 });
    expect(one.chat.rooms.size).toBe(1);
    const third = one.dial({ token: "one/mallory" });
    const heard: string[] = [];
    third.onAny((name: string) => heard.push(name)).on("disconnect", () => heard.push("disconnect"));
    await expect.poll(() => heard).toEqual(["room:full", "disconnect"]);
    await until(smith, "proposed");
    expect(smith.heard.filter(({ name }) => name === "room:members").at(-1)?.data).toEqual([
      { id: "ada", isAgent: false, isHere: true },
      { id: "smith", isAgent: false, isHere: true },
    ]);
  });
});

describe("who speaks", () => {
  it("is who the host says: other credentials come not in, and another name in a message is refused [BR-2] [EN-58]", async () => {
    const one = await served();
    for (const auth of [{}, { token: "nobody" }, { token: { toString: "one/ada" } }]) {
      const errors: string[] = [];
      one.dial(auth).on("connect_error", ({ message }) => errors.push(message));
      await expect.poll(() => errors).toEqual(["unauthenticated"]);
    }
    const [ada, smith] = await pair(one);
    await ada.send(opening(40));
    const forged = { ...move("forged", "accept"), fromAgent: "smith" };
    expect(await ada.send(forged)).toMatchObject({ ok: false, commandId: "forged", code: "forbidden_party" });
    const early = await ada.send(move("early", "accept"));
    expect(early).toMatchObject({ ok: false, commandId: "early", code: "not_your_turn" });
    expect(early).toMatchObject({ snapshot: { version: 0, legal: { actions: [], floor: "smith" } } });
    expect(await smith.send({ ...move("own", "accept"), fromAgent: "smith" })).toMatchObject({ ok: true });
  });

  it("learns of other rooms no more than of none [BR-4]", async () => {
    const one = await served();
    const [ada] = await pair(one);
    await ada.send(opening(40));
    const [bea, carl] = [await one.connect("two/bea"), await one.connect("two/carl")];
    await carl.send({ ...opening(7), commandId: "open-2" });
    const there = await bea.send(move("m1", "accept"));
    const nowhere = await bea.send({ ...move("m1", "accept"), negotiationId: "neg_99" });
    expect(there).toEqual(nowhere);
    expect(there).toMatchObject({ code: "unknown_negotiation", snapshot: null });
    // A room by the name of somebody's socket gets nothing of what is that socket's, and tells it nothing.
    const spy = await one.connect(`${ada.socket.id}/spy`);
    ada.socket.emit("negotiation:move", { commandId: "m2" });
    await expect.poll(() => namesOf(ada)).toContain("negotiation:refused");
    expect(namesOf(spy)).toEqual(["room:members"]);
    const before = ada.heard.length;
    spy.socket.emit("chat", "psst");
    await expect.poll(() => namesOf(spy)).toContain("chat");
    ada.socket.emit("chat", "hello");
    await expect.poll(() => ada.heard.slice(before).map(({ data }) => data.text)).toEqual(["hello"]);
  });
});

describe("a message", () => {
  it.each([
    ["nothing", undefined, null],
    ["a number", 7, null],
    ["a list", [], null],
    ["no command id", { move: { action: "accept" } }, null],
    ["a command id that is none", { commandId: {}, move: {} }, null],
    ["no move", { commandId: "m1", negotiationId: "neg_1" }, "m1"],
    ["an unknown action", move("m2", "grab"), "m2"],
    ["a reason that is no text", move("m3", "reject", { reason: 7 }), "m3"],
    ["an action that is a method's name", move("m4", "constructor"), "m4"],
    ["an opening that is none", { ...move("m5", "accept"), negotiationId: null }, "m5"],
    [
      "an opening with a reason that is none",
      { ...opening(9, "m6"), move: { action: "propose", reason: [] } },
      "m6",
    ],
  ])(
    "that is %s is refused to its sender alone, with its own command id [EM-4]",
    async (_, message, commandId) => {
      const one = await served();
      const [ada, smith] = await pair(one);
      await ada.send(opening(40));
      await until(smith, "proposed");
      const before = smith.heard.length;
      const answer = await smith.socket.emitWithAck("negotiation:move", message);
      expect(answer).toMatchObject({ ok: false, commandId, code: expect.stringMatching(/^[a-z_]+$/) });
      // Without an acknowledgement, as an event.
      smith.socket.emit("negotiation:move", message);
      await expect.poll(() => smith.heard.at(-1)).toEqual({ name: "negotiation:refused", data: answer });
      expect(smith.heard).toHaveLength(before + 1);
      expect(namesOf(ada)).not.toContain("negotiation:refused");
      expect(one.chat.rooms.peek("one")?.getActiveNegotiation()?.version).toBe(0);
    },
  );

  it("that comes again takes effect once, and its sender ends with the same view [EM-3]", async () => {
    const one = await served();
    const [ada, smith] = await pair(one);
    expect(await ada.send(opening(40))).toEqual(await ada.send(opening(40)));
    const answers = await Promise.all(Array.from({ length: 20 }, () => smith.send(counter("c1", 50))));
    expect(new Set(answers.map((answer) => answer.ok))).toEqual(new Set([true]));
    await expect.poll(() => ada.newest().version).toBe(1);
    expect(ada.newest().view.turns).toHaveLength(2);
    expect(await smith.send(counter("c1", 60))).toMatchObject({ ok: false, code: "command_conflict" });
    expect(one.events).toEqual(["one negotiation:started", "one negotiation:updated"]);
  });

  it("decided on old news is refused with its code and the fresh view [EM-3]", async () => {
    const one = await served();
    const [ada, smith] = await pair(one);
    const assessment = { limit: "ADA'S OWN" };
    await ada.send({ commandId: "open-1", move: { action: "propose", terms: { price: 40 }, assessment } });
    const early = await smith.send(counter("c1", 50, { expectedVersion: 7 }));
    expect(early).toMatchObject({ ok: false, code: "stale_version", snapshot: { version: 0 } });
    expect(JSON.stringify(early)).not.toContain("ADA'S OWN");
    await smith.send(counter("c1", 50, { expectedVersion: 0 }));
    const late = await ada.send(counter("c2", 45, { expectedVersion: 0 }));
    expect(late).toMatchObject({ ok: false, code: "stale_version", snapshot: { version: 1 } });
    expect(JSON.stringify(late)).toContain("ADA'S OWN");
    expect(ada.newest().view.standing?.terms).toEqual({ price: 50 });
    expect(await ada.send(counter("c2", 45, { expectedVersion: 1 }))).toMatchObject({ ok: true, version: 2 });
  });

  it("too big costs its sender the line and nobody else anything", async () => {
    const one = await served();
    const [ada, smith] = await pair(one);
    await ada.send(opening(40));
    smith.socket.emit("negotiation:move", { ...move("m", "reject"), padding: "x".repeat(70_000) });
    await expect.poll(() => smith.socket.connected).toBe(false);
    ada.socket.emit("chat", "x".repeat(1_001));
    ada.socket.emit("chat", { not: "a text" });
    ada.socket.emit("chat", "still here?");
    await expect.poll(() => ada.heard.at(-1)?.data).toEqual({ from: "ada", text: "still here?" });
    expect(namesOf(ada).filter((name) => name === "chat")).toHaveLength(1);
    expect(one.chat.rooms.peek("one")?.getActiveNegotiation()?.status).toBe("proposed");
  });
});

describe("snapshots", () => {
  it("come after each commit to every seat, and differ in what is private alone [EM-3]", async () => {
    const one = await served({ rules: { cap: { limit: 9 } } });
    const [ada, smith] = await pair(one);
    await ada.send(opening(40));
    await smith.send(move("c1", "counter", { terms: { price: 60 }, assessment: { limit: "PRIVATE" } }));
    await ada.send(counter("c2", 50));
    await smith.send(move("a1", "accept"));
    await until(ada, "accepted");
    await until(smith, "accepted");
    expect([versionsOf(ada), versionsOf(smith)]).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
    expect(JSON.stringify(smith.told)).toContain("PRIVATE");
    expect(JSON.stringify(ada.heard)).not.toContain("PRIVATE");
    const shared = ({ view }: Snapshot) => ({
      ...view,
      turns: view.turns.map(({ assessment: _, commandId: __, ...turn }) => turn),
    });
    expect(ada.told.map(shared)).toEqual(smith.told.map(shared));
  });

  it("that come late, twice or out of order leave a client with the newest [EM-3]", async () => {
    const one = await served({ rules: { cap: { limit: 9 } } });
    const [ada, smith] = await pair(one);
    await ada.send(opening(40));
    await smith.send(counter("c1", 60));
    await ada.send(counter("c2", 50));
    await smith.send(move("r1", "reject"));
    await until(ada, "rejected");
    await one.clock.advance(1);
    await ada.send(opening(41, "open-2"));
    await until(ada, "proposed");
    const told = ada.told.filter(({ view }, index) => view.id === "neg_1" || index === ada.told.length - 1);
    expect(told).toHaveLength(5);
    await fc.assert(
      fc.property(fc.shuffledSubarray([...told, ...told], { minLength: 1 }), (order) => {
        const client = new Snapshots();
        let last: Snapshot | undefined;
        for (const snapshot of order) {
          const isNews = client.take(snapshot);
          if (last !== undefined && last.view.id === snapshot.view.id)
            expect(isNews).toBe(snapshot.version > last.version);
          last = client.newest;
        }
        const ranks = order.map((one) => told.indexOf(one));
        expect(client.newest.version).toBe(told[Math.max(...ranks)]?.version);
      }),
      { numRuns: 200 },
    );
  });

  it("reach who joins late, on a second line, with the same view [EM-3]", async () => {
    const one = await served();
    const [ada, smith] = await pair(one);
    await ada.send(opening(40));
    await smith.send(counter("c1", 50));
    const phone = await one.connect("one/ada");
    await expect.poll(() => phone.newest()?.version).toBe(1);
    expect(phone.newest()).toEqual(ada.newest());
    await phone.send(move("a1", "accept"));
    await until(ada, "accepted");
    await until(smith, "accepted");
    expect([versionsOf(ada), versionsOf(phone)]).toEqual([
      [0, 1, 2],
      [1, 2],
    ]);
    await one.clock.advance(1);
    await smith.send(opening(41, "open-2"));
    await expect.poll(() => [versionsOf(ada).at(-1), versionsOf(phone).at(-1)]).toEqual([0, 0]);
  });
});

describe("a line that drops", () => {
  it("keeps its seat, and comes back to a snapshot with the turns since", async () => {
    const one = await served({ rules: { cap: { limit: 9 } } });
    const [ada, smith] = await pair(one);
    await ada.send(opening(40));
    await until(ada, "proposed");
    ada.socket.io.engine.close();
    await expect.poll(() => smith.heard.at(-1)?.data).toMatchObject([{ isHere: false }, { isHere: true }]);
    await smith.send(counter("c1", 60));
    const mallory = one.dial({ token: "one/mallory" });
    let isShown = false;
    mallory.on("room:full", () => {
      isShown = true;
    });
    await expect.poll(() => isShown).toBe(true);
    const back = await one.connect("one/ada", { seenTurns: 1 });
    await expect.poll(() => back.told.length).toBe(1);
    expect(back.told[0]).toMatchObject({ version: 1, view: { turns: [{}, {}] } });
    expect(back.told[0]?.missed?.map(({ number, partyId }) => [number, partyId])).toEqual([[2, "smith"]]);
    await back.send(move("a1", "accept"));
    await until(smith, "accepted");
    expect(versionsOf(back)).toEqual([1, 2]);
    expect(back.told[1]?.missed).toBeUndefined();
    expect(one.events.at(-1)).toBe("one negotiation:settled");
  });

  it("and stays away lets its turn pass: one timeout, one event, and the seat is free", async () => {
    const one = await served();
    const [ada, smith] = await pair(one);
    await ada.send(opening(40));
    smith.socket.disconnect();
    await expect.poll(() => ada.heard.at(-1)?.data).toMatchObject([{ isHere: true }, { isHere: false }]);
    await one.clock.advance(29_999);
    expect(one.events).toEqual(["one negotiation:started"]);
    await one.clock.advance(1);
    await until(ada, "expired");
    expect(one.events.slice(1)).toEqual(["one negotiation:expired", "one negotiation:settled"]);
    await expect.poll(() => ada.heard.at(-1)?.data).toMatchObject([{ id: "ada" }]);
    await one.connect("one/carl");
  });
});

describe("a program at the table", () => {
  interface Price {
    readonly price: number;
  }
  const seller: Agent<Price> = ({ standing, turns }) =>
    standing !== null && standing.terms.price >= 50
      ? { action: "accept" }
      : { action: "counter", terms: { price: 60 - 5 * turns.length } };

  function bot(one: Served, token: string, agent: Agent<Price>) {
    const socket = connectBot<Price>(one.url, { token }, agent);
    stops.push(() => socket.disconnect());
    return socket;
  }
  const membersOf = (client: ChatClient) =>
    client.heard.findLast(({ name }) => name === "room:members")?.data;

  it("is asked over acknowledgements and bargains with a person [EM-1]", async () => {
    const one = await served();
    const ada = await one.connect("one/ada");
    bot(one, "one/bot!", seller);
    await expect.poll(() => membersOf(ada)).toMatchObject([{ id: "ada" }, { id: "bot", isAgent: true }]);
    await ada.send(opening(40));
    await expect.poll(() => ada.newest()?.version).toBe(1);
    await ada.send(counter("c1", 52));
    await until(ada, "accepted");
    expect(ada.newest().view.turns.map(({ action }) => action)).toEqual([
      "propose",
      "counter",
      "counter",
      "accept",
    ]);
  });

  it("whose line drops while it thinks is asked again when it is back, and answers once [EM-1]", async () => {
    const one = await served();
    const ada = await one.connect("one/ada");
    let calls = 0;
    let answer: () => void = () => {};
    const thinking = bot(one, "one/bot!", async () => {
      calls++;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { action: "accept" };
    });
    await expect.poll(() => membersOf(ada)).toHaveLength(2);
    await ada.send(opening(55));
    await expect.poll(() => calls).toBe(1);
    thinking.io.engine.close();
    await expect.poll(() => membersOf(ada)).toMatchObject([{}, { isHere: false }]);
    await expect.poll(() => membersOf(ada)).toMatchObject([{}, { isHere: true }]);
    answer();
    await until(ada, "accepted");
    expect(calls).toBe(1);
    expect(one.events).toEqual(["started", "agreed", "settled"].map((name) => `one negotiation:${name}`));
  });

  it.each(["no acknowledgement", "a disconnect", "a late acknowledgement"])(
    "that gives %s ends in one turn timeout, one event [EM-1]",
    async (what) => {
      const one = await served();
      const ada = await one.connect("one/ada");
      const far = await one.connect("one/bot!");
      let acknowledge: ((text: string) => void) | undefined;
      let asked = "";
      far.socket.on("negotiation:turn", (text: string, respond) => {
        [asked, acknowledge] = [text, respond];
      });
      await ada.send(opening(40));
      await expect.poll(() => asked).not.toBe("");
      if (what === "a disconnect") {
        far.socket.disconnect();
        await expect.poll(() => membersOf(ada)).toMatchObject([{}, { isHere: false }]);
      }
      await one.clock.advance(29_999);
      expect(one.events).toHaveLength(1);
      await one.clock.advance(1);
      await until(ada, "expired");
      if (what === "a late acknowledgement") {
        const { id } = JSON.parse(asked);
        acknowledge?.(JSON.stringify({ concordat: "answer", id, answer: { action: "accept" } }));
        ada.socket.emit("chat", "after");
        await expect.poll(() => namesOf(ada)).toContain("chat");
      }
      await one.clock.advance(0);
      expect(one.events).toEqual(["started", "expired", "settled"].map((name) => `one negotiation:${name}`));
      expect(ada.newest().view.outcome).toMatchObject({ reason: "turn_timeout", turnCount: 1 });
    },
  );
});

describe("leaving", () => {
  it("calls the negotiation off first, so that it is heard; then the room is closed, and who stays gets a new one [RM-27]", async () => {
    const one = await served();
    const [ada, smith] = await pair(one);
    const [bea, carl] = await pair(one, "two");
    await ada.send(opening(40));
    await bea.send(opening(70));
    const room = must(one.chat.rooms.peek("one"));
    smith.socket.emit("room:leave");
    await expect.poll(() => ada.heard.at(-1)?.data).toMatchObject([{ id: "ada", isHere: true }]);
    expect(ada.newest().view.outcome).toMatchObject({ status: "withdrawn", details: { left: "smith" } });
    // The first list of members is hers alone, too.
    const left = ada.heard.findIndex(({ data }, index) => index > 0 && data.length === 1);
    expect(left).toBeGreaterThan(namesOf(ada).lastIndexOf("negotiation:snapshot"));
    await expect.poll(() => smith.socket.connected).toBe(false);
    expect(room.isClosed).toBe(true);
    expect(one.events.filter((event) => event.startsWith("one"))).toEqual(
      ["started", "withdrawn", "settled"].map((name) => `one negotiation:${name}`),
    );
    const dora = await one.connect("one/dora");
    // The same command id as that of another before.
    expect(await dora.send(opening(30))).toMatchObject({ ok: true });
    expect(one.chat.rooms.peek("one")).not.toBe(room);
    await expect.poll(() => ada.newest().view.initiator.id).toBe("dora");
    expect(dora.told.every(({ view }) => view.initiator.id === "dora")).toBe(true);
    await carl.send({ ...move("a1", "accept"), negotiationId: bea.newest().view.id });
    await until(bea, "accepted");
  });
});

describe("shutdown", () => {
  it("lets what is open end, opens nothing more, and hangs up when all is told", async () => {
    const one = await servedChat();
    const [ada, smith] = await pair(one);
    const [bea, carl] = await pair(one, "two");
    await ada.send(opening(40));
    await bea.send(opening(70));
    const closed = one.chat.close(5_000);
    await expect.poll(() => namesOf(carl)).toContain("server:closing");
    const refused: string[] = [];
    one.dial({ token: "three/eve" }).on("connect_error", ({ message }) => refused.push(message));
    await expect.poll(() => refused).toEqual(["service_closed"]);
    expect(await smith.send(move("a1", "accept"))).toMatchObject({ ok: true });
    await until(ada, "accepted");
    expect(await ada.send(opening(1, "open-3"))).toMatchObject({ ok: false });
    await one.clock.advance(5_000);
    await closed;
    for (const client of [ada, smith, bea, carl])
      await expect
        .poll(() => [client.socket.connected, client.newest().view.outcome !== null])
        .toEqual([false, true]);
    expect(carl.newest().view.outcome).toMatchObject({ status: "withdrawn", details: { server: "closing" } });
    const events = one.events.length;
    await one.clock.advance(300_000);
    expect([one.events.length, one.clock.pendingCount, one.http.listening]).toEqual([events, 0, false]);
  });
});
