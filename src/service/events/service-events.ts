/**
 * @module
 * Everything that a service tells its listeners, by event name.
 */

import type { CommitEvents } from "../../core/index.js";
import type { Json } from "../../core/json/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { Code } from "../../errors.js";
import type { ListenerError } from "./isolated-emitter.js";

/** Why the answer of a call no longer counts. */
export type DropReason = "late" | "aborted" | "stale";

/** `turn:dropped`: an agent's answer came too late, after an abort, or to an old version. */
export interface TurnDropped {
  /** Of the negotiation that it was asked in. */
  readonly negotiationId: string;
  /** Whose agent answered. */
  readonly partyId: string;
  /** The turn that it was asked for. */
  readonly turnNumber: number;
  /** It came after its deadline, after an abort, or to an older version. */
  readonly why: DropReason;
}

/** `message:dropped`: a message of the `room` preset that `submit` would refuse, or that does not parse. */
export interface MessageDropped<Terms = unknown> {
  /** A frozen copy; `null` if it is no JSON. */
  readonly message: Json;
  /** `null` where it names none, or could not be read. */
  readonly negotiationId: string | null;
  /** The refusal's, or `store_failed` and `contention` where it is unknown whether the move took effect. */
  readonly code: Code;
  /** Those of the refusal. */
  readonly details: { readonly [key: string]: Json };
  /** The newest record; `null` if the room has none of that id. */
  readonly negotiation: Negotiation<Terms> | null;
}

/** What a commit tells; marked where another process has committed it, as `hearOthers` tells it here too. */
export type Heard<Payload> = Payload & { readonly remote?: true | undefined };

/** The events of commits. */
export type HeardEvents<Terms = unknown> = {
  [Name in keyof CommitEvents]: Heard<CommitEvents<Terms>[Name]>;
};

/** The payload of each event. */
export interface ServiceEvents<Terms = unknown> extends HeardEvents<Terms> {
  /** An agent's answer came too late, after an abort, or to an older version. */
  "turn:dropped": TurnDropped;
  /** A message was refused, or could not be read. */
  "message:dropped": MessageDropped<Terms>;
  /** A listener threw, or its promise failed. What a listener of this event throws is swallowed. */
  "listener:error": ListenerError;
}
