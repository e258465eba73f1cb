/**
 * @module
 * The public class of a group: it keeps the record, stores each decision before it is told, and wakes for what is due.
 * What a decision is, is `decide-group.ts`'s business; what follows from it, `group-work.ts`'s.
 */

import { readOptions, unmet } from "../core/checks/index.js";
import type { Move, MoveFields } from "../core/moves/index.js";
import type { Negotiation } from "../core/record/index.js";
import { NegotiationError, shown } from "../errors.js";
import type { BinduContext } from "../presets/bindu/index.js";
import type { CommandResult } from "../service/commands/index.js";
import type { NegotiationService, SideRecord } from "../service/room/index.js";
import type { GroupEventName } from "./decide-group.js";
import { groupContext, memberContext } from "./group-context.js";
import { AGAIN_MS, GroupKeeper, isPromise, recordOf, unknownGroup } from "./group-keeper.js";
import {
  functionsOf,
  type GroupOptions,
  type GroupPlan,
  RESUME_KEYS,
  type ReadGroup,
  type ResumeOptions,
  readGroup,
} from "./group-options.js";
import {
  type GroupOutcome,
  type GroupRecord,
  type GroupResult,
  isLiveTrack,
  opensTracks,
} from "./group-record.js";
import { type EndedTrack, endedOf, GroupWork } from "./group-work.js";

/** The events of a group; each is told after its commit. */
export type GroupEvents = { readonly [Name in GroupEventName]: GroupRecord } & {
  /** A listener or a hook of the host has failed. */
  readonly "listener:error": {
    readonly event: string;
    readonly error: unknown;
    readonly negotiationId: string | null;
  };
};

/** What an abort comes to: a refusal where the group has ended otherwise. */
export type GroupAbort =
  /** `undefined` before it is stored: it will be aborted first of all. */
  | { readonly ok: true; readonly group: GroupRecord | undefined }
  | {
      readonly ok: false;
      readonly code: "negotiation_over";
      readonly message: string;
      readonly group: GroupRecord;
    };

/**
 * One coordinator and its negotiations with many members, in parallel, with one goal.
 *
 * Each track is an ordinary negotiation of the service; the group's own record is stored beside them.
 *
 * @typeParam Terms - what is negotiated about, in all tracks
 * @see docs/requirements/bindu.md, section 4
 * @example
 * const group = new NegotiationGroup(room, {
 *   coordinator: "lead",
 *   tracks: [
 *     { id: "gpu", member: { id: "ada", kind: "system", agent }, proposal: { price: 100 } },
 *     { id: "storage", member: { id: "smith", kind: "system", agent }, proposal: { price: 20 } },
 *   ],
 *   commitment: "all-or-nothing",
 * });
 * const { status, accepted } = await group.run();
 */
export class NegotiationGroup<Terms = unknown> {
  readonly #service: NegotiationService<Terms>;
  readonly #given: ReadGroup<Terms>;
  readonly #found: Resumed<Terms>["found"];
  readonly #side: SideRecord;
  readonly #keeper: GroupKeeper;
  readonly #work: GroupWork<Terms>;
  readonly #ending = new AbortController();
  readonly #result: Promise<GroupResult<Terms>>;
  #settle: { resolve(result: GroupResult<Terms>): void; reject(reason: unknown): void } | undefined;
  #hasBegun = false;
  #isCollecting = false;
  #reviewing: "no" | "yes" | "again" = "no";

  /**
   * @throws {NegotiationError} `rules_invalid` with all issues; `service_closed`
   * @throws {TypeError} on an unknown option, naming the nearest known one
   */
  constructor(service: NegotiationService<Terms>, options: GroupOptions<Terms>) {
    const resumed = options instanceof Resumed ? (options as Resumed<Terms>) : undefined;
    this.#service = service;
    this.#given = resumed?.given ?? readGroup(options);
    this.#found = resumed?.found ?? [];
    const side = service.sideRecord(this.#given.id, {
      wake: () => this.#keeper.wake(),
      heard: (id, negotiation) => (negotiation ? this.#work.heard(negotiation) : this.#work.lost(id)),
      ended: (reason) => this.#keeper.close(reason),
    });
    this.#side = side;
    this.#result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Who does not run it has another way to hear of its end.
    this.#result.catch(() => undefined);
    this.#keeper = new GroupKeeper(side, resumed?.record, {
      followed: (group) => this.#followed(group),
      closed: (reason) => {
        this.#ending.abort(reason);
        this.#settle?.reject(reason);
      },
    });
    const { plan, agents, functions } = this.#given;
    const keeper = this.#keeper;
    const signal = (): AbortSignal => this.#ending.signal;
    const review = functions.review && ((): void => this.#review());
    this.#work = new GroupWork<Terms>({ service, side, plan, agents, functions, signal, keeper, review });
  }

  /**
   * The group of that id as it was stored, going on where it was left: what is open is waited for, and its agents are
   * asked again; what was being confirmed or released is confirmed or released, by the same command ids.
   *
   * It goes on as soon as its caller has had the time to listen; `run()` gives the result.
   *
   * @param options - the functions and agents that no store can keep
   * @throws {NegotiationError} `unknown_negotiation` when there is none of that id; `service_closed`
   */
  static async resume<Terms>(
    service: NegotiationService<Terms>,
    id: string,
    options: ResumeOptions<Terms> = {},
  ): Promise<NegotiationGroup<Terms>> {
    const { agents = {}, signal, ...functions } = readOptions("options", options, RESUME_KEYS);
    const nothing = (): undefined => undefined;
    const nobody = { wake: nothing, heard: nothing, ended: nothing };
    const side = service.sideRecord(id, nobody);
    try {
      const row = await side.store.load(id);
      const [first] = row === null ? [] : await side.store.entries(id, { limit: 1 });
      const record = recordOf(row, id);
      if (record === undefined || first === undefined) throw unknownGroup(id);
      const { plan } = first.details as unknown as { readonly plan: GroupPlan };
      const given: ReadGroup<Terms> = {
        ...record,
        deadlineMs: record.deadlineAt - record.createdAt,
        plan,
        agents: {
          coordinator: agents[record.coordinatorId],
          ofTrack: (_, memberId) => agents[memberId],
        },
        functions: functionsOf(functions),
        signal,
      };
      const live = record.tracks.filter(isLiveTrack);
      // By the store: what the service has read itself it takes for known, and asks nobody about it.
      const rows = await Promise.all(live.map((track) => side.store.load(track.negotiationId)));
      const found = rows.flatMap((own) => (own?.isFinal ? endedOf<Terms>(own) : []));
      const group = new NegotiationGroup(service, new Resumed(given, record, found) as never);
      // Two turns of the queue: whoever awaits this call listens in between.
      void Promise.resolve().then(() => Promise.resolve().then(() => group.run().catch(() => undefined)));
      return group;
    } finally {
      side.leave();
    }
  }

  /** `grp_...` unless another was given; who holds an acceptance that is not binding yet. */
  get id(): string {
    return this.#side.id;
  }

  /** The newest record; `undefined` before it is stored. */
  get record(): GroupRecord | undefined {
    return this.#keeper.record;
  }

  /**
   * Runs the group to its end, and resolves with what it has come to, whatever that is. Called again, it gives the same.
   *
   * @throws {NegotiationError} `id_taken`; `service_closed` when the service ends first
   */
  run(): Promise<GroupResult<Terms>> {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#begin();
    }
    return this.#result;
  }

  /**
   * Ends the group: live tracks are cancelled, reservations released. A second abort changes nothing.
   *
   * @param reason - kept in the record's outcome; at most 300 characters
   * @returns a refusal when it has ended otherwise
   */
  async abort(reason?: string): Promise<GroupAbort> {
    if (this.record?.outcome == null)
      this.#keeper.decide({ type: "abort", note: reason?.slice(0, 300) ?? null });
    await this.#keeper.idle();
    const group = this.record;
    if (group?.outcome == null || group.status === "aborted") return { ok: true, group };
    const message = `Expected a group that goes on, got one that has ${group.status}. Read its outcome.`;
    return { ok: false, code: "negotiation_over", message, group };
  }

  /** A track's negotiation as this service knows it; `undefined` before it is opened. */
  negotiation(trackId: string): Negotiation<Terms> | undefined {
    const track = this.record?.tracks.find(({ id }) => id === trackId);
    return track === undefined ? undefined : this.#service.getNegotiation(track.negotiationId);
  }

  /**
   * Proposes terms to a member, for the coordinator: what a review does with what it has seen.
   *
   * @returns as `submit`: a refusal, `not_your_turn`, where the member has the floor
   * @throws {TypeError} when the group has no such track
   */
  offer(trackId: string, terms: Terms, fields: MoveFields = {}): Promise<CommandResult<Terms>> {
    const track = this.record?.tracks.find(({ id }) => id === trackId);
    if (track === undefined || this.record === undefined)
      throw new TypeError(unmet("trackId", "a track of the group", trackId));
    const { negotiationId } = track;
    const action = this.#service.getNegotiation(negotiationId)?.standing == null ? "propose" : "counter";
    return this.#service.submit(negotiationId, this.record.coordinatorId, {
      ...fields,
      action,
      terms,
    } as Move<Terms>);
  }

  /** Adds a listener. @returns the unsubscribe function */
  on<Name extends keyof GroupEvents>(
    event: Name,
    listener: (payload: GroupEvents[Name]) => void,
  ): () => void {
    return this.#keeper.on(event, listener as (payload: never) => void);
  }

  /**
   * The group as Bindu's context, for the coordinator: everybody, and all that was proposed.
   *
   * @throws {TypeError} when terms are no JSON objects, which Bindu's wire cannot carry
   * @see docs/requirements/bindu.md, BD-9
   */
  async context(): Promise<BinduContext> {
    return groupContext(this.#started(), await this.#negotiations());
  }

  /** What one member may see of it: the coordinator, itself, what the two proposed; `undefined` for a stranger (NG-21). */
  async viewForMember(memberId: string): Promise<BinduContext | undefined> {
    return memberContext(this.#started(), await this.#negotiations(), memberId);
  }

  #started(): GroupRecord {
    if (this.record !== undefined) return this.record;
    throw new TypeError("Expected a group that runs, got one that does not. Call run() first.");
  }

  #negotiations(): Promise<readonly (Negotiation<Terms> | undefined)[]> {
    const { tracks } = this.#started();
    const records = tracks.map(async ({ negotiationId }) => {
      return this.#service.getNegotiation(negotiationId) ?? this.#service.loadNegotiation(negotiationId);
    });
    return Promise.all(records);
  }

  #begin(): void {
    const { signal, id, plan, tracks, goal, commitment, reserveMs, deadlineMs } = this.#given;
    if (signal !== undefined) this.#abortWith(signal);
    this.#keeper.isAwaited = true;
    if (this.#keeper.record !== undefined) {
      this.#goOn();
      return;
    }
    const identified = tracks.map(({ id: trackId, memberId, required, slot }, index) => {
      const preset = plan.tracks[index]?.rules?.preset;
      const negotiationId = this.#side.opening.newId(typeof preset === "string" ? preset : "bindu");
      // Written out: to spread costs many times as much.
      return Object.freeze({ id: trackId, memberId, required, slot, negotiationId });
    });
    const rest = { goal, commitment, reserveMs, deadlineMs, tracks: Object.freeze(identified) };
    const command = { type: "create", id: this.id, coordinatorId: plan.coordinator.id, ...rest } as const;
    this.#keeper.create(Object.freeze(command), plan, (isCreated) => {
      if (isCreated) this.#goOn();
      else this.#keeper.close(idTaken(id ?? this.id));
    });
  }

  #abortWith(signal: AbortSignal): void {
    const onAbort = (): void => {
      void this.abort(signal.reason instanceof Error ? signal.reason.message : undefined);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    const done = (): void => signal.removeEventListener("abort", onAbort);
    this.#result.then(done, done);
  }

  #goOn(): void {
    // What ended while nobody looked counts as of then: it is decided before time is.
    this.#keeper.held(() => {
      for (const negotiation of this.#found) this.#work.heard(negotiation);
    });
    this.#keeper.begin(() => {
      if (this.record !== undefined && opensTracks(this.record)) this.#work.openAll();
    });
  }

  #followed(group: GroupRecord): void {
    if (group.outcome !== null && group.status !== "completed") this.#ending.abort();
    if (this.#hasBegun) this.#work.go();
    if (group.settledAt !== null) this.#resolve(group);
  }

  #resolve(group: GroupRecord): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    this.#collect(group).catch(() => {
      this.#isCollecting = false;
      this.#keeper.later("result", AGAIN_MS, () => this.#resolve(group));
    });
  }

  async #collect({ tracks, outcome }: GroupRecord): Promise<void> {
    const { status, reason, at } = outcome as GroupOutcome;
    const accepted: [string, Terms][] = [];
    const agreementIds: string[] = [];
    for (const track of tracks) {
      if (track.state !== "confirmed") continue;
      const terms = this.#work.termsOf(track);
      accepted.push([track.id, isPromise(terms) ? await terms : terms]);
      agreementIds.push(track.negotiationId);
    }
    const result = { status, reason, tracks, accepted: Object.fromEntries(accepted), agreementIds, at };
    this.#settle?.resolve(Object.freeze(result));
    this.#keeper.rest();
  }

  #review(): void {
    const { review } = this.#given.functions;
    if (review === undefined || this.#keeper.isClosed || this.record?.outcome != null) return;
    if (this.#reviewing !== "no") {
      this.#reviewing = "again";
      return;
    }
    this.#reviewing = "yes";
    const run = async (): Promise<void> => {
      try {
        await Promise.resolve();
        if (!this.#keeper.isClosed) await review(this, this.#ending.signal);
      } catch (error) {
        this.#keeper.fault("review", error);
      }
      const isAgain = this.#reviewing === "again";
      this.#reviewing = "no";
      if (isAgain) this.#review();
    };
    void run();
  }
}

/**
 * Makes a group, which `run()` starts.
 *
 * @throws {NegotiationError} `rules_invalid` with all issues, before anything starts
 * @throws {TypeError} on an unknown option, naming the nearest known one
 */
export function createNegotiationGroup<Terms>(
  service: NegotiationService<Terms>,
  options: GroupOptions<Terms>,
): NegotiationGroup<Terms> {
  return new NegotiationGroup(service, options);
}

/** A group that was stored before. */
class Resumed<Terms> {
  readonly given: ReadGroup<Terms>;
  readonly record: GroupRecord;
  /** What of its live tracks has ended meanwhile. */
  readonly found: readonly EndedTrack<Terms>[];

  constructor(given: ReadGroup<Terms>, record: GroupRecord, found: Resumed<Terms>["found"]) {
    this.given = given;
    this.record = record;
    this.found = found;
  }
}

function idTaken(id: string): NegotiationError {
  const message = `Expected a new id, got ${shown(id)}, which is taken. Resume the group, or choose another.`;
  return new NegotiationError("id_taken", message, { details: { id } });
}
