import { describe, expect, it } from "vitest";
import { CODES, type Code, NegotiationError } from "../../src/errors.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { type OpenRoom, openRoom } from "../kit/open-room.js";
import { faulty, type Hook, openStored, plainly } from "./hooked-store.js";

const P = { totalAmount: 100 };

type Row = readonly [code: Code, why: string, act: () => readonly [OpenRoom, Promise<unknown>]];

/** A row that begins with one negotiation in the room. */
const inRoom =
  (act: (opened: OpenRoom) => Promise<unknown>, options = {}) =>
  (): readonly [OpenRoom, Promise<unknown>] => {
    const opened = openRoom(options);
    void opened.room.createNegotiation("a", "b", P, { id: "n" });
    return [opened, act(opened)];
  };

/** A row of a move in a room that finds a row with `over` in the store. */
const withRow = (over: object) => (): readonly [OpenRoom, Promise<unknown>] => {
  const other = openStored(plainly);
  void other.room.createNegotiation("a", "b", P, { id: "n" });
  other.room.destroy();
  const hook: Hook = (method, work) => (method === "load" ? { ...(work() as object), ...over } : work());
  const opened = openStored(hook, {}, other.clock, other.memory);
  return [opened, opened.room.submit("n", "b", { action: "accept" })];
};

const ROWS: readonly Row[] = [
  ["busy", "a second negotiation", inRoom(({ room }) => room.createNegotiation("a", "b", P))],
  [
    "id_taken",
    "an id that exists",
    inRoom(({ room }) => room.createNegotiation("c", "d", P, { id: "n" }), { rules: { oneActive: "pair" } }),
  ],
  ["party_invalid", "one party twice", inRoom(({ room }) => room.createNegotiation("a", "a", P))],
  [
    "rules_invalid",
    "rules of a creation",
    inRoom(({ room }) => room.createNegotiation("a", "b", P, { rules: { turnMs: -5 } })),
  ],
  [
    "command_conflict",
    "a creation's command id with other content",
    inRoom(async ({ room }) => {
      const { createCommandId } = room.getNegotiation("n") ?? { createCommandId: "" };
      return room.createNegotiation("a", "b", { totalAmount: 1 }, { commandId: createCommandId });
    }),
  ],
  [
    "service_closed",
    "a command after destroy",
    inRoom(({ room }) => {
      room.destroy();
      return room.cancel("n");
    }),
  ],
  [
    "store_failed",
    "a store that is away",
    () => {
      const opened = openStored(faulty("create", "throws before", "throws before", "throws before"));
      const failed = opened.room.createNegotiation("a", "b", P);
      void opened.clock.advance(250);
      return [opened, failed];
    },
  ],
  [
    "contention",
    "a commit that always conflicts",
    () => {
      const opened = openStored((method, work) =>
        method === "commit" ? { ok: false, reason: "conflict" } : work(),
      );
      void opened.room.createNegotiation("a", "b", P, { id: "n" });
      return [opened, opened.room.cancel("n")];
    },
  ],
  [
    "store_closed",
    "a store that its owner has closed",
    () => {
      const opened = openStored(plainly);
      opened.memory.close();
      return [opened, opened.room.createNegotiation("a", "b", P)];
    },
  ],
  ["schema_unsupported", "a record of a newer version", withRow({ schema: 2 })],
  ["record_damaged", "a row of which nothing can be read", withRow({ state: null })],
];

describe("EN-40: each error is provoked through the service", () => {
  it.each(ROWS)("EN-40: %s: %s", async (code, _, act) => {
    const [opened, promise] = act();
    const error = await promise.catch((caught: unknown) => caught);
    if (!NegotiationError.isInstance(error)) throw error;
    expect(error.code).toBe(code);
    expect(JSON.parse(JSON.stringify(error.details))).toEqual(error.details);
    expect(Object.isFrozen(error.details)).toBe(true);
    expect(error.message.length).toBeGreaterThan(20);
    opened.room.destroy();
    expect(opened.clock.pendingCount).toBe(0);
  });

  it("EN-40: no error is left out but those of a missing package, of bargaining data and of arguments", () => {
    const provoked = new Set<string>(ROWS.map(([code]) => code));
    const errors = Object.entries(CODES).filter(([, { manner }]) => manner === "error");
    const missing = errors.map(([code]) => code).filter((code) => !provoked.has(code));
    const bargaining = /^(issue|outcome|preferences|scenario|strategy|tournament)_/;
    // What is thrown by rooms of their own is provoked in their tests.
    const elsewhere = ["invalid_framework", "host_untrusted"];
    const others = missing.filter((code) => !bargaining.test(code) && !elsewhere.includes(code));
    expect(others).toEqual(["dependency_missing"]);
  });

  it.each(["", "x".repeat(257), 7, null, undefined])("EN-42: a room id of %j is a TypeError", (roomId) => {
    expect(() => new NegotiationService(roomId as string)).toThrow(TypeError);
  });

  it("B-05, EN-40: an operation after the end rejects with service_closed, whichever it is", async () => {
    for (const end of ["close", "destroy"] as const) {
      const { room, clock } = openRoom();
      await room.createNegotiation("a", "b", P, { id: "n" });
      await room[end]();
      expect(clock.pendingCount).toBe(0);
      const claim = { agentId: "phone", claimId: "claim" };
      const calls = [
        room.createNegotiation("a", "b", P),
        room.negotiate({ initiator: "a", responder: "b", proposal: P }),
        room.submit("n", "b", { action: "accept" }),
        room.cancel("n"),
        room.answerConsult("n", "b", "yes"),
        room.loadNegotiation("n"),
        room.legalMoves("n", "b"),
        room.viewFor("n", "b"),
        room.turns("n"),
        room.list({ partyId: "a", limit: 1 }),
        room.pickup("a", claim),
        room.respond("n", claim, { action: "accept" }),
        room.release("n", claim),
        room.heartbeat("a", claim),
        room.waiting("a"),
        room.resume(),
        // Whatever its arguments.
        room.submit(Symbol("id") as never, 7 as never, null as never),
      ];
      for (const call of calls) await expect(call).rejects.toMatchObject({ code: "service_closed" });
      expect(room.getNegotiation("n")).toBeUndefined();
      expect(room.getActiveNegotiation()).toBeUndefined();
      expect(room.getLatestNegotiation()).toBeUndefined();
      await expect(room.handleAgentMessage({})).resolves.toBeUndefined();
    }
  });
});
