import { describe, expect, it } from "vitest";
import { played } from "../../../src/fuzz/strategies/strategy-play.js";
import { partnerOf, partsOf } from "../../../src/fuzz/strategies/strategy-trial.js";
import { inputWatch, watchedStrategy, worldWatch } from "../../../src/fuzz/strategies/strategy-watch.js";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { linear, micro, timeDependent } from "../../../src/strategies/agents/index.js";
import { bayesian } from "../../../src/strategies/models/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { aTrial, ramp } from "../strategy-trials.js";

const trial = aTrial({ places: [0, 100, 300, 200, 600] });

function notesOf(strategy: Strategy): readonly (readonly string[])[] {
  const watched = watchedStrategy(strategy);
  played(partsOf(trial, watched.strategy), partnerOf(trial));
  return [[...watched.notes.written], [...watched.notes.asked]];
}

it("a watched strategy plays as it does unwatched, and innocent ones leave no note", () => {
  for (const strategy of [
    linear(),
    micro(),
    timeDependent({ exponent: 1, pick: "model", model: bayesian() }),
  ]) {
    const { strategy: watched, notes } = watchedStrategy(strategy);
    const plays = [strategy, watched].map((one) => played(partsOf(trial, one), partnerOf(trial)).turns);
    expect(plays[1]).toEqual(plays[0]);
    expect([notes.written.size, notes.asked.size]).toEqual([0, 0]);
  }
});

it("BA-29, D-7: every component and hook is watched, in its start and in its run", () => {
  const peeks = (): number => performance.now() * 0;
  const writes = (target: object): number => Number(Reflect.set(target, "mine", 1)) * 0;
  const base = linear();
  const parts: readonly ((act: (target: object) => number) => Partial<Strategy>)[] = [
    (act) => ({ offering: { name: "m", start: (setup) => (act(setup), base.offering.start(setup)) } }),
    (act) => ({ offering: { name: "m", start: () => ({ next: (view) => 10 + act(view) }) } }),
    (act) => ({
      offering: { name: "m", start: () => ({ next: () => 10, observe: (offer) => void act(offer) }) },
    }),
    (act) => ({ acceptance: { name: "m", start: (setup) => (act(setup), () => false) } }),
    (act) => ({ acceptance: { name: "m", start: () => (view) => act(view) > 0 } }),
    (act) => ({ model: { name: "m", start: (setup) => (act(setup), bayesian().start(setup)) } }),
    (act) => ({ justify: (view) => void act(view) }),
    (act) => ({
      weigh: (view) => (act(view), "neutral"),
      acceptance: { name: "m", start: () => () => true },
    }),
  ];
  for (const part of parts) {
    expect(notesOf({ ...base, ...part(writes) })).toEqual([["mine"], []]);
    expect(notesOf({ ...base, ...part(peeks) })).toEqual([[], ["performance.now"]]);
  }
});

class Counter {
  readonly #count = 3;
  constructor() {
    Object.freeze(this);
  }
  get count(): number {
    return this.#count;
  }
  plus(one: number): number {
    return this.#count + one;
  }
}

function watched<Value>(value: Value): { face: Value; places: string[] } {
  const places: string[] = [];
  return { face: inputWatch((place) => places.push(place))(value), places };
}

describe("a face", () => {
  it("reads as its original: private members, lists, iterators, methods with callbacks", () => {
    const { issues, parties } = ramp(5);
    const space = outcomeSpace(issues);
    const inverse = inverseUtility(space, parties[0]!.preferences);
    const { face, places } = watched(Object.freeze({ inverse, counter: new Counter() }));
    expect([face.counter.count, face.counter.plus(1), face.inverse.at(0)]).toEqual([3, 4, 0]);
    const [from, to] = face.inverse.range(0.4, 0.8);
    expect([from, to]).toEqual(inverse.range(0.4, 0.8));
    expect([...face.inverse.space.enumerate()]).toEqual([...space.enumerate()]);
    expect(face.inverse.space.issues.map(({ name }) => name)).toEqual(["i0"]);
    expect(face.inverse.space.indexOf(face.inverse.space.termsAt(3))).toBe(3);
    expect(face.inverse.space.issues.length).toBe(1);
    expect(JSON.stringify(face.inverse.space.termsAt(3))).toBe(JSON.stringify(space.termsAt(3)));
    expect(Object.keys(face)).toEqual(["inverse", "counter"]);
    expect("counter" in face && !("other" in face)).toBe(true);
    expect(face.counter).toBeInstanceOf(Counter);
    expect(places).toEqual([]);
  });

  it("of the same object is the same, so that components can tell what they share", () => {
    const inner = Object.freeze({});
    const { face } = watched(Object.freeze({ one: inner, other: inner, get: Object.freeze(() => inner) }));
    expect(face.one).toBe(face.other);
    expect(face.get()).toBe(face.one);
  });

  it("notices every way to write, also in silence, and nothing changes (BA-29)", () => {
    const original = Object.freeze({
      list: Object.freeze([Object.freeze({ x: 1 })]),
      get: Object.freeze(() => 1),
    });
    const { face, places } = watched(original);
    expect(() => Object.assign(face, { list: 1 })).toThrow(TypeError);
    expect(Reflect.set(face, "extra", 1)).toBe(false);
    expect(Reflect.deleteProperty(face, "list")).toBe(false);
    expect(Reflect.defineProperty(face.list[0]!, "x", { value: 2 })).toBe(false);
    expect(() => (face.list as unknown[]).push(1)).toThrow(TypeError);
    expect(() => Object.setPrototypeOf(face, null)).toThrow(TypeError);
    expect(() => Object.freeze(face.get)).toThrow(TypeError);
    expect(places).toEqual(["list", "extra", "list", "list.0.x", "list.1", "", "get"]);
    expect(original).toEqual({ list: [{ x: 1 }], get: original.get });
  });

  it("leaves alone what a component may write to: its own copies", () => {
    const { face, places } = watched(Object.freeze({ list: Object.freeze([3, 1, 2]), fresh: () => [1] }));
    const copy = face.list.map((one) => one * 2);
    copy.sort();
    copy.push(1);
    face.fresh().push(2);
    expect([copy.length, places]).toEqual([4, []]);
  });
});

function asked(run: () => unknown): string[] {
  const names: string[] = [];
  worldWatch((name) => names.push(name))(run);
  return names;
}

describe("a watch over the world", () => {
  it.each<[string, () => unknown]>([
    ["Math.random", () => Math.random()],
    ["Date.now", () => Date.now()],
    ["Date", () => Date()],
    ["new Date", () => new Date()],
    ["performance.now", () => performance.now()],
    ["crypto.randomUUID", () => crypto.randomUUID()],
    ["crypto.getRandomValues", () => crypto.getRandomValues(new Uint8Array(1))],
    ["process.hrtime", () => process.hrtime()],
    ["queueMicrotask", () => queueMicrotask(() => {})],
    ["setTimeout", () => clearTimeout(setTimeout(() => {}, 1))],
  ])("notices %s", (name, run) => {
    expect(asked(run)).toEqual([name]);
  });

  it("lets arithmetic pass: dates of given numbers, powers, parsing", () => {
    expect(
      asked(() => [new Date(0).getTime(), Date.UTC(2000, 0), Date.parse("2000-01-01"), Math.exp(1)]),
    ).toEqual([]);
    const made = worldWatch(() => {})(() => new Date(5));
    expect(made instanceof Date && made.getTime()).toBe(5);
  });

  it("lets the use go through, and puts everything back, also after a throw and when nested", () => {
    const before = [Math.random, Date, Date.now, performance.now, crypto.randomUUID, globalThis.setTimeout];
    const watch = worldWatch(() => {});
    expect(watch(() => watch(() => Math.random()) + Math.random())).toBeGreaterThanOrEqual(0);
    expect(() =>
      watch(() => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect([Math.random, Date, Date.now, performance.now, crypto.randomUUID, globalThis.setTimeout]).toEqual(
      before,
    );
    expect(Object.hasOwn(performance, "now")).toBe(false);
  });

  it("notices nothing before and after", () => {
    const names: string[] = [];
    const watch = worldWatch((name) => names.push(name));
    Math.random();
    watch(() => watch(() => 1));
    Date.now();
    expect(names).toEqual([]);
  });
});
