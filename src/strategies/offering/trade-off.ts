/**
 * @module
 * Trade-offs: an offer that is as good for oneself as before and as like as can be to what the other side proposed.
 */

import { demandOneOf, readOptions } from "../../core/checks/index.js";
import { neededModel } from "../models/index.js";
import type { Offer, OfferingPolicy, PartyView, RunningOffering, Setup } from "../play/index.js";
import type { Aspiration, AspirationCurve } from "../scales/index.js";
import { aspirationLevel, aspirationOf, highestScored } from "../scales/index.js";
import { checkSimilarity, outcomeSimilarity, type SimilarityOptions } from "./similarity.js";
import { contourRanks } from "./trade-off-contour.js";

/** How a trade-off is made. */
export interface TradeOffOptions extends SimilarityOptions {
  /**
   * When the level goes down. `smart`: when the contour holds nothing more like the other side's offer than what was
   * last proposed. A curve: by time.
   * @default "smart"
   */
  readonly level?: "smart" | AspirationCurve | undefined;
  /**
   * How much each issue counts in likeness: all the same, or what the strategy's opponent model says.
   * @default "uniform"
   */
  readonly weights?: "uniform" | "model" | undefined;
}

/**
 * Opens with its best outcome. Then, of the rational outcomes within 2 % of its range around a level, it proposes
 * the one most like the other side's last offer (of equal ones that of higher own utility, then of lower index);
 * where there is none, the lowest at or above the level.
 *
 * A `smart` level starts at the best utility and goes down by 5 % of the range at each turn at which the likeness
 * that can be reached is no greater than at the own previous turn. That two such parties converge is not promised.
 * A turn costs O(contour x issues), on at most 10,000 outcomes of the contour.
 *
 * @throws {NegotiationError} `strategy_invalid` for a curve or measure that is none
 * @see Faratin, Sierra, Jennings, Using similarity criteria to make issue trade-offs in automated negotiations, 2002;
 * OAP RFC 0002, B.2; docs/requirements/bargaining.md, BA-24
 */
export function offerTradeOff(given: TradeOffOptions = {}): OfferingPolicy {
  const options = readOptions("the options of trade-off", given, ["level", "weights", "measure", "tables"]);
  const { level = "smart", weights = "uniform" } = options;
  demandOneOf("weights", weights, ["uniform", "model"]);
  checkSimilarity(options);
  const aspiration = level === "smart" ? null : aspirationOf(level);
  return Object.freeze({
    name: "trade-off",
    start: (setup: Setup) => start(setup, options, aspiration),
  } satisfies OfferingPolicy);
}

/** How far from the level an outcome is as good, and how far the level goes down: shares of the range (BA-24). */
const WIDTH = 0.02;
const STEP = 0.05;

/** What to propose at a turn, and the level that it was chosen at. */
interface Plan {
  readonly level: number;
  readonly outcome: number;
}

function start(setup: Setup, options: TradeOffOptions, aspiration: Aspiration | null): RunningOffering {
  const { inverse, space } = setup;
  const similarity = outcomeSimilarity(space, { measure: options.measure, tables: options.tables });
  const model = options.weights === "model" ? neededModel(setup, "trade-off by its weights") : null;
  const range = inverse.maximum - inverse.floor;

  function aim({ received }: PartyView): void {
    similarity.aim(received.indexAt(-1), model?.weights() ?? null);
  }

  /** The likest outcome of the contour, or -1. */
  function likestAt(level: number): number {
    const [from, to] = contourRanks(inverse, level, WIDTH * range);
    return from === to ? -1 : highestScored(inverse, similarity.of, from, to);
  }

  if (aspiration !== null) {
    const levelAt = aspirationLevel(aspiration, inverse);
    return Object.freeze({
      next(view: PartyView) {
        if (view.received.length === 0) return inverse.best();
        aim(view);
        const asked = levelAt(view.relativeTime);
        const likest = likestAt(asked);
        return likest === -1 ? inverse.lowestAtLeast(asked) : likest;
      },
    });
  }

  let held = inverse.maximum;
  /** The likeness reached at the own previous counter; `null` before there is one. */
  let reached: number | null = null;
  let plan: Plan | null = null;

  function planAt(view: PartyView): Plan {
    aim(view);
    let likest = likestAt(held);
    let level = held;
    if (reached !== null && (likest === -1 || similarity.of(likest) <= reached)) {
      level = Math.max(held - STEP * range, inverse.floor);
      likest = likestAt(level);
    }
    return { level, outcome: likest === -1 ? inverse.lowestAtLeast(level) : likest };
  }

  return Object.freeze({
    next(view: PartyView) {
      if (view.received.length === 0) return inverse.best();
      plan = planAt(view);
      return plan.outcome;
    },
    observe(offer: Offer, view: PartyView) {
      // A plan becomes a level only when the offer was made; after a restart it is made here.
      if (offer.isOwn && view.received.length > 0) {
        held = (plan ?? planAt(view)).level;
        reached = similarity.of(offer.index);
      }
      plan = null;
    },
  });
}
