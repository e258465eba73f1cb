/**
 * @module
 * The options of the MCP bridge, read once and complete from then on.
 */

import type { AuthInfo } from "@modelcontextprotocol/server";
import { demandFunctions, type Filled, integerOptions, readOptions, unmet } from "../../core/checks/index.js";
import type { JsonObject } from "../../core/json/index.js";
import type { MaybePromise, TermsSchema } from "../../ports/index.js";
import { negotiationSessionPrefix, negotiationTurnInstructions } from "../../presets/index-network/index.js";
import type { Rooms } from "../../service/room/index.js";
import { systemClock } from "../../system-clock.js";
import { quietHook } from "../../web/index.js";
import { type Caller, callerOf, INPUT_LIMITS, type InputLimits } from "../door/index.js";
import { sdk } from "./peers.js";

/** How much may come in, and how much may be open. */
export interface McpLimits extends InputLimits {
  /** Streams of `subscriptions/listen` of one party at once. @default 8 */
  readonly streams?: number | undefined;
}

/** What the bridge is made of. */
export interface McpBridgeOptions<Terms = unknown> {
  /** `NegotiationRooms`, or `roomsOf(service)`. */
  readonly rooms: Rooms<Terms>;
  /** Who calls, by what the host has verified; `null` for nobody that it knows. In memory and over stdio there is none. */
  readonly identify: (authInfo: AuthInfo | undefined) => MaybePromise<Caller | null>;
  /** Lists the negotiations of a party. @default that of `rooms` */
  readonly list?: Rooms<Terms>["list"] | undefined;
  /** Whether `withdraw` is offered too. @default false */
  readonly allowWithdraw?: boolean | undefined;
  /** What terms look like, for the tools' schemas: a schema that gives JSON Schema (zod 4 does), or JSON Schema. @default any JSON */
  readonly terms?: TermsSchema<Terms> | JsonObject | undefined;
  /** What a model is told of the tools. @default negotiationTurnInstructions */
  readonly instructions?: string | undefined;
  /** How the session keys of background turns begin, in the default instructions. @default "index:negotiation:" */
  readonly sessionPrefix?: string | undefined;
  /** @default { name: "concordat", version: "1" } */
  readonly serverInfo?: { readonly name: string; readonly version: string } | undefined;
  /** Host names by which it is asked over HTTP. @default those of this machine alone */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Host names of the pages that may ask it. @default those of this machine alone */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** `WWW-Authenticate` of who is not known. @default "Bearer" */
  readonly challenge?: string | undefined;
  readonly limits?: McpLimits | undefined;
  /** Hears of faults of the host, its store or its hooks. @default nobody */
  readonly onError?:
    | ((error: unknown, context: { readonly negotiationId: string | null }) => void)
    | undefined;
}

/** Options with every default in its place. */
export interface ResolvedMcpOptions<Terms>
  extends Filled<Omit<McpBridgeOptions<Terms>, "identify" | "terms" | "sessionPrefix" | "onError">>,
    Pick<McpBridgeOptions<Terms>, "terms"> {
  readonly identify: (authInfo: AuthInfo | undefined) => Promise<Caller | undefined>;
  readonly allowedHosts: string[];
  readonly allowedOrigins: string[];
  readonly limits: Filled<McpLimits>;
  readonly clock: NonNullable<Rooms["clock"]>;
  /** Never throws. */
  readonly onError: (error: unknown, negotiationId: string | null) => void;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} on an unknown option, and for what is none of those
 * @throws {RangeError} for a limit out of range
 */
export function resolveMcpOptions<Terms>(options: McpBridgeOptions<Terms>): ResolvedMcpOptions<Terms> {
  const given = readOptions("options", options, KEYS);
  const { rooms, identify, list, limits = {}, onError } = given;
  if (typeof rooms?.roomOf !== "function")
    throw new TypeError(unmet("rooms", "NegotiationRooms or roomsOf(service)", typeof rooms));
  if (typeof identify !== "function") throw new TypeError(unmet("identify", "a function", identify));
  demandFunctions({ list, onError });
  const { sessionPrefix = negotiationSessionPrefix } = given;
  return {
    ...given,
    identify: async (authInfo) => callerOf(await identify(authInfo)),
    list: list ?? ((partyId, filter) => rooms.list(partyId, filter)),
    allowWithdraw: given.allowWithdraw === true,
    instructions:
      given.instructions ??
      negotiationTurnInstructions.replace(negotiationSessionPrefix, () => sessionPrefix),
    serverInfo: given.serverInfo ?? { name: "concordat", version: "1" },
    allowedHosts: [...(given.allowedHosts ?? sdk.localhostAllowedHostnames())],
    allowedOrigins: [...(given.allowedOrigins ?? sdk.localhostAllowedOrigins())],
    challenge: given.challenge ?? "Bearer",
    limits: integerOptions("limits", limits, { ...INPUT_LIMITS, streams: [8, 1] }),
    clock: rooms.clock ?? systemClock,
    onError: quietHook((error, negotiationId) => onError?.(error, { negotiationId })),
  };
}

const KEYS = [
  "rooms",
  "identify",
  "list",
  "allowWithdraw",
  "terms",
  "instructions",
  "sessionPrefix",
  "serverInfo",
  "allowedHosts",
  "allowedOrigins",
  "challenge",
  "limits",
  "onError",
] as const satisfies readonly (keyof McpBridgeOptions)[];
