/**
 * @module
 * Deadlines of a room: the default timer, the search for what is overdue, and going on after a restart.
 */

export { Alarm } from "./long-timer.js";
export { resumed } from "./resumption.js";
export { RoomAlarm } from "./room-timer.js";
export { systemClock } from "./system-clock.js";
export { WakeUpTimer, type WakeUpTimerOptions } from "./wake-up-timer.js";
