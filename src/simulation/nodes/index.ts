/**
 * @module
 * The time of a world: one event loop, and lives of nodes with clocks of their own.
 */

export { banGlobals } from "./banned-globals.js";
export { EventLoop, type LoopEvent } from "./event-loop.js";
export { Intents } from "./intents.js";
export { NodeLife, never } from "./node-life.js";
export { platformPause } from "./platform-pause.js";
export { digestOf, Trace } from "./trace.js";
