import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { postgresUrl, startPostgres, URL_VARIABLE } from "./provide-postgres.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

it("ST-92: a server that does not answer is a failure that names the variable and the cause", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  vi.stubEnv(URL_VARIABLE, `postgres://somebody@127.0.0.1:${port}/none`);
  await expect(startPostgres()).rejects.toThrow(
    /^Expected the PostgreSQL of CONCORDAT_POSTGRES_URL to answer, got: .*ECONNREFUSED.*unset the variable/,
  );
});

it("ST-92: an embedded server that cannot start is a failure that names the variable and the cause", async () => {
  vi.stubEnv(URL_VARIABLE, "");
  // Not traversable, as a home folder of root's: there is nowhere to put the data.
  vi.stubEnv("TMPDIR", "/nonexistent");
  await expect(startPostgres()).rejects.toThrow(
    /^Expected an embedded PostgreSQL to start, got: .*ENOENT[\s\S]*Set CONCORDAT_POSTGRES_URL/,
  );
});

it("ST-90: one server serves all tests of a run", async () => {
  expect(await postgresUrl()).toBe(await postgresUrl());
  expect(await postgresUrl()).toMatch(/^postgres(ql)?:\/\//);
});
