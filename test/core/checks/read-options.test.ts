import { describe, expect, it } from "vitest";
import { readOptions } from "../../../src/core/checks/index.js";

interface Options {
  readonly colour?: string;
  readonly size?: number;
}
const read = (given: unknown): Options =>
  readOptions<Options>("options", given as Options, ["colour", "size"]);

describe("readOptions", () => {
  it("copies the known members, each read once", () => {
    let reads = 0;
    const given = {
      get colour() {
        reads += 1;
        return "red";
      },
    };
    const options = read(given);
    expect([options.colour, options.colour]).toEqual(["red", "red"]);
    expect(reads).toBe(1);
    expect(read({})).toEqual({});
  });

  it("EN-42: refuses an unknown member, naming the nearest known one", () => {
    expect(() => read({ color: "red" })).toThrow(
      new TypeError('Expected a known member of options, got "color". Did you mean colour?'),
    );
  });

  it.each([null, undefined, 7, "colour", [], () => ({})])("refuses %j with a TypeError", (given) => {
    expect(() => read(given)).toThrow(TypeError);
    expect(() => read(given)).toThrow(/^Expected options to be an object, got /);
  });

  it("refuses a member that throws, and keeps what was thrown as the cause", () => {
    const fault = new Error("hostile");
    const hostile = {
      get colour() {
        throw fault;
      },
    };
    try {
      read(hostile);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).cause).toBe(fault);
    }
  });
});
