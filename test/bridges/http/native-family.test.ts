import { Hono } from "hono";
import { cors } from "hono/cors";
import { expect, it } from "vitest";
import { served } from "./served-bridge.js";

const namesOf = (headers: Headers): string[] => {
  const names: string[] = [];
  headers.forEach((_, name) => void names.push(name));
  return names;
};

const counter = (price: number) => ({ action: "counter", terms: { price } });

it("a deal is opened, read, countered, listed and accepted by plain requests [HT-2]", async () => {
  const { ask } = await served();
  const opening = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };
  const opened = await ask("POST", "/negotiations", { as: "ada", body: opening });
  expect([opened.status, opened.headers.get("etag")]).toEqual([201, '"0"']);
  const path = opened.headers.get("location") as string;
  expect(path).toBe(`/negotiations/${opened.body.id}`);
  expect(opened.body).toMatchObject({
    status: "proposed",
    standing: { terms: { price: 40 } },
    legal: { actions: [] },
  });

  const waiting = await ask("GET", "/negotiations", { as: "smith" });
  expect(waiting.body).toMatchObject({
    total: 1,
    next: null,
    items: [{ isYourTurn: true, latestAction: "propose" }],
  });
  expect((await ask("GET", "/negotiations", { as: "ada" })).body.total).toBe(0);
  expect((await ask("GET", "/negotiations?status=active&limit=100", { as: "ada" })).body.total).toBe(1);

  const read = await ask("GET", path, { as: "smith" });
  expect(read.body.legal.actions).toEqual(["propose", "counter", "accept", "reject", "question", "withdraw"]);
  expect((await ask("GET", path, { as: "smith", headers: { "if-none-match": '"0"' } })).status).toBe(304);

  const countered = await ask("POST", `${path}/moves`, {
    as: "smith",
    body: { ...counter(45), expectedVersion: 0 },
  });
  expect([countered.status, countered.headers.get("etag"), countered.body.floor]).toEqual([
    200,
    '"1"',
    "ada",
  ]);
  const turns = await ask("GET", `${path}/turns?after=1`, { as: "ada" });
  expect(turns.body.turns).toMatchObject([{ number: 2, partyId: "smith", terms: { price: 45 } }]);

  const accepted = await ask("POST", `${path}/moves`, {
    as: "ada",
    body: { action: "accept" },
    headers: { "if-match": '"1"' },
  });
  expect(accepted.body.outcome).toMatchObject({
    status: "accepted",
    by: "ada",
    proposal: { terms: { price: 45 } },
  });
  expect((await ask("GET", "/negotiations?status=completed", { as: "smith" })).body.items).toHaveLength(1);
});

it("a stranger and an id that nobody has get the same bytes at every operation [BR-4]", async () => {
  const { ask, opened } = await served();
  const path = await opened();
  const cases = [
    ["GET", ""],
    ["GET", "/turns"],
    ["GET", "/events"],
    ["POST", "/moves", counter(45)],
    ["POST", "/moves", { action: "bogus" }],
    ["POST", "/moves", { action: "accept", message: "x".repeat(60_000) }],
    ["POST", "/moves", { action: "accept", expectedVersion: 99 }],
    ["POST", "/moves", { action: "accept", expectedVersion: "99" }],
    ["POST", "/moves", { action: "accept", partyId: "ada" }],
  ] as const;
  for (const [method, below, body] of cases) {
    const foreign = await ask(method, path + below, { as: "eve", body });
    const unknown = await ask(method, `/negotiations/neg_nobody${below}`, { as: "eve", body });
    const isAsked = JSON.stringify(body ?? {}).match(/partyId|"99"/) === null;
    expect(foreign.status === 404).toBe(isAsked);
    expect(foreign.text.replaceAll(path.slice("/negotiations/".length), "neg_nobody")).toBe(unknown.text);
    expect(namesOf(foreign.headers)).toEqual(namesOf(unknown.headers));
  }
});

it("who is not known is told so before the body is looked at, with the challenge of the host [HT-1]", async () => {
  const { ask } = await served({ challenge: 'Bearer realm="market"' });
  const answer = await ask("POST", "/negotiations", { body: "{ not json" });
  expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="market"']);
  expect(answer.body).toMatchObject({
    type: "urn:concordat:problem:unauthenticated",
    code: "unauthenticated",
  });
  expect((await ask("GET", "/openapi.json")).status).toBe(200);
});

it("a body that names somebody else is refused, whatever it is about [BR-2]", async () => {
  const { ask, opened } = await served();
  const path = await opened();
  for (const name of ["partyId", "fromAgent", "initiator"]) {
    const move = await ask("POST", `${path}/moves`, { as: "smith", body: { ...counter(45), [name]: "ada" } });
    expect([move.status, move.body.code]).toEqual([403, "forbidden_party"]);
    const opening = { roomId: "market-7", responder: "smith", [name]: "smith" };
    expect((await ask("POST", "/negotiations", { as: "ada", body: opening })).status).toBe(403);
  }
  const own = await ask("POST", `${path}/moves`, { as: "smith", body: { ...counter(45), partyId: "smith" } });
  expect([own.status, own.body.turns[1].extra]).toEqual([200, null]);
});

it("CORS and rate limits of the host's stand in front of it, in three lines each [HT-10]", async () => {
  const { bridge } = await served();
  const app = new Hono();
  app.use(cors({ origin: ["https://market.example"], allowHeaders: ["If-Match"], exposeHeaders: ["ETag"] }));
  let count = 0;
  app.use(async ({ text }, next) => (++count > 2 ? text("Slow down.", 429) : next()));
  app.all("*", ({ req }) => bridge.fetch(req.raw));
  const ask = (method: string, headers: Record<string, string>) =>
    app.fetch(new Request("http://localhost/negotiations", { method, headers }));
  const origin = "https://market.example";
  const preflight = await ask("OPTIONS", { origin, "access-control-request-method": "POST" });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([
    204,
    "If-Match",
  ]);
  const known = await ask("GET", { origin, authorization: "Bearer ada" });
  expect([known.status, known.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
  const foreign = await ask("GET", { origin: "https://eve.example" });
  expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([401, null]);
  expect((await ask("GET", { origin, authorization: "Bearer ada" })).status).toBe(429);
});
