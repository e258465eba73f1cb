/**
 * @module
 * The operator of a world: cancels negotiations, ends nodes in order, restarts all of them, and moves rooms
 * from one node to another.
 */

import { SimClient, type World } from "../world/index.js";

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
