/**
 * @module
 * A gate over 300 people that is killed again and again: `node gate-process sqlite FILE` or `node gate-process
 * postgres URL SCHEMA`. Prints each call of an advocate before it is answered, each hook, and what became of all.
 */

import { writeSync } from "node:fs";
import pg from "pg";
import { negotiateCandidates } from "../../src/gate/index.js";
import { NegotiationService } from "../../src/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { openDatabase } from "../stores/sqlite-files.js";
import { advocate, community, SEEKER } from "./community.js";

const [kind, place = "", schemaName = ""] = process.argv.slice(2);
const print = (...words: readonly unknown[]): void => void writeSync(1, `${words.join(" ")}\n`);

// However the parent ends, nobody stays behind.
process.stdin.resume().on("end", () => process.exit(0));

const store =
  kind === "sqlite"
    ? openSqliteStore({ database: openDatabase(place) })
    : await openPostgresStore(
        { client: new pg.Pool({ connectionString: place, max: 5 }) },
        { schemaName, migrate: false },
      );
const service = new NegotiationService("network", { store, rules: { preset: "index" }, fallback: advocate });
const { results } = await negotiateCandidates({
  service,
  id: "search",
  source: SEEKER,
  candidates: community(300, 11),
  indexContext: { networkId: "founders", prompt: "Who should meet?" },
  trigger: "orchestrator",
  concurrency: 20,
  agents: async (call) => {
    print("call", call.negotiationId, call.turnNumber);
    // A model thinks for a while, each time for another.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 6));
    return advocate(call);
  },
  onCandidateResolved: ({ candidate, status }) => print("hook", candidate.userId, status),
});
for (const { candidate, negotiationId, status, turns } of results)
  print("result", candidate.userId, negotiationId, status, turns.length);
print("done");
process.exit(0);
