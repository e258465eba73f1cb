import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runExample } from "../examples/run-example.js";
import { linksOf, pageAt } from "../package/pages.js";
import { picture, pictureFile } from "./picture.js";

describe("the picture of the pages", () => {
  it("has not drifted from what the library draws", () => {
    expect(readFileSync(pictureFile, "utf8") === picture(), "Run `npm run docs`.").toBe(true);
  });

  it("stands in the README, and where bargaining begins", () => {
    for (const path of ["README.md", "docs/guide/bargaining.md"]) {
      expect(linksOf(pageAt(path)).map((link) => link.path)).toContain("examples/negotiation.svg");
    }
  });

  it("is what `npm start -- --full` draws in a room", async () => {
    const { code } = await runExample("quickstart.ts", ["--full"]);
    expect(code).toBe(0);
    const drawn = readFileSync(new URL("../../negotiation.svg", import.meta.url), "utf8");
    expect(drawn).toBe(readFileSync(pictureFile, "utf8"));
  });
});
