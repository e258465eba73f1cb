/**
 * @module
 * The agents that poll: they pick turns up, think and answer, or do so too late, with another's claim, or
 * not at all.
 */

import type { PickedUpTurn } from "../../service/parking/index.js";
import { drawnMove } from "./drawn-move.js";
import { SimClient } from "./sim-client.js";
import type { World } from "./world.js";
import type { PlannedParty } from "./world-plan.js";

/** Lets every agent of the party poll. */
export function beginPolling(world: World, party: PlannedParty): void {
  const [first, ...others] = party.agentIds;
  if (first === undefined) return;
  void poll(world, party, first);
  for (const agentId of others) {
    // Two agents of one party are a fault of their own; without it the second one stays away.
    if (world.faults.occurs("pullTwoAgents", world.random(`pull:${agentId}`), agentId)) {
      void poll(world, party, agentId);
    }
  }
}

async function poll(world: World, party: PlannedParty, agentId: string): Promise<void> {
  const { faults, plan } = world;
  const draws = world.random(`pull:${agentId}`);
  const client = new SimClient(world, agentId);
  for (;;) {
    await world.pause(draws.integer(40, 130));
    if (faults.occurs("pullHeartbeatStops", draws, agentId)) {
      await world.pause(draws.integer(300, 900));
    } else if (draws.happens(0.2)) {
      await client.ask(draws.pick(plan.rooms), (service) => service.heartbeat(party.id, { agentId }));
    }
    const roomId = draws.pick(plan.rooms);
    if (draws.happens(0.1)) await client.ask(roomId, (service) => service.waiting(party.id));
    const turn = await client.pickup(roomId, party.id, agentId);
    if (turn) await answer(world, client, party.id, agentId, roomId, turn);
  }
}

async function answer(
  world: World,
  client: SimClient,
  partyId: string,
  agentId: string,
  roomId: string,
  turn: PickedUpTurn,
): Promise<void> {
  const { faults, loop, claims, watch } = world;
  const draws = world.random(`pull:${agentId}`);
  const { negotiationId, claimId, deadlineAt, legalActions, standing } = turn;
  watch.tell("onShown", {
    at: loop.now,
    negotiationId,
    viewer: partyId,
    what: "a picked-up turn",
    value: turn,
  });
  claims.push({ agentId, claimId, negotiationId });
  const abandons = faults.occurs("pullAbandons", draws, agentId);
  const isLate = faults.occurs("pullLate", draws, agentId);
  const takesAnothers = faults.occurs("pullForeignClaim", draws, agentId);
  const releases = draws.happens(0.15);
  const thinkMs = draws.integer(5, 90);
  const lateMs = Math.max(deadlineAt - loop.now, 0) + draws.integer(1, 200);
  const move = drawnMove(world, draws, { legalActions, standing, partyId });
  const claim = { agentId, claimId };
  if (abandons || move === undefined) return;
  await world.pause(isLate ? lateMs : thinkMs);
  if (takesAnothers) {
    const other = draws.pick(claims);
    await client.respond(roomId, negotiationId, { agentId, claimId: other.claimId }, move);
    return;
  }
  if (releases) await client.release(roomId, negotiationId, claim);
  else await client.respond(roomId, negotiationId, claim, move);
}
