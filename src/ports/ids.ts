/**
 * @module
 * The id port: where new ids come from. `service/options/service-options.ts` is the default.
 */

/** What an id is for. */
export type IdKind = "negotiation" | "command" | "claim" | "consult" | "group";

/** Makes a new unique id, 1 to 128 characters. */
export type Ids = (kind: IdKind) => string;
