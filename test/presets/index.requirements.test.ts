import { describe, expect, it } from "vitest";
import { type Agent, type AgentCall, memoryDirectory, NegotiationService } from "../../src/index.js";
import { toIndexTurn } from "../../src/presets/index.js";
import { ManualClock } from "../../src/testing/index.js";
import { ASSESSMENT } from "../kit/builders.js";

/** A room of the preset whose parties are agents with one and the same function. */
function told(answer: (call: AgentCall) => ReturnType<Agent>) {
  const calls: AgentCall[] = [];
  const agent: Agent = (call) => {
    calls.push(call);
    return answer(call);
  };
  const room = new NegotiationService("network", {
    clock: new ManualClock(),
    // Never answers: who has no agent is moved for by the test.
    fallback: () => new Promise<never>(() => {}),
    rules: { preset: "index" },
  });
  return { room, calls, agent };
}

const context = {
  source: { id: "ada", name: "Ada" },
  candidate: { id: "smith", name: "Smith" },
  indexContext: { networkId: "n", prompt: "" },
};

describe("two agents of the preset index", () => {
  it("speak for one user each, and alternate by who they are [IX-1]", async () => {
    const { room, calls, agent } = told(({ turnNumber }) =>
      turnNumber === 4
        ? { action: "reject" }
        : { action: turnNumber === 1 ? "propose" : "counter", message: `${turnNumber}` },
    );
    await room.negotiate({
      initiator: { id: "ada", kind: "system", agent },
      responder: { id: "smith", kind: "system", agent },
    });
    expect(calls.map(({ party }) => party.id)).toEqual(["ada", "smith", "ada", "smith"]);
    await room.close();
  });

  it("are of one kind for both seats: seat, turns and context say where each stands [IX-2]", async () => {
    const { room, calls, agent } = told(({ standing }) => ({
      action: standing === null ? "propose" : "accept",
    }));
    await room.negotiate({
      initiator: { id: "ada", kind: "system", agent },
      responder: { id: "smith", kind: "system", agent },
      context,
    });
    expect(calls.map(({ seat, turns }) => [seat, turns.length])).toEqual([
      ["initiator", 0],
      ["responder", 1],
    ]);
    expect(calls.map((call) => call.context)).toMatchObject([
      { ownUser: { id: "ada" }, otherUser: { id: "smith" }, isDiscoverer: true },
      { ownUser: { id: "smith" }, otherUser: { id: "ada" }, isDiscoverer: false },
    ]);
    await room.close();
  });

  it("may say something with each turn, and need not, but for a counter [IX-6]", async () => {
    const { room } = told(() => ({ action: "reject" }));
    const { id } = await room.createNegotiation("ada", "smith");
    const said = [
      await room.submit(id, "ada", { action: "propose" }),
      await room.submit(id, "smith", { action: "counter", message: "Tell me more." }),
      await room.submit(id, "ada", { action: "accept", message: "Gladly." }),
    ];
    expect(said.map(({ ok }) => ok)).toEqual([true, true, true]);
    const turns = room.getNegotiation(id)?.turns ?? [];
    expect(turns.map(({ message }) => message)).toEqual([null, "Tell me more.", "Gladly."]);
    expect(turns.map((turn) => "message" in toIndexTurn(turn))).toEqual([false, true, true]);
    room.destroy();
  });

  it("begin with a proposal of the source, whatever its agent calls it [IX-8]", async () => {
    const { room, agent } = told(({ standing }) =>
      standing === null ? { action: "counter", message: "Shall we talk?" } : { action: "accept" },
    );
    const { id } = await room.createNegotiation("ada", "smith");
    expect(await room.submit(id, "ada", { action: "counter", message: "Shall we?" })).toMatchObject({
      code: "must_propose",
    });
    expect(await room.submit(id, "smith", { action: "propose" })).toMatchObject({ code: "not_your_turn" });
    await room.negotiate({
      initiator: { id: "eve", kind: "system", agent },
      responder: { id: "mallory", kind: "system", agent },
    });
    expect(room.getLatestNegotiation()?.turns[0]).toMatchObject({
      action: "propose",
      partyId: "eve",
      coercedFrom: "counter",
    });
    room.destroy();
  });
});

describe("parked turns", () => {
  it("go by one id at every door, and to agents of the party alone [B-26]", async () => {
    const room = new NegotiationService("network", {
      clock: new ManualClock(),
      fallback: () => ({ action: "reject" }),
      rules: { preset: "index-2026-04" },
      directory: memoryDirectory([
        { agentId: "ada-phone", partyId: "ada" },
        { agentId: "smith-phone", partyId: "smith" },
      ]),
    });
    const { id } = await room.createNegotiation(
      { id: "ada", kind: "personal" },
      { id: "smith", kind: "personal" },
    );
    expect(await room.pickup("ada", { agentId: "smith-phone" })).toMatchObject({ code: "forbidden_agent" });
    const turn = await room.pickup("ada", { agentId: "ada-phone" });
    if (!turn?.ok) throw new Error("Expected the parked turn.");
    expect([turn.negotiationId, (await room.viewFor(id, "ada"))?.id]).toEqual([id, id]);
    const claim = { agentId: "smith-phone", claimId: turn.claimId };
    const opening = { action: "propose", assessment: ASSESSMENT } as const;
    expect((await room.respond(turn.negotiationId, claim, opening)).ok).toBe(false);
    const own = { agentId: "ada-phone", claimId: turn.claimId };
    expect((await room.respond(turn.negotiationId, own, opening)).ok).toBe(true);
    expect(room.getNegotiation(turn.negotiationId)?.turns).toHaveLength(1);
    room.destroy();
  });
});
