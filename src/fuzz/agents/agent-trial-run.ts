/**
 * @module
 * Plays one trial through the pure core: creates a negotiation, lets the opponent say its steps, and
 * asks the agent under check whenever it has the floor.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import { decide, moveCommand } from "../../core/index.js";
import { type Command, judgedAction, legalMoves, readMove } from "../../core/moves/index.js";
import type { Negotiation, Party } from "../../core/record/index.js";
import { LEAST_ASSESSMENT } from "../arbitraries/index.js";
import type { FoundFault } from "./agent-fault.js";
import type { AgentSource } from "./agent-source.js";
import type { OpponentStep, Trial } from "./agent-trial.js";
import { abortedTurn, agentTurn } from "./agent-turn.js";
import { type CheckSettings, partyUnderCheck } from "./check-settings.js";
import { schemaIssues } from "./judged-answer.js";

/**
 * The first fault of the agent in this trial, or `null`.
 *
 * @throws {TypeError} when the opponent's terms are none that a room would take
 */
export async function faultInTrial<Terms>(
  trial: Trial<Terms>,
  source: AgentSource<Terms>,
  settings: CheckSettings<Terms>,
): Promise<FoundFault<Terms> | null> {
  const agents = { one: source.instance(), twin: source.instance() };
  const steps = [...trial.steps];
  let calls = 0;
  let negotiation: Negotiation<Terms> | null = created(trial, settings);
  while (negotiation !== null && negotiation.outcome === null) {
    if (negotiation.floor !== partyUnderCheck) {
      const step = steps.shift();
      negotiation = step === undefined ? null : await afterStep(negotiation, step, settings);
      continue;
    }
    const result: Awaited<ReturnType<typeof agentTurn<Terms>>> =
      calls === trial.abortsAt
        ? await abortedTurn(negotiation, agents.one, settings)
        : await agentTurn(negotiation, agents, { ...settings, principalSays: trial.principalSays });
    if (result.fault !== null) return result.fault;
    negotiation = result.negotiation;
    calls += 1;
  }
  return null;
}

/** Chosen: far ahead, so that no agent that looks at the real clock believes itself too late. */
const STARTED_AT = Date.UTC(2100, 0);

function created<Terms>(trial: Trial<Terms>, settings: CheckSettings<Terms>): Negotiation<Terms> {
  const agent: Party = Object.freeze({ id: partyUnderCheck, kind: trial.agentKind });
  const opponent: Party = Object.freeze({ id: "opponent", kind: trial.opponentKind });
  const [initiator, responder] = trial.seat === "initiator" ? [agent, opponent] : [opponent, agent];
  const command: Command = {
    type: "create",
    id: "neg_check",
    commandId: "cmd-0",
    roomId: "room-check",
    initiator,
    responder,
    rules: settings.rulesFor(initiator.kind, responder.kind),
    context: settings.context,
    heldBy: null,
    opening: null,
  };
  const decision = decide<Terms>(null, command, STARTED_AT);
  if (!decision.ok) throw new Error(decision.refusal.message);
  return decision.negotiation;
}

/** The record after the opponent's step; `null` when it has nothing legal left but to decide. */
async function afterStep<Terms>(
  negotiation: Negotiation<Terms>,
  step: OpponentStep<Terms>,
  settings: CheckSettings<Terms>,
): Promise<Negotiation<Terms> | null> {
  const { floor, rules, turns, updatedAt } = negotiation;
  const legal = floor === null ? [] : (legalMoves(negotiation, floor)?.actions ?? []);
  const wanted = negotiation.status === "open" ? ["propose"] : [step.does, "counter", "question"];
  const action = legal.find((one) => one === wanted.find((want) => legal.some((other) => other === want)));
  if (action === undefined || floor === null) return null;
  const isOffer = action === "propose" || action === "counter";
  const terms = isOffer ? await offeredTerms(negotiation, step, settings) : null;
  const said = messageOf(
    step,
    rules.messageRequiredFor.includes(judgedAction(negotiation, action)),
    negotiation,
  );
  const reading = readMove(
    {
      action,
      ...(terms === null ? {} : { terms }),
      ...(said === null ? {} : { message: said }),
      ...(rules.assessmentRequired && { assessment: LEAST_ASSESSMENT }),
    },
    rules,
  );
  if (!reading.ok) throw new TypeError(`Expected a move of the opponent, got ${reading.issues[0]?.message}`);
  const lastly = (nextDeadline(negotiation)?.at ?? updatedAt + 1) - 1;
  const at = Math.max(updatedAt, Math.min(updatedAt + step.waitMs, lastly));
  const decision = decide(negotiation, moveCommand(floor, reading.move, `cmd-${turns.length + 1}`), at);
  if (decision.ok) return decision.applied === "command" ? decision.negotiation : null;
  throw new TypeError(
    `Expected terms that a room takes, got some of the opponent's that it refuses. ${decision.refusal.message}`,
  );
}

async function offeredTerms<Terms>(
  { turns, rules }: Negotiation<Terms>,
  { mirrors, terms }: OpponentStep<Terms>,
  settings: CheckSettings<Terms>,
): Promise<Terms | null> {
  const own = mirrors
    ? turns.findLast((turn) => turn.partyId === partyUnderCheck && turn.terms !== null)
    : undefined;
  if (own !== undefined) return own.terms;
  const issues = terms === null || rules.terms === "none" ? undefined : await schemaIssues(terms, settings);
  if (issues === undefined) return terms;
  throw new TypeError(
    `Expected terms that the schema takes, got some of the opponent's that it refuses. ${issues[0]?.message}`,
  );
}

/** What the opponent says, said by nobody before where the rules guard against that. */
function messageOf(
  { message }: OpponentStep,
  isRequired: boolean,
  { rules, turns }: Negotiation,
): string | null {
  const needed = isRequired && (message === null || message === "") ? "And now?" : message;
  if (needed === null) return null;
  const said = rules.repetition === "guard" ? `${turns.length + 1}: ${needed}` : needed;
  return said.slice(0, rules.maxMessageLength);
}
