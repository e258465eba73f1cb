import { expect, it } from "vitest";
import { CommandError, errorLine, faultsOf, faultText, fileError } from "../../../src/cli/text/index.js";
import { parseScenario } from "../../../src/preferences/scenarios/index.js";

it("names the file and the place as compilers do", () => {
  expect(fileError("a.json", { line: 3, column: 7 }, "Wrong.").message).toBe("a.json:3:7: Wrong.");
  expect(fileError("a.json", undefined, "Wrong.").message).toBe("a.json: Wrong.");
  expect(new CommandError("Wrong.", 2).exitCode).toBe(2);
});

it("lists the faults of an error of the library, and of no other", () => {
  const thrown = (() => {
    try {
      return parseScenario({ format: "concordat-scenario" });
    } catch (error) {
      return error;
    }
  })();
  expect(faultsOf(thrown).length).toBeGreaterThan(2);
  expect(faultsOf(new Error("other"))).toEqual([]);
});

it("says the first fault and where the others are, each place once", () => {
  const fault = { path: ["parties", 0], expected: "an object", received: "null" };
  expect(faultText(fault)).toBe("Expected an object, got null at /parties/0.");
  expect(faultText(fault, ["a:1:2"])).toMatch(/ 1 more fault at a:1:2$/);
  expect(faultText(fault, ["a:1:2", "a:1:2", "b"])).toMatch(/ 3 more faults at a:1:2, b$/);
  expect(faultText(fault, [..."abcdefg"])).toMatch(/ 7 more faults at a, b, c, d, e, \.\.\.$/);
});

it("is one line, whatever the message holds", () => {
  expect(errorLine(new Error("a\nb\u001b[31mc\u2028d"))).toBe("concordat: a b [31mc d");
  expect(errorLine("text")).toBe("concordat: text");
  // A name that a terminal would show in another order, or shorter than it is.
  expect(errorLine("no\u202eexe.json\u200b: none")).toBe("concordat: no\\u202eexe.json\\u200b: none");
});
