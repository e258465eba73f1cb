import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// The type tests (test/types/*.test-d.ts) are checked by `npm run check`: the compiler reads them as it
// reads every test, and `@ts-expect-error` makes misuse that compiles an error.
/** Tests that open a database. */
const SQLITE_TESTS = [
  "test/package/sqlite-builds.test.ts",
  "test/stores/open-sqlite-store.test.ts",
  ...["", "-handle", "-layout", "-service", "-session", "-statements", "-store"].map(
    (part) => `test/stores/sqlite${part}.test.ts`,
  ),
];

/** SQLite is Node's own from 22.13 on; an older Node needs better-sqlite3, which takes a minute to build. */
function hasSqlite(): boolean {
  if (process.getBuiltinModule?.("node:sqlite" as never) !== undefined) return true;
  try {
    createRequire(import.meta.url)("better-sqlite3");
    return true;
  } catch {
    return false;
  }
}

const skipped = hasSqlite() ? [] : SQLITE_TESTS;
if (skipped.length > 0) {
  console.warn(
    `SKIPPED on Node ${process.version}, which has no node:sqlite: ${skipped.join(", ")}.\n` +
      "Run them on Node 22.13 or later, or after: npm install --no-save better-sqlite3@12",
  );
}

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "bench/**", ".tmp/**", ...skipped],
    // Property tests and child processes on two busy cores; a test that waits for a real clock is a mistake.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
