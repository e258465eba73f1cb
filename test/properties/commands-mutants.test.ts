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

type Change = (core: Record<string, any>) => Record<string, unknown>;
type Functions = (...given: any[]) => any;

/** One function of the module, made of the one that is there. */
const instead =
  (name: string, change: (original: Functions) => unknown): Change =>
  (core) => ({ [name]: change(core[name]) });

/** A change to the functions that a module exports as one object. */
const inside =
  (name: string, change: Change): Change =>
  (core) => ({ [name]: { ...core[name], ...change(core[name]) } });

/** A check of a move that never says this. */
const without = (code: string, name = "refusalCodeOfMove"): Change =>
  instead(name, (original) => (...given: unknown[]): unknown => {
    const bar = original(...given);
    return bar === code ? undefined : bar;
  });

const LEGAL = /^what is taken from|^the legal moves of|the refusal's legal moves/;
const CHECKS = "moves/legality-checks";

/** What is wrong, the module, its functions instead, and who has to see it. */
const MUTANTS: readonly (readonly [name: string, module: string, change: Change, seen: RegExp])[] = [
  ["an `exceed` cap one too high", "moves/turn-cap", instead("isCapSpent", late(1)), LEGAL],
  ["an `exceed` cap one too low", "moves/turn-cap", instead("isCapSpent", late(-1)), LEGAL],
  ["a `reach` cap one too high", "moves/turn-cap", instead("isLastBeforeCap", late(1)), /^I2|legal/],
  ["a `reach` cap one too low", "moves/turn-cap", instead("isLastBeforeCap", late(-1)), /^I2|legal/],
  ["questions that no cap counts", "moves/turn-cap", instead("isCounted", () => isProposal), /^I2|legal/],
  ["the own proposal accepted", CHECKS, without("own_proposal"), /^I8|^what is taken/],
  ["an old proposal accepted", CHECKS, instead("refusalCodeOfMove", replyingToNothing), /^I8/],
  ["moves without the floor", CHECKS, without("not_your_turn"), /^I2|^what is taken/],
  ["answers without the claim", CHECKS, without("claim_not_held"), /^I2/],
  ["moves during a consult", CHECKS, without("consult_pending"), /^I2|^what is taken/],
  ["actions that the rules forbid", CHECKS, without("action_not_allowed"), /^I2|^what is taken/],
  ["an old message again", CHECKS, without("repeated_message", "refusalCodeOfFields"), /^I2/],
  ["more offered than is taken", CHECKS, instead("legalMoves", offeringMore), LEGAL],
  ["a deadline 1 ms early", "deadlines/deadlines", instead("nextDeadline", early), /^I5/],
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
    "machine/awaiting-updates",
    inside("awaitingUpdates", instead("claimTurn", longer)),
    /^I5/,
  ],
  [
    "a total time that begins anew",
    "machine/move-updates",
    inside("updates", instead("recordCounter", renewing)),
    /^I5/,
  ],
  [
    "a floor that is kept after the end",
    "machine/move-updates",
    inside("updates", instead("recordRejection", keepingFloor)),
    /^I2|^I3/,
  ],
  ["an acceptance of other terms", "record/next-record", instead("outcomeOf", otherTerms), /^I8/],
  ["an end that is told twice", "commit-events", instead("eventsOf", twice), /^I3/],
  ["a failure that replay forgets", "replay", instead("replay", forgetting), /^I11/],
];

describe("SM-50, SM-22: a fault in the core is seen", () => {
  it("nothing is wrong with the core as it is", async () => {
    expect(await complaint("moves/turn-cap", () => ({}), 100)).toBeUndefined();
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
function late(by: number) {
  return (question: Functions) =>
    (record: Negotiation): boolean => {
      const { cap } = record.rules;
      if (cap.limit === "unlimited") return question(record);
      return question({ ...record, rules: { ...record.rules, cap: { ...cap, limit: cap.limit + by } } });
    };
}

function isProposal(_: unknown, action: string): boolean {
  return action === "propose" || action === "counter";
}

function replyingToNothing(check: Functions) {
  return (record: Negotiation, event: any): unknown =>
    check(record, { ...event, move: { ...event.move, replyTo: null } });
}

function early(nextDeadline: Functions) {
  return (record: Negotiation): unknown => {
    const deadline = nextDeadline(record);
    return deadline === undefined ? undefined : { ...deadline, at: deadline.at - 1 };
  };
}

function longer(update: Functions) {
  return (...given: unknown[]): Negotiation => {
    const after: Negotiation = update(...given);
    const { claimAt } = after.deadlines;
    return claimAt === null ? after : { ...after, deadlines: { ...after.deadlines, claimAt: claimAt + 1 } };
  };
}

function offeringMore(legalMoves: Functions) {
  return (...given: unknown[]): unknown => {
    const legal = legalMoves(...given);
    return legal && { ...legal, actions: [...new Set([...legal.actions, "accept"])] };
  };
}

function lightestFirst(deadlinesOf: (record: Negotiation) => readonly { readonly at: number }[]) {
  return (record: Negotiation): unknown => {
    const all = deadlinesOf(record);
    const soonest = Math.min(...all.map(({ at }) => at));
    return all.findLast(({ at }) => at === soonest);
  };
}

function renewing(update: Functions) {
  return (before: Negotiation, event: { readonly at: number }): Negotiation => {
    const after: Negotiation = update(before, event);
    const { totalMs } = after.rules;
    if (totalMs === null) return after;
    return { ...after, deadlines: { ...after.deadlines, totalAt: event.at + totalMs } };
  };
}

function keepingFloor(update: Functions) {
  return (before: Negotiation, event: unknown) => ({ ...update(before, event), floor: before.floor });
}

function otherTerms(outcomeOf: Functions) {
  return (...given: unknown[]): unknown => {
    const outcome = outcomeOf(...given);
    if (outcome.proposal === null) return outcome;
    return { ...outcome, proposal: { ...outcome.proposal, terms: "other terms" } };
  };
}

function twice(eventsOf: Functions) {
  return (...given: unknown[]): unknown =>
    eventsOf(...given).flatMap((event: any) =>
      event.type === "negotiation:settled" ? [event, event] : [event],
    );
}

function forgetting(replay: Functions) {
  return (entries: readonly any[]): unknown =>
    replay(
      entries.map((entry) => {
        if (entry.kind !== "failed") return entry;
        const failed = entry.details.events.map((event: any) => ({
          ...event,
          failure: { ...event.failure, error: "" },
        }));
        return { ...entry, details: { events: failed } };
      }),
    );
}
