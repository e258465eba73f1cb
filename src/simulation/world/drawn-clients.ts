/**
 * @module
 * The clients of a world that its seed draws: who begin the negotiations, and who move for parties without
 * an agent in the nodes, in turn and out of turn.
 */

import type { Negotiation } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import { secretOf } from "../invariants/index.js";
import { assessmentOf, drawnMove, moveOf } from "./drawn-move.js";
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
    const shown = { negotiationId: id, viewer: party.id, what: "a view", value: view };
    world.watch.tell("onShown", { at: world.loop.now, ...shown });
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
