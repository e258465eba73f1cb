/**
 * @module
 * `concordat/inspector`: a page on which people see what agents do: every negotiation of a process or a store, live,
 * turn by turn, and backwards.
 *
 * @example
 * const inspector = createInspector({
 *   rooms,
 *   authorize: ({ headers }) => (headers.get("authorization") === "Bearer secret" ? "host" : null),
 * });
 * const answer = await inspector.fetch(request); // whatever is below /inspector
 */

export { savedNegotiation } from "./histories.js";
export { createInspector, type Inspector } from "./inspector.js";
export type { InspectedStore, InspectorOptions, Spectator } from "./inspector-options.js";
export type { Worth, WorthFunctions } from "./pictures.js";
