/**
 * @module
 * A seat for a person: an agent whose answers come from a user interface.
 */

import type { Move } from "../core/moves.js";
import { readOptions } from "../core/read-options.js";
import type { Agent, AgentCall } from "../ports/agent.js";

/** A person's seat. */
export interface HumanAgent<Terms = unknown> {
  /** The agent to hand to a party. */
  readonly agent: Agent<Terms>;
  /** The open question: what the person may see and do, and until when; `null` while there is none. */
  readonly pending: AgentCall<Terms> | null;
  /**
   * Answers the open question. A refused answer opens it again, with `lastError`.
   *
   * @returns whether it was in time: `false` for a late or second answer
   */
  answer(move: Move<Terms>): boolean;
}

/** How a seat tells that something changed. */
export interface HumanAgentOptions<Terms = unknown> {
  /** Called with the new `pending`, whenever a question opens or closes. @default none */
  readonly onChange?: ((pending: AgentCall<Terms> | null) => void) | undefined;
}

/**
 * A person's seat; for one negotiation at a time.
 *
 * What `onChange` throws when a question opens is the agent's failure; when one is answered, the caller of
 * `answer` gets it, and the answer counts.
 *
 * @throws {TypeError} on an unknown option
 * @example
 * const seat = humanAgent<{ price: number }>({ onChange: (pending) => console.log(pending?.legalActions) });
 * const outcome = room.negotiate({ initiator: { id: "ada", kind: "personal", agent: seat.agent }, responder });
 * seat.answer({ action: "propose", terms: { price: 40 } });
 */
export function humanAgent<Terms = unknown>(options: HumanAgentOptions<Terms> = {}): HumanAgent<Terms> {
  const { onChange } = readOptions("options", options, ["onChange"]);
  let open: OpenQuestion<Terms> | null = null;

  return {
    agent: (call) =>
      new Promise((resolve, reject) => {
        const question: OpenQuestion<Terms> = { call, resolve };
        const close = (): void => {
          const wasOpen = open === question;
          if (wasOpen) open = null;
          reject(withdrawn(wasOpen ? thrownBy(() => onChange?.(null)) : undefined));
        };
        if (call.signal.aborted) {
          close();
          return;
        }
        // A question that replaces another: the earlier one belongs to a turn that has passed.
        open = question;
        call.signal.addEventListener("abort", close, { once: true });
        try {
          onChange?.(call);
        } catch (error) {
          if (open === question) open = null;
          reject(error);
        }
      }),
    get pending() {
      return open?.call ?? null;
    },
    answer(move) {
      if (open === null) return false;
      const { resolve } = open;
      open = null;
      resolve(move);
      onChange?.(null);
      return true;
    },
  };
}

interface OpenQuestion<Terms> {
  readonly call: AgentCall<Terms>;
  readonly resolve: (move: Move<Terms>) => void;
}

/** A throw inside a listener of an abort signal would end a Node process. */
function thrownBy(tell: () => void): unknown {
  try {
    tell();
    return undefined;
  } catch (error) {
    return error;
  }
}

function withdrawn(cause: unknown): Error {
  return new Error("The question was withdrawn before an answer.", { cause });
}
