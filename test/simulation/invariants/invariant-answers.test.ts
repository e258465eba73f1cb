import { describe, expect, it } from "vitest";
import type { AgentAsked, InvariantCheck, ObservedWrite } from "../../../src/simulation/observation/index.js";
import { changed, invariantOf, Script, truthOf } from "../observed-histories.js";

const consult = { maxPerParty: 1, windowMs: 500 };
const { writes } = new Script({ consult })
  .move({ action: "propose", terms: 1 }, { source: "agent" })
  .give({ type: "fail", partyId: "smith", turnNumber: 2, kind: "threw", error: "" })
  .give({ type: "consult", partyId: "smith", id: "consult-1", question: "?" })
  .give({ type: "answer", partyId: "smith", answer: "!" })
  .move({ action: "counter", terms: 2 }, { source: "agent" })
  .move({ action: "counter", terms: 3 });

const call = (given: Partial<AgentAsked>): AgentAsked => ({
  at: 0,
  node: "n1#1",
  negotiationId: "neg_1",
  partyId: "smith",
  turnNumber: 2,
  attempt: 1,
  consultId: null,
  ...given,
});

const opening = call({ partyId: "ada", turnNumber: 1 });
const question = call({ attempt: 2 });
// The floor was kept, and its failure came before the pause.
const counter = call({ consultId: "consult-1" });

function found(given: readonly ObservedWrite[], calls: readonly AgentAsked[]): (string | undefined)[] {
  const check: InvariantCheck = invariantOf("I13").watch(truthOf(given), { mode: "safety", seed: 0 });
  for (const one of calls) check.onAsked?.(one);
  return given.map((write) => check.onWrite?.(write)).flatMap((finding) => finding?.detail ?? []);
}

describe("I13", () => {
  it("passes what an agent says in the turn, the attempt and after the consult it was asked for [SM-89]", () => {
    expect(found(writes, [opening, question, counter])).toEqual([]);
  });

  it("passes histories of which nobody tells who was asked", () => {
    expect(found(writes, [])).toEqual([]);
  });

  it("finds an answer to a call for another turn, attempt, pause or node [SM-89]", () => {
    const others: Partial<AgentAsked>[] = [
      { turnNumber: 1 },
      { attempt: 3 },
      { consultId: null },
      { node: "n2#1" },
      { negotiationId: "neg_2" },
      { partyId: "ada" },
    ];
    for (const other of others) {
      expect(found(writes, [opening, question, { ...counter, ...other }])[0]).toContain(
        "expected an answer to a call of n1#1 for turn 2, attempt 1, got one to another call",
      );
    }
  });

  it("finds a question to the principal that was asked in an attempt before [SM-89]", () => {
    expect(found(writes, [opening, { ...question, attempt: 1 }, counter])[0]).toContain("turn 2, attempt 2");
  });

  it("passes the careful move for an agent whose attempts are spent, and finds one before [SM-89]", () => {
    const agent = new Script({ agentAttempts: 1, onInvalidAnswer: "conservative" })
      .move({ action: "propose", terms: 1 })
      .move({ action: "counter", terms: 2 })
      .give({ type: "fail", partyId: "ada", turnNumber: 3, kind: "invalid", error: "" })
      .move({ action: "counter", terms: 1 }, { source: "fallback" });
    expect(found(agent.writes, [opening])).toEqual([]);
    const early = agent.writes.map((write) =>
      changed(write, (draft) => {
        if (draft.before !== null) draft.before.state.rules.agentAttempts = 2;
      }),
    );
    expect(found(early, [opening])).toHaveLength(1);
  });
});
