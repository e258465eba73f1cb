import { expect, it } from "vitest";
import {
  anyDid,
  anyHash,
  anyInstant,
  anyMember,
  anyObject,
  anyText,
  checkedCopy,
  idOf,
  integerFrom,
  listOf,
  membersOf,
  optional,
  orNull,
  refuseMemberAt,
  required,
  unknownMember,
} from "../../../src/oap/documents/index.js";
import { textLike } from "../../../src/oap/documents/member-checks.js";
import { HASH, PROPOSAL } from "../documents.js";

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

it("OAP-9: null is what a member may be only where that is said, and never an absent one", () => {
  const nullable = orNull(anyText);
  expect([nullable(null, []), nullable("a", [])]).toEqual([undefined, undefined]);
  for (const value of [undefined, 1, {}]) expect(nullable(value, ["a"])).toMatchObject({ path: ["a"] });
  expect(optional(anyText)(null, ["a"])).toMatchObject({ path: ["a"] });
});

it("SG-29: members that the table does not name are checked by one check for all of them", () => {
  const texts = membersOf({ size: integerFrom(1) }, anyText);
  expect(texts({ size: 1, a: "b", toString: "c" }, [])).toBeUndefined();
  expect(texts({ size: 1, a: "b", toString: 5 }, [])).toMatchObject({ path: ["toString"] });
  expect(texts({ size: "b", a: "b" }, [])).toMatchObject({ path: ["size"] });
  expect(membersOf({}, anyMember)({ a: null }, [])).toBeUndefined();
  expect(optional(unknownMember)(null, ["a"])).toMatchObject({ path: ["a"] });
});

it("SG-36, OAP-4, SG-25, OAP-10: the forms of members", () => {
  const forms = [idOf("prp"), anyDid, anyHash, anyInstant, textLike("digits", /^\d+$/)];
  const samples = [PROPOSAL.proposal_id, PROPOSAL.from, HASH, PROPOSAL.valid_until, "12"];
  for (const [index, form] of forms.entries()) {
    const passing = samples.filter((sample) => form(sample, []) === undefined);
    expect(passing).toEqual([samples[index]]);
    for (const value of [undefined, null, 12, [samples[index] ?? ""]]) {
      expect(form(value, ["a"])).toMatchObject({ code: "document_invalid", path: ["a"] });
    }
  }
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
