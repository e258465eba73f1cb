import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, moveCommand } from "../../../src/core/index.js";
import { legalMoves, type Move, readMove } from "../../../src/core/moves/index.js";
import { ACTIONS, type Negotiation } from "../../../src/core/record/index.js";
import { arbitraryMoveChoice, moveOf } from "../../../src/fuzz/arbitraries/arbitrary-moves.js";
import { arbitraryMove, arbitraryRules } from "../../../src/fuzz/arbitraries/index.js";
import type { PresetRules } from "../../../src/testing/agents/index.js";
import { recordAfter } from "../../kit/records.js";

const LIMITS = { maxMessageLength: 10_000, maxTermsBytes: 65_536 };

const opening: Move<{ price: number }> = { action: "propose", terms: { price: 40 } };

function membersOf(moves: readonly Move[]): Set<string> {
  return new Set(moves.flatMap((move) => Object.keys(move)));
}

describe("arbitrary moves", () => {
  it("are well-formed", () => {
    fc.assert(
      fc.property(arbitraryMove(), (move) => {
        expect(readMove(move, LIMITS)).toMatchObject({ ok: true, move: { termsIssue: null } });
      }),
      { numRuns: 500 },
    );
  });

  it("have all actions and all members", () => {
    const moves = fc.sample(arbitraryMove(), { numRuns: 500, seed: 1 });
    expect(new Set(moves.map(({ action }) => action))).toEqual(new Set(ACTIONS));
    const members = [
      "action",
      "terms",
      "message",
      "reason",
      "assessment",
      "justification",
      "extra",
      "sealed",
    ];
    const ids = ["proposalId", "replyTo", "validUntilAt"];
    expect(membersOf(moves)).toEqual(new Set([...members, ...ids]));
  });

  it("are within the limits of a negotiation's rules, however tight", () => {
    const tight: Negotiation = recordAfter([], { maxMessageLength: 1, maxTermsBytes: 1 });
    fc.assert(
      fc.property(arbitraryMove(tight), (move) => {
        expect(readMove(move, tight.rules)).toMatchObject({ ok: true, move: { termsIssue: null } });
      }),
      { numRuns: 500 },
    );
  });

  it("are mostly legal in a negotiation, and not always", () => {
    const negotiation: Negotiation = recordAfter([opening]);
    const refused = fc.sample(arbitraryMove(negotiation), { numRuns: 500, seed: 1 }).filter((move) => {
      const read = readMove(move, negotiation.rules);
      const command = read.ok && moveCommand("opponent", read.move, "cmd-2");
      return !command || !decide(negotiation, command, negotiation.updatedAt).ok;
    });
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.length).toBeLessThan(250);
  });

  it("shrink to the first legal action without optional members", () => {
    const { counterexample } = fc.check(fc.property(arbitraryMove(recordAfter([])), () => false));
    expect(counterexample?.[0]).toEqual({ action: "propose", terms: expect.anything() });
  });
});

describe("a choice that abides", () => {
  const choice = arbitraryMoveChoice().map((one) => ({ ...one, abides: true }));

  it("is a move that the rules allow, whatever they are", () => {
    fc.assert(
      fc.property(arbitraryRules(), fc.array(choice, { maxLength: 8 }), (rules: PresetRules, choices) => {
        let negotiation: Negotiation = recordAfter([], rules);
        for (const [index, one] of choices.entries()) {
          const { floor } = negotiation;
          if (floor === null || legalMoves(negotiation, floor)?.actions.length === 0) return;
          const read = readMove(moveOf(one, negotiation), negotiation.rules);
          if (!read.ok) throw new Error(JSON.stringify(read.issues));
          const command = moveCommand(floor, read.move, `cmd-${index + 1}`);
          const decision = decide(negotiation, command, negotiation.updatedAt);
          expect(decision.ok ? null : decision.refusal).toBeNull();
          if (decision.ok) negotiation = decision.negotiation;
        }
      }),
      { numRuns: 500 },
    );
  });

  it("says in each turn what was not said before, where the rules guard against that", () => {
    const guarded = recordAfter([{ ...opening, message: "Hello" }], { repetition: "guard" });
    const again = { ...fc.sample(choice, 1)[0]!, pick: 0, message: "Hello" };
    expect(moveOf(again, guarded)).toMatchObject({ message: expect.not.stringMatching(/^Hello$/) });
  });
});
