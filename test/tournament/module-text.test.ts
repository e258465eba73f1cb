import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { moduleText } from "../../src/tournament/entrant.js";

it("reads files and packages, and nothing else [BA-45]", () => {
  expect(moduleText(import.meta.url)).toBe(readFileSync(new URL(import.meta.url), "utf8"));
  const path = createRequire(import.meta.url).resolve("zod");
  expect(moduleText("zod")).toBe(readFileSync(path, "utf8"));
  for (const none of [
    "data:text/javascript,1",
    "https://example.com/x.js",
    "file:///no/such/file",
    "no-such",
  ]) {
    expect(moduleText(none)).toBeNull();
  }
});
