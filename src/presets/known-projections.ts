/**
 * @module
 * What the known presets make of a context, by their name. Apart from the presets themselves, so that who
 * only shows records need not carry all rules.
 */

import type { Json, Seat } from "../core/negotiation.js";
import { projectContext } from "./index-network.js";

/** The projections by name of preset; a preset without one shows both sides the context as it is. */
export const knownProjections: Readonly<Record<string, (context: Json, seat: Seat) => Json>> = Object.freeze({
  index: projectContext,
  "index-2026-04": projectContext,
});
