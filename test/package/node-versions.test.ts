import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { manifest, packageRoot } from "./package-root.js";

const run = promisify(execFile);

/** The tests that ask for Node 22.12, by their names. */
const newer = readdirSync(join(packageRoot, "test"), { recursive: true, encoding: "utf8" })
  .map((path) => `test/${path.split(sep).join("/")}`)
  .filter((path) => /\.(?:node22|pg-boss)\.test\.ts$/.test(path))
  .sort();

/** Which tests a run takes on a Node that says it is of that version, and what it says of the others. */
async function listedOn(version: string) {
  const versions = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  const { stdout, stderr } = await run(
    process.execPath,
    [
      ...[
        "--import",
        `data:text/javascript,${encodeURIComponent(versions)}`,
        "node_modules/vitest/vitest.mjs",
      ],
      ...["list", "--filesOnly", "--config", "test/vitest.config.ts"],
    ],
    { cwd: packageRoot, env: { ...process.env, CONCORDAT_SECOND_RUN: "" } },
  );
  const listed = stdout.split("\n").map((line) => line.replace(/^\[\w+\] /, ""));
  return { taken: newer.filter((path) => listed.includes(path)), count: listed.length, stderr };
}

it("the package asks for Node 20.19, and its tests for 22.12 where their peers do: left out below with the reason, never from 22 on [NV-1]", async () => {
  expect(manifest.engines).toEqual({ node: ">=20.19" });
  expect(newer.length).toBeGreaterThan(5);
  const [older, all] = [await listedOn("20.19.0"), await listedOn("22.12.0")];
  expect(older.taken).toEqual([]);
  expect(older.stderr).toContain("pg-boss, ai and Colyseus need Node >= 22.12, this is 20.19.0.");
  expect(all.taken).toEqual(newer);
  expect(all.stderr).toBe("");
  expect(older.count + newer.length).toBe(all.count);
  await expect(listedOn("22.3.0")).rejects.toMatchObject({
    stderr: expect.stringContaining("Expected a Node that runs all tests: pg-boss"),
  });
});
