/**
 * @module
 * The options of the inspector, read once and complete from then on.
 */

import { demandFlags, demandFunctions, readOptions, unmet } from "../../core/checks/index.js";
import type { Json } from "../../core/json/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { Clock, MaybePromise, NegotiationStore, TermsSchema } from "../../ports/index.js";
import type { NegotiationRooms, NegotiationService } from "../../service/room/index.js";
import { systemClock } from "../../system-clock.js";
import { quietHook } from "../../web/index.js";
import { jsonSchemaOfTerms } from "../door/index.js";
import type { Worth } from "./pictures.js";

/** Who may look, and what they look at. One of `rooms`, `service` and `store` is needed. */
export interface InspectorOptions<Terms = unknown> {
  /** All rooms of a host. */
  readonly rooms?: NegotiationRooms<Terms> | undefined;
  /** One room. */
  readonly service?: NegotiationService<Terms> | undefined;
  /** A store, whichever process writes to it; moves cannot be handed in. */
  readonly store?: InspectedStore | undefined;
  /**
   * Who sent a request, asked for each: `"host"` sees everything, a party its own negotiations as `viewFor` shows
   * them, `null` is refused. There is no default that lets everybody in.
   */
  readonly authorize: (request: Request) => MaybePromise<Spectator | null>;
  /**
   * What terms are worth to the two parties of a negotiation, for the host to see as pictures; `undefined` for one of
   * which that is not known. @default no pictures
   */
  readonly worth?: ((negotiation: Negotiation<Terms>) => Worth<Terms> | undefined) | undefined;
  /** The schema of the terms, for the form of moves, where it gives its JSON Schema (zod 4 does). @default any JSON */
  readonly terms?: TermsSchema<Terms> | undefined;
  /** Whether moves may be handed in, as any party by the host and as itself by a party. @default false */
  readonly allowMoves?: boolean | undefined;
  /** Where it is mounted. @default "/inspector" */
  readonly path?: string | undefined;
  /** Hears of what failed unexpectedly. @default nobody */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What is asked of a store. */
export type InspectedStore = Pick<NegotiationStore, "list" | "load" | "entries">;

/** Who looks: the host, or one party. */
export type Spectator = "host" | { readonly partyId: string };

/** Options with every default in its place. */
export interface ResolvedInspectorOptions {
  readonly store: InspectedStore;
  /** @default all rooms */
  readonly roomId: string | undefined;
  readonly clock: Clock;
  /** The service of a negotiation; `undefined` where there is only a store. */
  readonly serviceOf: (id: string) => MaybePromise<NegotiationService | undefined>;
  /** Hears of what changes in this process; `undefined` where there is only a store. */
  readonly hear: ((changed: (record: Negotiation) => void) => () => void) | undefined;
  readonly authorize: InspectorOptions["authorize"];
  readonly worth: InspectorOptions["worth"];
  readonly termsSchema: Json;
  readonly allowMoves: boolean;
  readonly path: string;
  readonly onError: (error: unknown) => void;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} for an unknown option, without `authorize`, and for none or several of `rooms`, `service`, `store`
 */
export function resolveInspectorOptions<Terms>(options: InspectorOptions<Terms>): ResolvedInspectorOptions {
  const given = readOptions("options", options, KEYS);
  const { rooms, service, allowMoves = false, path = "/inspector", authorize, worth, terms, onError } = given;
  if (typeof authorize !== "function") throw new TypeError(unmet("authorize", "a function", authorize));
  demandFunctions({ worth, onError });
  demandFlags({ allowMoves });
  if (typeof path !== "string" || !/^(\/[\w.~-]+)+$/.test(path))
    throw new TypeError(unmet("path", "a path such as /inspector", path));
  const sources = [rooms, service, given.store].filter((one) => one !== undefined);
  const store = given.store ?? service?.ports.store ?? rooms?.store;
  const emitter = (service ?? rooms) as Emitter | undefined;
  if (sources.length !== 1 || typeof store?.list !== "function")
    throw new TypeError(unmet("options", "exactly one of rooms, service and store", Object.keys(given)));
  if (allowMoves && given.store !== undefined)
    throw new TypeError(unmet("allowMoves", "false for a store, which judges no moves", true));
  return {
    store,
    roomId: service?.roomId,
    clock: service?.ports.clock ?? rooms?.clock ?? systemClock,
    // Of any terms, as `worth` is: whoever hands it in knows its own.
    serviceOf: ((id) => service ?? rooms?.roomOf(id)) as ResolvedInspectorOptions["serviceOf"],
    hear: emitter && ((changed) => heardFrom(emitter, changed)),
    authorize,
    worth: worth as InspectorOptions["worth"],
    termsSchema: jsonSchemaOfTerms(terms as TermsSchema | undefined) ?? null,
    allowMoves,
    path,
    onError: quietHook(onError),
  };
}

/** Events of which every commit has one at least. */
const EVENTS = [
  "negotiation:started",
  "negotiation:settled",
  "turn:recorded",
  "turn:awaited",
  "turn:failed",
  "turn:parked",
  "turn:claimed",
  "turn:released",
  "turn:fallback",
  "turn:consulted",
  "turn:answered",
] as const;

function heardFrom(emitter: Emitter, changed: (record: Negotiation) => void): () => void {
  const listener = (told: Told): void => {
    const event = told.payload ?? told;
    changed(event.negotiation ?? (event as Negotiation));
  };
  for (const name of EVENTS) emitter.on(name, listener);
  return () => {
    for (const name of EVENTS) emitter.off(name, listener);
  };
}

/** Rooms and a service as far as they emit alike; of rooms an event has the room's id around it. */
interface Emitter {
  readonly on: (name: string, listener: (told: Told) => void) => unknown;
  readonly off: (name: string, listener: (told: Told) => void) => unknown;
}

interface Told {
  readonly payload?: Told;
  /** Without it the event is the record. */
  readonly negotiation?: Negotiation;
}

const KEYS = [
  "rooms",
  "service",
  "store",
  "authorize",
  "worth",
  "terms",
  "allowMoves",
  "path",
  "onError",
] as const;
