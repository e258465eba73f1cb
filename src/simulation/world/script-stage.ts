/**
 * @module
 * What a script has to work with: clients that retry, virtual time, and the nodes. A scripted world draws no
 * actors and, unless told, no faults; its agents and its store line still take virtual time.
 */

import type { NegotiationRow } from "../../ports/index.js";
import { SimClient } from "./sim-client.js";
import type { SimNode } from "./sim-node.js";
import type { World } from "./world.js";

/**
 * The stage of a scripted world.
 *
 * @example
 * const script = async (stage: Stage) => {
 *   const ada = stage.client("ada");
 *   const created = await ada.create("room1", "ada", "bob", { price: 40 });
 *   await stage.wait(20);
 *   if (created && "id" in created) await ada.submit("room1", created.id, "bob", { action: "accept" });
 * };
 * await new SimWorld({ seed: 1, script, faultsAt: [{ call: 3, fault: "crashAfter" }] }).run();
 */
export class Stage {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Virtual epoch ms. */
  get now(): number {
    return this.#world.loop.now;
  }

  /** The nodes, first one first. */
  get nodes(): readonly SimNode[] {
    return this.#world.cluster.nodes;
  }

  /** A client; with a node's name (`n1`) it speaks to no other. */
  client(name: string, node?: string): SimClient {
    return new SimClient(this.#world, name, node);
  }

  /** Resolves `ms` later. */
  wait(ms: number): Promise<void> {
    return this.#world.pause(ms);
  }

  /** A negotiation's row as the truth has it. */
  row(id: string): NegotiationRow | null {
    return this.#world.truth.row(id);
  }

  /** Waits until the negotiation is final, looking every 10 ms; never resolves when it never is. */
  async settled(id: string): Promise<NegotiationRow> {
    for (;;) {
      const row = this.row(id);
      if (row?.isFinal === true) return row;
      await this.wait(10);
    }
  }
}
