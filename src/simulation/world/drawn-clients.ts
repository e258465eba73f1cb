/**
 * @module
 * Who acts on a world from outside its nodes, as its seed draws it: clients that begin negotiations and move in turn and
 * out of turn, agents that poll, and an operator.
 */

import type { Negotiation } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type { PickedUpTurn } from "../../service/parking/index.js";
import { roomsOf } from "../../service/room/index.js";
import { secretOf } from "../invariants/index.js";
import { assessmentOf, drawnMove, moveOf } from "./drawn-agents.js";
import { SimClient } from "./sim-client.js";
import type { World } from "./world.js";
import type { PlannedNegotiation, PlannedParty } from "./world-plan.js";

/**
 * Begins a negotiation when its time has come, and then moves for its parties.
 *
 * @param onBegun - told once nobody tries to begin it any more
 */
export async function beginNegotiation(
  world: World,
  planned: PlannedNegotiation,
  index: number,
  onBegun: () => void,
): Promise<void> {
  const { roomId, initiator, responder } = planned;
  await world.pause(planned.startMs);
  const client = new SimClient(world, `creator${index}`);
  const draws = world.random(`creator${index}`);
  const opens = planned.hasOpening && world.plan.rules.opener !== "responder";
  const opening = moveOf(world, draws, "propose", null, initiator.id);
  const { terms, message, validUntilAt, assessment, sealed } = opening;
  const fields = { assessment, sealed, ...(message && { message }), ...(validUntilAt && { validUntilAt }) };
  const created = await client.create(
    roomId,
    partyOf(initiator),
    partyOf(responder),
    opens ? terms : undefined,
    {
      ...(planned.hasOwnId && { id: `own_${index}` }),
      ...(opens && { move: fields }),
      context: {
        opportunityId: `opportunity ${index}`,
        discoveryQuery: secretOf("query", initiator.id),
        note: secretOf("context", ""),
      },
    },
  );
  onBegun();
  if (created === undefined || NegotiationError.isInstance(created)) return;
  world.known.push({ id: created.id, roomId });
  await Promise.all([initiator, responder].map((party) => play(world, party, created)));
}

function partyOf({ id, kind }: PlannedParty): { readonly id: string; readonly kind: PlannedParty["kind"] } {
  return { id, kind };
}

/** Moves for a party until it hears that all is over. */
async function play(world: World, party: PlannedParty, { id, roomId }: Negotiation): Promise<void> {
  const { faults } = world;
  const name = `${party.id}:${id}`;
  const client = new SimClient(world, name);
  const draws = world.random(`play:${name}`);
  const reads = world.random(`reads:${name}`);
  const isClient = party.style === "client";
  for (;;) {
    await world.pause(draws.integer(20, isClient ? 160 : 320));
    const strays = faults.occurs("clientOutOfTurn", draws, name);
    const isStranger = faults.occurs("clientStranger", draws, name);
    const repliesToOld = faults.occurs("clientOldReplyTo", draws, name);
    if (!isClient && !strays && !isStranger && !repliesToOld) {
      if (world.truth.row(id)?.isFinal === true) return;
      continue;
    }
    const reply = await client.ask(roomId, async (service) => {
      const view = await service.viewFor(id, party.id);
      return { view, legal: await service.legalMoves(id, party.id) };
    });
    const { view, legal } = reply.kind === "answer" ? reply.value : {};
    if (view === undefined || legal === undefined) continue;
    const shown = { negotiationId: id, viewer: party.id };
    world.watch.tell("onShown", { at: world.loop.now, ...shown, what: "a view", value: view });
    if (reads.happens(0.1)) await readOtherwise(world, client, roomId, shown);
    const { standing, turns, version } = view;
    if (isStranger) {
      await client.submit(roomId, id, "mallory", moveOf(world, draws, "accept", standing, "mallory"));
    }
    if (repliesToOld) {
      const old = turns.find(({ round }) => round !== null)?.proposalId ?? "a proposal of yore";
      await client.submit(roomId, id, party.id, {
        action: "accept",
        assessment: assessmentOf(world, party.id),
        replyTo: old,
      });
    }
    if (strays) {
      const action = draws.pick(["accept", "counter", "withdraw", "propose"] as const);
      await client.submit(roomId, id, party.id, moveOf(world, draws, action, standing, party.id));
    }
    if (view.outcome !== null) return;
    const isOnTurn = isClient && legal.floor === party.id && view.awaiting?.kind !== "consult";
    const move = isOnTurn
      ? drawnMove(world, draws, { legalActions: legal.actions, standing, partyId: party.id })
      : undefined;
    if (move === undefined) continue;
    await client.submit(roomId, id, party.id, move, draws.happens(0.5) ? version : undefined);
  }
}

/** Asks in the other ways in which a party is shown a negotiation: its turns, the versions it watches, its listings. */
async function readOtherwise(
  world: World,
  client: SimClient,
  roomId: string,
  shown: { readonly negotiationId: string; readonly viewer: string },
): Promise<void> {
  const { negotiationId: id, viewer } = shown;
  const reply = await client.ask(roomId, async (service) => {
    const turns = await service.turns(id, { viewer });
    const { items } = await roomsOf(service).list(viewer, { status: "all", detail: true });
    const { items: listed } = await service.list({ partyId: viewer, limit: 20 });
    const versions = service.watch(id, { viewer });
    const { value: watched } = await versions.next();
    await versions.return?.();
    return [
      { ...shown, what: "turns", value: turns },
      { ...shown, what: "a watched version", value: watched },
      ...listed.map((value) => ({ viewer, negotiationId: value.id, what: "a listing", value })),
      ...items.map((value) => ({ viewer, negotiationId: value.negotiationId, what: "a summary", value })),
    ];
  });
  for (const read of reply.kind === "answer" ? reply.value : []) {
    world.watch.tell("onShown", { at: world.loop.now, ...read });
  }
}

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
    if (draws.happens(0.1)) {
      const reply = await client.ask(roomId, (service) => service.waiting(party.id));
      for (const value of reply.kind === "answer" ? reply.value : []) {
        const shown = { negotiationId: value.negotiationId, viewer: party.id, what: "a waiting turn", value };
        world.watch.tell("onShown", { at: world.loop.now, ...shown });
      }
    }
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

/** Operates until the world is over. */
export async function operate(world: World): Promise<void> {
  const { faults, cluster, plan } = world;
  const name = "operator";
  const draws = world.random(name);
  const client = new SimClient(world, name);
  for (;;) {
    await world.pause(draws.integer(150, 400));
    const cancels = faults.occurs("operatorCancel", draws, name);
    const closes = faults.occurs("operatorClose", draws, name);
    const restarts = faults.occurs("operatorRestart", draws, name);
    const moves = faults.occurs("operatorTakeover", draws, name);
    const node = draws.pick(cluster.nodes);
    const other = draws.pick(cluster.nodes);
    const roomId = draws.pick(plan.rooms);
    const share = draws.next();
    const isInOrder = draws.happens(0.5);
    const target = world.known[Math.floor(share * world.known.length)];
    if (cancels && target !== undefined) void client.cancel(target.roomId, target.id);
    if (closes) void node.close();
    if (restarts) {
      for (const one of cluster.nodes) {
        if (isInOrder) void one.close();
        else one.life?.crash();
      }
    }
    if (moves && node !== other) {
      other.open(roomId);
      void node.cede(roomId);
    }
  }
}
