/**
 * @module
 * A room as the scenarios of the `room` preset speak of it: parties `a` and `b`, terms with a total, and
 * moves that come as messages.
 */

import { expect } from "vitest";
import type { Negotiation } from "../../src/core/record/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { type Offer, type OpenRoom, openRoom } from "../kit/open-room.js";

/** The opening terms. */
export const P: Offer = { totalAmount: 100 };

/** What one message may say beside its type and sender. */
export interface Said {
  readonly id?: string;
  readonly proposal?: unknown;
  readonly reason?: string;
  readonly expectedVersion?: number;
  readonly negotiationId?: string;
}

/** A room in which a and b negotiate. */
export class World {
  readonly opened: OpenRoom<Offer>;
  #id = "";

  constructor(options: ServiceOptions<Offer> = {}, roomId?: string) {
    this.opened = openRoom<Offer>(options, roomId);
  }

  get room(): OpenRoom<Offer>["room"] {
    return this.opened.room;
  }

  get id(): string {
    return this.#id;
  }

  /** The record as it is now. */
  get record(): Negotiation<Offer> {
    const record = this.room.getNegotiation(this.#id);
    if (record === undefined) throw new Error(`No negotiation ${this.#id}.`);
    return record;
  }

  async create(proposal: Offer = P, initiator = "a", responder = "b"): Promise<Negotiation<Offer>> {
    const created = await this.room.createNegotiation(initiator, responder, proposal);
    this.#id = created.id;
    return created;
  }

  /** Sends a message of that type. */
  send(type: string, fromAgent: string, said: Said = {}): Promise<void> {
    return this.room.handleAgentMessage({ type, negotiationId: this.#id, fromAgent, ...said });
  }

  counter(from: string, totalAmount = 80): Promise<void> {
    return this.send("agent_counter", from, { proposal: { totalAmount } });
  }

  accept(from: string): Promise<void> {
    return this.send("agent_accept", from);
  }

  reject(from: string, reason?: string): Promise<void> {
    return this.send("agent_reject", from, reason === undefined ? {} : { reason });
  }

  /** Counters by turns, b first. */
  async counters(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) await this.counter(turn % 2 === 0 ? "b" : "a", 90 - turn);
  }

  pass(ms: number): Promise<void> {
    return this.opened.clock.advance(ms);
  }

  /** How often each of these was told. */
  told(counts: Readonly<Record<string, number>>): void {
    const found = Object.fromEntries(
      Object.keys(counts).map((name) => [
        name,
        this.opened.count((name.includes(":") ? name : `negotiation:${name}`) as never),
      ]),
    );
    expect(found).toEqual(counts);
  }

  /** The codes of the dropped messages, in order. */
  get dropped(): string[] {
    return this.opened.payloads("message:dropped").map(({ code }) => code);
  }
}
