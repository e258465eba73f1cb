/**
 * @module
 * The rules of the preset `room`, and so the default of every option.
 */

import { deepFreeze } from "../../core/json/index.js";
import type { RulesInput } from "../../core/rules/index.js";

/**
 * Two agents in a chat or game room: five turns, 30 s each, two minutes in all.
 *
 * For agents that ask a language model take `turnMs: 90_000` and `totalMs: 300_000`.
 *
 * @see docs/requirements/room.md, section 1; docs/requirements/engine.md, section 9; the room document
 */
export const roomRules: Required<RulesInput> = deepFreeze<Required<RulesInput>>({
  actions: ["propose", "counter", "accept", "reject"],
  opener: "initiator",
  repropose: "counter",
  cap: { counts: "turns", limit: 5, mode: "exceed", result: "expired" },
  turnMs: 30_000,
  openMs: null,
  totalMs: 120_000,
  validityMs: null,
  agentTimeoutMs: null,
  onTurnTimeout: "expire",
  onTotalTimeout: "expire",
  onFailure: "stall",
  onCancel: "withdraw",
  onReject: "end",
  withdrawOffTurn: false,
  terms: "required",
  partialTerms: "refuse",
  finalTurn: "record",
  agentAttempts: 2,
  onInvalidAnswer: "fail",
  repetition: "off",
  deadlockAfter: 4,
  consult: null,
  park: null,
  oneActive: "room",
  messageRequiredFor: ["question"],
  assessments: "private",
  assessmentRequired: false,
  maxMessageLength: 10_000,
  maxTermsBytes: 65_536,
});
