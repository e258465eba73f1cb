/**
 * A Colyseus room in which two players of a game trade: they see the state of the table, hear of each commit as they may
 * see it, and hand in moves. `main.ts` puts it behind a port.
 */
import { type Client, type Delayed, Room, validate } from "@colyseus/core";
import { type Clock, NegotiationService, type ServiceRules, seatOf } from "concordat";
import type { NegotiationStore } from "concordat/store";
import * as z from "zod";
import { type Answer, drain, follow, handIn } from "../hosts/seat.js";
import { copyView, Trade, TradeState } from "./trade-state.js";

/** What a room is made with, by the host. */
export interface TradeOptions {
  /** Who the credentials of a client belong to; `undefined` for nobody. Nothing else says who speaks. */
  readonly playerOf: (token: string) => string | undefined;
  readonly rules?: ServiceRules;
  /** What all tables keep their negotiations in. @default each in a memory of its own */
  readonly store?: NegotiationStore;
  /** Seconds for which a seat waits for a line that dropped. @default 60 */
  readonly awaySeconds?: number;
  /** Ms for which what is open may still end when the server shuts down. @default 5_000 */
  readonly drainMs?: number;
}

/** Somebody at the table; who it is says `onAuth`. */
type Player = Client<{ auth: { playerId: string }; userData: { line: AbortController } }>;

const idOf = ({ auth }: Player): string => auth?.playerId ?? "";

// Colyseus hangs up (4002) on what its schema refuses: ours takes any object, and the service judges.
const AnyObject = z.looseObject({});

/** The class for `server.define("trade", Trades)`, and its `drain` for `server.onBeforeShutdown(Trades.drain)`. */
export function tradeRoom({ playerOf, rules, store, awaySeconds = 60, drainMs = 5_000 }: TradeOptions) {
  const rooms = new Set<{ readonly service: NegotiationService<Trade>; broadcast(type: string): void }>();
  const telling = new Set<Promise<void>>();
  let isClosing = false;
  return class TradeRoom extends Room<{ state: InstanceType<typeof TradeState>; client: Player }> {
    override maxClients = 2;
    override state = new TradeState();
    service!: NegotiationService<Trade>;

    override messages = {
      "negotiation:move": validate(AnyObject, (client: Player, message) => this.#handIn(client, message)),
      "negotiation:follow": validate(AnyObject, (client: Player, { seenTurns }) =>
        this.#tell(client, Number.isSafeInteger(seenTurns) ? Number(seenTurns) : undefined),
      ),
    };

    static override async onAuth(token: string): Promise<{ playerId: string }> {
      const playerId = isClosing ? undefined : playerOf(token);
      if (playerId === undefined) throw new Error("unauthenticated");
      return { playerId };
    }

    override onCreate(): void {
      const options = { clock: clockOf(this.clock), terms: Trade, rules, store };
      this.service = new NegotiationService<Trade>(this.roomId, options);
      rooms.add(this);
      this.service.on("negotiation:started", ({ id, initiator }) => {
        for (const client of this.clients) this.#tell(client);
        // What is copied is no player's own: either's view has it.
        follow(this.service, id, initiator.id, ({ view }) => copyView(view, this.state)).catch(console.error);
      });
    }

    override onJoin(client: Player): void {
      const playerId = idOf(client);
      if (this.clients.some((one) => one !== client && idOf(one) === playerId))
        throw new Error("This player sits at the table.");
      this.state.players.set(playerId, true);
      this.#tell(client);
    }

    /** The seat waits; the deadlines of the negotiation do not. */
    override onDrop(client: Player): void {
      client.userData?.line.abort();
      this.state.players.set(idOf(client), false);
      this.allowReconnection(client, awaySeconds).catch(() => undefined);
    }

    override onReconnect(client: Player): void {
      this.state.players.set(idOf(client), true);
    }

    /** For good: what is open is called off first, so that it is heard. */
    override async onLeave(client: Player): Promise<void> {
      client.userData?.line.abort();
      const active = this.service.getActiveNegotiation();
      const playerId = idOf(client);
      this.state.players.delete(playerId);
      if (active && seatOf(active, playerId) && !this.service.isClosed)
        await this.service.cancel(active.id, { details: { left: playerId } });
    }

    /** For `server.onBeforeShutdown`: opens nothing more, lets what is open end, cancels the rest, all of it told. */
    static async drain(): Promise<void> {
      isClosing = true;
      for (const room of rooms) room.broadcast("server:closing");
      await drain(
        Array.from(rooms, ({ service }) => service),
        drainMs,
      );
      await Promise.all(telling);
    }

    override onDispose(): void {
      rooms.delete(this);
      this.service.destroy();
    }

    /** The answer goes back to who asked: as that of `room.request`, or of `room.send` with a callback. */
    #handIn(client: Player, message: unknown): Promise<Answer<Trade>> {
      const playerId = idOf(client);
      const other = isClosing ? undefined : this.clients.find((one) => idOf(one) !== playerId);
      const party = (id: string) => ({ id, kind: "personal" }) as const;
      return handIn(() => this.service, party(playerId), other && party(idOf(other)), message);
    }

    /** Tells a player of what there is, and from then on, on the line that it has now. */
    #tell(client: Player, seenTurns?: number): void {
      client.userData?.line.abort();
      const line = new AbortController();
      client.userData = { line };
      const playerId = idOf(client);
      const known = this.service.getLatestNegotiation();
      if (known === undefined || seatOf(known, playerId) === undefined) return;
      const send = (snapshot: object): void => client.send("negotiation:snapshot", snapshot);
      const told = follow(this.service, known.id, playerId, send, { signal: line.signal, seenTurns });
      telling.add(told);
      told.catch(console.error).finally(() => telling.delete(told));
    }
  };
}

/** The room's own timers, which end with it, as those of its service. */
function clockOf(clock: Room["clock"]): Clock {
  return {
    now: () => Date.now(),
    setTimeout: (callback, ms) => clock.setTimeout(callback, ms),
    clearTimeout: (handle) => (handle as Delayed).clear(),
  };
}
