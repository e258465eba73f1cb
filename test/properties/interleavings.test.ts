import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { T0 } from "../kit/open-room.js";
import { openStored, plainly, type StoredRoom } from "../service/hooked-store.js";
import { type Act, acts, give, ID, RULES } from "./room-acts.js";
import { expectInOrder, scheduled, storedRecord, type Throws } from "./scheduled-rooms.js";

const P = { price: 1 };

/** What happens beside the acts: time, or the end of the room. */
type Happening = Act | { readonly pass: number } | { readonly end: "close" | "destroy" };

const passing = fc
  .constantFrom(1, 29_999, 30_000, 120_000)
  .map((pass) => ({ pass, toString: () => `pass ${pass}` }));
const ending = fc
  .constantFrom("close", "destroy")
  .map((end) => ({ end: end as "close", toString: () => end }));
const act = acts(1)
  .filter((list) => list.length === 1)
  .map(([one]) => one as Act);
/** An act, and where it has a command id the same one again, as a transport that delivers twice would. */
const delivered = fc.tuple(act, fc.constantFrom("a", "b")).map(([one, by]): readonly Happening[] => {
  if (one.commandId === undefined) return [one];
  const named = { ...one, by: one.by === "floor" ? by : one.by };
  return [named, named];
});
/** At most one end, so that what came after it can be told from what came before. */
const happenings = fc
  .tuple(
    fc
      .array(
        fc.oneof(
          { weight: 8, arbitrary: delivered },
          passing.map((one) => [one]),
        ),
        {
          maxLength: 14,
          size: "max",
        },
      )
      .map((list) => list.flat()),
    fc.option(ending, { nil: undefined }),
    fc.nat({ max: 14 }),
  )
  .map(([list, end, at]): readonly Happening[] =>
    end === undefined ? list : [...list.slice(0, at), end, ...list.slice(at)],
  );

interface Played {
  readonly rooms: readonly StoredRoom[];
  readonly memory: MemoryStore;
  readonly clock: ManualClock;
  /** What became of each act: `taken`, `duplicate`, a refusal's or an error's code. */
  readonly answers: readonly string[];
  /** How much each room had told when its end was there. */
  readonly toldAtEnd: readonly (number | undefined)[];
  readonly errors: number;
  /** What the observer heard. */
  readonly warned: readonly string[];
}

/** Lets all of it happen at once: the scheduler decides in which order it takes effect. */
async function played(
  scheduler: fc.Scheduler,
  list: readonly Happening[],
  roomCount: number,
  throws?: () => Throws,
): Promise<Played> {
  const clock = new ManualClock(T0);
  const memory = new MemoryStore();
  const warned: string[] = [];
  const observer = { warn: (what: string) => void warned.push(what) };
  const rooms = Array.from({ length: roomCount }, () =>
    openStored(plainly, { rules: RULES, observer, closeMs: 2_147_483_647 }, clock, memory),
  );
  await rooms[0]!.room.createNegotiation("a", "b", P, { id: ID });
  let errors = 0;
  for (const { room } of rooms) {
    await room.loadNegotiation(ID);
    for (const name of ["turn:recorded", "negotiation:settled", "turn:awaited"] as const) {
      room.on(name, () => {
        errors += 1;
        throw new Error(`in ${name}`);
      });
    }
  }
  for (const opened of rooms) opened.hook = scheduled(scheduler, throws);
  const toldAtEnd: (number | undefined)[] = rooms.map(() => undefined);
  const answers = list.map(async (one, index): Promise<string> => {
    await scheduler.schedule(Promise.resolve(), String(one));
    const opened = rooms[index % rooms.length]!;
    if ("pass" in one) {
      clock.advanceSync(one.pass);
      return "passed";
    }
    if ("end" in one) {
      await opened.room[one.end]();
      toldAtEnd[index % rooms.length] = opened.told.length;
      return "ended";
    }
    try {
      const answer = await give(opened.room, one);
      if (!answer.ok) return answer.code;
      return answer.duplicate ? "duplicate" : "taken";
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
  let isDone = false;
  const all = Promise.all(answers).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await scheduler.waitIdle();
    // What waits for another try of the store waits on the clock.
    await clock.advance(50);
  }
  await scheduler.waitIdle();
  return { rooms, memory, clock, answers: await all, toldAtEnd, errors, warned };
}

/** What must hold of the store and of the events, whatever happened. */
function expectSound({ rooms, memory, answers, toldAtEnd }: Played): void {
  const entries = memory.entries(ID);
  expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index));
  const stored = storedRecord(memory, ID);
  const commands = stored.turns.map(({ partyId, commandId }) => `${partyId} ${commandId}`);
  expect(new Set(commands).size).toBe(stored.turns.length);
  for (const [index, { told }] of rooms.entries()) {
    expect(toldAtEnd[index] ?? told.length).toBe(told.length);
    expectInOrder(told);
  }
  const settled = rooms.reduce((sum, opened) => sum + opened.count("negotiation:settled"), 0);
  expect(settled).toBeLessThanOrEqual(1);
  expect(answers.every((answer) => typeof answer === "string")).toBe(true);
}

/** Lets every deadline pass, so that what is still live ends. */
async function pastAllDeadlines(scheduler: fc.Scheduler, { rooms, clock }: Played): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    clock.advanceSync(200_000);
    await scheduler.waitIdle();
    await clock.advance(300);
  }
  for (const { room } of rooms) await scheduler.waitFor(room.cancel(ID).catch(() => undefined));
}

describe("whatever happens at once", () => {
  it("DESIGN 5.2, 5.3, 5.11: in one room: one final status, one settled event, versions without gaps, nothing after the end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), happenings, async (scheduler, list) => {
        const all = await played(scheduler, list, 1);
        expectSound(all);
        const { rooms, memory, answers, errors } = all;
        const taken = list.filter((one, index) => "by" in one && answers[index] === "taken") as Act[];
        const finals = taken.filter(({ action }) => !["propose", "counter", "question"].includes(action));
        expect(finals.length).toBeLessThanOrEqual(1);
        if (list.some((one) => "end" in one)) {
          const told = rooms[0]!.told.length;
          all.clock.advanceSync(500_000);
          await scheduler.waitIdle();
          expect(rooms[0]!.told).toHaveLength(told);
          expect(all.clock.pendingCount).toBe(0);
          return;
        }
        await pastAllDeadlines(scheduler, all);
        expectSound(all);
        expect(rooms[0]!.count("negotiation:settled")).toBe(1);
        expect(rooms[0]!.count("listener:error")).toBeGreaterThanOrEqual(errors);
        expect(memory.load(ID)).toMatchObject({ isFinal: true, deadline: null });
        expect(rooms[0]!.room.getActiveNegotiation()).toBeUndefined();
        expect(all.clock.pendingCount).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it("DESIGN 5.3, 5.8: in two processes over one store: one of them tells of the end, once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), happenings, async (scheduler, list) => {
        const all = await played(
          scheduler,
          list.filter((one) => !("end" in one)),
          2,
        );
        expectSound(all);
        // ST-31: only who lost to five other commits gives up.
        if (all.memory.entries(ID).length <= 5) expect(all.answers).not.toContain("contention");
        await pastAllDeadlines(scheduler, all);
        expectSound(all);
        expect(all.memory.load(ID)?.isFinal).toBe(true);
        const told = all.rooms.map((opened) => opened.count("negotiation:settled"));
        expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  it("B-24, ST-32: with a store that throws before or after it has stored: each command once, no negotiation stuck", async () => {
    const fault = fc.oneof(
      { weight: 5, arbitrary: fc.constant<Throws>("no") },
      fc.constantFrom<Throws>("before", "after"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        happenings,
        fc.infiniteStream(fault),
        async (scheduler, list, faults) => {
          let isFaulty = true;
          const throws = (): Throws => (isFaulty ? (faults.next().value ?? "no") : "no");
          const all = await played(
            scheduler,
            list.filter((one) => !("end" in one)),
            1,
            throws,
          );
          isFaulty = false;
          expectSound(all);
          await pastAllDeadlines(scheduler, all);
          expectSound(all);
          expect(all.memory.load(ID)?.isFinal).toBe(true);
          // Where the store failed for good nobody knows whether it was told; else it was.
          if (!all.answers.includes("store_failed") && !all.warned.includes("wake-up failed")) {
            expect(all.rooms[0]!.count("negotiation:settled")).toBe(1);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
