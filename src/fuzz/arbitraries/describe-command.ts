/**
 * @module
 * A command and what was decided on it in one line, for the reports of property tests.
 */

import type { Decision } from "../../core/index.js";
import type { Command, CreateCommand } from "../../core/moves/index.js";
import { type Negotiation, type NegotiationRules, seatOf } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import { knownPresets, type PresetName } from "../../presets/registry/index.js";
import { settledRules } from "../../testing/agents/index.js";

/**
 * One line: how long after the creation, who does what, and what came of it.
 *
 * @example
 * describeCommand(command, now, negotiation, decision);
 * // +30000 ms  initiator: accept -> refused, own_proposal
 */
export function describeCommand(
  command: Command,
  now: number,
  before: Negotiation | null,
  decision: Decision,
): string {
  const since = now - (before?.createdAt ?? now);
  return `${since < 0 ? "" : "+"}${since} ms  ${what(command, before)} -> ${result(decision)}`;
}

function what(command: Command, before: Negotiation | null): string {
  switch (command.type) {
    case "create": {
      const { rules, initiator, responder, opening } = command;
      const parties = `${initiator.kind} initiator, ${responder.kind} responder`;
      const first = opening === null ? "" : `, opening ${shown(opening.terms)}`;
      return `create (preset ${rules.preset}${differing(command)}, ${parties}${first})`;
    }
    case "move": {
      const { move, source, expectedVersion, claim } = command;
      const said = [
        ...(move.terms === null ? [] : [shown(move.terms)]),
        ...(move.message === null ? [] : [shown(move.message)]),
        ...(move.replyTo === null ? [] : [`replyTo ${shown(move.replyTo)}`]),
        ...(move.validUntilAt === null || before === null
          ? []
          : [`valid until +${move.validUntilAt - before.createdAt} ms`]),
        ...(expectedVersion === null ? [] : [`on version ${expectedVersion}`]),
        ...(claim === null ? [] : [`with ${claim.claimId}`]),
        ...(source === "external" ? [] : [`from ${source}`]),
        `(${command.commandId})`,
      ];
      return `${who(command.partyId, before)}: ${move.action} ${said.join(" ")}`;
    }
    case "fail":
      return `${who(command.partyId, before)}: fail (${command.kind}) on turn ${command.turnNumber}`;
    case "consult":
    case "answer":
      return `${who(command.partyId, before)}: ${command.type}`;
    case "claim":
    case "release":
      return `${command.agentId}: ${command.type} ${command.claimId}`;
    default:
      return command.type;
  }
}

/** What differs from the known preset, if it is one. */
function differing({ rules, initiator, responder }: CreateCommand): string {
  if (!Object.hasOwn(knownPresets, rules.preset)) return "";
  const usual = settledRules({ preset: rules.preset as PresetName }, initiator, responder);
  const names = Object.keys(rules) as (keyof NegotiationRules)[];
  const changed = names.filter((name) => JSON.stringify(rules[name]) !== JSON.stringify(usual[name]));
  return changed.map((name) => `, ${name} ${JSON.stringify(rules[name])}`).join("");
}

function who(partyId: string, before: Negotiation | null): string {
  return (before === null ? undefined : seatOf(before, partyId)) ?? "a stranger";
}

function result(decision: Decision): string {
  if (!decision.ok) return `refused, ${decision.refusal.code}`;
  const { applied, negotiation } = decision;
  if (applied === "nothing") return "nothing";
  const reason = negotiation.outcome === null ? "" : ` (${negotiation.outcome.reason})`;
  const due = applied === "deadlines" ? "a deadline first, " : "";
  return `${due}version ${negotiation.version}, ${negotiation.status}${reason}`;
}
