import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, expect, it } from "vitest";
import { CODES, type Code, NegotiationError } from "../../../src/errors.js";
import { openSqliteStore } from "../../../src/stores/sqlite/index.js";
import { world } from "../../oap/host-setup.js";
import { databaseFolder, openDatabase } from "../../stores/sqlite-files.js";
import { type Answer, served } from "./served-bridge.js";

const counter = (price: number) => ({ action: "counter", terms: { price } });
const statusAndCode = ({ status, body }: Answer) => [status, body.code];

/** The HTTP column of BR-12, by code. */
const TABLE = new Map(
  readFileSync(new URL("../../../docs/requirements/bridges.md", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => /^\| `/.test(line) && /\| (?:tool error|n\/a) \|/.test(line))
    .flatMap((line) => {
      const [, codes = "", http = ""] = line.split("|");
      const status = http.includes("else") ? 409 : Number(/\d+/.exec(http)?.[0]);
      return Array.from(codes.matchAll(/`(\w+)`/g), ([, code = ""]) => [code, status] as const);
    }),
);

/** Those without a row: what never comes to a door, by what comes from there. */
const NEVER =
  "host_untrusted issue_invalid outcome_invalid preferences_invalid preferences_constant scenario_invalid scenario_unsupported strategy_invalid tournament_mismatch invalid_framework";
/** Named in the row of doors alone. */
const OF_DOORS: Readonly<Record<string, number>> = { forbidden_party: 403 };

it("each code has its row: its status, and when who may ask again [BR-12]", async () => {
  const service = {
    async submit(_: string, __: string, { code }: { code: Code }) {
      if (CODES[code].manner === "error") throw new NegotiationError(code, "Expected a, got b.");
      return { ok: false, code, message: "Expected a, got b.", version: 3, details: {}, legal: null };
    },
  };
  const { ask, faults } = await served({
    rooms: { roomOf: () => service, room: () => undefined } as never,
  });
  for (const code of Object.keys(CODES) as Code[]) {
    const isNever = NEVER.split(" ").includes(code);
    const wanted = isNever ? 500 : (OF_DOORS[code] ?? TABLE.get(code));
    faults.length = 0;
    const answer = await ask("POST", "/negotiations/n/moves", { as: "ada", body: { code } });
    const { status, headers, body } = answer;
    expect([code, status]).toEqual([code, wanted]);
    expect(headers.get("retry-after")).toBe(status === 429 || status === 503 ? "1" : null);
    const known = code === "not_a_party" ? "unknown_negotiation" : isNever ? "internal" : code;
    expect([body.code, body.type, body.status]).toEqual([known, `urn:concordat:problem:${known}`, status]);
    expect(faults.length).toBe(wanted === 500 || code === "store_failed" ? 1 : 0);
  }
});

it("a repeated POST has the first's status and the view of now, and takes effect once [HT-5] [BR-5]", async () => {
  const { ask } = await served();
  const opening = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };
  const open = (as: string, key: string, body: object = opening) =>
    ask("POST", "/negotiations", { as, body, headers: { "idempotency-key": key } });
  const first = await open("ada", "k");
  const again = await open("ada", "k");
  expect([again.status, again.headers.get("location"), again.headers.get("idempotency-replayed")]).toEqual([
    201,
    first.headers.get("location"),
    "true",
  ]);
  expect(first.headers.get("idempotency-replayed")).toBe(null);
  // Keys are a caller's own.
  const bobs = await open("bob", "k");
  expect([bobs.status, bobs.headers.get("idempotency-replayed")]).toEqual([201, null]);
  expect(statusAndCode(await open("ada", "k", { ...opening, proposal: { price: 41 } }))).toEqual([
    422,
    "command_conflict",
  ]);
  const path = first.headers.get("location") as string;
  const move = (as: string, key: string, body: object) =>
    ask("POST", `${path}/moves`, { as, body, headers: { "idempotency-key": key } });
  // Refused, it is judged anew; and what another party did under the same key is no matter.
  expect(statusAndCode(await move("ada", "m", counter(42)))).toEqual([409, "not_your_turn"]);
  expect((await move("smith", "m", counter(45))).status).toBe(200);
  const own = await move("ada", "m", counter(42));
  expect([own.status, own.headers.get("idempotency-replayed")]).toEqual([200, null]);
  const replayed = await move("smith", "m", counter(45));
  expect([replayed.status, replayed.headers.get("idempotency-replayed"), replayed.body.version]).toEqual([
    200,
    "true",
    2,
  ]);
  expect(statusAndCode(await move("smith", "m", counter(46)))).toEqual([422, "command_conflict"]);
  for (const key of ["", "x".repeat(129), "two words", "tab\tbed", "schön"])
    expect(statusAndCode(await move("smith", key, counter(45)))).toEqual([400, "malformed_body"]);
  expect((await move("smith", "x".repeat(128), { action: "accept" })).status).toBe(200);
});

const folder = databaseFolder();
afterAll(() => folder.remove());

it("a key means what it meant before the server was started anew [BR-5]", async () => {
  const file = folder.newFile();
  const process = async () => {
    const store = openSqliteStore({ database: openDatabase(file) });
    const at = await served({ service: { store } });
    await at.rooms.resume();
    return { ...at, store };
  };
  const opening = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };
  const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
  const before = await process();
  const first = await before.ask("POST", "/negotiations", { as: "ada", body: opening, ...keyed("o") });
  const path = first.headers.get("location") as string;
  const asked = { as: "smith", body: counter(45), ...keyed("m") };
  expect((await before.ask("POST", `${path}/moves`, asked)).status).toBe(200);
  await before.bridge.close();
  await before.rooms.close();
  await before.store.close();

  const after = await process();
  const opened = await after.ask("POST", "/negotiations", { as: "ada", body: opening, ...keyed("o") });
  expect([opened.status, opened.headers.get("location")]).toEqual([201, path]);
  const moved = await after.ask("POST", `${path}/moves`, asked);
  for (const { headers } of [opened, moved]) expect(headers.get("idempotency-replayed")).toBe("true");
  expect(moved.body.turns).toHaveLength(2);
  const other = { ...asked, body: counter(46) };
  expect(statusAndCode(await after.ask("POST", `${path}/moves`, other))).toEqual([422, "command_conflict"]);
  await after.rooms.close();
  await after.store.close();
});

it("If-Match and expectedVersion say on what was decided, and have to say the same [HT-6]", async () => {
  const { ask, opened } = await served();
  const path = await opened();
  const move = async (match: string | undefined, expectedVersion?: unknown) => {
    const headers = match === undefined ? {} : { "if-match": match };
    const body = { action: "question", message: "Why?", expectedVersion };
    return statusAndCode(await ask("POST", `${path}/moves`, { as: "smith", body, headers }));
  };
  expect(await move('"1"')).toEqual([412, "stale_version"]);
  expect(await move(undefined, 1)).toEqual([409, "stale_version"]);
  expect(await move('"0"', 1)).toEqual([400, "malformed_body"]);
  for (const match of ["0", 'W/"0"', '"0", "1"', '""', '"-1"', '"1e0"', '"9999999999999999"', "x"])
    expect(await move(match)).toEqual([400, "malformed_body"]);
  for (const version of ["0", 0.5, {}, [], true, 2 ** 53])
    expect(await move(undefined, version)).toEqual([400, "malformed_body"]);
  expect(await move("*", 1)).toEqual([409, "stale_version"]);
  expect(await move('"0"', 0)).toEqual([200, undefined]);
});

it("an unknown path is 404, a wrong method 405 with those that there are, and no problem tells more [HT-7]", async () => {
  const { ask, faults } = await served();
  const problems = [
    [await ask("GET", "/nothing"), 404, null],
    [await ask("GET", "/negotiations/"), 404, null],
    [await ask("POST", "/negotiations/n/moves/7", { body: {} }), 404, null],
    [await ask("DELETE", "/negotiations"), 405, "GET, HEAD, POST"],
    [await ask("PUT", "/negotiations/n", { body: {} }), 405, "GET, HEAD"],
    [await ask("GET", "/negotiations/n/moves"), 405, "POST"],
    [await ask("PATCH", "/openapi.json", { body: {} }), 405, "GET, HEAD"],
  ] as const;
  for (const [{ status, headers, body, text }, wanted, allow] of problems) {
    expect([status, headers.get("allow")]).toEqual([wanted, allow]);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(Object.keys(body)).toEqual(["type", "title", "status", "detail", "instance", "code"]);
    expect(text).not.toMatch(/hono|zod|node_modules|\bat \w+\./i);
  }
  expect(faults).toEqual([]);
});

it("the document of all families is OpenAPI 3.1, with the user's terms and the host's schemes [HT-9]", async () => {
  const here = await world();
  const security = { key: { type: "apiKey", in: "header", name: "x-key" } };
  const terms = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => ({ type: "object", required: ["price"] }) },
    },
  };
  const { bridge, ask } = await served({
    families: ["native", "oap", "index-network"],
    oapHost: here.host,
    networks: () => [],
    security,
    terms: terms as never,
  });
  const document = (await ask("GET", "/openapi.json")).body;
  expect(document).toEqual(JSON.parse(JSON.stringify(bridge.openApiDocument())));
  const { valid, errors } = await new Validator().validate(document);
  expect([valid, errors ?? []]).toEqual([true, []]);
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.components.schemas.Terms).toEqual({ type: "object", required: ["price"] });
  expect(document.components.securitySchemes).toEqual(security);
  const operations = Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect([ids.length, new Set(ids).size]).toEqual([17, 17]);
  for (const { operationId, security: needed } of operations)
    expect(needed).toEqual(operationId === "getOpenApiDocument" ? [] : [{ key: [] }]);
});
