import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GroupRecord } from "../../src/group/index.js";
import type { NegotiationStore } from "../../src/ports/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { bundleChild, type ChildBundle } from "../kit/child-bundle.js";
import { lineProcess } from "../kit/line-process.js";
import { type TestDatabase, testDatabase } from "../stores/postgres-database.js";
import { databaseFolder, openDatabase } from "../stores/sqlite-files.js";

const KILLS = 40;
/** Groups that a process runs at most: enough that it is killed before. */
const GROUPS_A_LIFE = 4;
/** Other instants in each run, unless a failed one is to be repeated. */
const seed = Number(process.env["CONCORDAT_KILL_SEED"] ?? Date.now() % 1_000_000);

let bundle: ChildBundle;
beforeAll(async () => {
  bundle = await bundleChild("group/group-process.ts");
});
afterAll(() => bundle?.remove());

interface Place {
  readonly args: readonly string[];
  readonly store: NegotiationStore;
  remove(): Promise<void> | void;
}

const PLACES: readonly (readonly [string, () => Promise<Place>])[] = [
  [
    "SQLite",
    async () => {
      const folder = databaseFolder();
      const path = folder.newFile();
      const store = openSqliteStore({ database: openDatabase(path) }, { durability: "process" });
      return { args: ["sqlite", path], store, remove: () => folder.remove() };
    },
  ],
  [
    "PostgreSQL",
    async () => {
      const database: TestDatabase = await testDatabase();
      const { schemaName, url } = database;
      const store = await openPostgresStore({ client: database.pool({ max: 2 }) }, { schemaName });
      return { args: ["postgres", url, schemaName], store, remove: () => database.drop() };
    },
  ],
];

describe("a coordinator's process that is killed at random instants", () => {
  it.each(PLACES)(`goes on over %s, ${KILLS} times, and does nothing twice [NG-14]`, async (name, open) => {
    console.log(`${name}: CONCORDAT_KILL_SEED=${seed}`);
    const place = await open();
    const draw = drawn(seed);
    const effects = new Set<string>();
    let index = 0;
    let stored = new Map<string, number>();
    const asked: string[] = [];
    try {
      for (let kills = 0; kills <= KILLS; kills += 1) {
        const isLast = kills === KILLS;
        const child = lineProcess(
          bundle.path,
          ...place.args,
          String(index),
          String(isLast ? 1 : GROUPS_A_LIFE),
        );
        // Somewhere in the course of its groups, each of which is some 60 lines.
        let left = isLast ? Number.POSITIVE_INFINITY : 2 + Math.floor(draw() * 90);
        const take = (line: string): void => {
          left -= 1;
          const [word, what = "", number] = line.split(" ");
          if (word === "effect") effects.add(what);
          if (word === "ended") index = Number(what) + 1;
          if (word === "asked" && Number(number) <= (stored.get(what) ?? 0)) asked.push(line);
        };
        for (let line = await child.nextLine(); line !== null; line = await child.nextLine()) {
          take(line);
          if (left <= 0) break;
        }
        await child.kill();
        // What it had done by then, and said.
        for (let line = await child.nextLine(); line !== null; line = await child.nextLine()) take(line);
        stored = await turnCounts(place.store);
      }
      expect(asked).toEqual([]);
      expect(index).toBeGreaterThan(10);
      for (let done = 0; done < index; done += 1) {
        const row = await place.store.load(`grp_${done}`);
        const group = row?.state as unknown as GroupRecord;
        const fails = done % 3 === 2;
        expect({ done, status: group.status, isFinal: row?.isFinal }).toEqual({
          done,
          status: fails ? "failed" : "completed",
          isFinal: true,
        });
        const kinds = [...effects]
          .filter((id) => id.startsWith(`${group.id}:`))
          .map((id) => id.split(":").slice(1).join());
        const bound = group.tracks
          .filter(({ state }) => state === "confirmed")
          .map(({ id }) => `${id},confirm`);
        const freed = group.tracks
          .filter(({ state }) => state === "released")
          .map(({ id }) => `${id},release`);
        expect(kinds.sort(), group.id).toEqual([...bound, ...freed].sort());
        expect(bound.length, group.id).toBe(fails ? 0 : 2);
        for (const { negotiationId } of group.tracks) {
          const negotiation = await place.store.load(negotiationId);
          expect(negotiation === null || negotiation.isFinal).toBe(true);
        }
      }
      console.log(`${name}: ${KILLS} kills, ${index} groups, ${effects.size} effects`);
    } finally {
      await place.store.close();
      await place.remove();
    }
  });
});

async function turnCounts(store: NegotiationStore): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const page = await store.list({ roomId: "market", limit: 200 });
  for (const { id, turnCount } of page.items) counts.set(id, turnCount);
  return counts;
}

/** mulberry32: numbers in [0, 1), the same for a seed. */
function drawn(from: number): () => number {
  let state = from | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
