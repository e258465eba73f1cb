/**
 * @module
 * What a group's record asks for is done here: opening and ending negotiations, confirming and releasing reservations.
 * Each is done once at a time; what comes of it goes back as a command. A restart reads the same off the record.
 */

import { upcast } from "../core/index.js";
import type { Negotiation, Party } from "../core/record/index.js";
import { NegotiationError } from "../errors.js";
import type { MaybePromise, NegotiationRow } from "../ports/index.js";
import type { PartyInput, ServiceRules } from "../service/commands/index.js";
import type { NegotiationService, SideRecord } from "../service/room/index.js";
import { AGAIN_MS, type GroupKeeper, isPromise } from "./group-keeper.js";
import type {
  GroupAgents,
  GroupFunctions,
  GroupPlan,
  PlannedTrack,
  ReservationHook,
} from "./group-options.js";
import {
  endsLiveTracks,
  type GroupRecord,
  type GroupTrack,
  isLiveTrack,
  opensTracks,
} from "./group-record.js";

/** What the work of a group is done with. */
export interface GroupShell<Terms> {
  readonly service: NegotiationService<Terms>;
  readonly side: SideRecord;
  readonly plan: GroupPlan;
  readonly agents: GroupAgents<Terms>;
  readonly functions: GroupFunctions<Terms>;
  /** Aborts when the group has ended other than by its goal, and with the service; made for the first that wants it. */
  readonly signal: () => AbortSignal;
  readonly keeper: GroupKeeper;
  /** Shows the host how the tracks stand; left out where it does not want to see it. */
  readonly review: (() => void) | undefined;
}

/** What the group needs to know of a negotiation. */
export type EndedTrack<Terms> = Pick<Negotiation<Terms>, "id" | "outcome" | "turns">;

/** What a stored row says of a negotiation that has ended; nothing where it cannot be read. */
export function endedOf<Terms>({ state, schema }: NegotiationRow): readonly EndedTrack<Terms>[] {
  const read = upcast(state, "state", schema) as unknown as Omit<Negotiation<Terms>, "turns"> | null;
  return read === null ? [] : [{ id: read.id, outcome: read.outcome, turns: [] }];
}

/** Does what the record of a group asks for. */
export class GroupWork<Terms> {
  readonly #shell: GroupShell<Terms>;
  readonly #keeper: GroupKeeper;
  /** By negotiation; made for the first that is asked for, when there is a record. */
  #notes: ReadonlyMap<string, TrackNotes<Terms>> | undefined;
  readonly #rules = new Map<string, ServiceRules>();
  /** The tracks in which something was proposed while all are opened: told at once. */
  #begun: string[] | undefined;

  constructor(shell: GroupShell<Terms>) {
    this.#shell = shell;
    this.#keeper = shell.keeper;
  }

  #notesOf({ negotiationId }: GroupTrack): TrackNotes<Terms> {
    return this.#allNotes.get(negotiationId) as TrackNotes<Terms>;
  }

  get #allNotes(): ReadonlyMap<string, TrackNotes<Terms>> {
    this.#notes ??= new Map(this.#record.tracks.map((track, index) => [track.negotiationId, notesOn(index)]));
    return this.#notes;
  }

  /** The track of a negotiation, while it goes on. */
  #liveTrack(negotiationId: string): GroupTrack | undefined {
    const { record, isClosed } = this.#keeper;
    if (record === undefined || isClosed) return undefined;
    const track = record.tracks[this.#allNotes.get(negotiationId)?.index ?? -1];
    return track !== undefined && isLiveTrack(track) ? track : undefined;
  }

  /** Tells the group that a negotiation of it was deleted. */
  lost(negotiationId: string): void {
    const track = this.#liveTrack(negotiationId);
    if (track !== undefined) this.#gone(track, "unknown_negotiation");
  }

  /** Tells the group how a negotiation of it stands now. */
  heard(negotiation: EndedTrack<Terms>): void {
    const track = this.#liveTrack(negotiation.id);
    if (track === undefined) return;
    const { outcome, turns } = negotiation;
    const notes = this.#notesOf(track);
    if (outcome !== null) {
      this.#tellBegun(this.#begun?.splice(0) ?? []);
      this.#shell.side.unfollow(negotiation.id);
      const { status, reason, at, proposal } = outcome;
      if (proposal !== null) notes.terms = proposal.terms;
      const score = proposal === null ? null : this.#scoreOf(track, proposal.terms);
      const ending = Object.freeze({ status, reason, at });
      this.#keeper.decide({ type: "settle", trackId: track.id, outcome: ending, score });
    } else if (turns.length > 0 && track.state === "pending" && !notes.hasBegun) {
      notes.hasBegun = true;
      if (this.#begun !== undefined) this.#begun.push(track.id);
      else this.#tellBegun([track.id]);
    }
    this.#shell.review?.();
  }

  #tellBegun(trackIds: readonly string[]): void {
    if (trackIds.length > 0) this.#keeper.decide({ type: "begin", trackIds: Object.freeze(trackIds) });
  }

  /** Asked once for each track (NG-8). */
  #scoreOf(track: GroupTrack, terms: Terms): number | null {
    const { score } = this.#shell.functions;
    const notes = this.#notesOf(track);
    if (score === undefined || notes.score !== undefined) return notes.score ?? null;
    notes.score = null;
    try {
      const scored = score(terms, track);
      if (Number.isFinite(scored)) notes.score = scored;
    } catch (error) {
      this.#keeper.fault("score", error);
    }
    return notes.score;
  }

  /** What a track has agreed on, also before this process began. */
  termsOf(track: GroupTrack): MaybePromise<Terms> {
    return this.#notesOf(track).terms ?? this.#loaded(track);
  }

  async #loaded(track: GroupTrack): Promise<Terms> {
    const { service } = this.#shell;
    const { negotiationId } = track;
    const record = service.getNegotiation(negotiationId) ?? (await service.loadNegotiation(negotiationId));
    const terms = record?.outcome?.proposal?.terms as Terms;
    this.#notesOf(track).terms = terms;
    return terms;
  }

  /** Opens what is not open, all at once; in a new process also what is, so that its agents take part again. */
  openAll(): void {
    const { side, functions } = this.#shell;
    const { tracks } = this.#record;
    for (const { negotiationId } of tracks.filter(isLiveTrack)) side.follow(negotiationId);
    const begun: string[] = [];
    this.#begun = begun;
    tracks.forEach((track, index) => {
      if (!isLiveTrack(track)) return;
      if (functions.assess !== undefined && track.state === "pending") {
        if (this.#begins("assess", track)) void this.#assess(track, index, functions.assess);
      } else if (this.#begins("open", track)) void this.#open(track, index);
    });
    this.#begun = undefined;
    this.#tellBegun(begun);
  }

  /** Begins whatever the record asks for and is not under way. */
  go(): void {
    const group = this.#record;
    if (endsLiveTracks(group)) {
      for (const track of group.tracks) if (isLiveTrack(track)) this.#cancel(track);
    }
    // What binds when it is accepted is never reserved; what is reserved waits for the goal.
    if (group.commitment === "each" || (group.outcome === null && group.confirmBy === null)) return;
    const chosen = group.tracks.filter(({ state, isChosen }) => state === "reserved" && isChosen);
    for (const track of chosen) this.#confirm(track);
    const trackIds = chosen.filter((track) => this.#notesOf(track).isConfirmed).map(({ id }) => id);
    const isEnough = group.outcome === null ? trackIds.length === chosen.length : trackIds.length > 0;
    if (isEnough) this.#keeper.decide({ type: "confirm", trackIds: Object.freeze(trackIds) });
    for (const track of group.tracks.toReversed()) if (track.release === "due") this.#release(track, 1);
  }

  get #record(): GroupRecord {
    return this.#keeper.record as GroupRecord;
  }

  #begins(what: Work, track: GroupTrack): boolean {
    const notes = this.#notesOf(track);
    if (notes[what]) return false;
    notes[what] = true;
    return true;
  }

  #ends(what: Work, track: GroupTrack): void {
    this.#notesOf(track)[what] = false;
    if (!this.#keeper.isClosed) this.go();
  }

  /** It was never a negotiation, or is none any more. */
  #gone(track: GroupTrack, reason: string): void {
    const outcome = Object.freeze({ status: "withdrawn", reason, at: this.#shell.side.clock.now() } as const);
    this.#keeper.decide({ type: "settle", trackId: track.id, outcome, score: null });
  }

  async #open(track: GroupTrack, index: number): Promise<void> {
    const { service, plan, agents } = this.#shell;
    const { id: groupId, commitment } = this.#record;
    const { id, memberId, negotiationId } = track;
    const { member, proposal, rules } = plan.tracks[index] as PlannedTrack;
    try {
      if (opensTracks(this.#record)) {
        const created = await service.createNegotiation(
          withAgent(plan.coordinator, agents.coordinator),
          withAgent(member, agents.ofTrack(index, memberId)),
          proposal as Terms | undefined,
          {
            id: negotiationId,
            commandId: negotiationId,
            heldBy: commitment === "each" ? undefined : groupId,
            rules: this.#rulesOf(member, rules),
          },
        );
        this.heard(service.getNegotiation(negotiationId) ?? created);
      }
      this.#ends("open", track);
    } catch (error) {
      if (this.#keeper.isClosed) return;
      const code = NegotiationError.isInstance(error) ? error.code : "opening_refused";
      if (code === "store_failed")
        this.#keeper.later(`open:${id}`, AGAIN_MS, () => void this.#open(track, index));
      else {
        this.#gone(track, code);
        this.#ends("open", track);
      }
    }
  }

  /** Those of the plan, with an end that is not after the group's (NG-16). */
  #rulesOf(member: Party, given: ServiceRules | null): ServiceRules {
    const { side, plan } = this.#shell;
    const key = given === null ? member.kind : JSON.stringify([member.kind, given]);
    const known = this.#rules.get(key);
    if (known !== undefined) return known;
    const wanted = given === null ? BINDU : Object.freeze({ ...BINDU, ...given });
    const leftMs = Math.max(1, this.#record.deadlineAt - side.clock.now());
    const { totalMs } = side.rules.rulesFor(plan.coordinator, member, wanted);
    const rules =
      totalMs !== null && totalMs <= leftMs ? wanted : Object.freeze({ ...wanted, totalMs: leftMs });
    this.#rules.set(key, rules);
    return rules;
  }

  async #assess(track: GroupTrack, index: number, assess: Assess): Promise<void> {
    const { plan, functions } = this.#shell;
    const { minScore = Number.NEGATIVE_INFINITY } = functions;
    let isSuitable = false;
    try {
      const bid = await assess((plan.tracks[index] as PlannedTrack).member);
      isSuitable = bid?.accepted === true && bid.score >= minScore;
    } catch (error) {
      this.#keeper.fault("assess", error);
    }
    if (this.#keeper.isClosed) return;
    if (!isSuitable) this.#gone(track, "not_suitable");
    else if (this.#begins("open", track)) await this.#open(track, index);
  }

  async #cancel(track: GroupTrack): Promise<void> {
    const { id, negotiationId } = track;
    // What is being created is ended when it is there.
    if (this.#notesOf(track).open || !this.#begins("cancel", track)) return;
    const { service } = this.#shell;
    try {
      const result = await service.cancel(negotiationId);
      // Else it has ended meanwhile, here or elsewhere.
      const found = result.ok ? result.negotiation : await service.loadNegotiation(negotiationId);
      if (this.#keeper.isClosed) return;
      if (found === undefined) this.#gone(track, "cancelled");
      else if (found.outcome !== null) this.heard(found);
      else throw new Error("It is still live.");
    } catch {
      if (!this.#keeper.isClosed)
        this.#keeper.later(`cancel:${id}`, AGAIN_MS, () => this.#ends("cancel", track));
    }
  }

  /** With one retry (NG-13). */
  async #confirm(track: GroupTrack): Promise<void> {
    const notes = this.#notesOf(track);
    if (notes.isConfirmed || !this.#begins("confirm", track)) return;
    const { confirm } = this.#shell.functions;
    if (confirm === undefined) {
      notes.isConfirmed = true;
      return;
    }
    const signal = this.#shell.signal();
    const attempt = (): Promise<boolean> => this.#called("confirm", confirm, track, signal);
    notes.isConfirmed = (await attempt()) || (!signal.aborted && (await attempt()));
    if (this.#keeper.isClosed) return;
    if (notes.isConfirmed) this.go();
    else if (!signal.aborted) this.#keeper.decide({ type: "refuse", trackId: track.id });
  }

  #release(track: GroupTrack, attempt: number): void {
    const { id } = track;
    if (attempt === 1 && !this.#begins("release", track)) return;
    const { release } = this.#shell.functions;
    const keeper = this.#keeper;
    const ending = new AbortController();
    const over = (isDone: boolean): void => {
      if (ending.signal.aborted || keeper.isClosed) return;
      ending.abort();
      keeper.later(`late:${id}`, 0, undefined);
      const waitMs = RELEASE_AGAIN_MS * 2 ** (attempt - 1);
      if (isDone || attempt === RELEASE_ATTEMPTS) keeper.decide({ type: "release", trackId: id, isDone });
      else keeper.later(`release:${id}`, waitMs, () => this.#release(track, attempt + 1));
    };
    if (release === undefined) over(true);
    else {
      keeper.later(`late:${id}`, HOOK_MS, () => over(false));
      void this.#called("release", release, track, ending.signal).then(over);
    }
  }

  /** Whether the hook did it. */
  async #called(
    kind: "confirm" | "release",
    hook: ReservationHook<Terms>,
    track: GroupTrack,
    signal: AbortSignal,
  ): Promise<boolean> {
    const commandId = `${this.#shell.side.id}:${track.id}:${kind}`;
    try {
      const found = this.termsOf(track);
      const terms = isPromise(found) ? await found : found;
      if (this.#keeper.isClosed) return false;
      await hook(track, Object.freeze({ commandId, terms, signal }));
      return true;
    } catch (error) {
      if (!signal.aborted) this.#keeper.fault(kind, error);
      return false;
    }
  }
}

/** NG-1. */
const BINDU: ServiceRules = Object.freeze({ preset: "bindu" });

/** NG-13. */
const RELEASE_ATTEMPTS = 5;
const RELEASE_AGAIN_MS = 1_000;

/** Chosen: a release that has not answered by then has failed. Confirming is bounded by the group's deadline. */
const HOOK_MS = 30_000;

function withAgent<Terms>(party: Party, agent: PartyAgent<Terms>): PartyInput<Terms> {
  // Written out: to spread what is frozen costs many times as much.
  return { id: party.id, kind: party.kind, agent };
}

type Work = "assess" | "open" | "cancel" | "confirm" | "release";

type TrackNotes<Terms> = ReturnType<typeof notesOn<Terms>>;

/** What is known of a track in this process alone, and which work on it is under way. @param index - its place */
function notesOn<Terms>(index: number) {
  return {
    index,
    assess: false,
    open: false,
    cancel: false,
    confirm: false,
    release: false,
    hasBegun: false,
    isConfirmed: false,
    /** `null` counts as minus infinity; `undefined` before it is asked for. */
    score: undefined as number | null | undefined,
    terms: undefined as Terms | undefined,
  };
}

type PartyAgent<Terms> = GroupAgents<Terms>["coordinator"];

type Assess = NonNullable<GroupFunctions["assess"]>;
