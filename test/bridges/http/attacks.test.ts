import { connect } from "node:net";
import { expect, it } from "vitest";
import { createNegotiationGroup } from "../../../src/group/index.js";
import { memoryDirectory } from "../../../src/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";
import { T0 } from "../../kit/open-room.js";
import { opening, world } from "../../oap/host-setup.js";
import { ADA, never, SMITH } from "../../service/parking.js";
import { type Answer, RULES, type Served, served } from "./served-bridge.js";

const counter = (price: number) => ({ action: "counter", terms: { price } });
const statusAndCode = ({ status, body }: Answer) => [status, body.code];

/** All families, and something to attack in each. */
async function besieged() {
  const here = await world();
  const agents = ["ada", "smith"].map((partyId) => ({
    agentId: `${partyId}-phone`,
    partyId,
    lastSeenAt: T0,
  }));
  const store = new MemoryStore();
  const at = await served({
    families: ["native", "oap", "index-network"],
    oapHost: here.host,
    networks: () => ["network"],
    service: { rules: RULES, directory: memoryDirectory(agents), fallback: never, store },
  });
  const path = await at.opened();
  const creation = { rules: { preset: "index-2026-04" } } as const;
  const parked = (await at.rooms.room("network").createNegotiation(ADA, SMITH, undefined, creation)).id;
  const open = await at.ask("POST", "/oap/negotiation/open", {
    as: here.ada.did,
    body: await here.ada.open(opening(here)),
  });
  const oap = open.body.negotiation_id as string;
  const polling = "/api/agents/ada-phone/negotiations";
  const posts: readonly (readonly [path: string, as: string])[] = [
    ["/negotiations", "ada"],
    [`${path}/moves`, "smith"],
    [`${polling}/${parked}/respond`, "ada/ada-phone"],
    ["/oap/negotiation/open", here.ada.did],
    ...["propose", "accept", "reject", "withdraw", "cosign", "redact"].map(
      (verb) => [`/oap/negotiation/${oap}/${verb}`, here.ada.did] as const,
    ),
  ];
  const stored = async () => {
    const ids = [path.split("/")[2] ?? "", parked];
    const records = await Promise.all([
      ...ids.map((id) => store.load(id)),
      here.service.loadNegotiation(oap),
    ]);
    const { total } = await at.rooms.list("ada", { status: "all" });
    return JSON.stringify([records, total]);
  };
  return { ...at, store, here, path, parked, oap, posts, stored };
}

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

const JUNK: readonly (readonly [what: string, body: string | Uint8Array, isMalformed: boolean])[] = [
  ["nothing", "", true],
  ["half of it", '{"action":', true],
  ["two of them", "{}{}", true],
  ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), true],
  ["UTF-16", new Uint8Array(Buffer.from('{"a":1}', "utf16le")), true],
  ["gzip", new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), true],
  ["33 levels", nested(33), true],
  ["60,000 brackets", "[".repeat(60_000), true],
  ["60,000 brackets that close", "[".repeat(30_000) + "]".repeat(30_000), true],
  ["a list of 1,001", JSON.stringify({ terms: Array(1_001).fill(0) }), true],
  ["null", "null", false],
  ["a list", "[]", false],
  ["a text", '"accept"', false],
  ["a number", "1e999", false],
  ["an empty object", "{}", false],
  ["32 levels", nested(32), false],
  ["a refusal", '{"code":"internal","message":"MARK","issues":"none","version":9}', false],
  ["a refusal of an opening", '{"roomId":"a","responder":"ada","code":"x","issues":[{}]}', false],
  ["a prototype", '{"__proto__":{"action":"withdraw"},"constructor":{"prototype":{"x":1}}}', false],
  ["a getter's name", '{"action":{"toString":"x","valueOf":"y"},"toJSON":"z"}', false],
  ["lone surrogates", '{"action":"\\ud800","message":"\\udfff"}', false],
  ["a member twice", '{"action":"reject","action":"fly"}', false],
  ["an action of the host", '{"action":"cancel"}', false],
  ["names of others", '{"from":"eve","partyId":"eve","initiator":"eve"}', false],
  ["60,000 letters", JSON.stringify({ action: "question", message: "x".repeat(60_000) }), false],
];

it("whatever is posted, wherever: a problem, nothing changed, and the host hears of no fault [BR-3] [BR-6]", async () => {
  const { ask, posts, stored, faults } = await besieged();
  const before = await stored();
  for (const [path, as] of posts) {
    for (const [what, body, isMalformed] of JUNK) {
      const answer = await ask("POST", path, { as, body: body as string, isRaw: true });
      expect([path, what, answer.status >= 400 && answer.status < 500]).toEqual([path, what, true]);
      if (isMalformed) expect([what, answer.status]).toEqual([what, 400]);
      expect(answer.text).not.toContain("MARK");
    }
  }
  expect(await stored()).toBe(before);
  expect(faults).toEqual([]);
});

it("each limit lets pass what is at it, and refuses one above, with a length and without [BR-6]", async () => {
  const { ask, path, posts } = await besieged();
  const move = (body: string) => ask("POST", `${path}/moves`, { as: "smith", body });
  const fits = JSON.stringify({ ...counter(41), extra: nested(1) });
  for (const [size, status] of [
    [65_536, 200],
    [65_537, 413],
  ] as const) {
    const body = fits.padEnd(size);
    expect((await move(body)).status).toBe(status);
    if (status === 200) await ask("POST", `${path}/moves`, { as: "ada", body: counter(40) });
    const chunked = await ask("POST", `${path}/moves`, { as: "smith", body, isChunked: true });
    expect(chunked.status).toBe(status);
    if (status === 200) await ask("POST", `${path}/moves`, { as: "ada", body: counter(39) });
  }
  for (const [below, as] of posts) {
    expect(statusAndCode(await ask("POST", below, { as, body: " ".repeat(65_537) }))).toEqual([
      413,
      "body_too_large",
    ]);
    expect(statusAndCode(await ask("POST", below, { as, body: nested(33) }))).toEqual([400, "body_too_deep"]);
    expect((await ask("POST", below, { as, body: nested(32) })).body.code).not.toBe("body_too_deep");
  }
  // The terms are 31 levels below the move that has them, and a list may have a thousand members.
  const terms = JSON.parse(nested(31));
  expect((await move(JSON.stringify({ action: "counter", terms }))).status).toBe(200);
  await ask("POST", `${path}/moves`, { as: "ada", body: counter(38) });
  const list = { action: "counter", terms: { price: Array(1_000).fill(1) } };
  expect((await move(JSON.stringify(list))).status).toBe(200);

  const open = (roomId: string, responder: string) =>
    ask("POST", "/negotiations", { as: "ada", body: { roomId, responder } });
  const long = "ß".repeat(256);
  expect((await open(long, long)).status).toBe(201);
  for (const id of [`${long}x`, "", "a\u0000", "tab\t", "\u007f", "\u0085"]) {
    expect(statusAndCode(await open(id, "smith"))).toEqual([400, "malformed_body"]);
    expect(statusAndCode(await open("market-7", id))).toEqual([400, "malformed_body"]);
    const asked = await ask("GET", `/negotiations/${encodeURIComponent(id) || "%20"}`, { as: "ada" });
    expect(statusAndCode(asked)).toEqual([404, "unknown_negotiation"]);
  }
});

it("tricks with headers, queries and paths get what any other mistake gets [HT-6] [HT-7]", async () => {
  const { ask, path, stored, faults } = await besieged();
  const before = await stored();
  const move = async (headers: Record<string, string>) =>
    (await ask("POST", `${path}/moves`, { as: "smith", body: { action: "fly" }, headers })).status;
  for (const type of [
    "text/plain",
    "application/jsonp",
    "application/json-patch+json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "*/*",
    "text/html, application/json",
  ])
    expect(await move({ "content-type": type })).toBe(415);
  for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/json;"])
    expect(await move({ "content-type": type })).toBe(400);
  for (const name of ["x-http-method-override", "x-method-override", "x-forwarded-user", "x-original-url"])
    expect(await move({ [name]: "GET" })).toBe(400);
  expect((await ask("GET", path, { headers: { authorization: "Bearer" } })).status).toBe(401);
  expect((await ask("GET", path, { headers: { authorization: "", cookie: "partyId=ada" } })).status).toBe(
    401,
  );
  const queries = [
    "limit=0",
    "limit=101",
    "limit=1e1",
    "limit=-1",
    "limit=1&limit=2",
    "limit[]=1",
    "limit=",
    "status=any",
    "status=all&status=waiting",
    "cursor=x",
    "cursor=%00",
    `cursor=${"x".repeat(1_001)}`,
    "status=__proto__",
  ];
  const answers = await Promise.all(
    queries.map((query) => ask("GET", `/negotiations?${query}`, { as: "ada" })),
  );
  // A name that means nothing here is nobody's mistake.
  expect(answers.map(({ status }) => status)).toEqual(
    queries.map((query) => (query === "limit[]=1" ? 200 : 400)),
  );
  for (const query of ["after=-1", "after=x", "after=1.5", "after=1&after=2", "after=%31%00"])
    expect((await ask("GET", `${path}/turns?${query}`, { as: "ada" })).status).toBe(400);
  expect((await ask("GET", `${path}/turns?after=999999999999999`, { as: "ada" })).body.turns).toEqual([]);
  for (const odd of [
    "/negotiations/%2e%2e%2fopenapi.json",
    "/negotiations/%00",
    "/negotiations/%",
    "/negotiations/%ff",
    "/negotiations/..%5c",
    "/negotiations/constructor",
    "/negotiations/__proto__",
  ])
    expect((await ask("GET", odd, { as: "ada" })).status).toBe(404);
  expect(await stored()).toBe(before);
  expect(faults).toEqual([]);
});

/** A connection of its own, and the statuses of what it answers. */
async function exchanged({ server }: Served, bytes: string) {
  const { port } = server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  let text = "";
  let isOver = false;
  socket.on("data", (chunk) => void (text += chunk));
  socket.on("error", () => undefined);
  socket.once("close", () => void (isOver = true));
  socket.write(bytes);
  const statuses = () => Array.from(text.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => Number(status));
  return { socket, statuses, isOver: () => isOver };
}

it("what is left of a body that was refused is read as no request of its own [BR-6]", async () => {
  const at = await besieged();
  const head = (length: string) =>
    `POST ${at.path}/moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer smith\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
  const smuggled = `POST ${at.path}/moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer smith\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{"action":"reject"}`;
  const next = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const before = await at.stored();
  const timers = at.clock.pendingCount;
  const large = await exchanged(at, head("Content-Length: 70000"));
  const stated = await exchanged(at, `${head("Content-Length: 500")}{"a":`);
  const chunked = await exchanged(at, `${head("Transfer-Encoding: chunked")}5\r\n{"a":\r\n`);
  await expect.poll(() => large.statuses()).toEqual([413]);
  await expect.poll(() => at.clock.pendingCount).toBe(timers + 2);
  await at.clock.advance(9_999);
  expect([stated.statuses(), chunked.statuses()]).toEqual([[], []]);
  await at.clock.advance(1);
  const late = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
  for (const [{ socket, statuses, isOver }, rest, status] of [
    [large, smuggled.padEnd(70_000), 413],
    [stated, smuggled.padEnd(495), 408],
    [chunked, late, 408],
  ] as const) {
    await expect.poll(statuses).toEqual([status]);
    socket.write(rest + next);
    // Either the connection is over, or the next request is answered as what it is.
    await expect.poll(() => isOver() || statuses().length > 1).toBe(true);
    expect(statuses()).toEqual(statuses().length > 1 ? [status, 200] : [status]);
  }
  expect(await at.stored()).toBe(before);
  expect(at.faults).toEqual([]);
});

it("bodies that drip, one byte and no end, hold nobody up and are let go when their time is over [BR-6]", async () => {
  const at = await besieged();
  const before = await at.stored();
  const timers = () => at.clock.pendingCount + at.here.clock.pendingCount;
  const idle = timers();
  const lines: (Awaited<ReturnType<typeof exchanged>> & { readonly drop: string })[] = [];
  for (const [path, as] of Array.from({ length: 5 }, () => at.posts).flat()) {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${as}\r\n`;
    for (const [length, drop] of [
      ["Content-Length: 60000", " "],
      ["Transfer-Encoding: chunked", "1\r\n \r\n"],
    ] as const) {
      const line = await exchanged(at, `${head}Content-Type: application/json\r\n${length}\r\n\r\n${drop}`);
      lines.push({ ...line, drop });
    }
  }
  await expect.poll(timers).toBeGreaterThanOrEqual(idle + lines.length);
  for (let second = 1; second < 10; second += 1) {
    await Promise.all([at.clock.advance(1_000), at.here.clock.advance(1_000)]);
    for (const { socket, drop } of lines) socket.write(drop);
    // Everybody else is answered meanwhile.
    expect((await at.ask("GET", at.path, { as: "ada" })).status).toBe(200);
  }
  expect(lines.flatMap(({ statuses }) => statuses())).toEqual([]);
  await Promise.all([at.clock.advance(1_000), at.here.clock.advance(1_000)]);
  await expect.poll(() => lines.flatMap(({ statuses }) => statuses())).toEqual(lines.map(() => 408));
  for (const { socket } of lines) socket.destroy();
  await expect.poll(timers).toBe(idle);
  expect(await at.stored()).toBe(before);
  expect(at.faults).toEqual([]);
});

it("of two racing accepts one is taken, and of 20 requests with one key one has effect [BR-5]", async () => {
  const { ask, opened } = await served();
  for (let round = 0; round < 5; round += 1) {
    const path = await opened();
    const accept = (key: string) =>
      ask("POST", `${path}/moves`, {
        as: "smith",
        body: { action: "accept" },
        headers: { "idempotency-key": key },
      });
    const race = await Promise.all([accept("one"), accept("two")]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  const path = await opened();
  const asked = { as: "smith", body: counter(45), headers: { "idempotency-key": "k" } };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("POST", `${path}/moves`, asked)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await ask("GET", `${path}/turns`, { as: "ada" })).body.turns).toHaveLength(2);
  const opening = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };
  const openings = await Promise.all(
    Array.from({ length: 20 }, () => ask("POST", "/negotiations", { ...asked, as: "bob", body: opening })),
  );
  expect(new Set(openings.map(({ headers }) => headers.get("location"))).size).toBe(1);
  expect((await ask("GET", "/negotiations?status=all", { as: "bob" })).body.total).toBe(1);
});

it("a cache in between keeps nothing, not even one that heeds no Authorization [HT-2]", async () => {
  const { ask, path, oap, here } = await besieged();
  const kept = new Map<string, Answer>();
  const cached = async (of: string, as: string, headers = {}) => {
    const hit = kept.get(of);
    if (hit !== undefined) return hit;
    const answer = await ask("GET", of, { as, headers });
    if (!/no-store|private/.test(answer.headers.get("cache-control") ?? "")) kept.set(of, answer);
    return answer;
  };
  for (const of of [
    path,
    `${path}/turns`,
    "/negotiations",
    `/oap/negotiation/${oap}`,
    "/openapi.json",
    "/nothing",
  ]) {
    await cached(of, of.startsWith("/oap") ? here.ada.did : "ada");
    expect([of, kept.size]).toEqual([of, 0]);
    if (of !== "/openapi.json") expect((await cached(of, "eve")).text).not.toContain('"ada"');
  }
  // The tag is of the version, and known by any of those that are named.
  for (const known of ['"0"', 'W/"0"', '"7", "0"', "*"])
    expect((await cached(path, "ada", { "if-none-match": known })).status).toBe(304);
  for (const known of ["0", '"00"', '"1"', "", '"0'])
    expect((await cached(path, "ada", { "if-none-match": known })).status).toBe(200);
  expect((await cached(path, "eve", { "if-none-match": "*" })).status).toBe(404);
});

it("the total of a list counts what its party may list, and nothing of groups or of others [HT-2]", async () => {
  const { ask, rooms, opened } = await served();
  await opened();
  await opened();
  const service = rooms.room("market-7");
  const tracks = [{ id: "hall", member: "smith", proposal: { price: 9 } }];
  const group = createNegotiationGroup<any>(service, { coordinator: "ada", tracks });
  const result = group.run();
  await expect.poll(() => group.record?.tracks[0]?.negotiationId).toBeTruthy();
  for (const [as, total] of [
    ["ada", 3],
    ["smith", 3],
    ["eve", 0],
  ] as const) {
    const { body } = await ask("GET", "/negotiations?status=all&limit=1", { as });
    expect([as, body.total]).toEqual([as, total]);
  }
  await group.abort();
  await result;
});

it.each(Array.from({ length: 6 }, (_, index) => index + 1))(
  "nothing private of one party is in any answer to the other, or to strangers, seed %i [BR-7] [BR-4]",
  async (seed) => {
    const random = new RandomStream(seed, "markers");
    const at = await besieged();
    const assessments = random.pick(["private", "roles", "shared"] as const);
    let marks = 0;
    const mark = (party: string) => `MARK-${party}-${marks++}`;
    const scanned = (as: string, text: string): void => {
      const [reader = ""] = as.split("/");
      const foreign = Array.from(text.matchAll(/MARK-(\w+)-\d+/g), ([found, whose]) => [found, whose]);
      expect(foreign.filter(([, whose]) => whose !== reader && whose !== "all")).toEqual([]);
    };
    const ask: Served["ask"] = async (method, path, asked = {}) => {
      const answer = await at.ask(method, path, asked);
      const all = [answer.text];
      answer.headers.forEach((value) => void all.push(value));
      scanned(asked.as ?? "nobody", all.join("\n"));
      // A problem does not even give back what its own caller sent.
      if (answer.status >= 400) expect(answer.text).not.toContain("MARK-");
      return answer;
    };
    const rules = { ...RULES, assessments };
    const { id } = await at.rooms.room("market-7").createNegotiation("ada", "smith", { price: 1 }, { rules });
    const streams = ["ada", "smith"].map(async (as) => {
      const response = await fetch(`${at.base}/negotiations/${id}/events`, {
        headers: { authorization: `Bearer ${as}` },
      });
      scanned(as, await response.text());
    });
    const assessmentOf = (party: string) => ({
      reasoning: assessments === "shared" ? "MARK-all-0" : mark(party),
      score: mark(party),
      suggestedRoles: { ownUser: "peer", otherUser: "agent", note: mark(party) },
      deep: [{ own: mark(party) }],
    });
    const everyone = ["ada", "smith", "eve"];
    for (let step = 0; step < 14; step += 1) {
      const as = random.pick(["ada", "smith"]);
      const action = random.pick(["counter", "counter", "question", "propose", "fly"]);
      const body = {
        action,
        assessment: assessmentOf(as),
        ...(action === "question" ? { message: "Well?" } : { terms: { price: step } }),
        ...(random.happens(0.2) && { expectedVersion: mark(as) }),
        ...(random.happens(0.1) && { partyId: mark(as) }),
      };
      await ask("POST", `/negotiations/${id}/moves`, { as, body, headers: { "idempotency-key": mark(as) } });
      for (const reader of everyone) {
        for (const of of [`/negotiations/${id}`, `/negotiations/${id}/turns`, "/negotiations?status=all"])
          await ask("GET", of, { as: reader });
      }
    }
    await at.rooms.room("market-7").cancel(id);
    await Promise.all(streams);

    // Parked turns: claims, agents and assessments of one side are nothing to the other.
    const poll = (agent: string, below: string, body?: object) =>
      ask("POST", `/api/agents/${agent}-phone/negotiations/${below}`, {
        as: `${agent}/${agent}-phone`,
        body,
      });
    for (const party of ["ada", "smith", "ada"]) {
      const { body: turn } = await poll(party, "pickup");
      const other = party === "ada" ? "smith" : "ada";
      const seen = await ask("GET", `/negotiations/${at.parked}`, { as: other });
      expect(seen.text).not.toMatch(new RegExp(`${turn.claimId}|${party}-phone`));
      const message = `MARK-all-${marks}`;
      const said = {
        action: party === "ada" && seen.body.turns.length === 0 ? "propose" : "counter",
        message,
      };
      const assessment = {
        ...assessmentOf(party),
        reasoning: "MARK-all-2",
        suggestedRoles: { ownUser: "peer", otherUser: "peer" },
      };
      const answer = await poll(party, `${at.parked}/respond`, { ...said, assessment });
      expect(answer.status).toBe(200);
    }
    for (const as of everyone) await ask("GET", `/negotiations/${at.parked}`, { as });
    expect(at.faults).toEqual([]);
  },
);
