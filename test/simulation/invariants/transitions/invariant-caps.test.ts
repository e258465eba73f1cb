import { describe, expect, it } from "vitest";
import { isFinalTurn } from "../../../../src/core/moves/index.js";
import type { Action, CapLimit, Party, Turn } from "../../../../src/core/record/index.js";
import { isProposal } from "../../../../src/simulation/invariants/transitions/index.js";
import {
  addTurn,
  capVerdict,
  emptyTally,
  faultOfContent,
  faultOfPermission,
  isLastTurn,
  type Tally,
} from "../../../../src/simulation/invariants/transitions/invariant-caps.js";
import { stateIn } from "../../../../src/simulation/observation/index.js";
import type { PresetRules } from "../../../../src/testing/agents/index.js";
import { recordAfter } from "../../../kit/records.js";
import { Script } from "../../observed-histories.js";

const SIX: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const ADA: Party = { id: "ada", kind: "personal" };

const stateWith = (rules: PresetRules) => stateIn(new Script(rules).last.after);
const counted = (turnCount: number, proposalCount = turnCount): Tally => ({
  ...emptyTally(),
  turnCount,
  proposalCount,
});
const turnWith = (given: Partial<Turn>): Turn =>
  ({ action: "counter", terms: 1, message: null, source: "external", ...given }) as Turn;

describe("the cap, said a second time", () => {
  const verdict = (
    cap: NonNullable<PresetRules["cap"]>,
    action: Action,
    tally: Tally,
    finalTurn = "record",
  ) =>
    capVerdict(stateWith({ actions: SIX, cap, finalTurn: finalTurn as "record" }), "personal", action, tally);

  it("exceeded: one more than the limit is too many, and deciding is always free", () => {
    const cap = { limit: 5, mode: "exceed" } as const;
    expect(verdict(cap, "counter", counted(4))).toBe("free");
    expect(verdict(cap, "counter", counted(5))).toBe("exceeded");
    expect(verdict(cap, "question", counted(5))).toBe("exceeded");
    for (const action of ["accept", "reject", "withdraw"] as const) {
      expect(verdict(cap, action, counted(5))).toBe("free");
    }
  });

  it("counts proposals alone where the rules say so", () => {
    const cap = { counts: "proposals", limit: 8, mode: "exceed", result: "refuse" } as const;
    expect(verdict(cap, "counter", counted(20, 7))).toBe("free");
    expect(verdict(cap, "counter", counted(8))).toBe("exceeded");
    expect(verdict(cap, "question", counted(8))).toBe("free");
  });

  it("reached: the one that brings the count to the limit is the last, or has to decide", () => {
    const cap = { limit: 6, mode: "reach", result: "stalled" } as const;
    expect(verdict(cap, "counter", counted(4))).toBe("free");
    expect(verdict(cap, "counter", counted(5))).toBe("last");
    expect(verdict(cap, "accept", counted(5))).toBe("free");
    expect(verdict(cap, "counter", counted(5), "decide")).toBe("must-decide");
    expect(verdict({ ...cap, counts: "proposals" }, "question", counted(9, 5))).toBe("free");
    expect(verdict({ ...cap, counts: "proposals" }, "question", counted(9, 5), "decide")).toBe("must-decide");
  });

  it("is free of limits when unlimited", () => {
    expect(verdict({ limit: "unlimited" }, "counter", counted(1_000))).toBe("free");
  });

  it("agrees with the core on which turn is the last", () => {
    for (const mode of ["reach", "exceed"] as const) {
      for (const counts of ["turns", "proposals"] as const) {
        for (const limit of [2, 3, "unlimited"] satisfies CapLimit[]) {
          const rules: PresetRules = { actions: SIX, cap: { limit, mode, counts } };
          const record = recordAfter([{ action: "propose", terms: { price: 1 } }], rules, ADA, {
            ...ADA,
            id: "smith",
          });
          const { turns, ...state } = record;
          const tally = counted(turns.length);
          expect(isLastTurn(state as never, record.responder, "responder", tally)).toBe(isFinalTurn(record));
        }
      }
    }
  });
});

describe("what the rules say of a move by itself", () => {
  it("permits an action that the lists for all, for the seat and for the kind have", () => {
    const state = stateWith({ actions: { all: SIX, personal: ["propose", "counter", "accept", "reject"] } });
    expect(faultOfPermission(state, ADA, "initiator", "counter")).toBeUndefined();
    expect(faultOfPermission(state, ADA, "initiator", "question")).toContain("question");
    expect(faultOfPermission(stateWith({}), ADA, "initiator", "withdraw")).toContain("withdraw");
  });

  it("asks for terms with proposals, where the rules want them, and for none elsewhere", () => {
    const state = stateWith({ actions: SIX });
    expect(faultOfContent(state, turnWith({}), emptyTally())).toBeUndefined();
    expect(faultOfContent(state, turnWith({ terms: null }), emptyTally())).toContain("expected terms");
    expect(faultOfContent(state, turnWith({ action: "accept" }), emptyTally())).toContain("no terms");
    expect(faultOfContent(stateWith({ terms: "none" }), turnWith({}), emptyTally())).toContain("no terms");
  });

  it("asks for a message with questions, and of nobody that stands in but for those", () => {
    const state = stateWith({ actions: SIX, messageRequiredFor: ["counter"] });
    const question = turnWith({ action: "question", terms: null, message: " " });
    expect(faultOfContent(state, question, emptyTally())).toContain("expected a message");
    expect(faultOfContent(state, { ...question, message: "Why?" }, emptyTally())).toBeUndefined();
    expect(faultOfContent(state, { ...question, source: "fallback" }, emptyTally())).toContain(
      "expected a message",
    );
    expect(faultOfContent(state, turnWith({}), emptyTally())).toContain("expected a message");
    expect(faultOfContent(state, turnWith({ source: "fallback" }), emptyTally())).toBeUndefined();
  });

  it("hears whoever says the same again, where repetition is guarded", () => {
    const tally = emptyTally();
    addTurn(tally, turnWith({ message: " Same  here ", proposalId: "p1" }));
    const again = turnWith({ message: "Same here" });
    expect(faultOfContent(stateWith({ actions: SIX, repetition: "guard" }), again, tally)).toContain(
      "said before",
    );
    expect(faultOfContent(stateWith({ actions: SIX }), again, tally)).toBeUndefined();
    const accept = turnWith({ action: "accept", terms: null, message: "Same here" });
    expect(faultOfContent(stateWith({ actions: SIX, repetition: "guard" }), accept, tally)).toBeUndefined();
  });

  it("counts turns, proposals and their ids", () => {
    const tally = emptyTally();
    addTurn(tally, turnWith({ action: "propose", proposalId: "p1" }));
    addTurn(tally, turnWith({ action: "question", proposalId: "p1", terms: null, message: "Why?" }));
    expect(tally).toMatchObject({ turnCount: 2, proposalCount: 1 });
    expect([...tally.proposalIds]).toEqual(["p1"]);
    expect(SIX.filter(isProposal)).toEqual(["propose", "counter"]);
  });
});
