/**
 * @module
 * The calls of agents from their beginning to what they came to, as the service's events tell it: what an agent answers
 * is judged after its call, and may come too late.
 */

import type { FailedTurn, Negotiation, Turn } from "../../core/record/index.js";
import type { AgentCallInfo } from "../../ports/index.js";
import type { ServiceEvents, TurnDropped } from "../../service/events/index.js";

/** What a call came to. */
export type CallEnd =
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "failed"; readonly failure: FailedTurn }
  | { readonly kind: "consulted" }
  | { readonly kind: "dropped"; readonly why: TurnDropped["why"] };

/** The calls that run, each with a note of its beginning: at most one for each negotiation. */
export class AgentCalls<Note> {
  readonly #begin: (call: AgentCallInfo) => Note;
  readonly #finish: (note: Note, end: CallEnd) => void;
  readonly #open = new Map<string, OpenCall<Note>>();

  /** @param finish - is told each end, once */
  constructor(begin: (call: AgentCallInfo) => Note, finish: (note: Note, end: CallEnd) => void) {
    this.#begin = begin;
    this.#finish = finish;
  }

  /** Runs a call. */
  around<T>(info: AgentCallInfo, run: (note: Note) => T): T {
    // Somebody else has moved, and told nobody here.
    this.#end(info.negotiationId, { kind: "dropped", why: "stale" });
    const call: OpenCall<Note> = { ...info, note: this.#begin(info), isAnswered: false };
    this.#open.set(info.negotiationId, call);
    const answered = (): void => {
      call.isAnswered = true;
    };
    const answer = run(call.note);
    Promise.resolve(answer).then(answered, answered);
    return answer;
  }

  /** Ends all of them, or those of a room. */
  endAll(roomId?: string): void {
    for (const [id, call] of [...this.#open])
      if (roomId === undefined || call.roomId === roomId) this.#end(id, { kind: "dropped", why: "aborted" });
  }

  /** Hears an event of the service. */
  heard(name: keyof ServiceEvents, payload: unknown): void {
    const { negotiation = payload as Negotiation, negotiationId = negotiation.id } = payload as Payload;
    const call = this.#open.get(negotiationId);
    const end = call && endBy(name, payload as Payload, call);
    if (end !== undefined) this.#end(negotiationId, end);
  }

  #end(negotiationId: string, end: CallEnd): void {
    const call = this.#open.get(negotiationId);
    this.#open.delete(negotiationId);
    if (call !== undefined) this.#finish(call.note, end);
  }
}

/** What tells of calls. */
export const CALL_EVENTS: readonly (keyof ServiceEvents)[] = [
  "turn:recorded",
  "turn:failed",
  "turn:consulted",
  "turn:fallback",
  "turn:dropped",
  "negotiation:settled",
];

interface OpenCall<Note> extends AgentCallInfo {
  readonly note: Note;
  isAnswered: boolean;
}

/** The members of all payloads. */
interface Payload {
  readonly negotiation?: Negotiation;
  readonly negotiationId?: string;
  readonly turn?: Turn;
  readonly failure?: FailedTurn;
  readonly turnNumber?: number;
  readonly why?: TurnDropped["why"];
}

/** What an event says that a call has come to; `undefined` while it goes on. */
function endBy(
  name: keyof ServiceEvents,
  payload: Payload,
  { attempt, turnNumber, isAnswered }: OpenCall<unknown>,
): CallEnd | undefined {
  const { turn, failure, why } = payload;
  switch (name) {
    case "turn:recorded":
      if (turn === undefined || turn.number < turnNumber) return undefined;
      return turn.source === "external" ? { kind: "dropped", why: "stale" } : { kind: "turn", turn };
    case "turn:failed":
      if (failure?.turnNumber !== turnNumber || failure.attempt !== attempt) return undefined;
      return { kind: "failed", failure };
    case "turn:consulted":
      return { kind: "consulted" };
    case "turn:fallback":
      return { kind: "dropped", why: "late" };
    case "turn:dropped":
      // The late answer of an earlier call says nothing of this one.
      if (!isAnswered || payload.turnNumber !== turnNumber || why === undefined) return undefined;
      return { kind: "dropped", why };
    case "negotiation:settled": {
      const { outcome } = payload as Negotiation;
      return { kind: "dropped", why: outcome?.reason.endsWith("timeout") ? "late" : "aborted" };
    }
    default:
      return undefined;
  }
}
