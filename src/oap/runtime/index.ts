/**
 * @module
 * What the signing code asks of the platform, in bounds: time, chance, memory, and answers that may never come.
 */

export { answerOf, boundedMemo, endsInTime, keepLatest, randomPool, withinTime } from "./platform.js";
