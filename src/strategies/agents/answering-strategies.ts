/**
 * @module
 * The named strategies that answer what the other side does; those that go by their own time or ladder alone stand
 * in `named-strategies.ts`, with the record of all.
 */

import { readOptions } from "../../core/checks/index.js";
import type { Json } from "../../core/json/index.js";
import { acceptNext, acceptZeuthen } from "../acceptance/index.js";
import { frequencyHardheaded } from "../models/index.js";
import {
  type DelayOptions,
  offerAveragedTitForTat,
  offerHybrid,
  offerMonotonicConcession,
  offerNiceTitForTat,
  offerRandomAbsoluteTitForTat,
  offerRelativeTitForTat,
  offerTradeOff,
  offerZeuthen,
  type StrayOptions,
  type TradeOffOptions,
  type WindowOptions,
  type ZeuthenOptions,
} from "../offering/index.js";
import type {
  DecidedMove,
  Justify,
  OfferingPolicy,
  OpponentModel,
  PartyView,
  Strategy,
} from "../play/index.js";

/** The opponent model of a strategy. */
export interface ModelOption {
  /** @default the frequency model of HardHeaded, where the strategy needs one */
  readonly model?: OpponentModel | undefined;
}

/**
 * Answers the latest change of the other side with one of the same ratio; accepts by AC_next.
 *
 * @throws {NegotiationError} `strategy_invalid` for a delay that is no integer of at least 1
 * @see Faratin, Sierra, Jennings, Negotiation decision functions for autonomous agents, 1998;
 * docs/requirements/bargaining.md, BA-21
 */
export function relativeTitForTat(options: DelayOptions = {}): Strategy {
  return acceptingNext(offerRelativeTitForTat(options));
}

/**
 * Answers the latest change of the other side with one of the same amount, and gives away a little more at random;
 * accepts by AC_next.
 *
 * @throws {NegotiationError} `strategy_invalid` for a delay that is no integer of at least 1, or a negative stray
 * @see Faratin, Sierra, Jennings 1998; docs/requirements/bargaining.md, BA-21
 */
export function randomAbsoluteTitForTat(options: StrayOptions = {}): Strategy {
  return acceptingNext(offerRandomAbsoluteTitForTat(options));
}

/**
 * Answers the other side's change over its last few offers with one of the same ratio; accepts by AC_next.
 *
 * @throws {NegotiationError} `strategy_invalid` for a window that is no integer of at least 1
 * @see Faratin, Sierra, Jennings 1998; docs/requirements/bargaining.md, BA-21
 */
export function averagedTitForTat(options: WindowOptions = {}): Strategy {
  return acceptingNext(offerAveragedTitForTat(options));
}

/**
 * Comes toward the Nash point as far as the other side does; accepts by AC_next.
 *
 * @see Baarslag, Hindriks, Jonker, A tit for tat negotiation strategy for real-time bilateral negotiations, 2013;
 * docs/requirements/bargaining.md, BA-22
 */
export function niceTitForTat(options: ModelOption = {}): Strategy {
  const { model = frequencyHardheaded() } = readOptions("the options of niceTitForTat", options, ["model"]);
  return Object.freeze({ ...acceptingNext(offerNiceTitForTat()), model });
}

/**
 * Answers the other side's changes early on, and follows a curve of time toward the end; accepts by AC_next.
 *
 * @see docs/requirements/bargaining.md, BA-23
 */
export function hybrid(): Strategy {
  return acceptingNext(offerHybrid());
}

/**
 * Proposes what is as good for itself as before and most like what the other side proposed; accepts by AC_next. Its
 * counter-proposals carry a justification of type `trade_off`.
 *
 * With `weights: "model"` likeness counts each issue as much as the opponent model says that the other side minds it.
 *
 * @throws {NegotiationError} `strategy_invalid` for a curve or measure that is none
 * @see Faratin, Sierra, Jennings, Using similarity criteria to make issue trade-offs in automated negotiations, 2002;
 * docs/requirements/bargaining.md, BA-24
 * @example
 * tradeOff({ level: { exponent: 2 }, weights: "model", model: bayesian() });
 */
export function tradeOff(options: TradeOffOptions & ModelOption & JustifyOption = {}): Strategy {
  const keys = ["level", "weights", "measure", "tables", "model", "justify"] as const;
  const { model, justify: wanted, ...offers } = readOptions("the options of tradeOff", options, keys);
  const justify = chosenJustify({ justify: wanted }, explainTradeOff);
  const fitting = model ?? (offers.weights === "model" ? frequencyHardheaded() : undefined);
  return Object.freeze({ ...acceptingNext(offerTradeOff(offers)), model: fitting, justify });
}

/**
 * Goes down its own utilities step by step; with a model, to the outcome of each step that the other side seems to
 * like best. Accepts by AC_next. Its proposals carry a justification of type `concession_explanation`.
 *
 * @see Rosenschein, Zlotkin, Rules of encounter, 1994; docs/requirements/bargaining.md, BA-25
 */
export function monotonicConcession(options: ModelOption & JustifyOption = {}): Strategy {
  readOptions("the options of monotonicConcession", options, ["model", "justify"]);
  const justify = chosenJustify(options, explainConcession);
  return Object.freeze({ ...acceptingNext(offerMonotonicConcession()), model: options.model, justify });
}

/**
 * Concedes while its product of gains is not the larger one, and accepts what no outcome beats in it. Its proposals
 * carry a justification of type `concession_explanation`.
 *
 * @throws {NegotiationError} `strategy_invalid` for a disagreement that is no finite number
 * @see Zeuthen, Problems of monopoly and economic warfare, 1930; Rosenschein, Zlotkin 1994;
 * docs/requirements/bargaining.md, BA-25
 */
export function zeuthen(options: ZeuthenOptions & ModelOption & JustifyOption = {}): Strategy {
  const keys = ["disagreement", "model", "justify"] as const;
  const { model = frequencyHardheaded(), ...read } = readOptions("the options of zeuthen", options, keys);
  const gains = { disagreement: read.disagreement };
  const offering = offerZeuthen(gains);
  const acceptance = acceptZeuthen(gains);
  const justify = chosenJustify({ justify: read.justify }, explainConcession);
  return Object.freeze({ name: offering.name, offering, acceptance, model, justify });
}

function acceptingNext(offering: OfferingPolicy): Strategy {
  return Object.freeze({ name: offering.name, offering, acceptance: acceptNext() });
}

/** Whether and how a strategy explains its proposals. */
export interface JustifyOption {
  /**
   * `false` for no justification, or one of your own.
   * @default what OAP RFC 0002 names for the strategy
   */
  readonly justify?: Justify | false | undefined;
}

/** The justification that an option asks for. */
function chosenJustify(option: JustifyOption, usual: Justify): Justify | undefined {
  return option.justify === false ? undefined : (option.justify ?? usual);
}

/**
 * A counter-proposal by trade-off refers to the proposal that it was made like; other moves are not explained.
 *
 * @see OAP RFC 0002, B.2; docs/requirements/bargaining.md, BA-38
 */
function explainTradeOff({ received }: PartyView, { action }: DecidedMove): Json | undefined {
  const answered = received.at(-1);
  if (action === "accept" || answered === undefined) return undefined;
  const { proposalId } = answered;
  return { type: "trade_off", references: proposalId === null ? [] : [proposalId] };
}

/**
 * A proposal of a strategy that concedes by a rule is explained by its being one; an accept needs no explanation.
 *
 * @see OAP RFC 0002, B.6; docs/requirements/bargaining.md, BA-38
 */
function explainConcession(_: PartyView, { action }: DecidedMove): Json | undefined {
  return action === "accept" ? undefined : { type: "concession_explanation" };
}
