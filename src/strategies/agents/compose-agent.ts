/**
 * @module
 * Makes an agent for a room out of preferences and a strategy, for any number of negotiations: each has a game of its
 * own, and a game that was let go is rebuilt from the turns of the next call.
 */

import { isIntegerIn, readOptions } from "../../core/checks/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Agent, AgentCall, MaybePromise } from "../../ports/index.js";
import { type InverseUtility, inverseUtility } from "../../preferences/inverse/index.js";
import {
  type Fault,
  type IssueTerms,
  type OutcomeSpace,
  type Preferences,
  refusedWith,
  sortOf,
} from "../../preferences/model/index.js";
import { utilityOf } from "../../preferences/utility/index.js";
import {
  demandStrategy,
  type HookFailureListener,
  inverseFault,
  type Strategy,
  type WhenNoRationalOutcome,
} from "../play/index.js";
import { AgentGame, type GameOptions, type MoveMessage, type TermsCodec } from "./agent-game.js";

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
   * What to do where no outcome reaches the own reservation value: leave, where the rules allow to reject or to
   * withdraw, else propose the best; or propose the best at each turn. It accepts nothing.
   * @default "withdraw"
   */
  readonly whenNoRationalOutcome?: WhenNoRationalOutcome | undefined;
  /** Said with every move, for rooms whose rules want messages. By default nothing is said. */
  readonly message?: MoveMessage | undefined;
  /**
   * Told when `justify`, `weigh` or `message` threw or gave what it may not; that one is off for the rest of the
   * negotiation. Hand one in while you write hooks: without it such a failure is silent, since it changes no move.
   * What it throws goes nowhere.
   */
  readonly onHookFailure?: HookFailureListener | undefined;
  /**
   * The sorted preferences, where they are at hand: built once, shared by all agents of the party. They have to be
   * those of `preferences` over `space`; issues and reservation are compared.
   */
  readonly inverse?: InverseUtility | undefined;
}

/**
 * An agent that plays the strategy in any room whose proposals have terms.
 *
 * A room with `terms: "none"`, such as one of Index Network's presets, has nothing that a strategy could propose. The
 * agent cannot be told so before its first proposal is refused; asked again it throws, and says why. Where the rules
 * want messages, give it a `message`.
 *
 * It accepts nothing below the reservation value, whatever the strategy says, and nothing outside the space. Where
 * it may not propose it rejects, and where it may not reject it withdraws. Its state follows from the turns, so
 * an agent made anew after a restart plays on as the old one. Give the room `agentAttempts: 1`: a component that
 * threw will most likely throw again.
 *
 * It decides at once. With a `turnLimit` it answers at once too; with `totalMs` alone one answer in some 10 ms comes
 * after the event loop has turned, or two such agents would leave the process no time for anything else.
 *
 * @throws {NegotiationError} `strategy_invalid` when a part of the strategy or both limits are missing, an option is
 * not what it should be, or the inverse utility is of other issues or another reservation; `preferences_invalid` for
 * preferences that do not fit the space
 * @throws {TypeError} for an option that is not known
 * @see docs/requirements/bargaining.md, BA-16
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
  const games = new Games(gameOptions(options));
  return (call) => games.move(call);
}

/** So many negotiations are kept in hand; chosen: enough for a busy room, and a game rebuilds from its record. */
const MOST_GAMES = 1_000;

/** The games of one agent, the one that moved longest ago first. */
class Games<Terms> {
  readonly #options: GameOptions<Terms>;
  readonly #games = new Map<string, AgentGame<Terms>>();
  /** Where a cap ends the negotiation there is none: it is soon over, and is to be fast. */
  readonly #pause: EventLoopPause | null;
  #latest: AgentGame<Terms> | undefined;

  constructor(options: GameOptions<Terms>) {
    this.#options = options;
    this.#pause = options.turnLimit === null ? new EventLoopPause() : null;
  }

  move(call: AgentCall<Terms>): MaybePromise<Move<Terms>> {
    this.#latest = this.#latest?.isOf(call) === true ? this.#latest : this.#gameOf(call);
    const move = this.#latest.move(call);
    const isPaused = this.#pause?.isDue(call.turns.at(-1)?.at ?? 0) === true;
    return isPaused ? afterEventLoop(move) : move;
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

/** What all negotiations of the agent share; the throws are those of `composeAgent`. */
function gameOptions<Terms>(given: ComposeAgentOptions<Terms>): GameOptions<Terms> {
  const options = readOptions("the options of a composed agent", given, KEYS);
  const { space, preferences, strategy, seed, message } = options;
  const { turnLimit = null, totalMs = null, counts = "turns", onHookFailure = () => {} } = options;
  const { whenNoRationalOutcome = "withdraw", inverse } = options;
  const codec = options.codec ?? (SAME as unknown as TermsCodec<Terms>);
  demandStrategy(strategy);
  const faults = [
    ...faultsOfLimits(turnLimit, totalMs),
    ...faultsOf({ seed, counts, whenNoRationalOutcome, message, onHookFailure, codec }),
  ];
  const foreign =
    inverse === undefined ? null : inverseFault(inverse, space.issues, preferences, ["inverse"]);
  if (foreign !== null) faults.push(foreign);
  if (faults.length > 0) throw refusedWith("strategy_invalid", "a composed agent", faults);
  const isContinuous = space.issues.some(({ kind }) => kind === "continuous");
  return Object.freeze({
    strategy,
    inverse: inverse ?? inverseUtility(space, preferences),
    seed,
    codec,
    turnLimit,
    totalMs,
    counts,
    whenNoRationalOutcome,
    message,
    onHookFailure,
    exactUtility: isContinuous ? utilityOf(preferences, space) : null,
  });
}

const KEYS: readonly (keyof ComposeAgentOptions)[] = [
  "space",
  "preferences",
  "strategy",
  "seed",
  "codec",
  "turnLimit",
  "totalMs",
  "counts",
  "whenNoRationalOutcome",
  "message",
  "onHookFailure",
  "inverse",
];

/** The terms are the issue values. */
const SAME: TermsCodec<IssueTerms> = Object.freeze({
  read: (terms: IssueTerms) => terms,
  write: (values: IssueTerms) => values,
});

function faultsOfLimits(turnLimit: unknown, totalMs: unknown): Fault[] {
  const faults: Fault[] = [];
  if (turnLimit === null && totalMs === null) {
    faults.push({ path: ["turnLimit"], expected: "turnLimit or totalMs", received: "neither" });
  }
  for (const [key, value] of Object.entries({ turnLimit, totalMs })) {
    if (value === null || isIntegerIn(value, 1)) continue;
    faults.push({ path: [key], expected: "an integer of at least 1", received: sortOf(value) });
  }
  return faults;
}

type Checked = Pick<
  ComposeAgentOptions,
  "seed" | "counts" | "whenNoRationalOutcome" | "message" | "onHookFailure"
> & { readonly codec: unknown };

function faultsOf(options: Checked): Fault[] {
  const { seed, counts, whenNoRationalOutcome, message, onHookFailure, codec } = options;
  const { read, write } = (codec ?? {}) as Partial<TermsCodec<unknown>>;
  const isSaid = message === undefined || typeof message === "function";
  const checks: readonly (readonly [key: string, isRight: boolean, expected: string, value: unknown])[] = [
    ["seed", Number.isSafeInteger(seed), "a safe integer", seed],
    ["counts", counts === "turns" || counts === "proposals", "turns or proposals", counts],
    [
      "whenNoRationalOutcome",
      whenNoRationalOutcome === "propose-best" || whenNoRationalOutcome === "withdraw",
      "propose-best or withdraw",
      whenNoRationalOutcome,
    ],
    ["message", isSaid || (typeof message === "string" && message !== ""), "a text or a function", message],
    ["onHookFailure", typeof onHookFailure === "function", "a function", onHookFailure],
    ["codec", typeof read === "function" && typeof write === "function", "read() and write()", codec],
  ];
  return checks
    .filter(([, isRight]) => !isRight)
    .map(([key, , expected, value]) => ({ path: [key], expected, received: sortOf(value) }));
}

/** Chosen: short for people and sockets, long beside the pause itself of about 1 ms. */
const LONGEST_MS = 10;

/** Chosen: pauses come also where a clock is set by hand, or the turns take no time. */
const MOST_ANSWERS = 64;

/** Counts the answers of one agent. */
class EventLoopPause {
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;

  /**
   * Whether this answer is to wait for the event loop; asked once an answer.
   *
   * @param at - epoch ms of the latest turn: time is read from the turns, as all that an agent follows from
   */
  isDue(at: number): boolean {
    this.#count += 1;
    // Times of several negotiations need not ascend.
    if (this.#count < MOST_ANSWERS && Math.abs(at - this.#since) < LONGEST_MS) return false;
    this.#since = at;
    this.#count = 0;
    return true;
  }
}

/** The value, once the event loop has turned. */
function afterEventLoop<T>(value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), 0));
}
