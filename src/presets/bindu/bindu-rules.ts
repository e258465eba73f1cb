/**
 * @module
 * The rules of the preset `bindu`; what they leave out is as in `default-rules.ts`. By themselves, since a service has
 * them all: beside what reads Bindu's wire they would bring the schema library along.
 */

import { deepFreeze } from "../../core/json/index.js";
import type { RulesInput } from "../../core/rules/index.js";

/**
 * Bindu's bilateral tracks: any number of proposals within a day.
 *
 * The source knows no deadline; the day is ours, since no live negotiation may be without one (EN-25).
 *
 * @see docs/requirements/bindu.md, section 1 and BD-0; Bindu's negotiation types
 */
export const binduRules: RulesInput = deepFreeze<RulesInput>({
  actions: ["propose", "counter", "accept", "reject", "withdraw"],
  repropose: "counter",
  cap: { counts: "proposals", limit: "unlimited", mode: "exceed", result: "expired" },
  turnMs: null,
  totalMs: 86_400_000,
  onTotalTimeout: "expire",
  withdrawOffTurn: true,
  terms: "required",
  oneActive: "none",
});
