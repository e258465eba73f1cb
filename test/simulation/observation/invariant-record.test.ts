import { describe, expect, it } from "vitest";
import {
  foundIn,
  foundOf,
  isFinalStatus,
  isSame,
  memberOf,
  stateIn,
  unlike,
} from "../../../src/simulation/observation/index.js";
import { Script } from "../observed-histories.js";

const { last } = new Script();

describe("what the invariants share", () => {
  it("reads the record of a row", () => {
    expect(stateIn(last.after).status).toBe("open");
  });

  it("makes findings of faults only, and says where", () => {
    expect(foundIn(last, undefined)).toBeUndefined();
    expect(foundIn(last, "expected more")).toEqual({
      negotiationId: "neg_1",
      detail: "version 0 (created): expected more",
    });
    expect(foundOf(null, undefined)).toBeUndefined();
    expect(foundOf("neg_2", "expected less")).toEqual({ negotiationId: "neg_2", detail: "expected less" });
  });

  it("compares JSON whatever the order of its members", () => {
    expect(isSame({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
    for (const other of [{ a: 1 }, { a: [2], c: 1 }, [1], null, "x", { a: [1], d: 1 }]) {
      expect(isSame({ a: [1], c: 1 }, other)).toBe(false);
    }
  });

  it("words a difference as what was expected and what came", () => {
    expect(unlike("the version", 3, 3)).toBeUndefined();
    expect(unlike("the version", 3, 4)).toBe("expected the version to be 3, got 4");
  });

  it("reads members of any JSON", () => {
    expect(memberOf({ a: 1 }, "a")).toBe(1);
    for (const json of [null, "a", 1, {}, []]) expect(memberOf(json, "a")).toBeNull();
    expect(memberOf({}, "toString")).toBeNull();
  });

  it("knows the five statuses after which nothing follows", () => {
    const statuses = [
      "open",
      "proposed",
      "countered",
      "accepted",
      "rejected",
      "withdrawn",
      "expired",
      "stalled",
    ];
    expect(statuses.filter(isFinalStatus)).toEqual(statuses.slice(3));
  });
});
