import { describe, expect, it, vi } from "vitest";
import { negotiationTable } from "../../../src/core/decide.js";
import { GUARDS, MACHINE_CONFIG, step, UPDATES } from "../../../src/core/machine/index.js";
import type { StateDefinition } from "../../../src/core/machine/state-machine-definition.js";
import { EVERYTHING, eventOf, negotiationOf, PARK, T0 } from "../../kit/builders.js";
import { reachableRecords } from "../reachable.js";

const LIVE = ["open", "proposed", "countered"];
const FINAL = ["accepted", "rejected", "withdrawn", "expired", "stalled"];

/** EN-3, MA-4, MA-5: the closed list of events. */
const EVENTS = [
  ...["propose", "counter", "accept", "reject", "question", "withdraw"],
  ...[
    "turn.timeout",
    "total.timeout",
    "proposal.expired",
    "consult.expired",
    "park.expired",
    "claim.expired",
  ],
  ...["agent.failed", "closed", "park", "claim", "release", "consult", "answer"],
];

interface Place {
  readonly name: string;
  readonly state: StateDefinition;
}

const places: readonly Place[] = placesOf("negotiation", MACHINE_CONFIG as StateDefinition);
const transitions = places.flatMap(({ name, state }) =>
  Object.entries(state.on ?? {}).flatMap(([event, ways]) =>
    [ways].flat().map((way) => ({ name, event, way })),
  ),
);

describe("the definition of the machine", () => {
  it("MA-1, MA-3: guards and updates are referred to by name, at most one of each a transition, and all of them exist", () => {
    for (const { name, event, way } of transitions) {
      const where = `${name}, ${event}`;
      expect(
        Object.keys(way).filter((key) => !["guard", "target", "actions"].includes(key)),
        where,
      ).toEqual([]);
      if (way.guard !== undefined) expect(GUARDS[way.guard], where).toBeTypeOf("function");
      expect(way.actions, where).toBeTypeOf("string");
      expect(UPDATES[way.actions], where).toBeTypeOf("function");
    }
  });

  it("MA-1: no guard and no update is left over", () => {
    const used = transitions.flatMap(({ way }) => [way.guard, way.actions]);
    expect(
      [...Object.keys(GUARDS), ...Object.keys(UPDATES)].filter((name) => !used.includes(name as never)),
    ).toEqual([]);
  });

  it("MA-3: states have nothing but transitions and children: no always, after, invoke, entry, exit or parallel", () => {
    for (const { name, state } of places) {
      const known =
        name === "negotiation" ? ["id", "initial", "states"] : ["type", "initial", "on", "states"];
      expect(
        Object.keys(state).filter((key) => !known.includes(key)),
        name,
      ).toEqual([]);
    }
  });

  it("MA-2: live states stand under one parent, finals outside it, and the root handles nothing", () => {
    expect(Object.keys(MACHINE_CONFIG.states)).toEqual(["live", ...FINAL]);
    expect(Object.keys(MACHINE_CONFIG.states["live"]?.states ?? {})).toEqual(LIVE);
    for (const name of FINAL) expect(MACHINE_CONFIG.states[name]).toEqual({ type: "final" });
    expect(MACHINE_CONFIG).not.toHaveProperty("on");
  });

  it("MA-4, EN-3: it hears exactly the closed list of events", () => {
    expect([...new Set(transitions.map(({ event }) => event))].sort()).toEqual([...EVENTS].sort());
  });

  it("MA-3: guards and updates ask no clock, no random generator and no id", () => {
    const forbidden = () => {
      throw new Error("asked");
    };
    const spies = [
      vi.spyOn(Date, "now").mockImplementation(forbidden),
      vi.spyOn(Math, "random").mockImplementation(forbidden),
      vi.spyOn(crypto, "randomUUID").mockImplementation(forbidden as never),
    ];
    try {
      const rules = { ...EVERYTHING, park: PARK, consult: {}, onTurnTimeout: "fallback" } as const;
      expect(reachableRecords({ rules }, 3).length).toBeGreaterThan(50);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });
});

describe("MA-2: nothing follows an end", () => {
  it.each(FINAL)("%s has no way out for any event", (name) => {
    for (const type of EVENTS) {
      const record = { ...negotiationOf({ moves: ["propose"] }), status: name } as never;
      expect(
        step(negotiationTable, name, record, { ...eventOf(negotiationOf(), "propose"), type } as never),
      ).toBeUndefined();
    }
  });
});

describe("MA-5: forged event types", () => {
  it.each([
    "xstate.stop",
    "xstate.after.1",
    "xstate.error.actor.x",
    "xstate.init",
    "__proto__",
    "constructor",
    "toString",
    "*",
    "",
    "turn.*",
    "TURN.TIMEOUT",
    "propose ",
  ])("%j leads nowhere, in every state", (type) => {
    for (const name of [...LIVE, ...FINAL, "live", "negotiation", "__proto__", "constructor", ""]) {
      expect(step(negotiationTable, name, negotiationOf(), { type, at: T0 } as never)).toBeUndefined();
    }
  });
});

function placesOf(name: string, state: StateDefinition): readonly Place[] {
  const children = Object.entries(state.states ?? {});
  return [{ name, state }, ...children.flatMap(([child, inner]) => placesOf(child, inner))];
}
