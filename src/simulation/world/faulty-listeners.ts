/**
 * @module
 * Who listens to the services of a node: the world, which notes what it is told, and a listener that
 * throws, gives commands from inside, and detaches itself.
 */

import type { CommitEvent } from "../../core/index.js";
import type { Negotiation } from "../../core/record/index.js";
import { view } from "../../presets/registry/index.js";
import { transcript } from "../../presets/transcript/index.js";
import type { NegotiationService } from "../../service/room/index.js";
import { HOST } from "../invariants/index.js";
import type { NodeLife } from "../nodes/index.js";
import { COMMIT_EVENT_ORDER } from "../observation/index.js";
import { moveOf } from "./drawn-agents.js";
import { SimClient } from "./sim-client.js";
import type { World } from "./world.js";

/** Attaches both. */
export function listen(world: World, life: NodeLife, service: NegotiationService, teller: string): void {
  for (const type of COMMIT_EVENT_ORDER) {
    service.on(type, (payload: CommitEvent["payload"]) => {
      if (!life.acts(`told ${type}`)) return;
      const negotiation: Negotiation = "negotiation" in payload ? payload.negotiation : payload;
      const { id, version, updatedAt } = negotiation;
      const told = { at: world.loop.now, node: teller, negotiationId: id, version, updatedAt, type };
      world.watch.tell("onPublished", told);
      show(world, negotiation, HOST, type, payload);
      if (type === "negotiation:settled") showAll(world, negotiation);
    });
  }
  for (const type of HEARD) attachFaulty(world, life, service, type);
}

/** What everybody may be given of a negotiation that is over. */
function showAll(world: World, negotiation: Negotiation): void {
  const { initiator, responder } = negotiation;
  for (const viewer of [initiator.id, responder.id, null]) {
    show(world, negotiation, viewer, "a transcript", transcript(negotiation, { viewer, format: "text" }));
    if (viewer !== null) show(world, negotiation, viewer, "the record", view(negotiation, viewer));
  }
}

function show(
  { watch, loop }: World,
  { id }: Negotiation,
  viewer: string | null,
  what: string,
  value: unknown,
): void {
  watch.tell("onShown", { at: loop.now, negotiationId: id, viewer, what, value });
}

/** The events on which the faulty one listens: they carry the record itself. */
const HEARD = ["negotiation:started", "negotiation:updated", "negotiation:settled"] as const;

function attachFaulty(
  world: World,
  life: NodeLife,
  service: NegotiationService,
  type: (typeof HEARD)[number],
): void {
  const { faults } = world;
  const draws = world.random(`listener:${life.node}`);
  const listener = (negotiation: Negotiation): void => {
    if (life.isDead) return;
    const throws = faults.occurs("listenerThrows", draws, life.name);
    const commands = faults.occurs("listenerCommands", draws, life.name);
    if (faults.occurs("listenerDetaches", draws, life.name)) service.off(type, listener);
    if (commands && negotiation.floor !== null) {
      const client = new SimClient(world, `listener:${life.name}:${negotiation.id}:${negotiation.version}`);
      const action = draws.pick(["counter", "accept", "withdraw"] as const);
      const move = moveOf(world, draws, action, negotiation.standing, negotiation.floor);
      void client.submit(negotiation.roomId, negotiation.id, negotiation.floor, move);
    }
    if (throws) throw new Error("The listener broke down.");
  };
  service.on(type, listener);
}
