import { expect, it, vi } from "vitest";
import { NegotiationError } from "../../../src/errors.js";

it("says which package is missing, and how to get it [SY-15]", async () => {
  vi.doMock("fast-check", () => {
    throw new Error("Cannot find package 'fast-check'");
  });
  const error: unknown = await import("../../../src/fuzz/arbitraries/fast-check.js").catch(
    (thrown: unknown) => thrown,
  );
  expect(NegotiationError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({
    code: "dependency_missing",
    message: expect.stringContaining("npm install --save-dev fast-check@^4"),
    details: { package: "fast-check", range: "^4" },
    cause: expect.any(Error),
  });
});

it("gives fast-check as it is where it is installed", async () => {
  vi.doUnmock("fast-check");
  vi.resetModules();
  const { fc } = await import("../../../src/fuzz/arbitraries/fast-check.js");
  expect(fc.sample(fc.constant(40), 1)).toEqual([40]);
});
