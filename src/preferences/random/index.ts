/**
 * @module
 * Randomness as a function of its keys, and samples drawn with it.
 */

export { randomDraw, seedOf } from "./random.js";
export { sampleIndices } from "./sample-indices.js";
