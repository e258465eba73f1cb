import { describe, expect, it } from "vitest";
import { compileTable, type MachineConfig, step } from "../../../src/core/machine/index.js";

interface Event {
  readonly type: string;
}

/** A context is the list of what happened. */
const parts: Parameters<typeof compileTable<readonly string[], Event>>[1] = {
  guards: { yes: () => true, no: () => false, isShort: (context) => context.length < 2 },
  updates: { one: (context) => [...context, "one"], two: (context) => [...context, "two"] },
};

function compile(config: unknown) {
  return compileTable(config as MachineConfig, parts, "m");
}

/** A machine of two states in which `a` has these transitions and members. */
function machine(on: unknown, members: object = {}): unknown {
  return { id: "m", initial: "a", states: { a: { on, ...members }, b: { type: "final" } } };
}

describe("MA-8: a step through the table", () => {
  const table = compile({
    initial: "outer",
    states: {
      outer: {
        initial: "a",
        on: { GO: { target: "b", actions: "two" }, STAY: { actions: "one" }, ONLY: "b" },
        states: {
          a: {
            on: {
              GO: { guard: "isShort", target: "c", actions: "one" },
              STAY: { guard: "no" },
              PATH: "#m.outer.c",
            },
          },
          c: { on: { BACK: { target: "a" } } },
        },
      },
      b: { type: "final" },
    },
  });
  const walk = (value: string, type: string, context: readonly string[] = []) =>
    step(table, value, context, { type });

  it.each([
    ["the leaf comes before its parent", "a", "GO", [], "c", ["one"]],
    ["where the leaf's guard says no, the parent is asked", "a", "GO", ["x", "y"], "b", ["x", "y", "two"]],
    ["a leaf without the event leaves it to the parent", "c", "GO", [], "b", ["two"]],
    ["without a target the state stays", "a", "STAY", [], "a", ["one"]],
    ["also for the parent's transition in another leaf", "c", "STAY", [], "c", ["one"]],
    ["a target may be the whole transition", "c", "ONLY", [], "b", []],
    ["a target may be a path from the root", "a", "PATH", [], "c", []],
    ["or a sibling", "c", "BACK", [], "a", []],
  ])("%s", (_what, value, type, context, target, after) => {
    expect(walk(value, type, context)).toEqual({ value: target, context: after });
  });

  it.each([
    ["an unknown event", "a", "NOPE"],
    ["a final state", "b", "GO"],
    ["a state that is no leaf", "outer", "GO"],
    ["an unknown state", "z", "GO"],
    ["a key of every object", "a", "constructor"],
  ])("%s leads nowhere", (_what, value, type) => {
    expect(walk(value, type)).toBeUndefined();
  });

  it("without an update the context is the very same", () => {
    const context = ["x"];
    expect(walk("c", "BACK", context)?.context).toBe(context);
  });

  it("the first transition whose guard agrees is taken", () => {
    const ordered = compile(
      machine({
        E: [
          { guard: "no", target: "b" },
          { guard: "yes", actions: "one" },
          { target: "b", actions: "two" },
        ],
      }),
    );
    expect(step(ordered, "a", [], { type: "E" })).toEqual({ value: "a", context: ["one"] });
  });
});

describe("MA-6: what cannot be compiled is refused, with state and event named", () => {
  const invoked = { src: "agent" };
  it.each([
    ["a parallel state", machine({}, { type: "parallel" }), /State a: .*parallel/],
    ["a parallel root", { type: "parallel", states: { a: {} } }, /State m: .*parallel/],
    ["a history state", machine({}, { type: "history" }), /State a: .*history/],
    ["a deep history", machine({}, { history: "deep" }), /State a: .*history/],
    ["always", machine({}, { always: { target: "b" } }), /State a: .*always/],
    ["after", machine({}, { after: { 1000: "b" } }), /State a: .*after/],
    ["entry", machine({}, { entry: "one" }), /State a: .*entry/],
    ["exit", machine({}, { exit: ["one"] }), /State a: .*exit/],
    ["invoke", machine({}, { invoke: invoked }), /State a: .*invoke/],
    ["onDone", machine({}, { onDone: "b" }), /State a: .*onDone/],
    ["output", machine({}, { output: {} }), /State a: .*output/],
    ["a wildcard", machine({ "*": "b" }), /State a, event \*: .*wildcard/],
    ["a partial wildcard", machine({ "turn.*": "b" }), /State a, event turn\.\*: .*wildcard/],
    ["an empty event", machine({ "": "b" }), /State a, event : .*wildcard/],
    ["an anonymous guard", machine({ E: { guard: () => true } }), /State a, event E: cannot compile guard /],
    [
      "a combined guard",
      machine({ E: { guard: { type: "and", guards: ["yes", "no"] } } }),
      /State a, event E: cannot compile guard /,
    ],
    ["an unknown guard", machine({ E: { guard: "maybe" } }), /State a, event E: .*guard maybe/],
    ["an inherited guard", machine({ E: { guard: "constructor" } }), /State a, event E: .*guard constructor/],
    [
      "an anonymous action",
      machine({ E: { actions: () => [] } }),
      /State a, event E: cannot compile update /,
    ],
    [
      "several actions",
      machine({ E: { actions: ["one", "two"] } }),
      /State a, event E: cannot compile update one,two/,
    ],
    ["an unknown action", machine({ E: { actions: "three" } }), /State a, event E: .*update three/],
    ["an unknown target", machine({ E: "z" }), /State a, event E: .*target z/],
    [
      "a target that is no leaf",
      { initial: "o", states: { o: { initial: "a", states: { a: { on: { E: "#m.o" } } } } } },
      /State o\.a, event E: .*#m\.o/,
    ],
    ["a child target", machine({ E: ".b" }), /State a, event E: .*\.b/],
    ["several targets", machine({ E: { target: ["a", "b"] } }), /State a, event E: .*target a,b/],
    ["a null target", machine({ E: { target: null } }), /State a, event E: .*target null/],
    ["no transition", machine({ E: undefined }), /State a, event E: .*no transition/],
    ["an unknown member", machine({ E: { target: "b", reenter: true } }), /State a, event E: .*reenter/],
    ["a misspelt member", machine({ E: { target: "b", gaurd: "no" } }), /State a, event E: .*gaurd/],
    ["a misspelt initial", { initial: "z", states: { a: {} } }, /State m: .*initial.*z/],
    ["no initial", { states: { a: {} } }, /State m: .*initial/],
    [
      "leaves of the same name",
      { initial: "o", states: { o: { initial: "b", states: { b: {} } }, b: {} } },
      /State b: .*a second leaf/,
    ],
    [
      "a handler at the root, which XState would ask on a final state too",
      { ...(machine({}) as object), on: { E: {} } },
      /State m, event E: /,
    ],
  ])("%s", (_what, config, message) => {
    expect(() => compile(config)).toThrow(message);
  });

  it("what says nothing about the steps may stand there", () => {
    const config = machine(
      { E: { target: "b", description: "over", meta: { why: 1 } } },
      { description: "x", tags: ["y"], meta: {} },
    );
    expect(step(compile(config), "a", [], { type: "E" })).toEqual({ value: "b", context: [] });
  });
});
