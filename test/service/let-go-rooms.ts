/**
 * @module
 * A process of its own for the heap test of `NegotiationRooms`: makes rooms, has each negotiate once, lets
 * them go, and prints by how much the heap has grown. Needs `--expose-gc`.
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

await comeAndGo(3_000, "warm-up");
await comeAndClose(3_000, "closed-warm-up");
const before = await heapBytes();
await comeAndGo(10_000, "let-go");
const afterLettingGo = await heapBytes();
await comeAndClose(10_000, "closed");
const afterClosing = await heapBytes();
const sizes = { size: rooms.size, pendingCount: clock.pendingCount };
await rooms.close();
console.log(
  JSON.stringify({
    letGoBytes: afterLettingGo - before,
    closedBytes: afterClosing - afterLettingGo,
    ...sizes,
  }),
);
