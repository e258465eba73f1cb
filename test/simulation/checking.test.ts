import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./patched-source.js";

it("SM-20, SM-22: the invariants ask the truth, and know no service, guard, update or `decide`", () => {
  const folder = join(ROOT, "src/simulation");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => /^(invariants\/.*|observation\/(observation|findings)\.ts)$/.test(path) && path.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(15);
  // What is gone when the program runs teaches nobody anything: types.
  const imports = files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/^import (?!type )[^;]*? from "([^"]+)";$/gms)].map(
      ([, from]) => `${file} ${from}`,
    ),
  );
  const own =
    / (\.\/.*|(\.\.\/)+(observation|transitions)\/index\.js|\.\/transitions\/index\.js|(\.\.\/)+errors\.js)$/;
  expect(imports.filter((line) => !own.test(line))).toEqual([
    "invariants/invariant-replay.ts ../../core/index.js",
  ]);
});
