/**
 * @module
 * The next offers of a strategy, shown to a model with their worth: it picks one, or composes its own.
 */

import { integerIn, readOptions } from "../../../core/checks/index.js";
import type { Agent, AgentCall } from "../../../ports/index.js";
import { type InverseUtility, inverseUtility } from "../../../preferences/inverse/index.js";
import type { IssueTerms, OutcomeSpace, Preferences } from "../../../preferences/model/index.js";
import { composeAgent } from "../../../strategies/agents/index.js";
import type { Strategy } from "../../../strategies/play/index.js";
import { pointsOf } from "./preferences-in-words.js";
import type { PreparedOffer } from "./prompt.js";

/** A strategy that prepares offers. */
export interface Shortlist {
  readonly space: OutcomeSpace;
  readonly preferences: Preferences;
  readonly strategy: Strategy;
  /**
   * How many offers, 1 to 20: what it would propose now, and at its next turns if nothing changed.
   *
   * @default 5
   */
  readonly count?: number | undefined;
  /**
   * How many turns it reckons with, of both parties together.
   *
   * @default those of the negotiation, as its first call tells; 20 where they are unlimited
   */
  readonly turnLimit?: number | undefined;
  /**
   * Any safe integer.
   *
   * @default 0
   */
  readonly seed?: number | undefined;
}

/** What is shown of a turn. */
export interface Prepared {
  readonly offers: readonly PreparedOffer[];
  readonly standingPoints: number | null;
  readonly wouldAccept: boolean;
}

/** What is shown without a shortlist. */
export const NOTHING_PREPARED: Prepared = Object.freeze({
  offers: [],
  standingPoints: null,
  wouldAccept: false,
});

/** Prepares offers by one strategy, for any number of negotiations. */
export class ShortlistOffers {
  readonly #options: Shortlist;
  readonly #count: number;
  readonly #inverse: InverseUtility;
  /** By the limit that they reckon with. */
  readonly #agents = new Map<number, Agent<IssueTerms>>();

  /**
   * @throws {TypeError | RangeError} for options that are unknown or out of range
   * @throws {NegotiationError} `preferences_invalid`, and `strategy_invalid` at the first turn
   */
  constructor(given: Shortlist) {
    const keys = ["space", "preferences", "strategy", "count", "turnLimit", "seed"] as const;
    this.#options = readOptions("the shortlist", given, keys);
    this.#count = integerIn("shortlist.count", this.#options.count ?? 5, 1, 20);
    this.#inverse = inverseUtility(this.#options.space, this.#options.preferences);
  }

  async of(call: AgentCall<unknown>): Promise<Prepared> {
    const own = call as AgentCall<IssueTerms>;
    const { turnLimit = call.turnNumber - 1 + (call.turnsLeft ?? 20) } = this.#options;
    const agent = this.#agentFor(turnLimit);
    const found = new Map<number, PreparedOffer>();
    let wouldAccept = false;
    for (let ahead = 0; ahead < this.#count && found.size < this.#count; ahead += 1) {
      const turnNumber = call.turnNumber + 2 * ahead;
      if (turnNumber > turnLimit && ahead > 0) break;
      const move = await agent({ ...own, turnNumber });
      if (!("action" in move)) break;
      if (move.action === "accept" && ahead === 0) wouldAccept = true;
      if (move.terms === undefined) continue;
      const index = this.#inverse.space.indexOf(move.terms);
      found.set(index, { terms: move.terms, points: pointsOf(this.#inverse, index) });
    }
    const standing = this.#inverse.space.indexOf(call.standing?.terms);
    const standingPoints = standing === -1 ? null : pointsOf(this.#inverse, standing);
    return { offers: [...found.values()], standingPoints, wouldAccept };
  }

  #agentFor(turnLimit: number): Agent<IssueTerms> {
    let agent = this.#agents.get(turnLimit);
    if (agent === undefined) {
      const { space, preferences, strategy, seed = 0 } = this.#options;
      agent = composeAgent({ space, preferences, strategy, seed, turnLimit, inverse: this.#inverse });
      this.#agents.set(turnLimit, agent);
    }
    return agent;
  }
}
