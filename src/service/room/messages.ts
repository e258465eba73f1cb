/**
 * @module
 * The message door of the `room` preset. It has no way of its own: it reads a message, submits the move,
 * and says what was dropped (RM-30 to RM-34).
 */

import { jsonOrNull } from "../../core/json/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { Code } from "../../errors.js";
import type { MaybePromise } from "../../ports/index.js";
import { moveOfMessage, readAgentMessage, repeatsStanding } from "../../presets/room/index.js";
import { type CommandResult, jsonIssues, type Submission } from "../commands/index.js";
import { codeOf, DROPPED, type MessageDropped } from "../events/index.js";
import { isPromise, runSteps } from "../queue/index.js";
import type { Room } from "./room-wiring.js";

/** What the door works with. */
export interface MessageDoor<Terms> {
  readonly known: (id: string) => Negotiation<Terms> | undefined;
  /** The record as it is now. */
  readonly read: (id: string) => MaybePromise<Negotiation<Terms> | undefined>;
  readonly submit: (submission: Submission) => MaybePromise<CommandResult<Terms>>;
  readonly drop: (dropped: MessageDropped<Terms>) => void;
}

/** What a host says of a message. */
export interface MessageOptions {
  /** Who sent it, by the host's own knowledge. @default whoever the message names */
  readonly partyId?: string;
}

/**
 * Submits the move of a message, or drops it. Never throws.
 *
 * @param senderId - `undefined`: the message is believed
 */
export async function handleMessage<Terms>(
  given: unknown,
  door: MessageDoor<Terms>,
  senderId?: string,
): Promise<void> {
  // Before its sender can change it.
  const copy = jsonOrNull(given, MAX_MESSAGE_BYTES);
  const drop = (code: Code, details: MessageDropped["details"], id: string | null): void => {
    const negotiation = id === null ? null : (door.known(id) ?? null);
    door.drop(Object.freeze({ message: copy, negotiationId: id, code, details, negotiation }));
  };
  const reading = readAgentMessage(given);
  if (!reading.ok) {
    drop("move_invalid", Object.freeze({ issues: jsonIssues(reading.issues) }), null);
    return;
  }
  const { message } = reading;
  const { negotiationId: id, fromAgent: partyId } = message;
  if (senderId !== undefined && senderId !== partyId) {
    drop("forbidden_party", Object.freeze({ partyId: senderId, fromAgent: partyId }), id);
    return;
  }
  const isAnswer = message.type === "agent_accept" || message.type === "agent_reject";
  try {
    let negotiation: Negotiation<Terms> | undefined;
    if (isAnswer && message.proposal !== undefined) {
      const read = door.read(id);
      negotiation = isPromise(read) ? await read : (read as Negotiation<Terms> | undefined);
      if (negotiation !== undefined && !repeatsStanding(message, negotiation)) {
        drop("move_invalid", Object.freeze({ issues: [OWN_PROPOSAL] }), id);
        return;
      }
    }
    // An answer that repeats the proposal means that one, also when another stands by the time of its turn.
    const replyTo = negotiation?.standing?.id;
    const move = { ...moveOfMessage(message), replyTo };
    const { id: commandId, expectedVersion } = message;
    const answer = door.submit({ id, partyId, move, commandId, expectedVersion });
    const result = isPromise(answer) ? await answer : (answer as CommandResult<Terms>);
    if (!result.ok) drop(result.code, result.details, id);
  } catch (error) {
    // The store failed or the room closed: whether it took effect is unknown, the sender may send again.
    const code = codeOf(error) as Code;
    if (code !== "service_closed") drop(code, Object.freeze({}), id);
  }
}

/** The door of a room. */
export function messageDoor<Terms>(room: Room<Terms>): MessageDoor<Terms> {
  const { cache, commands, outbox, observers } = room;
  return {
    known: (id) => cache.known(id),
    read: (id) => runSteps(cache.current(id)),
    submit: (submission) => commands.submit(submission),
    drop: (dropped) => {
      if (room.isClosed) return;
      outbox.say("message:dropped", dropped);
      observers.warn(DROPPED, { negotiationId: dropped.negotiationId, code: dropped.code });
    },
  };
}

const OWN_PROPOSAL = Object.freeze({
  path: ["proposal"],
  message: "Expected no proposal of its own with a decision, got one.",
});

/** A message may hold a proposal of the largest size that any rules allow, and its own members. */
const MAX_MESSAGE_BYTES = 16_800_000;
