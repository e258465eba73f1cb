/**
 * @module
 * A process of its own for the heap test of `NegotiationRooms`: makes rooms, has each negotiate once, lets
 * them go, and prints by how much the heap has grown. Needs `--expose-gc`.
 */

import { NegotiationRooms } from "../../src/service/negotiation-rooms.js";
import { ManualClock } from "../../src/testing/manual-clock.js";

const clock = new ManualClock();
const rooms = new NegotiationRooms<{ price: number }>({ clock, idleMs: 1_000, keepSettled: 100 });

/** Rooms with names that were never used before; every tenth is closed by its host, the others are let go. */
async function comeAndGo(count: number, prefix: string): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const room = rooms.room(`${prefix}-${number}`);
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await room.submit(id, "smith", { action: "accept" });
    if (number % 10 === 0) await rooms.close(room.roomId);
    if (number % 500 === 499) await clock.advance(1_000);
  }
  await clock.advance(1_000);
}

async function heapBytes(): Promise<number> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

await comeAndGo(3_000, "warm-up");
const before = await heapBytes();
await comeAndGo(10_000, "measured");
const growthBytes = (await heapBytes()) - before;
console.log(JSON.stringify({ growthBytes, size: rooms.size, pendingCount: clock.pendingCount }));
await rooms.close();
