/**
 * @module
 * Records of another kind beside the negotiations of a room, in its store and behind its timer: a group keeps its own
 * here. Their rows stand in a room of their own, which no service serves; what they mean is their keeper's business.
 */

import { demandText } from "../../core/checks/index.js";
import { NEVER } from "../../core/deadlines/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { NegotiationError } from "../../errors.js";
import type { Clock, Ids, NegotiationStore } from "../../ports/index.js";
import type { CreateHandler, RulesResolver } from "../commands/index.js";
import { IsolatedEmitter, type ListenerError, type Observers } from "../events/index.js";
import type { ResolvedOptions } from "../options/index.js";
import type { Waiter, Waiters } from "../queries/index.js";
import { PassingMap } from "../queue/index.js";
import { RoomTimer } from "../timing/index.js";

/** Who keeps a record beside the negotiations, as the service calls it. None of these throws. */
export interface RecordKeeper<Terms = unknown> {
  /** The instant that was asked for has come, or somebody else's sweep has found the record. */
  readonly wake: () => void;
  /** A negotiation that is followed has a newer record, whose events were told; or none: it was deleted. */
  readonly heard: (negotiationId: string, negotiation?: Negotiation<Terms>) => void;
  /** The service has ended: nothing of the keeper may run any more. */
  readonly ended: (reason: NegotiationError) => void;
}

/** A record beside the negotiations of a room: where it is kept, and what its keeper hears. */
export interface SideRecord {
  readonly id: string;
  /** Of the row in which it is stored: no room of negotiations. */
  readonly roomId: string;
  readonly store: NegotiationStore;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Ids of new negotiations. */
  readonly opening: Pick<CreateHandler<never>, "newId">;
  /** What rules come to for two parties in this room. */
  readonly rules: Pick<RulesResolver, "rulesFor">;
  /** Asks for one wake-up, instead of the one that was asked for before; `Infinity` for none. */
  readonly arm: (version: number, at: number, keepsProcessAlive: boolean) => void;
  /** Hears of a negotiation from now on, also before it is created. */
  readonly follow: (negotiationId: string) => void;
  readonly unfollow: (negotiationId: string) => void;
  readonly emitter: SideEmitter;
  /** Hears nothing more; what is stored stays. */
  readonly leave: () => void;
}

/** What the side records of a room work with. */
export interface SideRecordsOptions<Terms> {
  readonly roomId: string;
  readonly options: ResolvedOptions<Terms>;
  readonly observers: Observers;
  readonly waiters: Waiters<Terms>;
  readonly rules: RulesResolver;
  readonly opening: SideRecord["opening"];
  sides: SideRecords<Terms> | undefined;
}

/** The records beside the negotiations of one room. */
export class SideRecords<Terms> {
  readonly #room: SideRecordsOptions<Terms>;
  readonly #roomId: string;
  readonly #timer: RoomTimer;
  /** Who hears of a negotiation, or of its own record. */
  readonly #keepers = new PassingMap<string, readonly RecordKeeper<Terms>[]>();

  constructor(room: SideRecordsOptions<Terms>) {
    this.#room = room;
    this.#roomId = `${SIDE_ROOM}${room.roomId}`.slice(0, 256);
    this.#timer = new RoomTimer(this.#roomId, room.options.timer, room.observers, ({ id }) => {
      for (const keeper of this.#keepers.get(id) ?? []) keeper.wake();
    });
  }

  /** Those of a room, made for the first. */
  static of<Terms>(room: SideRecordsOptions<Terms>): SideRecords<Terms> {
    room.sides ??= new SideRecords(room);
    return room.sides;
  }

  /** Opens one. @param given - its id; a new one when left out */
  open(given: string | undefined, keeper: RecordKeeper<Terms>): SideRecord {
    if (given !== undefined) demandText("id", given, 256);
    const { options, observers, waiters, rules, opening } = this.#room;
    const { clock, store, ids, uuid, ownsStore, hearOthers } = options;
    const roomId = this.#roomId;
    const id = given ?? (uuid === undefined ? ids("group") : `grp_${uuid()}`);
    const heard = new Map<string, Waiter<Terms> | undefined>();
    const hear = (of: string, waiter?: Waiter<Terms>): void => {
      heard.set(of, waiter);
      this.#keepers.set(of, [...(this.#keepers.get(of) ?? []), keeper]);
    };
    const unfollow = (of: string): void => {
      const waiter = heard.get(of);
      if (!heard.delete(of)) return;
      const others = this.#keepers.get(of)?.filter((one) => one !== keeper);
      if (others?.length) this.#keepers.set(of, others);
      else this.#keepers.delete(of);
      if (waiter !== undefined) waiters.leave(of, waiter);
    };
    hear(id);
    return {
      id,
      roomId,
      store,
      ids,
      clock,
      opening,
      rules,
      arm: (version, at, keepsProcessAlive) => {
        if (at === NEVER) this.#timer.disarm(id);
        else this.#timer.armAt({ id, version, roomId, at, keepsProcessAlive });
      },
      follow: (of) => {
        // Where the feed tells what others commit, nobody has to look.
        if (!heard.has(of)) hear(of, ownsStore || hearOthers ? undefined : waiters.join(of));
      },
      unfollow,
      emitter: new SideEmitter(observers),
      leave: () => {
        for (const of of heard.keys()) unfollow(of);
        if (!this.#keepers.get(id)) this.#timer.disarm(id);
      },
    };
  }

  /** A negotiation has a newer record, whose events were told; or none any more. */
  heard(id: string, negotiation?: Negotiation<Terms>): void {
    for (const keeper of this.#keepers.get(id) ?? []) keeper.heard(id, negotiation);
  }

  /** The service ends. @returns when no wake-up runs any more */
  end(reason: NegotiationError): Promise<void> {
    const keepers = new Set(this.#keepers.values().flat());
    this.#keepers.clear();
    for (const keeper of keepers) keeper.ended(reason);
    return this.#timer.stop();
  }
}

/** Whether it is where records beside the negotiations of a room are kept. */
export function isSideRoom(roomId: string): boolean {
  return roomId.startsWith(SIDE_ROOM);
}

/** Chosen: in front of a room's id, the room of what is kept beside its negotiations. */
const SIDE_ROOM = "grp_in:";

/** Tells of a record, to listeners that cannot hurt each other; a fault that nobody hears is said aloud. */
export class SideEmitter extends IsolatedEmitter<Record<string, unknown>> {
  readonly #observers: Observers;

  constructor(observers: Observers) {
    super();
    this.#observers = observers;
  }

  override listenerFailed(failed: ListenerError, payload: unknown): boolean {
    const isHeard = super.listenerFailed(failed, payload);
    if (!isHeard) this.#observers.unheard("listener:error", failed);
    return isHeard;
  }
}
