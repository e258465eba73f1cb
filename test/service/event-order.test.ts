import { describe, expect, it } from "vitest";
import type { Agent } from "../../src/ports/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { type OpenRoom, openRoom } from "../kit/open-room.js";
import { later, openStored, plainly } from "./hooked-store.js";

const P = { totalAmount: 100 };
const COUNTER = { action: "counter", terms: P } as const;
const FREE = {
  actions: ["propose", "counter", "accept", "reject", "question", "withdraw"],
  cap: { counts: "turns", limit: "unlimited", mode: "exceed", result: "expired" },
} as const;

/** The names of the events that `act` causes. */
async function caused(opened: OpenRoom, act: () => unknown): Promise<string[]> {
  const before = opened.told.length;
  await act();
  await opened.clock.advance(0);
  return opened.told.slice(before).map(({ name }) => name);
}

const agent = (script: unknown): { id: string; kind: "system"; agent: Agent<any> } => ({
  id: "b",
  kind: "system",
  agent: scriptedAgent(script as never) as Agent<any>,
});

describe("EN-39: the events of one commit, in order", () => {
  it("EN-39: an agent's coerced opening, and a failed call in a commit of its own", async () => {
    const opened = openRoom();
    const party = { ...agent([new Error("down"), { action: "accept", terms: P }]), id: "a" };
    const events = await caused(opened, () => opened.room.createNegotiation(party, "b"));
    expect(events).toEqual([
      "negotiation:started",
      "turn:awaited",
      "turn:failed",
      "turn:recorded",
      "turn:coerced",
      "negotiation:updated",
      "turn:awaited",
    ]);
    const versions = opened.told.map(({ payload }) => (payload.negotiation ?? payload).version as number);
    expect(versions).toEqual([0, 0, 1, 2, 2, 2, 2]);
  });
});

describe("EN-39: commands inside listeners", () => {
  it.each([
    ["at once", plainly],
    ["later", later],
  ])("EN-39: run after all events of the commit, with a store that answers %s", async (_, hook) => {
    const opened = openStored(hook, { rules: FREE });
    const answers: Promise<unknown>[] = [];
    opened.room.once("turn:recorded", ({ negotiation: { id } }) => {
      answers.push(opened.room.submit(id, "b", COUNTER));
    });
    opened.room.once("negotiation:updated", ({ id }) => {
      answers.push(opened.room.submit(id, "a", { action: "accept" }));
    });
    await opened.room.createNegotiation("a", "b", P);
    await opened.clock.advance(0);
    expect(opened.names()).toEqual([
      "negotiation:started",
      "turn:recorded",
      "turn:awaited",
      "turn:recorded",
      "negotiation:updated",
      "turn:awaited",
      "turn:recorded",
      "negotiation:agreed",
      "negotiation:settled",
    ]);
    expect(await Promise.all(answers)).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it("EN-39: of all negotiations of the room: another one's commit does not come between", async () => {
    const opened = openRoom({ rules: { oneActive: "none" } });
    await opened.room.createNegotiation("a", "b", P, { id: "one" });
    await opened.room.createNegotiation("a", "b", P, { id: "two" });
    opened.told.length = 0;
    opened.room.once("turn:recorded", () => void opened.room.submit("two", "b", COUNTER));
    await opened.room.submit("one", "b", COUNTER);
    const ids = opened.told.map(({ payload }) => (payload.negotiation ?? payload).id as string);
    expect(ids).toEqual(["one", "one", "one", "two", "two", "two"]);
  });

  it("EN-39, B-13: each listener sees the record of its event, and the room that very state", async () => {
    const opened = openRoom();
    opened.room.on("negotiation:updated", (negotiation) => {
      expect(opened.room.getNegotiation(negotiation.id)).toBe(negotiation);
    });
    for (const name of ["negotiation:agreed", "negotiation:settled"] as const) {
      opened.room.on(name, (negotiation) => {
        expect(opened.room.getNegotiation(negotiation.id)).toBe(negotiation);
        expect(opened.room.getActiveNegotiation()).toBeUndefined();
      });
    }
    const { id } = await opened.room.createNegotiation("a", "b", P);
    await opened.room.submit(id, "b", COUNTER);
    await opened.room.submit(id, "a", { action: "accept" });
    expect(opened.count("listener:error")).toBe(0);
    expect(opened.count("negotiation:agreed")).toBe(1);
  });

  it("DESIGN 5.2: a listener that throws or rejects hurts nobody, of any event", async () => {
    const opened = openRoom();
    for (const name of ["negotiation:started", "turn:recorded", "negotiation:agreed"] as const) {
      opened.room.on(name, () => {
        throw new Error(`in ${name}`);
      });
      opened.room.on(name, () => Promise.reject(new Error(`later in ${name}`)) as never);
    }
    const { id } = await opened.room.createNegotiation("a", "b", P);
    expect(await opened.room.submit(id, "b", { action: "accept" })).toMatchObject({ ok: true });
    await opened.clock.advance(0);
    const errors = opened.payloads("listener:error");
    expect(errors).toHaveLength(8);
    expect(errors.every(({ negotiationId }) => negotiationId === id)).toBe(true);
    expect(opened.headlines().filter((name) => name !== "listener:error")).toEqual([
      "negotiation:started",
      "negotiation:agreed",
      "negotiation:settled",
    ]);
  });
});
