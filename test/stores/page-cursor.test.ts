import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorOf, placeOf } from "../../src/stores/index.js";

describe("cursors", () => {
  it("ST-21: name a place, whatever its id", () => {
    const places = fc.record({ rank: fc.maxSafeInteger(), id: fc.string({ minLength: 1 }) });
    fc.assert(
      fc.property(places, (place) => {
        expect(placeOf(cursorOf(place))).toEqual(place);
      }),
    );
    expect(placeOf(cursorOf({ rank: -1, id: "a:b\nc" }))).toEqual({ rank: -1, id: "a:b\nc" });
  });

  it("are refused when they are none", () => {
    for (const cursor of ["", "nonsense", "1", "1:", "x:a", "1.5:a", 1 as never]) {
      expect(() => placeOf(cursor)).toThrow(TypeError);
    }
    expect(() => placeOf("nonsense")).toThrow('Expected after to be a cursor from next, got "nonsense".');
  });
});
