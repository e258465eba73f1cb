import { describe, expect, it } from "vitest";
import { decide } from "../../../src/core/index.js";
import type { Agent, AgentCall, KnownAgent } from "../../../src/ports/index.js";
import { commitOf, type ServiceRules } from "../../../src/service/commands/index.js";
import { memoryDirectory } from "../../../src/service/parking/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";
import { sequentialIds, T0 } from "../../kit/open-room.js";
import { ADA, accept, BOT, counter, HOUR, MINUTE, openNode, openNodes, propose, SMITH } from "../parking.js";
import { deferred, must } from "../watched-room.js";

const PHONE = { agentId: "ada-phone" };
/** The park rules of `index`, to be varied. */
const PARK = {
  parkMs: 300_000,
  claimBudget: "remaining",
  claimMs: null,
  onClaimExpiry: "fallback",
  freshMs: 90_000,
} as const;

/** Knows one agent of ada's, last seen so long before the beginning. */
function seenBefore(ms: number) {
  return memoryDirectory([{ agentId: "p", partyId: "ada", lastSeenAt: T0 - ms }]);
}

describe("parking", () => {
  it("PT-2, B-29, B-40: the opener's turn 1 is parked in a commit of its own, with its window in the record", async () => {
    const { room, record, names, payloads, clock } = openNode();
    await clock.advance(5);
    const created = await room.createNegotiation(ADA, SMITH);
    expect(created).toMatchObject({ version: 0, awaiting: { kind: "move" } });
    expect(record()).toMatchObject({
      version: 1,
      status: "open",
      floor: "ada",
      turns: [],
      awaiting: {
        kind: "parked",
        since: T0 + 5,
        firstParkedAt: T0 + 5,
        parkMs: 300_000,
        claim: null,
      },
      deadlines: { turnAt: null, parkAt: T0 + 300_005, claimAt: null, totalAt: created.deadlines.totalAt },
    });
    expect(names()).toEqual(["negotiation:started", "turn:awaited", "turn:parked"]);
    expect(payloads("turn:parked")).toEqual([
      { negotiation: record(), partyId: "ada", turnNumber: 1, agentId: null, deadlineAt: T0 + 300_005 },
    ]);
  });

  it("PT-2: the window that a turn was parked with is its own, whatever a later process is configured with", async () => {
    const { nodes, clock, open } = openNodes(1);
    const first = must(nodes[0]);
    const { id } = await first.room.createNegotiation(ADA, SMITH);
    first.room.destroy();
    const later = open({ rules: { preset: "index", park: { ...PARK, parkMs: 1_000 } } });
    await clock.advance(299_999);
    await later.room.wake(id);
    expect(later.room.getNegotiation(id)?.awaiting?.kind).toBe("parked");
    await clock.advance(1);
    expect(later.room.getNegotiation(id)?.awaiting?.kind).toBe("fallback");
  });

  it.each([
    ["a system party's turn", BOT, undefined, false],
    ["a person's without any agent", ADA, memoryDirectory([]), false],
    ["a person's whose agents are stale", ADA, seenBefore(90_001), false],
    ["a person's with a fresh agent", ADA, seenBefore(90_000), true],
    ["a person's where nobody knows the agents", ADA, undefined, true],
  ] as const)("PT-1, AS-39, B-28: %s", async (_, opener, directory, isParked) => {
    // Opens, and then thinks for ever: two that stand in for each other would go on without end.
    const fallback = scriptedAgent<any>([propose, new Promise(() => {}) as never]);
    const { room, record, payloads, count, clock } = openNode({ directory, fallback: fallback as Agent });
    await room.createNegotiation(opener, SMITH);
    await clock.advance(0);
    expect(payloads("turn:parked").some(({ partyId }) => partyId === opener.id)).toBe(isParked);
    expect(fallback.calls[0]?.party).toEqual(isParked ? undefined : opener);
    expect(record().turns).toMatchObject(isParked ? [] : [{ partyId: opener.id, source: "fallback" }]);
    // Nothing was ever parked for who could not pick it up.
    expect(count("turn:fallback")).toBe(0);
  });

  it("PT-1: an agent of another process that the directory lists as inline is neither parked for nor replaced", async () => {
    const directory = memoryDirectory([{ agentId: "p", partyId: "ada", kind: "inline" }]);
    const fallback = scriptedAgent<any>([propose, new Promise(() => {}) as never]);
    const { room, clock, record } = openNode({ directory, fallback: fallback as Agent });
    await room.createNegotiation(ADA, SMITH);
    await clock.advance(299_999);
    expect([record().awaiting?.kind, fallback.calls.length]).toEqual(["move", 0]);
    await clock.advance(1);
    expect(record().turns).toMatchObject([{ partyId: "ada", source: "fallback" }]);
  });

  it.each(["throws", "rejects"])(
    "PT-2: a directory that %s leaves an ordinary turn, and a warning",
    async (how) => {
      const warned: unknown[] = [];
      const broken = () => {
        if (how === "throws") throw new Error("secret");
        return Promise.reject(new Error("secret"));
      };
      const directory = { agentsOf: broken, ownerOf: () => "ada", seen: () => undefined };
      const observer = { warn: (...what: unknown[]) => void warned.push(what) };
      const { room, clock, record } = openNode({ directory, observer });
      const { id } = await room.createNegotiation(ADA, SMITH);
      await clock.advance(0);
      expect(record()).toMatchObject({ awaiting: { kind: "move" }, deadlines: { turnAt: T0 + 300_000 } });
      expect(warned).toEqual([["turn not parked", { negotiationId: id, code: "store_failed" }]]);
    },
  );

  it("PT-1: a directory that answers later parks later, but never a turn that was taken meanwhile", async () => {
    const asked = [deferred<readonly KnownAgent[]>(), deferred<readonly KnownAgent[]>()] as const;
    const agents = memoryDirectory([{ agentId: "p", partyId: "ada", lastSeenAt: T0 }]).agentsOf("ada") as any;
    let count = 0;
    const agentsOf = () => must(asked[count++]).promise;
    const directory = { agentsOf, ownerOf: () => "ada", seen: () => undefined };
    const { room, record, clock } = openNode({ directory });
    const { id } = await room.createNegotiation(ADA, SMITH);
    await room.submit(id, "ada", propose);
    asked[0].resolve(agents);
    await clock.advance(0);
    expect(record()).toMatchObject({ floor: "smith", awaiting: { kind: "move" }, version: 1 });
    asked[1].resolve(agents);
    await clock.advance(0);
    expect(record()).toMatchObject({ floor: "smith", awaiting: { kind: "parked" }, version: 2 });
  });
});

describe("pickup", () => {
  it("PT-3: claims the turn in one commit and tells all that its agent needs", async () => {
    const { room, record, clock, payloads } = openNode();
    const context = { source: { name: "Ada" }, candidate: { name: "Smith" }, discoveryQuery: "q" };
    const { id } = await room.createNegotiation(ADA, SMITH, undefined, { context });
    await clock.advance(200_000);
    const turn = must(await room.pickup("ada", PHONE));
    expect(record()).toMatchObject({
      version: 2,
      awaiting: {
        kind: "claimed",
        since: T0 + 200_000,
        firstParkedAt: T0,
        parkMs: 300_000,
        claim: { agentId: "ada-phone", claimedAt: T0 + 200_000 },
      },
      deadlines: { parkAt: null, claimAt: T0 + 300_000, turnAt: null },
    });
    const { awaiting } = record();
    const claimId = awaiting?.kind === "claimed" ? awaiting.claim.claimId : "";
    expect(turn).toEqual({
      ok: true,
      negotiationId: id,
      claimId,
      turnNumber: 1,
      deadlineAt: T0 + 300_000,
      counterpartyAction: null,
      turns: [],
      context: {
        ownUser: { name: "Ada" },
        otherUser: { name: "Smith" },
        indexContext: null,
        seedAssessment: null,
        isDiscoverer: true,
        discoveryQuery: "q",
      },
      standing: null,
      legalActions: ["propose", "withdraw"],
      isFinalTurn: false,
      turnsLeft: null,
    });
    expect(isDeepFrozen(turn)).toBe(true);
    expect(payloads("turn:claimed")).toEqual([
      {
        negotiation: record(),
        partyId: "ada",
        turnNumber: 1,
        agentId: "ada-phone",
        deadlineAt: T0 + 300_000,
      },
    ]);
  });

  it("PT-3: says what the other side did, as its party may see it", async () => {
    const { room, take } = openNode();
    const { id } = await room.createNegotiation(ADA, SMITH);
    const assessment = { reasoning: "SECRET", suggestedRoles: { ownUser: "agent", otherUser: "patient" } };
    await room.submit(id, "ada", { action: "propose", message: "Hello.", assessment } as never);
    const turn = await take("smith");
    expect(turn).toMatchObject({
      turnNumber: 2,
      counterpartyAction: "propose",
      standing: { round: 1 },
      legalActions: ["counter", "accept", "reject", "question", "withdraw"],
      turns: [{ message: "Hello.", assessment: { suggestedRoles: assessment.suggestedRoles } }],
      context: { isDiscoverer: false },
    });
    expect(JSON.stringify(turn)).not.toContain("SECRET");
    // The last thing of the other side, not of its own.
    const claim = { agentId: "smith-phone", claimId: turn.claimId };
    await room.respond(id, claim, { action: "question", message: "Why?" });
    await room.submit(id, "ada", counter("So."));
    await room.submit(id, "smith", counter("Hm."));
    expect(await take("ada")).toMatchObject({ counterpartyAction: "counter", turnNumber: 5 });
  });

  it("PT-3: leaves out what the policies mask", async () => {
    const policies = [
      { layer: "personal", rule: "no-deal", permits: ({ action }: any) => action !== "accept" },
    ];
    const { room, take } = openNode({ policies: policies as never });
    const { id } = await room.createNegotiation(ADA, SMITH);
    await room.submit(id, "ada", propose);
    expect((await take("smith")).legalActions).toEqual(["counter", "reject", "question", "withdraw"]);
  });

  it("PT-3: nothing parked is null: no negotiation, another's turn, claimed by another, over", async () => {
    const { room } = openNode();
    expect(await room.pickup("ada", PHONE)).toBeNull();
    const { id } = await room.createNegotiation(ADA, SMITH);
    expect(await room.pickup("smith", { agentId: "smith-phone" })).toBeNull();
    expect(await room.pickup("ada", PHONE)).toMatchObject({ negotiationId: id });
    expect(await room.pickup("ada", { agentId: "ada-watch" })).toBeNull();
    await room.cancel(id);
    expect(await room.pickup("ada", PHONE)).toBeNull();
  });

  it("PT-3, AS-40: the oldest first, at equal age by id", async () => {
    const { room, clock, take } = openNode();
    const create = (id: string, other: string) =>
      room.createNegotiation(ADA, { id: other, kind: "personal" }, undefined, { id });
    await create("n-2", "x");
    await create("n-1", "y");
    await clock.advance(1);
    await create("n-0", "z");
    const order = [];
    for (const agentId of ["one", "two", "three"]) order.push((await take("ada", agentId)).negotiationId);
    expect(order).toEqual(["n-1", "n-2", "n-0"]);
  });

  it("PT-3, AS-40: the same agent again gets the same claim, id and deadline, without a commit", async () => {
    const { room, clock, count, take } = openNode();
    await room.createNegotiation(ADA, SMITH, undefined, { id: "n-1" });
    await room.createNegotiation(ADA, BOT, undefined, { id: "n-2" });
    const first = await take("ada");
    await clock.advance(1_000);
    const claimed = room.getNegotiation(first.negotiationId);
    expect(await take("ada")).toEqual(first);
    expect(room.getNegotiation(first.negotiationId)).toBe(claimed);
    expect(count("turn:claimed")).toBe(1);
    // The other one is still there for another agent.
    expect((await take("ada", "ada-watch")).negotiationId).toBe("n-2");
  });

  it("PT-3, AS-40, B-27: an agent that is not the party's is forbidden, unknown or another's, and touches nothing", async () => {
    const directory = memoryDirectory([
      { ...PHONE, partyId: "ada", lastSeenAt: T0 },
      { agentId: "smith-phone", partyId: "smith" },
    ]);
    const { room, record } = openNode({ directory });
    await room.createNegotiation(ADA, SMITH);
    const parked = record();
    for (const agentId of ["smith-phone", "nobody"]) {
      expect(await room.pickup("ada", { agentId })).toMatchObject({
        ok: false,
        code: "forbidden_agent",
        negotiationId: null,
        version: null,
        legal: null,
        details: { partyId: "ada" },
      });
    }
    expect(record()).toBe(parked);
    expect(directory.agentsOf("smith")).toMatchObject([{ lastSeenAt: null }]);
  });

  it("PT-1: every pickup is a heartbeat, also one that finds nothing", async () => {
    const directory = memoryDirectory([{ ...PHONE, partyId: "ada" }]);
    const { room, clock } = openNode({ directory });
    await clock.advance(77);
    expect(await room.pickup("ada", PHONE)).toBeNull();
    expect(directory.agentsOf("ada")).toMatchObject([{ lastSeenAt: T0 + 77 }]);
  });

  it("ST-36: turns of the party in other rooms of the store are passed over, more than a page of them", async () => {
    const { room, open, take } = openNode();
    const elsewhere = open({}, "room-2");
    for (let number = 0; number < 60; number += 1) {
      await elsewhere.room.createNegotiation(ADA, { id: `x-${number}`, kind: "personal" });
    }
    expect(await room.pickup("ada", PHONE)).toBeNull();
    const { id } = await room.createNegotiation(ADA, SMITH);
    expect((await take("ada")).negotiationId).toBe(id);
    expect((await elsewhere.take("ada")).negotiationId).not.toBe(id);
  });

  it("PT-3: a turn whose window has passed is no longer offered, though nobody was woken", async () => {
    const { room, clock, record } = openNode();
    await room.createNegotiation(ADA, SMITH);
    clock.set(T0 + 300_000);
    expect(await room.pickup("ada", PHONE)).toBeNull();
    expect(record().awaiting).toEqual({ kind: "fallback", since: T0 + 300_000 });
  });

  it.each([
    ["remaining", PARK, 200_000, 300_000],
    ["remaining", PARK, 298_999, 300_000],
    ["remaining", PARK, 299_001, 300_001],
    ["remaining", PARK, 299_800, 300_800],
    ["fresh", { claimBudget: "fresh", claimMs: 6 * HOUR, parkMs: 24 * HOUR }, HOUR, 7 * HOUR],
    ["fresh", { claimBudget: "fresh", claimMs: 6 * HOUR, parkMs: 24 * HOUR }, 23 * HOUR, 29 * HOUR],
  ])("PT-4, B-30: budget %s: %o picked up at %i ends at %i", async (_, park, at, endsAt) => {
    const { room, clock, take } = openNode({
      rules: { preset: "index", totalMs: 240 * HOUR, park: { ...PARK, ...park } as never },
    });
    await room.createNegotiation(ADA, SMITH);
    await clock.advance(at);
    expect((await take("ada")).deadlineAt).toBe(T0 + endsAt);
    expect(room.getLatestNegotiation()?.deadlines.claimAt).toBe(T0 + endsAt);
  });

  it("PT-3, ST-36: the deadline told is the earlier one of claim and total", async () => {
    const { room, take } = openNode({ rules: { preset: "index", totalMs: MINUTE } });
    await room.createNegotiation(ADA, SMITH);
    expect((await take("ada")).deadlineAt).toBe(T0 + MINUTE);
  });

  it("EN-44: the other side sees that a turn is parked or claimed, never by whom", async () => {
    const { room, take } = openNode();
    const { id } = await room.createNegotiation(ADA, SMITH);
    for (const kind of ["parked", "claimed"]) {
      expect((await room.viewFor(id, "smith"))?.awaiting).toMatchObject({ kind, firstParkedAt: T0 });
      expect((await room.viewFor(id, "smith"))?.awaiting).not.toHaveProperty("claim");
      expect((await room.viewFor(id, "ada"))?.awaiting).toHaveProperty("claim");
      await take("ada");
    }
    expect(JSON.stringify(await room.viewFor(id, "smith"))).not.toContain("ada-phone");
  });
});

describe("respond", () => {
  /** Ada's turn 1 is claimed. */
  async function claimed(
    rules: ServiceRules = {},
    directory = memoryDirectory([
      { ...PHONE, partyId: "ada", lastSeenAt: T0 },
      { agentId: "smith-phone", partyId: "smith", lastSeenAt: T0 },
    ]),
  ) {
    const node = openNode({ directory, rules: { preset: "index", ...rules } });
    const { id } = await node.room.createNegotiation(ADA, SMITH);
    const { claimId } = await node.take("ada");
    return { ...node, id, claim: { ...PHONE, claimId } };
  }

  it("PT-5, AS-41: one commit for the turn, the next parks the other side's with a window of its own", async () => {
    const { room, id, claim, clock, record, names } = await claimed();
    await clock.advance(1_000);
    const before = names().length;
    expect(await room.respond(id, claim, propose)).toMatchObject({
      ok: true,
      duplicate: false,
      turn: { number: 1, partyId: "ada", source: "external" },
      negotiation: { version: 3, floor: "smith", awaiting: { kind: "move" }, deadlines: { claimAt: null } },
    });
    expect(record()).toMatchObject({
      version: 4,
      awaiting: { kind: "parked", firstParkedAt: T0 + 1_000 },
      deadlines: { parkAt: T0 + 301_000 },
    });
    expect(names().slice(before)).toEqual([
      "turn:recorded",
      "negotiation:updated",
      "turn:awaited",
      "turn:parked",
    ]);
  });

  it("both parties' agents may use the same command ids, also where no directory says whose they are [EN-62]", async () => {
    const { room, take } = openNode();
    const { id } = await room.createNegotiation(ADA, SMITH);
    const respond = async (partyId: string, claimId: string, move: never) =>
      room.respond(id, { agentId: `${partyId}-phone`, claimId }, move, { commandId: "turn-1" });
    expect(await respond("ada", (await take("ada")).claimId, propose)).toMatchObject({ turn: { number: 1 } });
    const { claimId } = await take("smith");
    for (const duplicate of [false, true])
      expect(await respond("smith", claimId, accept)).toMatchObject({ duplicate, turn: { number: 2 } });
  });

  it("PT-5: a repeated command is answered as before, also when it is over", async () => {
    const { room, id, claim } = await claimed();
    const first = await room.respond(id, claim, propose, { commandId: "turn-1" });
    const again = await room.respond(id, claim, propose, { commandId: "turn-1" });
    expect(again).toMatchObject({ ok: true, duplicate: true, turn: (first as any).turn });
    await room.cancel(id);
    expect(await room.respond(id, claim, propose, { commandId: "turn-1" })).toMatchObject({
      duplicate: true,
    });
    expect(await room.respond(id, claim, propose)).toMatchObject({ code: "negotiation_over" });
  });

  it.each([
    ["another claim", { ...PHONE, claimId: "forged" }, "claim_not_held"],
    ["another agent", { agentId: "ada-watch" }, "claim_not_held"],
    ["the other side's agent", { agentId: "smith-phone" }, "claim_not_held"],
    ["nobody's agent", { agentId: "spy" }, "unknown_negotiation"],
  ])("PT-5, AS-41, AS-43: by %s it is refused, and the claim is as before", async (_, over, code) => {
    const directory = memoryDirectory([
      { ...PHONE, partyId: "ada", lastSeenAt: T0 },
      { agentId: "ada-watch", partyId: "ada" },
      { agentId: "smith-phone", partyId: "smith", lastSeenAt: T0 },
    ]);
    const { room, id, claim, record } = await claimed({}, directory);
    const before = record();
    const refused = await room.respond(id, { ...claim, ...over }, propose);
    expect(refused).toMatchObject({ ok: false, code });
    if (code === "claim_not_held") expect((refused as any).details).toEqual({ awaiting: "claimed" });
    expect(JSON.stringify(refused)).not.toContain("ada-phone");
    expect(record()).toBe(before);
    expect(await room.respond(id, claim, propose)).toMatchObject({ ok: true });
  });

  it("PT-5, PT-5a, AS-41: an unknown negotiation, and one of other people", async () => {
    const directory = memoryDirectory([
      { ...PHONE, partyId: "ada", lastSeenAt: T0 },
      { agentId: "eve-phone", partyId: "eve", lastSeenAt: T0 },
    ]);
    const { room, id, claim } = await claimed({}, directory);
    for (const [where, agentId] of [
      ["nowhere", "ada-phone"],
      [id, "eve-phone"],
      ["", "ada-phone"],
    ] as const) {
      expect(await room.respond(where, { ...claim, agentId }, propose)).toMatchObject({
        code: "unknown_negotiation",
      });
      expect(await room.release(where, { ...claim, agentId })).toMatchObject({ code: "unknown_negotiation" });
    }
  });

  it("PT-5, AS-41: parked but not claimed; released; fallback; consult; an ordinary turn", async () => {
    const { room, id, claim, clock } = await claimed({ consult: { windowMs: 1_000 } });
    await room.release(id, claim);
    expect(await room.respond(id, claim, propose)).toMatchObject({
      code: "claim_not_held",
      details: { awaiting: "parked" },
    });
    await clock.advance(300_000);
    expect(await room.respond(id, claim, propose)).toMatchObject({
      code: "not_parked",
      details: { awaiting: "fallback" },
    });
    expect(await room.submit(id, "ada", propose)).toMatchObject({ code: "not_parked" });

    // A party with an agent of its own in this process: its turns are never parked.
    const answer = deferred<never>();
    const asking = scriptedAgent<any>([answer.promise]);
    const node = openNode({ rules: { preset: "index", consult: { windowMs: 1_000 }, agentTimeoutMs: null } });
    const other = await node.room.createNegotiation(ADA, { ...SMITH, agent: asking as Agent });
    await node.room.submit(other.id, "ada", propose);
    const held = { agentId: "smith-phone", claimId: "old" };
    expect(await node.room.respond(other.id, held, accept)).toMatchObject({
      code: "not_parked",
      details: { awaiting: "move" },
    });
    answer.resolve({ consult: "May I?" } as never);
    await node.clock.advance(0);
    expect(node.record().awaiting?.kind).toBe("consult");
    expect(await node.room.respond(other.id, held, accept)).toMatchObject({
      code: "not_parked",
      details: { awaiting: "consult" },
    });
  });

  it.each([
    ["an unknown action", { action: "ponder" }, "move_invalid"],
    ["no object", "accept", "move_invalid"],
    ["one that does not open", { action: "accept" }, "must_propose"],
    ["terms that the rules do not know", { action: "propose", terms: { price: 1 } }, "terms_not_allowed"],
  ])("PT-5, AS-43: %s is refused; claim and deadline stand", async (_, move, code) => {
    const { room, id, claim, record } = await claimed();
    const before = record();
    expect(await room.respond(id, claim, move as never)).toMatchObject({ ok: false, code });
    expect(record()).toBe(before);
    expect(before.deadlines.claimAt).toBe(T0 + 300_000);
  });

  it("PT-5: a plain submit of the party takes a parked turn, and is refused on a claimed one", async () => {
    const { room, id, claim, record } = await claimed();
    const before = record();
    expect(await room.submit(id, "ada", propose)).toMatchObject({
      code: "claim_not_held",
      details: { awaiting: "claimed" },
    });
    expect(record()).toBe(before);
    await room.release(id, claim);
    expect(await room.submit(id, "ada", propose)).toMatchObject({ ok: true, turn: { number: 1 } });
    expect(await room.respond(id, claim, propose)).toMatchObject({ code: "claim_not_held" });
  });

  it("PT-5: expectedVersion counts by this door as well", async () => {
    const { room, id, claim, record } = await claimed();
    const { version } = record();
    expect(await room.respond(id, claim, propose, { expectedVersion: version - 1 })).toMatchObject({
      code: "stale_version",
    });
    expect(await room.respond(id, claim, propose, { expectedVersion: version })).toMatchObject({ ok: true });
  });

  it("refuses ids that are none with a TypeError at each door, and unknown options", async () => {
    const { room, id, claim } = await claimed();
    for (const wrong of [undefined, {}, { ...claim, claimId: "" }, { ...claim, agentId: 7 }]) {
      await expect(room.respond(id, wrong as never, propose)).rejects.toThrow(TypeError);
      await expect(room.release(id, wrong as never)).rejects.toThrow(TypeError);
    }
    await expect(room.respond(id, claim, propose, { command: "x" } as never)).rejects.toThrow(/commandId/);
    const agents = [undefined, { agentId: "" }, { agentId: "x".repeat(257) }].map((agent) => ["ada", agent]);
    for (const [partyId, agent] of [["", PHONE], [7, PHONE], ...agents] as never[][]) {
      await expect(room.pickup(partyId as never, agent as never)).rejects.toThrow(TypeError);
      await expect(room.heartbeat(partyId as never, agent as never)).rejects.toThrow(TypeError);
    }
    // A listing that is bound to nobody would be everybody's.
    for (const wrong of [undefined, "", 7]) {
      await expect(room.waiting(wrong as never)).rejects.toThrow(TypeError);
    }
  });
});

describe("release", () => {
  it("PT-5a, ST-36: gives the turn back to its old place with its first window, in one commit", async () => {
    const { room, clock, payloads, take } = openNode();
    const first = await room.createNegotiation(ADA, SMITH);
    await clock.advance(10);
    await room.createNegotiation(ADA, BOT);
    const { claimId } = await take("ada");
    await clock.advance(990);
    const result = await room.release(first.id, { ...PHONE, claimId });
    expect(result).toMatchObject({
      ok: true,
      turn: null,
      negotiation: {
        version: 3,
        awaiting: { kind: "parked", since: T0 + 1_000, firstParkedAt: T0, claim: null },
        deadlines: { parkAt: T0 + 300_000, claimAt: null },
      },
    });
    expect(payloads("turn:released")).toEqual([
      {
        negotiation: (result as any).negotiation,
        partyId: "ada",
        turnNumber: 1,
        agentId: "ada-phone",
        deadlineAt: T0 + 300_000,
      },
    ]);
    expect((await take("ada", "ada-watch")).negotiationId).toBe(first.id);
  });

  it("PT-5a: after the first window the fallback begins in the same commit, and both are told; not 1 ms before", async () => {
    for (const [at, told, becomes] of [
      [299_999, ["turn:released"], { awaiting: { kind: "parked" }, deadlines: { parkAt: T0 + 300_000 } }],
      [
        300_000,
        ["turn:released", "turn:fallback"],
        { awaiting: { kind: "fallback", since: T0 + 300_000 }, deadlines: { turnAt: T0 + 600_000 } },
      ],
    ] as const) {
      const { room, clock, record, take, names } = openNode({
        rules: { preset: "index", park: { ...PARK, claimBudget: "fresh", claimMs: 400_000 } },
      });
      const { id } = await room.createNegotiation(ADA, SMITH);
      const { claimId } = await take("ada");
      await clock.advance(at);
      const before = names().length;
      expect(await room.release(id, { ...PHONE, claimId })).toMatchObject({ ok: true });
      expect(record()).toMatchObject({ version: 3, ...becomes });
      expect(names().slice(before)).toEqual(told);
    }
  });

  it("PT-5a: is refused as respond is", async () => {
    const { room, take, record, clock } = openNode();
    const { id } = await room.createNegotiation(ADA, SMITH);
    const code = async (claimId: string, agentId = "ada-phone") =>
      ((await room.release(id, { agentId, claimId })) as any).code;
    expect(await code("none")).toBe("claim_not_held");
    const { claimId } = await take("ada");
    const claimed = record();
    expect([await code("forged"), await code(claimId, "ada-watch")]).toEqual([
      "claim_not_held",
      "claim_not_held",
    ]);
    expect(record()).toBe(claimed);
    expect(await code(claimId)).toBeUndefined();
    expect(await code(claimId)).toBe("claim_not_held");
    await clock.advance(300_000);
    expect(await code(claimId)).toBe("not_parked");
    await room.cancel(id);
    expect(await code(claimId)).toBe("negotiation_over");
  });
});

describe("waiting and heartbeat", () => {
  it("PT-1: lists a party's parked and claimed turns, oldest first, and claims nothing", async () => {
    const { room, clock, take, record, open } = openNode();
    const create = (other: string) => room.createNegotiation(ADA, { id: other, kind: "personal" });
    const first = await create("x");
    await clock.advance(1_000);
    const second = await create("y");
    const third = await room.createNegotiation({ id: "z", kind: "personal" }, ADA);
    await room.submit(third.id, "z", propose);
    await open({}, "room-2").room.createNegotiation(ADA, SMITH);
    const over = await create("gone");
    await room.cancel(over.id);
    await take("ada");
    await clock.advance(1);
    const before = record();
    const waiting = await room.waiting("ada");
    const parkedAt = (firstParkedAt: number) => ({ firstParkedAt, deadlineAt: firstParkedAt + 300_000 });
    const later = [
      { negotiationId: second.id, turnNumber: 1, ...parkedAt(T0 + 1_000), claimed: false },
      { negotiationId: third.id, turnNumber: 2, ...parkedAt(T0 + 1_000), claimed: false },
    ];
    if (second.id > third.id) later.reverse();
    const oldest = { negotiationId: first.id, turnNumber: 1, ...parkedAt(T0), claimed: true };
    expect(waiting).toEqual([oldest, ...later]);
    expect(isDeepFrozen(waiting)).toBe(true);
    expect(record()).toBe(before);
    expect(await room.waiting("z")).toEqual([]);
  });

  it("PT-1: heartbeat is a sign of life without a pickup, of an agent of the party's own", async () => {
    const directory = memoryDirectory([{ ...PHONE, partyId: "ada" }]);
    const { room, clock, record } = openNode({ directory });
    // Without a directory it is fine and says nothing.
    for (const one of [openNode().room, room])
      expect(await one.heartbeat("ada", PHONE)).toEqual({ ok: true });
    expect(directory.agentsOf("ada")).toMatchObject([{ lastSeenAt: T0 }]);
    expect(await room.heartbeat("smith", PHONE)).toMatchObject({ ok: false, code: "forbidden_agent" });
    await clock.advance(90_000);
    await room.createNegotiation(ADA, SMITH);
    expect(record().awaiting?.kind).toBe("parked");
    await clock.advance(1);
    await room.createNegotiation(ADA, BOT);
    expect(record().awaiting?.kind).toBe("move");
  });
});

describe("the end of a claim", () => {
  const fresh = { claimBudget: "fresh", claimMs: 100_000 } as const;

  it("PT-3: an agent whose claim has run out is given a new one, though nobody was woken", async () => {
    const { room, clock, take, names } = openNode({
      rules: { preset: "index", park: { ...PARK, ...fresh, onClaimExpiry: "repark" } },
    });
    await room.createNegotiation(ADA, SMITH);
    const first = await take("ada");
    clock.set(T0 + 100_000);
    const second = await take("ada");
    expect(second).toMatchObject({ negotiationId: first.negotiationId, deadlineAt: T0 + 200_000 });
    expect(second.claimId).not.toBe(first.claimId);
    expect(names().slice(-2)).toEqual(["turn:released", "turn:claimed"]);
  });

  it("PT-3: an agent that has let more claims run out than one pickup tries is still given a turn", async () => {
    const { room, clock, take, memory, payloads } = openNode({
      rules: { preset: "index", park: { ...PARK, ...fresh, onClaimExpiry: "repark" } },
    });
    // Seven claims of one agent: stored by a version of the library that gave a second one.
    for (let number = 0; number < 7; number += 1) {
      const { id } = await room.createNegotiation(ADA, { id: `x-${number}`, kind: "personal" });
      const { negotiation: parked } = must(payloads("turn:parked").at(-1));
      const command = { type: "claim", agentId: "ada-phone", claimId: `claim-${number}` } as const;
      const decision = decide(parked, command, T0);
      if (!decision.ok || decision.entry === null) throw new Error("Expected a claim.");
      expect(memory.commit(commitOf(decision.negotiation, decision.entry, []))).toMatchObject({ ok: true });
      expect((await room.loadNegotiation(id))?.awaiting?.kind).toBe("claimed");
    }
    clock.set(T0 + 100_000);
    expect((await take("ada")).claimId).not.toMatch(/^claim-/);
  });

  it.each([
    [
      "repark",
      100_000,
      "turn:released",
      { awaiting: { kind: "parked" }, deadlines: { parkAt: T0 + 300_000 } },
    ],
    [
      "repark",
      300_000,
      "turn:released turn:fallback",
      { awaiting: { kind: "fallback", since: T0 + 300_000 } },
    ],
    ["fallback", 100_000, "turn:released turn:fallback", { awaiting: { kind: "fallback" } }],
    ["close", 100_000, "negotiation:stalled negotiation:settled", { outcome: { reason: "turn_timeout" } }],
  ] as const)(
    "PT-6: by %s a claim that ends after %i ms is %s, in one wake",
    async (onClaimExpiry, claimMs, told, becomes) => {
      const park = { ...PARK, claimBudget: "fresh", claimMs, onClaimExpiry } as const;
      const { room, clock, record, take, names } = openNode({ rules: { preset: "index", park } });
      await room.createNegotiation(ADA, SMITH);
      await take("ada");
      const before = names().length;
      await clock.advance(claimMs - 1);
      expect([names().length, record().version]).toEqual([before, 2]);
      await clock.advance(1);
      expect(record()).toMatchObject({ version: 3, ...becomes });
      expect(names().slice(before)).toEqual(told.split(" "));
    },
  );

  it("PT-9: withdrawal, cancel and the total time end a parked and a claimed turn", async () => {
    for (const isClaimed of [false, true]) {
      for (const end of ["withdraw", "cancel", "total"] as const) {
        const { room, clock, take, record } = openNode({
          rules: { preset: "index", withdrawOffTurn: true, totalMs: 200_000 },
        });
        const { id } = await room.createNegotiation(ADA, SMITH);
        const claim = { ...PHONE, claimId: isClaimed ? (await take("ada")).claimId : "none" };
        if (end === "withdraw") {
          await room.submit(id, "smith", { action: "withdraw" });
        } else if (end === "cancel") {
          await room.cancel(id);
        } else {
          await clock.advance(200_000);
        }
        const where = `${end}, ${isClaimed}`;
        expect(record().outcome?.reason, where).toBe(
          { withdraw: "withdraw", cancel: "cancelled", total: "total_timeout" }[end],
        );
        expect(await room.pickup("ada", PHONE), where).toBeNull();
        expect(await room.waiting("ada"), where).toEqual([]);
        expect(await room.respond(id, claim, propose), where).toMatchObject({ code: "negotiation_over" });
        expect(clock.pendingCount, where).toBe(0);
      }
    }
  });
});

describe("the fallback of a parked turn", () => {
  it("PT-7, B-31: own agent, pickup, fallback after the window and fallback at once are told the same", async () => {
    const context = {
      source: { n: 1 },
      candidate: { n: 2 },
      discoveryQuery: "private",
      seedAssessment: { s: 1 },
    };
    /** What is told of smith's turn 2, by who takes it. */
    const told = async (how: "own" | "pickup" | "late" | "at once") => {
      const calls: AgentCall[] = [];
      const listening: Agent = (call) => {
        calls.push(call);
        return new Promise(() => {});
      };
      const smith = how === "own" ? { ...SMITH, agent: listening } : SMITH;
      const directory = how === "at once" ? memoryDirectory([]) : undefined;
      const { room, clock, take } = openNode({ fallback: listening, directory, ids: sequentialIds() });
      const proposing: Agent = () => propose;
      await room.createNegotiation({ ...ADA, agent: proposing }, smith, undefined, { context });
      await clock.advance(0);
      const picked = how === "pickup" ? await take("smith") : undefined;
      await clock.advance(how === "late" ? 300_000 : 0);
      const { signal: _, deadlineAt: __, ...call } = { ...(picked ?? must(calls[0])) } as any;
      return call;
    };
    const own = await told("own");
    expect(own).toMatchObject({ turnNumber: 2, context: { ownUser: { n: 2 }, isDiscoverer: false } });
    expect(own.turns).toHaveLength(1);
    expect(await told("late")).toEqual(own);
    expect(await told("at once")).toEqual(own);
    const { claimId, ok, counterpartyAction, ...picked } = await told("pickup");
    expect([ok, counterpartyAction]).toEqual([true, "propose"]);
    expect(own).toMatchObject(picked);
    expect(Object.keys(picked).sort()).toEqual([
      "context",
      "isFinalTurn",
      "legalActions",
      "negotiationId",
      "standing",
      "turnNumber",
      "turns",
      "turnsLeft",
    ]);
  });

  it.each([
    ["after the window", undefined, 300_000],
    ["at once", memoryDirectory([]), 0],
  ])(
    "PT-7, B-46: its turn, %s, is of source fallback, and the other side's turn is parked afresh",
    async (_, directory, ms) => {
      const smithOnly = directory && {
        ...directory,
        agentsOf: (id: string) =>
          id === "smith" ? [{ agentId: "s", kind: "personal" as const, lastSeenAt: T0 + ms }] : [],
      };
      const { room, clock, record } = openNode({ directory: smithOnly, fallback: () => propose });
      await room.createNegotiation(ADA, SMITH);
      await clock.advance(ms);
      expect(record()).toMatchObject({
        turns: [{ partyId: "ada", source: "fallback" }],
        floor: "smith",
        awaiting: { kind: "parked", firstParkedAt: T0 + ms },
        deadlines: { parkAt: T0 + ms + 300_000 },
      });
    },
  );

  it("EN-33: who stands in has no principal to ask: its question is invalid, as in fallback", async () => {
    const fallback = scriptedAgent<any>([{ consult: "May I?" }, accept]);
    const { room, clock, record } = openNode({
      fallback: fallback as Agent,
      directory: memoryDirectory([]),
      rules: { preset: "index", consult: {} },
    });
    const proposing: Agent = () => propose;
    await room.createNegotiation({ ...ADA, agent: proposing }, SMITH);
    await clock.advance(0);
    expect(record()).toMatchObject({ consults: [], status: "accepted", failures: [{ kind: "invalid" }] });
  });

  it("PT-5: while the fallback stands in at once, the party itself may still move", async () => {
    const { room, clock, record } = openNode({ directory: memoryDirectory([]) });
    const { id } = await room.createNegotiation(ADA, SMITH);
    await clock.advance(10);
    expect(await room.submit(id, "ada", propose)).toMatchObject({ ok: true, turn: { source: "external" } });
    expect(record().turns).toHaveLength(1);
  });

  it("ST-82: a parked turn keeps no process alive", async () => {
    const { room, clock } = openNode();
    await room.createNegotiation(ADA, SMITH);
    expect([clock.pendingCount, clock.refCount]).toEqual([1, 0]);
  });
});
