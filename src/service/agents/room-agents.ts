/**
 * @module
 * Which agent of this process takes a turn: the one that the party brought, the one that the host finds for
 * it, or the fallback.
 */

import type { Negotiation, Seat } from "../../core/record/index.js";
import type { Agent } from "../../ports/index.js";
import type { ReadParties } from "../commands/index.js";
import type { ResolvedOptions } from "../options/index.js";
import { PassingMap } from "../queue/index.js";

/** The agents of a room. */
export class RoomAgents<Terms> {
  readonly #options: Pick<ResolvedOptions<Terms>, "agentFor" | "fallback">;
  /** Those that parties brought, while their negotiation is live. */
  readonly #brought = new PassingMap<string, NonNullable<ReadParties<Terms>["agents"]>>();

  constructor(options: Pick<ResolvedOptions<Terms>, "agentFor" | "fallback">) {
    this.#options = options;
  }

  /** Keeps the agents that the parties of a live negotiation brought. */
  bring({ id, outcome }: Negotiation<Terms>, agents: ReadParties<Terms>["agents"]): void {
    if (agents !== null && outcome === null) this.#brought.set(id, { ...this.#brought.get(id), ...agents });
  }

  /** Whether the party whose turn it is has brought an agent to this process. */
  isBrought(negotiation: Negotiation<Terms>): boolean {
    return this.#brought.get(negotiation.id)?.[seatOnFloor(negotiation)] !== undefined;
  }

  forget(id: string): void {
    this.#brought.delete(id);
  }

  clear(): void {
    this.#brought.clear();
  }

  /** The agent that takes this turn, if one of this process does. */
  of(negotiation: Negotiation<Terms>): Agent<Terms> | undefined {
    const { fallback, agentFor } = this.#options;
    if (negotiation.awaiting?.kind === "fallback") return fallback;
    const seat = seatOnFloor(negotiation);
    try {
      return this.#brought.get(negotiation.id)?.[seat] ?? agentFor?.(negotiation[seat]) ?? undefined;
    } catch (error) {
      // After the commit nothing may throw: whoever cannot say who answers has an agent that throws.
      return () => Promise.reject(error);
    }
  }
}

/** The seat whose turn it is. */
export function seatOnFloor({ initiator, floor }: Negotiation): Seat {
  return initiator.id === floor ? "initiator" : "responder";
}
