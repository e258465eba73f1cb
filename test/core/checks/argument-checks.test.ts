import { describe, expect, it } from "vitest";
import {
  demandFlags,
  demandFunctions,
  demandOneOf,
  demandText,
  integerIn,
  isIntegerIn,
  isText,
  nearestKey,
  readOptions,
  unmet,
} from "../../../src/core/checks/index.js";

describe("single values (SY-16)", () => {
  it.each([
    ["x", true],
    ["x".repeat(256), true],
    ["x".repeat(257), false],
    ["", false],
    [7, false],
    [null, false],
  ])("%j is a text of 1 to 256 characters: %s", (value, isOne) => {
    expect(isText(value, 256)).toBe(isOne);
    const demand = (): void => demandText("id", value as never, 256);
    if (isOne) expect(demand).not.toThrow();
    else expect(demand).toThrow(new TypeError(unmet("id", "1 to 256 characters", value)));
  });

  it.each([
    [1, true],
    [5, true],
    [0, false],
    [6, false],
    [1.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    ["3", false],
  ])("%j is an integer from 1 to 5: %s", (value, isOne) => {
    expect(isIntegerIn(value, 1, 5)).toBe(isOne);
    const demand = (): number => integerIn("limit", value as number, 1, 5);
    if (isOne) expect(demand()).toBe(value);
    else expect(demand).toThrow(new RangeError(unmet("limit", "an integer from 1 to 5", value)));
  });

  it("without a bound, emptiness is all that is wrong of a text, and integers end with the safe ones", () => {
    expect(isText("x".repeat(100_000))).toBe(true);
    expect(() => demandText("status", "")).toThrow('Expected status to be a non-empty string, got "".');
    expect([Number.MAX_SAFE_INTEGER, 2 ** 53].map((value) => isIntegerIn(value, 0))).toEqual([true, false]);
    expect(() => integerIn("after", -5, 0)).toThrow("Expected after to be an integer of at least 0, got -5.");
  });

  it("a word is one of those that are known, and the nearest is named for another [BA-46]", () => {
    expect(demandOneOf("over", "all", ["rational", "all"])).toBe("all");
    expect(() => demandOneOf<string>("over", "ratoinal", ["rational", "all"])).toThrow(
      'Expected over to be "rational" or "all", got "ratoinal". Did you mean "rational"?',
    );
    expect(() => demandOneOf("over", 7 as never, ["rational", "all"])).toThrow(/got 7\.$/);
  });

  it("flags are true or false, and functions functions, or left out [BA-46]", () => {
    demandFlags({ strict: true, trace: false });
    expect(() => demandFlags({ strict: "no" })).toThrow('Expected strict to be true or false, got "no".');
    demandFunctions({ worth: () => 1, onFailure: undefined });
    expect(() => demandFunctions({ worth: null })).toThrow("Expected worth to be a function, got null.");
  });
});

describe("options", () => {
  interface Options {
    readonly colour?: string;
    readonly size?: number;
  }
  const read = (given: unknown): Options =>
    readOptions<Options>("options", given as Options, ["colour", "size"]);

  it("are copied, each member read once", () => {
    let reads = 0;
    const given = {
      get colour() {
        reads += 1;
        return "red";
      },
    };
    const options = read(given);
    expect([options.colour, options.colour, reads]).toEqual(["red", "red", 1]);
  });

  it("with an unknown member are refused, naming the nearest known one (EN-42)", () => {
    expect(() => read({ color: "red" })).toThrow(
      new TypeError('Expected a known member of options, got "color". Did you mean colour?'),
    );
  });

  it.each([null, undefined, 7, "colour", [], () => ({})])(
    "that are %j are refused with a TypeError",
    (given) => {
      expect(() => read(given)).toThrow(TypeError);
      expect(() => read(given)).toThrow(/^Expected options to be an object, got /);
    },
  );

  it("of another kind are refused without their value, which may hold what is private [OAP-37]", () => {
    class Identity {
      seed = "c2VjcmV0";
    }
    for (const given of [new Identity(), [{ seed: "c2VjcmV0" }], "c2VjcmV0"]) {
      expect(() => read(given)).toThrow(/^(?!.*c2VjcmV0)Expected options to be an object/);
    }
  });

  it("with a member that throws are refused, and what was thrown is the cause", () => {
    const fault = new Error("hostile");
    const hostile = {
      get colour() {
        throw fault;
      },
    };
    expect(() => read(hostile)).toThrow(expect.objectContaining({ name: "TypeError", cause: fault }));
  });

  it.each([
    ["turnMS", "turnMs"],
    ["totlMs", "totalMs"],
    ["validity", "validityMs"],
    ["", "turnMs"],
    // A key of any length is answered at once.
    ["validityMs".repeat(100_000), "validityMs"],
  ])("have keys of which the nearest is found (EN-42)", (key, expected) => {
    expect(nearestKey(key, ["turnMs", "totalMs", "validityMs"])).toBe(expected);
  });
});
