import { describe, expect, it } from "vitest";
import { type AnyStateMachine, createActor } from "xstate";
import { GUARDS, MACHINE_CONFIG, UPDATES } from "../../../../src/core/machine/index.js";
import { negotiationMachine } from "../../../../src/core/machine/xstate/index.js";
import { eventOf, negotiationOf, T0 } from "../../../kit/builders.js";

describe("MA-9: the machine for createActor and visualisers", () => {
  it("MA-1: is the one definition, with an adapter around each of the same functions", () => {
    const { context: _, ...config } = negotiationMachine.config as Record<string, unknown>;
    expect(config).toEqual(MACHINE_CONFIG);
    const { implementations } = negotiationMachine as unknown as AnyStateMachine;
    expect(Object.keys(implementations.guards).sort()).toEqual(Object.keys(GUARDS).sort());
    expect(Object.keys(implementations.actions).sort()).toEqual(Object.keys(UPDATES).sort());
    expect([implementations.actors, implementations.delays]).toEqual([{}, {}]);
  });

  it("runs as an actor whose context is the record", () => {
    const open = negotiationOf();
    const actor = createActor(negotiationMachine, { input: open });
    actor.start();
    expect(actor.getSnapshot().value).toEqual({ live: "open" });
    expect(actor.getSnapshot().context).toEqual(open);
    actor.send(eventOf(open, "propose"));
    const proposed = actor.getSnapshot().context;
    expect(proposed).toEqual(negotiationOf({ moves: ["propose"] }));
    actor.send(eventOf(proposed, "accept", T0 + 5));
    expect(actor.getSnapshot()).toMatchObject({
      value: "accepted",
      status: "done",
      context: { outcome: { reason: "accept" } },
    });
  });

  it("a move that is barred changes nothing", () => {
    const open = negotiationOf();
    const actor = createActor(negotiationMachine, { input: open });
    actor.start();
    const before = actor.getSnapshot();
    actor.send(eventOf(open, { action: "propose", by: "smith" }));
    expect(actor.getSnapshot()).toBe(before);
  });
});
