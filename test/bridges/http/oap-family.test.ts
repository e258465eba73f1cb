import { expect, it } from "vitest";
import { createHttpBridge } from "../../../src/bridges/http/index.js";
import { NegotiationRooms, roomsOf } from "../../../src/index.js";
import type { HistoryView } from "../../../src/oap/index.js";
import { opening, world } from "../../oap/host-setup.js";
import { byToken, type Served, served } from "./served-bridge.js";

const OAP = "/oap/negotiation";

/** A host behind a socket, and a negotiation that ada has opened there. */
async function begun(given: Parameters<typeof world>[0] = {}) {
  const here = await world(given);
  const at = await served({
    rooms: roomsOf(here.service),
    families: ["oap"],
    oapHost: here.host,
  });
  const opened = await at.ask("POST", `${OAP}/open`, {
    as: here.ada.did,
    body: await here.ada.open(opening(here)),
  });
  const view: HistoryView = opened.body;
  return { ...here, ...at, opened, view, path: `${OAP}/${view.negotiation_id}` };
}

const post = (at: Pick<Served, "ask"> & { path: string }, verb: string, as: string, body: unknown) =>
  at.ask("POST", `${at.path}/${verb}`, { as, body });

it("signed documents are negotiated by plain requests, to a co-signed and redacted agreement [HT-2] [HT-3]", async () => {
  const at = await begun();
  const { ada, smith, opened, view, path } = at;
  expect([opened.status, opened.headers.get("location"), opened.headers.get("etag")]).toEqual([
    201,
    path,
    `"${view.version}"`,
  ]);
  const proposed = await post(at, "propose", ada.did, await ada.propose(view, { terms: { price: "40.00" } }));
  expect([proposed.status, proposed.body.state, proposed.body.round]).toEqual([201, "PROPOSED", 1]);
  const counter = await smith.propose(proposed.body, { terms: { price: "45.00" } });
  const countered = await post(at, "propose", smith.did, counter);
  expect([countered.status, countered.body.state]).toEqual([201, "COUNTERED"]);
  const again = await post(at, "propose", smith.did, counter);
  expect([again.status, again.text]).toEqual([201, countered.text]);

  const tail = await at.ask("GET", `${path}?after=1`, { as: ada.did });
  expect(tail.body.history).toMatchObject([{ turn: 2, type: "counter_proposal", document: counter }]);
  const request = await ada.accept(countered.body);
  const agreed = await post(at, "accept", ada.did, request);
  expect([agreed.status, agreed.body.complete, agreed.body.logged]).toEqual([200, false, true]);
  const seen = await at.ask("GET", path, { as: smith.did });
  expect([seen.body.state, seen.headers.get("etag")]).toEqual(["ACCEPTED", `"${seen.body.version}"`]);
  const both = await post(at, "cosign", smith.did, await smith.cosign(seen.body));
  expect([both.status, both.body.complete]).toEqual([200, true]);
  const { agreement_id } = agreed.body.agreement;
  const body = { agreement_id, pointers: ["/terms/price"] };
  const redacted = await post(at, "redact", smith.did, body);
  expect([redacted.status, redacted.body.entry.kind]).toEqual([200, "redaction"]);
  expect(Object.keys(redacted.body.disclosures)).not.toContain("/terms/price");
});

it.each(["PUT", "DELETE", "PATCH", "OPTIONS"])(
  "%s where negotiations are opened is told to POST, and no id that reads like it is meant [HT-7] [OAP-37]",
  async (method) => {
    const { ask, path, ada } = await begun();
    const { status, headers } = await ask(method, `${OAP}/open`, { as: ada.did });
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
    const other = await ask(method, path, { as: ada.did });
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  },
);

it("rejections and withdrawals are answered with the view after them [HT-3]", async () => {
  for (const verb of ["reject", "withdraw"] as const) {
    const at = await begun();
    const { ada, smith, view } = at;
    const proposed = await post(
      at,
      "propose",
      ada.did,
      await ada.propose(view, { terms: { price: "40.00" } }),
    );
    const ended = await post(at, verb, smith.did, await smith[verb](proposed.body));
    expect([ended.status, ended.body.state]).toEqual([200, verb === "reject" ? "REJECTED" : "WITHDRAWN"]);
  }
});

it("a refusal says in OAP's words what is wrong, and holds nothing of what came [OAP-37] [OAP-39]", async () => {
  const at = await begun();
  const { ada, smith, view, path } = at;
  const document = await ada.propose(view, { terms: { price: "40.00" } });
  const wrong = await post(at, "propose", ada.did, { ...document, round: 7_654_321, note: "a secret" });
  expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([
    400,
    "document_invalid",
    "invalid_input",
  ]);
  expect(wrong.body.errors).toEqual([{ pointer: "/note", message: wrong.body.detail }]);
  expect(wrong.text).not.toMatch(/7654321|a secret/);

  const late = await at.ask("POST", `${path}/propose`, {
    as: ada.did,
    body: document,
    headers: { "if-match": '"99"' },
  });
  const { status, error, version, state, legal, negotiationId } = late.body;
  expect([status, error, version, state, negotiationId]).toEqual([
    412,
    "precondition_failed",
    view.version,
    "OPEN",
    view.negotiation_id,
  ]);
  expect(legal).toContain("propose");
  const foreign = await at.ask("POST", `${path}/propose`, { as: smith.did, body: document });
  expect([foreign.status, foreign.body.code, foreign.body.error]).toEqual([
    403,
    "key_not_authorized",
    "auth_required",
  ]);
  const nobody = await at.ask("GET", path);
  expect([nobody.status, nobody.body.error, nobody.headers.get("www-authenticate")]).toEqual([
    401,
    "auth_required",
    "Bearer",
  ]);
  const stale = await at.ask("POST", `${OAP}/open`, {
    as: ada.did,
    body: await ada.open({ ...opening(at), manifest_hash: `sha256-${"A".repeat(43)}=` }),
  });
  expect([stale.status, stale.body.code, stale.body.details]).toEqual([
    409,
    "manifest_changed",
    { manifest_hash: at.hash },
  ]);
  expect(at.faults).toEqual([]);
});

it("a body is read strictly: twice the same member, other numbers and depth are told apart [OAP-38] [BR-6]", async () => {
  const at = await begun();
  const { ada, view, path } = at;
  const document = await ada.propose(view, { terms: { price: "40.00" } });
  const text = JSON.stringify(document);
  const deep = (levels: number) => `${'{"terms":'.repeat(levels)}1${"}".repeat(levels)}`;
  const cases: readonly (readonly [string, number, string])[] = [
    [`{"round":2,${text.slice(1)}`, 400, "document_invalid"],
    [text.replace('"round":1', '"round":1.0'), 400, "document_invalid"],
    [`\ufeff${text}`, 400, "document_invalid"],
    ["{", 400, "malformed_body"],
    [deep(32), 400, "document_invalid"],
    [deep(33), 400, "body_too_deep"],
    [JSON.stringify({ terms: Array(1_000).fill(1) }), 400, "document_invalid"],
    [JSON.stringify({ terms: Array(1_001).fill(1) }), 400, "malformed_body"],
    [text.padEnd(65_536), 201, ""],
    [text.padEnd(65_537), 413, "body_too_large"],
  ];
  for (const [body, status, code] of cases) {
    const answer = await at.ask("POST", `${path}/propose`, { as: ada.did, body });
    expect([answer.status, answer.body.code ?? ""]).toEqual([status, code]);
  }
});

it("a stranger and an id that nobody has get the same bytes [OAP-37] [BR-4]", async () => {
  const at = await begun();
  const { eve, view, path } = at;
  const nowhere = view.negotiation_id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const [method, below] of [
    ["GET", ""],
    ["POST", "/cosign"],
    ["POST", "/redact"],
  ] as const) {
    const asked = { as: eve.did, ...(method === "POST" && { body: {} }) };
    const foreign = await at.ask(method, path + below, asked);
    const unknown = await at.ask(method, `${OAP}/${nowhere}${below}`, asked);
    expect([foreign.status, foreign.body.code]).toEqual([404, "unknown_negotiation"]);
    expect(foreign.text.replaceAll(view.negotiation_id, nowhere)).toBe(unknown.text);
  }
});

it("the bridge is not made without the host, or the rooms, that a family needs [HT-3]", async () => {
  const rooms = new NegotiationRooms();
  const made = (families: readonly never[]) => createHttpBridge({ rooms, authorize: byToken, families });
  expect(() => made(["oap"] as never)).toThrow(/^Expected oapHost to be what createOapHost gives/);
  expect(() => made(["index-network"] as never)).toThrow(/^Expected networks to be a function/);
  expect(() => made(["soap"] as never)).toThrow(TypeError);
  await rooms.close();
});

it("a room of OAP is opened by a signed Open alone, not by the native family beside it [HT-2] [OAP-19]", async () => {
  const here = await world();
  const at = await served({ rooms: roomsOf(here.service), families: ["native", "oap"], oapHost: here.host });
  const body = { roomId: here.service.roomId, responder: here.smith.did };
  for (const opening of [body, { ...body, proposal: { price: "40.00" } }]) {
    const refused = await at.ask("POST", "/negotiations", { as: here.ada.did, body: opening });
    expect([refused.status, refused.body.code]).toEqual([403, "not_admitted"]);
    expect(refused.body.detail).toContain("signed Open");
  }
  expect((await here.service.list({ partyId: here.ada.did, limit: 10 })).items).toEqual([]);
});
