import { expect, it } from "vitest";
import { demandFlags, oneOf } from "../../../src/preferences/model/index.js";

it("passes what is known, and names the nearest for what is not [BA-46]", () => {
  expect(oneOf("over", "all", ["rational", "all"])).toBe("all");
  expect(() => oneOf<string>("over", "ratoinal", ["rational", "all"])).toThrow(
    'Expected over to be "rational" or "all", got "ratoinal". Did you mean "rational"?',
  );
  expect(() => oneOf("over", 7 as never, ["rational", "all"])).toThrow(/got 7\.$/);
});

it("takes true and false for flags, and nothing else [BA-46]", () => {
  demandFlags({ strict: true, trace: false });
  expect(() => demandFlags({ strict: "no" })).toThrow('Expected strict to be true or false, got "no".');
});
