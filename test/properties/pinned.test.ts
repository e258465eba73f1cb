import { describe, expect, it } from "vitest";
import { differences, PINNED_GROUPS, pinned } from "./pinned/pinned.js";

// Where behaviour was meant to change, `npm run pin` pins it anew.
describe("what is pinned", () => {
  it.each(PINNED_GROUPS)("has not changed: $name", async ({ name, isHere, digests }) => {
    if (!isHere) {
      console.warn(`Leaves out the pinned ${name}: what they are made of is not here.`);
      return;
    }
    expect(differences(await digests(), pinned()[name])).toEqual([]);
  });

  it("is told by name where it differs, is new or is gone", () => {
    expect(differences({ a: "1", b: "2", c: "3" }, { b: "2", c: "4", d: "5" })).toEqual([
      "c differs",
      "d is gone",
      "a is new",
    ]);
  });
});
