import type { WakeUp } from "../../src/ports/index.js";

/** A wake-up of the room `room-1` at that instant, which keeps no process. */
export function wakeUpOf(id: string, at: number, over: Partial<WakeUp> = {}): WakeUp {
  return { id, version: 0, roomId: "room-1", at, keepsProcessAlive: false, ...over };
}
