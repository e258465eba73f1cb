/**
 * @module
 * The operations of Concordat's own vocabulary: open, list, read, move, and the stream of what happens.
 */

import { isMistake } from "../../core/checks/index.js";
import type { Refusal } from "../../core/moves/index.js";
import type { NegotiationService, Rooms } from "../../service/room/index.js";
import { jsonResponse } from "../../web/index.js";
import {
  type Caller,
  doorRefusal,
  foreignName,
  isId,
  isRefusal,
  type ShownRefusal,
  scopedKey,
  seenBy,
  shownRefusal,
  unknownHere,
} from "../door/index.js";
import type { EventStreams } from "./event-streams.js";
import { type Call, malformed, type Operation, ownVersion, type Success } from "./operations.js";
import { z } from "./peers.js";
import { Frame, Move, Negotiation, Opening, SummaryPage, Turn } from "./wire-schemas.js";

/** @see docs/requirements/bridges.md, HT-2 */
export function nativeFamily<Terms>(rooms: Rooms<Terms>, streams: EventStreams<Terms>): readonly Operation[] {
  return [
    {
      operationId: "openNegotiation",
      route: "POST /negotiations",
      summary: "Opens a negotiation with another party, with an opening proposal or without.",
      headers: ["Idempotency-Key"],
      body: Opening,
      success: { 201: { ...NEGOTIATION, headers: ["Location", "ETag", "Idempotency-Replayed"] } },
      problems: [400, 401, 403, 408, 409, 413, 415, 422, 500, 503],
      act: (call) => opened(rooms, call),
    },
    {
      operationId: "listNegotiations",
      route: "GET /negotiations",
      summary: "Lists the caller's negotiations, newest change first.",
      query: z.object({
        status: z.enum(["waiting", "active", "completed", "all"]).default("waiting"),
        limit: z.int().min(1).max(100).default(20),
        cursor: z.string().max(1_000).optional(),
      }),
      success: { 200: { description: "A page.", schema: SummaryPage } },
      problems: [400, 401, 500, 503],
      act: (call) => listed(rooms, call),
    },
    {
      operationId: "getNegotiation",
      route: "GET /negotiations/{id}",
      summary: "Reads a negotiation, with what the caller may do now.",
      headers: ["If-None-Match"],
      success: {
        200: { ...NEGOTIATION, headers: ["ETag"] },
        304: { description: "The version is the one that is known.", headers: ["ETag"] },
      },
      problems: [401, 404, 500, 503],
      act: (call) => inRoom(rooms, call, (service) => read(service, call)),
    },
    {
      operationId: "listTurns",
      route: "GET /negotiations/{id}/turns",
      summary: "Reads the turns after a number.",
      query: z.object({ after: z.int().min(0).default(0) }),
      success: {
        200: { description: "The turns, in order.", schema: z.strictObject({ turns: z.array(Turn) }) },
      },
      problems: [400, 401, 404, 500, 503],
      act: (call) => inRoom(rooms, call, (service) => turnsAfter(service, call)),
    },
    {
      operationId: "submitMove",
      route: "POST /negotiations/{id}/moves",
      summary: "Makes a move.",
      headers: ["Idempotency-Key", "If-Match"],
      body: Move,
      isJudged: true,
      success: { 200: MOVED },
      problems: [400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 429, 500, 503],
      act: (call) => moved(rooms, call),
    },
    {
      operationId: "watchNegotiation",
      route: "GET /negotiations/{id}/events",
      summary: "Streams what happens: a snapshot, then one event a commit, to the end.",
      headers: ["Last-Event-ID"],
      success: {
        200: {
          description: "Server-sent events; data as in Frame.",
          schema: Frame,
          type: "text/event-stream",
        },
        204: { description: "It is over, and the caller has seen the end." },
      },
      problems: [401, 404, 429, 500, 503],
      act: (call) => inRoom(rooms, call, (service) => streams.open(service, call)),
    },
  ];
}

const NEGOTIATION = { description: "The negotiation as the caller may see it.", schema: Negotiation };

/** What a move that was taken is answered with. */
export const MOVED: Success = { ...NEGOTIATION, headers: ["ETag", "Idempotency-Replayed"] };

/** Does what is asked in the room of the negotiation, if the id can be one. */
export async function inRoom<Terms>(
  rooms: Rooms<Terms>,
  { params: { id = "" } }: Call,
  act: (service: NegotiationService<Terms>, id: string) => Promise<Response | ShownRefusal>,
): Promise<Response | ShownRefusal> {
  const service = isId(id) ? await rooms.roomOf(id) : undefined;
  return service === undefined ? unknownHere(id) : act(service, id);
}

/** The negotiation as the caller may see it now, as an answer of that status. */
export async function seen<Terms>(
  service: NegotiationService<Terms>,
  id: string,
  partyId: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response | ShownRefusal> {
  const found = await seenBy(service, id, partyId);
  if (found === undefined) return unknownHere(id);
  const { view, legal } = found;
  return jsonResponse(status, { ...view, legal }, { ETag: `"${view.version}"`, ...headers });
}

async function opened<Terms>(rooms: Rooms<Terms>, call: Call): Promise<Response | ShownRefusal> {
  const { body, caller, command } = call;
  const forbidden = foreignName(body, caller);
  if (forbidden !== undefined) return doorRefusal(forbidden, "Expected a body of the caller's own.");
  const { roomId, responder, proposal } = body as { roomId: string; responder: string; proposal?: Terms };
  for (const [name, id] of Object.entries({ roomId, responder })) {
    if (!isId(id)) return malformed(name, "1 to 256 characters, none of them a control character", [name]);
  }
  const service = roomOf(rooms, roomId);
  if (service === undefined) return doorRefusal("not_admitted", "Expected a room that takes negotiations.");
  const { preset, negotiationId } = service.ports;
  // Its host opens under a signed Open alone: whatever were opened here would take no move.
  if (preset === "oap") return doorRefusal("not_admitted", "Expected a signed Open for a room of OAP.");
  const id = negotiationId();
  const commandId = command.commandId && (await scopedKey(caller.partyId, command.commandId));
  const { id: created } = await service.createNegotiation(caller.partyId, responder, proposal, {
    id,
    commandId,
  });
  const headers = {
    Location: `/negotiations/${encodeURIComponent(created)}`,
    ...(created !== id && REPLAYED),
  };
  return seen(service, created, caller.partyId, 201, headers);
}

/** A room by its id, where that may be one. */
export function roomOf<Terms>(rooms: Rooms<Terms>, roomId: string): NegotiationService<Terms> | undefined {
  try {
    return rooms.room(roomId);
  } catch (error) {
    // An id that no room can have: those of records beside the negotiations.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function listed<Terms>(rooms: Rooms<Terms>, { caller, query }: Call): Promise<Response | ShownRefusal> {
  const { status, limit, cursor } = query as { status: "all"; limit: number; cursor?: string };
  try {
    return jsonResponse(200, await rooms.list(caller.partyId, { status, limit, after: cursor }));
  } catch (error) {
    // All else was checked before.
    if (cursor !== undefined && isMistake(error)) return malformed("cursor", "next of another page");
    throw error;
  }
}

async function read<Terms>(
  service: NegotiationService<Terms>,
  { request, params: { id = "" }, caller }: Call,
): Promise<Response | ShownRefusal> {
  const answer = await seen(service, id, caller.partyId, 200);
  if (isRefusal(answer)) return answer;
  const etag = answer.headers.get("etag") ?? "";
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  if (!known.some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag)) return answer;
  return new Response(null, { status: 304, headers: { ETag: etag, "Cache-Control": "no-store" } });
}

async function turnsAfter<Terms>(
  service: NegotiationService<Terms>,
  { params: { id = "" }, query, caller: { partyId } }: Call,
): Promise<Response | ShownRefusal> {
  if ((await service.legalMoves(id, partyId)) === undefined) return unknownHere(id);
  const turns = await service.turns(id, { after: query["after"] as number, viewer: partyId });
  return jsonResponse(200, { turns });
}

async function moved<Terms>(rooms: Rooms<Terms>, call: Call): Promise<Response | ShownRefusal> {
  const { caller, body, command } = call;
  // Before the room is looked for, or who is no party would learn that there is one (BR-4).
  const expectedVersion = ownVersion(call);
  if (isRefusal(expectedVersion)) return expectedVersion;
  const { expectedVersion: _, partyId: __, ...move } = body;
  const options = { commandId: command.commandId, expectedVersion };
  return inRoom(rooms, call, async (service, id) => {
    return taken(service, id, caller, await service.submit(id, caller.partyId, move as unknown, options));
  });
}

/** The answer to a move. */
export function taken<Terms>(
  service: NegotiationService<Terms>,
  id: string,
  { partyId }: Caller,
  result: Refusal | { readonly ok: true; readonly duplicate: boolean },
): Promise<Response | ShownRefusal> | ShownRefusal {
  if (!result.ok) return shownRefusal(result, id);
  return seen(service, id, partyId, 200, result.duplicate ? REPLAYED : {});
}

/** Says that a command had taken effect before. */
const REPLAYED = { "Idempotency-Replayed": "true" };
