/**
 * @module
 * One of several processes that pick up from the same queue of parked turns: `node pickup-process URL SCHEMA AGENT`.
 * Waits for the word on its standard input, prints what it got, and ends when nothing is left.
 */

import { once } from "node:events";
import { writeSync } from "node:fs";
import pg from "pg";
import { NegotiationService } from "../../src/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";

const [connectionString, schemaName = "", agentId = ""] = process.argv.slice(2);
const print = (...words: readonly unknown[]): void => void writeSync(1, `${words.join(" ")}\n`);

// However the parent ends, nobody stays behind.
process.stdin.resume().on("end", () => process.exit(0));

const pool = new pg.Pool({ connectionString, application_name: `${schemaName}_${agentId}`, max: 2 });
const store = await openPostgresStore({ client: pool }, { schemaName, migrate: false });
const observer = { warn: (what: string) => print("complaint", what) };
const room = new NegotiationService("market", { store, outbox: true, observer });
await pool.query("SELECT 1");
print("ready");
await once(process.stdin, "data");

for (;;) {
  const turn = await room.pickup("ada", { agentId });
  if (turn === null) {
    // Others may have been quicker five times in a row (ST-36): that is not yet the end of the queue.
    const { items } = await store.listParked({ partyId: "ada", claimedBy: null, limit: 1 });
    if (items.length === 0) break;
    print("overtaken");
    continue;
  }
  if (!turn.ok) throw new Error(turn.message);
  const { negotiationId, claimId } = turn;
  print("picked", negotiationId, claimId);
  const result = await room.respond(negotiationId, { agentId, claimId }, { action: "accept" });
  if (!result.ok) throw new Error(result.message);
  print("answered", negotiationId);
}
await room.close();
await pool.end();
print("done");
process.exit(0);
