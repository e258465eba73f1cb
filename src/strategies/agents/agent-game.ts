/**
 * @module
 * One negotiation in a room as a composed agent plays it: reads the turns of each call into the player's sheet,
 * once and in order, and makes a move of what the player decides.
 */

import type { Move } from "../../core/moves/index.js";
import type { Action, TurnView } from "../../core/record/index.js";
import type { AgentCall } from "../../ports/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { IssueTerms } from "../../preferences/model/index.js";
import {
  ACCEPT,
  errorText,
  type HookFailureListener,
  type PartyView,
  Player,
  relativeTime,
  type Strategy,
  type TurnSheet,
  tellHookFailure,
  type WhenNoRationalOutcome,
  WITHDRAW,
} from "../play/index.js";

/** How terms of a room stand for an outcome of the space. */
export interface TermsCodec<Terms> {
  /**
   * The issue values that these terms say; anything that is no outcome of the space for terms that say none. So does
   * one that throws: the other side may propose terms of any shape.
   */
  readonly read: (terms: Terms) => unknown;
  /** The terms that say these issue values. */
  readonly write: (values: IssueTerms) => Terms;
}

/** What all negotiations of a composed agent share. */
export interface GameOptions<Terms> {
  readonly strategy: Strategy;
  readonly inverse: InverseUtility;
  readonly seed: number;
  readonly codec: TermsCodec<Terms>;
  readonly turnLimit: number | null;
  readonly totalMs: number | null;
  readonly counts: "turns" | "proposals";
  readonly whenNoRationalOutcome: WhenNoRationalOutcome;
  readonly message: MoveMessage | undefined;
  readonly onHookFailure: HookFailureListener;
  /** The utility of terms between the outcomes of the space; `null` where no issue is continuous. */
  readonly exactUtility: ((terms: IssueTerms) => number) | null;
}

/** One party's negotiation, from its first call to its last. */
export class AgentGame<Terms> {
  readonly negotiationId: string;
  readonly partyId: string;
  readonly #options: GameOptions<Terms>;
  readonly #sheet: TurnSheet;
  readonly #player: Player;
  readonly #speaker: Speaker;
  #fedCount = 0;
  #proposalCount = 0;
  #firstAt = 0;
  #latestAt = 0;

  constructor(options: GameOptions<Terms>, call: AgentCall<Terms>) {
    const { strategy, inverse, seed, whenNoRationalOutcome, onHookFailure } = options;
    this.negotiationId = call.negotiationId;
    this.partyId = call.party.id;
    this.#options = options;
    this.#sheet = {
      outcomes: [],
      relativeTimes: [],
      proposalIds: [],
      exactUtilities: options.exactUtility === null ? undefined : [],
      justifications: strategy.weigh === undefined ? undefined : [],
    };
    this.#speaker = new Speaker(options.message, call.party.id, onHookFailure);
    this.#player = new Player({
      strategy,
      inverse,
      partyId: call.party.id,
      seat: call.seat,
      parties: 2,
      seed,
      sheet: this.#sheet,
      whenNoRationalOutcome,
      onHookFailure,
    });
  }

  /** Whether this game can go on with that call: it has seen no more than the call tells. */
  isOf(call: AgentCall<Terms>): boolean {
    return (
      call.negotiationId === this.negotiationId &&
      call.party.id === this.partyId &&
      call.turns.length >= this.#fedCount
    );
  }

  /** The party's move. */
  move(call: AgentCall<Terms>): Move<Terms> {
    while (this.#fedCount < call.turns.length) {
      const turn = call.turns[this.#fedCount];
      // Counted first: a component that throws over a turn is not told of it again.
      this.#fedCount += 1;
      if (turn !== undefined) this.#feed(turn);
    }
    const { standing } = call;
    const mayAccept = standing !== null && call.legalActions.includes("accept");
    this.#player.stand(mayAccept ? standing.turn : 0);
    const ordinal = this.#ordinal(call.turnNumber);
    const decision = this.#player.decide(call.turnNumber, this.#timeAt(ordinal), this.#leftAt(ordinal));
    if (decision === ACCEPT) return this.#accepting(standing?.turn ?? 0);
    const proposal = decision === WITHDRAW ? this.#options.inverse.best() : decision;
    return this.#proposing(call, proposal, decision === WITHDRAW);
  }

  #feed(turn: TurnView<Terms>): void {
    const isProposal = turn.round !== null;
    const ordinal = this.#ordinal(turn.number);
    const time = this.#timeAt(ordinal);
    if (this.#fedCount === 1) this.#firstAt = turn.at;
    this.#latestAt = turn.at;
    if (!isProposal) return;
    this.#proposalCount += 1;
    const { codec, inverse, exactUtility } = this.#options;
    const values = valuesOf(codec, turn.terms as Terms);
    const index = inverse.space.indexOf(values);
    // Outside the space: nobody hears of it, and time runs on.
    if (index === -1) return;
    const sheet = this.#sheet;
    sheet.outcomes[turn.number] = index;
    sheet.relativeTimes[turn.number] = time;
    if (turn.proposalId !== null && sheet.proposalIds !== undefined) {
      sheet.proposalIds[turn.number] = turn.proposalId;
    }
    if (exactUtility !== null && sheet.exactUtilities !== undefined) {
      sheet.exactUtilities[turn.number] = exactUtility(values as IssueTerms);
    }
    if (sheet.justifications !== undefined) sheet.justifications[turn.number] = turn.justification;
    this.#player.hear(turn.number, turn.partyId === this.partyId, this.#leftAt(ordinal));
  }

  #accepting(turnNumber: number): Move<Terms> {
    const index = this.#sheet.outcomes[turnNumber] ?? -1;
    const justification = this.#player.justification("accept", index);
    return this.#saying(justification === undefined ? ACCEPTING : { action: "accept", justification }, index);
  }

  #proposing(call: AgentCall<Terms>, index: number, leaves: boolean): Move<Terms> {
    const action = firstLegal(call, leaves);
    if (action !== "propose" && action !== "counter") return this.#saying({ action }, null);
    demandTermsInRoom(call);
    const terms = this.#options.codec.write(this.#options.inverse.space.termsAt(index));
    const justification = this.#player.justification(action, index);
    const move = justification === undefined ? { action, terms } : { action, terms, justification };
    return this.#saying(move as Move<Terms>, index);
  }

  #saying(move: Move<Terms>, index: number | null): Move<Terms> {
    if (this.#options.message === undefined) return move;
    const { space } = this.#options.inverse;
    const terms = index === null ? null : space.termsAt(index);
    const action = move.action as Exclude<Action, "question">;
    return this.#speaker.speaking(move, this.#player.view, () => ({ action, index, terms }));
  }

  /** What the cap counts this turn as, if it is a proposal. */
  #ordinal(turnNumber: number): number {
    return this.#options.counts === "turns" ? turnNumber : this.#proposalCount + 1;
  }

  /** Elapsed time is that of the turns so far: the record knows it, so a rebuilt agent does. */
  #timeAt(ordinal: number): number {
    const { turnLimit, totalMs } = this.#options;
    return relativeTime({
      turnNumber: ordinal,
      turnLimit,
      totalMs,
      elapsedMs: this.#latestAt - this.#firstAt,
    });
  }

  #leftAt(ordinal: number): number | null {
    const { turnLimit } = this.#options;
    return turnLimit === null ? null : Math.max(0, turnLimit - ordinal + 1);
  }
}

const ACCEPTING = Object.freeze({ action: "accept" });

/** What the terms say; `undefined` where the codec cannot read them. */
function valuesOf<Terms>(codec: TermsCodec<Terms>, terms: Terms): unknown {
  try {
    return codec.read(terms);
  } catch {
    return undefined;
  }
}

/**
 * Refuses to repeat a proposal that the room has refused for having terms: no call says beforehand whether proposals
 * have any there, and all that a strategy decides is terms.
 */
function demandTermsInRoom<Terms>({ lastError }: AgentCall<Terms>): void {
  if (lastError?.code !== "terms_not_allowed") return;
  throw new Error(
    'Expected a room whose proposals have terms, got one with terms: "none". Set its rules to terms: "required".',
  );
}

/** What a party that does not accept does: what it wants, or the nearest to it that is legal. */
function firstLegal<Terms>(call: AgentCall<Terms>, leaves: boolean): Exclude<Action, "accept" | "question"> {
  const wanted = leaves ? LEAVING : call.standing === null ? OPENING : COUNTERING;
  const action = wanted.find((one) => call.legalActions.includes(one));
  if (action !== undefined) return action;
  const legal = call.legalActions.join(", ");
  throw new Error(`Expected one of ${wanted.join(", ")} to be legal, got ${legal}. Change the room's rules.`);
}

const OPENING = ["propose", "counter", "reject", "withdraw"] as const;
const COUNTERING = ["counter", "propose", "reject", "withdraw"] as const;
const LEAVING = ["withdraw", "reject", "counter", "propose"] as const;

/** A move that is already decided, and about to be said. Frozen. */
export interface SpokenMove {
  readonly action: Exclude<Action, "question">;
  /** Index of the proposed or accepted outcome; `null` where the party rejects or leaves. */
  readonly index: number | null;
  readonly terms: IssueTerms | null;
}

/**
 * The message of each move: the same text, or what the function gives; `undefined` for none.
 *
 * With `repetition: "guard"` a room refuses a text that was said before: let it tell the turn or the terms.
 */
export type MoveMessage = string | ((view: PartyView, move: SpokenMove) => string | undefined);

/** The messages of one party in one negotiation. */
class Speaker {
  readonly #partyId: string;
  readonly #onHookFailure: HookFailureListener;
  #message: MoveMessage | undefined;

  constructor(message: MoveMessage | undefined, partyId: string, onHookFailure: HookFailureListener) {
    this.#message = message;
    this.#partyId = partyId;
    this.#onHookFailure = onHookFailure;
  }

  /** The move with its message, if there is one. A function that fails is off from then on, and reported. */
  speaking<M extends object>(
    move: M,
    view: PartyView,
    describe: () => SpokenMove,
  ): M & { readonly message?: string } {
    const message = this.#say(view, describe);
    return message === undefined ? move : { ...move, message };
  }

  #say(view: PartyView, describe: () => SpokenMove): string | undefined {
    if (typeof this.#message !== "function") return this.#message;
    try {
      const said: unknown = this.#message(view, Object.freeze(describe()));
      if (said instanceof Promise) said.catch(() => {});
      if (said === undefined || typeof said === "string") return said;
      throw new TypeError(`Expected message to give a text or nothing, got a ${typeof said}.`);
    } catch (error) {
      this.#message = undefined;
      const { turnNumber } = view;
      const failure = {
        partyId: this.#partyId,
        turnNumber,
        hook: "message",
        error: errorText(error),
      } as const;
      tellHookFailure(this.#onHookFailure, failure);
      return undefined;
    }
  }
}
