import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { kindOf, membersOf, readWith } from "../../../src/presets/wire/index.js";

const schema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(3)),
  list: z.optional(z.array(z.enum(["x", "y"]))),
});

describe("readWith", () => {
  it("gives what the schema reads", () => {
    expect(readWith(schema, { name: "abc", list: ["x"] })).toStrictEqual({
      ok: true,
      value: { name: "abc", list: ["x"] },
    });
  });

  it.each<[unknown, (string | number)[], string]>([
    [7, [], "Expected an object, got 7."],
    [[], [], "Expected an object, got an array."],
    [{}, ["name"], "Expected name to be a string, got nothing."],
    [{ name: null }, ["name"], "Expected name to be a string, got null."],
    [{ name: "" }, ["name"], "Expected name to be at least 1 character long, got 0."],
    [{ name: "abcd" }, ["name"], "Expected name to be at most 3 characters long, got 4."],
    [{ name: "a", list: {} }, ["list"], "Expected list to be an array, got an object."],
    [{ name: "a", list: ["x", "z"] }, ["list", 1], 'Expected list.1 to be one of x, y, got "z".'],
  ])("says of %j where and what was expected", (value, path, message) => {
    expect(readWith(schema, value)).toStrictEqual({ ok: false, issues: [{ path, message }] });
  });

  it("answers a value that throws with an issue", () => {
    const thrower = {
      get name(): string {
        throw new Error("SECRET");
      },
    };
    expect(readWith(schema, thrower)).toStrictEqual({
      ok: false,
      issues: [{ path: [], message: "Expected readable members, got one that throws." }],
    });
  });
});

describe("membersOf", () => {
  it("reads each own member once, whatever it is called", () => {
    let reads = 0;
    const value = {
      get once(): number {
        reads += 1;
        return reads;
      },
    };
    expect(membersOf(value)).toStrictEqual({ ok: true, value: { once: 1 } });
    const polluting = membersOf(JSON.parse('{"__proto__":{"x":1}}'));
    expect(polluting.ok && Object.keys(polluting.value)).toStrictEqual(["__proto__"]);
    expect(polluting.ok && polluting.value["x"]).toBeUndefined();
  });

  it("refuses what is no object, or throws", () => {
    expect(membersOf([])).toMatchObject({
      ok: false,
      issues: [{ message: "Expected an object, got an array." }],
    });
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(membersOf(revoked.proxy).ok).toBe(false);
  });
});

describe("kindOf", () => {
  it("names a value without showing it", () => {
    expect([undefined, null, [], {}, "text", 7, true].map(kindOf)).toStrictEqual([
      "nothing",
      "null",
      "an array",
      "an object",
      "a string",
      "a number",
      "a boolean",
    ]);
  });
});
