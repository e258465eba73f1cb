/**
 * @module
 * The service's end of a channel: an agent that asks whoever is behind it. It decides nothing: what comes back is judged
 * by the service, and what does not come back ends with the turn.
 */

import { demandFunctions, integerIn, readOptions, unmet } from "../../core/checks/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Agent, AgentCall, Clock, ConsultRequest } from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";
import { quietHook } from "../../web/index.js";
import { freshNonce } from "../door/index.js";
import { type ChannelListener, MOST_OF_A_FAILURE, readMessage } from "./messages.js";

/** What is known of a text that is sent. */
export interface SendDetails {
  /** `ask` is answered, `cancel` is not. */
  readonly kind: "ask" | "cancel";
  readonly negotiationId: string;
  /** Ms that are left of the turn, at least 0: how long an acknowledgement is worth waiting for. */
  readonly timeoutMs: number;
}

/** What a channel is made of, seen from the service. */
export interface ChannelAgentOptions {
  /**
   * Sends a text. It may answer the far end's text, or a promise of it, as an acknowledgement of Socket.IO does; what
   * else it answers is ignored. A throw or a rejection is a text that did not arrive.
   */
  readonly send: (text: string, details: SendDetails) => unknown;
  /** Begins to listen; may answer the function that ends it. @default only what `send` answers is heard */
  readonly onMessage?: ((listener: ChannelListener) => unknown) | undefined;
  /** The service's own, for what is left of a turn. @default the platform's */
  readonly clock?: Clock | undefined;
  /** The most bytes of a message that comes, in UTF-8. @default 65_536 */
  readonly maxBytes?: number | undefined;
  /** Hears what was not sent, and what came and could not be read. @default nobody */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A party behind a channel. */
export interface ChannelAgent<Terms = unknown> {
  /** The agent to hand to a party; for any number of negotiations at a time. */
  readonly agent: Agent<Terms>;
  /** How many asks are open. */
  readonly openCount: number;
  /** Sends the open asks again, for a line that is back. Who has answered one before answers the same. */
  resend(): void;
  /** Cancels, and sends nothing any more. Open turns end by their deadlines, as for who is not there. Idempotent. */
  close(): void;
}

/**
 * An agent whose answers come over a channel, from whoever is at its other end: `serveAgent`, or anything that speaks the
 * five messages of docs/doors/channels.md.
 *
 * An answer counts once, for the ask that it names, while that is open. A lost line is no failure of the agent: the turn
 * goes on until its deadline, and the ask is sent again when the far end says that it is back. Starts no timer.
 *
 * @throws {TypeError} on an unknown option or one of the wrong kind
 * @throws {RangeError} when `maxBytes` is below 1
 * @example
 * const far = channelAgent<{ price: number }>({
 *   send: (text) => worker.postMessage(text),
 *   onMessage: (listener) => worker.on("message", (text: unknown) => listener(text)),
 * });
 * await room.negotiate({
 *   initiator: { id: "ada", kind: "system", agent: far.agent },
 *   responder: { id: "smith", kind: "system", agent: () => ({ action: "accept" }) },
 * });
 * far.close();
 */
export function channelAgent<Terms = unknown>(options: ChannelAgentOptions): ChannelAgent<Terms> {
  const read = readOptions("options", options, ["send", "onMessage", "clock", "maxBytes", "onError"]);
  const { send, onMessage, clock = systemClock, maxBytes = 65_536, onError } = read;
  if (typeof send !== "function") throw new TypeError(unmet("send", "a function", send));
  demandFunctions({ onMessage, onError });
  integerIn("maxBytes", maxBytes, 1);
  const tell = quietHook(onError);
  const open = new Map<string, OpenAsk<Terms>>();
  let isClosed = false;

  const deliver = async (
    kind: "ask" | "cancel",
    { id, call }: Pick<OpenAsk<Terms>, "id" | "call">,
  ): Promise<void> => {
    try {
      const timeoutMs = Math.max(0, call.deadlineAt - clock.now());
      const asked = kind === "ask" && { turnMs: timeoutMs, call };
      const text = JSON.stringify({ concordat: kind, id, ...asked });
      hear(await send(text, { kind, negotiationId: call.negotiationId, timeoutMs }));
    } catch (error) {
      // An acknowledgement that fails after the turn says what everybody knows.
      if (open.has(id)) tell(error);
    }
  };

  const take = (id: string): OpenAsk<Terms> | undefined => {
    const ask = open.get(id);
    open.delete(id);
    return ask;
  };

  const hear = (data: unknown): void => {
    const reading = isClosed ? undefined : readMessage(data, maxBytes);
    if (reading === undefined) return;
    if (!reading.ok) {
      const error = new Error(reading.why);
      tell(error);
      if (reading.id !== null) take(reading.id)?.reject(error);
      return;
    }
    const { message } = reading;
    if (message.concordat === "answer") take(message.id)?.resolve(message.answer as Answer<Terms>);
    else if (message.concordat === "failed")
      take(message.id)?.reject(new Error(`The far end: ${message.message.slice(0, MOST_OF_A_FAILURE)}`));
    else if (message.concordat === "ready")
      for (const ask of [...open.values()]) if (ask.repeats-- > 0) void deliver("ask", ask);
  };

  const ask = ({ signal, ...call }: AgentCall<Terms>): Promise<Answer<Terms>> =>
    new Promise((resolve, reject) => {
      // Random: who was not asked cannot answer.
      const id = freshNonce();
      const cancel = (): void => {
        reject(new Error("The turn was over before an answer came."));
        if (take(id) !== undefined) void deliver("cancel", { id, call });
      };
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener("abort", cancel);
          settle(value);
        };
      signal.addEventListener("abort", cancel, { once: true });
      if (signal.aborted) cancel();
      else if (!isClosed) {
        const asked = { id, call, repeats: MOST_REPEATS, resolve: settled(resolve), reject: settled(reject) };
        open.set(id, asked);
        void deliver("ask", asked);
      }
    });

  const stop = onMessage?.(hear);
  return {
    agent: ask,
    get openCount() {
      return open.size;
    },
    resend() {
      for (const one of [...open.values()]) void deliver("ask", one);
    },
    close() {
      if (isClosed) return;
      const left = [...open.values()];
      open.clear();
      isClosed = true;
      for (const one of left) void deliver("cancel", one);
      if (typeof stop === "function") stop();
    },
  };
}

type Answer<Terms> = Move<Terms> | ConsultRequest;

/** An ask that waits for its answer. */
interface OpenAsk<Terms> {
  readonly id: string;
  readonly call: Omit<AgentCall<Terms>, "signal">;
  /** How often the far end may still have it again. */
  repeats: number;
  readonly resolve: (answer: Answer<Terms>) => void;
  readonly reject: (error: Error) => void;
}

/** Chosen: a line that drops more often within one turn is no line, and who asks so often floods it. */
const MOST_REPEATS = 16;
