/**
 * @module
 * SM-50 sees what it is there for: with one function of the core replaced, the run of `core-commands.ts` fails,
 * and says what is wrong. SM-22: were the checkers made of these functions, nothing would show.
 */

import { afterEach, describe, expect, it, vi } from "vitest";
import type { Negotiation } from "../../src/core/record/index.js";

afterEach(() => {
  vi.resetModules();
  vi.doUnmock(MODULE);
});

let MODULE = "";

/** What SM-50 says with functions of a module of the core replaced; `undefined` when it sees nothing. */
async function complaint(
  module: string,
  change: (original: Record<string, any>) => Record<string, unknown>,
  numRuns = 1_000,
): Promise<string | undefined> {
  MODULE = `../../src/core/${module}.js`;
  vi.resetModules();
  vi.doMock(MODULE, async (importOriginal) => {
    const original = (await importOriginal()) as Record<string, any>;
    return { ...original, ...change(original) };
  });
  const { assertCommands } = await import("./core-commands.js");
  try {
    assertCommands({ numRuns, seed: 50, endOnFailure: true });
    return undefined;
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

const without =
  (code: string, original: (...given: any[]) => unknown) =>
  (...given: unknown[]): unknown => {
    const bar = original(...given);
    return bar === code ? undefined : bar;
  };

type Change = (core: Record<string, any>) => Record<string, unknown>;

/** A change to the functions that a module exports as one object. */
const inside =
  (name: string, change: Change): Change =>
  (core) => ({ [name]: { ...core[name], ...change(core[name]) } });

const LEGAL = /^what is taken from|^the legal moves of|the refusal's legal moves/;

/** What is wrong, the module, its functions instead, and who has to see it. */
const MUTANTS: readonly (readonly [name: string, module: string, change: Change, seen: RegExp])[] = [
  [
    "an `exceed` cap one too high",
    "moves/cap",
    (core) => ({ isCapSpent: late(core["isCapSpent"], 1) }),
    LEGAL,
  ],
  [
    "an `exceed` cap one too low",
    "moves/cap",
    (core) => ({ isCapSpent: late(core["isCapSpent"], -1) }),
    LEGAL,
  ],
  [
    "a `reach` cap one too high",
    "moves/cap",
    (core) => ({ isLastBeforeCap: late(core["isLastBeforeCap"], 1) }),
    /^I2|legal/,
  ],
  [
    "a `reach` cap one too low",
    "moves/cap",
    (core) => ({ isLastBeforeCap: late(core["isLastBeforeCap"], -1) }),
    /^I2|legal/,
  ],
  [
    "questions that no cap counts",
    "moves/cap",
    () => ({ isCounted: (_: unknown, action: string) => action === "propose" || action === "counter" }),
    /^I2|legal/,
  ],
  [
    "the own proposal accepted",
    "moves/legality-checks",
    (core) => ({ refusalCodeOfMove: without("own_proposal", core["refusalCodeOfMove"]) }),
    /^I8|^what is taken/,
  ],
  [
    "an old proposal accepted",
    "moves/legality-checks",
    (core) => ({
      refusalCodeOfMove: (record: Negotiation, event: any) =>
        core["refusalCodeOfMove"](record, { ...event, move: { ...event.move, replyTo: null } }),
    }),
    /^I8/,
  ],
  [
    "moves without the floor",
    "moves/legality-checks",
    (core) => ({ refusalCodeOfMove: without("not_your_turn", core["refusalCodeOfMove"]) }),
    /^I2|^what is taken/,
  ],
  [
    "answers without the claim",
    "moves/legality-checks",
    (core) => ({ refusalCodeOfMove: without("claim_not_held", core["refusalCodeOfMove"]) }),
    /^I2/,
  ],
  [
    "moves during a consult",
    "moves/legality-checks",
    (core) => ({ refusalCodeOfMove: without("consult_pending", core["refusalCodeOfMove"]) }),
    /^I2|^what is taken/,
  ],
  [
    "actions that the rules forbid",
    "moves/legality-checks",
    (core) => ({ refusalCodeOfMove: without("action_not_allowed", core["refusalCodeOfMove"]) }),
    /^I2|^what is taken/,
  ],
  [
    "an old message again",
    "moves/legality-checks",
    (core) => ({ refusalCodeOfFields: without("repeated_message", core["refusalCodeOfFields"]) }),
    /^I2/,
  ],
  [
    "more offered than is taken",
    "moves/legality-checks",
    (core) => ({ refusalCodeOfOffer: without("own_proposal", core["refusalCodeOfOffer"]) }),
    LEGAL,
  ],
  [
    "a deadline 1 ms early",
    "deadlines/deadlines",
    (core) => ({ nextDeadline: (record: Negotiation) => early(core["nextDeadline"](record)) }),
    /^I5/,
  ],
  [
    "the lightest deadline first",
    "deadlines/deadlines",
    (core) => ({ nextDeadline: lightestFirst(core["deadlinesOf"]) }),
    /^I5/,
  ],
  [
    "a lost claim that begins a new window",
    "machine/awaiting-updates",
    inside("awaitingUpdates", (updates) => ({ reparkTurn: updates["parkTurn"] })),
    /^I2|^I5/,
  ],
  [
    "a claim that lasts 1 ms longer",
    "moves/parking",
    (core) => ({ claimEndAt: (...given: unknown[]) => core["claimEndAt"](...given) + 1 }),
    /^I5/,
  ],
  [
    "a total time that begins anew",
    "machine/updates",
    inside("updates", (updates) => ({ recordCounter: renewing(updates["recordCounter"]) })),
    /^I5/,
  ],
  [
    "a floor that is kept after the end",
    "machine/updates",
    inside("updates", (updates) => ({ recordRejection: keepingFloor(updates["recordRejection"]) })),
    /^I2|^I3/,
  ],
  [
    "an acceptance of other terms",
    "record/outcome",
    (core) => ({ outcomeOf: otherTerms(core["outcomeOf"]) }),
    /^I8/,
  ],
  ["an end that is told twice", "commit-events", (core) => ({ eventsOf: twice(core["eventsOf"]) }), /^I3/],
  [
    "a failure that replay forgets",
    "replay",
    (core) => ({ replay: (entries: any[]) => core["replay"](entries.map(forgetful)) }),
    /^I11/,
  ],
];

describe("SM-50, SM-22: a fault in the core is seen", () => {
  it("nothing is wrong with the core as it is", async () => {
    expect(await complaint("cap", () => ({}), 100)).toBeUndefined();
  });

  it.each(MUTANTS)(
    "%s",
    async (_name, module, change, seen) => {
      expect(await complaint(module, change)).toMatch(seen);
    },
    60_000,
  );
});

/** The question asked of a record with so many turns less: a limit that is so much higher. */
function late(question: (record: Negotiation) => boolean, by: number) {
  return (record: Negotiation): boolean => {
    const { cap } = record.rules;
    if (cap.limit === "unlimited") return question(record);
    return question({ ...record, rules: { ...record.rules, cap: { ...cap, limit: cap.limit + by } } });
  };
}

function early<D extends { readonly at: number }>(deadline: D | undefined): D | undefined {
  return deadline === undefined ? undefined : { ...deadline, at: deadline.at - 1 };
}

function lightestFirst(deadlinesOf: (record: Negotiation) => readonly { readonly at: number }[]) {
  return (record: Negotiation): unknown => {
    const all = deadlinesOf(record);
    const soonest = Math.min(...all.map(({ at }) => at));
    return all.findLast(({ at }) => at === soonest);
  };
}

type Update = (record: Negotiation, event: { readonly at: number }) => Negotiation;

const renewing =
  (update: Update): Update =>
  (before, event) => {
    const after = update(before, event);
    const { totalMs } = after.rules;
    if (totalMs === null) return after;
    return { ...after, deadlines: { ...after.deadlines, totalAt: event.at + totalMs } };
  };

const keepingFloor =
  (update: Update): Update =>
  (before, event) => ({ ...update(before, event), floor: before.floor });

function otherTerms(outcomeOf: (...given: unknown[]) => any) {
  return (...given: unknown[]): unknown => {
    const outcome = outcomeOf(...given);
    if (outcome.proposal === null) return outcome;
    return { ...outcome, proposal: { ...outcome.proposal, terms: "other terms" } };
  };
}

function twice(eventsOf: (...given: unknown[]) => readonly { readonly type: string }[]) {
  return (...given: unknown[]): unknown =>
    eventsOf(...given).flatMap((event) => (event.type === "negotiation:settled" ? [event, event] : [event]));
}

function forgetful(entry: any): any {
  if (entry.kind !== "failed") return entry;
  const events = entry.details.events.map((event: any) => ({
    ...event,
    failure: { ...event.failure, error: "" },
  }));
  return { ...entry, details: { events } };
}
