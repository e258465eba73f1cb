/**
 * @module
 * MA-8 (a): everything that is reachable, walked with `xstate/graph`, with the table beside it.
 */

import { describe, expect, it } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { getAdjacencyMap } from "xstate/graph";
import type { Negotiation, PartyKind } from "../../src/core/record/index.js";
import { knownPresets } from "../../src/presets/registry/index.js";
import { EVERYTHING, negotiationOf, PARK, type Setup } from "../kit/builders.js";
import { eventsFor } from "./machine-events.js";
import { compared, leafOf, OURS } from "./oracle.js";

/** Unlimited caps are walked so far. */
const MOST_TURNS = 8;

const FINALS = ["accepted", "rejected", "withdrawn", "expired", "stalled"];

const PAIRINGS: readonly (readonly [PartyKind, PartyKind])[] = [
  ["system", "system"],
  ["system", "personal"],
  ["personal", "system"],
  ["personal", "personal"],
];

const WORLDS: Record<string, Setup> = {
  room: {},
  oap: { preset: "oap" },
  bindu: { preset: "bindu" },
  // Caps, final turns and questions go by kinds here.
  ...Object.fromEntries(
    (["index", "index-2026-04"] as const).flatMap((preset) =>
      PAIRINGS.map((kinds) => [`${preset}, ${kinds.join(" and ")}`, { preset, kinds }] as const),
    ),
  ),
  "everything that rules can switch on": {
    rules: {
      ...EVERYTHING,
      cap: { counts: "proposals", limit: 4, result: "refuse" },
      park: { ...PARK, onClaimExpiry: "close" },
      consult: { maxPerParty: 2 },
      onTurnTimeout: "stall",
      onTotalTimeout: "stall",
      onFailure: "expire",
      onCancel: "expire",
      withdrawOffTurn: true,
      repetition: "guard",
      terms: "optional",
    },
  },
};

const GOES_ON = ", rejections go on [EN-65]";

for (const [name, { rules, ...setup }] of Object.entries(WORLDS))
  WORLDS[`${name}${GOES_ON}`] = { ...setup, rules: { ...rules, onReject: "continue" } };

/** MA-8: state, seat, turn count, standing; what is awaited as well, since the machine keeps it in the record. */
function placeOf(snapshot: AnyMachineSnapshot): string {
  const { floor, initiator, turns, standing, awaiting } = snapshot.context as Negotiation;
  const seat = floor === null ? "nobody" : floor === initiator.id ? "initiator" : "responder";
  return [leafOf(snapshot), seat, turns.length, standing?.seat ?? "nothing", awaiting?.kind].join(" ");
}

function walk(setup: Setup) {
  const map = getAdjacencyMap(OURS.machine, {
    input: negotiationOf(setup),
    events: (snapshot: AnyMachineSnapshot) =>
      eventsFor(snapshot.context, snapshot.context.updatedAt + 1) as never,
    serializeState: placeOf as never,
    stopWhen: (snapshot: AnyMachineSnapshot) =>
      snapshot.status === "done" || snapshot.context.turns.length >= MOST_TURNS,
  });
  return Object.values(map);
}

/** Each world is walked once. */
const WALKS = new Map(Object.entries(WORLDS).map(([name, setup]) => [name, walk(setup)]));

function walked(name: string): ReturnType<typeof walk> {
  return WALKS.get(name) ?? [];
}

describe("MA-8: the table equals XState on every reachable edge", () => {
  it.each(Object.keys(WORLDS))("%s", (name) => {
    let edges = 0;
    for (const { state } of walked(name)) {
      // Also where the walk stopped: XState takes nothing on a final state, nor may the table.
      for (const event of eventsFor(state.context, state.context.updatedAt + 1)) {
        edges += 1;
        expect(compared(OURS, state, event).difference, placeOf(state)).toBeUndefined();
      }
    }
    expect(edges).toBeGreaterThan(1_000);
    const leaves = walked(name).map(({ state }) => leafOf(state));
    for (const leaf of ["open", "proposed", "countered", "accepted", "withdrawn", "stalled"]) {
      expect(leaves).toContain(leaf);
    }
    // A rejection that goes on ends only at a cap, which not every walk reaches.
    if (!name.endsWith(GOES_ON)) expect(leaves).toContain("rejected");
  });

  it("no preset is left out", () => {
    const presets = Object.values(WORLDS).map(({ preset }) => preset ?? "room");
    expect([...new Set(presets)].sort()).toEqual(Object.keys(knownPresets).sort());
  });

  it.each([
    ["room", 6],
    ["index, system and system", 6],
    ["index, system and personal", 8],
    ["index, personal and personal", MOST_TURNS],
    ["oap", MOST_TURNS],
    ["bindu", MOST_TURNS],
  ])("EN-17: %s is walked up to %i turns", (name, longest) => {
    expect(Math.max(...walked(name).map(({ state }) => state.context.turns.length))).toBe(longest);
  });

  it("MA-2: no edge leaves a final state", () => {
    const finals = [...WALKS.values()].flat().filter(({ state }) => FINALS.includes(leafOf(state)));
    expect(finals.length).toBeGreaterThan(100);
    for (const { state, transitions } of finals) {
      expect(state.status).toBe("done");
      expect(transitions).toEqual({});
    }
  });
});
