import { afterAll, beforeAll, expect, it } from "vitest";
import { nodeSqlite } from "../stores/sqlite-files.js";
import { type Consumer, makeConsumer } from "./consumer.js";
import { runScript } from "./run-script.js";

// With Node's own SQLite the store is opened by its path; where there is none, on a handle of better-sqlite3.
const SOURCE =
  nodeSqlite === undefined ? `{ database: new (load("better-sqlite3"))("a.db") }` : `{ path: "a.db" }`;

let consumer: Consumer;
beforeAll(() => {
  consumer = makeConsumer();
});
afterAll(() => consumer?.remove());

it.each([
  [
    "ES module",
    "mjs",
    `import { createRequire } from "node:module";
    import { NegotiationService } from "concordat";
    import { openSqliteStore } from "concordat/sqlite";
    const load = createRequire(import.meta.url);`,
  ],
  [
    "CommonJS",
    "cjs",
    `const { NegotiationService } = require("concordat");
    const { openSqliteStore } = require("concordat/sqlite");
    const load = require;`,
  ],
])("ST-54: opens a store from the built %s, and the process ends by itself", async (_, extension, load) => {
  const ending = await runScript(
    consumer.folder,
    `sqlite.${extension}`,
    `${load}
    process.removeAllListeners("warning");
    (async () => {
      const store = openSqliteStore(${SOURCE});
      const room = new NegotiationService("room-${extension}", { store });
      const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
      await room.submit(id, "smith", { action: "accept" });
      await room.close();
      console.log(store.load(id).status, store.entries(id).length);
      store.close();
    })();`,
  );
  expect(ending).toEqual({ code: 0, killed: false, stdout: "accepted 2\n", stderr: "" });
});
