/**
 * @module
 * The class that a host makes, one for each room: every public operation, each a few lines. The work is
 * wired together in `room-wiring.ts`; what a command comes to is decided in `core/decide.ts`.
 */

import { readOptions, unmet } from "../../core/checks/index.js";
import type { IncomingMove, LegalMoves, Move, Refusal } from "../../core/moves/index.js";
import { legalMoves } from "../../core/moves/index.js";
import type { Negotiation, NegotiationView, Outcome, Turn, TurnView } from "../../core/record/index.js";
import { view } from "../../core/record/index.js";
import type { Observer } from "../../ports/index.js";
import { type CommandResult, type CreationOptions, type PartyInput, readParties } from "../commands/index.js";
import { IsolatedEmitter, type ListenerError, type ServiceEvents } from "../events/index.js";
import type { NegotiateOptions, ResolvedOptions, ServiceOptions, SubmitOptions } from "../options/index.js";
import {
  demandIds,
  readCreation,
  readDetails,
  readNegotiate,
  readSubmit,
  resolveOptions,
} from "../options/index.js";
import type { ClaimHolder, PickedUpTurn, PickupRequest, WaitingTurn } from "../parking/index.js";
import type { ListOptions, ListPage, TurnsOptions, WatchedVersion, WatchOptions } from "../queries/index.js";
import { listed, readListOptions, readTurns, readTurnsOptions } from "../queries/index.js";
import { runSteps } from "../queue/index.js";
import { handleMessage, type MessageOptions, messageDoor } from "./messages.js";
import { Room } from "./room-wiring.js";
import { type OutcomeOptions, outcomeOf, runNegotiation, submitAtOnce, watched } from "./run-negotiation.js";
import { isSideRoom, type RecordKeeper, type SideRecord, SideRecords } from "./side-records.js";

/**
 * A room in which two parties negotiate, turn by turn, to one outcome.
 *
 * Moves that are out of order are refused as data; deadlines, caps and rejections are outcomes. Every
 * event is told after its commit. Nothing fires after `close()` or `destroy()`.
 *
 * @typeParam Terms - what the parties negotiate about, as the `terms` schema types it
 * @example
 * const room = new NegotiationService<{ price: number }>("market-7");
 * room.on("negotiation:agreed", ({ outcome }) => console.log(outcome?.status));
 * const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
 * const result = await room.submit(id, "smith", { action: "accept" });
 * if (!result.ok) console.log(result.code, result.message);
 * await room.close();
 */
export class NegotiationService<Terms = unknown> extends IsolatedEmitter<ServiceEvents<Terms>> {
  readonly roomId: string;
  readonly #room: Room<Terms>;

  /**
   * @param roomId - 1 to 256 characters
   * @throws {NegotiationError} `rules_invalid` listing all issues
   * @throws {TypeError} on an unknown option, naming the nearest known one
   */
  constructor(roomId: string, options: ServiceOptions<Terms> = {}) {
    super();
    demandIds({ roomId });
    if (isSideRoom(roomId)) throw new TypeError(unmet("roomId", "none that is kept for groups", roomId));
    this.roomId = roomId;
    const emit = this.emit as (type: string, payload: unknown) => boolean;
    this.#room = new Room<Terms>(roomId, resolveOptions(options), (type, payload) => {
      const isHeard = emit.call(this, type, payload);
      if (!this.told(type, payload) && !isHeard) this.#room.observers.unheard(type, payload);
    });
  }

  /**
   * Creates a negotiation, runs the agents of both parties and resolves with the outcome, whatever it is.
   *
   * A party without an agent is waited for: somebody submits its moves.
   *
   * @throws {NegotiationError} `busy`, `party_invalid`, `rules_invalid`, `service_closed` or the code of a refused opening
   */
  async negotiate(options: NegotiateOptions<Terms>): Promise<Outcome<Terms>> {
    const { initiator, responder, proposal, signal, ...creation } = readNegotiate(options);
    const { opening, rules } = this.#room;
    const wanted = creation.id ?? opening.newId(rules.presetOf(creation.rules));
    const parties = readParties(initiator, responder);
    return runNegotiation(this.#room, signal, wanted, {
      create: (id) =>
        this.#room.atOnce(() => opening.create(parties, proposal, readCreation({ ...creation, id }))),
      cancel: (id) => this.cancel(id),
    });
  }

  /**
   * Creates a negotiation, with its opening proposal as turn 1 or open for the opener to propose.
   *
   * @param initiator - a party, or its id (kind `system`)
   * @param proposal - the opening terms; `undefined` leaves it open
   * @returns the very record that `negotiation:started` tells
   * @throws {NegotiationError} `busy`, `id_taken`, `party_invalid`, `rules_invalid`, `service_closed`,
   * `store_failed` or the code of a refused opening; nothing is then stored
   * @throws {TypeError} when `context` is no plain JSON, or an id is malformed
   */
  createNegotiation(
    initiator: PartyInput<Terms>,
    responder: PartyInput<Terms>,
    proposal?: Terms,
    creation: CreationOptions = {},
  ): Promise<Negotiation<Terms>> {
    return this.#room.promised(() => {
      const parties = readParties(initiator, responder);
      return this.#room.opening.create(parties, proposal, readCreation(creation));
    });
  }

  /**
   * Hands in a party's move: the one operation behind every door.
   *
   * An `accept` with neither `replyTo` nor `expectedVersion` means the proposal that stood in the record as this
   * service knew it when the move came in: where another stands by then, it is refused as `stale_proposal`.
   *
   * @returns what was recorded, or a refusal: data, never thrown
   * @throws {NegotiationError} `contention`, `store_failed` or `service_closed`
   */
  submit<Given = Move<Terms>>(
    id: string,
    partyId: string,
    move: IncomingMove<Given, Terms>,
    options: SubmitOptions = {},
  ): Promise<CommandResult<Terms>> {
    return this.#room.promised(() => {
      const { commandId, expectedVersion } = readSubmit(options);
      return this.#room.commands.submit({ id, partyId, move, commandId, expectedVersion });
    });
  }

  /**
   * As `submit`, with the result at once, for a game loop: where store, schema, policies and admission answer at once.
   *
   * @throws {TypeError} naming what answers later, before anything is done; also inside a listener, where commands wait
   * @throws {NegotiationError} `service_closed`; `store_failed` when the store threw: `submit` with
   * `details.commandId` then tells what became of it
   */
  submitSync<Given = Move<Terms>>(
    id: string,
    partyId: string,
    move: IncomingMove<Given, Terms>,
    options: SubmitOptions = {},
  ): CommandResult<Terms> {
    return this.#room.atOnce(() => submitAtOnce(this.#room, { id, partyId, move }, options));
  }

  /**
   * Handles a message of the `room` preset: as `submit`, but whatever is refused is dropped with the event
   * `message:dropped`. Never rejects and never throws, whatever the message is.
   *
   * @param options - `partyId`: who sent it, as the host knows it. Give it for whatever came over a wire: a message
   * that names another `fromAgent` is then dropped as `forbidden_party`. Without it the message is believed
   * @throws {TypeError} as a rejection, when `partyId` is given and is no text of 1 to 256 characters
   * @example
   * socket.on("message", (text: string) => room.handleAgentMessage(JSON.parse(text), { partyId: "ada" }));
   */
  async handleAgentMessage(message: unknown, options: MessageOptions = {}): Promise<void> {
    const { partyId } = readOptions("options", options, ["partyId"]);
    // A sender that the host lost must not make the message believed.
    if ("partyId" in options) demandIds({ partyId: partyId as string });
    if (this.#room.isOpen) await handleMessage(message, messageDoor(this.#room), partyId);
  }

  /**
   * Ends a live negotiation, for the host only.
   *
   * @throws {TypeError} when `details` is no plain JSON
   */
  cancel(id: string, options: { readonly details?: unknown } = {}): Promise<CommandResult<Terms>> {
    return this.#room.promised(() => {
      return this.#room.commands.command(id, { type: "cancel", details: readDetails(options) });
    });
  }

  /** Answers the question that the party's agent asked its own principal; see `rules.consult`. */
  answerConsult(id: string, partyId: string, answer: string): Promise<CommandResult<Terms>> {
    return this.#room.promised(() => {
      if (typeof answer !== "string") throw new TypeError(unmet("answer", "a string", typeof answer));
      return this.#room.commands.command(id, { type: "answer", partyId, answer });
    });
  }

  /**
   * Takes a party's oldest parked turn for an agent that polls, or that of one negotiation; the same agent gets the turn
   * it holds again.
   *
   * @returns the turn with its claim, `null` when nothing waits, or a refusal: `forbidden_agent`
   * @throws {TypeError} when an id is not 1 to 256 characters
   * @see docs/requirements/index-network.md, PT-3
   * @example
   * const turn = await room.pickup("ada", { agentId: "ada-phone" });
   * if (turn?.ok) await room.respond(turn.negotiationId, { agentId: "ada-phone", claimId: turn.claimId }, { action: "accept" });
   */
  pickup(partyId: string, agent: PickupRequest): Promise<PickedUpTurn<Terms> | Refusal | null> {
    return this.#room.promised(() => runSteps(this.#room.parked.pickup(partyId, { ...agent })));
  }

  /**
   * Answers a turn that was picked up, as `submit` does. A refused move leaves the claim as it is; an acceptance
   * means what was picked up.
   *
   * @returns as `submit`; `claim_not_held` and `not_parked` where this claim does not hold the turn
   * @throws {TypeError} when an id is not 1 to 256 characters
   */
  respond<Given = Move<Terms>>(
    id: string,
    claim: ClaimHolder,
    move: IncomingMove<Given, Terms>,
    options: SubmitOptions = {},
  ): Promise<CommandResult<Terms>> {
    return this.#room.promised(() => runSteps(this.#room.parked.respond(id, claim, move, options)));
  }

  /** Gives a turn that was picked up back to the queue, in its old place and with its first window. */
  release(id: string, claim: ClaimHolder): Promise<CommandResult<Terms>> {
    return this.#room.promised(() => runSteps(this.#room.parked.release(id, claim)));
  }

  /** Says that an agent is alive, without a pickup; refused as `forbidden_agent` for another's. */
  heartbeat(partyId: string, agent: { readonly agentId: string }): Promise<{ readonly ok: true } | Refusal> {
    return this.#room.promised(() => runSteps(this.#room.parked.heartbeat(partyId, agent?.agentId)));
  }

  /** The turns that wait for a party's agents, oldest first; claims nothing. */
  waiting(partyId: string): Promise<readonly WaitingTurn[]> {
    return this.#room.promised(() => runSteps(this.#room.parked.waiting(partyId)));
  }

  /**
   * Goes on with what an earlier process left: overdue negotiations end or move on at once, in order, and the
   * agents of the open ones are asked again.
   *
   * Deadlines are those of before. Without `agentFor`, `fallback`, `directory` and parking rules of its own it reads no
   * record that is not due: rules that park one negotiation only are then no reason to look for it.
   *
   * @throws {NegotiationError} `store_failed`
   * @see docs/requirements/storage.md, ST-87
   */
  resume(): Promise<void> {
    return this.#room.promised(() => this.#room.resume());
  }

  /**
   * The outcome of any negotiation, also of another process or from before this service began. Keeps no process alive.
   *
   * With `hearOthers` an end elsewhere is known within the feed's delay, without it within `sweepIntervalMs`.
   *
   * @throws {NegotiationError} `unknown_negotiation`, also when it is deleted meanwhile; `service_closed`
   */
  outcomeOf(id: string, options: OutcomeOptions = {}): Promise<Outcome<Terms>> {
    return this.#room.promised(() => outcomeOf(this.#room, id, options));
  }

  /**
   * The negotiation as a party sees it: now, and after each commit, to the outcome, with which it ends.
   *
   * Who reads slowly gets the newest, and always the last. It also ends when the service does, and by `signal`.
   *
   * @throws {NegotiationError} from `next()`: `unknown_negotiation`, `not_a_party`, `service_closed`
   * @example
   * for await (const { version, view } of room.watch(id, { viewer: "ada" })) console.log(version, view.status);
   */
  watch(id: string, options: WatchOptions): AsyncIterableIterator<WatchedVersion<Terms>> {
    return watched(this.#room, id, options);
  }

  /** The newest record that this service has seen, with `hearOthers` also of others, at once; `undefined` for an unknown id. */
  getNegotiation(id: string): Negotiation<Terms> | undefined {
    this.#room.listen();
    return this.#room.cache.known(id);
  }

  /** The live negotiation that was created last, at once. */
  getActiveNegotiation(): Negotiation<Terms> | undefined {
    return this.#room.cache.active;
  }

  /** The negotiation that was created last, final or not, at once. */
  getLatestNegotiation(): Negotiation<Terms> | undefined {
    return this.#room.cache.latest;
  }

  /** The record as the store has it now, with what is sealed in its turns (nothing else gives it), or `undefined`. */
  loadNegotiation(id: string): Promise<Negotiation<Terms> | undefined> {
    return this.#room.promised(() => runSteps(this.#room.cache.loadSealed(id)));
  }

  /** What a party may do now, after policies; `undefined` for an unknown id or a stranger. */
  async legalMoves(id: string, partyId: string): Promise<LegalMoves | undefined> {
    const record = await this.#room.current(id);
    const legal = record === undefined ? undefined : legalMoves(record, partyId);
    if (record === undefined || legal === undefined) return undefined;
    return Object.freeze({ ...legal, actions: this.#room.review.permitted(record, partyId, legal.actions) });
  }

  /** The record as a party may see it; `undefined` for an unknown id or a stranger. */
  async viewFor(id: string, partyId: string): Promise<NegotiationView<Terms> | undefined> {
    const record = await this.#room.current(id);
    return record === undefined ? undefined : view(record, partyId, this.#room.rules.projectionOf(record));
  }

  /**
   * Recorded turns after a number, in order; through the view of `viewer` when one is given.
   *
   * @returns an empty list for an unknown id, and for a viewer who is no party
   * @throws {RangeError} when `after` or `limit` is out of range
   */
  async turns(id: string, options: TurnsOptions = {}): Promise<readonly (Turn<Terms> | TurnView<Terms>)[]> {
    const which = readTurnsOptions(options);
    return readTurns(await this.#room.current(id), which);
  }

  /**
   * The negotiations of a party, as it may see them, newest change first.
   *
   * @throws {TypeError} without a `partyId`, and when a filter is of the wrong type
   * @throws {RangeError} when `limit` is not 1 to 1,000
   */
  list(options: ListOptions): Promise<ListPage<Terms>> {
    return this.#room.promised(() => runSteps(listed(this.#room, readListOptions(options))));
  }

  /**
   * Lets what is due take effect, for hosts with a timer of their own: early, late, repeated, for any id.
   *
   * @throws {NegotiationError} `record_damaged`: better not again for a while
   */
  wake(id: string): Promise<void> {
    return this.#room.promised(() => this.#room.wake(id));
  }

  /** A place for a record of another kind, such as a group's: in the store, behind the timer, in no listing. */
  sideRecord(id: string | undefined, keeper: RecordKeeper<Terms>): SideRecord {
    return this.#room.atOnce(() => SideRecords.of(this.#room).open(id, keeper));
  }

  /** What it goes by, for what is built on a service; `negotiationId` suits its `preset`, `store` is to be read only. */
  get ports(): Pick<ResolvedOptions<Terms>, "clock" | "ids" | "store"> & {
    readonly negotiationId: () => string;
    readonly preset: string;
  } {
    const { opening, rules, options } = this.#room;
    const { clock, ids, store } = options;
    const preset = rules.presetOf(undefined);
    return { clock, ids, store, preset, negotiationId: () => opening.newId(preset) };
  }

  /** Whether nothing is live here, nothing runs, and nobody listens. */
  get isIdle(): boolean {
    return this.#room.isQuiet && this.eventNames().length === 0;
  }

  /** Whether nothing fires any more. */
  get isClosed(): boolean {
    return this.#room.isClosed;
  }

  /**
   * Adds an observer.
   *
   * @returns the unsubscribe function
   * @throws {TypeError} when it is no object
   */
  observe(observer: Observer): () => void {
    return this.#room.observers.add(observer);
  }

  /**
   * As `destroy()`, after the commands that were given already. Ends no negotiation. Idempotent.
   *
   * It waits for the store, schemas and hooks, which may hang, for `closeMs` at most, and then says
   * `close gave up` to the observer: a move that is still being judged fails with `service_closed`.
   */
  close(): Promise<void> {
    return this.#room.close(() => this.removeAllListeners());
  }

  /** Begins to hear what other processes commit, if it is to. */
  protected override listened(): void {
    this.#room.listen();
  }

  /** Hears each event after the listeners did; for what manages rooms, and is no listener that keeps one. */
  protected told(_type: string, _payload: unknown): boolean {
    return false;
  }

  protected override listenerFailed(failed: ListenerError, payload: unknown): boolean {
    const isHeard = super.listenerFailed(failed, payload);
    if (this.told("listener:error", failed) || isHeard) return true;
    if (!this.isClosed) this.#room.observers.unheard("listener:error", failed);
    return false;
  }

  /** Stops everything at once: no timer, no event, no agent call follows. Ends no negotiation. Idempotent. */
  destroy(): void {
    this.#room.destroy(() => this.removeAllListeners());
  }
}
