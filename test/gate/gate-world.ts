/**
 * @module
 * A network in which a gate is tried: one room on a manual clock, users who carry what their advocates will do,
 * and everything that is told on the way.
 */

import type { Candidate, GateOptions, GateResults, GateTrace } from "../../src/gate/index.js";
import { negotiateCandidates } from "../../src/gate/index.js";
import type { Action, Agent } from "../../src/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { type OpenRoom, openRoom } from "../kit/open-room.js";

/** What an advocate does on a turn: an action, a failure, or nothing for so many ms. */
export type Deed = Action | "throws" | "hangs" | `${number} ms ${Action}`;

/** What the roles come to where the source sees itself as agent. */
export const ROLES = {
  initiator: { ownUser: "agent", otherUser: "patient" },
  responder: { ownUser: "patient", otherUser: "agent" },
} as const;

export const INDEX_CONTEXT = { networkId: "founders", prompt: "Who should meet?" } as const;

export const SOURCE = { userId: "source", user: { needs: "a co-founder" } } as const;

/** A candidate about whom both advocates do this, turn by turn; who runs out of deeds repeats the last one. */
export function candidate(userId: string, deeds: readonly Deed[], more: Partial<Candidate> = {}): Candidate {
  return { userId, user: { name: userId, deeds }, opportunityId: `opp-${userId}`, ...more };
}

/** A network, the advocate of both sides, and what it told. */
export interface GateWorld extends OpenRoom {
  readonly traces: GateTrace[];
  /** `candidate:turn` of each call. */
  readonly calls: string[];
  readonly advocate: Agent;
  /** Begins a call with the defaults of the network. */
  gate(candidates: GateOptions["candidates"], options?: Partial<GateOptions>): Promise<GateResults>;
  /** The types of what was traced, those of agent calls left out. */
  tracedTypes(): string[];
}

/** A network of a preset (`index` if none is named), with the advocate as fallback. */
export function gateWorld(options: ServiceOptions = {}): GateWorld {
  const traces: GateTrace[] = [];
  const calls: string[] = [];
  let opened: OpenRoom | undefined;
  const advocate: Agent = ({ context, seat, turnNumber, signal }) => {
    const { ownUser, otherUser } = context as Record<string, { name?: string; deeds?: Deed[] }>;
    const { name = "", deeds = ["propose", "accept"] } = (seat === "initiator" ? otherUser : ownUser) ?? {};
    calls.push(`${name}:${turnNumber}`);
    const deed = deeds[turnNumber - 1] ?? (deeds.at(-1) as Deed);
    if (deed === "throws") throw new Error("No model.");
    if (deed === "hangs") return new Promise(() => {});
    const [ms, action] = deed.includes(" ms ") ? deed.split(" ms ") : ["", deed];
    const move = {
      action,
      assessment: { reasoning: `Turn ${turnNumber} about ${name}.`, suggestedRoles: ROLES[seat] },
      ...((action === "counter" || action === "question") && { message: `What of ${turnNumber}?` }),
    } as never;
    if (ms === "") return move;
    return new Promise((resolve) => {
      const timer = opened?.clock.setTimeout(() => resolve(move), Number(ms));
      signal.addEventListener("abort", () => opened?.clock.clearTimeout(timer));
    });
  };
  opened = openRoom({ fallback: advocate, rules: { preset: "index" }, ...options });
  const { room } = opened;
  return {
    ...opened,
    traces,
    calls,
    advocate,
    gate: (candidates, more = {}) =>
      negotiateCandidates({
        service: room,
        id: "gate",
        source: SOURCE,
        candidates,
        indexContext: INDEX_CONTEXT,
        agents: advocate,
        onTrace: (event) => void traces.push(event),
        ...more,
      }),
    tracedTypes: () => traces.map(({ type }) => type).filter((type) => !type.startsWith("agent_")),
  };
}

/** The statuses by candidate, in the order of the candidates. */
export function statuses({ results }: GateResults): readonly string[] {
  return results.map(({ candidate: one, status }) => `${one?.userId}: ${status}`);
}
