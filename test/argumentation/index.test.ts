import { describe, expect, it } from "vitest";
import * as argumentation from "../../src/argumentation/index.js";

describe("concordat/argumentation", () => {
  it("AR-8: has the grounded semantics and what it is made of, and none whose cost grows exponentially", () => {
    const semantics = [
      "characteristic",
      "defends",
      "grounded",
      "isAdmissible",
      "isComplete",
      "isConflictFree",
      "isStable",
    ];
    expect(argumentation).toMatchObject(
      Object.fromEntries(semantics.map((name) => [name, expect.any(Function)])),
    );
    expect(
      Object.keys(argumentation).filter((name) => /prefer|ideal|stage|eager|extensions/i.test(name)),
    ).toEqual([]);
  });
});
