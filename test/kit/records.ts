import { decide, moveCommand } from "../../src/core/index.js";
import { type Move, readMove } from "../../src/core/moves/index.js";
import type { Negotiation, Party, Reason } from "../../src/core/record/index.js";
import { type PresetRules, settledRules } from "../../src/testing/agents/index.js";

export const STARTED_AT = 1_700_000_000_000;

const agent: Party = { id: "agent", kind: "system" };
const opponent: Party = { id: "opponent", kind: "system" };

/** An open record between `agent` and `opponent`, after these moves, each by whom has the floor. */
export function recordAfter<Terms = { price: number }>(
  moves: readonly Move<Terms>[],
  rules: PresetRules = {},
  initiator: Party = agent,
  responder: Party = opponent,
): Negotiation<Terms> {
  const created = decide<Terms>(
    null,
    {
      type: "create",
      id: "neg_1",
      commandId: "cmd-0",
      roomId: "room-1",
      initiator: Object.freeze(initiator),
      responder: Object.freeze(responder),
      rules: settledRules(rules, initiator, responder),
      context: null,
      heldBy: null,
      opening: null,
    },
    STARTED_AT,
  );
  if (!created.ok) throw new Error(created.refusal.message);
  return moves.reduce((record, move, index) => {
    const read = readMove(move, record.rules);
    if (!read.ok) throw new Error(JSON.stringify(read.issues));
    const command = moveCommand(record.floor ?? "", read.move, `cmd-${index + 1}`);
    const decision = decide(record, command, STARTED_AT);
    if (!decision.ok) throw new Error(decision.refusal.message);
    return decision.negotiation;
  }, created.negotiation);
}

/** The compiler asks for each, and for no other. */
const ALL_REASONS: Readonly<Record<Reason, true>> = {
  accept: true,
  reject: true,
  withdraw: true,
  turn_timeout: true,
  total_timeout: true,
  proposal_expired: true,
  turn_cap: true,
  agent_error: true,
  repetition: true,
  cancelled: true,
};

/** Every reason for which a negotiation ends. */
export const REASONS = Object.keys(ALL_REASONS) as readonly Reason[];
