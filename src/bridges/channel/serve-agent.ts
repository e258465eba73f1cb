/**
 * @module
 * The far end of a channel: runs an ordinary agent function for a service at the other end. It answers each ask once,
 * and the same again where the ask comes again.
 */

import { demandFunctions, integerIn, LONGEST_TIMER_MS, readOptions, unmet } from "../../core/checks/index.js";
import { copyJson, deepFreeze } from "../../core/json/index.js";
import type { Agent, AgentCall, Clock } from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";
import { quietHook } from "../../web/index.js";
import { type ChannelListener, type ChannelMessage, MOST_OF_A_FAILURE, readMessage } from "./messages.js";

/** What a channel is made of, seen from the agent. */
export interface ServeAgentOptions {
  /** Sends a text. @default answers go only to the `reply` that came with an ask */
  readonly send?: ((text: string) => unknown) | undefined;
  /** Begins to listen; may answer the function that ends it. */
  readonly onMessage: (listener: ChannelListener) => unknown;
  /** For the deadlines of turns. @default the platform's */
  readonly clock?: Clock | undefined;
  /** The most bytes of an ask, in UTF-8: the whole history comes with each. @default 16_777_216 */
  readonly maxBytes?: number | undefined;
  /** The most bytes of an answer, in UTF-8: a little less than what the other end takes. @default 65_000 */
  readonly maxAnswerBytes?: number | undefined;
  /** Hears what was not sent, what the agent threw, and what came and could not be read. @default nobody */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** An agent that is served. */
export interface ServedAgent {
  /** How many calls of it run. */
  readonly runningCount: number;
  /** Says that it is there, as it does when it is made: for a line that is open only now, or again. */
  ready(): void;
  /** Aborts what runs, and answers nothing any more. Idempotent. */
  close(): void;
}

/**
 * Runs an agent for the service at the other end of a channel, which has a `channelAgent` there.
 *
 * The agent gets a call as in the service's own process: `signal` aborts when the turn is over, however that is known,
 * and `deadlineAt` goes by the clock on this side. An answer that is no plain JSON, or too big, is the agent's failure.
 *
 * @throws {TypeError} on an unknown option or one of the wrong kind
 * @throws {RangeError} when a limit is below 1
 * @example
 * const served = serveAgent<{ price: number }>(
 *   ({ standing }) => (standing === null ? { action: "propose", terms: { price: 40 } } : { action: "accept" }),
 *   { send, onMessage: (listener) => socket.on("message", (data: unknown) => listener(data)) },
 * );
 */
export function serveAgent<Terms = unknown>(agent: Agent<Terms>, options: ServeAgentOptions): ServedAgent {
  const read = readOptions("options", options, KEYS);
  const { send, onMessage, onError, clock = systemClock } = read;
  const { maxBytes = 16_777_216, maxAnswerBytes = 65_000 } = read;
  if (typeof agent !== "function") throw new TypeError(unmet("agent", "a function", agent));
  if (typeof onMessage !== "function") throw new TypeError(unmet("onMessage", "a function", onMessage));
  demandFunctions({ send, onError });
  integerIn("maxBytes", maxBytes, 1);
  integerIn("maxAnswerBytes", maxAnswerBytes, 1);
  const tell = quietHook(onError);
  const running = new Map<string, Running>();
  // The last answer of each negotiation, for a line that dropped before it arrived.
  const answers = new Map<string, { readonly id: string; readonly answer: ChannelMessage }>();
  let isClosed = false;

  const deliver = async (message: ChannelMessage, reply: Reply = send): Promise<void> => {
    try {
      if (!isClosed) await reply?.(JSON.stringify(message));
    } catch (error) {
      tell(error);
    }
  };

  const end = (id: string): Running | undefined => {
    const call = running.get(id);
    running.delete(id);
    if (call !== undefined) clock.clearTimeout(call.timer);
    return call;
  };

  const run = async ({ id, turnMs, call }: Ask, reply: Reply): Promise<void> => {
    const controller = new AbortController();
    const told = { ...deepFreeze(call), deadlineAt: clock.now() + turnMs, signal: controller.signal };
    // The other end says so too, unless the line is gone.
    const overdue = (): void => end(id)?.controller.abort();
    const timer = turnMs > LONGEST_TIMER_MS ? undefined : clock.setTimeout(overdue, turnMs);
    running.set(id, { controller, timer, reply });
    let message: ChannelMessage;
    try {
      const answer = plain(await agent(Object.freeze(told) as AgentCall<Terms>), maxAnswerBytes);
      message = { concordat: "answer", id, answer };
    } catch (error) {
      if (running.has(id)) tell(error);
      message = failed(id, error instanceof Error ? `${error.name}: ${error.message}` : "It threw.");
    }
    const over = end(id);
    // For what was over before, nobody waits.
    if (over === undefined) return;
    const { negotiationId } = told as unknown as AgentCall;
    if (message.concordat === "answer") answers.set(negotiationId, { id, answer: message });
    const [oldest] = answers.keys();
    if (answers.size > MOST_AT_A_TIME && oldest !== undefined) answers.delete(oldest);
    void deliver(message, over.reply);
  };

  const asked = (ask: Ask, reply: Reply): void => {
    const call = running.get(ask.id);
    const known = answers.get((ask.call as AgentCall).negotiationId);
    if (call !== undefined) call.reply = reply;
    else if (known?.id === ask.id) void deliver(known.answer, reply);
    else if (running.size >= MOST_AT_A_TIME) void deliver(failed(ask.id, "too many turns at a time"), reply);
    else void run(ask, reply);
  };

  const hear: ChannelListener = (data, given) => {
    const reply = typeof given === "function" ? (given as Reply) : undefined;
    const reading = isClosed ? undefined : readMessage(data, maxBytes);
    if (reading === undefined) return;
    if (!reading.ok) {
      tell(new Error(reading.why));
      if (reading.id !== null) void deliver(failed(reading.id, reading.why), reply);
    } else if (reading.message.concordat === "ask") asked(reading.message, reply);
    else if (reading.message.concordat === "cancel") {
      const { id } = reading.message;
      const call = end(id);
      call?.controller.abort();
      // Frees who waits for an acknowledgement.
      if (call?.reply !== undefined) void deliver(failed(id, "cancelled"), call.reply);
    }
  };

  const stop = onMessage(hear);
  void deliver(READY);
  return {
    get runningCount() {
      return running.size;
    },
    ready: () => void deliver(READY),
    close() {
      if (isClosed) return;
      isClosed = true;
      answers.clear();
      for (const id of [...running.keys()]) end(id)?.controller.abort();
      if (typeof stop === "function") stop();
    },
  };
}

const KEYS = ["send", "onMessage", "clock", "maxBytes", "maxAnswerBytes", "onError"] as const;

const READY: ChannelMessage = { concordat: "ready" };

/** Chosen: calls at a time, and negotiations whose last answer is remembered. */
const MOST_AT_A_TIME = 1_000;

type Ask = Extract<ChannelMessage, { concordat: "ask" }>;

type Reply = ((text: string) => unknown) | undefined;

/** A call of the agent that runs. */
interface Running {
  readonly controller: AbortController;
  readonly timer: unknown;
  /** Where the answer goes: to whoever asked last. */
  reply: Reply;
}

/** What JSON would change without a word (a Date, a NaN, a Map) is refused, with its place. */
function plain(answer: unknown, maxBytes: number): unknown {
  const copy = copyJson(answer, maxBytes);
  if (copy.ok) return copy.value;
  const { path, message } = copy.issue;
  throw new TypeError(`The answer is no plain JSON; at /${path.join("/")}: ${message}`);
}

function failed(id: string, message: string): ChannelMessage {
  return { concordat: "failed", id, message: message.slice(0, MOST_OF_A_FAILURE) };
}
