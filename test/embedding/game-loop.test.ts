import { describe, expect, it } from "vitest";
import { legalMoves, type Move } from "../../src/core/moves/index.js";
import type { Negotiation } from "../../src/core/record/index.js";
import { NegotiationRooms, NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { sequentialIds, T0 } from "../kit/open-room.js";
import { must } from "../service/watched-room.js";

// A game embeds rooms in its loop. No test here but the last is asynchronous: with the memory store a record and
// its events are there when the call returns (ST-5), so that a frame is over when its function is.

interface Trade {
  readonly gold: number;
}

const FRAME_MS = 16;

/** A merchant of the game: thinks for some frames, then haggles. */
interface Merchant {
  readonly id: string;
  readonly limit: number;
  /** Frames between seeing that it has the floor and its move. */
  readonly slowness: number;
}

/** A village: stalls where a buyer and a seller meet, and a loop that knows no promise. */
class Village {
  readonly clock = new ManualClock(T0);
  readonly store = new MemoryStore();
  readonly rooms = new NegotiationRooms<Trade>({
    clock: this.clock,
    ids: sequentialIds(),
    store: this.store,
    rules: { turnMs: 1_000, totalMs: 5_000, cap: { limit: 8 } },
  });
  /** What the renderer shows. */
  readonly shown: string[] = [];
  readonly #stalls = new Map<
    string,
    { readonly merchants: readonly [Merchant, Merchant]; thinking: number }
  >();

  constructor() {
    this.rooms.on("negotiation:settled", ({ roomId, payload: { outcome } }) => {
      this.shown.push(`${roomId}: ${outcome?.status} (${outcome?.reason}) after ${outcome?.turnCount}`);
    });
  }

  meet(stall: string, buyer: Merchant, seller: Merchant, gold: number): Negotiation<Trade> {
    this.#stalls.set(stall, { merchants: [buyer, seller], thinking: 0 });
    void this.rooms.room(stall).createNegotiation(buyer.id, seller.id, { gold });
    return must(this.rooms.room(stall).getActiveNegotiation());
  }

  /** One frame: time passes, whoever has thought long enough moves, and the picture is up to date. */
  frame(): void {
    this.clock.advanceSync(FRAME_MS);
    for (const [stall, place] of this.#stalls) {
      const room = this.rooms.room(stall);
      const negotiation = room.getActiveNegotiation();
      const merchant = place.merchants.find(({ id }) => id === negotiation?.floor);
      if (negotiation === undefined || merchant === undefined) continue;
      place.thinking += 1;
      if (place.thinking <= merchant.slowness) continue;
      place.thinking = 0;
      const isBuyer = negotiation.initiator.id === merchant.id;
      void room.submit(negotiation.id, merchant.id, haggled(negotiation, merchant.limit, isBuyer));
      // The very same frame draws what came of it.
      const after = must(room.getNegotiation(negotiation.id));
      if (after.version !== negotiation.version + 1) throw new Error("The move is not there yet.");
    }
  }
}

function haggled(negotiation: Negotiation<Trade>, limit: number, isBuyer: boolean): Move<Trade> {
  const legal = must(legalMoves(negotiation, must(negotiation.floor)));
  const asked = must(negotiation.standing).terms.gold;
  const isGood = isBuyer ? asked <= limit : asked >= limit;
  if (isGood) return { action: "accept" };
  if (legal.isFinalTurn) return { action: "reject", reason: "Too late to haggle." };
  return { action: "counter", terms: { gold: Math.round((asked + limit) / 2) } };
}

const quick = (id: string, limit: number): Merchant => ({ id, limit, slowness: 2 });

describe("a game loop", () => {
  it("ST-5: createNegotiation is there at once: record, turn, floor, deadlines and events", () => {
    const room = new NegotiationService<Trade>("stall", { clock: new ManualClock(T0) });
    const heard: string[] = [];
    room.on(
      "negotiation:started",
      ({ id }) => void heard.push(`started ${room.getNegotiation(id)?.version}`),
    );
    room.on("turn:awaited", ({ partyId }) => void heard.push(`awaited ${partyId}`));
    void room.createNegotiation("ada", "smith", { gold: 40 });
    const record = must(room.getActiveNegotiation());
    expect(heard).toEqual(["started 0", "awaited smith"]);
    expect(record).toMatchObject({
      status: "proposed",
      floor: "smith",
      turns: [{ number: 1, partyId: "ada", terms: { gold: 40 } }],
      deadlines: { turnAt: T0 + 30_000, totalAt: T0 + 120_000 },
    });
    expect(room.getNegotiation(record.id)).toBe(record);
    expect(room.getLatestNegotiation()).toBe(record);
    room.destroy();
  });

  it("ST-5: so is each submit, and a refused one has changed nothing when it returns", () => {
    const room = new NegotiationService<Trade>("stall", { clock: new ManualClock(T0) });
    void room.createNegotiation("ada", "smith", { gold: 40 });
    const { id } = must(room.getActiveNegotiation());
    void room.submit(id, "ada", { action: "counter", terms: { gold: 50 } });
    expect(room.getNegotiation(id)?.version).toBe(0);
    void room.submit(id, "smith", { action: "counter", terms: { gold: 60 } });
    expect(room.getNegotiation(id)).toMatchObject({
      version: 1,
      floor: "ada",
      standing: { terms: { gold: 60 } },
    });
    void room.submit(id, "ada", { action: "accept" });
    expect(room.getNegotiation(id)).toMatchObject({ version: 2, status: "accepted" });
    expect(room.getActiveNegotiation()).toBeUndefined();
    room.destroy();
  });

  it("ST-5: a frame's worth of commands, also one that a listener gives", () => {
    const room = new NegotiationService<Trade>("stall", { clock: new ManualClock(T0) });
    let rematch: string | undefined;
    room.on("negotiation:rejected", () => {
      void room.createNegotiation("ada", "smith", { gold: 70 });
    });
    room.on("negotiation:settled", ({ id }) => {
      rematch ??= id;
    });
    void room.createNegotiation("ada", "smith", { gold: 40 });
    const first = must(room.getActiveNegotiation());
    void room.submit(first.id, "smith", { action: "reject" });
    const second = must(room.getActiveNegotiation());
    expect(rematch).toBe(first.id);
    expect(second.id).not.toBe(first.id);
    expect(second.standing?.terms).toEqual({ gold: 70 });
    room.destroy();
  });

  it("ST-5: a deadline that falls due in a frame has expired the negotiation when the frame is over", () => {
    const clock = new ManualClock(T0);
    const room = new NegotiationService<Trade>("stall", { clock, rules: { turnMs: 1_000 } });
    const heard: string[] = [];
    room.on("negotiation:expired", ({ outcome }) => void heard.push(must(outcome).reason));
    void room.createNegotiation("ada", "smith", { gold: 40 });
    const { id } = must(room.getActiveNegotiation());
    clock.advanceSync(999);
    expect(room.getNegotiation(id)?.status).toBe("proposed");
    clock.advanceSync(1);
    expect(room.getNegotiation(id)?.status).toBe("expired");
    expect(heard).toEqual(["turn_timeout"]);
    room.destroy();
  });

  it("ST-5: a game with no timers but its own frames wakes the negotiations itself", () => {
    let now = T0;
    const clock = { now: () => now, setTimeout: () => undefined, clearTimeout: () => undefined };
    const room = new NegotiationService<Trade>("stall", { clock, rules: { turnMs: 1_000 } });
    void room.createNegotiation("ada", "smith", { gold: 40 });
    const { id } = must(room.getActiveNegotiation());
    for (let frame = 0; frame < 62; frame += 1) {
      now += FRAME_MS;
      void room.wake(id);
    }
    expect(room.getNegotiation(id)?.status).toBe("proposed");
    now = T0 + 1_000;
    void room.wake(id);
    expect(room.getNegotiation(id)?.outcome?.reason).toBe("turn_timeout");
    room.destroy();
  });

  it("ST-5: a village of stalls plays to its end, frame by frame", () => {
    const village = new Village();
    village.meet("apples", quick("ada", 50), quick("smith", 40), 30);
    village.meet("swords", quick("bea", 100), quick("carl", 900), 50);
    village.meet("silk", quick("dora", 50), { id: "emil", limit: 60, slowness: 1_000 }, 20);
    expect(village.clock.pendingCount).toBe(2);
    for (let frame = 0; frame < 200; frame += 1) village.frame();
    expect(village.shown).toEqual([
      "apples: accepted (accept) after 3",
      "swords: rejected (reject) after 9",
      "silk: expired (turn_timeout) after 1",
    ]);
  });

  it("ST-5: the same frames give the same bytes", () => {
    const played = (): string => {
      const village = new Village();
      const ids = [
        village.meet("apples", quick("ada", 50), quick("smith", 40), 30).id,
        village.meet("silk", quick("dora", 50), { id: "emil", limit: 60, slowness: 1_000 }, 20).id,
      ];
      for (let frame = 0; frame < 200; frame += 1) village.frame();
      return JSON.stringify(ids.map((id) => [village.store.load(id), village.store.turns(id)]));
    };
    expect(played()).toBe(played());
  });

  it("ST-5: a hundred stalls in one frame need one timer for their deadlines, and one for idle rooms", () => {
    const village = new Village();
    for (let stall = 0; stall < 100; stall += 1)
      village.meet(`stall-${stall}`, quick(`buyer-${stall}`, 50), quick(`seller-${stall}`, 40), 30);
    expect(village.clock.pendingCount).toBe(2);
    for (let frame = 0; frame < 20; frame += 1) village.frame();
    expect(village.shown).toHaveLength(100);
  });

  it("ST-5: an agent callback is asked after the call that gave it the floor, never within it", async () => {
    const clock = new ManualClock(T0);
    const room = new NegotiationService<Trade>("stall", { clock });
    let isInCall = true;
    const seen: boolean[] = [];
    const agent = () => {
      seen.push(isInCall);
      return { action: "accept" } as const;
    };
    void room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { gold: 40 });
    const { id } = must(room.getActiveNegotiation());
    isInCall = false;
    expect(room.getNegotiation(id)?.status).toBe("proposed");
    await clock.advance(FRAME_MS);
    expect(seen).toEqual([false]);
    expect(room.getNegotiation(id)?.status).toBe("accepted");
    room.destroy();
  });
});
