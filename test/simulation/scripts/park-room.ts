/**
 * @module
 * A negotiation between ada and bob whose turns wait to be picked up, and agents that poll for them.
 */

import type { Move } from "../../../src/core/moves/index.js";
import type { PickedUpTurn } from "../../../src/service/parking/index.js";
import type { SimWorldOptions, Stage } from "../../../src/simulation/world/index.js";
import { ASSESSMENT } from "../../kit/builders.js";
import { done, NO_HURRY, person, ROOM } from "./script.js";

/** What every move of this preset brings. */
export const ASSESSED = { assessment: ASSESSMENT };

/** Rules that park every turn, and a fallback agent that counters. */
export function parking(parkMs: number, claimMs: number): Partial<SimWorldOptions> {
  return {
    preset: "index-2026-04",
    rules: {
      ...NO_HURRY,
      agentTimeoutMs: null,
      park: { parkMs, claimBudget: "fresh", claimMs, onClaimExpiry: "repark", freshMs: null },
    },
    fallback: () => ({ action: "counter", message: "The usual terms.", ...ASSESSED }),
  };
}

/** Ada asks bob, whose turn is then parked. */
export async function begun(stage: Stage): Promise<void> {
  const creation = { id: "neg", move: { message: "Shall we meet?", ...ASSESSED } };
  done(await stage.client("host").create(ROOM, person("ada"), person("bob"), undefined, creation));
}

/** Polls until the agent has the turn; `undefined` when somebody else has taken it. */
export async function pickedUp(
  stage: Stage,
  partyId: string,
  agentId: string,
): Promise<PickedUpTurn | undefined> {
  const client = stage.client(agentId);
  const before = turnCount(stage);
  while (turnCount(stage) === before) {
    const turn = await client.pickup(ROOM, partyId, agentId);
    if (turn) return turn;
    await stage.wait(20);
  }
  return undefined;
}

/** Polls and answers until the turn is taken: a claim may end before the answer has come through. */
export async function answered(stage: Stage, partyId: string, agentId: string, move: Move): Promise<void> {
  const client = stage.client(agentId);
  const before = turnCount(stage);
  while (turnCount(stage) === before) {
    const turn = await client.pickup(ROOM, partyId, agentId);
    if (turn) {
      const result = done(
        await client.respond(ROOM, "neg", { agentId, claimId: turn.claimId }, { ...ASSESSED, ...move }),
      );
      if (!result.ok && result.code !== "claim_not_held" && result.code !== "not_parked") {
        throw new Error(`Expected the answer to be taken, got ${result.code}.`);
      }
    } else {
      await stage.wait(20);
    }
  }
}

/** Recorded turns, as the truth has them. */
export function turnCount(stage: Stage): number {
  return stage.row("neg")?.turnCount ?? 0;
}
