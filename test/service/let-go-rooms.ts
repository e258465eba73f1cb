/**
 * @module
 * A process of its own for the heap test of `NegotiationRooms`: makes rooms, has each negotiate once, lets
 * them go, and prints by how much the heap has grown. Needs `--expose-gc`, and the growth in bytes that counts
 * as none as its argument.
 */

import { NegotiationRooms } from "../../src/service/room/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";

const clock = new ManualClock();
const rooms = new NegotiationRooms<{ price: number }>({ clock, idleMs: 1_000, keepSettled: 100 });

/** Makes a room of a name that was never used before, and has it negotiate. */
async function used(name: string): Promise<void> {
  const room = rooms.room(name);
  const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
  await room.submit(id, "smith", { action: "accept" });
}

/** Rooms that are let go. */
async function comeAndGo(count: number, prefix: string): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await used(`${prefix}-${number}`);
    if (number % 500 === 499) await clock.advance(1_000);
  }
  await clock.advance(1_000);
}

/** Rooms that their host closes, all before the first would be let go, while one stays. */
async function comeAndClose(count: number, prefix: string): Promise<void> {
  await used("stays");
  for (let number = 0; number < count; number += 1) {
    await used(`${prefix}-${number}`);
    await rooms.close(`${prefix}-${number}`);
  }
}

async function heapBytes(): Promise<number> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

/**
 * By how many bytes the heap grows at least while `use` runs once more. Code that is compiled meanwhile and tables
 * that grow cost something in one round or another; a room that stays costs it in each.
 */
async function leastGrowth(use: (prefix: string) => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && least >= negligible; round += 1) {
    const before = await heapBytes();
    await use(`round-${round}`);
    least = Math.min(least, (await heapBytes()) - before);
  }
  return least;
}

const negligible = Number(process.argv[2]);
await comeAndGo(3_000, "warm-up");
await comeAndClose(3_000, "closed-warm-up");
const letGoBytes = await leastGrowth((prefix) => comeAndGo(10_000, `let-go-${prefix}`));
const closedBytes = await leastGrowth((prefix) => comeAndClose(10_000, `closed-${prefix}`));
const sizes = { size: rooms.size, pendingCount: clock.pendingCount };
await rooms.close();
console.log(JSON.stringify({ letGoBytes, closedBytes, ...sizes }));
