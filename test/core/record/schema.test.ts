import { expect, it } from "vitest";
import { upcast } from "../../../src/core/index.js";
import { SCHEMA } from "../../../src/core/record/index.js";

it("ST-40, ST-41: the number of today's format, beyond which nothing is read", () => {
  expect(SCHEMA).toBe(1);
  expect(upcast({ id: "a" }, "state", SCHEMA)).toEqual({ id: "a" });
  expect(() => upcast({ id: "a" }, "state", SCHEMA + 1)).toThrow("Expected data of schema 1 at most, got 2.");
});
