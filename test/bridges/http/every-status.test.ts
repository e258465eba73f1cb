import { request } from "node:http";
import { expect, it } from "vitest";
import { memoryDirectory } from "../../../src/index.js";
import { signingRefusal } from "../../../src/oap/canonical/index.js";
import { webCryptoVerifier } from "../../../src/oap/index.js";
import { didKeyNow, type KeyResult } from "../../../src/oap/keys/index.js";
import { oapParty } from "../../../src/oap/party/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { ASSESSMENT } from "../../kit/builders.js";
import { T0 } from "../../kit/open-room.js";
import { overriding } from "../../kit/wrapped-store.js";
import { DID, opening, START, sha256, signerOf, world } from "../../oap/host-setup.js";
import { acceptRecklessly, resigned } from "../../oap/oap-world.js";
import { ADA, never, SMITH } from "../../service/parking.js";
import { type Answer, byToken, RULES, type Served, served } from "./served-bridge.js";

const WEB = "did:web:smith.example";

/** Holds whoever comes to it while it is closed. */
function gate() {
  let opened: (() => void) | undefined;
  let closed: Promise<void> | undefined;
  return {
    pass: async (): Promise<void> => closed,
    close: () => void (closed = new Promise((resolve) => (opened = resolve))),
    open: () => {
      opened?.();
      closed = undefined;
    },
  };
}

it("every status that the document declares comes, as it describes it, and no other does [HT-9] [HT-7]", async () => {
  const commits = gate();
  const proofs = gate();
  let isDown = false;
  const verify = webCryptoVerifier();
  const signer = { ...(await signerOf(7)), kid: `${WEB}#key-1` };
  const held = didKeyNow((await signerOf(7)).kid, START);
  const resolveKey = async (kid: string): Promise<KeyResult> => {
    if (kid.startsWith("did:key:")) return didKeyNow(kid, START);
    if (isDown || !held.ok) return signingRefusal("key_unresolvable", "Expected a document, got none.");
    const documentHash = `sha256-${"A".repeat(43)}=`;
    return { ...held, snapshot: { ...held.snapshot, kid, documentHash } };
  };
  const resolver = { resolveKey, forgetKey: () => undefined };
  const here = await world({
    isForgetful: true,
    resolver,
    verifier: async (...given) => {
      await proofs.pass();
      return verify(...given);
    },
  });
  const agents = [{ agentId: "ada-phone", partyId: "ada", lastSeenAt: T0 }];
  const at = await served({
    families: ["native", "oap", "index-network"],
    oapHost: here.host,
    networks: () => ["network"],
    authorize: (asking) => {
      if (asking.headers.get("authorization") === "Bearer crash") throw new Error("no such luck");
      return byToken(asking);
    },
    service: {
      rules: { ...RULES, oneActive: "pair" },
      directory: memoryDirectory(agents),
      fallback: never,
      store: overriding(new MemoryStore(), {
        commit: async (store, commit) => {
          await commits.pass();
          return store.commit(commit);
        },
      }),
    },
  });
  const many = async (count: number, held: ReturnType<typeof gate>, ask: () => Promise<Answer>) => {
    held.close();
    const asks = Array.from({ length: count }, async () => {
      const answer = await ask();
      if (answer.status === 429) held.open();
      return answer.status;
    });
    expect(await Promise.all(asks)).toContain(429);
  };

  // Native.
  const id = (await at.opened()).split("/")[2] as string;
  const open = (responder: string, key: string, more = {}) =>
    at.ask("POST", "/negotiations", {
      as: "ada",
      body: { roomId: "market-7", responder, ...more },
      headers: { "idempotency-key": key },
    });
  const opens = [await open("smith", "k1"), await open("eve", "k2"), await open("bob", "k2")];
  opens.push(await open("bob", "k3", { initiator: "eve" }));
  expect(opens.map(({ status }) => status)).toEqual([409, 201, 422, 403]);
  const move = (body: object, headers = {}, as = "smith", of = id) =>
    at.ask("POST", `/negotiations/${of}/moves`, { as, body, headers });
  const counter = { action: "counter", terms: { price: 50 } };
  await many(103, commits, () => move(counter, { "idempotency-key": "many" }));
  const moves = [
    await move(counter),
    await move(counter, { "if-match": '"0"' }),
    await move({ action: "accept" }, { "idempotency-key": "many" }),
    await move(counter, {}, "smith", "neg_nobody"),
    await move({ ...counter, partyId: "ada" }),
    await move({ action: "reject" }, {}, "ada"),
  ];
  expect(moves.map(({ status }) => status)).toEqual([409, 412, 422, 404, 403, 200]);
  const path = `/negotiations/${id}`;
  const known = (await at.ask("GET", path, { as: "ada" })).headers.get("etag") as string;
  await at.ask("GET", path, { as: "ada", headers: { "if-none-match": known } });
  for (const below of ["", "/turns", "/events"]) {
    await at.ask("GET", path + below, { as: "ada" });
    await at.ask("GET", path + below, { as: "stranger" });
  }
  await at.ask("GET", `${path}/turns?after=x`, { as: "ada" });
  await at.ask("GET", "/negotiations", { as: "ada" });
  await at.ask("GET", "/negotiations?limit=0", { as: "ada" });
  await at.ask("GET", `${path}/events`, { as: "ada", headers: { "last-event-id": "99-9" } });
  const live = (opens[1] as Answer).headers.get("location") as string;
  const ending = new AbortController();
  const asked = { headers: { authorization: "Bearer ada" }, signal: ending.signal };
  for (let count = 0; count < 8; count += 1) await fetch(`${at.base}${live}/events`, asked);
  expect((await at.ask("GET", `${live}/events`, { as: "ada" })).status).toBe(429);
  ending.abort();
  await at.ask("GET", "/openapi.json");

  // Index Network.
  const polling = "/api/agents/ada-phone/negotiations";
  const pickup = (as = "ada/ada-phone", headers = {}) => at.ask("POST", `${polling}/pickup`, { as, headers });
  await pickup();
  const creation = { rules: { preset: "index-2026-04" } } as const;
  const parked = (await at.rooms.room("network").createNegotiation(ADA, SMITH, undefined, creation)).id;
  const respond = (body: object, headers = {}, of = parked) =>
    at.ask("POST", `${polling}/${of}/respond`, { as: "ada/ada-phone", body, headers });
  const turn = { action: "propose", assessment: ASSESSMENT };
  const early = await respond(turn);
  const picked = [
    await pickup(),
    await pickup("ada"),
    await pickup("ada/ada-phone", { "idempotency-key": "" }),
  ];
  expect(picked.map(({ status }) => status)).toEqual([200, 403, 400]);
  const stale = await respond(turn, { "if-match": '"99"' });
  await many(103, commits, () => respond(turn, { "idempotency-key": "many" }));
  const responses = [
    early,
    stale,
    await respond({ ...turn, message: "Other." }, { "idempotency-key": "many" }),
    await respond(turn, {}, "neg_nobody"),
    await respond({ ...turn, agentId: "eve-phone" }),
    await respond(turn, { "idempotency-key": "many" }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([409, 412, 422, 404, 403, 200]);

  // OAP: ada by a key, smith by a document that somebody has to be asked for.
  const { ada } = here;
  const adas = await signerOf(1);
  const pinned = [{ host: DID, manifest_hash: here.hash }];
  const smith = () =>
    oapParty({ signer, sha256, clock: here.clock, randomBytes: here.randomBytes, pinned, resolver });
  const oap = (verb: string, body: object, as = "", headers = {}, of = "/open") =>
    at.ask("POST", `/oap/negotiation${of === "/open" ? "" : `/${of}`}/${verb}`, { as, body, headers });
  /** All that can go wrong with a document of smith's; `taken` is whose document is good. */
  const refused = async (verb: string, of: string, body: object, by = WEB): Promise<number[]> => {
    isDown = true;
    const down = await oap(verb, body, by, {}, of);
    isDown = false;
    await many(9, proofs, () => oap(verb, body, by, {}, of));
    return [down.status];
  };
  const unknown = `neg_${"0".repeat(26)}`;
  const opened = async () => {
    const document = await ada.open({ ...opening(here), responder: WEB });
    const answer = await oap("open", document, ada.did);
    return { document, view: answer.body, id: answer.body.negotiation_id as string };
  };
  const first = await opened();
  const proposal = await ada.propose(first.view, { terms: { price: "40.00" } });
  const own = await smith().open({ ...opening(here), responder: ada.did });
  const old = { ...opening(here), manifest_hash: `sha256-${"A".repeat(43)}=` };
  const statuses: (readonly [string, readonly number[]])[] = [
    [
      "open",
      [
        (await oap("open", first.document, WEB)).status,
        (await oap("open", await ada.open(old), ada.did)).status,
        (await oap("open", await resigned(first.document, { category: "sla" }, "open", adas), ada.did))
          .status,
        ...(await refused("open", "/open", own)),
      ],
    ],
    [
      "propose",
      [
        (await oap("propose", proposal, WEB, {}, first.id)).status,
        (await oap("propose", proposal, ada.did, { "if-match": '"9"' }, first.id)).status,
        (await oap("propose", proposal, ada.did, {}, first.id)).status,
        (
          await oap(
            "propose",
            await resigned(proposal, { round: 7 }, "proposal", adas),
            ada.did,
            {},
            first.id,
          )
        ).status,
        (
          await oap(
            "propose",
            await resigned(proposal, { negotiation_id: unknown }, "proposal", adas),
            ada.did,
            {},
            unknown,
          )
        ).status,
        (await oap("propose", await ada.propose(first.view, { terms: {} }), ada.did, {}, first.id)).status,
      ],
    ],
  ];
  expect(statuses).toEqual([
    ["open", [403, 409, 422, 502]],
    ["propose", [403, 412, 201, 422, 404, 409]],
  ]);
  const historyOf = async (of: string) => (await at.ask("GET", `/oap/negotiation/${of}`, { as: WEB })).body;
  const standing = await historyOf(first.id);
  expect(
    await refused("propose", first.id, await smith().propose(standing, { terms: { price: "45.00" } })),
  ).toEqual([502]);

  const countered = await historyOf(first.id);
  const reckless = await acceptRecklessly(countered, signer);
  const accept = await acceptRecklessly(countered, adas);
  const nowhere = await acceptRecklessly({ ...countered, negotiation_id: unknown }, adas);
  const accepts = [
    ...(await refused("accept", first.id, reckless)),
    (await oap("accept", reckless, WEB, {}, first.id)).status,
    (await oap("accept", accept, WEB, {}, first.id)).status,
    (await oap("accept", nowhere, ada.did, {}, unknown)).status,
    (await oap("accept", accept, ada.did, { "if-match": '"0"' }, first.id)).status,
    (await oap("accept", accept, ada.did, {}, first.id)).status,
    (
      await oap(
        "accept",
        { ...accept, acceptance: await resigned(accept.acceptance, { round: 1 }, "accept", adas) },
        ada.did,
        {},
        first.id,
      )
    ).status,
  ];
  expect(accepts).toEqual([502, 409, 403, 404, 412, 200, 422]);

  const agreed = await historyOf(first.id);
  const cosignature = await smith().cosign(agreed);
  const { agreement_id } = cosignature;
  const pointers = ["/terms/price"];
  const cosigns = [
    (await oap("cosign", { agreement_id, signature: "none" }, WEB, {}, first.id)).status,
    (await oap("cosign", cosignature, here.eve.did, {}, first.id)).status,
    ...(await refused("cosign", first.id, cosignature)),
    (await oap("redact", { agreement_id, pointers }, here.eve.did, {}, first.id)).status,
    (await oap("redact", { agreement_id, pointers: ["/metadata/host"] }, WEB, {}, first.id)).status,
    (await oap("redact", { agreement_id, pointers }, WEB, {}, first.id)).status,
  ];
  expect(cosigns).toEqual([403, 404, 502, 404, 400, 200]);

  for (const verb of ["reject", "withdraw"] as const) {
    const { id: of, view } = await opened();
    await oap("propose", await ada.propose(view, { terms: { price: "40.00" } }), ada.did, {}, of);
    const end = await smith()[verb](await historyOf(of));
    const strange = await resigned(end, { negotiation_id: unknown }, verb, signer);
    const before = [
      (await oap(verb, end, ada.did, {}, of)).status,
      (await oap(verb, strange, WEB, {}, unknown)).status,
      (await oap(verb, end, WEB, { "if-match": '"9"' }, of)).status,
      ...(await refused(verb, of, end)),
      (await oap(verb, await resigned(end, { reason: "No." }, verb, signer), WEB, {}, of)).status,
      (
        await oap(
          verb,
          await smith()[verb](standing.negotiation_id === of ? standing : await historyOf(of)),
          WEB,
          {},
          of,
        )
      ).status,
    ];
    expect(before).toEqual([403, 404, 412, 502, 422, 409]);
  }
  await at.ask("GET", `/oap/negotiation/${first.id}?after=x`, { as: WEB });
  await at.ask("GET", `/oap/negotiation/${unknown}`, { as: WEB });

  // Of every operation.
  const operations = operationsOf(at);
  for (const [method, template] of operations) {
    const at1 = template.replace("{agentId}", "ada-phone").replace("{id}", "neg_any");
    if (template === "/openapi.json") continue;
    await at.ask(method, at1);
    await at.ask(method, at1, { as: "crash" });
    if (method !== "POST" || template.endsWith("pickup")) continue;
    const as = "ada/ada-phone";
    await at.ask(method, at1, { as, body: "{" });
    await at.ask(method, at1, { as, body: "x".repeat(70_000) });
    await at.ask(method, at1, { as, body: "{}", headers: { "content-type": "text/plain" } });
    await slowly(at, at1, as, here.clock);
  }
  expect(at.faults.every(({ error }) => (error as Error).message === "no such luck")).toBe(true);
  await at.bridge.close();
  for (const [method, template] of operations)
    if (template !== "/openapi.json") await at.ask(method, template.replaceAll(/[{}]/g, ""), { as: "ada" });
  expect(at.conformance.missing()).toEqual([]);
});

function operationsOf({ bridge }: Served): (readonly [method: string, path: string])[] {
  const { paths } = bridge.openApiDocument() as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  );
}

/** A request whose body never ends. */
async function slowly(
  at: Served,
  path: string,
  as: string,
  other: { advance(ms: number): Promise<void>; readonly pendingCount: number },
) {
  const before = at.clock.pendingCount + other.pendingCount;
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  const sending = request(at.base + path, { method: "POST", headers });
  sending.write('{ "a": ');
  const answered = new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    sending.once("error", reject);
    sending.once("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      const given = new Headers(response.headers as Record<string, string>);
      resolve({ status: response.statusCode ?? 0, headers: given, text });
    });
  });
  await expect.poll(() => at.clock.pendingCount + other.pendingCount).toBeGreaterThan(before);
  await Promise.all([at.clock.advance(10_000), other.advance(10_000)]);
  const answer = await answered;
  sending.destroy();
  expect(answer.status).toBe(408);
  at.conformance.check("POST", path, { ...answer, body: JSON.parse(answer.text) });
}
