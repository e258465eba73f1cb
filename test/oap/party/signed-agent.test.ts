import { describe, expect, it } from "vitest";
import type { Agent } from "../../../src/index.js";
import { signedAgent, verifyDocument } from "../../../src/oap/index.js";
import { good, opening, type World, world } from "../host-setup.js";

/** A world whose parties are run by these agents. */
async function played(agents: { ada?: Agent; smith?: Agent }, options: Parameters<typeof world>[0] = {}) {
  const seats = new Map<string, Agent>();
  const here = await world({ ...options, service: { agentFor: ({ id }) => seats.get(id) } });
  if (agents.ada) seats.set(here.ada.did, signedAgent(agents.ada, here.ada));
  if (agents.smith) seats.set(here.smith.did, signedAgent(agents.smith, here.smith));
  return here;
}

async function run(here: World) {
  const settled = new Promise<void>((resolve) => here.service.on("negotiation:settled", () => resolve()));
  const { history } = good(await here.host.open(await here.ada.open(opening(here))));
  await settled;
  await new Promise<void>((resolve) => setImmediate(resolve));
  const id = history.negotiation_id;
  const answer = good(await here.host.history(id, { caller: here.ada.did }));
  return { view: answer.history, record: (await here.service.loadNegotiation(id))! };
}

const buyer: Agent = ({ standing }) =>
  standing === null
    ? { action: "propose", terms: { price: "40.00" }, justification: { type: "reward" } }
    : { action: "counter", terms: { price: "50.00" } };

const seller: Agent = ({ turnNumber }) =>
  turnNumber < 4 ? { action: "counter", terms: { price: "60.00" } } : { action: "accept" };

describe("agents of the process", () => {
  it("OAP-19: sign every turn; each verifies with its stored key, and the agreement is logged", async () => {
    const here = await played(
      { ada: buyer, smith: seller },
      { manifest: { supported: true, categories: ["pricing"] } },
    );
    const { view, record } = await run(here);
    expect(view).toMatchObject({ state: "ACCEPTED", round: 3 });
    expect(view.agreement?.terms).toEqual({ price: "50.00" });
    for (const { document, type } of view.history) {
      const purpose = type === "acceptance" ? "accept" : "proposal";
      expect(await verifyDocument(document, { purpose, signer: document.from })).toMatchObject({ ok: true });
    }
    expect(record.turns.map(({ source }) => source)).toEqual(Array(4).fill("agent"));
    expect(record.turns[0]?.justification).toEqual({ type: "reward" });
    expect(await here.port.size()).toBe(1);
    const call = { caller: here.ada.did, negotiationId: record.id };
    expect(await here.host.cosign(await here.ada.cosign(view), call)).toMatchObject({ complete: true });
  });

  it.each([
    [{ action: "counter", terms: { price: "1" } }, "proposal"],
    [{ action: "question", message: "?", terms: { price: "1" } }, "proposal"],
    [{ action: "reject", reason: "No." }, "withdrawal"],
    [{ action: "withdraw" }, "withdrawal"],
  ] as const)("OAP-19: EN-14: %j where nothing stands is signed as a %s", async (answer, type) => {
    const here = await played({ ada: () => answer as never, smith: () => ({ action: "reject" }) });
    const { view } = await run(here);
    expect(view.history[0]).toMatchObject({ type });
  });

  it.each([
    { action: "accept", terms: { price: "1" } },
    { action: "accept", changes: { price: "1" } },
    { action: "accept", replyTo: "prp_00000000000000000000000009" },
    { action: "reject", terms: { price: "1" } },
    { action: "counter", terms: { price: "1" }, replyTo: "prp_00000000000000000000000009" },
  ])("OAP-16: EN-70: %j says more than a document could: nothing is signed for it", async (answer) => {
    const ada: Agent = () => ({ action: "propose", terms: { price: "40.00" } });
    const here = await played({ ada, smith: () => answer as never });
    const { view } = await run(here);
    expect(view).toMatchObject({ state: "EXPIRED", outcome: { reason: "agent_error" } });
    expect(view.history).toHaveLength(1);
  });

  it("OAP-19: a reason goes into the document, a message into none", async () => {
    const here = await played({
      ada: () => ({ action: "propose", terms: { price: "1" }, message: "unsigned", assessment: { own: 1 } }),
      smith: () => ({ action: "reject", reason: "Too dear." }),
    });
    const { view, record } = await run(here);
    expect(view.history[1]?.document).toMatchObject({ reason: "Too dear." });
    expect(record.turns[0]).toMatchObject({ message: null, assessment: { own: 1 } });
    expect(record.turns[1]).toMatchObject({ reason: "Too dear." });
  });

  it("OAP-7: an agent that counters past the last round ends in agent_error, shown as EXPIRED", async () => {
    const always: Agent = ({ standing }) => ({
      action: standing === null ? "propose" : "counter",
      terms: { price: "1" },
    });
    const here = await played({ ada: always, smith: always });
    const { view } = await run(here);
    expect(view).toMatchObject({ state: "EXPIRED", round: 3, outcome: { reason: "agent_error", by: null } });
  });

  it("hands on what is no move: the engine says what is wrong with it", async () => {
    const here = await played({ ada: () => ({ action: "propose" }) as never });
    const { view } = await run(here);
    expect(view).toMatchObject({ state: "EXPIRED", history: [] });
  });

  it("OAP-19: say where they are in a room that no host serves", async () => {
    const here = await world();
    const agent = signedAgent(() => ({ action: "propose", terms: {} }), here.ada);
    const call = {
      standing: null,
      turns: [],
      legalActions: ["propose"],
      context: null,
      party: "a",
      other: "b",
    };
    await expect(agent(call as never)).rejects.toThrow("Expected a negotiation that an OAP host has opened");
  });
});
