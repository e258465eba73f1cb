/**
 * @module
 * What a live negotiation weighs at 100,000, memory store included, how many native timers there are, and
 * whether a turn costs more among so many than among 100. Each room stands in a process of its own.
 */

import { type ChildProcess, fork } from "node:child_process";
import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { NegotiationService } from "../src/index.js";
import { collectGarbage, cpuNow, median, pairedRatio } from "./measure.js";
import { hand } from "./report.js";
import { OPENING, type SupplyContract } from "./supply-contract.js";

const MANY = 100_000;
const FEW = 100;
const ROUNDS = 31;
/** Counters of one negotiation in one round: from the second turn to the fifth, the last under the cap. */
const COUNTERS = 4;
/** So many negotiations move in one round: as many as live among few, 20 times over. */
const BATCHES = 20;

/** The preset `room`, with deadlines that do not fall due while it is measured. */
const RULES = { oneActive: "none", turnMs: 3_600_000, totalMs: 7_200_000 } as const;

const [role, liveText] = process.argv.slice(2);
if (role === "weigh") await weigh(Number(liveText));
else if (role === "turns") await serveTurns(Number(liveText));
else await compare();

async function compare(): Promise<void> {
  console.log(`${MANY} live, each with one turn of five-field terms, a turn and a total deadline; memory store`);
  const weighed = await oneAnswer<Weight>(fork(process.argv[1] ?? "", ["weigh", String(MANY)]));
  console.log(`turns: ${ROUNDS} rounds of ${BATCHES * FEW * COUNTERS} counters, at ${FEW} and at ${MANY} live`);
  const few = fork(process.argv[1] ?? "", ["turns", String(FEW)]);
  const many = fork(process.argv[1] ?? "", ["turns", String(MANY)]);
  const costs: { few: number[]; many: number[] } = { few: [], many: [] };
  // The first answers say that the rooms stand; two more rounds warm up.
  await Promise.all([answerOf(few), answerOf(many)]);
  for (let round = -2; round < ROUNDS; round += 1) {
    const pair = { few: await asked<number>(few), many: await asked<number>(many) };
    if (round < 0) continue;
    costs.few.push(pair.few);
    costs.many.push(pair.many);
  }
  few.disconnect();
  many.disconnect();
  hand({
    ratios: { turnAt100000ToAt100: pairedRatio(costs.many, costs.few) },
    figures: { ...weighed, turnNsAt100: median(costs.few), turnNsAt100000: median(costs.many) },
    goals: {
      bytesPerLive: "at most 3072, wish 1536",
      timerCount: "1",
      turnAt100000ToAt100: "at most 1.5",
    },
  });
}

interface Weight {
  readonly bytesPerLive: number;
  readonly timerCount: number;
}

/** In a child: how much heap so many take, and how many native timers they arm. */
async function weigh(liveCount: number): Promise<void> {
  let timerCount = 0;
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
  timerCount = timers.size;
  hook.disable();
  if (room.getActiveNegotiation()?.turns.length !== 1) throw new Error("Expected live ones with one turn.");
  process.send?.({ bytesPerLive: bytes / liveCount, timerCount } satisfies Weight);
  await room.close();
}

/** In a child: keeps so many alive, and tells when asked how many ns of CPU time a turn among them takes. */
async function serveTurns(liveCount: number): Promise<void> {
  const room = newRoom();
  const ids: string[] = [];
  for (let index = 0; index < liveCount; index += 1) ids.push(await created(room, String(index)));
  let place = 0;
  let createdCount = liveCount;
  process.on("message", async () => {
    let ns = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      // Far apart, so that many means many; coprime to the number that live.
      const places = Array.from({ length: FEW }, () => (place = (place + 9_973) % liveCount));
      const before = cpuNow();
      await counterAll(
        room,
        places.map((one) => ids[one] ?? ""),
      );
      ns += cpuNow() - before;
      for (const one of places) {
        await room.cancel(ids[one] ?? "");
        ids[one] = await created(room, String(createdCount++));
      }
    }
    process.send?.(ns / (BATCHES * FEW * COUNTERS));
  });
  process.on("disconnect", () => room.destroy());
  process.send?.(0);
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
  for (let time = 0; time < 4; time += 1) collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function oneAnswer<T>(child: ChildProcess): Promise<T> {
  const answer = await answerOf<T>(child);
  child.disconnect();
  return answer;
}

function asked<T>(child: ChildProcess): Promise<T> {
  const answer = answerOf<T>(child);
  child.send("go");
  return answer;
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const [answer] = await once(child, "message");
  return answer as T;
}
