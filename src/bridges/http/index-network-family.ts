/**
 * @module
 * The operations of Index Network: an agent polls for a turn of its party, and answers the one that it holds.
 */

import type { MaybePromise } from "../../ports/index.js";
import type { WaitingTurn } from "../../service/parking/index.js";
import type { NegotiationService, Rooms } from "../../service/room/index.js";
import { jsonResponse } from "../../web/index.js";
import {
  type Caller,
  classOfCode,
  doorRefusal,
  isId,
  isRefusal,
  type ShownRefusal,
  unknownHere,
} from "../door/index.js";
import { inRoom, MOVED, roomOf, taken } from "./native-family.js";
import { type Call, misfit, type Operation, ownVersion } from "./operations.js";
import { PickedUpTurn, Respond } from "./wire-schemas.js";

/** The rooms in which turns of a caller may wait; Index Network calls them networks. */
export type Networks = (caller: Caller) => MaybePromise<readonly string[]>;

/** @see docs/requirements/bridges.md, HT-4; docs/requirements/index-network.md, section 3 */
export function indexFamily<Terms>(rooms: Rooms<Terms>, networks: Networks): readonly Operation[] {
  return [
    {
      operationId: "pickUpTurn",
      route: "POST /api/agents/{agentId}/negotiations/pickup",
      summary: "Takes the oldest turn that waits for the caller's party, or that the agent holds already.",
      headers: ["Idempotency-Key"],
      success: {
        200: { description: "The turn, with its claim.", schema: PickedUpTurn },
        204: { description: "Nothing waits." },
      },
      problems: [400, 401, 403, 500, 503],
      act: (call) => (isOwnAgent(call) ? pickedUp(rooms, networks, call.caller) : FOREIGN),
    },
    {
      operationId: "respondToTurn",
      route: "POST /api/agents/{agentId}/negotiations/{id}/respond",
      summary: "Answers a turn that the agent has picked up; refused, the claim stays as it is.",
      headers: ["Idempotency-Key", "If-Match"],
      body: Respond,
      isJudged: true,
      success: { 200: MOVED },
      problems: [400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 429, 500, 503],
      act: (call) => (isOwnAgent(call) ? responded(rooms, call) : FOREIGN),
      // Here an illegal move is as bad as a malformed one (HT-4).
      statusOf: (code) => (classOfCode(code) === "illegal" ? 400 : undefined),
    },
  ];
}

function isOwnAgent({ caller: { agentId }, params }: Call): boolean {
  return agentId !== undefined && agentId === params["agentId"];
}

const FOREIGN = doorRefusal("forbidden_agent", "Expected the caller's own agent, got another.");

async function pickedUp<Terms>(
  rooms: Rooms<Terms>,
  networks: Networks,
  { partyId, agentId = "" }: Caller,
): Promise<Response | ShownRefusal> {
  const roomIds = await networks({ partyId, agentId });
  const services = roomIds.flatMap((roomId) => roomOf(rooms, roomId) ?? []);
  // Without a negotiation it is the oldest of the room.
  let turns: readonly { readonly service: NegotiationService<Terms>; readonly negotiationId?: string }[] =
    services.map((service) => ({ service }));
  if (services.length > 1) {
    // In each of them it is a sign of life, and which turn is the oldest is not for one of them to say.
    const alive = await Promise.all(services.map((service) => service.heartbeat(partyId, { agentId })));
    if (alive.some(({ ok }) => !ok)) return FOREIGN;
    turns = await waitingIn(services, partyId);
  }
  for (const { service, negotiationId } of turns) {
    const turn = await service.pickup(partyId, { agentId, negotiationId });
    if (turn === null) continue;
    if (!turn.ok) return FOREIGN;
    const { ok: _, ...told } = turn;
    return jsonResponse(200, told);
  }
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}

/** What waits in these rooms, what is claimed first, then by age. */
async function waitingIn<Terms>(services: readonly NegotiationService<Terms>[], partyId: string) {
  const turns = await Promise.all(
    services.map(async (service) => (await service.waiting(partyId)).map((turn) => ({ ...turn, service }))),
  );
  const age = (one: WaitingTurn): number => (one.claimed ? 0 : one.firstParkedAt);
  return turns.flat().sort((one, other) => age(one) - age(other));
}

async function responded<Terms>(rooms: Rooms<Terms>, call: Call): Promise<Response | ShownRefusal> {
  const { caller, body, command } = call;
  const { partyId, agentId = "" } = caller;
  const expectedVersion = ownVersion(call);
  if (isRefusal(expectedVersion)) return expectedVersion;
  const { expectedVersion: _, partyId: __, agentId: ___, claimId: given, terms, ...turn } = body;
  if (given !== undefined && !isId(given)) return doorRefusal("malformed_body", undefined, [CLAIM]);
  const read = Respond.safeParse(turn);
  if (!read.success) return misfit(read.error.issues, "move_invalid", "Expected a turn of Index Network.");
  // As the preset reads a turn: a score stays private to its side, and what nobody knows is kept (IX-7).
  const { action, assessment, message, fitScore, ...extra } = turn;
  const move: unknown = {
    action,
    assessment: fitScore === undefined ? assessment : { fitScore, ...(assessment as object) },
    ...(typeof message === "string" && { message }),
    ...(Object.keys(extra).length > 0 && { extra }),
    ...(terms !== undefined && { terms }),
  };
  return inRoom(rooms, call, async (service, id) => {
    const view = await service.viewFor(id, partyId);
    if (view === undefined) return unknownHere(id);
    const { awaiting } = view;
    const own = awaiting !== null && "claim" in awaiting ? awaiting.claim : undefined;
    // Who has none names one that holds no turn.
    const claimId = given ?? (own?.agentId === agentId ? own.claimId : "none");
    const options = { commandId: command.commandId, expectedVersion };
    return taken(service, id, caller, await service.respond(id, { agentId, claimId }, move, options));
  });
}

const CLAIM = { path: ["claimId"], message: "Expected the claimId of a pickup." };
