import { afterAll, describe, it } from "vitest";
import { testStore } from "../../../src/testing/stores/index.js";
import { STORE_SKIPS } from "../../kit/own-skips.js";
import { behindPromises } from "../../kit/wrapped-store.js";
import { sqliteName } from "../sqlite-files.js";
import { sqliteProvider } from "../sqlite-provider.js";

const runner = { describe, it, print: console.log };

/** Of the kills (SM-60): another one in each run, unless a failed run is to be repeated. */
const seed = Number(process.env["CONCORDAT_KILL_SEED"] ?? Date.now() % 1_000_000);

/** What is wrapped is the same on every Node: where CI runs the tests a second time, it is left out. */
const isSecondRun = process.env["CONCORDAT_SECOND_RUN"] === "true";

// Both durabilities, and each either as it is or wrapped: what holds for a store holds behind promises too.
for (const [name, provider] of Object.entries({
  [`SQLite (${sqliteName}, power)`]: sqliteProvider({ durability: "power" }),
  ...(!isSecondRun && {
    [`SQLite (${sqliteName}, process, behind promises)`]: sqliteProvider({
      durability: "process",
      wrapped: behindPromises,
    }),
  }),
  [`SQLite (${sqliteName}, power, group commit)`]: sqliteProvider({ durability: "power", groupCommitMs: 1 }),
})) {
  testStore({ name, runner, seed, skip: STORE_SKIPS.sqlite, ...provider });
  afterAll(() => provider.remove());
}
