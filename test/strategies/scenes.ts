/**
 * @module
 * Small scenes for the tests of strategies: a space, one party's utilities, a player or an agent's call by hand.
 */

import type { Action, TurnView } from "../../src/core/record/index.js";
import type { AgentCall } from "../../src/ports/index.js";
import { type InverseUtility, inverseUtility } from "../../src/preferences/inverse/index.js";
import {
  type IssueTerms,
  type OutcomeSpace,
  outcomeSpace,
  type Preferences,
} from "../../src/preferences/model/index.js";
import {
  type HookFailure,
  type OfferingPolicy,
  Player,
  type Strategy,
  timeOfTurn,
  type WhenNoRationalOutcome,
} from "../../src/strategies/play/index.js";

/** Preferences over one issue `x` whose values 0, 1, 2 ... have these utilities. */
export function listed(
  utilities: readonly number[],
  reservation: number | null = null,
): { readonly space: OutcomeSpace; readonly preferences: Preferences; readonly inverse: InverseUtility } {
  const space = outcomeSpace([
    { name: "x", kind: "categorical", values: utilities.map((_, index) => index) },
  ]);
  const preferences: Preferences = {
    kind: "additive",
    weights: [1],
    values: [{ kind: "table", values: [...utilities] }],
    reservation,
  };
  return { space, preferences, inverse: inverseUtility(space, preferences) };
}

/** An offering policy that proposes these outcomes in turn, the last of them for ever. */
export function scripted(...outcomes: readonly number[]): OfferingPolicy {
  return {
    name: "scripted",
    start: () => ({ next: ({ sent }) => outcomes[Math.min(sent.length, outcomes.length - 1)] ?? 0 }),
  };
}

/** The odd turns are one party's, the even ones another's; both by hand. */
export class Scene {
  readonly player: Player;
  readonly turnLimit: number;
  readonly failures: HookFailure[] = [];
  readonly #sheet = {
    outcomes: [-1],
    relativeTimes: [0],
    justifications: [] as (string | undefined)[],
  };
  #turnNumber = 1;

  constructor(
    strategy: Strategy,
    inverse: InverseUtility,
    options: { turnLimit?: number; seed?: number; whenNoRationalOutcome?: WhenNoRationalOutcome } = {},
  ) {
    this.turnLimit = options.turnLimit ?? 200;
    this.player = new Player({
      strategy,
      inverse,
      partyId: "ada",
      seat: "responder",
      parties: 2,
      seed: options.seed ?? 1,
      sheet: this.#sheet,
      whenNoRationalOutcome: options.whenNoRationalOutcome ?? "propose-best",
      onHookFailure: (failure) => this.failures.push(failure),
    });
  }

  /** The other side proposes, the player answers: `ACCEPT`, `WITHDRAW` or an outcome, which it then has sent. */
  answer(outcome: number, justification?: string): number {
    this.#sheet.justifications[this.#turnNumber] = justification;
    this.#propose(outcome, false);
    const decision = this.decision();
    if (decision >= 0) this.#propose(decision, true);
    return decision;
  }

  /** What the player would do now. */
  decision(): number {
    const turnNumber = this.#turnNumber;
    return this.player.decide(turnNumber, this.#time(), this.turnLimit - turnNumber + 1);
  }

  /** Lets cycles pass without a turn. */
  skipTo(turnNumber: number): this {
    this.#turnNumber = turnNumber;
    return this;
  }

  #propose(outcome: number, isOwn: boolean): void {
    const turnNumber = this.#turnNumber;
    this.#sheet.outcomes[turnNumber] = outcome;
    this.#sheet.relativeTimes[turnNumber] = this.#time();
    this.player.hear(turnNumber, isOwn, this.turnLimit - turnNumber + 1);
    this.#turnNumber += 1;
  }

  #time(): number {
    return timeOfTurn(this.#turnNumber, this.turnLimit, 2);
  }
}

/** A call of `ada`, the responder, whose partner `smith` opened with these terms, both proposing in turn. */
export function callAfter<Terms = IssueTerms>(
  proposals: readonly Terms[],
  overrides: Partial<AgentCall<Terms>> & { readonly turnsAt?: (number: number) => number } = {},
): AgentCall<Terms> {
  const { turnsAt = (number) => 1_000 * number, ...rest } = overrides;
  const turns = proposals.map((terms, index) => turnOf(index + 1, terms, turnsAt(index + 1)));
  const latest = turns.at(-1);
  return {
    negotiationId: "neg_1",
    party: { id: "ada", kind: "system" },
    seat: "responder",
    other: { id: "smith", kind: "system" },
    turns,
    standing:
      latest === undefined
        ? null
        : {
            id: `p${latest.number}`,
            round: latest.number,
            turn: latest.number,
            partyId: latest.partyId,
            seat: latest.seat,
            terms: latest.terms as Terms,
            validUntilAt: null,
            at: latest.at,
          },
    turnNumber: turns.length + 1,
    turnsLeft: null,
    isFinalTurn: false,
    legalActions: ["counter", "accept", "reject"],
    assessments: "private",
    assessmentRequired: false,
    deadlineAt: 1e12,
    context: null,
    deadlocked: false,
    attempt: 1,
    lastError: null,
    repeated: null,
    consult: null,
    signal: new AbortController().signal,
    ...rest,
  };
}

/** A turn as the record has it; `smith` takes the odd ones. */
export function turnOf<Terms>(
  number: number,
  terms: Terms | null,
  at: number,
  action?: Action,
): TurnView<Terms> {
  const proposes = terms !== null;
  return {
    number,
    seat: number % 2 === 1 ? "initiator" : "responder",
    partyId: number % 2 === 1 ? "smith" : "ada",
    action: action ?? (number === 1 ? "propose" : "counter"),
    round: proposes ? number : null,
    proposalId: proposes ? `p${number}` : null,
    terms,
    reason: null,
    message: null,
    justification: null,
    extra: null,
    source: "agent",
    coercedFrom: null,
    at,
  };
}
