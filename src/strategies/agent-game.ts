/**
 * @module
 * One negotiation in a room as a composed agent plays it: reads the turns of each call into the player's sheet,
 * once and in order, and makes a move of what the player decides.
 */

import type { Move } from "../core/moves.js";
import type { Action } from "../core/negotiation.js";
import type { TurnView } from "../core/view.js";
import type { AgentCall } from "../ports/agent.js";
import type { InverseUtility } from "../preferences/inverse-utility.js";
import type { IssueTerms } from "../preferences/outcome-space.js";
import type { TurnSheet } from "./offer-log.js";
import { ACCEPT, type HookFailure, Player, type WhenNoRationalOutcome, WITHDRAW } from "./player.js";
import { relativeTime } from "./relative-time.js";
import type { Strategy } from "./strategy.js";

/** How terms of a room stand for an outcome of the space. */
export interface TermsCodec<Terms> {
  /** The issue values that these terms say; anything that is no outcome of the space for terms that say none. */
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
  readonly onHookFailure: (failure: HookFailure) => void;
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
    const values = codec.read(turn.terms as Terms);
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
    const justification = this.#player.justification("accept", this.#sheet.outcomes[turnNumber] ?? -1);
    return justification === undefined ? { action: "accept" } : { action: "accept", justification };
  }

  #proposing(call: AgentCall<Terms>, index: number, leaves: boolean): Move<Terms> {
    const action = firstLegal(call, leaves);
    if (action !== "propose" && action !== "counter") return { action };
    const terms = this.#options.codec.write(this.#options.inverse.space.termsAt(index));
    const justification = this.#player.justification(action, index);
    const move = justification === undefined ? { action, terms } : { action, terms, justification };
    return move as Move<Terms>;
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
