import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./patched-source.js";

it("SM-20, SM-22: the invariants ask the truth, and know no service, guard, update or `decide`", () => {
  const folder = join(ROOT, "src/simulation");
  const files = readdirSync(folder).filter((name) => /^(invariant|observation)/.test(name));
  expect(files.length).toBeGreaterThan(20);
  // What is gone when the program runs teaches nobody anything: types.
  const imports = files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/^import (?!type )[^;]*? from "([^"]+)";$/gms)].map(
      ([, from]) => `${file} ${from}`,
    ),
  );
  const own = / (\.\/(invariant|observation|commit-event-order).*|\.\.\/errors\.js)$/;
  expect(imports.filter((line) => !own.test(line))).toEqual(["invariant-replay.ts ../core/replay.js"]);
});
