import { expect, it } from "vitest";
import { knownPresets, projectionOf } from "../../../src/presets/registry/index.js";
import { knownProjections } from "../../../src/presets/registry/known-projections.js";

it.each(Object.values(knownPresets))(
  "$name projects what its preset says, else nothing [IX-10]",
  (preset) => {
    const context = { source: { id: "a" }, candidate: { id: "b" }, indexContext: null };
    const project = preset.projectContext ?? ((given) => given);
    expect(knownProjections[preset.name]?.(context, "initiator")).toEqual(project(context, "initiator"));
  },
);

it("shows nothing of the context of a preset that nobody knows [EN-66]", () => {
  const rules = { preset: "their-own" } as Parameters<typeof projectionOf>[0]["rules"];
  expect(projectionOf({ rules })({ secret: 1 }, "initiator")).toBeNull();
});
