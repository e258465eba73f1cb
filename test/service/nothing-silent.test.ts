import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { NegotiationRooms, NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { T0, type Terms } from "./watched-room.js";

type Said = [text: string, options: { code: string; detail?: string; type: string }];

let said: Said[] = [];
const emitWarning = vi.spyOn(process, "emitWarning");

beforeEach(() => {
  said = [];
  emitWarning.mockImplementation(((...given: Said) => void said.push(given)) as never);
});
afterEach(() => void emitWarning.mockReset());

const failing: Agent<Terms> = () => Promise.reject(new Error("overloaded at 40"));

/** A room of two negotiations in which everything fails that can, with nobody listening. */
async function neglected(
  options: ServiceOptions<Terms> = {},
  prepare = (_: NegotiationService<Terms>) => {},
) {
  const clock = new ManualClock(T0);
  const room = new NegotiationService<Terms>("market-7", { clock, rules: { oneActive: "none" }, ...options });
  prepare(room);
  const smith = { id: "smith", kind: "system", agent: failing } as const;
  for (let count = 0; count < 2; count++) await room.createNegotiation("ada", smith, { price: 40 });
  await clock.advance(0);
  for (let count = 0; count < 3; count++) await room.handleAgentMessage({ type: "nonsense" });
  await clock.advance(0);
  return room;
}

const codes = (): string[] => said.map(([, { code }]) => code);

describe("a fault that nobody listens for", () => {
  it("is said once for each code, with the room, what to listen to and the stack [EN-57]", async () => {
    await neglected({}, (room) => {
      room.on("turn:recorded", () => {
        throw new TypeError("My mistake.");
      });
    });
    expect(codes()).toEqual(["listener_failed", "agent_threw", "move_invalid"]);
    const [listener, agent, message] = said.map(([text]) => text);
    expect(listener).toBe(
      'market-7: a listener of "turn:recorded" failed (listener_failed). Listen with on("listener:error"), or set warnings: false.',
    );
    expect(agent).toContain('on("turn:failed")');
    expect(message).toContain('on("message:dropped")');
    expect(said.map(([, { detail }]) => detail?.split("\n")[0])).toEqual([
      "TypeError: My mistake.",
      "Error: overloaded at 40",
      undefined,
    ]);
  });

  it("is said for each room anew, and not at all once its event is heard [EN-57]", async () => {
    await neglected();
    await neglected();
    expect(codes()).toEqual(["agent_threw", "move_invalid", "agent_threw", "move_invalid"]);
    await neglected({}, (room) => {
      room.on("turn:failed", () => {});
      room.on("message:dropped", () => {});
    });
    expect(said).toHaveLength(4);
  });

  it("is silent with warnings: false [EN-57]", async () => {
    await neglected({ warnings: false, observer: { warn: () => fail() } });
    expect(said).toEqual([]);
  });

  it("is said of an observer that throws, which hears of dropped messages itself [EN-57]", async () => {
    await neglected({ observer: { warn: () => fail() } });
    expect(codes()).toEqual(["agent_threw", "observer_failed"]);
    said = [];
    await neglected({ observer: { warn: () => Promise.reject(new Error("later")) } });
    await Promise.resolve();
    expect(codes()).toEqual(["agent_threw", "observer_failed"]);
  });

  it("is said of a store that fails behind a deadline [EN-57]", async () => {
    const store = new MemoryStore();
    const clock = new ManualClock(T0);
    const room = new NegotiationService<Terms>("market-7", { clock, store });
    await room.createNegotiation("ada", "smith", { price: 40 });
    store.commit = () => fail();
    await clock.advance(40_000);
    expect(codes()).toContain("store_failed");
    expect(new Set(codes()).size).toBe(said.length);
    room.destroy();
  });

  it("is heard by who listens to all rooms [EN-57]", async () => {
    const clock = new ManualClock(T0);
    const run = async (rooms: NegotiationRooms<Terms>): Promise<void> => {
      const room = rooms.room("one");
      room.on("turn:recorded", () => fail());
      await room.createNegotiation("ada", { id: "smith", kind: "system", agent: failing }, { price: 40 });
      await clock.advance(0);
    };
    const heard = new NegotiationRooms<Terms>({ clock });
    heard.on("turn:failed", () => {});
    heard.on("listener:error", () => {});
    await run(heard);
    expect(said).toEqual([]);
    const unheard = new NegotiationRooms<Terms>({ clock });
    unheard.on("turn:failed", () => fail());
    await run(unheard);
    expect(said.map(([text]) => text.split(":")[0])).toEqual(["one", "rooms"]);
  });

  it("goes to console.warn where there is no process [EN-57]", async () => {
    const warned: unknown[][] = [];
    vi.stubGlobal("process", undefined);
    vi.stubGlobal("console", { warn: (...given: unknown[]) => void warned.push(given) });
    try {
      await neglected();
    } finally {
      vi.unstubAllGlobals();
    }
    expect(warned.map(([text]) => /\((\w+)\)/.exec(String(text))?.[1])).toEqual([
      "agent_threw",
      "move_invalid",
    ]);
    expect(warned[0]?.[1]).toContain("Error: overloaded");
  });
});

function fail(): never {
  throw new Error("boom");
}
