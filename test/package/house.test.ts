import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { entries } from "../../tsup.config.js";

it("npm run house prints files, lines and the weight of every entry, each above nothing", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { stdout, status } = spawnSync("npx", ["tsx", "bench/house.ts", "--structure"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  expect(status).toBe(0);
  for (const name of ["files of src", "lines of src", "lines of test", ...Object.keys(entries)]) {
    const printed = new RegExp(`^ {2}${name.replaceAll("-", "\\-")} +([\\d,.]+)$`, "m").exec(stdout)?.[1];
    expect(Number(printed?.replaceAll(",", "")), name).toBeGreaterThan(0);
  }
});
