/**
 * @module
 * The rules of the preset `oap`; what they leave out is as in `default-rules.ts`.
 */

import { deepFreeze } from "../../core/json/index.js";
import type { RulesInput } from "../../core/rules/index.js";

/**
 * OAP RFC 0002: eight rounds by default, proposals that stand for an hour unless they say otherwise.
 *
 * `turnMs` is the longest validity that a proposal may ask for, 30 days, so it bites in the opening only.
 *
 * @see docs/requirements/oap.md, section 2; OAP RFC 0002, 3.2, 3.4, 3.6 and A.2
 */
export const oapRules: RulesInput = deepFreeze<RulesInput>({
  actions: ["propose", "counter", "accept", "reject", "withdraw"],
  repropose: "counter",
  cap: { counts: "proposals", limit: 8, mode: "exceed", result: "refuse" },
  validityMs: 3_600_000,
  turnMs: 2_592_000_000,
  onTurnTimeout: "expire",
  totalMs: null,
  withdrawOffTurn: true,
  terms: "required",
  oneActive: "none",
});
