/**
 * @module
 * The time of a world: one event loop, and lives of nodes with clocks of their own.
 */

export { EventLoop, type LoopEvent } from "./event-loop.js";
export { Intents } from "./intents.js";
export { NodeLife, never } from "./node-life.js";
export { banGlobals, platformPause } from "./platform.js";
export { digestOf, Trace } from "./trace.js";
