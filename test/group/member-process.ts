/**
 * @module
 * A process in which one member's agent runs: `node member-process URL SCHEMA PARTY`. It hears on the shared store that
 * a turn is awaited and hands its move in: first a counter, then an acceptance, for which it waits to be told `go`.
 */

import { once } from "node:events";
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import pg from "pg";
import { NegotiationService } from "../../src/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";

const [connectionString, schemaName = "", partyId = ""] = process.argv.slice(2);
const print = (...words: readonly unknown[]): void => void writeSync(1, `${words.join(" ")}\n`);
const lines = createInterface(process.stdin);
const isTold = once(lines, "line");
// However the parent ends, nobody stays behind.
lines.on("close", () => process.exit(0));

const client = new pg.Pool({ connectionString, max: 4 });
const store = await openPostgresStore({ client }, { schemaName, migrate: false });
const service = new NegotiationService<{ costCredits: number }>("market", { store, hearOthers: true });

async function answer(negotiationId: string, turnNumber: number): Promise<void> {
  print("asked", turnNumber);
  if (turnNumber > 2) await isTold;
  const move =
    turnNumber === 2
      ? ({ action: "counter", terms: { costCredits: 120 } } as const)
      : ({ action: "accept" } as const);
  const { ok } = await service.submit(negotiationId, partyId, move);
  print(ok ? "moved" : "refused", turnNumber);
}

service.on("turn:awaited", ({ negotiation, partyId: awaited, turnNumber }) => {
  if (awaited === partyId) return answer(negotiation.id, turnNumber);
});
await service.resume();
// What was awaited before this process began.
const { items } = await service.list({ partyId, isFinal: false, limit: 10 });
for (const { id, floor, turns } of items) if (floor === partyId) void answer(id, turns.length + 1);
print("ready");
