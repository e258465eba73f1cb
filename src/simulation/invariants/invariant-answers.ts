/**
 * @module
 * I8: what is accepted is the proposal that stood. I13: what an agent says is taken for the very turn and attempt for
 * which it was asked. I14: whatever stands in a record was permitted by every judge on the version that it was made on.
 */

import type { Json } from "../../core/json/index.js";
import type { Action, FailedTurn, NegotiationState, Proposal, Turn } from "../../core/record/index.js";
import {
  type AgentAsked,
  type Fault,
  foundIn,
  type Invariant,
  type MoveVerdict,
  memberOf,
  type ObservedWrite,
  stateIn,
  type Truth,
  unlike,
} from "../observation/index.js";
import { isProposal, ownRulesIn } from "./transitions/index.js";

/**
 * What a world may know besides. Entries do not keep `replyTo`: it is checked and gone.
 */
export interface TruthOfReplies extends Truth {
  /** The proposal that the client named in `replyTo` with this command; `undefined` when it named none. */
  readonly replyToOf?: ((commandId: string, partyId: string) => string | undefined) | undefined;
}

/** I8, at every write. */
export const acceptanceInvariant: Invariant = {
  id: "I8",
  watch: (truth, world) => {
    const standing = new Map<string, Proposal>();
    const rules = ownRulesIn(world);
    return {
      onWrite: (observed) => {
        const write = rules.in(observed);
        const { after } = write;
        const fault = faultOfAcceptance(write, standing.get(after.id) ?? null, truth);
        const proposal = proposalIn(write);
        if (proposal !== undefined) standing.set(after.id, proposal);
        return foundIn(write, fault);
      },
    };
  },
};

/** What the entry puts on the table, told from the turn alone. */
function proposalIn({ after, entry }: ObservedWrite): Proposal | undefined {
  const turn = entry.turn as Turn | null;
  if (turn === null || !isProposal(turn.action) || turn.proposalId === null) return undefined;
  const { rules, standing } = stateIn(after);
  const asked = memberOf(entry.details, "validUntilAt") as number | null;
  const usual = rules.validityMs === null ? null : turn.at + rules.validityMs;
  return {
    id: turn.proposalId,
    round: turn.round ?? 0,
    turn: turn.number,
    partyId: turn.partyId,
    seat: turn.seat,
    terms: turn.terms,
    // The first entry keeps the mover's wish in the record only.
    validUntilAt: entry.version === 0 ? (standing?.validUntilAt ?? null) : (asked ?? usual),
    at: turn.at,
  };
}

function faultOfAcceptance(write: ObservedWrite, standing: Proposal | null, truth: TruthOfReplies): Fault {
  const { before, after, entry } = write;
  const turn = entry.turn as Turn | null;
  const { outcome } = stateIn(after);
  if (turn?.action !== "accept") {
    if (after.status === "accepted") return `expected an acceptance to be a turn, got ${entry.kind}`;
    return unlike("the proposal of an outcome without agreement", null, outcome?.proposal ?? null);
  }
  if (before === null || standing === null)
    return "expected a proposal to accept, got an acceptance of nothing";
  if (standing.partyId === turn.partyId) return `expected ${turn.partyId} not to accept its own proposal`;
  const { validUntilAt } = standing;
  if (validUntilAt !== null && entry.at >= validUntilAt) {
    return `expected an acceptance before ${validUntilAt}, got it at ${entry.at}`;
  }
  return (
    unlike("what stood", standing, stateIn(before).standing) ??
    unlike("the accepted proposal", standing, outcome?.proposal ?? null) ??
    unlike("the proposal of the accepting turn", standing.id, turn.proposalId) ??
    unlike(
      "the proposal that was named",
      truth.replyToOf?.(turn.commandId, turn.partyId) ?? standing.id,
      standing.id,
    )
  );
}

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

/** I14, at every write. */
export const judgesInvariant: Invariant = {
  id: "I14",
  watch: (_, { judges = [] }) => {
    const permitted = new Set<string>();
    return {
      onJudged: (judged) => {
        if (judged.isPermitted) permitted.add(verdictOf(judged));
        return undefined;
      },
      onWrite: (write) => {
        const move = judges.length === 0 ? undefined : moveIn(write);
        if (move === undefined) return undefined;
        for (const by of judges) {
          const found = foundIn(write, faultOfVerdict(write, move, by, permitted));
          if (found !== undefined) return found;
        }
        return undefined;
      },
    };
  },
};

type Move = Pick<Turn, "partyId" | "action">;

function verdictOf(judged: Omit<MoveVerdict, "at" | "isPermitted">): string {
  const { by, node, negotiationId, version, partyId, action } = judged;
  return `${by} ${node} ${negotiationId} ${version} ${partyId} ${action}`;
}

function faultOfVerdict(
  { before, after, node }: ObservedWrite,
  { partyId, action }: Move,
  by: MoveVerdict["by"],
  permitted: ReadonlySet<string>,
): Fault {
  // Policies take nothing else away.
  if (by === "policy" && !isProposal(action) && action !== "accept") return undefined;
  const version = before?.version ?? 0;
  const standing = before === null ? null : stateIn(before).standing;
  if (!permits(by, action, standing)) {
    return `expected the ${by} to have refused ${action} where ${standing?.id} stands, got it committed`;
  }
  if (permitted.has(verdictOf({ by, node, negotiationId: after.id, version, partyId, action })))
    return undefined;
  return `expected the ${by} of ${node} to permit ${action} of ${partyId} on version ${version}, got no such word`;
}

/** The move that an entry records, or that closed by an exceeded cap and had to be permitted all the same (EN-16). */
function moveIn({ before, entry }: ObservedWrite): Move | undefined {
  if (entry.turn !== null) return entry.turn as unknown as Turn;
  if (entry.kind !== "closed" || before === null) return undefined;
  const [event] = memberOf(entry.details, "events") as unknown as readonly [
    { readonly partyId: string; readonly type: Action },
  ];
  const { standing, rules } = stateIn(before);
  const isCounter = event.type === "propose" && standing !== null && rules.repropose === "counter";
  return { partyId: event.partyId, action: isCounter ? "counter" : event.type };
}

/** What a judge of that kind says to an action where that stands: some are against each, and never against all. */
export function permits(
  by: "admission" | "policy",
  action: Action,
  standing: { readonly round: number; readonly terms: unknown } | null,
): boolean {
  if (standing === null || (action !== "propose" && action !== "counter" && action !== "accept")) return true;
  const price = Number((standing.terms as { readonly price?: Json } | null)?.price ?? 0);
  const sum = price + standing.round + (action === "accept" ? 0 : 3);
  return sum % 7 !== (by === "policy" ? 2 : 4);
}
