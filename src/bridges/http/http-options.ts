/**
 * @module
 * The options of the HTTP bridge, read once and complete from then on.
 */

import {
  demandFunctions,
  demandOneOf,
  type Filled,
  type IntegerOptions,
  integerOptions,
  LONGEST_TIMER_MS,
  readOptions,
  unmet,
} from "../../core/checks/index.js";
import type { Clock, TermsSchema } from "../../ports/index.js";
import type { Rooms } from "../../service/room/index.js";
import { systemClock } from "../../system-clock.js";
import { quietHook } from "../../web/index.js";
import { type Authorize, INPUT_LIMITS, type InputLimits } from "../door/index.js";
import type { Networks } from "./index-network-family.js";
import type { OapEndpoints } from "./oap-family.js";

/** Operations that belong together: Concordat's own, those of OAP, and the polling of Index Network. */
export type Family = "native" | "oap" | "index-network";

/** Hears of what failed unexpectedly; `context` says where, and nothing that is private. */
export type OnError = (
  error: unknown,
  context: { readonly operationId: string | null; readonly negotiationId: string | null },
) => void;

/** How much may come in, and how much may be open. */
export interface HttpLimits extends InputLimits {
  /** Event streams of one party at once. @default 8 */
  readonly streams?: number | undefined;
  /** Frames that may wait for a reader before it is cut off. @default 256 */
  readonly frames?: number | undefined;
  /** Ms between two comments in a stream, which keep it open. @default 15_000 */
  readonly keepAliveMs?: number | undefined;
}

/** What the bridge is made of. */
export interface HttpBridgeOptions<Terms = unknown> {
  /** `NegotiationRooms`, or `roomsOf(service)`. */
  readonly rooms: Rooms<Terms>;
  /** Who sent a request, or `null` for nobody known; asked before its body is read. */
  readonly authorize: Authorize<Request>;
  /** @default ["native"] */
  readonly families?: readonly Family[] | undefined;
  /** What `createOapHost` of concordat/oap gave; callers are known by their DIDs. Required for the family `oap`. */
  readonly oapHost?: OapEndpoints | undefined;
  /** In which rooms turns of a caller may wait. Required for the family `index-network`. */
  readonly networks?: Networks | undefined;
  /** `WWW-Authenticate` of who is not known. @default "Bearer" */
  readonly challenge?: string | undefined;
  /** Security schemes of the document, by name. @default one of HTTP bearer tokens */
  readonly security?: Readonly<Record<string, object>> | undefined;
  /** The schema of the terms, for the document, where it gives its JSON Schema (zod 4 does). @default any JSON */
  readonly terms?: TermsSchema<Terms> | undefined;
  readonly limits?: HttpLimits | undefined;
  /** @default nobody */
  readonly onError?: OnError | undefined;
}

/** Options with every default in its place. */
export interface ResolvedHttpOptions<Terms>
  extends Filled<Omit<HttpBridgeOptions<Terms>, "oapHost" | "networks" | "terms">>,
    Pick<HttpBridgeOptions<Terms>, "oapHost" | "networks" | "terms"> {
  readonly limits: Filled<HttpLimits>;
  readonly clock: Clock;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} on an unknown option, and for what is none of those
 * @throws {RangeError} for a limit out of range
 */
export function resolveHttpOptions<Terms>(options: HttpBridgeOptions<Terms>): ResolvedHttpOptions<Terms> {
  const given = readOptions("options", options, KEYS);
  const { rooms, authorize, families = ["native"], oapHost, networks, onError } = given;
  if (typeof rooms?.roomOf !== "function")
    throw new TypeError(unmet("rooms", "NegotiationRooms or roomsOf(service)", typeof rooms));
  if (typeof authorize !== "function") throw new TypeError(unmet("authorize", "a function", authorize));
  demandFunctions({ onError, networks });
  for (const family of families) demandOneOf("families", family, FAMILIES);
  if (families.includes("oap") && typeof oapHost?.fetch !== "function")
    throw new TypeError(unmet("oapHost", "what createOapHost gives, for the family oap", typeof oapHost));
  if (families.includes("index-network") && networks === undefined)
    throw new TypeError(unmet("networks", "a function, for the family index-network", networks));
  return {
    ...given,
    families: [...new Set(families)],
    challenge: given.challenge ?? "Bearer",
    security: given.security ?? { bearer: { type: "http", scheme: "bearer" } },
    limits: integerOptions("limits", given.limits ?? {}, LIMITS),
    clock: rooms.clock ?? systemClock,
    onError: quietHook(onError),
  };
}

const FAMILIES: readonly Family[] = ["native", "oap", "index-network"];

const KEYS = [
  "rooms",
  "authorize",
  "families",
  "oapHost",
  "networks",
  "challenge",
  "security",
  "terms",
  "limits",
  "onError",
] as const;

const LIMITS: IntegerOptions<HttpLimits> = {
  ...INPUT_LIMITS,
  streams: [8, 1],
  frames: [256, 1],
  keepAliveMs: [15_000, 1, LONGEST_TIMER_MS],
};
