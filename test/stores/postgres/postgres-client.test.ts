import pg from "pg";
import { describe, expect, it } from "vitest";
import type { PostgresClient } from "../../../src/stores/postgres/index.js";
import { checkClient, checkLending } from "../../../src/stores/postgres/postgres-client.js";

const query = async () => ({ rows: [] });

describe("a client of PostgreSQL", () => {
  it("ST-60: may be a pool of pg, one of its connections, or anything with query", () => {
    const pool: PostgresClient = new pg.Pool();
    const connection: PostgresClient = new pg.Client();
    for (const client of [pool, connection, { query }]) {
      expect(() => checkClient(client)).not.toThrow();
    }
    for (const client of [undefined, null, {}, { query: 7 }, "postgres://"]) {
      expect(() => checkClient(client as never)).toThrow(/^Expected \{ client \} with a query method/);
    }
  });

  it("ST-70: lends a connection, and gets it back", async () => {
    const log: string[] = [];
    const connect = async () => {
      log.push("connect");
      return { query, release: () => log.push("release") };
    };
    await checkLending({ query, connect });
    expect(log).toEqual(["connect", "release"]);
  });

  it("ST-70: is refused for a hook when it lends nothing, as a single connection does", async () => {
    await expect(checkLending({ query })).rejects.toThrow(TypeError);
    for (const lent of [undefined, {}, { query }, { release: () => {} }]) {
      await expect(checkLending({ query, connect: async () => lent })).rejects.toThrow(
        "Expected a client with connect() for onCommit, such as a Pool of pg, got one that lends no connection",
      );
    }
  });
});
