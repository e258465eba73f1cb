import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// The type tests (test/types/*.test-d.ts) are checked by `npm run check`: the compiler reads them as it
// reads every test, and `@ts-expect-error` makes misuse that compiles an error.
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "bench/**", ".tmp/**"],
    globalSetup: ["test/provide-sqlite.ts", "test/provide-postgres.ts"],
    // Property tests and child processes on two busy cores; a test that waits for a real clock is a mistake.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
