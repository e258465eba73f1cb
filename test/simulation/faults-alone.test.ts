import { expect, it } from "vitest";
import type { FaultKind } from "../../src/simulation/faults/index.js";
import { SimWorld } from "../../src/simulation/run/index.js";
import type { WorldPreset } from "../../src/simulation/world/index.js";

/** Of each actor some worlds of a preset in which it is at work. */
const ACTORS: readonly (readonly [preset: WorldPreset, worlds: number, kinds: readonly FaultKind[]])[] = [
  ["room", 30, ["clientRetries", "clientOutOfTurn", "clientStranger", "clientOldReplyTo"]],
  ["room", 30, ["listenerThrows", "listenerCommands", "listenerDetaches"]],
  ["room", 30, ["consumerCrash", "consumerSlow"]],
  ["unlimited", 30, ["operatorCancel", "operatorClose", "operatorRestart", "operatorTakeover"]],
  [
    "index-2026-04",
    30,
    ["pullAbandons", "pullLate", "pullForeignClaim", "pullTwoAgents", "pullHeartbeatStops"],
  ],
  ["room", 25, ["agentSilent", "agentLate", "agentThrows", "agentTwice"]],
  ["room", 25, ["agentOldVersion", "agentInvalid", "agentIllegal", "agentIgnoresAbort"]],
];

it.each(ACTORS.flatMap(([preset, worlds, kinds]) => kinds.map((kind) => ({ kind, preset, worlds }))))(
  "SM-10: $kind occurs, and everything holds where nothing else goes wrong",
  async ({ kind, preset, worlds }) => {
    let occurrences = 0;
    for (let seed = 1; seed <= worlds; seed++) {
      const { violations, faults } = await new SimWorld({ seed, preset, only: [kind] }).run();
      expect([seed, violations]).toEqual([seed, []]);
      occurrences += faults[kind];
    }
    expect(occurrences).toBeGreaterThan(0);
  },
);
