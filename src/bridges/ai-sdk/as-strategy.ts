/**
 * @module
 * A model as a strategy of a tournament, against strategies of `concordat/strategies`: how well it bargains, and what
 * that costs.
 */

import { readOptions } from "../../core/checks/index.js";
import type { Move } from "../../core/moves/index.js";
import type { TurnView } from "../../core/record/index.js";
import type { Agent, AgentCall } from "../../ports/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { IssueTerms } from "../../preferences/model/index.js";
import type { Offer, PartyView, Setup, Strategy } from "../../strategies/play/index.js";
import { systemClock } from "../../system-clock.js";
import { type AskedModel, generateOf } from "./llm-agent.js";
import { agentFromGenerate } from "./model-agent.js";
import { type Generate, type ModelAgentOptions, modelAgentSettings } from "./model-agent-options.js";
import { briefOf, termsSchema } from "./words/index.js";

/** A model, and how it is asked; what it wants and what it is held to comes from the tournament. */
export type AsStrategyOptions = AskedModel &
  Omit<ModelAgentOptions<IssueTerms>, "brief" | "terms" | "termsJsonSchema" | "guard" | "shortlist">;

/**
 * A model as an entrant of `runTournament`, without workers.
 *
 * In each negotiation it is told what deals are worth to it, and held to the party's reservation; it may propose,
 * counter and accept. Rows and summary say what it has cost: `calls` and `tokens`. A turn without a usable answer ends
 * the negotiation as failed, as a strategy's that throws.
 *
 * @param name - unique among the strategies of the tournament
 * @throws {TypeError} for an option that is missing, unknown or of another sort
 * @see docs/doors/models.md
 * @example
 * const { summary } = await runTournament({
 *   scenarios: [scenario],
 *   strategies: [asStrategy("mini", { model: "openai/gpt-5-mini" }), "boulware", "conceder"],
 *   seed: 1,
 *   turnLimit: 20,
 * });
 */
export function asStrategy(name: string, options: AsStrategyOptions): Strategy {
  const { model, maxRetries, generate, ...rest } = readOptions("the options of asStrategy", options, KEYS);
  const ask = generateOf({ model, maxRetries, generate });
  modelAgentSettings({ ...rest, brief: "", terms: null, guard: null });
  const seats = new WeakMap<Setup, ModelSeat>();
  let count = 0;
  const seatOf = (setup: Setup): ModelSeat => {
    const known = seats.get(setup);
    if (known !== undefined) return known;
    count += 1;
    const seat = new ModelSeat(setup, ask, rest, `${name}-${count}`);
    seats.set(setup, seat);
    return seat;
  };
  return Object.freeze({
    name,
    prepares: true,
    offering: { name, start: seatOf },
    acceptance: { name, start: (setup: Setup) => () => seatOf(setup).accepts },
  });
}

const KEYS = [
  ...(["model", "maxRetries", "generate", "budget", "turnTimeoutMs", "repairs"] as const),
  ...(["onUsage", "onGuard", "fallback", "parts", "clock", "nonce"] as const),
] satisfies readonly (keyof AsStrategyOptions)[];

/** A model's seat in one negotiation. */
class ModelSeat {
  readonly #agent: Agent<IssueTerms>;
  readonly #negotiationId: string;
  readonly #turnTimeoutMs: number;
  readonly #now: () => number;
  readonly #costs = { calls: 0, tokens: 0 };
  #move: Move<IssueTerms> | undefined;

  constructor({ space, inverse }: Setup, ask: Generate, options: AsStrategyOptions, negotiationId: string) {
    const { clock = systemClock, turnTimeoutMs = 15_000, onUsage } = options;
    this.#negotiationId = negotiationId;
    this.#turnTimeoutMs = turnTimeoutMs;
    this.#now = () => clock.now();
    this.#agent = agentFromGenerate<IssueTerms>(ask, {
      ...options,
      brief: briefOf(inverse, isSum(inverse)),
      terms: termsSchema(space),
      guard: {
        utility: (terms) => inverse.utility(space.indexOf(terms)),
        reservation: inverse.reservation ?? Number.NEGATIVE_INFINITY,
        instead: () => space.termsAt(inverse.best()),
      },
      onUsage: (report) => {
        this.#costs.calls += 1;
        this.#costs.tokens += report.usage.totalTokens ?? 0;
        onUsage?.(report);
      },
    });
  }

  get accepts(): boolean {
    return this.#decided.action === "accept";
  }

  readonly next = ({ space }: PartyView): number => space.indexOf(this.#decided.terms);

  readonly costs = (): Readonly<Record<string, number>> => ({ ...this.#costs });

  readonly prepare = async (view: PartyView): Promise<void> => {
    this.#move = undefined;
    this.#move = (await this.#agent(this.#callOf(view))) as Move<IssueTerms>;
  };

  get #decided(): Move<IssueTerms> {
    if (this.#move === undefined)
      throw new Error("Expected the model to have been asked. In a room seat its agent, not its strategy.");
    return this.#move;
  }

  #callOf(view: PartyView): AgentCall<IssueTerms> {
    const { partyId, seat, turnNumber, turnsLeft, standing, inverse, reservation } = view;
    const other = seat === "initiator" ? "responder" : "initiator";
    const own: Side = { partyId, seat };
    const theirs: Side = { partyId: `the ${other}`, seat: other };
    const turns = [...offersOf(view, view.sent, own), ...offersOf(view, view.received, theirs)];
    const isAcceptable =
      standing !== null && inverse.utility(standing.index) >= (reservation ?? inverse.minimum);
    return {
      negotiationId: this.#negotiationId,
      party: { id: partyId, kind: "system" },
      seat,
      other: { id: theirs.partyId, kind: "system" },
      turns: turns.sort((one, two) => one.number - two.number),
      standing:
        standing === null ? null : { ...theirs, ...proposalOf(standing, view), validUntilAt: null, at: 0 },
      turnNumber,
      turnsLeft,
      isFinalTurn: turnsLeft === 1,
      legalActions: [
        turnNumber === 1 ? "propose" : "counter",
        ...(isAcceptable ? (["accept"] as const) : []),
      ],
      assessments: "private",
      assessmentRequired: false,
      deadlineAt: this.#now() + this.#turnTimeoutMs,
      ...{ context: null, deadlocked: false, attempt: 1, lastError: null, repeated: null, consult: null },
      signal: new AbortController().signal,
    };
  }
}

type Side = Pick<TurnView, "partyId" | "seat">;

function proposalOf({ turnNumber, index }: Pick<Offer, "turnNumber" | "index">, { space }: PartyView) {
  return { id: `proposal-${turnNumber}`, round: turnNumber, turn: turnNumber, terms: space.termsAt(index) };
}

function offersOf(view: PartyView, log: PartyView["sent"], side: Side): readonly TurnView<IssueTerms>[] {
  return Array.from({ length: log.length }, (_, at) => {
    const offer = { turnNumber: log.turnNumberAt(at), index: log.indexAt(at) };
    const { id: proposalId, round, turn: number, terms } = proposalOf(offer, view);
    const action = number === 1 ? "propose" : "counter";
    return { ...side, number, action, proposalId, round, terms, ...SILENT };
  });
}

const SILENT = {
  reason: null,
  message: null,
  justification: null,
  extra: null,
  coercedFrom: null,
  at: 0,
  source: "agent",
} as const;

/** Whether what changes of two issues cost adds up, looked at where each stands at its first or last value. */
function isSum(inverse: InverseUtility): boolean {
  const { space } = inverse;
  const best = space.digitsAt(inverse.best());
  const changed = best.map((digit, issue) => (digit === 0 ? (space.sizes[issue] as number) - 1 : 0));
  const worth = (...issues: readonly number[]): number =>
    inverse.utility(
      space.indexOfDigits(
        best.map((digit, issue) => (issues.includes(issue) ? changed[issue] : digit) as number),
      ),
    );
  return best.every((_, one) =>
    best.every((__, two) => {
      if (two <= one) return true;
      return Math.abs(worth(one) + worth(two) - worth() - worth(one, two)) < 1e-9;
    }),
  );
}
