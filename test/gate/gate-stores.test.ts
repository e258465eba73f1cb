import { afterAll, expect, it } from "vitest";
import { negotiateCandidates } from "../../src/gate/index.js";
import { NegotiationService } from "../../src/index.js";
import { negotiationDigest } from "../../src/presets/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { databaseFolder, openDatabase } from "../stores/sqlite-files.js";
import { advocate, community, SEEKER } from "./community.js";
import { INDEX_CONTEXT } from "./gate-world.js";

const folder = databaseFolder();
afterAll(() => folder.remove());

it("negotiates about 200 generated candidates in a file, and finds all of them there when called again [GT-8a]", async () => {
  const path = folder.newFile();
  const candidates = community(200, 7);
  const passed = async () => {
    const database = openDatabase(path);
    const store = openSqliteStore({ database }, { durability: "process" });
    const service = new NegotiationService("network", {
      store,
      rules: { preset: "index" },
      fallback: advocate,
    });
    let callCount = 0;
    const { results, accepted } = await negotiateCandidates({
      service,
      id: "search",
      source: SEEKER,
      candidates,
      indexContext: INDEX_CONTEXT,
      concurrency: 20,
      agents: (call) => {
        callCount += 1;
        return advocate(call);
      },
    });
    const records = await Promise.all(
      results.map(({ negotiationId }) => service.loadNegotiation(negotiationId!)),
    );
    const digest = negotiationDigest(
      records.flatMap((record) => record ?? []),
      SEEKER.userId,
    );
    await service.close();
    store.close();
    database.close?.();
    return { results, accepted, callCount, digest };
  };
  const first = await passed();
  expect(first.results.map(({ candidate }) => candidate)).toEqual(candidates);
  expect(first.results.filter(({ status }) => status === "failed")).toEqual([]);
  const turnCount = first.results.reduce((sum, { turns }) => sum + turns.length, 0);
  expect(first.callCount).toBe(turnCount);
  expect(first.digest).toMatchObject({
    totalCount: 200,
    opportunityCount: first.accepted.length,
    inProgressCount: 0,
  });
  expect(first.accepted.length).toBeGreaterThan(20);
  expect(first.accepted.length).toBeLessThan(180);

  const second = await passed();
  expect(second.callCount).toBe(0);
  expect(second.results).toEqual(first.results.map((result) => ({ ...result, resumed: true })));
  expect(second.accepted).toEqual(first.accepted);
});
