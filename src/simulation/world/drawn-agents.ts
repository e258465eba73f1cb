/**
 * @module
 * The agents of a node: they think for a while, answer what is legal, and commit the faults of agents. An agent of the
 * user's own gets the same faults around its answers. And what a party draws to do on its turn, here and elsewhere.
 */

import type { Move, MoveFields } from "../../core/moves/index.js";
import { ACTIONS, type Action, type Party } from "../../core/record/index.js";
import type { Agent, AgentCall } from "../../ports/index.js";
import type { AgentAnswer } from "../../testing/agents/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import type { FaultKind } from "../faults/index.js";
import { secretOf } from "../invariants/index.js";
import { type NodeLife, never } from "../nodes/index.js";
import { SimClient } from "./sim-client.js";
import type { World } from "./world.js";

/** The agents that a life hands to its services. */
export function agentsOf(
  world: World,
  life: NodeLife,
): { readonly agentFor: (party: Party) => Agent | undefined; readonly fallback: Agent } {
  const { mutate, agents, fallback } = world.options;
  const mutated = (agent: Agent, party: Party): Agent => mutate?.agent?.(agent, party, life.name) ?? agent;
  const nobody: Party = { id: "fallback", kind: "system" };
  return {
    agentFor: (party) => {
      const own = agents?.(party);
      const planned = world.plan.parties.find(({ id }) => id === party.id);
      if (own === undefined && planned?.style !== "agent") return undefined;
      return mutated(faultyAgent(world, life, party.id, own), party);
    },
    fallback: mutated(faultyAgent(world, life, nobody.id, fallback), nobody),
  };
}

const AGENT_FAULTS = [
  "agentSilent",
  "agentLate",
  "agentThrows",
  "agentTwice",
  "agentOldVersion",
  "agentInvalid",
  "agentIllegal",
  "agentIgnoresAbort",
] as const satisfies readonly FaultKind[];

function faultyAgent(world: World, life: NodeLife, partyId: string, own: Agent | undefined): Agent {
  const { loop, faults, trace, cluster, watch } = world;
  const draws = world.random(`agent:${partyId}`);
  return (call) => {
    if (!life.acts("called an agent")) return never();
    trace.add(loop.now, life.name, `asked:${partyId}`, call.negotiationId, call.turnNumber);
    watch.tell("onAsked", {
      at: loop.now,
      node: life.name,
      negotiationId: call.negotiationId,
      partyId: call.party.id,
      turnNumber: call.turnNumber,
      attempt: call.attempt,
      consultId: call.consult?.id ?? null,
    });
    const shown = { negotiationId: call.negotiationId, viewer: call.party.id, what: "a call", value: call };
    watch.tell("onShown", { at: loop.now, ...shown });
    const occurring: readonly FaultKind[] = AGENT_FAULTS.filter((kind) =>
      faults.occurs(kind, draws, life.name),
    );
    const thinkMs = draws.integer(-10, 80);
    const lateMs = Math.max(call.deadlineAt - life.clock.now(), 0) + draws.integer(1, 300);
    const looksAtSignal = draws.happens(0.3);
    if (occurring.includes("agentSilent")) {
      cluster.agentCalled(call, life, () => call.signal.aborted);
      return never();
    }
    const isLate = occurring.includes("agentLate") || occurring.includes("agentIgnoresAbort");
    // Some answer at once.
    if (!isLate && thinkMs <= 0) return answered(world, life, draws, call, occurring, own);
    cluster.agentCalled(call, life, () => call.signal.aborted);
    return new Promise<AgentAnswer>((resolve, reject) => {
      const stop = (): void => {
        if (occurring.includes("agentIgnoresAbort")) return;
        cluster.agentEnded(call);
        reject(new Error("The agent was told to stop."));
      };
      if (looksAtSignal || occurring.includes("agentIgnoresAbort")) {
        call.signal.addEventListener("abort", stop, { once: true });
      }
      loop.schedule(isLate ? lateMs : thinkMs, () => {
        if (life.isDead) return;
        cluster.agentEnded(call);
        const answer = new Promise<AgentAnswer>((give) => {
          give(answered(world, life, draws, call, occurring, own));
        });
        answer.then(resolve, reject);
      });
    });
  };
}

/** @throws {Error} when the agent is to throw */
function answered(
  world: World,
  life: NodeLife,
  draws: RandomStream,
  call: AgentCall,
  occurring: readonly FaultKind[],
  own: Agent | undefined,
): AgentAnswer | PromiseLike<AgentAnswer> {
  const asks = draws.happens(0.15);
  if (occurring.includes("agentThrows"))
    throw new Error(`The agent broke down. ${secretOf("failure", call.party.id)}`);
  if (occurring.includes("agentInvalid")) return draws.pick(NO_MOVES) as AgentAnswer;
  if (occurring.includes("agentIllegal")) {
    const illegal = ACTIONS.filter((action) => !call.legalActions.includes(action));
    if (illegal.length > 0) return moveOf(world, draws, draws.pick(illegal), call.standing, call.party.id);
  }
  if (own !== undefined && !occurring.includes("agentOldVersion")) return own(call);
  if (asks && call.consult === null && world.plan.rules.consult != null) return consulted(world, draws, call);
  const move = drawnMove(world, draws, situationOf(call)) ?? { action: "reject" };
  if (occurring.includes("agentOldVersion")) {
    const old = call.turns.find(({ round }) => round !== null)?.proposalId ?? "a proposal of yore";
    return { ...move, replyTo: old };
  }
  if (occurring.includes("agentTwice")) {
    const roomId = world.truth.row(call.negotiationId)?.roomId;
    const twin = new SimClient(world, `twin:${life.name}:${call.negotiationId}:${call.turnNumber}`);
    if (roomId !== undefined) void twin.submit(roomId, call.negotiationId, call.party.id, move);
  }
  return move;
}

function situationOf({ legalActions, standing, party }: AgentCall): MoveSituation {
  return { legalActions, standing, partyId: party.id };
}

const NO_MOVES: readonly unknown[] = [
  null,
  42,
  { action: "dance" },
  { action: "counter", terms: () => 1 },
  { action: "propose", message: 7 },
];

/** Asks the principal, who mostly answers in time. */
function consulted(world: World, draws: RandomStream, call: AgentCall): AgentAnswer {
  const { negotiationId, party } = call;
  const answers = draws.happens(0.7);
  const afterMs = draws.integer(20, 200);
  const roomId = world.truth.row(negotiationId)?.roomId;
  if (answers && roomId !== undefined) {
    const principal = new SimClient(world, `principal:${negotiationId}:${party.id}:${call.turnNumber}`);
    void world
      .pause(afterMs)
      .then(() =>
        principal.answerConsult(
          roomId,
          negotiationId,
          party.id,
          `Go to 60. ${secretOf("consult", party.id)}`,
        ),
      );
  }
  return { consult: `How far may I go? ${secretOf("consult", party.id)}` };
}

/** What the mover knows. */
interface MoveSituation {
  readonly legalActions: readonly Action[];
  readonly standing: { readonly id: string } | null;
  /** Who moves. */
  readonly partyId: string;
}

/** How likely an action is beside the others that are legal. */
const WEIGHTS: Readonly<Record<Action, number>> = {
  propose: 6,
  counter: 6,
  accept: 2,
  reject: 0.6,
  question: 1.5,
  withdraw: 0.4,
};

/** A legal move; `undefined` when there is none. */
export function drawnMove(world: World, draws: RandomStream, situation: MoveSituation): Move | undefined {
  const { legalActions, standing, partyId } = situation;
  const sum = legalActions.reduce((total, action) => total + WEIGHTS[action], 0);
  let share = draws.next() * sum;
  const action = legalActions.find((one) => {
    share -= WEIGHTS[one];
    return share < 0;
  });
  return action === undefined ? undefined : moveOf(world, draws, action, standing, partyId);
}

/** A move with that action, whether or not it is legal. */
export function moveOf(
  world: World,
  draws: RandomStream,
  action: Action,
  standing: MoveSituation["standing"],
  partyId: string,
): Move {
  const isAnswering = draws.happens(0.3);
  const speaks = draws.happens(0.7);
  // Few enough texts that some are said twice.
  const message = `Text ${draws.integer(1, 40)}`;
  const hasValidity = draws.happens(0.15);
  const validUntilAt = world.loop.now + draws.integer(50, 600);
  const price = draws.integer(1, 100);
  const common = {
    assessment: assessmentOf(world, partyId),
    sealed: secretOf("sealed", partyId),
    ...((speaks || action === "counter" || action === "question") && { message }),
    ...(isAnswering && standing !== null && { replyTo: standing.id }),
  };
  if (action !== "propose" && action !== "counter") return { ...common, action };
  const validity = hasValidity && { validUntilAt };
  const { rules } = world.plan;
  const merges = action === "counter" && standing !== null && rules.partialTerms === "merge";
  if (merges && world.options.terms === undefined && draws.happens(0.5)) {
    return { ...common, action, changes: draws.happens(0.3) ? {} : { price }, ...validity };
  }
  const terms = world.plan.hasTerms
    ? { terms: world.options.terms?.draw(() => draws.next()) ?? { price } }
    : {};
  return { ...common, action, ...terms, ...validity };
}

/** An assessment of which what may be shared holds no secret; nothing of it is drawn. */
export function assessmentOf({ plan }: World, partyId: string): MoveFields["assessment"] {
  const note = secretOf("assessment", partyId);
  const suggestedRoles = { ownUser: "agent", otherUser: "peer" };
  if (plan.rules.preset === "index-2026-04") return { note, reasoning: "They fit.", suggestedRoles };
  // The two roles alone may be shared, and nothing beside or below them.
  return { note, suggestedRoles: { ...suggestedRoles, note } };
}
