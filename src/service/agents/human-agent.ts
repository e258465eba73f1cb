/**
 * @module
 * A seat for a person: an agent whose answers come from a user interface.
 */

import { readOptions } from "../../core/checks/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Agent, AgentCall } from "../../ports/index.js";
import type { CommandResult } from "../commands/index.js";
import { HAND_IN, type HandIn } from "./agent-call.js";

/** A person's seat. */
export interface HumanAgent<Terms = unknown> {
  /** The agent to hand to a party. */
  readonly agent: Agent<Terms>;
  /** The open question: what the person may see and do, and until when; `null` while there is none. */
  readonly pending: AgentCall<Terms> | null;
  /**
   * Answers the open question. A refused answer leaves it open and counts no attempt: only the deadline ends it.
   *
   * @returns what `submit` answers: what was recorded, or a refusal that says what to mend; `false` where no question
   * is open, as for a late answer, and for a second one while the first is judged
   */
  answer(move: Move<Terms>): Promise<CommandResult<Terms> | false>;
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
 * const result = await seat.answer({ action: "propose", terms: { price: 40 } });
 * if (result && !result.ok) console.log(result.message);
 */
export function humanAgent<Terms = unknown>(options: HumanAgentOptions<Terms> = {}): HumanAgent<Terms> {
  const { onChange } = readOptions("options", options, ["onChange"]);
  let open: OpenQuestion<Terms> | null = null;
  const shut = (question: OpenQuestion<Terms>): void => {
    if (open !== question) return;
    open = null;
    onChange?.(null);
  };

  const ask: Agent<Terms> = (call) =>
    new Promise((resolve, reject) => {
      const handIn = (call as { [HAND_IN]?: () => HandIn<Terms> })[HAND_IN]?.();
      if (handIn === undefined)
        throw new TypeError("Expected the call of a service, got a copy. Hand on the call itself.");
      const question: OpenQuestion<Terms> = { call, handIn, resolve, reject, isAnswering: false };
      const close = (): void => {
        question.thrown = thrownBy(() => shut(question));
        // Else `answer` ends the call, once it knows what has become of its move.
        if (!question.isAnswering) reject(withdrawn(question.thrown));
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
    });

  return {
    agent: ask,
    get pending() {
      return open?.call ?? null;
    },
    async answer(move) {
      const question = open;
      if (question === null || question.isAnswering) return false;
      question.isAnswering = true;
      const result = await question.handIn(move);
      question.isAnswering = false;
      if (result?.ok === true) {
        question.resolve(move);
        shut(question);
        if (question.thrown !== undefined) throw question.thrown;
      } else if (open !== question) question.reject(withdrawn(question.thrown));
      return result ?? false;
    },
  };
}

interface OpenQuestion<Terms> {
  readonly call: AgentCall<Terms>;
  readonly handIn: HandIn<Terms>;
  readonly resolve: (move: Move<Terms>) => void;
  readonly reject: (error: unknown) => void;
  /** Whether an answer is being judged. */
  isAnswering: boolean;
  /** What `onChange` threw as it closed. */
  thrown?: unknown;
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
