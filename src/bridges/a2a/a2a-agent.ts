/**
 * @module
 * A remote agent at the table: each turn of its party is a message to it over A2A, and the data part of its answer the
 * move. What it sends is foreign input: the room judges it as it judges every answer.
 */

import type { Message, Part, SendMessageRequest, Task } from "@a2a-js/sdk";
import type { Client } from "@a2a-js/sdk/client";
import {
  demandFunctions,
  integerIn,
  integerOptions,
  LONGEST_TIMER_MS,
  readOptions,
  unmet,
} from "../../core/checks/index.js";
import { isEqualJson, isPlainObject, type Json } from "../../core/json/index.js";
import { type Negotiation, type TurnView, viewOfTurn } from "../../core/record/index.js";
import type { Agent, AgentCall } from "../../ports/index.js";
import type { NegotiationService } from "../../service/room/index.js";
import { INPUT_LIMITS, inputFault } from "../door/index.js";
import { EXTENSION_URI } from "./a2a-options.js";
import { sdk } from "./peers.js";
import { dataPart, moveOfTurn, OUTCOME } from "./projection.js";

/** How a remote agent is reached. */
export interface A2aAgentOptions<Terms = unknown> {
  /** Of the SDK's `ClientFactory`; it knows where the agent is, and says who we are. */
  readonly client: Pick<Client, "sendMessage" | "getTask" | "cancelTask">;
  /** The room that it plays in: how a negotiation ends by us is then told to it, such as that we accept. @default it is not told */
  readonly service?: Pick<NegotiationService<Terms>, "on"> | undefined;
  /** The context that its tasks are opened in: its room. @default one that it makes */
  readonly contextId?: string | undefined;
  /** @default "urn:concordat:a2a:negotiation:v1" */
  readonly extensionUri?: string | undefined;
  /** Ms between two looks at a task that it works on. @default 1_000 */
  readonly pollMs?: number | undefined;
  /** Hears what failed while an end was told. @default nobody */
  readonly onError?: ((error: unknown, context: { readonly negotiationId: string }) => void) | undefined;
}

/**
 * An agent that plays a party behind A2A. Our side opens: a client always does.
 *
 * Ids of messages are made of the negotiation's and the turn's: what is sent again, after a failure or a restart, takes
 * effect once.
 *
 * @throws {TypeError} on an unknown option, and without a client
 * @throws {RangeError} when `pollMs` is out of range
 * @see docs/doors/a2a.md
 */
export function a2aAgent<Terms = unknown>(options: A2aAgentOptions<Terms>): Agent<Terms> {
  const given = readOptions("options", options, KEYS);
  const { client, service, contextId = "", extensionUri = EXTENSION_URI, pollMs = 1_000, onError } = given;
  if (typeof client?.sendMessage !== "function")
    throw new TypeError(unmet("client", "a client of A2A", client));
  demandFunctions({ onError });
  integerIn("pollMs", pollMs, 1, LONGEST_TIMER_MS);
  const tasks = new Map<string, Known>();
  let isListening = false;

  const send = async (
    id: string,
    turn: TurnView,
    known: Known | undefined,
    signal?: AbortSignal,
  ): Promise<Reply> => {
    const data = { ...moveOfTurn(turn), ...(known && { expectedVersion: known.version }) };
    const message: Message = {
      messageId: `${id}:${turn.number}`,
      contextId: known?.contextId ?? contextId,
      taskId: known?.taskId ?? "",
      role: sdk.Role.ROLE_USER,
      parts: [dataPart(data)],
      metadata: undefined,
      extensions: [extensionUri],
      referenceTaskIds: [],
    };
    const request: SendMessageRequest = {
      tenant: "",
      message,
      configuration: undefined,
      metadata: undefined,
    };
    return client.sendMessage(request, {
      ...(signal && { signal }),
      serviceParameters: { "A2A-Extensions": extensionUri },
    });
  };
  const remember = (call: AgentCall<Terms>, task: Task): Known => {
    const { version } = (task.metadata?.[extensionUri] ?? {}) as { version?: unknown };
    const known = {
      taskId: task.id,
      contextId: task.contextId,
      partyId: call.party.id,
      version: Number.isSafeInteger(version) ? (version as number) : undefined,
    };
    tasks.delete(call.negotiationId);
    tasks.set(call.negotiationId, known);
    const [oldest] = tasks.keys();
    if (tasks.size > MOST_TASKS && oldest !== undefined) tasks.delete(oldest);
    return known;
  };
  /** Looks until it is done: it may have answered at once, with its work still to do. */
  const settledTask = async (call: AgentCall<Terms>, first: Reply): Promise<Reply> => {
    let reply = first;
    while ("status" in reply && isAtWork(reply)) {
      await pause(pollMs, call.signal);
      reply = await client.getTask({ tenant: "", id: reply.id }, { signal: call.signal });
    }
    return reply;
  };
  const told = async ({ id, turns, outcome, rules }: Negotiation<Terms>): Promise<void> => {
    const known = tasks.get(id);
    if (known === undefined) return;
    tasks.delete(id);
    const last = turns.at(-1);
    if (outcome?.by != null && outcome.by !== known.partyId && last?.partyId === outcome.by) {
      const reply = await send(id, viewOfTurn(last, known.partyId, rules.assessments), known);
      if ("status" in reply) refuseRefusal(dataOf(reply.status?.message?.parts) ?? {});
    } else if (outcome?.by !== known.partyId && outcome?.status !== "accepted") {
      await client.cancelTask({ tenant: "", id: known.taskId, metadata: undefined });
    }
  };

  return async (call) => {
    if (service !== undefined && !isListening) {
      isListening = true;
      service.on("negotiation:settled", async (negotiation) => {
        if (negotiation.remote) return;
        await told(negotiation).catch((error) => onError?.(error, { negotiationId: negotiation.id }));
      });
    }
    const { negotiationId, turns, signal } = call;
    const last = turns.at(-1);
    if (last === undefined || last.partyId === call.party.id)
      throw new Error(
        "Expected our side to open: a client of A2A always does. Let the remote party respond.",
      );
    let known = tasks.get(negotiationId);
    if (known === undefined && turns.length > 1) {
      // After a restart: the first message again gives its task, and takes no effect.
      const first = await send(negotiationId, turns[0] as TurnView, undefined, signal);
      if ("status" in first) known = remember(call, first);
    }
    const reply = await settledTask(call, await send(negotiationId, last as TurnView, known, signal));
    if ("status" in reply) remember(call, reply);
    return moveOf<Terms>(call, reply) as Awaited<ReturnType<Agent<Terms>>>;
  };
}

const KEYS = [
  "client",
  "service",
  "contextId",
  "extensionUri",
  "pollMs",
  "onError",
] as const satisfies readonly (keyof A2aAgentOptions)[];

/** A negotiation as the remote side knows it. */
interface Known {
  readonly taskId: string;
  readonly contextId: string;
  /** The party that it plays here. */
  readonly partyId: string;
  readonly version: number | undefined;
}

type Reply = Task | Message;

/** What of a remote answer is taken. What it may know of ids and versions is its own. */
const FIELDS = ["action", "terms", "message", "reason", "justification", "extra", "assessment"] as const;

/** The move that a reply is. */
function moveOf<Terms>(call: AgentCall<Terms>, reply: Reply): object {
  if (!("status" in reply)) return moveOfData(dataOf(reply.parts));
  const { TaskState: state } = sdk;
  switch (reply.status?.state) {
    case state.TASK_STATE_INPUT_REQUIRED:
      return moveOfData(dataOf(reply.status.message?.parts));
    case state.TASK_STATE_COMPLETED:
    case state.TASK_STATE_CANCELED: {
      const outcome = dataOf(reply.artifacts.find(({ name }) => name === OUTCOME)?.parts);
      const { status, terms } = outcome ?? {};
      if (status === "accepted") {
        // It agreed to something: that it is what we offered is not for it to say.
        if (!isEqualJson((terms ?? null) as Json, (call.standing?.terms ?? null) as Json))
          throw new Error("Expected the remote side to accept what stands here, got other terms.");
        return { action: "accept" };
      }
      const words = moveWords(dataOf(reply.status.message?.parts));
      const wanted = status === "withdrawn" ? (["withdraw", "reject"] as const) : (["reject"] as const);
      const action = wanted.find((one) => call.legalActions.includes(one));
      if ((status === "rejected" || status === "withdrawn") && action !== undefined)
        return { ...words, action };
      throw new Error(`Expected the remote side to answer, got the end of its task: ${codeOf(status)}.`);
    }
    default:
      throw new Error(
        `Expected a task that goes on, got one in the state ${Number(reply.status?.state ?? 0)}.`,
      );
  }
}

function moveOfData(data: Readonly<Record<string, unknown>> | undefined): object {
  if (data === undefined) throw new Error("Expected one data part with a move, got none.");
  if (typeof data["action"] !== "string") refuseRefusal(data);
  return Object.fromEntries(
    FIELDS.flatMap((name) => (Object.hasOwn(data, name) ? [[name, data[name]]] : [])),
  );
}

function moveWords(data: Readonly<Record<string, unknown>> | undefined): object {
  const words = ["message", "reason"].filter((name) => typeof data?.[name] === "string");
  return Object.fromEntries(words.map((name) => [name, data?.[name]]));
}

/** The one data part, within the limits. */
function dataOf(parts: readonly Part[] | undefined): Readonly<Record<string, unknown>> | undefined {
  const data = (parts ?? []).flatMap(({ content }) =>
    content?.$case === "data" ? [content.value as unknown] : [],
  );
  const [value] = data;
  if (data.length !== 1 || !isPlainObject(value) || inputFault(value, LIMITS) !== undefined) return undefined;
  return JSON.stringify(value).length > LIMITS.bodyBytes ? undefined : value;
}

function refuseRefusal({ code }: Readonly<Record<string, unknown>>): void {
  if (code !== undefined)
    throw new Error(`Expected the remote side to take our move, got the refusal ${codeOf(code)}.`);
}

/** Only what a code looks like: what a remote side writes is in no error (SY-17). */
function codeOf(value: unknown): string {
  return typeof value === "string" && /^[a-z_]{1,40}$/.test(value) ? value : "unknown";
}

function isAtWork({ status }: Task): boolean {
  const { TASK_STATE_SUBMITTED, TASK_STATE_WORKING } = sdk.TaskState;
  return status?.state === TASK_STATE_SUBMITTED || status?.state === TASK_STATE_WORKING;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error("The turn is over."));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

const LIMITS = integerOptions("limits", {}, INPUT_LIMITS);

/** Chosen: more than are under way at once. */
const MOST_TASKS = 10_000;
