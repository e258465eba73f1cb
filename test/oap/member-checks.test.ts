import { expect, it } from "vitest";
import {
  anyMember,
  anyText,
  integerFrom,
  listOf,
  membersOf,
  optional,
  refuseMemberAt,
  required,
} from "../../src/oap/member-checks.js";

const check = membersOf({ name: anyText, tags: optional(listOf(integerFrom(1, 3), 2)) });

it("OAP-37: a check names the member at fault by its path, and what was expected of it", () => {
  expect(check({ name: "a", tags: [1, 3] }, [])).toBeUndefined();
  expect(check({ tags: [] }, ["x"])).toMatchObject({
    path: ["x", "name"],
    message: "Expected text, got none.",
  });
  expect(check({ name: "a", tags: [1, 4] }, [])).toMatchObject({
    path: ["tags", 1],
    message: "Expected an integer from 1 to 3, got another value.",
  });
  expect(check({ name: "a", tags: [1, 1, 1] }, [])).toMatchObject({ path: ["tags"] });
  expect(check({ name: "a", tags: null }, [])).toMatchObject({ path: ["tags"] });
});

it("OAP-16: unknown members are refused, or kept where that is said", () => {
  expect(check({ name: "a", other: 1 }, [])).toMatchObject({
    path: ["other"],
    message: "Expected a known member, got another value.",
  });
  expect(membersOf({ name: anyText }, anyMember)({ name: "a", other: 1 }, [])).toBeUndefined();
  for (const value of [null, [], "a", 1, undefined]) expect(check(value, [])).toMatchObject({ path: [] });
});

it("T9: a member of the prototype is none of the document", () => {
  Object.defineProperty(Object.prototype, "name", { value: "polluted", configurable: true });
  try {
    expect(check({}, [])).toMatchObject({ path: ["name"], message: "Expected text, got none." });
  } finally {
    Reflect.deleteProperty(Object.prototype, "name");
  }
});

it("T16: no message holds what came", () => {
  const never = required("a thing", () => false);
  expect(JSON.stringify(never("secret", ["a"]))).not.toContain("secret");
  expect(refuseMemberAt(["a"], "a thing", "secret").message).toBe("Expected a thing, got another value.");
});
