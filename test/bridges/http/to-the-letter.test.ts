/**
 * @module
 * What the requirements of the HTTP door say to the letter, each where a mistake of one word would show.
 */

import { expect, it, vi } from "vitest";
import { z } from "zod";
import { createHttpBridge } from "../../../src/bridges/http/index.js";
import { served } from "./served-bridge.js";

it("a refusal carries the version and what is legal, and an exception none of its text [BR-3, HT-7]", async () => {
  const { opened, ask, rooms, faults } = await served();
  const path = await opened();
  const early = await ask("POST", `${path}/moves`, { as: "ada", body: { action: "accept" } });
  expect(early.body).toMatchObject({
    type: `urn:concordat:problem:${early.body.code}`,
    status: 409,
    instance: `${path}/moves`,
    version: 0,
    legal: { floor: "smith" },
  });
  vi.spyOn(rooms, "roomOf").mockImplementation(() => {
    throw new Error("marker");
  });
  const failed = await ask("GET", path, { as: "ada" });
  expect([failed.status, failed.body.code, failed.text.includes("marker")]).toEqual([500, "internal", false]);
  expect(faults).toMatchObject([{ error: { message: "marker" } }]);
});

it("a move is one submit and what is read goes through the caller's eyes [BR-1]", async () => {
  const { opened, ask, rooms } = await served();
  const path = await opened();
  const room = await rooms.roomOf(decodeURIComponent(path.split("/").at(-1) ?? ""));
  if (room === undefined) throw new Error("no room");
  const submit = vi.spyOn(room, "submit");
  const turns = vi.spyOn(room, "turns");
  await ask("POST", `${path}/moves`, { as: "smith", body: { action: "counter", terms: { price: 50 } } });
  expect(submit).toHaveBeenCalledTimes(1);
  await ask("GET", `${path}/turns`, { as: "ada" });
  expect(turns.mock.lastCall?.[1]).toEqual({ after: 0, viewer: "ada" });
});

it("a page has 20 of a caller's, and never more than 100 [HT-2]", async () => {
  const { rooms, ask } = await served();
  const list = vi.spyOn(rooms, "list");
  await ask("GET", "/negotiations", { as: "ada" });
  expect(list.mock.lastCall?.[1]).toMatchObject({ status: "waiting", limit: 20 });
  expect((await ask("GET", "/negotiations?limit=100", { as: "ada" })).status).toBe(200);
  expect((await ask("GET", "/negotiations?limit=101", { as: "ada" })).status).toBe(400);
});

it("an old version by If-Match is 412 and by the body 409, and * is none [HT-6, BR-12]", async () => {
  const { opened, ask } = await served();
  const path = `${await opened()}/moves`;
  const body = { action: "counter", terms: { price: 50 } };
  const old = await ask("POST", path, { as: "smith", body, headers: { "if-match": '"7"' } });
  expect([old.status, old.body.code]).toEqual([412, "stale_version"]);
  const said = await ask("POST", path, { as: "smith", body: { ...body, expectedVersion: 7 } });
  expect([said.status, said.body.code]).toEqual([409, "stale_version"]);
  expect((await ask("POST", path, { as: "smith", body, headers: { "if-match": "*" } })).status).toBe(200);
});

it("who calls is asked before the body is read [HT-1]", async () => {
  let wasRead: boolean | undefined;
  const { bridge } = await served({
    authorize: () => {
      wasRead = pulls > 0;
      return null;
    },
  });
  let pulls = 0;
  const body = new ReadableStream(
    { pull: () => void (pulls += 1) },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
  const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } };
  // A body that never comes: who reads it first hangs.
  const answer = await bridge.fetch(new Request("http://localhost/negotiations", init as RequestInit));
  expect([answer.status, wasRead, pulls]).toEqual([401, false, 0]);
});

it("a body that names another agent is refused [BR-2]", async () => {
  const { opened, ask } = await served();
  const path = `${await opened()}/moves`;
  const answer = await ask("POST", path, { as: "smith/a1", body: { action: "accept", agentId: "a2" } });
  expect([answer.status, answer.body.code]).toEqual([403, "forbidden_agent"]);
});

it("a stream is opened for the eyes of who asks [HT-8]", async () => {
  const { opened, bridge, rooms } = await served();
  const path = await opened();
  const room = await rooms.roomOf(decodeURIComponent(path.split("/").at(-1) ?? ""));
  if (room === undefined) throw new Error("no room");
  const watch = vi.spyOn(room, "watch");
  const headers = { authorization: "Bearer smith" };
  await bridge.fetch(new Request(`http://localhost${path}/events`, { method: "HEAD", headers }));
  expect(watch.mock.lastCall?.[1]).toMatchObject({ viewer: "smith" });
});

it("a problem points at what is wrong, whatever its name, and never says what it was [HT-7]", async () => {
  const terms = z.object({ price: z.number(), "a/b~c": z.number().optional() });
  const { opened, ask } = await served({ service: { terms } });
  const path = `${await opened()}/moves`;
  const body = { action: "counter", terms: { price: 50, "a/b~c": "marker" } };
  const wrong = await ask("POST", path, { as: "smith", body });
  expect(wrong.body).toMatchObject({
    code: "terms_invalid",
    errors: [{ pointer: expect.stringContaining("/a~1b~0c") }],
  });
  const unknown = await ask("POST", path, { as: "smith", body: { action: "marker" } });
  expect([unknown.status, unknown.text.includes("marker")]).toEqual([400, false]);
});

it("a host of OAP is handed the limits that the bridge has [BR-6, HT-3]", async () => {
  const told: unknown[] = [];
  const oapHost = {
    fetch: async (...given: unknown[]) => {
      told.push(given[2]);
      return Response.json({}, { status: 503 });
    },
  };
  const limits = { bodyBytes: 1_234, bodyMs: 56, depth: 7, items: 8 };
  const bridge = createHttpBridge({
    ...{ rooms: { roomOf: () => undefined } as never, authorize: () => ({ partyId: "did:web:a" }) },
    ...{ families: ["oap"], oapHost, limits },
  });
  await bridge.fetch(new Request("http://localhost/oap/negotiation/neg_1"));
  expect(told).toEqual([expect.objectContaining(limits)]);
  await bridge.close();
});

it("definitions of the terms are their own, whatever they are called [HT-9]", async () => {
  const input = () => ({
    type: "object",
    properties: { trouble: { $ref: "#/$defs/Problem" } },
    $defs: { Problem: { type: "string" } },
  });
  const terms = {
    "~standard": {
      version: 1,
      vendor: "own",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input },
    },
  };
  const { bridge } = await served({ terms: terms as never });
  const { components } = bridge.openApiDocument() as { components: { schemas: Record<string, any> } };
  expect(components.schemas["Terms"]).toEqual({
    type: "object",
    properties: { trouble: { $ref: "#/components/schemas/Terms/$defs/Problem" } },
    $defs: { Problem: { type: "string" } },
  });
  expect(components.schemas["Problem"].properties.code).toEqual({ type: "string" });
});
