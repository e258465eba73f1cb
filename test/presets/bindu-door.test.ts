import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Agent, NegotiationService } from "../../src/index.js";
import { toBinduContext } from "../../src/presets/index.js";

const uuid = z.uuidv4();
const OPENING = { price: 40 };

function bindu(ids?: (kind: string) => string) {
  return new NegotiationService<unknown>("lab", { rules: { preset: "bindu" }, warnings: false, ids });
}

describe("preset bindu", () => {
  it("writes out nothing but UUIDs, by every way to begin and to counter [BD-1a]", async () => {
    const room = bindu();
    const first = await room.createNegotiation("k", "a", OPENING);
    await room.submit(first.id, "a", { action: "counter", terms: { price: 50 } }, { commandId: "once" });
    const again = await room.submit(
      first.id,
      "a",
      { action: "counter", terms: { price: 50 } },
      { commandId: "once" },
    );
    expect(again).toMatchObject({ ok: true, duplicate: true });
    const second = await room.createNegotiation("k", "b");
    await room.submit(second.id, "k", { action: "propose", terms: { price: 30 } });
    const proposing: Agent = () => ({ action: "propose", terms: { price: 20 } });
    const agents = {
      initiator: { id: "k", kind: "system", agent: proposing },
      responder: { id: "c", kind: "system", agent: (() => ({ action: "accept" })) satisfies Agent },
    } as const;
    let third = "";
    room.on("negotiation:agreed", ({ id }) => {
      third = id;
    });
    const { proposal } = await room.negotiate(agents);
    expect(proposal?.terms).toEqual({ price: 20 });
    for (const id of [first.id, second.id, third]) {
      const context = toBinduContext((await room.loadNegotiation(id)) as never);
      const written = [context.contextId, ...context.proposals.map(({ proposalId }) => proposalId)];
      expect(written.length).toBeGreaterThan(1);
      expect(new Set(written).size).toBe(written.length);
      for (const one of written) expect(uuid.safeParse(one).success, one).toBe(true);
    }
    await room.close();
  });

  it("takes a UUID for one negotiation of that preset among others, and leaves a host's own ids [BD-1a]", async () => {
    const room = new NegotiationService<unknown>("market");
    const { id } = await room.createNegotiation("k", "a", OPENING, { rules: { preset: "bindu" } });
    expect(uuid.safeParse(id).success).toBe(true);
    expect((await room.createNegotiation("k", "b", OPENING)).id).toMatch(/^neg_/);
    let count = 0;
    const own = bindu((kind) => `${kind}-${++count}`);
    const record = await own.createNegotiation("k", "a", OPENING);
    expect([record.id, record.standing?.id]).toEqual(["negotiation-1", "negotiation-1_p1"]);
    await Promise.all([room.close(), own.close()]);
  });

  it.each([5, "forty", [], [{ price: 1 }], true, null])(
    "refuses terms that are no JSON object at every door: %j [BD-1b]",
    async (terms) => {
      const room = bindu();
      await expect(room.createNegotiation("k", "a", terms)).rejects.toMatchObject({
        code: terms === null ? "terms_required" : "terms_invalid",
      });
      const { id } = await room.createNegotiation("k", "a", OPENING);
      const refused = await room.submit(id, "a", { action: "counter", terms });
      expect(refused).toMatchObject({ ok: false });
      await room.handleAgentMessage({
        type: "agent_counter",
        negotiationId: id,
        fromAgent: "a",
        proposal: terms,
      });
      const record = room.getNegotiation(id);
      expect(record?.turns).toHaveLength(1);
      expect(toBinduContext(record as never).proposals).toHaveLength(1);
      await room.close();
    },
  );

  it("asks for an object also where the rules make terms optional [BD-1b]", async () => {
    const room = bindu();
    const { id } = await room.createNegotiation("k", "a", OPENING, { rules: { terms: "optional" } });
    const refused = await room.submit(id, "a", { action: "counter", terms: undefined } as never);
    expect(refused).toMatchObject({ ok: false, code: "terms_invalid", details: { issues: [{ path: [] }] } });
    await room.close();
  });
});
