import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  agentFromGenerate,
  type Guard,
  type GuardReport,
  termsSchema,
  utilityGuard,
  withGuard,
} from "../../../src/bridges/ai-sdk/index.js";
import type { Action, AgentCall, Move } from "../../../src/index.js";
import {
  agentCall,
  answering,
  answeringTo,
  consumer,
  consumerInverse,
  space,
  turnOf,
} from "./supply-table.js";

interface Price {
  readonly price: number;
  readonly note?: unknown;
}

const GUARD: Guard<Price> = { utility: ({ price }) => price, reservation: 40 };

/** What the guard makes of an answer, and what it reports. */
async function guarded(
  answer: unknown,
  call: Partial<AgentCall<Price>> = {},
  guard: Partial<Guard<Price>> = {},
): Promise<{ readonly move: unknown; readonly reports: readonly GuardReport[] }> {
  const reports: GuardReport[] = [];
  const agent = withGuard<Price>(
    () => answer as Move<Price>,
    { ...GUARD, ...guard },
    {
      onGuard: (one) => reports.push(one),
    },
  );
  const legalActions: readonly Action[] = ["counter", "accept", "reject", "withdraw"];
  const move = await agent({
    ...agentCall<Price>(),
    ...answeringTo<Price>({ price: 39 }),
    legalActions,
    ...call,
  });
  return { move, reports };
}

/** Turns in which the party has proposed at these prices, the last of them below what it now keeps to. */
function proposedAt(...prices: number[]): Pick<AgentCall<Price>, "turns"> {
  const turns = prices.map((price, index) =>
    turnOf<Price>({
      number: 2 * index + 1,
      partyId: "consumer",
      seat: "initiator",
      round: index + 1,
      terms: { price },
    }),
  );
  return { turns };
}

/** An earlier turn of the party, with this reasoning. */
function saidTurns(reasoning: string): Pick<AgentCall<Price>, "turns"> {
  return { turns: [turnOf<Price>({ partyId: "consumer", seat: "initiator", assessment: { reasoning } })] };
}

describe("the guard", () => {
  it.each([
    [39, false],
    [39.999, false],
    [40, true],
    [41, true],
    [Number.NaN, false],
    [Number.NEGATIVE_INFINITY, false],
  ])("looks at the worth of what is accepted: %d passes: %s [AI-7]", async (price, passes) => {
    const { move, reports } = await guarded({ action: "accept" }, answeringTo<Price>({ price }));
    expect(move).toEqual(passes ? { action: "accept" } : { action: "reject" });
    const report = { negotiationId: "neg_1", partyId: "consumer", turn: 2, rule: "accept", action: "accept" };
    expect(reports).toEqual(passes ? [] : [{ ...report, became: "reject" }]);
  });

  it.each([
    [{ price: 39 }, false],
    [{ price: 40 }, true],
    [{ price: Number.NaN }, false],
    [{}, false],
    [{ price: "50" }, false],
    [null, false],
  ])("looks at the worth of what is proposed: %j passes: %s [AI-7]", async (terms, passes) => {
    for (const action of ["propose", "counter"]) {
      const { move, reports } = await guarded({ action, terms });
      expect(move).toEqual(passes ? { action, terms } : { action: "reject" });
      expect(reports.map(({ rule }) => rule)).toEqual(passes ? [] : ["terms"]);
    }
  });

  it("blocks what cannot be judged [AI-7]", async () => {
    const utility = (): number => {
      throw new Error("no idea");
    };
    for (const judge of [utility, () => undefined as never, () => Number.NaN]) {
      const { move } = await guarded({ action: "accept" }, answeringTo<Price>({ price: 99 }), {
        utility: judge,
      });
      expect(move).toEqual({ action: "reject" });
    }
  });

  it.each([["999"], [["999"]], [null], [true], [{ valueOf: () => 999 }]])(
    "blocks a worth of %j, which is no number [AI-7]",
    async (worth) => {
      const { move } = await guarded({ action: "accept" }, {}, { utility: () => worth as never });
      expect(move).toMatchObject({ action: "reject" });
    },
  );

  it.each([
    ["a default", z.object({ price: z.number(), express: z.boolean().default(true) }), { price: 50 }],
    ["a transform", z.object({ price: z.number().transform((price) => price - 15) }), { price: 50 }],
  ])(
    "judges what a room would store as well, which is less by %s of the schema [AI-7]",
    async (_, schema, terms) => {
      const reports: GuardReport[] = [];
      const agent = agentFromGenerate<any>(() => ({ answer: { action: "counter", terms } }), {
        brief: "Sell well.",
        terms: schema,
        guard: { ...GUARD, utility: ({ price, express }: any) => price - (express ? 20 : 0) },
        onGuard: (one) => reports.push(one),
      });
      const legalActions: readonly Action[] = ["counter", "reject"];
      const move = await agent({ ...agentCall<any>(), ...answeringTo<any>({ price: 39 }), legalActions });
      expect(move).toMatchObject({ action: "reject" });
      expect(reports).toMatchObject([{ rule: "terms" }]);
    },
  );

  it("judges changes as what they make of the standing terms [AI-7]", async () => {
    const call = answeringTo<Price>({ price: 50, note: 1 });
    const down = await guarded({ action: "counter", changes: { price: 10 } }, call);
    expect(down.move).toEqual({ action: "reject" });
    const up = await guarded({ action: "counter", changes: { note: 2 } }, call);
    expect(up.move).toEqual({ action: "counter", changes: { note: 2 } });
  });

  it("puts the last own proposal that passes in place of a blocked move, where one is legal [AI-7]", async () => {
    const { move, reports } = await guarded({ action: "accept" }, proposedAt(70, 60, 30));
    expect(move).toEqual({ action: "counter", terms: { price: 60 } });
    expect(reports).toMatchObject([{ action: "accept", became: "counter" }]);
    const opening = { standing: null, turns: [], legalActions: ["propose"] as const };
    const instead = await guarded({ action: "propose", terms: { price: 1 } }, opening, {
      instead: () => ({ price: 90 }),
    });
    expect(instead.move).toEqual({ action: "propose", terms: { price: 90 } });
  });

  it("puts nothing in its place that does not pass itself [AI-7]", async () => {
    const { move } = await guarded({ action: "accept" }, proposedAt(30), { instead: () => ({ price: 39 }) });
    expect(move).toEqual({ action: "reject" });
  });

  it.each([
    [["accept", "reject", "withdraw"], { action: "reject" }],
    [["accept", "withdraw"], { action: "withdraw" }],
    [["accept"], null],
  ] as const)(
    "leaves the table where %j are legal and nothing can be proposed [AI-7]",
    async (legalActions, leaving) => {
      const turn = guarded({ action: "accept" }, { ...proposedAt(60), legalActions });
      if (leaving === null) await expect(turn).rejects.toThrow("a legal move that the guard lets pass");
      else expect((await turn).move).toEqual(leaving);
    },
  );

  it.each([
    ["no legal move passes", ["accept"], undefined],
    [
      "the host's own offer fails",
      ["counter"],
      () => {
        throw new Error("no idea");
      },
    ],
  ] as const)(
    "reports a block also where the call throws, since %s [AI-7]",
    async (_, legalActions, instead) => {
      const reports: GuardReport[] = [];
      const guard = { ...GUARD, instead };
      const agent = withGuard<Price>(() => ({ action: "accept" }), guard, {
        onGuard: (one) => reports.push(one),
      });
      const call = { ...agentCall<Price>(), ...answeringTo<Price>({ price: 39 }), legalActions };
      await expect((async () => agent(call))()).rejects.toThrow();
      expect(reports).toMatchObject([{ rule: "accept", action: "accept", became: null }]);
    },
  );

  it("judges and passes on a copy, so that no getter changes its answer behind it [AI-7]", async () => {
    let reads = 0;
    const shifty = {
      action: "counter",
      get terms() {
        reads += 1;
        return { price: reads === 1 ? 90 : 1 };
      },
    };
    const { move } = await guarded(shifty);
    expect(move).toEqual({ action: "counter", terms: { price: 90 } });
  });

  it("judges what a promise, or anything that can be awaited, comes to [AI-7]", async () => {
    const thenable = { then: (resolve: (move: unknown) => void) => resolve({ action: "accept" }) };
    for (const answer of [Promise.resolve({ action: "accept" }), thenable]) {
      expect((await guarded(answer)).move).toEqual({ action: "reject" });
    }
  });

  it("takes what opens for a proposal, whatever it is called [AI-7]", async () => {
    const opening = { standing: null, turns: [], legalActions: ["propose", "reject"] as const };
    for (const action of ["accept", "counter", "question", "propose"]) {
      const { move } = await guarded({ action, terms: { price: 1 } }, opening);
      expect(move).toEqual({ action: "reject" });
    }
  });

  it("throws at what is no move, and lets a question to the party's own principal pass [AI-7]", async () => {
    for (const answer of [null, undefined, 7, "accept", [], { action: "agree" }]) {
      await expect(guarded(answer)).rejects.toThrow(TypeError);
    }
    const asked = await guarded(
      { consult: "May I go below 40?", terms: { price: 1 } },
      {},
      { secrets: ["40"] },
    );
    expect(asked.move).toEqual({ consult: "May I go below 40?" });
  });

  it("is nobody's turn to its listener: what that throws goes nowhere [AI-7]", async () => {
    const onGuard = (): never => {
      throw new Error("no disk");
    };
    const agent = withGuard<Price>(() => ({ action: "accept" }), GUARD, { onGuard });
    const call = {
      ...agentCall<Price>(),
      ...answeringTo<Price>({ price: 1 }),
      legalActions: ["reject"] as const,
    };
    expect(await agent(call)).toEqual({ action: "reject" });
  });

  it("of preferences keeps to their reservation, to the space, and to the best outcome in place of others [AI-7]", async () => {
    const guard = utilityGuard(space, consumer);
    const best = space.termsAt(consumerInverse.best());
    const worst = space.termsAt(consumerInverse.lowestAtLeast(0));
    expect(guard.utility(best)).toBeGreaterThanOrEqual(guard.reservation);
    expect(guard.utility(worst)).toBeLessThan(guard.reservation);
    expect(guard.instead?.()).toEqual(best);
    const agent = agentFromGenerate(answering({ action: "propose", terms: worst }), {
      brief: "",
      terms: termsSchema(space),
      guard,
    });
    expect(await agent(agentCall())).toMatchObject({ action: "propose", terms: best });
  });

  it.each([
    ["no utility", { utility: 7 }, /guard\.utility/],
    ["no reservation", { reservation: undefined }, /guard\.reservation/],
    ["NaN as reservation", { reservation: Number.NaN }, /guard\.reservation/],
    ["a secret without letters", { secrets: ["---"] }, /guard\.secrets/],
    ["an unknown member", { secret: ["x"] }, /secret/],
  ])("is refused with %s, and no number of it is shown [AI-7]", (_, guard, said) => {
    expect(() => withGuard(() => ({ action: "accept" }), { ...GUARD, ...guard } as never)).toThrow(said);
  });
});

const SECRETS = ["reserve 45000", "Kingfisher", "0.45"];

describe("secrets", () => {
  it.each([
    ["as it is", "Our reserve 45000 stands."],
    ["in another case", "our RESERVE 45000"],
    ["with other spaces", "re serve\t4 5 0\n00"],
    ["without spaces", "reserve45000"],
    ["with grouped digits", "reserve 45,000 or reserve 45.000 or reserve 45'000 or reserve 45_000"],
    ["with thin spaces", "reserve 45 000 reserve 45 000"],
    ["letter by letter", "K-i-n-g-f-i-s-h-e-r"],
    ["in full-width digits", "reserve 45000"],
    ["in full-width letters", "Kingfisher"],
    ["in Arabic-Indic digits", "reserve ٤٥٠٠٠"],
    ["in Devanagari digits", "reserve ४५०००"],
    ["in mathematical letters", "𝕂𝕚𝕟𝕘𝕗𝕚𝕤𝕙𝕖𝕣 𝐊𝐢𝐧𝐠𝐟𝐢𝐬𝐡𝐞𝐫"],
    ["in circled letters", "Ⓚⓘⓝⓖⓕⓘⓢⓗⓔⓡ"],
    ["with zero-width characters", "King\u200Bfi\u200Dsh\uFEFFer"],
    ["with soft hyphens", "King\u00ADfisher"],
    ["with a bidirectional override", "King\u202Efisher\u202C"],
    ["with tag characters", "King\u{E0041}fisher"],
    ["with combining accents", "Kíngfìshér"],
    ["with a ligature", "Kingﬁsher"],
    ["in Cyrillic look-alikes", "Кingfіshеr"],
    ["in the capital of a small look-alike", "КINGFISHЕГ"],
    ["in letters for digits", "reserve 45OoO"],
    ["in digits for letters", "K1ngf1sher"],
    ["in superscripts", "reserve ⁴⁵⁰⁰⁰"],
    ["in keycaps", "reserve 4️⃣5️⃣0️⃣0️⃣0️⃣"],
    ["in Greek look-alikes", "Κingfιsher"],
    ["with Hangul fillers", "King\u3164fi\u115fsh\u1160e\uffa0r"],
    ["with palochkas", "K\u04cfngf\u04c0sher"],
    ["in small capitals", "ᴋɪɴɢꜰɪꜱʜᴇʀ"],
    ["in letters on black circles", "🅚🅘🅝🅖🅕🅘🅢🅗🅔🅡"],
    ["in letters on black squares", "🅺🅸🅽🅶🅵🅸🆂🅷🅴🆁"],
    ["in letters of flags", "🇰🇮🇳🇬🇫🇮🇸🇭🇪🇷"],
    ["in Lisu look-alikes", "ꓗꓲꓠꓖꓝꓲꓢꓧꓰꓣ"],
    ["as a percentage", "we go down to 45 %"],
    ["without the leading zero", "no more than .45"],
  ])("do not pass %s [AI-7]", async (_, message) => {
    const { move, reports } = await guarded(
      { action: "counter", terms: { price: 50 }, message },
      {},
      { secrets: SECRETS },
    );
    expect(move).toEqual({ action: "counter", terms: { price: 50 } });
    expect(reports).toMatchObject([{ rule: "secret", action: "counter", became: "counter" }]);
  });

  it.each([
    ["Straße", "STRASSE"],
    ["STRASSE", "Straße"],
    ["Ρόδος", "ΡΟΔΟΣΑΚΙ"],
  ])("do not pass in another case that has other letters: %s as %s [AI-7]", async (secret, message) => {
    const { move } = await guarded({ action: "reject", message }, {}, { secrets: [secret] });
    expect(move).toEqual({ action: "reject" });
  });

  it("are looked for in reasons as in messages, and the text is dropped whole [AI-7]", async () => {
    const { move } = await guarded(
      { action: "reject", reason: "Below Kingfisher.", message: "Good bye." },
      {},
      { secrets: SECRETS },
    );
    expect(move).toEqual({ action: "reject", message: "Good bye." });
  });

  it("do not pass in two halves, in message and reason of one move [AI-7]", async () => {
    for (const [message, reason] of [
      ["King", "fisher"],
      ["fisher", "King"],
      ["It is King", "fisher, really"],
    ]) {
      const { move } = await guarded({ action: "reject", message, reason }, {}, { secrets: SECRETS });
      expect(`${JSON.stringify(move)}`).not.toMatch(/King.*fisher|fisher.*King/i);
    }
  });

  it("do not pass in parts over several turns: the last part is dropped [AI-7]", async () => {
    const own = { partyId: "consumer", seat: "initiator" as const };
    const turns = [turnOf<Price>({ ...own, number: 1, message: "King" }), turnOf<Price>({ number: 2 })];
    const { move } = await guarded(
      { action: "counter", terms: { price: 50 }, message: "fisher" },
      { turns },
      { secrets: SECRETS },
    );
    expect(move).toEqual({ action: "counter", terms: { price: 50 } });
    const apart = [turnOf<Price>({ ...own, message: "Our Kingfisher... no, sorry." })];
    const later = await guarded(
      { action: "reject", message: "Good bye." },
      { turns: apart },
      { secrets: SECRETS },
    );
    expect(later.move).toEqual({ action: "reject", message: "Good bye." });
  });

  it.each([
    ["as a text", { price: 50, note: "Kingfisher" }],
    ["deep in it", { price: 50, note: [{ a: ["king fisher"] }] }],
    ["as a name", { price: 50, note: { Kingfisher: 1 } }],
    ["as a number", { price: 42_000 }],
    ["as a number deep in it", { price: 50, note: [{ least: -42_000 }] }],
    ["as a number of another unit", { price: 50, note: 0.45 }],
  ])("do not pass in terms, %s [AI-7]", async (_, terms) => {
    const { move, reports } = await guarded({ action: "counter", terms }, proposedAt(60), {
      secrets: [...SECRETS, "42,000"],
    });
    expect(move).toEqual({ action: "counter", terms: { price: 60 } });
    expect(reports).toMatchObject([{ rule: "secret", became: "counter" }]);
  });

  it("do not pass in whatever else the other side sees: extras, justification, proposal ids [AI-7]", async () => {
    const spoken = { extra: { note: "Kingfisher" }, justification: ["Kingfisher"], proposalId: "Kingfisher" };
    const { move } = await guarded(
      { action: "counter", terms: { price: 50 }, ...spoken },
      {},
      { secrets: SECRETS },
    );
    expect(move).toEqual({ action: "counter", terms: { price: 50 } });
  });

  it.each([42_000.5, 142_000, 4_200])(
    "leave the number %d in terms alone, which is no whole secret [AI-7]",
    async (price) => {
      const counter = { action: "counter", terms: { price } };
      expect((await guarded(counter, {}, { secrets: ["42000"] })).move).toEqual(counter);
    },
  );

  it("leave what is no secret alone, the party's own notes included [AI-7]", async () => {
    const harmless = {
      action: "counter",
      terms: { price: 45_000 },
      message: "A king and a fisher reserve 44 seats.",
      assessment: { reasoning: "Kingfisher: reserve 45000" },
    };
    const { move, reports } = await guarded(harmless, {}, { secrets: SECRETS });
    expect([move, reports]).toEqual([harmless, []]);
  });

  it("are a move's own reasoning too, but for what is too short to tell anything [AI-7]", async () => {
    const reasoning = "We could go down to forty, and they need not know.";
    const told = await guarded({
      action: "reject",
      message: `Well: ${reasoning.toUpperCase()}`,
      assessment: { reasoning },
    });
    expect(told.move).toEqual({ action: "reject", assessment: { reasoning } });
    const brief = { action: "reject", message: "Too low.", assessment: { reasoning: "Too low." } };
    expect((await guarded(brief)).move).toEqual(brief);
  });

  it.each(["Kestrel is worth 42 to us.", { why: ["K e s t r e l"] }, "trel, they said."])(
    "do not pass in reasoning that the rules share: %j, in this turn or by parts [AI-7] [BR-7]",
    async (reasoning) => {
      const shared = { assessments: "shared", ...saidTurns("Kes") } as const;
      const secrets = { secrets: ["Kestrel"] };
      const answer = { action: "reject", message: "No.", assessment: { reasoning, score: 7 } };
      const { move, reports } = await guarded(answer, shared, secrets);
      expect(move).toEqual({
        action: "reject",
        message: "No.",
        assessment: { reasoning: "Not told.", score: 7 },
      });
      expect(reports).toMatchObject([{ rule: "secret", action: "reject", became: "reject" }]);
      const kept = await guarded(answer, { ...shared, assessments: "private" }, secrets);
      expect(kept).toEqual({ move: answer, reports: [] });
    },
  );

  it("do not pass in halves, one of them in reasoning that was shared [AI-7] [BR-7]", async () => {
    const secrets = { secrets: ["Kestrel"] };
    const call = { assessments: "shared", ...saidTurns("Kes") } as const;
    const { move } = await guarded({ action: "reject", message: "trel, no." }, call, secrets);
    expect(move).toEqual({ action: "reject" });
    const both = { action: "reject", message: "Kes", assessment: { reasoning: "trel" } };
    expect((await guarded(both, { assessments: "shared" }, secrets)).move).toMatchObject({
      message: "Kes",
      assessment: { reasoning: "Not told." },
    });
  });

  it("are words that a room demands replaced by none: a dropped message becomes one of no meaning [AI-7]", async () => {
    const lastError = { code: "message_required" as const, message: "", issues: [] };
    const { move } = await guarded(
      { action: "reject", message: "Kingfisher" },
      { lastError },
      { secrets: SECRETS },
    );
    expect(move).toEqual({ action: "reject", message: "We have nothing to add on turn 2." });
  });
});
