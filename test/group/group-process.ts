/**
 * @module
 * A process that runs groups, one after the other, until it is killed:
 * `node group-process sqlite FILE FROM COUNT` or `node group-process postgres URL SCHEMA FROM COUNT`.
 * Each group is resumed, or begun where there is none; a line is printed at each step of the way.
 */

import { writeSync } from "node:fs";
import pg from "pg";
import { NegotiationGroup, type ReservationHook } from "../../src/group/index.js";
import type { Agent } from "../../src/index.js";
import { NegotiationError, NegotiationService } from "../../src/index.js";
import type { NegotiationStore } from "../../src/ports/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { openDatabase } from "../stores/sqlite-files.js";

const [kind, where = "", ...rest] = process.argv.slice(2);
const [from, count] = rest.slice(-2).map(Number) as [number, number];
const print = (...words: readonly unknown[]): void => void writeSync(1, `${words.join(" ")}\n`);

// However the parent ends, nobody stays behind.
process.stdin.resume().on("end", () => process.exit(0));

const bare: NegotiationStore =
  kind === "sqlite"
    ? openSqliteStore({ database: openDatabase(where) }, { durability: "process" })
    : await openPostgresStore(
        { client: new pg.Pool({ connectionString: where, max: 4 }) },
        { schemaName: rest[0] ?? "", migrate: false },
      );

/** Says each call to the store: instants to be killed at. */
const store = new Proxy(bare, {
  get(target, key) {
    const method: unknown = Reflect.get(target, key, target);
    if (typeof method !== "function") return method;
    return (...given: unknown[]) => {
      print("call", String(key));
      return method.apply(target, given);
    };
  },
});

const task = (costCredits: number) => ({ taskType: "data-processing", costCredits });
const ANSWERS: Readonly<Record<string, Agent<any>>> = {
  K: () => ({ action: "counter", terms: task(70) }),
  A: () => ({ action: "accept" }),
  B: ({ standing }) =>
    standing?.terms.costCredits === 100 ? { action: "counter", terms: task(60) } : { action: "accept" },
  C: () => ({ action: "reject" }),
};
const agentFor = ({ id }: { readonly id: string }): Agent<any> => {
  return async (call) => {
    print("asked", call.negotiationId, call.turnNumber);
    await new Promise((resolve) => setImmediate(resolve));
    return ANSWERS[id]?.(call) as never;
  };
};
const hook: ReservationHook<any> = async (_, { commandId }) => {
  print("effect", commandId);
  await new Promise((resolve) => setImmediate(resolve));
};
const service = new NegotiationService<any>("market", {
  store,
  agentFor,
  warnings: false,
  sweepIntervalMs: 50,
});
const functions = { confirm: hook, release: hook };

print("ready");
for (let index = from; index < from + count; index += 1) {
  const id = `grp_${index}`;
  const tracks = ["A", "B", "C"].map((member) => ({
    id: member.toLowerCase(),
    member,
    proposal: task(100),
    // Each third group fails by C.
    required: member !== "C" || index % 3 === 2,
  }));
  const options = { id, coordinator: "K", tracks, commitment: "all-or-nothing", ...functions } as const;
  const group = await NegotiationGroup.resume<any>(service, id, functions).catch((error: unknown) => {
    if (!NegotiationError.isInstance(error) || error.code !== "unknown_negotiation") throw error;
    return new NegotiationGroup<any>(service, options);
  });
  const { status } = await group.run();
  print("ended", index, status);
}
print("idle");
await service.close();
await bare.close();
process.exit(0);
