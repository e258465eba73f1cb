import { expect, it } from "vitest";
import { memoryDirectory } from "../../../src/index.js";
import { ASSESSMENT } from "../../kit/builders.js";
import { T0 } from "../../kit/open-room.js";
import { ADA, never, SMITH } from "../../service/parking.js";
import { served } from "./served-bridge.js";

const answer = (action: string, message?: string) => ({
  action,
  assessment: ASSESSMENT,
  ...(message !== undefined && { message }),
});

/** Two networks in which turns wait for agents that poll. */
async function networks(roomIds: readonly string[] = ["net-a", "net-b"]) {
  const agents = ["ada", "smith"].flatMap((partyId) =>
    ["phone", "desk"].map((name) => ({ agentId: `${partyId}-${name}`, partyId, lastSeenAt: T0 })),
  );
  const directory = memoryDirectory(agents);
  const at = await served({
    families: ["native", "index-network"],
    networks: () => roomIds,
    service: { rules: { preset: "index-2026-04", oneActive: "none" }, directory, fallback: never },
  });
  const waiting = async (roomId: string): Promise<string> =>
    (await at.rooms.room(roomId).createNegotiation(ADA, SMITH)).id;
  const pickup = (agent: string, as = `${agent.split("-")[0]}/${agent}`) =>
    at.ask("POST", `/api/agents/${agent}/negotiations/pickup`, { as });
  const respond = (agent: string, id: string, body: unknown, headers: Record<string, string> = {}) =>
    at.ask("POST", `/api/agents/${agent}/negotiations/${id}/respond`, {
      as: `${agent.split("-")[0]}/${agent}`,
      body,
      headers,
    });
  return { ...at, directory, waiting, pickup, respond };
}

it("an agent polls, gets the oldest turn of all networks, and answers it [HT-4] [PT-11]", async () => {
  const at = await networks();
  const empty = await at.pickup("ada-phone");
  expect([empty.status, empty.text]).toEqual([204, ""]);
  const older = await at.waiting("net-b");
  await at.clock.advance(1_000);
  const newer = await at.waiting("net-a");

  const first = await at.pickup("ada-phone");
  expect([first.status, first.body.negotiationId, first.body.turnNumber]).toEqual([200, older, 1]);
  expect(first.body.legalActions).toContain("propose");
  expect((await at.pickup("ada-phone")).body).toEqual(first.body);
  expect((await at.pickup("ada-desk")).body.negotiationId).toBe(newer);
  expect((await at.pickup("smith-phone")).status).toBe(204);

  const body = { ...answer("propose", "Shall we?"), claimId: first.body.claimId };
  const said = await at.respond("ada-phone", older, body);
  expect([said.status, said.body.floor, said.body.turns[0].message]).toEqual([200, "smith", "Shall we?"]);
  const next = await at.pickup("smith-phone");
  expect([next.body.negotiationId, next.body.counterpartyAction]).toEqual([older, "propose"]);
  // Its own claim is known: the answer need not name it.
  const accepted = await at.respond("smith-phone", older, answer("accept"));
  expect([accepted.status, accepted.body.outcome.status]).toEqual([200, "accepted"]);
});

it("an agent that asks again gets the turn that it holds, though an older one waits by now in another network [HT-4] [PT-3]", async () => {
  const at = await networks();
  const older = await at.waiting("net-b");
  await at.clock.advance(1_000);
  const newer = await at.waiting("net-a");
  const { claimId } = (await at.pickup("ada-desk")).body;
  const held = await at.pickup("ada-phone");
  expect(held.body.negotiationId).toBe(newer);
  const claim = { agentId: "ada-desk", claimId };
  expect(await at.rooms.room("net-b").release(older, claim)).toMatchObject({ ok: true });
  expect((await at.pickup("ada-phone")).body).toEqual(held.body);
});

it("a pickup is a sign of life in every network, also where nothing waits [HT-4] [PT-1]", async () => {
  for (const roomIds of [[], ["net-a"], ["net-a", "net-b"]]) {
    const at = await networks(roomIds);
    await at.clock.advance(5_000);
    expect((await at.pickup("ada-phone")).status).toBe(204);
    const seen = (await at.directory.agentsOf("ada")).find(({ agentId }) => agentId === "ada-phone");
    expect(seen?.lastSeenAt).toBe(roomIds.length === 0 ? T0 : T0 + 5_000);
  }
});

it("who the agent is, the host says: another's path, and another's agent, are forbidden [HT-4]", async () => {
  for (const roomIds of [["net-a"], ["net-a", "net-b"]]) {
    const at = await networks(roomIds);
    const id = await at.waiting("net-a");
    const foreign = [
      await at.pickup("ada-phone", "ada/ada-desk"),
      await at.pickup("ada-phone", "ada"),
      await at.pickup("smith-phone", "ada/smith-phone"),
      await at.ask("POST", `/api/agents/ada-phone/negotiations/${id}/respond`, {
        as: "ada/ada-desk",
        body: answer("propose"),
      }),
    ];
    for (const { status, body } of foreign) expect([status, body.code]).toEqual([403, "forbidden_agent"]);
    const named = await at.respond("ada-phone", id, { ...answer("propose"), agentId: "ada-desk" });
    expect([named.status, named.body.code]).toEqual([403, "forbidden_agent"]);
  }
});

it("an answer without the claim is a conflict, one that is illegal or malformed is not well asked [HT-4] [PT-5]", async () => {
  const at = await networks(["net-a"]);
  const id = await at.waiting("net-a");
  const codeOf = async (agent: string, body: unknown, name = id) => {
    const { status, body: said } = await at.respond(agent, name, body);
    return [status, said.code];
  };
  expect(await codeOf("ada-phone", answer("propose"))).toEqual([409, "claim_not_held"]);
  const { claimId } = (await at.pickup("ada-phone")).body;
  expect(await codeOf("ada-desk", answer("propose"))).toEqual([409, "claim_not_held"]);
  expect(await codeOf("ada-desk", { ...answer("propose"), claimId })).toEqual([409, "claim_not_held"]);
  expect(await codeOf("smith-phone", answer("propose"))).toEqual([409, "claim_not_held"]);
  expect(await codeOf("ada-phone", answer("propose"), "neg_nobody")).toEqual([404, "unknown_negotiation"]);
  const wrong: readonly (readonly [unknown, string])[] = [
    [answer("accept"), "must_propose"],
    [answer("withdraw"), "move_invalid"],
    [{ action: "propose" }, "move_invalid"],
    [
      { ...answer("propose"), assessment: { ...ASSESSMENT, suggestedRoles: { ownUser: "boss" } } },
      "move_invalid",
    ],
    [{ ...answer("propose"), claimId: 7 }, "malformed_body"],
    [{ ...answer("propose"), terms: { price: 1 } }, "terms_not_allowed"],
  ];
  for (const [body, code] of wrong) expect(await codeOf("ada-phone", body)).toEqual([400, code]);
  // The claim has survived all of that.
  expect(await codeOf("ada-phone", { ...answer("propose"), claimId })).toEqual([200, undefined]);
  expect(await codeOf("ada-phone", answer("propose"))).toEqual([409, "claim_not_held"]);
});

it("to an agent of somebody else a turn is as unknown as one that nobody has [HT-4] [BR-4]", async () => {
  const at = await networks(["net-a"]);
  const id = await at.waiting("net-a");
  const { claimId } = (await at.pickup("ada-phone")).body;
  const body = { ...answer("propose"), claimId };
  const foreign = await at.respond("eve-phone", id, body);
  const unknown = await at.respond("eve-phone", "neg_nobody", body);
  expect([foreign.status, foreign.body.code]).toEqual([404, "unknown_negotiation"]);
  expect(foreign.text.replaceAll(id, "neg_nobody")).toBe(unknown.text);
  expect((await at.pickup("ada-phone")).body.claimId).toBe(claimId);
});

it("a lost answer is answered again under its key, with what the negotiation is by now [HT-5] [BR-5]", async () => {
  const at = await networks(["net-a"]);
  const id = await at.waiting("net-a");
  const { claimId, turnNumber } = (await at.pickup("ada-phone")).body;
  const headers = { "idempotency-key": `turn:${id}:${turnNumber}` };
  const body = { ...answer("propose"), claimId };
  const first = await at.respond("ada-phone", id, body, headers);
  expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([200, null]);
  for (const repeated of [body, answer("propose")]) {
    const again = await at.respond("ada-phone", id, repeated, headers);
    expect([again.status, again.headers.get("idempotency-replayed"), again.text]).toEqual([
      200,
      "true",
      first.text,
    ]);
  }
  const other = await at.respond("ada-phone", id, { ...answer("propose", "No."), claimId }, headers);
  expect([other.status, other.body.code]).toEqual([422, "command_conflict"]);
  const badKey = { "idempotency-key": "x".repeat(129) };
  expect((await at.respond("ada-phone", id, body, badKey)).status).toBe(400);
});

it("of rival agents one gets the turn, and the same agent at once gets one claim [HT-4] [PT-3]", async () => {
  const at = await networks();
  await at.waiting("net-a");
  const rivals = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? "ada-phone" : "ada-desk"));
  const answers = await Promise.all(rivals.map((agent) => at.pickup(agent)));
  const claims = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.claimId] : [])));
  expect(claims.size).toBe(1);
});

it("a score is its own side's alone, also where it stands beside the assessment [HT-4] [IX-7] [BR-7]", async () => {
  const at = await networks(["net-a"]);
  const id = await at.waiting("net-a");
  await at.pickup("ada-phone");
  const said = await at.respond("ada-phone", id, { ...answer("propose"), fitScore: 0.734251 });
  expect([said.status, said.text.includes("0.734251")]).toEqual([200, true]);
  const seen = [await at.pickup("smith-phone"), await at.ask("GET", `/negotiations/${id}`, { as: "smith" })];
  for (const { status, text } of seen) expect([status, text.includes("0.734251")]).toEqual([200, false]);
});
