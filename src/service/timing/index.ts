/**
 * @module
 * Deadlines of a room: the default timer, the search for what is overdue, and going on after a restart.
 */

export { systemClock } from "../../system-clock.js";
export { DeadlineSweep, isDamaged } from "./deadline-sweep.js";
export { LongTimer } from "./long-timer.js";
export { resumed } from "./resumption.js";
export { RoomTimer } from "./room-timer.js";
export { WakeUpTimer, type WakeUpTimerOptions } from "./wake-up-timer.js";
