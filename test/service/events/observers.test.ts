import { describe, expect, it } from "vitest";
import type { AgentCallInfo, Observer } from "../../../src/ports/index.js";
import { Observers } from "../../../src/service/events/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { must, type Terms, watchedRoom } from "../watched-room.js";

const INFO: AgentCallInfo = {
  negotiationId: "neg_1",
  roomId: "room-1",
  partyId: "ada",
  turnNumber: 1,
  attempt: 1,
};
const accept = { action: "accept" } as const;

function boom(): never {
  throw new Error("boom");
}

/** Observers that go wrong in each of the ways there are. */
const broken: [string, Observer][] = [
  ["throws", { warn: boom, aroundAgentCall: boom, aroundCreation: boom, ended: boom }],
  [
    "rejects",
    {
      warn: async () => boom(),
      aroundAgentCall: (async () => boom()) as never,
      ended: (async () => boom()) as never,
    },
  ],
  [
    "awaits the call and rejects",
    {
      aroundAgentCall: (async (_: unknown, run: () => unknown) => {
        await run();
        boom();
      }) as never,
    },
  ],
  [
    "throws when it is read",
    {
      get warn() {
        return boom();
      },
      get aroundAgentCall() {
        return boom();
      },
    } as Observer,
  ],
  ["is no observer", { warn: 7, aroundAgentCall: "x" } as never],
  ["answers something of its own", { aroundAgentCall: (() => ({ action: "reject" })) as never }],
  [
    "calls the agent twice",
    {
      aroundAgentCall: ((_: unknown, run: () => unknown) => {
        run();
        return run();
      }) as never,
    },
  ],
  ["never calls the agent", { aroundAgentCall: (() => new Promise(() => {})) as never }],
  ["never creates", { aroundCreation: (() => undefined) as never }],
  [
    "creates twice",
    {
      aroundCreation: ((_: unknown, run: () => unknown) => {
        run();
        return run();
      }) as never,
    },
  ],
];

describe("Observers", () => {
  it("EN-47: makes the call once, inside the spans of all, the last added outermost", () => {
    const trail: string[] = [];
    const span = (name: string): Observer => ({
      aroundAgentCall: (call, run) => {
        trail.push(`${name} begins ${call.partyId}`);
        const answer = run();
        trail.push(`${name} ends`);
        return answer;
      },
    });
    const observers = new Observers(span("inner"));
    observers.add(span("outer"));
    const answer = observers.around(INFO, () => {
      trail.push("call");
      return accept;
    });
    expect(answer).toBe(accept);
    expect(trail).toEqual(["outer begins ada", "inner begins ada", "call", "inner ends", "outer ends"]);
  });
});

describe("a room with an observer", () => {
  it.each(broken)("EN-47: that %s negotiates as without it", async (_, observer) => {
    const agent = scriptedAgent<Terms>([new Error("once"), accept]);
    const { room, clock } = watchedRoom<Terms>({ observer });
    const { id } = await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    expect(room.getNegotiation(id)).toMatchObject({
      status: "accepted",
      failures: [{ error: "Error: once" }],
    });
    expect(agent.calls).toHaveLength(2);
    await room.handleAgentMessage(null);
    room.destroy();
  });

  it("EN-47: wraps each creation on the stack of who asks for it, and is told of the end of the room once", async () => {
    const told: unknown[] = [];
    const { room } = watchedRoom<Terms>();
    room.observe({
      aroundCreation: (creation, run) => {
        told.push(creation);
        return run();
      },
      ended: (roomId) => told.push(roomId),
    });
    const created = room.createNegotiation("ada", "smith", { price: 40 }, { id: "n" });
    expect(told).toEqual([{ negotiationId: "n", roomId: room.roomId, preset: "room" }]);
    expect((await created).id).toBe("n");
    await expect(room.createNegotiation("ada", "smith", { price: 40 }, { id: "n" })).rejects.toThrow();
    await room.close();
    room.destroy();
    expect(told.slice(1)).toEqual([{ negotiationId: "n", roomId: room.roomId, preset: "room" }, room.roomId]);
  });

  it("EN-47: is told ids, codes and counts of each agent call, and nothing of its content", async () => {
    const infos: AgentCallInfo[] = [];
    const agent = scriptedAgent<Terms>([new Error("once"), { action: "accept", message: "Deal." }]);
    const { room, clock } = watchedRoom<Terms>();
    const stop = room.observe({
      aroundAgentCall: (info, run) => {
        infos.push(info);
        return run();
      },
    });
    await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    const info = { negotiationId: "neg_1", roomId: "room-1", partyId: "smith", turnNumber: 2 };
    expect(infos).toEqual([
      { ...info, attempt: 1 },
      { ...info, attempt: 2 },
    ]);
    stop();
  });

  it("EN-47: is warned of a dropped message and of a timer that fails", async () => {
    const warned: [string, unknown][] = [];
    const timer = { arm: boom, disarm: boom, start: () => ({ stop: () => undefined }) };
    const { room } = watchedRoom<Terms>({ timer, observer: { warn: (...told) => void warned.push(told) } });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await room.handleAgentMessage({ type: "agent_accept", negotiationId: id, fromAgent: "ada" });
    await room.submit(id, "smith", accept);
    expect(warned).toEqual([
      ["timer arm failed", { negotiationId: id }],
      ["message dropped", { negotiationId: id, code: "not_your_turn" }],
      ["timer disarm failed", { negotiationId: id }],
    ]);
  });

  it("EN-47: after the end of the room nobody is warned", async () => {
    const warned: string[] = [];
    const agent = scriptedAgent<Terms>(() => Promise.reject(new Error("boom")));
    const { room, clock } = watchedRoom<Terms>({ observer: { warn: (what) => void warned.push(what) } });
    await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    room.destroy();
    await clock.advance(100_000);
    expect(warned).toEqual([]);
  });

  it("EN-47, EN-34: refuses what is no object", () => {
    const { room } = watchedRoom<Terms>();
    for (const wrong of [undefined, null, 7, "", () => undefined]) {
      expect(() => room.observe(wrong as never)).toThrow(/^Expected an observer to be an object, got /);
    }
    must(room);
  });
});
