/**
 * @module
 * What a live negotiation weighs at 100,000, memory store included, how many native timers there are, and
 * whether a turn costs more among so many than among 100. Each room stands in a process of its own.
 */

import { createHook } from "node:async_hooks";
import { fork } from "node:child_process";
import { NegotiationService } from "../src/index.js";
import { answerOf, type Contestant, costOf, cpuNow, race, ratioOf } from "./measure.js";
import { hand } from "./report.js";
import { OPENING, type SupplyContract } from "./supply-contract.js";

const MANY = 100_000;
const FEW = 100;
/** Counters of one negotiation before it is replaced: from the second turn to the fifth, the last under the cap. */
const COUNTERS = 4;

/** The preset `room`, with deadlines that do not fall due while it is measured. */
const RULES = { oneActive: "none", turnMs: 3_600_000, totalMs: 7_200_000 } as const;

if (process.argv[2] === "weigh") await weigh(MANY);
else await compare();

async function compare(): Promise<void> {
  const contestants: Contestant[] = [
    { name: "few", cost: turnsAmong(FEW) },
    { name: "many", cost: turnsAmong(MANY) },
  ];
  let weight: Weight | undefined;
  const costs = await race(contestants, {
    rounds: 31,
    sliceMs: 60,
    check: async () => {
      console.log(
        `${MANY} live, each with one turn of five-field terms, a turn and a total deadline; memory store`,
      );
      weight = await weighed();
      console.log(`a turn: a counter of one of ${FEW} and of one of ${MANY} live, chosen far apart`);
    },
  });
  hand({
    ratios: { turnAt100000ToAt100: ratioOf(costs, "many", "few") },
    figures: { ...weight, turnNsAt100: costOf(costs, "few"), turnNsAt100000: costOf(costs, "many") },
    goals: {
      bytesPerLive: "at most 3072, wish 1536",
      timerCount: "1",
      turnAt100000ToAt100: "at most 1.5",
    },
  });
}

interface Weight extends Record<string, number> {
  readonly bytesPerLive: number;
  readonly timerCount: number;
}

/** In a process of its own, in which nothing else lies about. */
async function weighed(): Promise<Weight> {
  const child = fork(process.argv[1] ?? "", ["weigh"]);
  const weight = await answerOf<Weight>(child);
  child.disconnect();
  return weight;
}

/** In a child: how much heap so many take, and how many native timers they arm. */
async function weigh(liveCount: number): Promise<void> {
  const timers = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (type === "Timeout" && timers.add(id)),
    destroy: (id) => void timers.delete(id),
  }).enable();
  const room = newRoom();
  // One that comes and goes first: what all share is not counted.
  await room.cancel(await created(room, "first"));
  const before = usedHeap();
  for (let index = 0; index < liveCount; index += 1) await created(room, String(index));
  const bytes = usedHeap() - before;
  await new Promise((resolve) => setImmediate(resolve));
  const timerCount = timers.size;
  hook.disable();
  if (room.getActiveNegotiation()?.turns.length !== 1) throw new Error("Expected live ones with one turn.");
  process.send?.({ bytesPerLive: bytes / liveCount, timerCount } satisfies Weight);
  await room.close();
}

/**
 * What turns cost in a room in which always so many are alive; made with the first of them. Only the counters are
 * measured. One whose turns are spent is replaced beforehand: among few that is all of them, each time.
 */
function turnsAmong(liveCount: number): Contestant["cost"] {
  const room = newRoom();
  const ids: string[] = [];
  let createdCount = 0;
  let place = 0;
  const next = (): Promise<string> => created(room, String(createdCount++));
  return async (count) => {
    while (ids.length < liveCount) ids.push(await next());
    const batches = Math.ceil(count / (FEW * COUNTERS));
    let ns = 0;
    for (let batch = 0; batch < batches; batch += 1) {
      const moving: string[] = [];
      while (moving.length < FEW) {
        // Far apart, so that many means many: the stride has no divisor in common with either number.
        place = (place + 9_973) % liveCount;
        const id = ids[place] ?? "";
        const isFresh = room.getNegotiation(id)?.turns.length === 1;
        if (!isFresh) await room.cancel(id);
        if (!isFresh) ids[place] = await next();
        moving.push(ids[place] ?? id);
      }
      const before = cpuNow();
      await counterAll(room, moving);
      ns += cpuNow() - before;
    }
    // Whole batches only: told for as many as asked.
    return (ns * count) / (batches * FEW * COUNTERS);
  };
}

async function counterAll(room: NegotiationService<SupplyContract>, ids: readonly string[]): Promise<void> {
  for (let turn = 0; turn < COUNTERS; turn += 1) {
    for (const id of ids) {
      const { floor, turns } = room.getNegotiation(id) ?? {};
      const terms = { ...OPENING, pricePerCall: 0.001 + (turns?.length ?? 0) / 10_000 };
      const result = await room.submit(id, floor ?? "", { action: "counter", terms });
      if (!result.ok) throw new Error(result.message);
    }
  }
}

function newRoom(): NegotiationService<SupplyContract> {
  return new NegotiationService<SupplyContract>("market-7", { rules: RULES });
}

async function created(room: NegotiationService<SupplyContract>, name: string): Promise<string> {
  const { id } = await room.createNegotiation(`a${name}`, `b${name}`, { ...OPENING });
  return id;
}

function usedHeap(): number {
  if (globalThis.gc === undefined) throw new Error("Expected node --expose-gc, got no gc().");
  for (let time = 0; time < 4; time += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}
