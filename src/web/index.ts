/**
 * @module
 * What handlers of web-standard requests share: bodies read within limits, and refusals as problem+json.
 */

export { type BodyLimits, type BodyRefusal, readBody } from "./body.js";
export { type Problem, problemResponse } from "./problem.js";
