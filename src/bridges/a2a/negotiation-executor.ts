/**
 * @module
 * What a message does: one command to the room, then the task as it stands, until the floor is the peer's again or it is
 * over. Whatever a peer sends, nothing is thrown: an exception would end its task as failed (AA-5).
 */

import type { Message, Task, TaskState } from "@a2a-js/sdk";
import type { AgentExecutor, ExecutionEventBus, RequestContext, ServerCallContext } from "@a2a-js/sdk/server";
import { NegotiationError } from "../../errors.js";
import type { NegotiationService } from "../../service/room/index.js";
import {
  type Caller,
  classOfCode,
  doorRefusal,
  isId,
  isRefusal,
  type Seen,
  type ShownRefusal,
  scopedKey,
  seenBy,
  shownError,
  shownRefusal,
} from "../door/index.js";
import type { ResolvedA2aOptions } from "./a2a-options.js";
import { type Incoming, readMessage } from "./incoming.js";
import { sdk } from "./peers.js";
import {
  contextIdOf,
  metadataOf,
  type Ours,
  outcomeArtifact,
  type Picture,
  refusalMessage,
  stateOf,
  statusOf,
  taskOf,
} from "./projection.js";

/** What a message did. */
interface Effect<Terms> {
  /** The negotiation as the caller sees it; `undefined` where none was made. */
  readonly seen: Seen<Terms> | undefined;
  readonly refusal?: ShownRefusal | undefined;
  readonly isNew?: boolean;
  /** Whether the same had taken effect before. */
  readonly isRepeated?: boolean;
}

/** What a message came to. */
interface Answer<Terms> extends Effect<Terms> {
  readonly caller: Caller | undefined;
  /** Says why it was refused; `undefined` where it was not. */
  readonly message: Message | undefined;
}

/** Runs the messages of peers. */
export class NegotiationExecutor<Terms> implements AgentExecutor {
  readonly #options: ResolvedA2aOptions<Terms>;
  readonly #ours: Ours;
  readonly #moveSchema: object;
  /** Who tells the news of a task on a bus: one, however many messages wait for the floor. */
  readonly #told = new WeakMap<ExecutionEventBus, News>();
  /** By the context of their request, which is all that a store of tasks is told of it. */
  readonly #answers = new WeakMap<ServerCallContext, Promise<Answer<Terms>>>();
  readonly #closing = new AbortController();

  constructor(options: ResolvedA2aOptions<Terms>, moveSchema: object) {
    this.#options = options;
    this.#ours = options as unknown as Ours;
    this.#moveSchema = moveSchema;
  }

  /** Never rejects. */
  async execute(request: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const answering = this.#answer(request);
    this.#answers.set(request.context, answering);
    try {
      await this.#publish(request, bus, await answering);
    } catch (error) {
      this.#options.onError(error, request.taskId);
    }
  }

  /** What the message of a request came to; `undefined` for a request without. */
  answerTo(context: ServerCallContext): Promise<Answer<Terms> | undefined> | undefined {
    return this.#answers.get(context);
  }

  /** The negotiation as the caller sees it; `undefined` for what is none of its negotiations with us. */
  async seen(taskId: string, caller: Caller | undefined): Promise<Seen<Terms> | undefined> {
    const { rooms, selfId } = this.#options;
    if (caller === undefined || caller.partyId === selfId || !isId(taskId)) return undefined;
    const seen = await seenBy(await rooms.roomOf(taskId), taskId, caller.partyId);
    const isOurs = seen?.view.initiator.id === selfId || seen?.view.responder.id === selfId;
    return isOurs ? seen : undefined;
  }

  /**
   * Withdraws for the peer: whoever can read the task, which the store has seen to.
   *
   * @throws where it may not be withdrawn now
   */
  async cancelTask(taskId: string, bus: ExecutionEventBus): Promise<void> {
    const { rooms, selfId } = this.#options;
    const service = await rooms.roomOf(taskId);
    const ours = await service?.viewFor(taskId, selfId);
    const peer = ours?.initiator.id === selfId ? ours.responder : ours?.initiator;
    if (service === undefined || peer === undefined) throw new Error("unknown_negotiation");
    const result = await service.submit(taskId, peer.id, { action: "withdraw" } as unknown);
    if (!result.ok) {
      const { TaskNotCancelableError } = await import("@a2a-js/sdk/errors");
      throw new TaskNotCancelableError(`Task not cancelable: ${result.code}`);
    }
    const seen = await seenBy(service, taskId, peer.id);
    if (seen !== undefined) this.#tell(bus, seen);
  }

  /** Lets go of what waits for a floor. */
  close(): void {
    this.#closing.abort();
  }

  async #answer(request: RequestContext): Promise<Answer<Terms>> {
    const { taskId, contextId, context, userMessage } = request;
    let caller: Caller | undefined;
    let effect: Effect<Terms>;
    try {
      caller = await this.#options.identify(context);
      const done = await this.#done(request, caller);
      effect = isRefusal(done) ? { seen: undefined, refusal: done } : done;
    } catch (error) {
      const refusal = shownError(error, taskId, this.#options.onError);
      effect = { seen: await this.seen(taskId, caller).catch(() => undefined), refusal };
    }
    const { seen, refusal = seen === undefined ? doorRefusal("internal") : undefined } = effect;
    const shown = refusal && { ...refusal, legal: seen?.legal ?? null };
    const ids = { id: taskId, contextId };
    const message = shown && refusalMessage(ids, shown, this.#ours, this.#more(userMessage, shown));
    return { ...effect, caller, refusal, message };
  }

  async #done(
    { taskId, contextId, context, userMessage }: RequestContext,
    caller?: Caller,
  ): Promise<Effect<Terms> | ShownRefusal> {
    const { extensionUri, limits, selfId } = this.#options;
    if (context.requestedExtensions?.includes(extensionUri)) context.addActivatedExtension(extensionUri);
    if (caller === undefined) return doorRefusal("unauthenticated");
    if (caller.partyId === selfId) return doorRefusal("party_invalid", "Expected a party other than self.");
    if (this.#closing.signal.aborted) return CLOSED;
    if (!isId(taskId) || !isId(contextId))
      return doorRefusal("malformed_body", "Expected ids of 1 to 256 characters.");
    const seen = await this.seen(taskId, caller);
    const read = readMessage(userMessage, caller, { limits, extensionUri });
    if (isRefusal(read)) return { seen, refusal: read };
    if (seen === undefined) return this.#opened(taskId, contextId, caller, read);
    const { move, expectedVersion, commandId } = read;
    const options = { expectedVersion, commandId };
    const result = await seen.service.submit(taskId, caller.partyId, move as unknown, options);
    const refusal = result.ok ? undefined : shownRefusal(result, taskId);
    const isRepeated = result.ok && result.duplicate;
    return { seen: (await this.seen(taskId, caller)) ?? seen, refusal, isRepeated };
  }

  async #opened(
    id: string,
    contextId: string,
    caller: Caller,
    { move, commandId }: Incoming,
  ): Promise<Effect<Terms> | ShownRefusal> {
    const { action, terms, ...rest } = move;
    if (action !== "propose") return doorRefusal("must_propose", "Expected a first move that proposes.");
    const room = await this.#room(contextId, caller);
    if (room === undefined) return doorRefusal("not_admitted", "Expected a context that is a room here.");
    const created = await room.createNegotiation(caller.partyId, this.#options.self, terms as Terms, {
      id,
      // Ids of messages are a caller's own; those of creations are looked up in the whole room.
      commandId: await scopedKey(caller.partyId, commandId),
      move: rest as object,
    });
    const isNew = created.id === id;
    return { seen: await seenBy(room, created.id, caller.partyId), isNew, isRepeated: !isNew };
  }

  async #room(contextId: string, caller: Caller): Promise<NegotiationService<Terms> | undefined> {
    const roomId = await this.#options.roomOf(contextId, caller);
    try {
      return roomId === undefined ? undefined : this.#options.rooms.room(roomId);
    } catch (error) {
      // An id that no room can have: those of records beside the negotiations.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  async #publish(request: RequestContext, bus: ExecutionEventBus, answer: Answer<Terms>): Promise<void> {
    const { caller, seen, message, isNew, isRepeated } = answer;
    if (seen === undefined) return this.#turnAway(request, bus, answer);
    const task = taskOf(seen, this.#ours, []);
    const ids = { taskId: task.id, contextId: task.contextId };
    const status = statusOf(seen, this.#ours);
    const metadata = metadataOf(seen, this.#ours, isRepeated);
    const { TASK_STATE_SUBMITTED, TASK_STATE_WORKING } = sdk.TaskState;
    const isAsked = status.state === TASK_STATE_WORKING;
    status.message = message ?? status.message;
    // Every execution begins with the task, follow-ups too; who waits for no more gets just this.
    const state = isNew === true && isAsked ? TASK_STATE_SUBMITTED : status.state;
    bus.publish({ kind: "task", data: { ...task, status: { ...status, state }, metadata } });
    if (message !== undefined) bus.publish({ kind: "statusUpdate", data: { ...ids, status, metadata } });
    if (caller === undefined || (message !== undefined && !isAsked)) return;
    if (!isAsked) return void this.#tell(bus, seen, metadata);
    let news = this.#told.get(bus);
    if (news === undefined) {
      news = { done: undefined };
      this.#told.set(bus, news);
      news.done = this.#follow(bus, news, seen, caller);
    }
    await news.done;
  }

  /** Tells each version until the floor is the peer's, or it is over. */
  async #follow(bus: ExecutionEventBus, news: News, first: Seen<Terms>, { partyId }: Caller): Promise<void> {
    const { service, view } = first;
    const { signal } = this.#closing;
    const leave = (): void => {
      if (this.#told.get(bus) === news) this.#told.delete(bus);
    };
    try {
      for await (const _ of service.watch(view.id, { viewer: partyId, after: view.version, signal })) {
        const seen = await seenBy(service, view.id, partyId);
        if (seen === undefined) return;
        // Before it is told: what the peer sends at once begins anew.
        if (this.#isBack(seen)) leave();
        if (this.#tell(bus, seen)) return;
      }
    } catch (error) {
      if (!NegotiationError.isInstance(error) || error.code !== "service_closed")
        this.#options.onError(error, view.id);
    } finally {
      leave();
    }
  }

  #isBack({ view }: Picture): boolean {
    return stateOf(view, this.#ours.selfId) !== sdk.TaskState.TASK_STATE_WORKING;
  }

  /** Tells how it stands. @returns whether nothing follows until the peer moves */
  #tell(bus: ExecutionEventBus, seen: Picture, metadata = metadataOf(seen, this.#ours)): boolean {
    const { view } = seen;
    const ids = { taskId: view.id, contextId: contextIdOf(view) };
    if (view.outcome !== null) {
      const artifact = outcomeArtifact(view, this.#ours);
      bus.publish({
        kind: "artifactUpdate",
        data: { ...ids, artifact, append: false, lastChunk: true, metadata: undefined },
      });
    }
    bus.publish({ kind: "statusUpdate", data: { ...ids, status: statusOf(seen, this.#ours), metadata } });
    return this.#isBack(seen);
  }

  /** Says that no negotiation was made, and whether another try is welcome. */
  #turnAway(
    { taskId, contextId }: RequestContext,
    bus: ExecutionEventBus,
    { refusal, message }: Answer<Terms>,
  ): void {
    const { extensionUri } = this.#options;
    const { TASK_STATE_REJECTED, TASK_STATE_INPUT_REQUIRED } = sdk.TaskState;
    const isFinal = refusal !== undefined && FINAL.has(classOfCode(refusal.code));
    const state: TaskState = isFinal ? TASK_STATE_REJECTED : TASK_STATE_INPUT_REQUIRED;
    const status = { state, message, timestamp: new Date().toISOString() };
    const metadata = { [extensionUri]: { negotiationId: null, status: null } };
    const task: Task = { id: taskId, contextId, status, artifacts: [], history: [], metadata };
    bus.publish({ kind: "task", data: task });
    bus.publish({ kind: "statusUpdate", data: { taskId, contextId, status, metadata } });
  }

  /** Which message was refused, since several may wait on one bus; and what a move looks like, for who sent none. */
  #more({ messageId }: Message, { code }: ShownRefusal): Record<string, unknown> {
    const isLost = code === "malformed_body" || code === "must_propose";
    return { messageId: isId(messageId) ? messageId : null, ...(isLost && { moveSchema: this.#moveSchema }) };
  }
}

/** The telling of news on a bus. */
interface News {
  done: Promise<void> | undefined;
}

/** What ends a task before it has begun. */
const FINAL: ReadonlySet<string> = new Set(["taken", "forbidden", "unauthenticated", "unknown"]);

const CLOSED = doorRefusal("service_closed", "Expected an open agent, got one that is closing.");
