import { describe, expect, it } from "vitest";
import { knownPresets } from "../../src/presets/known-presets.js";
import { knownProjections } from "../../src/presets/known-projections.js";

describe("knownProjections", () => {
  it.each(Object.values(knownPresets))(
    "IX-10: $name projects what its preset says",
    ({ name, projectContext }) => {
      expect(knownProjections[name]).toBe(projectContext);
    },
  );

  it("IX-10: both presets of Index Network project", () => {
    expect(Object.keys(knownProjections)).toEqual(["index", "index-2026-04"]);
  });
});
