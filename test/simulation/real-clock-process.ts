/**
 * @module
 * A process of the world on the real clock: opens an SQLite file, goes on with what is there, and lets two agents
 * negotiate, each of which takes its time: `node real-clock-process FILE begin|resume`. Prints what happens.
 */

import { writeSync } from "node:fs";
import { type Agent, NegotiationService } from "../../src/index.js";
import { systemClock } from "../../src/store.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { openDatabase } from "../stores/sqlite-files.js";

const [path = "", task] = process.argv.slice(2);
const print = (...words: readonly unknown[]): void => void writeSync(1, `${words.join(" ")}\n`);

/** Both ask for a little else each time, and take the ninth offer. */
const agent: Agent<{ price: number }> = async ({ standing, turnNumber }) => {
  await new Promise<void>((resolve) => void systemClock.setTimeout(resolve, 150));
  if (standing === null) return { action: "propose", terms: { price: 40 } };
  if (turnNumber > 9) return { action: "accept" };
  return { action: "counter", terms: { price: 40 + turnNumber } };
};

const room = new NegotiationService<{ price: number }>("market-7", {
  store: openSqliteStore({ database: openDatabase(path) }),
  // Nobody here speaks for eve and bob.
  agentFor: ({ id }) => (id === "ada" || id === "smith" ? agent : undefined),
  rules: { oneActive: "none", turnMs: 600_000, totalMs: 1_200_000, cap: { limit: 20 } },
});
room.on("turn:recorded", ({ negotiation, turn }) => {
  // Whoever kills this process when it says so leaves a negotiation that falls due without it.
  if (task === "begin" && negotiation.id === "deal" && turn.number === 3) {
    void room.createNegotiation("eve", "bob", { price: 1 }, { id: "overdue", rules: { turnMs: 1_500 } });
  }
  print("turn", negotiation.id, turn.number);
});
room.on("negotiation:settled", ({ id, outcome }) => print("settled", id, outcome?.status, outcome?.reason));

if (task === "begin") {
  await room.createNegotiation("ada", "smith", undefined, { id: "deal" });
} else {
  print("resuming");
  await room.resume();
  print("resumed");
}
