/**
 * @module
 * The options of the A2A bridge, read once and complete from then on.
 */

import type { AgentCard } from "@a2a-js/sdk";
import type { ServerCallContext } from "@a2a-js/sdk/server";
import {
  demandFunctions,
  demandText,
  type Filled,
  integerOptions,
  readOptions,
  unmet,
} from "../../core/checks/index.js";
import type { JsonObject } from "../../core/json/index.js";
import { ACTIONS, type Action } from "../../core/record/index.js";
import type { MaybePromise, TermsSchema } from "../../ports/index.js";
import type { PartyInput } from "../../service/commands/index.js";
import type { Rooms } from "../../service/room/index.js";
import { quietHook } from "../../web/index.js";
import { type Caller, callerOf, INPUT_LIMITS, type InputLimits, isId } from "../door/index.js";

/** What a card says of what is negotiated here, for clients that look before they ask. */
export interface NegotiationOffer {
  /** @default all six */
  readonly actions?: readonly Action[] | undefined;
  /** `null` for none. @default null */
  readonly turnCap?: number | null | undefined;
  /** @default ["room"] */
  readonly presets?: readonly string[] | undefined;
}

/** The card without what the bridge adds: name, description, version, and what else it is to say. */
export type CardDraft = Partial<AgentCard> & Pick<AgentCard, "name" | "description">;

/** What the bridge is made of. */
export interface A2aBridgeOptions<Terms = unknown> {
  /** `NegotiationRooms`, or `roomsOf(service)`. */
  readonly rooms: Rooms<Terms>;
  /** Who calls, by what the host has verified; `null` for nobody that it knows. */
  readonly identify: (context: ServerCallContext) => MaybePromise<Caller | null>;
  /** The side that is asked: the responder of every negotiation here, with its agent if it has one. */
  readonly self: PartyInput<Terms>;
  readonly card: CardDraft;
  /** Of the extension; a breaking change of what is sent is a new one. @default "urn:concordat:a2a:negotiation:v1" */
  readonly extensionUri?: string | undefined;
  /** Whether clients that do not know the extension are refused (-32008). @default false */
  readonly required?: boolean | undefined;
  /** The room that a context means; `undefined` for none. @default the room whose id is the context's */
  readonly roomOf?: ((contextId: string, caller: Caller) => MaybePromise<string | undefined>) | undefined;
  readonly offer?: NegotiationOffer | undefined;
  /** What terms look like, for the card: a schema that gives JSON Schema (zod 4 does), or JSON Schema. @default any JSON */
  readonly terms?: TermsSchema<Terms> | JsonObject | undefined;
  /** `bodyMs` is the server's in front. */
  readonly limits?: InputLimits | undefined;
  /** Hears of faults of the host, its store or its hooks. @default nobody */
  readonly onError?:
    | ((error: unknown, context: { readonly negotiationId: string | null }) => void)
    | undefined;
}

/** Options with every default in its place. */
export interface ResolvedA2aOptions<Terms>
  extends Filled<Omit<A2aBridgeOptions<Terms>, "identify" | "offer" | "terms" | "limits" | "onError">>,
    Pick<A2aBridgeOptions<Terms>, "terms"> {
  /** `undefined` for nobody. */
  readonly identify: (context: ServerCallContext) => Promise<Caller | undefined>;
  readonly selfId: string;
  readonly offer: Filled<NegotiationOffer>;
  readonly limits: Filled<InputLimits>;
  /** Never throws. */
  readonly onError: (error: unknown, negotiationId: string | null) => void;
}

/** @default of `extensionUri` */
export const EXTENSION_URI = "urn:concordat:a2a:negotiation:v1";

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} on an unknown option, and for what is none of those
 * @throws {RangeError} for a limit out of range
 */
export function resolveA2aOptions<Terms>(options: A2aBridgeOptions<Terms>): ResolvedA2aOptions<Terms> {
  const given = readOptions("options", options, KEYS);
  const { rooms, identify, self, card, extensionUri = EXTENSION_URI, roomOf, onError } = given;
  if (typeof rooms?.roomOf !== "function")
    throw new TypeError(unmet("rooms", "NegotiationRooms or roomsOf(service)", typeof rooms));
  if (typeof identify !== "function") throw new TypeError(unmet("identify", "a function", identify));
  demandFunctions({ roomOf, onError });
  const selfId = typeof self === "string" ? self : self?.id;
  if (!isId(selfId)) throw new TypeError(unmet("self", "a party or its id", selfId));
  demandText("card.name", card?.name);
  if (!URL.canParse(extensionUri))
    throw new TypeError(unmet("extensionUri", "an absolute URI", extensionUri));
  const { actions, turnCap, presets } = readOptions("offer", given.offer ?? {}, [
    "actions",
    "turnCap",
    "presets",
  ]);
  return {
    ...given,
    identify: async (context) => callerOf(await identify(context)),
    selfId,
    extensionUri,
    required: given.required === true,
    roomOf: roomOf ?? ((contextId) => contextId),
    offer: { actions: actions ?? ACTIONS, turnCap: turnCap ?? null, presets: presets ?? ["room"] },
    limits: integerOptions("limits", given.limits ?? {}, INPUT_LIMITS),
    onError: quietHook((error, negotiationId) => onError?.(error, { negotiationId })),
  };
}

const KEYS = [
  "rooms",
  "identify",
  "self",
  "card",
  "extensionUri",
  "required",
  "roomOf",
  "offer",
  "terms",
  "limits",
  "onError",
] as const satisfies readonly (keyof A2aBridgeOptions)[];
