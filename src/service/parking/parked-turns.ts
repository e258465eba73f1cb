/**
 * @module
 * The turns that wait for an agent outside this process: picked up oldest first, answered, or given back
 * (docs/requirements/index-network.md, section 3). What parks them is `room-wiring.ts`; each step is a commit.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import { legalActions, noSuchClaim, type Refusal, refusalForStranger } from "../../core/moves/index.js";
import { type Action, type Claim, type Negotiation, SCHEMA, seatOf } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import type { AgentCall, NegotiationRow } from "../../ports/index.js";
import { agentCallOf, RunningCall } from "../agents/index.js";
import type {
  CommandHandler,
  CommandResult,
  MoveReview,
  RecordCache,
  RulesResolver,
} from "../commands/index.js";
import { unknownNegotiation } from "../commands/index.js";
import { demandIds, type ResolvedOptions, readSubmit, type SubmitOptions } from "../options/index.js";
import { type Steps, settled } from "../queue/index.js";

/** A turn that an agent has picked up: all that the party's own agent would be told, and its claim. */
export interface PickedUpTurn<Terms = unknown>
  extends Pick<
    AgentCall<Terms>,
    | "negotiationId"
    | "turnNumber"
    | "deadlineAt"
    | "turns"
    | "context"
    | "standing"
    | "legalActions"
    | "isFinalTurn"
    | "turnsLeft"
  > {
  readonly ok: true;
  /** To be handed in with the answer. */
  readonly claimId: string;
  /** What the other side did last; `null` on the first turn. */
  readonly counterpartyAction: Action | null;
}

/** Who picks up, and what. */
export interface PickupRequest {
  readonly agentId: string;
  /** The negotiation whose turn it is to be. @default the oldest that waits */
  readonly negotiationId?: string | undefined;
}

/** A party's turn that waits outside this process. */
export interface WaitingTurn {
  readonly negotiationId: string;
  readonly turnNumber: number;
  /** Epoch ms. */
  readonly firstParkedAt: number;
  /** Epoch ms. */
  readonly deadlineAt: number;
  /** Whether an agent has picked it up. */
  readonly claimed: boolean;
}

/** Who answers or gives back, and by which claim. */
export type ClaimHolder = Pick<Claim, "agentId" | "claimId">;

/** What the queue of parked turns works with. */
export interface ParkedTurnsOptions<Terms>
  extends Pick<ResolvedOptions<Terms>, "store" | "directory" | "clock" | "ids"> {
  readonly roomId: string;
  readonly commands: CommandHandler<Terms>;
  readonly cache: RecordCache<Terms>;
  readonly review: MoveReview<Terms>;
  readonly rules: RulesResolver;
}

/** Claims that one pickup tries for before it answers "nothing" (ST-36). */
const MAX_CLAIMS = 5;

/** Rows a page; chosen: other rooms of the party may come first. */
const PAGE = 50;

/** The parked turns of a room. */
export class ParkedTurns<Terms> {
  readonly #at: ParkedTurnsOptions<Terms>;

  constructor(options: ParkedTurnsOptions<Terms>) {
    this.#at = options;
  }

  /**
   * Claims the oldest parked turn of a party, or that of one negotiation; the same agent gets the turn that it holds
   * again.
   */
  *pickup(
    partyId: string,
    { agentId, negotiationId }: PickupRequest,
  ): Steps<PickedUpTurn<Terms> | Refusal | null> {
    const forbidden = yield* this.heartbeat(partyId, agentId);
    if (!forbidden.ok) return forbidden;
    if (negotiationId !== undefined) demandIds({ negotiationId });
    const held = yield* this.#oldest(partyId, agentId, agentId, negotiationId);
    return held ?? (yield* this.#oldest(partyId, agentId, null, negotiationId)) ?? null;
  }

  /** Notes that an agent is alive. */
  *heartbeat(partyId: string, agentId: string): Steps<{ readonly ok: true } | Refusal> {
    const { directory, clock } = this.#at;
    demandIds({ partyId, agentId });
    if (directory === undefined) return ALIVE;
    if ((yield* settled(directory.ownerOf(agentId))) !== partyId) {
      const message = `Expected an agent of ${shown(partyId)}, got another. Register it first.`;
      return refusalForStranger(null, "forbidden_agent", message, { partyId });
    }
    yield* settled(directory.seen(agentId, clock.now()));
    return ALIVE;
  }

  /** Answers a turn by the claim on it. */
  *respond(
    id: string,
    claim: ClaimHolder,
    move: unknown,
    options: SubmitOptions,
  ): Steps<CommandResult<Terms>> {
    const { commands, cache } = this.#at;
    demandIds({ agentId: claim?.agentId, claimId: claim?.claimId });
    const given = readSubmit(options);
    // Without a directory it is the floor that says whose agent it is: as it is now, not as this room saw it last.
    const record = yield* cache[this.#at.directory === undefined ? "current" : "read"](id);
    const partyId = yield* this.#partyOf(record, claim, given.commandId);
    if (record === undefined || partyId === undefined) return unknownNegotiation(id);
    const result = yield* settled(commands.submit({ ...given, id, partyId, move, claim }));
    // By this door it is the claim that counts, not the floor (PT-5).
    const isElsewhere = !result.ok && (result.code === "not_your_turn" || result.code === "consult_pending");
    return isElsewhere ? noSuchClaim(cache.known(id) ?? record, partyId) : result;
  }

  /** Gives a claimed turn back. */
  *release(id: string, claim: ClaimHolder): Steps<CommandResult<Terms>> {
    const { commands, cache } = this.#at;
    demandIds({ agentId: claim?.agentId, claimId: claim?.claimId });
    const { agentId, claimId } = claim;
    const record = yield* cache.read(id);
    const partyId = yield* this.#partyOf(record, { agentId, claimId }, undefined);
    if (partyId === undefined) return unknownNegotiation(id);
    return yield* settled(commands.command(id, { type: "release", agentId, claimId }, partyId));
  }

  /** What waits for a party, oldest first. */
  *waiting(partyId: string): Steps<readonly WaitingTurn[]> {
    const { cache, store, roomId } = this.#at;
    demandIds({ partyId });
    const rows: NegotiationRow[] = [];
    let after: string | undefined;
    do {
      const query = { roomId, partyId, floor: partyId, isFinal: false, limit: 1_000, after };
      const page = yield* cache.retried(() => store.list(query));
      rows.push(...page.items);
      after = page.next ?? undefined;
    } while (after !== undefined);
    const turns = new Map<string, WaitingTurn>();
    for (const { id, parked, turnCount, deadline } of rows) {
      if (parked === null) continue;
      const { firstParkedAt, claimedBy } = parked;
      const deadlineAt = deadline?.at ?? 0;
      const waiting = { negotiationId: id, turnNumber: turnCount + 1, firstParkedAt, deadlineAt };
      turns.set(id, Object.freeze({ ...waiting, claimed: claimedBy !== null }));
    }
    return Object.freeze([...turns.values()].sort(byAge));
  }

  /** The oldest turn that it holds, or can be given of those that nobody holds. */
  *#oldest(
    partyId: string,
    agentId: string,
    claimedBy: string | null,
    only: string | undefined,
  ): Steps<PickedUpTurn<Terms> | undefined> {
    const { cache, store, roomId } = this.#at;
    let tries = 0;
    let after: string | undefined;
    do {
      const query = { partyId, claimedBy, limit: PAGE, after };
      const page = yield* cache.retried(() => store.listParked(query));
      for (const row of page.items) {
        if (row.roomId !== roomId || row.schema > SCHEMA || row.id !== (only ?? row.id)) continue;
        const listed = yield* cache.ofRow(row);
        if (listed === undefined) continue;
        if (claimedBy === null) {
          // Another pickup of this agent may have claimed one between the two looks: it is not given a second.
          const held = tries === 0 ? yield* this.#oldest(partyId, agentId, agentId, only) : undefined;
          if (held !== undefined || tries++ === MAX_CLAIMS) return held;
        }
        const turn = yield* this.#claimed(row, listed, agentId);
        if (turn !== undefined) return turn;
      }
      after = page.next ?? undefined;
    } while (after !== undefined);
    return undefined;
  }

  /** The turn of a row under this agent's claim, made now or before; `undefined` when another got it. */
  *#claimed(
    row: NegotiationRow,
    listed: Negotiation<Terms>,
    agentId: string,
  ): Steps<PickedUpTurn<Terms> | undefined> {
    const { commands, cache, clock, ids } = this.#at;
    if (row.parked?.claimedBy === agentId) {
      // A claim that has run out is no claim, whether or not its wake-up has come.
      const held = yield* cache.load(row.id);
      const endsAt = held === undefined ? undefined : nextDeadline(held)?.at;
      if (endsAt !== undefined && endsAt <= clock.now()) yield* settled(commands.wake(row.id));
    } else {
      cache.keep(listed);
      const claim = { type: "claim", agentId, claimId: ids("claim") } as const;
      // On what was listed only: what is parked there by now may be the other side's turn.
      yield* settled(commands.ifVersion(listed, claim));
    }
    const record = yield* cache.read(row.id);
    const awaiting = record?.awaiting;
    if (record === undefined || awaiting?.kind !== "claimed" || awaiting.claim.agentId !== agentId)
      return undefined;
    // An agent may serve both sides where no directory says otherwise.
    if (record.floor !== row.parked?.partyId) return undefined;
    return this.#pickedUp(record, awaiting.claim.claimId);
  }

  #pickedUp(record: Negotiation<Terms>, claimId: string): PickedUpTurn<Terms> {
    const { review, rules } = this.#at;
    const partyId = record.floor ?? "";
    const permitted = review.permitted(record, partyId, legalActions(record, partyId));
    const call = new RunningCall<Terms>(ELSEWHERE, record, 1, 0);
    // The very same that an agent of this process would be told.
    const told = agentCallOf(call, permitted, undefined, rules.projectionOf(record));
    return Object.freeze({
      ok: true,
      negotiationId: record.id,
      claimId,
      turnNumber: told.turnNumber,
      deadlineAt: told.deadlineAt,
      counterpartyAction: record.turns.findLast((turn) => turn.partyId !== partyId)?.action ?? null,
      turns: told.turns,
      context: told.context,
      standing: told.standing,
      legalActions: told.legalActions,
      isFinalTurn: told.isFinalTurn,
      turnsLeft: told.turnsLeft,
    });
  }

  /** For whom an agent answers here; `undefined` for an agent of neither party. */
  *#partyOf(
    record: Negotiation<Terms> | undefined,
    { agentId, claimId }: ClaimHolder,
    commandId: string | undefined,
  ): Steps<string | undefined> {
    const { directory } = this.#at;
    if (record === undefined) return undefined;
    if (directory !== undefined) {
      const owner = (yield* settled(directory.ownerOf(agentId))) ?? "";
      return seatOf(record, owner) && owner;
    }
    // Nobody knows whose agent it is: the turn that it answers says it, now or at the first time.
    const { awaiting } = record;
    const isHeld = awaiting?.kind === "claimed" && awaiting.claim.claimId === claimId;
    const answered = isHeld ? undefined : record.turns.findLast((turn) => turn.commandId === commandId);
    return answered?.partyId ?? record.floor ?? record.initiator.id;
  }
}

const ALIVE: { readonly ok: true } = Object.freeze({ ok: true });

/** An agent that is not called from here. */
const ELSEWHERE = (): Promise<never> => Promise.reject(new Error("This agent polls."));

function byAge(one: WaitingTurn, other: WaitingTurn): number {
  const age = one.firstParkedAt - other.firstParkedAt;
  return age !== 0 ? age : one.negotiationId < other.negotiationId ? -1 : 1;
}
