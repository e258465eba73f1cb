import { expect, it } from "vitest";
import { readMove } from "../../../src/core/moves/index.js";
import { drawnMove, moveOf } from "../../../src/simulation/world/drawn-move.js";
import { World } from "../../../src/simulation/world/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";

const LIMITS = { maxMessageLength: 1_000, maxTermsBytes: 1_000 };

it("draws what is legal, well-formed, and mostly goes on", () => {
  const world = new World({ seed: 1 });
  const draws = new RandomStream(1, "moves");
  const counts: Record<string, number> = {};
  const situation = {
    legalActions: ["counter", "accept", "reject", "question"],
    standing: { id: "p1" },
    partyId: "ada",
  } as const;
  for (let turn = 0; turn < 500; turn++) {
    const move = drawnMove(world, draws, situation);
    expect(readMove(move, LIMITS).ok).toBe(true);
    const action = move?.action ?? "none";
    counts[action] = (counts[action] ?? 0) + 1;
  }
  expect(Object.keys(counts).sort()).toEqual(["accept", "counter", "question", "reject"]);
  expect(counts["counter"]).toBeGreaterThan(250);
  expect(drawnMove(world, draws, { legalActions: [], standing: null, partyId: "ada" })).toBeUndefined();
});

it("brings terms where the preset has them, and the user's own where there are some", () => {
  const draws = new RandomStream(1, "moves");
  const ofRoom = moveOf(new World({ seed: 1 }), draws, "propose", null, "ada");
  const ofIndex = moveOf(new World({ seed: 1, preset: "index" }), draws, "propose", null, "ada");
  const own = moveOf(
    new World({ seed: 1, terms: { draw: (random) => Math.floor(random()) } }),
    draws,
    "counter",
    null,
    "ada",
  );
  expect([typeof (ofRoom.terms as { price?: unknown }).price, ofIndex.terms, own.terms]).toEqual([
    "number",
    undefined,
    0,
  ]);
});
