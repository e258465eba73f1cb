/**
 * @module
 * Makes an agent for a room out of preferences and a strategy. It may play in any number of negotiations: each has
 * a game of its own, and a game that was let go is rebuilt from the turns of the next call.
 */

import type { Move } from "../core/moves.js";
import type { Agent, AgentCall } from "../ports/agent.js";
import { type Fault, refusedWith, sortOf } from "../preferences/faults.js";
import { type InverseUtility, inverseUtility } from "../preferences/inverse-utility.js";
import type { IssueTerms, OutcomeSpace } from "../preferences/outcome-space.js";
import type { Preferences } from "../preferences/preferences.js";
import { utilityOf } from "../preferences/utility.js";
import { AgentGame, type GameOptions, type TermsCodec } from "./agent-game.js";
import { demandStrategy } from "./demand-strategy.js";
import type { HookFailure, WhenNoRationalOutcome } from "./player.js";
import type { Strategy } from "./strategy.js";

/** What a composed agent is made of. */
export interface ComposeAgentOptions<Terms = IssueTerms> {
  readonly space: OutcomeSpace;
  /** The party's own. */
  readonly preferences: Preferences;
  readonly strategy: Strategy;
  /** Any safe integer; all draws of the agent follow from it, the party's id and the turn. */
  readonly seed: number;
  /** How the room's terms say issue values. By default the terms are the values: `{ issue: value }`. */
  readonly codec?: TermsCodec<Terms> | undefined;
  /** The cap of the room's rules. This or `totalMs` is needed. */
  readonly turnLimit?: number | undefined;
  /** Ms of the room's rules for the whole negotiation; elapsed time is read from the turns. */
  readonly totalMs?: number | undefined;
  /**
   * What the room's cap counts.
   * @default "turns"
   */
  readonly counts?: "turns" | "proposals" | undefined;
  /**
   * What to do where no outcome reaches the own reservation value.
   * @default "propose-best"
   */
  readonly whenNoRationalOutcome?: WhenNoRationalOutcome | undefined;
  /** Told when an argument hook threw; the hook is off for the rest of that negotiation. */
  readonly onHookFailure?: ((failure: HookFailure) => void) | undefined;
  /** The sorted preferences, where they are at hand: built once, shared by all agents of the party. */
  readonly inverse?: InverseUtility | undefined;
}

/**
 * An agent that plays the strategy in any room.
 *
 * It accepts nothing below the reservation value, whatever the strategy says, and nothing outside the space. Where
 * it may not propose it rejects, and where it may not reject it withdraws. Its state follows from the turns, so
 * an agent made anew after a restart plays on as the old one. Give the room `agentAttempts: 1`: a component that
 * threw will most likely throw again.
 *
 * @throws {NegotiationError} `strategy_invalid` when a part of the strategy or both limits are missing;
 * `preferences_invalid` for preferences that do not fit the space
 * @see spec bargaining, BA-16
 * @example
 * const space = outcomeSpace([{ name: "price", kind: "integer", min: 10, max: 30 }]);
 * const seller = composeAgent({
 *   space,
 *   preferences: { kind: "additive", weights: [1], values: [{ kind: "linear", slope: 0.05, from: 10 }] },
 *   strategy: boulware(),
 *   seed: 7,
 *   turnLimit: 20,
 * });
 */
export function composeAgent<Terms = IssueTerms>(options: ComposeAgentOptions<Terms>): Agent<Terms> {
  const resolved = resolvedOptions(options);
  const games = new Games(resolved);
  return (call) => games.move(call);
}

/** So many negotiations are kept in hand; chosen: enough for a busy room, and a game rebuilds from its record. */
const MOST_GAMES = 1_000;

/** The games of one agent, the one that moved longest ago first. */
class Games<Terms> {
  readonly #options: GameOptions<Terms>;
  readonly #games = new Map<string, AgentGame<Terms>>();
  #latest: AgentGame<Terms> | undefined;

  constructor(options: GameOptions<Terms>) {
    this.#options = options;
  }

  move(call: AgentCall<Terms>): Move<Terms> {
    this.#latest = this.#latest?.isOf(call) === true ? this.#latest : this.#gameOf(call);
    return this.#latest.move(call);
  }

  #gameOf(call: AgentCall<Terms>): AgentGame<Terms> {
    const key = `${call.party.id.length} ${call.party.id} ${call.negotiationId}`;
    const known = this.#games.get(key);
    const game = known?.isOf(call) === true ? known : new AgentGame(this.#options, call);
    this.#games.delete(key);
    this.#games.set(key, game);
    if (this.#games.size > MOST_GAMES) {
      for (const oldest of this.#games.keys()) {
        this.#games.delete(oldest);
        break;
      }
    }
    return game;
  }
}

function resolvedOptions<Terms>(options: ComposeAgentOptions<Terms>): GameOptions<Terms> {
  const { space, preferences, strategy, seed } = options;
  const { turnLimit = null, totalMs = null, counts = "turns", onHookFailure = () => {} } = options;
  demandStrategy(strategy);
  checkLimits(turnLimit, totalMs);
  const inverse = options.inverse ?? inverseUtility(space, preferences);
  const isContinuous = space.issues.some(({ kind }) => kind === "continuous");
  return Object.freeze({
    strategy,
    inverse,
    seed,
    codec: options.codec ?? (SAME as unknown as TermsCodec<Terms>),
    turnLimit,
    totalMs,
    counts,
    whenNoRationalOutcome: options.whenNoRationalOutcome ?? "propose-best",
    onHookFailure,
    exactUtility: isContinuous ? utilityOf(preferences, space) : null,
  });
}

/** The terms are the issue values. */
const SAME: TermsCodec<IssueTerms> = Object.freeze({
  read: (terms: IssueTerms) => terms,
  write: (values: IssueTerms) => values,
});

function checkLimits(turnLimit: unknown, totalMs: unknown): void {
  const faults: Fault[] = [];
  if (turnLimit === null && totalMs === null) {
    faults.push({ path: ["turnLimit"], expected: "turnLimit or totalMs", received: "neither" });
  }
  for (const [key, value] of Object.entries({ turnLimit, totalMs })) {
    if (value === null || (Number.isSafeInteger(value) && Number(value) >= 1)) continue;
    faults.push({ path: [key], expected: "an integer of at least 1", received: sortOf(value) });
  }
  if (faults.length > 0) throw refusedWith("strategy_invalid", "a composed agent", faults);
}
