import { describe, expect, it } from "vitest";
import {
  type ArgumentationFramework,
  characteristic,
  defineFramework,
  grounded,
  MAX_ARGUMENTS,
  MAX_ATTACKS,
} from "../../src/argumentation/index.js";
import { expectInvalid } from "./expect-invalid.js";

const ids = (count: number): string[] => Array.from({ length: count }, (_, place) => `${place}`);

/** The first `count` of all ordered pairs. */
function pairs(among: readonly string[], count: number): [string, string][] {
  return Array.from({ length: count }, (_, place) => [
    among[Math.floor(place / among.length)]!,
    among[place % among.length]!,
  ]);
}

describe("defineFramework", () => {
  it("AR-1: copies and freezes at every depth", () => {
    const argumentIds = ["a", "b"];
    const attack: [string, string] = ["a", "b"];
    const framework = defineFramework(argumentIds, [attack]);
    argumentIds.push("c");
    attack[1] = "a";
    expect(framework).toEqual({ arguments: ["a", "b"], attacks: [["a", "b"]] });
    const parts: unknown[] = [framework, framework.arguments, framework.attacks, framework.attacks[0]];
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
    expect(Object.isFrozen(argumentIds) || Object.isFrozen(attack)).toBe(false);
  });

  it("AR-1: refuses a repeated argument by its id", () => {
    expectInvalid(() => defineFramework(["a", "b", "a"], []), { id: "a" });
    expectInvalid(() => defineFramework(["", ""], []), { id: "" });
  });

  it("AR-1: refuses an attack that names an unknown argument, on either side", () => {
    expectInvalid(() => defineFramework(["a"], [["a", "z"]]), { id: "z" });
    expectInvalid(() => defineFramework(["a"], [["z", "a"]]), { id: "z" });
    expectInvalid(() => defineFramework([], [["__proto__", "__proto__"]]), { id: "__proto__" });
  });

  it("AR-1: counts a repeated attack once, and keeps the order of the first ones", () => {
    const { attacks } = defineFramework(
      ["a", "b"],
      [
        ["b", "a"],
        ["a", "a"],
        ["b", "a"],
        ["a", "b"],
      ],
    );
    expect(attacks).toEqual([
      ["b", "a"],
      ["a", "a"],
      ["a", "b"],
    ]);
  });

  it("AR-1: takes the empty framework, self-attacks and any strings as ids", () => {
    expect(defineFramework([], [])).toEqual({ arguments: [], attacks: [] });
    const strange = ["", "__proto__", "constructor", "a,b", "\u0000", "\ud800"];
    const framework = defineFramework(
      strange,
      strange.map((id) => [id, id] as const),
    );
    expect(framework.arguments).toEqual(strange);
    expect(framework.attacks.map(([attacker]) => attacker)).toEqual(strange);
  });

  it("AR-2: takes 10,000 arguments and refuses one more", () => {
    expect(MAX_ARGUMENTS).toBe(10_000);
    expect(defineFramework(ids(10_000), []).arguments).toHaveLength(10_000);
    expectInvalid(() => defineFramework(ids(10_001), []), { limit: 10_000 });
  });

  it("AR-2: takes 1,000,000 attacks and refuses one more; repeated ones count once", () => {
    expect(MAX_ATTACKS).toBe(1_000_000);
    const among = ids(1_001);
    const most = pairs(among, 1_000_000);
    expect(defineFramework(among, [...most, ...most.slice(0, 10)]).attacks).toHaveLength(1_000_000);
    expectInvalid(() => defineFramework(among, [...most, ["1000", "1000"]]), { limit: 1_000_000 });
  });

  it.each<[string, unknown, unknown]>([
    ["no list of arguments", "ab", []],
    ["an id that is no string", ["a", 7], []],
    ["no list of attacks", ["a"], { a: "a" }],
    ["an attack that is no pair", ["a"], [["a"]]],
    ["an attack of three", ["a"], [["a", "a", "a"]]],
    ["an attack that is text", ["a"], ["aa"]],
  ])("SY-16: %s is a TypeError", (_, argumentIds, attacks) => {
    const define = () =>
      defineFramework(argumentIds as string[], attacks as ArgumentationFramework["attacks"]);
    expect(define).toThrow(TypeError);
    expect(define).toThrow(/^Expected .+, got .+\.$/);
  });
});

describe("a framework made by hand", () => {
  it("AR-1: is refused where it is none", () => {
    expectInvalid(() => grounded({ arguments: ["a", "a"], attacks: [] }), { id: "a" });
    expectInvalid(() => grounded({ arguments: ["a"], attacks: [["a", "b"]] }), { id: "b" });
    expectInvalid(() => grounded({ arguments: ["a"], attacks: [["b", "a"]] }), { id: "b" });
  });

  it.each([
    { arguments: "a", attacks: [] },
    { arguments: ["a"] },
    { arguments: ["a"], attacks: [null] },
    { arguments: ["a"], attacks: [["a"]] },
  ])("SY-16: is a TypeError that says what came where it has no form: %j", (framework) => {
    expect(() => grounded(framework as never)).toThrow(/^Expected .+, got .+\.$/);
  });

  it("SY-16: of members that are no list says so", () => {
    expect(() => characteristic({ arguments: ["a"], attacks: [] }, 5 as never)).toThrow(
      "Expected members to be",
    );
  });

  it("AR-3, AR-6: has its ids in its own order, however often they are asked for, and no others", () => {
    const framework = { arguments: ["b", "a", "c"], attacks: [["a", "b"]] } as const;
    expect(characteristic(framework, ["c", "a", "c"])).toEqual(["a", "c"]);
    expectInvalid(() => characteristic(framework, ["b", "d"]), { id: "d" });
  });
});
