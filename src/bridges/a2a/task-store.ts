/**
 * @module
 * A store of tasks in which a task's state is that of its negotiation now, whatever was stored: after a restart, and after
 * a deadline that passed while nobody was connected (AA-4). Only what was said on the way comes from the store within.
 */

import type { ListTasksRequest, ListTasksResponse, Message, Task } from "@a2a-js/sdk";
import type { ServerCallContext, TaskStore } from "@a2a-js/sdk/server";
import { isMistake } from "../../core/checks/index.js";
import type { ListFilter, SummaryPage } from "../../service/queries/index.js";
import { type Seen, shownError } from "../door/index.js";
import type { ResolvedA2aOptions } from "./a2a-options.js";
import { faultOf } from "./incoming.js";
import type { NegotiationExecutor } from "./negotiation-executor.js";
import { sdk } from "./peers.js";
import { metadataOf, type Ours, taskOf } from "./projection.js";

/** Lays the negotiations over what `inner` keeps. */
export function negotiationTaskStore<Terms>(
  options: ResolvedA2aOptions<Terms>,
  executor: NegotiationExecutor<Terms>,
  inner: TaskStore,
): TaskStore {
  const ours = options as unknown as Ours;
  const { rooms, limits, selfId } = options;
  const { TaskState: state } = sdk;

  const shown = (seen: Seen<Terms>, stored: Task | undefined): Task => {
    const history = stored?.history?.length ? stored.history : undefined;
    const task = taskOf(seen, ours, history);
    // A refusal is told until the next commit.
    const said = stored?.status?.message;
    const isSame =
      versionOf(stored, ours) === seen.view.version && stored?.status?.state === task.status?.state;
    if (isSame && said !== undefined && task.status !== undefined) task.status.message = said;
    return task;
  };
  const load = async (id: string, context: ServerCallContext): Promise<Task | undefined> => {
    const caller = await options.identify(context);
    if (caller === undefined) return undefined;
    const seen = await executor.seen(id, caller);
    const stored = await inner.load(id, context);
    if (seen !== undefined) return shown(seen, stored);
    // What became no negotiation is known to the store alone.
    return stored !== undefined && versionOf(stored, ours) === undefined ? stored : undefined;
  };

  /** What fails is told without a word of its own, and what a peer asked for wrongly is no failure (BR-3). */
  const guarded = async <T>(id: string | null, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const { RequestMalformedError } = await import("@a2a-js/sdk/errors");
      if (error instanceof RequestMalformedError) throw error;
      const { code, message } = shownError(error, id, options.onError);
      throw new Error(`${code}: ${message}`);
    }
  };
  const save = async (task: Task, context: ServerCallContext): Promise<void> => {
    const caller = await options.identify(context);
    if (caller === undefined) return;
    const answer = await executor.answerTo(context);
    const seen = await executor.seen(task.id, caller);
    // Where nobody listens the SDK cancels in the store alone.
    if (task.status?.state === state.TASK_STATE_CANCELED && seen?.view.outcome === null)
      await seen.service.submit(task.id, caller.partyId, { action: "withdraw" } as unknown);
    // What is sealed is for the record alone (EN-54).
    const isKept = (message: Message): boolean =>
      faultOf(message, limits) === undefined && !isSealed(message);
    const history = task.history.filter(isKept);
    await inner.save({ ...task, history: history.slice(-MOST_MESSAGES) }, context);
    if (answer === undefined) return;
    // All that wait for one task hear what any of them is told: each is answered with what its own message came to.
    const { message, isRepeated } = answer;
    if (seen !== undefined)
      Object.assign(task, taskOf(seen, ours, task.history), { metadata: metadataOf(seen, ours, isRepeated) });
    if (message !== undefined && task.status !== undefined) task.status = { ...task.status, message };
  };
  const pageOf = async (partyId: string, filter: ListFilter): Promise<SummaryPage<Terms>> => {
    try {
      return await rooms.list(partyId, filter);
    } catch (error) {
      // All else was checked before.
      if (!filter.after || !isMistake(error)) throw error;
      const { RequestMalformedError } = await import("@a2a-js/sdk/errors");
      throw new RequestMalformedError("Expected a nextPageToken as pageToken.");
    }
  };
  const list = async (params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> => {
    const caller = await options.identify(context);
    const { pageSize = 50, pageToken, contextId, status, statusTimestampAfter, includeArtifacts } = params;
    const none = { tasks: [], nextPageToken: "", pageSize, totalSize: 0 };
    if (caller === undefined) return none;
    // Those that became no negotiation.
    if (status === state.TASK_STATE_REJECTED) return inner.list(params, context);
    // Nothing has happened before the epoch.
    const updatedSince = statusTimestampAfter ? Math.max(Date.parse(statusTimestampAfter), 0) : undefined;
    const filter = { status: "all", limit: pageSize, after: pageToken || undefined, updatedSince } as const;
    const page = await pageOf(caller.partyId, filter);
    const items = page.items.filter(({ counterpartyId }) => counterpartyId === selfId);
    const tasks = await Promise.all(items.map(({ negotiationId }) => load(negotiationId, context)));
    const wanted = tasks.filter((task): task is Task => {
      if (task === undefined || (contextId && task.contextId !== contextId)) return false;
      return !status || task.status?.state === status;
    });
    const told = wanted.map((task) => (includeArtifacts ? task : { ...task, artifacts: [] }));
    return { tasks: told, nextPageToken: page.next ?? "", pageSize, totalSize: page.total };
  };
  return {
    load: (id, context) => guarded(id, () => load(id, context)),
    save: (task, context) => guarded(task.id, () => save(task, context)),
    list: (params, context) => guarded(null, () => list(params, context)),
  };
}

function isSealed({ parts }: Message): boolean {
  return parts.some(({ content }) => content?.$case === "data" && Object(content.value).sealed !== undefined);
}

/** The version that a stored task was told at; `undefined` where it is no negotiation's. */
function versionOf(task: Task | undefined, { extensionUri }: Ours): number | undefined {
  return (task?.metadata?.[extensionUri] as { version?: number } | undefined)?.version;
}

/** Chosen: more than a negotiation has turns, and a bound to what refused messages leave behind. */
const MOST_MESSAGES = 200;
