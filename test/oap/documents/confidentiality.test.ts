import { describe, expect, it } from "vitest";
import { confidentialityLadder, joinedConfidentiality } from "../../../src/oap/documents/index.js";

const LEVELS = ["public", "internal", "confidential", "secret"];
const join = confidentialityLadder(LEVELS);

describe("confidentialityLadder", () => {
  it("OAP-31: does not know other levels, in either place", () => {
    for (const stranger of ["", "Public", "cosmic", "constructor"]) {
      expect(join(stranger, "public")).toBeUndefined();
      expect(join("public", stranger)).toBeUndefined();
      expect(join(stranger, stranger)).toBeUndefined();
    }
  });

  it("OAP-31: needs levels, each once, and does not see them change later", () => {
    for (const levels of [[], ["a", "a"], ["a", 1]]) {
      expect(() => confidentialityLadder(levels as string[])).toThrow(TypeError);
    }
    const levels = ["a", "b"];
    const ladder = confidentialityLadder(levels);
    levels.reverse();
    expect(ladder("a", "b")).toBe("b");
  });
});

describe("joinedConfidentiality", () => {
  it("OAP-31: an unknown level of a profile or a claim is confidentiality_unknown", () => {
    for (const levels of [
      ["x", "public"],
      ["public", "x"],
      ["public", "public", "x"],
      ["public", "public", ""],
    ]) {
      const answer = joinedConfidentiality(join, levels as [string, string]);
      expect(answer).toMatchObject({ ok: false, code: "confidentiality_unknown" });
    }
  });
});
