import { describe, expect, it } from "vitest";
import { recordOf, stateOf } from "../../../src/core/record/index.js";
import { negotiationOf } from "../../kit/builders.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

describe("a record apart from its turns", () => {
  const record = negotiationOf({ moves: ["propose", "counter", "accept"] });
  const { turns, ...rest } = record;

  it("ST-4: the state is the record without its turns", () => {
    expect(stateOf(record)).toEqual(rest);
    expect(isDeepFrozen(stateOf(record))).toBe(true);
  });

  it("ST-4: state and turns give the record again, byte for byte", () => {
    expect(JSON.stringify(recordOf(rest, turns))).toBe(JSON.stringify(record));
    const stored = JSON.parse(JSON.stringify({ state: stateOf(record), turns }));
    expect(JSON.stringify(recordOf(stored.state, stored.turns))).toBe(JSON.stringify(record));
  });

  it("ST-4: the order of members in the stored state does not matter", () => {
    const backwards = Object.fromEntries(Object.entries(rest).reverse()) as typeof rest;
    expect(JSON.stringify(recordOf(backwards, turns))).toBe(JSON.stringify(record));
  });

  it("ST-4: an equal, shared rules object may stand in for the stored one", () => {
    const stored = JSON.parse(JSON.stringify({ state: stateOf(record), turns }));
    const again = recordOf(stored.state, stored.turns, record.rules);
    expect(JSON.stringify(again)).toBe(JSON.stringify(record));
    expect(Object.isFrozen(again) && Object.isFrozen(again.turns)).toBe(true);
    expect(again.rules).toBe(record.rules);
  });
});
