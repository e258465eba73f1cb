import { expect, it } from "vitest";
import {
  anyMember,
  anyObject,
  anyText,
  checkedCopy,
  integerFrom,
  listOf,
  membersOf,
  optional,
  unknownMember,
} from "../../../src/oap/documents/index.js";

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

it("T9: a member of the prototype is none of the document", () => {
  Object.defineProperty(Object.prototype, "name", { value: "polluted", configurable: true });
  try {
    expect(check({}, [])).toMatchObject({ path: ["name"], message: "Expected text, got none." });
  } finally {
    Reflect.deleteProperty(Object.prototype, "name");
  }
});

it("SG-29: members that the table does not name are checked by one check for all of them", () => {
  const texts = membersOf({ size: integerFrom(1) }, anyText);
  expect(texts({ size: 1, a: "b", toString: "c" }, [])).toBeUndefined();
  expect(texts({ size: 1, a: "b", toString: 5 }, [])).toMatchObject({ path: ["toString"] });
  expect(texts({ size: "b", a: "b" }, [])).toMatchObject({ path: ["size"] });
  expect(membersOf({}, anyMember)({ a: null }, [])).toBeUndefined();
  expect(optional(unknownMember)(null, ["a"])).toMatchObject({ path: ["a"] });
});

it("SG-5: what is checked is a frozen copy of what came", () => {
  const came = { name: "a" };
  const copy = checkedCopy<{ name: string }>(came, membersOf({ name: anyText }));
  expect(copy).toEqual({ ok: true, value: came });
  expect(copy.ok && copy.value !== came && Object.isFrozen(copy.value)).toBe(true);
  expect(checkedCopy({ name: 1 }, membersOf({ name: anyText }))).toMatchObject({ path: ["name"] });
  expect(checkedCopy({ name: undefined }, anyObject)).toMatchObject({ code: "document_invalid" });
  expect(checkedCopy({ a: 0.5 }, anyObject).ok).toBe(false);
  expect(checkedCopy({ a: 0.5 }, anyObject, { numbers: "any" }).ok).toBe(true);
});
