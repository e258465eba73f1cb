import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json/index.js";
import { type Negotiation, view, viewOfTurn } from "../../../src/core/record/index.js";
import type { RulesInput } from "../../../src/core/rules/index.js";
import {
  ANSWERED,
  CLAIM,
  CLAIMED,
  CONSULTED,
  EVERYTHING,
  FAILED,
  failing,
  historyOf,
  negotiationOf,
  PARK,
  PARKED,
  type Step,
} from "../../kit/builders.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

const RULES: RulesInput = {
  ...EVERYTHING,
  consult: { maxPerParty: 9 },
  park: PARK,
  cap: { limit: 20 },
  agentAttempts: 5,
};

/** A marker in every field that is private to `owner`, in the whole of one of its turns. */
function privateSteps(owner: string): readonly Step[] {
  const claim = { agentId: `secret-${owner}-agent`, claimId: `secret-${owner}-claim` };
  return [
    failing("threw", `secret-${owner}-failure`),
    { type: "consult", partyId: owner, id: `secret-${owner}-consult`, question: `secret-${owner}-question` },
    { type: "answer", partyId: owner, answer: `secret-${owner}-answer` },
    PARKED,
    { type: "claim", ...claim },
    {
      action: owner === "ada" ? "propose" : "counter",
      claim,
      commandId: `secret-${owner}-command`,
      assessment: { fitScore: `secret-${owner}-score`, note: { deep: `secret-${owner}-note` } },
    },
  ];
}

/** The opening comes before ada's consult, which the rules know only where something stands. */
const PLAYED: readonly Step[] = ["propose", "counter", ...privateSteps("ada"), ...privateSteps("smith")];

describe("EN-44: view", () => {
  it.each([
    ["ada", "smith"],
    ["smith", "ada"],
  ])("what is private to %s is in no view of %s, at any point of the history", (owner, other) => {
    const seen: string[] = [];
    for (let count = 0; count <= PLAYED.length; count += 1) {
      const record = negotiationOf({ rules: RULES, moves: PLAYED.slice(0, count) });
      expect(JSON.stringify(view(record, other))).not.toContain(`secret-${owner}`);
      seen.push(JSON.stringify(view(record, owner)));
    }
    const own = seen.join("");
    for (const what of [
      "failure",
      "consult",
      "question",
      "answer",
      "agent",
      "claim",
      "command",
      "score",
      "note",
    ]) {
      expect(own).toContain(`secret-${owner}-${what}`);
    }
  });

  it("keys are removed, not emptied", () => {
    const record = negotiationOf({ rules: RULES, moves: PLAYED });
    const [ownTurn, othersTurn] = [2, 3].map((index) => view(record, "ada")?.turns[index]);
    expect(Object.keys(ownTurn ?? {})).toEqual(Object.keys(record.turns[2] ?? {}));
    expect(ownTurn).toBe(record.turns[2]);
    expect(Object.keys(othersTurn ?? {}).sort()).toEqual(
      Object.keys(record.turns[3] ?? {})
        .filter((key) => key !== "assessment" && key !== "commandId")
        .sort(),
    );
    const parked = negotiationOf({ rules: RULES, moves: ["propose", PARKED] });
    expect(view(parked, "ada")?.awaiting).not.toHaveProperty("claim");
    expect(view(parked, "smith")?.awaiting).toMatchObject({ kind: "parked", claim: null });
    const claimed = negotiationOf({ rules: RULES, moves: ["propose", PARKED, CLAIMED] });
    expect(view(claimed, "ada")?.awaiting).not.toHaveProperty("claim");
    expect(view(claimed, "smith")?.awaiting).toMatchObject({ kind: "claimed", claim: CLAIM });
  });

  it("createCommandId is in nobody's view", () => {
    const record = negotiationOf({ opening: { price: 40 } });
    for (const id of ["ada", "smith"]) expect(view(record, id)).not.toHaveProperty("createCommandId");
    expect(JSON.stringify(view(record, "smith"))).not.toContain("create-1");
  });

  it("everything else is the record's own", () => {
    const {
      createCommandId: _,
      turns,
      failures,
      consults,
      ...shared
    } = negotiationOf({ rules: RULES, moves: [...PLAYED, "accept"] });
    const seen = view({ ...shared, createCommandId: "", turns, failures, consults } as Negotiation, "ada");
    expect(seen).toMatchObject(JSON.parse(JSON.stringify(shared)));
    expect(Object.keys(seen ?? {}).sort()).toEqual(
      [...Object.keys(shared), "turns", "failures", "consults"].sort(),
    );
  });

  it("extra, justification, reason and message are for both", () => {
    const record = negotiationOf({
      moves: [
        {
          action: "propose",
          extra: { mood: "calm" },
          justification: { claim: 1 },
          reason: "why",
          message: "so",
        },
      ],
    });
    expect(view(record, "smith")?.turns[0]).toMatchObject({
      extra: { mood: "calm" },
      justification: { claim: 1 },
      reason: "why",
      message: "so",
    });
  });

  it("failures and consults are each party's own", () => {
    const history = historyOf({ rules: RULES }, [
      "propose",
      FAILED,
      CONSULTED,
      ANSWERED,
      "counter",
      FAILED,
      CONSULTED,
      ANSWERED,
    ]);
    for (const id of ["ada", "smith"]) {
      const seen = view(history.negotiation, id);
      expect(seen?.failures.map((one) => one.partyId)).toEqual([id]);
      expect(seen?.consults.map((one) => one.partyId)).toEqual([id]);
    }
  });

  it("is frozen and JSON", () => {
    const seen = view(negotiationOf({ rules: RULES, moves: PLAYED }), "ada");
    expect(isDeepFrozen(seen)).toBe(true);
    expect(JSON.parse(JSON.stringify(seen))).toEqual(seen);
  });

  it.each(["eve", "", "initiator", "ADA"])("there is none for %j", (stranger) => {
    expect(view(negotiationOf(), stranger)).toBeUndefined();
  });

  it("a preset may project the context, by seat", () => {
    const record = negotiationOf({ context: Object.freeze({ own: "ada's", others: "smith's" }) as Json });
    const project = (context: Json, seat: string) => ({ seat, context });
    expect(view(record, "ada", project)?.context).toEqual({ seat: "initiator", context: record.context });
    expect(view(record, "smith", project)?.context).toEqual({ seat: "responder", context: record.context });
    expect(view(record, "smith")?.context).toBe(record.context);
  });
});

describe("EN-44, IX-11: what the other side sees of an assessment", () => {
  const assessment = {
    reasoning: "They need it.",
    suggestedRoles: { ownUser: "agent", otherUser: "patient" },
    fitScore: 0.7,
  };
  const turn = (given: unknown) => {
    const [recorded] = negotiationOf({ moves: [{ action: "propose", assessment: given as Json }] }).turns;
    if (recorded === undefined) throw new Error("no turn");
    return recorded;
  };

  it.each([
    ["private", undefined],
    ["roles", { suggestedRoles: assessment.suggestedRoles }],
    ["shared", { reasoning: "They need it.", suggestedRoles: assessment.suggestedRoles }],
  ] as const)("with %s", (assessments, seen) => {
    expect(viewOfTurn(turn(assessment), "smith", assessments).assessment).toEqual(seen);
    expect("assessment" in viewOfTurn(turn(assessment), "smith", assessments)).toBe(seen !== undefined);
    expect(viewOfTurn(turn(assessment), "ada", assessments).assessment).toEqual(assessment);
  });

  it.each([null, "text", 7, [], {}, { other: 1 }])("%j has no part to share", (given) => {
    for (const assessments of ["private", "roles", "shared"] as const) {
      expect(viewOfTurn(turn(given), "smith", assessments)).not.toHaveProperty("assessment");
    }
  });
});
