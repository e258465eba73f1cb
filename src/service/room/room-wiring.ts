/**
 * @module
 * A room at work: the parts of a service wired together, and what follows a commit: listeners hear, the
 * wake-up is armed, the next agent is asked. Its public face is `negotiation-service.ts`.
 */

import { NEVER } from "../../core/deadlines/index.js";
import { upcast } from "../../core/index.js";
import type { Negotiation } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type { KnownAgent, MaybePromise, NegotiationRow, WakeUpHandler } from "../../ports/index.js";
import { RoomAgents, type RunningCall, seatOnFloor, TurnRunner } from "../agents/index.js";
import type { CommandResult, Committed, ReadParties } from "../commands/index.js";
import {
  CommandHandler,
  CreateHandler,
  InDoubt,
  MoveReview,
  RecordCache,
  RulesResolver,
  refusalError,
  STORE_AGAIN_MS,
  unknownNegotiation,
} from "../commands/index.js";
import { codeOf, type DropReason, Observers, Outbox, type Tell } from "../events/index.js";
import { OutboxTrimmer, RemoteCommits } from "../feed/index.js";
import type { ResolvedOptions } from "../options/index.js";
import { ANYBODY, ParkedTurns, routeTurn } from "../parking/index.js";
import { type Waiter, Waiters } from "../queries/index.js";
import { atMost, isPromise, runSteps, SerialQueue } from "../queue/index.js";
import { isDamaged, RoomTimer, resumed } from "../timing/index.js";
import type { SideRecords } from "./side-records.js";

/** The working parts of one room. They are only declared: a field would be defined twice, and there are thousands of rooms. */
export class Room<Terms> {
  declare readonly roomId: string;
  declare readonly options: ResolvedOptions<Terms>;
  declare readonly cache: RecordCache<Terms>;
  declare readonly outbox: Outbox;
  declare readonly review: MoveReview<Terms>;
  declare readonly commands: CommandHandler<Terms>;
  declare readonly opening: CreateHandler<Terms>;
  declare readonly parked: ParkedTurns<Terms>;
  declare readonly observers: Observers;
  declare readonly waiters: Waiters<Terms>;
  declare readonly rules: RulesResolver;
  readonly #queue = new SerialQueue();
  readonly #runner: TurnRunner<Terms>;
  readonly #roomTimer: RoomTimer;
  readonly #agents: RoomAgents<Terms>;
  readonly #remoteCommits: RemoteCommits<Terms> | undefined;
  #stopHearing: (() => Promise<void>) | undefined;
  readonly #trimmer: OutboxTrimmer | undefined;
  sides: SideRecords<Terms> | undefined;
  #phase: "open" | "closing" | "closed" = "open";
  #closing: ReturnType<typeof atMost> | undefined;
  #stopped: Promise<void> | undefined;

  /** @throws {NegotiationError} `rules_invalid` listing all issues */
  constructor(roomId: string, options: ResolvedOptions<Terms>, tell: Tell) {
    this.roomId = roomId;
    this.options = options;
    this.#agents = new RoomAgents<Terms>(options);
    this.rules = new RulesResolver(options.rules, options.fallback !== undefined);
    this.observers = new Observers(options.observer, options.warnings ? roomId : undefined);
    this.outbox = new Outbox(this.#queue, tell);
    const { keepOutboxMs: keepMs, store, clock } = options;
    const { rules, observers } = this;
    const onError = (error: unknown): void => observers.warn("outbox not trimmed", { code: codeOf(error) });
    this.#trimmer = keepMs === undefined ? undefined : new OutboxTrimmer({ store, clock, keepMs, onError });
    const wakeUp: WakeUpHandler = ({ id, version }) => this.wake(id, version);
    this.#roomTimer = new RoomTimer(roomId, options.timer, this.observers, wakeUp);
    const isShared = !options.ownsStore;
    // A version above all others: what is stored by now is looked for.
    const look = (id: string): Promise<void> => this.wake(id, NEVER).catch(() => undefined);
    this.waiters = new Waiters<Terms>(options.clock, isShared ? options.sweepIntervalMs : NEVER, look);
    // One object for all parts of a room: a copy for each would be most of what a room costs.
    const outer = {
      ...options,
      ...{ roomId, rules, observers, isShared },
      onKept: (record: Negotiation<Terms>) => this.waiters.tell(record),
      onDamaged: (id: string) => this.#warn("record damaged", id, "record_damaged"),
      onLost: (id: string) => this.#lost(id),
    };
    this.cache = new RecordCache<Terms>(outer);
    this.review = new MoveReview<Terms>(outer);
    const { cache, review } = this;
    const hearing =
      options.hearOthers &&
      new RemoteCommits<Terms>({
        ...outer,
        cache,
        look,
        inTurn: (id, work) => this.commands.inTurn(id, () => void (this.isClosed || work())),
        publish: (events) => this.outbox.publish(events),
        onHeard: (negotiation) => this.#heard(negotiation),
        onError: (id, error) => this.#warn("commit not heard", id, codeOf(error, "record_damaged")),
      });
    this.#remoteCommits = hearing;
    const onOvertaken = (newer: Negotiation<Terms>): void => this.#goOn(newer);
    const queue = this.#queue;
    const inner = Object.assign(outer, {
      ...{ cache, review, queue, onOvertaken },
      inDoubt: new InDoubt<Terms>({ cache, clock, queue, onOvertaken }),
      assertOpen: () => this.#assertNotClosed(),
      catchUp: hearing && ((record: Negotiation<Terms>) => hearing.catchUp(record)),
      wake: (id: string) => this.wake(id),
      onCommitted: (decision: Committed<Terms>) => this.#committed(decision),
      onCreated: this.#created.bind(this),
      onFound: this.#found.bind(this),
    });
    this.commands = new CommandHandler<Terms>(inner);
    this.opening = new CreateHandler<Terms>(inner);
    const asking = Object.assign(inner, {
      commands: this.commands,
      agents: this.#agents,
      onDropped: ({ negotiation, partyId, turnNumber }: RunningCall<Terms>, why: DropReason) =>
        this.outbox.say(
          "turn:dropped",
          Object.freeze({ negotiationId: negotiation.id, partyId, turnNumber, why }),
        ),
    });
    this.parked = new ParkedTurns<Terms>(asking);
    this.#runner = new TurnRunner<Terms>(asking);
  }

  /** Begins to hear what other processes commit, and to trim; no sooner than somebody listens or asks. */
  listen(): void {
    if (this.#phase !== "open") return;
    this.#trimmer?.begin();
    const { hearOthers: feed } = this.options;
    if (feed !== undefined) this.#stopHearing ??= this.#remoteCommits?.listen(feed);
  }

  /** Whether new commands are taken. */
  get isOpen(): boolean {
    return this.#phase === "open";
  }

  /** Whether nothing may fire any more. */
  get isClosed(): boolean {
    return this.#phase === "closed";
  }

  /** Whether no negotiation is live here and no command runs. */
  get isQuiet(): boolean {
    return this.cache.isQuiet && this.#queue.busyCount === 0 && this.waiters.isEmpty;
  }

  /** Does the work of a caller, while the room is open. */
  atOnce<T>(work: () => T): T {
    if (this.#phase !== "open") throw closed(this.roomId);
    this.listen();
    return work();
  }

  /** Does the work at once, and gives its answer or its throw as a promise. */
  promised<T>(work: () => MaybePromise<T>): Promise<T> {
    try {
      return Promise.resolve(this.atOnce(work));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** The record that counts, by `RecordCache.current`. */
  current(id: string): Promise<Negotiation<Terms> | undefined> {
    return this.promised(() => runSteps(this.cache.current(id)));
  }

  /** Warns when a command that nobody waits for comes to nothing. */
  warnUnless(what: string, id: string, result: Promise<CommandResult<Terms>>): void {
    const warn = (code: string): void => this.#warn(`${what} failed`, id, code);
    result.then(
      (given) => {
        if (!given.ok && given.code !== "negotiation_over") warn(given.code);
      },
      (error: unknown) => warn(codeOf(error)),
    );
  }

  /** Takes no new command, lets those that were given end for a while, then destroys. */
  close(tidy: () => void): Promise<void> {
    const { clock, closeMs } = this.options;
    this.#closing ??= atMost(clock, closeMs, this.#close(tidy), () => {
      this.observers.warn("close gave up", { roomId: this.roomId, closeMs, commands: this.#queue.busyCount });
      this.destroy(tidy);
    });
    return this.#closing[0];
  }

  /** @param tidy - takes the listeners away, before anybody is called again */
  destroy(tidy: () => void, isClosing = false): void {
    if (!isClosing) this.#closing?.[1]();
    if (this.#phase === "closed") return;
    this.#phase = "closed";
    const reason = closed(this.roomId);
    tidy();
    this.#runner.stop();
    this.#agents.clear();
    this.review.stop(reason);
    this.cache.stopPausing(reason);
    this.cache.clear();
    this.#trimmer?.stop();
    const ends = [this.#roomTimer.stop(), this.#stopHearing?.(), this.sides?.end(reason)];
    this.#stopped = Promise.all(ends).then(() => undefined);
    this.observers.ended(this.roomId);
    if (this.options.ownsStore) this.options.store.close();
    this.waiters.rejectAll(reason);
  }

  async #close(tidy: () => void): Promise<void> {
    if (this.#phase === "open") {
      this.#phase = "closing";
      this.#runner.stop();
      this.cache.stopPausing(closed(this.roomId));
      await this.#queue.idle();
    }
    this.destroy(tidy, true);
    await this.#stopped;
  }

  #created(decision: Committed<Terms>, agents: ReadParties<Terms>["agents"]): void {
    const { negotiation } = decision;
    if (this.#phase !== "closed") {
      this.#agents.bring(negotiation, agents);
      this.cache.keepCreated(negotiation);
    }
    this.#committed(decision);
  }

  /** It was created before: the agents that it was to have here take part all the same. */
  #found(existing: Negotiation<Terms>, agents: ReadParties<Terms>["agents"]): void {
    if (this.#phase === "closed") return;
    this.#agents.bring(existing, agents);
    this.#goOn(existing);
  }

  /** Deleted: nothing goes on, and who waits hears that there is nothing to wait for. */
  #lost(id: string): void {
    this.#runner.end(id);
    this.#remoteCommits?.forget(id);
    this.#ended(id)?.reject(refusalError(unknownNegotiation(id)));
    this.sides?.heard(id);
  }

  /** Others have moved: who waits here hears of the end, and the agent that its party brought here is asked. */
  #heard(negotiation: Negotiation<Terms>): void {
    if (this.isClosed) return;
    const isHere = this.#runner.callOf(negotiation.id) !== undefined || this.#agents.isBrought(negotiation);
    if (negotiation.outcome !== null) this.#goOn(negotiation);
    else if (isHere) {
      this.#runner.consider(negotiation);
      this.arm(negotiation);
    }
    this.sides?.heard(negotiation.id, negotiation);
  }

  #ended(id: string): Waiter<Terms> | undefined {
    this.#agents.forget(id);
    this.#roomTimer.disarm(id);
    return this.waiters.take(id);
  }

  /** Goes on with what an earlier process left (ST-87), once what others commit meanwhile is heard. */
  resume(): MaybePromise<void> {
    const { hearOthers: feed } = this.options;
    return feed === undefined ? this.#resume() : feed.begun.then(() => this.#resume());
  }

  #resume(): MaybePromise<void> {
    const { roomId, cache, options } = this;
    const isTaken = ({ state, schema, version }: NegotiationRow): boolean => {
      const record = upcast(state, "state", schema) as unknown as Negotiation<Terms> | null;
      // A damaged one is to be told of.
      if (record?.version !== version || !record.rules) return true;
      const kind = record.awaiting?.kind;
      if (kind === "move" && record.rules.park !== null) return true;
      return (kind === "move" || kind === "fallback") && this.#agents.of(record) !== undefined;
    };
    const { agentFor, fallback, directory } = options;
    const takesNone = !agentFor && !fallback && !directory && !this.rules.parks;
    const steps = resumed<Terms>({
      ...options,
      roomId,
      cache,
      wake: (id) => this.wake(id).catch(() => undefined),
      listen: () => this.#roomTimer.listen(),
      isTaken: takesNone ? undefined : isTaken,
      goOn: (record) => this.#goOn(record),
      assertOpen: () => this.#assertNotClosed(),
    });
    return runSteps(steps);
  }

  /** After a commit: the room is free, then listeners hear, then the wake-up is armed and the next agent asked. */
  #committed({ negotiation, events }: Committed<Terms>): void {
    if (this.#phase === "closed") return;
    this.cache.keep(negotiation);
    this.#remoteCommits?.note(negotiation);
    this.outbox.publish(events);
    // What is told late, after a store that failed, may be old news by now.
    this.#goOn(this.cache.known(negotiation.id) ?? negotiation);
  }

  #goOn(negotiation: Negotiation<Terms>): void {
    if (this.isClosed) return;
    this.#runner.consider(negotiation);
    const { id, outcome, rules } = negotiation;
    if (outcome !== null) this.#ended(id)?.resolve(outcome);
    else {
      this.arm(negotiation);
      if (rules.park !== null) this.#route(negotiation);
    }
    this.sides?.heard(id, negotiation);
  }

  /** Sends a turn that no agent of this process takes to where the rules that park want it (PT-1). */
  #route(negotiation: Negotiation<Terms>): void {
    const { id, awaiting } = negotiation;
    if (awaiting?.kind !== "move" || this.#phase !== "open" || this.#runner.callOf(id) !== undefined) return;
    const party = negotiation[seatOnFloor(negotiation)];
    const warn = (error: unknown): void => {
      // Its turn deadline stands: nothing is lost but the wait.
      if (!this.isClosed) this.#warn("turn not parked", id, codeOf(error));
    };
    const go = (agents: readonly KnownAgent[]): MaybePromise<unknown> => {
      if (this.#phase !== "open" || (this.cache.known(id) ?? negotiation) !== negotiation) return undefined;
      const { to } = routeTurn(party, agents, this.options.clock.now(), negotiation.rules.park);
      if (to === "park") return this.commands.ifVersion(negotiation, { type: "park" });
      if (to === "inline" || this.options.fallback === undefined) return undefined;
      this.#runner.consider(negotiation, this.options.fallback);
      return this.arm(negotiation);
    };
    try {
      const agents = this.options.directory?.agentsOf(party.id) ?? ANYBODY;
      const parked = isPromise(agents) ? agents.then(go) : go(agents as readonly KnownAgent[]);
      if (isPromise(parked)) parked.then(undefined, warn);
    } catch (error) {
      warn(error);
    }
  }

  arm(negotiation: Negotiation<Terms>, notBefore?: number): void {
    const isAwaited = this.waiters.keepAlive(negotiation.id);
    this.#roomTimer.arm(negotiation, this.#runner.callOf(negotiation.id), isAwaited, notBefore);
  }

  /** A wake-up: what is due takes effect, what is not is armed again. Rejects for a damaged row only. */
  async wake(id: string, version = 0): Promise<void> {
    if (this.#phase === "closed") return;
    const seen = this.cache.known(id);
    let woken: CommandResult<Terms>;
    try {
      // Another process has moved since: its record is the one to look at.
      if ((seen?.version ?? version) < version) await runSteps(this.cache.load(id));
      woken = await this.commands.wake(id);
    } catch (error) {
      if (!isDamaged(error)) return this.#wakeLater(id, error);
      this.waiters.take(id)?.reject(error);
      throw error;
    }
    // What has ended may be let go already.
    const record = this.cache.known(id) ?? (woken.ok ? woken.negotiation : undefined);
    if (this.isClosed || record === undefined) return;
    // Also where another process has ended it: whoever waits here hears of it now.
    if (record.outcome !== null) return this.#goOn(record);
    // Another process has moved: the agent that is asked next may be one of this process.
    if (woken.ok && woken.duplicate && record.version !== seen?.version) this.#runner.consider(record);
    const call = this.#runner.callOf(id);
    if (call?.timeoutAt != null && call.timeoutAt <= this.options.clock.now()) {
      await this.#runner.timeOut(call);
      return;
    }
    this.arm(record);
  }

  /** A store that could not be asked is asked again: a wake-up that fails must not be the last. */
  #wakeLater(id: string, error: unknown): void {
    if (this.isClosed) return;
    this.#warn("wake-up failed", id, codeOf(error));
    const record = this.cache.known(id);
    if (record?.outcome === null) this.arm(record, this.options.clock.now() + STORE_AGAIN_MS);
    // It may have been stored all the same, with only the answer lost.
    else if (record !== undefined) this.#goOn(record);
  }

  #warn(what: string, negotiationId: string, code: string): void {
    this.observers.warn(what, { negotiationId, code });
  }

  #assertNotClosed(): void {
    if (this.#phase === "closed") throw closed(this.roomId);
  }
}

function closed(roomId: string): NegotiationError {
  const message = `Expected an open service, got a closed one: ${roomId}. Make a new one.`;
  return new NegotiationError("service_closed", message);
}
