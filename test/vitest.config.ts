import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// The type tests (test/types/*.test-d.ts) are checked by `npm run check`: the compiler reads them as it
// reads every test, and `@ts-expect-error` makes misuse that compiles an error.
/** Tests of the real pg-boss, which asks for Node 22.12: of the two Nodes of CI the newer one runs them (ST-92). */
const PG_BOSS_TESTS = "test/**/*.pg-boss.test.ts";
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const runsPgBoss = major > 22 || (major === 22 && minor >= 12);
if (!runsPgBoss) {
  console.warn(`Leaves out ${PG_BOSS_TESTS}: pg-boss needs Node >= 22.12, this is ${process.versions.node}.`);
}

/**
 * What runs in virtual time or decides as pure data is the same on every Node: where CI runs the tests a second
 * time, on a newer Node, it runs what depends on Node. `npm test` runs everything on whatever Node it has.
 */
const SAME_ON_EVERY_NODE = [
  "test/simulation/{worlds,mutants,stores-differential}.test.ts",
  "test/simulation/crash-*.test.ts",
  "test/properties/**",
  "test/types/**",
  "test/{preferences,strategies,analysis,report,argumentation}/**",
  "test/{bench,testing}/**",
  "test/package/{docstring-examples,size,strict-consumer}.test.ts",
  "test/examples/three-nodes.test.ts",
  "test/stores/postgres-{strict,wrapped}.test.ts",
];
const isSecondRun = process.env["CONCORDAT_SECOND_RUN"] === "true";
if (isSecondRun) console.warn(`Leaves out, as the first run has run them: ${SAME_ON_EVERY_NODE.join(", ")}`);

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [
      ...configDefaults.exclude,
      "bench/**",
      ".tmp/**",
      ...(runsPgBoss ? [] : [PG_BOSS_TESTS]),
      ...(isSecondRun ? SAME_ON_EVERY_NODE : []),
    ],
    globalSetup: ["test/provide-sqlite.ts", "test/provide-postgres.ts"],
    // Property tests and child processes on two busy cores; a test that waits for a real clock is a mistake.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
