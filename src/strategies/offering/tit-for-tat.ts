/**
 * @module
 * Offers that answer what the other side did: a concession with a concession, a retraction with a retraction.
 */

import { readOptions } from "../../core/checks/index.js";
import { refusedWith, sortOf } from "../../preferences/model/index.js";
import type { OfferingPolicy, OfferLog, PartyView, RunningOffering, Setup } from "../play/index.js";
import { offerTimeDependent } from "./time-dependent.js";

/** What all tit-for-tats have in common. */
export interface OpeningOptions {
  /**
   * What is offered until enough offers came to answer.
   * @default Boulware's offers
   */
  readonly opening?: OfferingPolicy | undefined;
}

/** How a tit-for-tat looks back. */
export interface DelayOptions extends OpeningOptions {
  /**
   * How many offers ago the change that is answered began; an integer of at least 1.
   * @default 1
   */
  readonly delay?: number | undefined;
}

/** How a random tit-for-tat looks back and strays. */
export interface StrayOptions extends DelayOptions {
  /**
   * The most that is given away at random at each turn, in own utility; 0 for none.
   * @default 5 % of the own range of rational utilities
   */
  readonly stray?: number | undefined;
}

/** How an averaging tit-for-tat looks back. */
export interface WindowOptions extends OpeningOptions {
  /**
   * Over how many of the other side's changes it looks; an integer of at least 1.
   * @default 3
   */
  readonly window?: number | undefined;
}

/**
 * Changes the own utility by the same ratio as the other side did: `x v_{n-d} / v_{n-d+1}`, with x the utility of the
 * own last offer, v that of the offers received, n the latest, d the delay.
 *
 * @throws {NegotiationError} `strategy_invalid` for a delay that is no integer of at least 1
 * @see Faratin, Sierra, Jennings, Negotiation decision functions for autonomous agents, 1998, section 4.3;
 * docs/requirements/bargaining.md, BA-21
 */
export function offerRelativeTitForTat(options: DelayOptions = {}): OfferingPolicy {
  const keys = ["delay", "opening"] as const;
  const { delay = 1, opening } = readOptions("the options of relative tit-for-tat", options, keys);
  checkCount("delay", delay);
  return answering("relative-tit-for-tat", delay, opening, ({ received }, own) => {
    return scaled(own, received.utilityAt(-1 - delay), received.utilityAt(-delay));
  });
}

/**
 * Changes the own utility by the same amount as the other side did, less a random amount that leads out of cycles:
 * `x - (v_{n-d+1} - v_{n-d}) - R`, R uniform in [0, stray], from draw 0 of the turn.
 *
 * @throws {NegotiationError} `strategy_invalid` for a delay that is no integer of at least 1, or a negative stray
 * @see Faratin, Sierra, Jennings 1998, section 4.3; docs/requirements/bargaining.md, BA-21
 */
export function offerRandomAbsoluteTitForTat(options: StrayOptions = {}): OfferingPolicy {
  const keys = ["delay", "stray", "opening"] as const;
  const what = "the options of random absolute tit-for-tat";
  const { delay = 1, stray, opening } = readOptions(what, options, keys);
  checkCount("delay", delay);
  if (stray !== undefined && !(Number.isFinite(stray) && stray >= 0)) {
    throw refused("stray", "a number of at least 0", stray);
  }
  return answering("random-absolute-tit-for-tat", delay, opening, (view, own) => {
    const { received, inverse } = view;
    const change = received.utilityAt(-delay) - received.utilityAt(-1 - delay);
    return own - change - view.random(0) * (stray ?? STRAY * (inverse.maximum - inverse.floor));
  });
}

/**
 * Changes the own utility by the ratio of the other side's change over a window: `x v_{n-g} / v_n`.
 *
 * @throws {NegotiationError} `strategy_invalid` for a window that is no integer of at least 1
 * @see Faratin, Sierra, Jennings 1998, section 4.3; docs/requirements/bargaining.md, BA-21
 */
export function offerAveragedTitForTat(options: WindowOptions = {}): OfferingPolicy {
  const keys = ["window", "opening"] as const;
  const { window = 3, opening } = readOptions("the options of averaged tit-for-tat", options, keys);
  checkCount("window", window);
  return answering("averaged-tit-for-tat", window, opening, ({ received }, own) => {
    return scaled(own, received.utilityAt(-1 - window), received.utilityAt(-1));
  });
}

/** M of BA-21, as a share of the range of rational utilities. */
const STRAY = 0.05;

/** The own utility to ask for, given that of the own last offer; not yet clamped. */
type Target = (view: PartyView, own: number) => number;

/**
 * Offers the lowest outcome at or above the target once an own offer and more than `lookBack` others are known.
 *
 * O(log n) a turn.
 */
function answering(
  name: string,
  lookBack: number,
  opening: OfferingPolicy | undefined,
  targetOf: Target,
): OfferingPolicy {
  const before = opening ?? offerTimeDependent({ exponent: 4 });
  return Object.freeze({
    name,
    start: (setup: Setup): RunningOffering => {
      const { inverse } = setup;
      const opener = before.start(setup);
      return Object.freeze({
        observe: opener.observe,
        next: (view: PartyView) => {
          if (!isReady(view, lookBack)) return opener.next(view);
          const target = targetOf(view, view.sent.utilityAt(-1));
          return inverse.lowestAtLeast(Math.min(Math.max(target, inverse.floor), inverse.maximum));
        },
      });
    },
  } satisfies OfferingPolicy);
}

function isReady(
  { sent, received }: { readonly sent: OfferLog; readonly received: OfferLog },
  lookBack: number,
): boolean {
  return sent.length > 0 && received.length > lookBack;
}

/** The own utility changed by a ratio; unchanged where the ratio is none, or is 1 (rounding could raise it). */
function scaled(own: number, earlier: number, later: number): number {
  return later === 0 || earlier === later ? own : (own * earlier) / later;
}

function checkCount(key: string, value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) >= 1) return;
  throw refused(key, "an integer of at least 1", value);
}

function refused(key: string, expected: string, value: unknown): Error {
  return refusedWith("strategy_invalid", "tit-for-tat", [{ path: [key], expected, received: sortOf(value) }]);
}
