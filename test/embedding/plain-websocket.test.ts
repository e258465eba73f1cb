import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { follow, handIn } from "../../examples/hosts/seat.js";
import { NegotiationService } from "../../src/index.js";

// A host with nothing but `ws`: one table, a seat for each line, and the two functions that every host has.

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const SEATS = ["ada", "smith"] as const;

async function served() {
  const room = new NegotiationService<{ price: number }>("table-7", { rules: { cap: { limit: 9 } } });
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  stops.push(
    () => room.close(),
    () => new Promise((closed) => server.close(closed)),
  );
  server.on("connection", (line, { url = "" }) => {
    const seat = url.slice(1);
    const send = (event: string, data: object): void => line.send(JSON.stringify({ event, data }));
    const party = (id: string) => ({ id, kind: "personal" }) as const;
    const other = SEATS.find((one) => one !== seat);
    room.on("negotiation:started", ({ id }) => {
      follow(room, id, seat, (snapshot) => send("snapshot", snapshot)).catch(console.error);
    });
    line.on("message", async (bytes) => {
      let message: unknown;
      try {
        message = JSON.parse(String(bytes));
      } catch {
        // What is no JSON is no message: it is refused as any other.
      }
      send("answer", await handIn(() => room, party(seat), other && party(other), message));
    });
  });
  const { port } = server.address() as AddressInfo;
  return { room, join: (seat: string) => joined(`ws://127.0.0.1:${port}/${seat}`) };
}

async function joined(url: string) {
  const line = new WebSocket(url);
  stops.push(() => line.terminate());
  const answers: { readonly commandId: string | null }[] = [];
  const versions: number[] = [];
  line.on("message", (bytes) => {
    const { event, data } = JSON.parse(String(bytes));
    if (event === "answer") answers.push(data);
    else versions.push(data.version);
  });
  await once(line, "open");
  return {
    answers,
    versions,
    send: (text: object | string) => line.send(typeof text === "string" ? text : JSON.stringify(text)),
  };
}

it("a host over plain WebSockets tells each seat of each commit, and refuses to the sender alone, by its own command id [EM-3] [EM-4]", async () => {
  const { room, join } = await served();
  const [ada, smith] = [await join("ada"), await join("smith")];
  ada.send({ commandId: "open", move: { action: "propose", terms: { price: 40 } } });
  await expect.poll(() => smith.versions).toEqual([0]);
  const negotiationId = room.getActiveNegotiation()?.id;
  const move = (commandId: string, action: string, more = {}) => ({
    ...{ commandId, negotiationId, move: { action } },
    ...more,
  });
  smith.send(move("s1", "grab"));
  smith.send(move("s2", "accept", { expectedVersion: 7 }));
  smith.send(move("s3", "accept", { fromAgent: "ada" }));
  smith.send("no JSON");
  await expect
    // Whichever comes first: that is what the ids are for.
    .poll(() =>
      smith.answers.toSorted((one, other) => `${one.commandId}`.localeCompare(`${other.commandId}`)),
    )
    .toMatchObject([
      { ok: false, commandId: null, code: "move_invalid" },
      { ok: false, commandId: "s1", code: "move_invalid" },
      { ok: false, commandId: "s2", code: "stale_version", snapshot: { version: 0 } },
      { ok: false, commandId: "s3", code: "forbidden_party" },
    ]);
  expect(ada.answers).toMatchObject([{ ok: true, commandId: "open" }]);
  smith.send(move("s4", "accept", { expectedVersion: 0 }));
  await expect
    .poll(() => [ada.versions, smith.versions])
    .toEqual([
      [0, 1],
      [0, 1],
    ]);
  expect([ada.answers.length, smith.answers.at(-1)]).toMatchObject([1, { ok: true, commandId: "s4" }]);
});

it("a host that fails answers the sender all the same, by its command id, and without a word of the fault [EM-4]", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  stops.push(() => said.mockRestore());
  const message = { commandId: "m1", negotiationId: "neg_1", move: { action: "accept" } };
  const failing = () => {
    throw new Error("a path of the server");
  };
  const answer = await handIn(failing, { id: "ada", kind: "personal" }, undefined, message);
  expect(answer).toMatchObject({ ok: false, commandId: "m1", code: "internal", snapshot: null });
  expect(JSON.stringify(answer)).not.toContain("path");
  expect(said).toHaveBeenCalledOnce();
});
