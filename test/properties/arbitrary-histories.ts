/**
 * @module
 * Random rules, and random commands that are chosen so that they often make sense.
 */

import fc from "fast-check";
import type { Command } from "../../src/core/moves/index.js";
import type { Action, Negotiation, PartyKind } from "../../src/core/record/index.js";
import { properMove } from "../core/reachable.js";
import { CLAIM, commandOf, EVERYTHING, failing, type MoveStep, PARK, type Setup } from "../kit/builders.js";

const kind = fc.constantFrom<PartyKind>("system", "personal");

/** Rules of their own, valid ones, with much that can happen. */
const rules = fc
  .record({
    cap: fc.oneof(
      fc.record({
        counts: fc.constantFrom("turns", "proposals"),
        limit: fc.integer({ min: 1, max: 9 }),
        mode: fc.constant("exceed"),
        result: fc.constantFrom("expired", "stalled", "refuse"),
      }),
      fc.record({
        counts: fc.constantFrom("turns", "proposals"),
        limit: fc.integer({ min: 2, max: 9 }),
        mode: fc.constant("reach"),
        result: fc.constantFrom("expired", "stalled"),
      }),
      fc.constant({ limit: "unlimited" }),
    ),
    decides: fc.boolean(),
    opener: fc.constantFrom("initiator", "responder"),
    repropose: fc.constantFrom("counter", "refuse"),
    turnMs: fc.constantFrom(3_000, 30_000, null),
    openMs: fc.constantFrom(5_000, null),
    totalMs: fc.constantFrom(20_000, 120_000),
    validityMs: fc.constantFrom(4_000, 60_000, null),
    onTurnTimeout: fc.constantFrom("expire", "stall", "fallback"),
    onTotalTimeout: fc.constantFrom("expire", "stall"),
    onFailure: fc.constantFrom("stall", "expire"),
    onCancel: fc.constantFrom("withdraw", "expire"),
    onReject: fc.constantFrom("end", "end", "continue"),
    withdrawOffTurn: fc.boolean(),
    terms: fc.constantFrom("required", "optional", "none"),
    agentAttempts: fc.integer({ min: 1, max: 5 }),
    onInvalidAnswer: fc.constantFrom("fail", "conservative"),
    repetition: fc.constantFrom("off", "guard"),
    deadlockAfter: fc.integer({ min: 2, max: 5 }),
    consult: fc.constantFrom(null, { maxPerParty: 2, windowMs: 6_000 }),
    park: fc.constantFrom(
      null,
      { ...PARK, parkMs: 8_000 },
      { ...PARK, parkMs: 8_000, onClaimExpiry: "fallback" },
      { ...PARK, parkMs: 8_000, claimBudget: "fresh", claimMs: 5_000, onClaimExpiry: "repark" },
      { ...PARK, parkMs: 8_000, onClaimExpiry: "close" },
    ),
  })
  .map(({ decides, ...given }) => ({
    ...EVERYTHING,
    ...given,
    finalTurn: decides && "mode" in given.cap && given.cap.mode === "reach" ? "decide" : "record",
  })) as unknown as fc.Arbitrary<NonNullable<Setup["rules"]>>;

/** What a negotiation is made of: a preset as it is, or rules of its own. */
export const arbitrarySetup: fc.Arbitrary<Setup> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      preset: fc.constantFrom("room", "index", "index-2026-04", "oap", "bindu"),
      kinds: fc.tuple(kind, kind),
    }),
  },
  { weight: 3, arbitrary: fc.record({ rules, kinds: fc.tuple(kind, kind) }) },
) as fc.Arbitrary<Setup>;

/** A command that is made when its turn comes, so that it can fit the record; prints readably. */
export interface ArbitraryCommand {
  /** Ms since the last command, negative where the clock jumps back; or ms since what is due next. */
  readonly after: number | { readonly due: number };
  readonly of: (negotiation: Negotiation) => Command;
  readonly toString: () => string;
}

type Making = (negotiation: Negotiation) => Command;

/** Moves: mostly of who has the floor, as it should be; now and then by others, stale, bare or with a claim. */
const move: fc.Arbitrary<readonly [string, Making]> = fc
  .record({
    action: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Action>("propose", "counter", "counter", "question") },
      { weight: 1, arbitrary: fc.constantFrom<Action>("accept", "reject", "withdraw") },
    ),
    by: fc.oneof(
      { weight: 12, arbitrary: fc.constant("floor") },
      { weight: 1, arbitrary: fc.constantFrom("ada", "smith", "eve") },
    ),
    how: fc.oneof(
      { weight: 8, arbitrary: fc.constant<Partial<MoveStep>>({}) },
      {
        weight: 2,
        arbitrary: fc.constantFrom<Partial<MoveStep>>(
          { terms: undefined, message: null },
          { terms: { price: Number.NaN } },
          { message: "The same again." },
          { replyTo: "neg_1_p1" },
          { expectedVersion: 3 },
          { source: "agent", coercedFrom: "question" },
          { source: "fallback" },
          { claim: CLAIM },
          { extra: { deep: [{ a: null }] }, justification: [1, "2"], reason: "Because." },
        ),
      },
    ),
    validMs: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: -5, max: 9_000 }) },
    ),
    repeats: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ action, by, how, validMs, repeats }) => {
    const makes: Making = (negotiation) => {
      const partyId = by === "floor" ? (negotiation.floor ?? "ada") : by;
      const isProposal = action === "propose" || action === "counter";
      const step: MoveStep = {
        ...properMove(negotiation, partyId, action),
        assessment: { note: `secret-${partyId}-note` },
        commandId: repeats === 0 ? `secret-${partyId}-again` : `secret-${partyId}-${negotiation.version}`,
        ...(isProposal && validMs !== null ? { validUntilAt: negotiation.updatedAt + validMs } : {}),
        ...(isProposal && repeats === 1 ? { proposalId: "own-id" } : {}),
        ...how,
      };
      return commandOf(negotiation, step);
    };
    return [`${by}: ${action} ${JSON.stringify(how)} valid ${validMs}`, makes] as const;
  });

function consult(negotiation: Negotiation): Command {
  const partyId = negotiation.floor ?? "smith";
  return {
    type: "consult",
    partyId,
    id: `con_${negotiation.version}`,
    question: `secret-${partyId}-question`,
  };
}

function answer(negotiation: Negotiation): Command {
  const partyId = negotiation.floor ?? "smith";
  return { type: "answer", partyId, answer: `secret-${partyId}-answer` };
}

/** What may follow what is awaited. */
const fitting: readonly [string, Making] = [
  "what fits",
  (negotiation) => {
    switch (negotiation.awaiting?.kind) {
      case "move":
        return negotiation.rules.park !== null && negotiation.version % 2 === 0
          ? { type: "park" }
          : consult(negotiation);
      case "parked":
        return { type: "claim", ...CLAIM };
      case "claimed":
        return { type: "release", ...CLAIM };
      case "consult":
        return answer(negotiation);
      default:
        return { type: "wake" };
    }
  },
];

const others: fc.Arbitrary<readonly [string, Making]> = fc.constantFrom<readonly [string, Making]>(
  ["wake", () => ({ type: "wake" })],
  ["cancel", () => ({ type: "cancel", details: null })],
  ["park", () => ({ type: "park" })],
  ["claim", () => ({ type: "claim", ...CLAIM })],
  ["release", () => ({ type: "release", ...CLAIM })],
  ["release of another", () => ({ type: "release", agentId: "agent-2", claimId: "clm_1" })],
  ...(["threw", "timeout", "invalid", "illegal", "repetition", "repetition"] as const).map(
    (kind) =>
      [
        `fail ${kind}`,
        (negotiation: Negotiation) => failing(kind, `secret-${negotiation.floor}-failure`)(negotiation),
      ] as const,
  ),
  ["stale fail", () => ({ type: "fail", partyId: "ada", turnNumber: 1, kind: "threw", error: "" })],
  ["consult", consult],
  ["answer", answer],
  ["consult of a stranger", () => ({ type: "consult", partyId: "eve", id: "con_9", question: "?" })],
);

/** Up to 25 commands; time mostly passes slowly, sometimes in leaps, backwards, or to a deadline. */
export const arbitraryCommands: fc.Arbitrary<readonly ArbitraryCommand[]> = fc.array(
  fc
    .record({
      made: fc.oneof(
        { weight: 5, arbitrary: move },
        { weight: 2, arbitrary: others },
        { weight: 2, arbitrary: fc.constant(fitting) },
      ),
      after: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 0, max: 1_500 }) },
        { weight: 1, arbitrary: fc.record({ due: fc.integer({ min: -1, max: 1 }) }) },
        { weight: 1, arbitrary: fc.constantFrom(-3_000, 4_000, 8_000, 30_000, 200_000) },
      ),
    })
    .map(({ made: [text, of], after }) => ({
      after,
      of,
      toString: () => `${JSON.stringify(after)} ms: ${text}`,
    })),
  { minLength: 1, maxLength: 25, size: "max" },
);
