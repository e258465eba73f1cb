/**
 * @module
 * The store suite over PostgreSQL, in a file for each way to use it, so that they run side by side.
 */

import { afterAll, describe, it } from "vitest";
import { testStore } from "../../src/testing/stores/index.js";
import { STORE_SKIPS } from "../kit/own-skips.js";
import { type PostgresProviderOptions, postgresProvider } from "./postgres-provider.js";

/** Of the kills (SM-60): another one in each run, unless a failed run is to be repeated. */
const seed = Number(process.env["CONCORDAT_KILL_SEED"] ?? Date.now() % 1_000_000);

/** Registers the suite, and the end of what it needed. */
export function postgresSuite(name: string, options: PostgresProviderOptions): void {
  const provider = postgresProvider(options);
  const runner = { describe, it, print: console.log };
  testStore({ name, runner, seed, skip: STORE_SKIPS.postgres, ...provider });
  afterAll(() => provider.remove());
}
