/**
 * @module
 * One of several processes that serve a room over one PostgreSQL: `node node-process URL SCHEMA NAME START_AT`.
 * Each creates the same negotiations by the same commands, runs the agents of all of them, and hands in the
 * moves of those who have none. Prints what it was told, until it is killed or its parent is gone.
 */

import { writeSync } from "node:fs";
import pg from "pg";
import type { RulesInput } from "../../src/core.js";
import type { Agent } from "../../src/index.js";
import { NegotiationError, NegotiationService } from "../../src/index.js";
import { COMMIT_EVENT_ORDER } from "../../src/simulation/observation/index.js";
import { systemClock } from "../../src/store.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { COURSE_COUNT, COURSE_EVERY_MS, pause } from "./node-courses.js";

interface Terms {
  readonly price: number;
}

const [connectionString, schemaName = "", name = "", startAt = "0"] = process.argv.slice(2);
const print = (...words: readonly unknown[]): void => void writeSync(1, `${words.join(" ")}\n`);
const complain = (what: string, error: unknown): void =>
  print("complaint", what, error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error));

// However the parent ends, nobody stays behind.
process.stdin.resume().on("end", () => process.exit(0));
process.on("unhandledRejection", (error) => complain("unhandled", error));

const pool = new pg.Pool({ connectionString, application_name: `${schemaName}_${name}`, max: 4 });
pool.on("error", (error) => complain("pool", error));
const store = await openPostgresStore({ client: pool }, { schemaName, migrate: false });

/** Takes its time, of which each process has its own idea; haggles until the turn on which it gives in. */
const agent: Agent<Terms> = async ({ negotiationId, turnNumber, attempt, signal }) => {
  const index = indexOf(negotiationId);
  await pause(60 + drawn(200, name, negotiationId, turnNumber));
  if (turnNumber === 1) return { action: "propose", terms: { price: index } };
  switch (index % 10) {
    case 9:
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    case 8:
      if (attempt === 1) throw new Error("The model is overloaded.");
      break;
    case 6:
      return { action: "counter", terms: { price: turnNumber } };
    case 4:
      if (turnNumber === 4) return { action: "reject" };
      break;
  }
  if (turnNumber >= 3 + (index % 4)) return { action: "accept" };
  return { action: "counter", terms: { price: index + turnNumber } };
};

const rules: RulesInput = { oneActive: "none", turnMs: 6_000, totalMs: 120_000, cap: { limit: 12 } };
const room = new NegotiationService<Terms>("market", {
  store,
  rules,
  outbox: true,
  sweepIntervalMs: 200,
  leaseMs: 1_000,
  agentFor: ({ id }) => (id.startsWith("client") ? undefined : agent),
  observer: { warn: complain },
});
for (const type of COMMIT_EVENT_ORDER) {
  room.on(type, (told: unknown) => {
    const { negotiation } = told as { readonly negotiation?: { id: string; version: number } };
    const { id, version } = negotiation ?? (told as { readonly id: string; readonly version: number });
    print("event", type, id, version);
  });
}

print("ready");
await room.resume();
await Promise.all(Array.from({ length: COURSE_COUNT }, (_, index) => course(index)));
print("idle");

/** Creates a negotiation when its time has come, and speaks for those who have no agent. */
async function course(index: number): Promise<void> {
  const id = `deal-${index}`;
  await pause(Number(startAt) + index * COURSE_EVERY_MS - systemClock.now());
  const parties: readonly [string, string] =
    index % 10 === 5 ? [`one-${(index / 10) & 3}`, `other-${(index / 10) & 3}`] : ["ada", partnerOf(index)];
  const own: RulesInput =
    index % 10 === 5 ? { oneActive: "pair" } : index % 10 === 6 ? { cap: { limit: 4 } } : {};
  // Half of them come with their opening, the others ask the opener's agent for it.
  const opening = index % 2 === 0 ? { price: 0 } : undefined;
  const commandId = `create-${index}`;
  await persistently(() => room.createNegotiation(...parties, opening, { id, commandId, rules: own }));
  print("told", "create", commandId, id, 0);
  if (partnerOf(index) === "smith") return;
  for (const turn of [2, 4]) {
    const move =
      turn === 2
        ? ({ action: "counter", terms: { price: 9 } } as const)
        : ({ action: "accept", replyTo: `${id}_p3` } as const);
    const moveId = `${id}-turn-${turn}`;
    for (;;) {
      const result = await persistently(() => room.submit(id, partnerOf(index), move, { commandId: moveId }));
      if (result.ok) print("told", "move", moveId, id, result.turn?.number ?? 0);
      if (result.ok || result.code === "negotiation_over") break;
      if (result.code !== "not_your_turn") complain("refused", result);
      await pause(50 + drawn(100, name, moveId));
    }
  }
}

/** Until it is done: what is in the way goes, and a command that may have been stored is sent again. */
async function persistently<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const code = NegotiationError.isInstance(error) ? error.code : "";
      if (code !== "busy" && code !== "contention") complain("threw", error);
      await pause(100);
    }
  }
}

function partnerOf(index: number): string {
  return index % 10 === 7 ? "client" : "smith";
}

function indexOf(id: string): number {
  return Number(id.slice("deal-".length));
}

/** The same for the same words: from 0 to below `most` (FNV-1a). */
function drawn(most: number, ...words: readonly unknown[]): number {
  let sum = 0x811c9dc5;
  for (const letter of words.join(" ")) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193);
  return (sum >>> 0) % most;
}
