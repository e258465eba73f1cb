/**
 * @module
 * I13: what an agent says is taken for the very turn and attempt for which its node has asked it; an answer that
 * was made for an older version is not (EN-30).
 */

import type { FailedTurn, NegotiationState, Turn } from "../../core/record/index.js";
import type { AgentAsked, Fault, Invariant, ObservedWrite } from "../observation/index.js";
import { foundIn, memberOf, stateIn } from "../observation/index.js";

/** I13, at every write. */
export const answersInvariant: Invariant = {
  id: "I13",
  watch: () => {
    const asked = new Set<string>();
    return {
      onAsked: (call) => {
        asked.add(keyOf(call));
        return undefined;
      },
      // Where nobody tells of calls, as of histories, nothing can be said.
      onWrite: (write) => (asked.size === 0 ? undefined : foundIn(write, faultOfAnswer(write, asked))),
    };
  },
};

function keyOf(call: Omit<AgentAsked, "at">): string {
  const { node, negotiationId, partyId, turnNumber, attempt, consultId } = call;
  return `${node} ${negotiationId} ${partyId} ${turnNumber} ${attempt} ${consultId}`;
}

function faultOfAnswer(write: ObservedWrite, asked: ReadonlySet<string>): Fault {
  const { before, node } = write;
  const source = sourceOf(write);
  if (before === null || (source !== "agent" && source !== "fallback")) return undefined;
  const state = stateIn(before);
  const turnNumber = before.turnCount + 1;
  const failures = failuresOf(state, turnNumber);
  const consult = state.consults.at(-1);
  const isOwn = consult?.partyId === state.floor && consult?.turnNumber === turnNumber;
  const call = {
    node,
    negotiationId: before.id,
    partyId: state.floor ?? "",
    turnNumber,
    attempt: failures.length + 1,
    consultId: isOwn ? (consult?.id ?? null) : null,
  };
  if (asked.has(keyOf(call))) return undefined;
  // The careful move for an agent that has failed is nobody's answer (EN-29).
  const spent = failures.filter(({ kind }) => kind !== "repetition").length;
  if (source === "fallback" && spent >= state.rules.agentAttempts) return undefined;
  return `expected an answer to a call of ${node} for turn ${turnNumber}, attempt ${call.attempt}, got one to another call`;
}

/** Who gave the entry, if that was a party: an agent, somebody in its place, or a client. */
function sourceOf({ entry: { kind, turn, details } }: ObservedWrite): Turn["source"] | undefined {
  if (turn !== null) return memberOf(turn, "source") as Turn["source"];
  // Only an agent can ask its principal.
  if (kind === "consulted") return "agent";
  const [event] = kind === "closed" ? (memberOf(details, "events") as unknown as [ClosingMove]) : [];
  return event?.source;
}

/** A move that closed by an exceeded cap, as its entry has it. */
type ClosingMove = Pick<Turn, "source">;

/** The failed calls for the turn that is awaited, since it is awaited as it is now. */
function failuresOf(state: NegotiationState, turnNumber: number): readonly FailedTurn[] {
  const since = state.awaiting?.since ?? 0;
  return state.failures.filter(
    (one) => one.partyId === state.floor && one.turnNumber === turnNumber && one.at >= since,
  );
}
