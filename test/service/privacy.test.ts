import { describe, expect, it } from "vitest";
import type { RulesInput } from "../../src/core/rules/index.js";
import type { Agent } from "../../src/ports/index.js";
import { type ScriptedAgent, scriptedAgent } from "../../src/testing/agents/index.js";
import { type OpenRoom, openRoom } from "../kit/open-room.js";

const P = { totalAmount: 100 };

/** Everything that is private to b, with what a may still learn of it. */
const SECRETS = {
  assessment: "marker-assessment",
  command: "marker-command",
  failure: "marker-failure",
  question: "marker-question",
  answer: "marker-answer",
  create: "marker-create",
} as const;

interface Played extends OpenRoom {
  readonly ofA: ScriptedAgent<any>;
  readonly ofB: ScriptedAgent<any>;
}

/**
 * A negotiation in which b fails, asks its principal, counters with an assessment and is handed in from
 * outside with a command id; a's agent is asked in between.
 */
async function played(rules: RulesInput = {}, options: object = {}): Promise<Played> {
  const assessment = {
    reasoning: `${SECRETS.assessment}-reasoning`,
    suggestedRoles: { ownUser: `${SECRETS.assessment}-roles` },
    fitScore: `${SECRETS.assessment}-score`,
  };
  const ofA = scriptedAgent<any>([
    { action: "counter", terms: P, assessment: { mine: "of-a" } },
    { action: "counter", terms: P },
    { action: "reject" },
  ]);
  const ofB = scriptedAgent<any>([
    new Error(SECRETS.failure),
    { consult: SECRETS.question },
    { action: "counter", terms: P, assessment, message: "open message", extra: { shared: "open-extra" } },
    () => new Promise(() => undefined),
  ]);
  const opened = openRoom({
    rules: {
      cap: { counts: "turns", limit: 20, mode: "exceed", result: "expired" },
      consult: { maxPerParty: 1, windowMs: 1_000 },
      ...rules,
    },
    ...options,
  });
  await opened.room.createNegotiation(
    { id: "a", kind: "personal", agent: ofA as Agent<any> },
    { id: "b", kind: "personal", agent: ofB as Agent<any> },
    P,
    { id: "n", commandId: SECRETS.create },
  );
  await opened.clock.advance(0);
  await opened.room.answerConsult("n", "b", SECRETS.answer);
  await opened.clock.advance(0);
  const own = { commandId: SECRETS.command };
  await opened.room.submit("n", "b", { action: "counter", terms: P, assessment }, own);
  await opened.clock.advance(0);
  expect(opened.room.getNegotiation("n")?.turns).toHaveLength(5);
  return Object.assign(opened, { ofA, ofB });
}

/** Everything that a party of this room may get to see. */
async function seenBy({ room }: OpenRoom, partyId: string, calls: readonly object[]): Promise<string> {
  const refusals = [
    await room.submit("n", partyId, { action: "accept", replyTo: "no-such-proposal" }),
    await room.submit("n", partyId, { action: "counter" }),
    await room.submit("n", partyId, { action: "accept" }, { expectedVersion: 0 }),
  ];
  const seen = [
    await room.viewFor("n", partyId),
    await room.turns("n", { viewer: partyId }),
    await room.list({ partyId, limit: 10 }),
    await room.legalMoves("n", partyId),
    refusals.filter(({ ok }) => !ok),
    calls.map((call) => ({ ...call })),
  ];
  return JSON.stringify(seen);
}

describe("EN-44: what one side sees of the other", () => {
  it("EN-44: nothing private of b is in anything that a gets to see", async () => {
    const opened = await played();
    const seen = await seenBy(opened, "a", opened.ofA.calls);
    // The creation's command is also that of a's own opening, and there a may see it.
    const { create: _, ...secrets } = SECRETS;
    for (const [what, secret] of Object.entries(secrets)) {
      expect(seen.includes(secret), what).toBe(false);
    }
    expect(seen).toContain("open message");
    expect(seen).toContain("open-extra");
    expect(seen).not.toContain("createCommandId");
  });

  it("EN-44: b sees its own, but for the creation's command", async () => {
    const opened = await played();
    const seen = await seenBy(opened, "b", opened.ofB.calls);
    const { create, ...own } = SECRETS;
    for (const [what, secret] of Object.entries(own)) expect(seen.includes(secret), what).toBe(true);
    expect(seen).not.toContain(create);
    expect(seen).not.toContain('"of-a"');
  });

  it("EN-44: keys are removed, not emptied", async () => {
    const { room } = await played();
    const view = await room.viewFor("n", "a");
    expect(view).not.toHaveProperty("createCommandId");
    expect(view?.failures).toEqual([]);
    expect(view?.consults).toEqual([]);
    for (const turn of view?.turns ?? []) {
      expect("assessment" in turn).toBe(turn.partyId === "a");
      expect("commandId" in turn).toBe(turn.partyId === "a");
    }
  });

  it("EN-44: there is no view for strangers", async () => {
    const { room } = await played();
    expect(await room.viewFor("n", "eve")).toBeUndefined();
    expect(await room.viewFor("nope", "a")).toBeUndefined();
    expect(await room.legalMoves("n", "eve")).toBeUndefined();
    expect(await room.turns("n", { viewer: "eve" })).toEqual([]);
    expect((await room.list({ partyId: "eve", limit: 10 })).items).toEqual([]);
    const refused = await room.submit("n", "eve", { action: "accept" });
    expect(refused).toMatchObject({ code: "not_a_party", version: null, legal: null });
    expect(Object.values(SECRETS).some((secret) => JSON.stringify(refused).includes(secret))).toBe(false);
  });

  it("EN-44, IX-10: a preset may show each seat its own side of the context; without one both see it", async () => {
    const context = { source: "ada's profile", candidate: "smith's profile", discoveryQuery: "marker-query" };
    const ofB = scriptedAgent<any>(() => new Promise(() => undefined));
    for (const [preset, isProjected] of [
      ["index", true],
      ["room", false],
    ] as const) {
      const rules = { preset, park: null, terms: "optional" } as const;
      const { room, clock } = openRoom({
        fallback: scriptedAgent<any>({ action: "reject" }) as Agent<any>,
        agentFor: ({ id }) => (id === "b" ? (ofB as Agent<any>) : undefined),
      });
      const move = { message: "Hello." };
      const created = await room.createNegotiation("a", "b", P, { id: "n", context, move, rules });
      expect(created.context).toEqual(context);
      await clock.advance(0);
      const views = [await room.viewFor("n", "a"), await room.viewFor("n", "b")];
      const [ofInitiator, ofResponder] = views.map((view) => JSON.stringify(view?.context));
      expect(ofInitiator).toContain("marker-query");
      expect(ofResponder?.includes("marker-query")).toBe(!isProjected);
      const call = ofB.calls.at(-1);
      expect(JSON.stringify(call?.context)).toBe(ofResponder);
      room.destroy();
    }
  });

  it("SY-17: what an observer hears holds ids, codes and counts only", async () => {
    const heard: unknown[] = [];
    await played(
      {},
      {
        observer: {
          warn: (what: string, details: unknown) => void heard.push([what, details]),
          aroundAgentCall: (call: unknown, run: () => unknown) => {
            heard.push(call);
            return run();
          },
        },
      },
    );
    expect(heard.length).toBeGreaterThan(3);
    const { failure: _, ...secrets } = SECRETS;
    for (const secret of Object.values(secrets)) expect(JSON.stringify(heard)).not.toContain(secret);
    expect(JSON.stringify(heard)).not.toContain("totalAmount");
  });
});
