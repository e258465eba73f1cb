/**
 * A chat server whose pairs can negotiate: one service a room, made when two members have come together and
 * closed when one of them leaves. It knows no transport: `chat-room.ts` puts it behind TCP.
 */

import type {
  Action,
  AgentMessage,
  Move,
  NegotiationRoomsOptions,
  NegotiationService,
  Refusal,
} from "concordat";
import { NegotiationError, NegotiationRooms, otherParty } from "concordat";
import { toAgentMessage } from "concordat/presets";
import * as z from "zod";
import { EscrowTerms, validityOf } from "./terms/escrow-terms.js";

/** What a member is told. */
export type Told =
  | { readonly type: "paired" | "left"; readonly memberId: string }
  | { readonly type: "room_full" }
  | {
      readonly type: "refused";
      readonly code: string;
      readonly message: string;
      readonly legal: readonly Action[];
    }
  | {
      readonly type: "settled";
      readonly negotiationId: string;
      readonly status: string;
      readonly reason: string;
    }
  | AgentMessage<EscrowTerms | null>;

/** Somebody in a room. */
export interface Member {
  readonly id: string;
  readonly tell: (told: Told) => void;
}

const ACTIONS = {
  agent_proposal: "propose",
  agent_counter: "counter",
  agent_accept: "accept",
  agent_reject: "reject",
} as const;

/** What may come over the wire. Whether the terms are right is for the room to judge. */
const Incoming = z.object({
  type: z.enum(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]),
  /** The same message sent twice takes effect once. */
  id: z.string().min(1).max(128).optional(),
  negotiationId: z.string().optional(),
  proposal: z.custom<EscrowTerms>().optional(),
  reason: z.string().optional(),
});
type Incoming = z.infer<typeof Incoming>;

/** Rooms with at most two members. */
export class ChatServer {
  /** For the host: all events of all rooms. */
  readonly rooms: NegotiationRooms<EscrowTerms>;
  readonly #members = new Map<string, readonly Member[]>();

  constructor(options: Omit<NegotiationRoomsOptions<EscrowTerms>, "terms"> = {}) {
    this.rooms = new NegotiationRooms({ ...options, terms: EscrowTerms });
    // A turn is told to the other side, never to its author.
    this.rooms.on("turn:recorded", ({ roomId, payload: { negotiation, turn } }) => {
      const message = toAgentMessage(turn, negotiation);
      if (message !== undefined)
        this.#member(roomId, otherParty(negotiation, turn.partyId).id)?.tell(message);
    });
    this.rooms.on("negotiation:settled", ({ roomId, payload: { id, outcome } }) => {
      if (outcome === null) return;
      const { status, reason } = outcome;
      for (const member of this.#in(roomId))
        member.tell({ type: "settled", negotiationId: id, status, reason });
    });
  }

  /**
   * The second member to come makes the pair, and the pair makes the service.
   *
   * @returns whether there was a seat
   */
  join(roomId: string, member: Member): boolean {
    const present = this.#in(roomId);
    if (present.length >= 2 || present.some(({ id }) => id === member.id)) {
      member.tell({ type: "room_full" });
      return false;
    }
    this.#members.set(roomId, [...present, member]);
    const [other] = present;
    if (other === undefined) return true;
    this.rooms.room(roomId);
    other.tell({ type: "paired", memberId: member.id });
    member.tell({ type: "paired", memberId: other.id });
    return true;
  }

  /**
   * Takes what a member sent. Who it was says the connection, not the message.
   *
   * The first proposal of a pair opens a negotiation; whatever is refused is told to its sender only.
   */
  async receive(roomId: string, memberId: string, incoming: unknown): Promise<void> {
    const sender = this.#member(roomId, memberId);
    const other = this.#in(roomId).find(({ id }) => id !== memberId);
    if (sender === undefined || other === undefined) return;
    const refuse = (code: string, message: string, legal: readonly Action[] = []): void =>
      sender.tell({ type: "refused", code, message, legal });
    const read = Incoming.safeParse(incoming);
    if (!read.success) {
      refuse("move_invalid", z.prettifyError(read.error));
      return;
    }
    const room = this.rooms.room(roomId);
    try {
      const refusal = await handedIn(room, memberId, other.id, read.data);
      if (refusal !== undefined) refuse(refusal.code, refusal.message, refusal.legal?.actions);
    } catch (error) {
      // A refused opening, or a room that was closed meanwhile.
      if (!NegotiationError.isInstance(error)) throw error;
      refuse(error.code, error.message);
    }
  }

  /** A member leaves: first the negotiation ends, and everybody hears how; then the room is closed. */
  async leave(roomId: string, memberId: string): Promise<void> {
    const leaving = this.#member(roomId, memberId);
    if (leaving === undefined) return;
    const room = this.rooms.peek(roomId);
    const active = room?.getActiveNegotiation();
    if (active !== undefined) await room?.cancel(active.id, { details: { left: memberId } });
    const staying = this.#in(roomId).filter((member) => member !== leaving);
    if (staying.length === 0) this.#members.delete(roomId);
    else this.#members.set(roomId, staying);
    for (const member of staying) member.tell({ type: "left", memberId });
    await this.rooms.close(roomId);
  }

  /** Everybody leaves. */
  async close(): Promise<void> {
    for (const [roomId, members] of this.#members) {
      for (const { id } of members) await this.leave(roomId, id);
    }
    await this.rooms.close();
  }

  #in(roomId: string): readonly Member[] {
    return this.#members.get(roomId) ?? [];
  }

  #member(roomId: string, memberId: string): Member | undefined {
    return this.#in(roomId).find(({ id }) => id === memberId);
  }
}

/** Opens a negotiation, or makes a move in the one that is active. */
async function handedIn(
  room: NegotiationService<EscrowTerms>,
  memberId: string,
  otherId: string,
  { type, id, negotiationId, proposal, reason }: Incoming,
): Promise<Refusal | undefined> {
  const active = room.getActiveNegotiation();
  const validity = validityOf(proposal);
  if (active === undefined && type === "agent_proposal") {
    const creation = { commandId: id, move: { reason, ...validity } };
    await room.createNegotiation(memberId, otherId, proposal, creation);
    return undefined;
  }
  const isProposal = type === "agent_proposal" || type === "agent_counter";
  const move = { action: ACTIONS[type], reason, ...(isProposal && { terms: proposal, ...validity }) };
  const result = await room.submit(negotiationId ?? active?.id ?? "", memberId, move as Move<EscrowTerms>, {
    commandId: id,
  });
  return result.ok ? undefined : result;
}
