/**
 * @module
 * The hooks and policies of a world, which every node asks: they judge a move by the terms that stand, at once or
 * some time later, and now and then break down. What they said is told to the invariants.
 */

import type { ServiceOptions } from "../../service/options/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import { permits } from "../invariants/index.js";
import type { NodeLife } from "../nodes/index.js";
import type { World } from "./world.js";
import type { SimWorldOptions } from "./world-options.js";

/** Which judges a seed has drawn. */
export interface PlannedJudges {
  readonly admission: "none" | "quick" | "slow";
  readonly hasPolicy: boolean;
}

/** Draws the judges of a world; none where the agents or terms are somebody else's, or a script says what happens. */
export function plannedJudges(options: SimWorldOptions, draws: RandomStream): PlannedJudges {
  const admission = draws.pick(["none", "none", "quick", "slow"] as const);
  const hasPolicy = draws.happens(0.4);
  const isOwn = options.agents !== undefined || options.terms !== undefined;
  if (isOwn || options.script !== undefined) return { admission: "none", hasPolicy: false };
  return { admission, hasPolicy };
}

/** The judges that a life hands to its services. */
export function judgesOf(world: World, life: NodeLife): Pick<ServiceOptions, "admit" | "policies"> {
  const { admission, hasPolicy } = world.plan.judges;
  const { loop, watch } = world;
  const draws = world.random(`judges:${life.node}`);
  const admit: ServiceOptions["admit"] = ({ view, partyId, move }) => {
    life.acts("asked a hook");
    const { id, version, standing } = view;
    const isSlow = admission === "slow" && draws.happens(0.7);
    const afterMs = draws.integer(5, 150);
    const breaks = draws.happens(0.03);
    const answer = (): boolean => {
      if (breaks) throw new Error("The hook broke down.");
      const isPermitted = permits("admission", move.action, standing);
      const { action } = move;
      const judged = { node: life.name, negotiationId: id, version, partyId, action, isPermitted };
      watch.tell("onJudged", { at: loop.now, by: "admission", ...judged });
      return isPermitted;
    };
    if (!isSlow) return answer();
    return new Promise((resolve, reject) => {
      loop.schedule(afterMs, () => {
        if (!life.isDead) new Promise<boolean>((give) => give(answer())).then(resolve, reject);
      });
    });
  };
  const policy: NonNullable<ServiceOptions["policies"]>[number] = {
    layer: "organization",
    rule: "standing terms",
    permits: (move, { id, version, standing, floor }) => {
      const { action } = move;
      const isPermitted = permits("policy", action, standing);
      // Asked with the bare action it is not about a move.
      if ("message" in move) {
        const judged = { node: life.name, negotiationId: id, version, partyId: floor, action, isPermitted };
        watch.tell("onJudged", { at: loop.now, by: "policy", ...judged });
      }
      return isPermitted;
    },
  };
  return { ...(admission !== "none" && { admit }), ...(hasPolicy && { policies: [policy] }) };
}
