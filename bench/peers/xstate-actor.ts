/**
 * @module
 * What one would build oneself on XState and eventemitter3: an actor a negotiation, with guards and a list of
 * turns, that tells the same events. No record, refusals, deadlines or store.
 */

import { EventEmitter } from "eventemitter3";
import { assign, createActor, setup } from "xstate";
import { buyer, type ContractMove, type SupplyContract, seller } from "../supply-contract.js";

const MAX_TURNS = 5;

interface ActorTurn {
  readonly number: number;
  readonly partyId: string;
  readonly action: string;
  readonly terms: SupplyContract | null;
}

/** What the actor knows. */
export interface ActorContext {
  readonly id: string;
  readonly initiatorId: string;
  readonly responderId: string;
  readonly turns: readonly ActorTurn[];
  readonly standing: { readonly partyId: string; readonly terms: SupplyContract } | null;
  readonly floor: string | null;
}

type ActorEvent =
  | { type: "propose" | "counter"; partyId: string; terms: SupplyContract }
  | { type: "accept" | "reject" | "withdraw"; partyId: string };

const machine = setup({
  types: {
    context: {} as ActorContext,
    events: {} as ActorEvent,
    input: {} as { id: string; initiatorId: string; responderId: string },
  },
  guards: {
    mayMove: ({ context, event }) => context.floor === event.partyId,
    mayCounter: ({ context, event }) => context.floor === event.partyId && context.turns.length < MAX_TURNS,
    isOneTooMany: ({ context, event }) =>
      context.floor === event.partyId && context.turns.length >= MAX_TURNS,
    mayAccept: ({ context, event }) =>
      context.floor === event.partyId && context.standing?.partyId !== event.partyId,
  },
  actions: {
    recordProposal: assign(({ context, event }) => {
      if (event.type !== "propose" && event.type !== "counter") return {};
      return {
        turns: [...context.turns, turnOf(context, event, event.terms)],
        standing: { partyId: event.partyId, terms: event.terms },
        floor: event.partyId === context.initiatorId ? context.responderId : context.initiatorId,
      };
    }),
    recordDecision: assign(({ context, event }) => ({
      turns: [...context.turns, turnOf(context, event, null)],
      floor: null,
    })),
    endFloor: assign({ floor: null }),
  },
}).createMachine({
  id: "negotiation",
  context: ({ input }) => ({ ...input, turns: [], standing: null, floor: input.initiatorId }),
  initial: "open",
  states: {
    open: {
      on: { propose: { guard: "mayMove", target: "proposed", actions: "recordProposal" } },
    },
    proposed: {
      on: {
        counter: { guard: "mayCounter", target: "countered", actions: "recordProposal" },
        accept: { guard: "mayAccept", target: "accepted", actions: "recordDecision" },
        reject: { guard: "mayMove", target: "rejected", actions: "recordDecision" },
        withdraw: { guard: "mayMove", target: "withdrawn", actions: "recordDecision" },
      },
    },
    countered: {
      on: {
        counter: [
          { guard: "isOneTooMany", target: "expired", actions: "endFloor" },
          { guard: "mayCounter", target: "countered", actions: "recordProposal" },
        ],
        accept: { guard: "mayAccept", target: "accepted", actions: "recordDecision" },
        reject: { guard: "mayMove", target: "rejected", actions: "recordDecision" },
        withdraw: { guard: "mayMove", target: "withdrawn", actions: "recordDecision" },
      },
    },
    accepted: { type: "final" },
    rejected: { type: "final" },
    withdrawn: { type: "final" },
    expired: { type: "final" },
  },
});

const FINAL_EVENTS: Readonly<Record<string, string>> = {
  accepted: "negotiation:agreed",
  rejected: "negotiation:rejected",
  withdrawn: "negotiation:withdrawn",
  expired: "negotiation:expired",
};

/** A room of such actors. */
export class ActorRoom extends EventEmitter {
  #count = 0;

  /** Runs one negotiation. */
  async negotiate(): Promise<{ readonly status: string; readonly context: ActorContext }> {
    this.#count += 1;
    const input = { id: `neg_${this.#count}`, initiatorId: "ada", responderId: "smith" };
    const actor = createActor(machine, { input }).start();
    let snapshot = actor.getSnapshot();
    this.emit("negotiation:started", snapshot.context);
    while (snapshot.status === "active") {
      const { context } = snapshot;
      const { floor, turns, standing } = context;
      const turnNumber = turns.length + 1;
      this.emit("turn:awaited", { negotiation: context, partyId: floor, turnNumber });
      const agent = floor === "ada" ? buyer : seller;
      const move: ContractMove = await agent({ standing, turnNumber });
      actor.send(eventOf(move, floor ?? ""));
      snapshot = actor.getSnapshot();
      if (snapshot.context === context) throw new Error(`Expected a legal move, got ${move.action}.`);
      this.emit("turn:recorded", { negotiation: snapshot.context, turn: snapshot.context.turns.at(-1) });
      if (snapshot.status === "active") this.emit("negotiation:updated", snapshot.context);
    }
    this.emit(FINAL_EVENTS[String(snapshot.value)] ?? "", snapshot.context);
    this.emit("negotiation:settled", snapshot.context);
    return { status: String(snapshot.value), context: snapshot.context };
  }
}

function eventOf(move: ContractMove, partyId: string): ActorEvent {
  return move.action === "accept"
    ? { type: "accept", partyId }
    : { type: move.action, partyId, terms: move.terms };
}

function turnOf(context: ActorContext, event: ActorEvent, terms: SupplyContract | null): ActorTurn {
  return { number: context.turns.length + 1, partyId: event.partyId, action: event.type, terms };
}
