/**
 * @module
 * The scripts in which turns wait to be picked up: W3, W4 and W5.
 */

import type { NegotiationState } from "../../../src/core/record/index.js";
import type { Stage } from "../../../src/simulation/world/index.js";
import { answered, begun, parking, pickedUp, turnCount } from "./park-room.js";
import { done, ROOM, type Script, until } from "./script.js";

export const W3: Script = {
  id: "W3",
  course: "park, pickup, claim expires, pickup by a second agent, respond, accept",
  outcome: ["accepted/accept: propose counter accept"],
  entries: ["created parked claimed woken claimed turn parked claimed turn"],
  begin: () => ({
    options: parking(20_000, 200),
    script: async (stage) => {
      await begun(stage);
      await pickedUp(stage, "bob", "bob-agent1");
      await until(stage, () => stage.row("neg")?.parked?.claimedBy === null);
      await answered(stage, "bob", "bob-agent2", { action: "counter", message: "Rather on Friday." });
      await answered(stage, "ada", "ada-agent1", { action: "accept" });
    },
  }),
};

export const W4: Script = {
  id: "W4",
  course: "park, nobody comes, fallback takes the turn, counterparty accepts",
  outcome: ["accepted/accept: propose counter* accept"],
  entries: ["created parked woken turn parked claimed turn"],
  begin: () => ({
    // Ada's turn waits no longer than bob's did: time enough for two crashes.
    options: parking(1_000, 20_000),
    script: async (stage) => {
      await begun(stage);
      await until(stage, () => turnCount(stage) === 2);
      await answered(stage, "ada", "ada-agent1", { action: "accept" });
    },
  }),
};

export const W5: Script = {
  id: "W5",
  course: "park, claim and release three times, park deadline unmoved, fallback",
  outcome: ["accepted/accept: propose counter* accept"],
  entries: [
    "created parked claimed released claimed released claimed released woken turn parked claimed turn",
  ],
  begin: () => ({
    options: parking(800, 20_000),
    script: async (stage) => {
      await begun(stage);
      await until(stage, () => stage.row("neg")?.parked != null);
      const window = parkedAt(stage);
      // After a crash or two the window may have passed before the third round.
      for (let round = 1; round <= 3 && turnCount(stage) === 1; round++) {
        const agentId = `bob-agent${1 + (round % 2)}`;
        const claim = await pickedUp(stage, "bob", agentId);
        if (claim === undefined) break;
        const { claimId } = claim;
        const result = done(await stage.client(agentId).release(ROOM, "neg", { agentId, claimId }));
        // Without a command id the second answer to one release is a refusal.
        if (!result.ok && stage.row("neg")?.parked?.claimedBy != null) throw new Error(result.code);
        const now = parkedAt(stage);
        if (now !== undefined && now !== window) {
          throw new Error(`Expected the window ${window}, got ${now} in round ${round}.`);
        }
      }
      await until(stage, () => turnCount(stage) === 2);
      await answered(stage, "ada", "ada-agent1", { action: "accept" });
    },
  }),
};

/** When the turn was first parked, and when its window ends; `undefined` when it is not parked any more. */
function parkedAt(stage: Stage): string | undefined {
  const state = stage.row("neg")?.state as unknown as NegotiationState | undefined;
  if (state?.awaiting?.kind !== "parked") return undefined;
  return `${state.awaiting.firstParkedAt} to ${state.deadlines.parkAt}`;
}
