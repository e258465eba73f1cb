/**
 * @module
 * What a party has signed, by negotiation, and what it therefore signs no more. It lives as long as the party's object.
 */

import { NegotiationError } from "../../errors.js";
import type { SigningRefusal } from "../canonical/index.js";
import { MOST_SKEW_MS, type ProposalDocument } from "../documents/index.js";

/** @throws {NegotiationError} `host_untrusted` where it does not hold */
export function demand(holds: boolean, at: string): void {
  if (!holds) throw untrusted(at);
}

/** @throws {TypeError} for what is not there */
export function demandShown<Value>(value: Value | null | undefined, expected: string): Value {
  if (value === undefined || value === null) throw new TypeError(`Expected ${expected}, got none.`);
  return value;
}

/** An answer that is good. @throws {TypeError} for a refusal */
export function held<Answer extends { readonly ok: true }>(answer: Answer | SigningRefusal): Answer {
  if (answer.ok) return answer;
  throw new TypeError([answer.message, ...(answer.path ?? [])].join(" "));
}

/** What is thrown, and where it does not hold; of a signature, why: a key server of the party's own may be down. */
export function untrusted(at: string, code?: string): NegotiationError {
  const why = code === undefined ? "" : ` (${code})`;
  const message = `Expected a host that shows what holds, got another: ${at}${why}. Do not sign.`;
  return new NegotiationError("host_untrusted", message, { details: { at, ...(code && { code }) } });
}

/** Signs, as long as that is wanted. */
export type Signing<Answer> = (signal?: AbortSignal) => Promise<Answer>;

/** What a party agrees on: documents that hold. */
export interface Found {
  readonly proposal: ProposalDocument;
}

/** The memory of a party; its functions throw `host_untrusted` where something was signed that forbids it. */
export interface PartyMemory {
  /** The round and the ids of its last proposal. */
  last(id: string): Readonly<Pick<Signed, "round" | "ids">> | undefined;
  /** When it signed that, in epoch ms, or 0; an instant that is still to come was said by a clock that ran ahead. */
  madeAt(id: string): number;
  /** The number of an offer that is about to be made: one that was asked for earlier takes none back that is signed. */
  turn(): number;
  /** A proposal, unless the party has agreed or left, or made one of a later round or turn. */
  proposing(at: Place, make: () => Promise<ProposalDocument>, turn?: number): Promise<ProposalDocument>;
  /** From now on the party agrees to nothing of the negotiation at that host, and offers nothing; unless that cannot be signed. */
  leaving<Answer>(at: Place, sign: () => Promise<Answer>): Promise<Answer>;
  /** What agrees to a proposal, the only one: to the other's, or to its own last one. */
  agreeing<Seen extends Found, Answer>(
    to: Place & { readonly signature: string },
    find: () => Promise<Seen>,
    sign: (seen: Seen) => Promise<Answer>,
  ): Promise<Answer>;
  /** Whether it has signed what agrees to that a moment ago: an answer that got lost is asked for again. */
  isSigned(id: string, signature: string): boolean;
  /** Signs that, or else what is drafted now: it stays the same for a while, however often it is signed. */
  once<Answer>(
    id: string,
    signature: string,
    draft: () => Signing<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer>;
  /** Refuses a second hash. */
  noteCosigned(id: string, hash: string): void;
}

/** A negotiation at a host: strangers may open its id at another one. */
interface Place {
  /** Its id, and whom it is with. */
  readonly id: string;
  readonly host: string;
}

interface Signed {
  /** Of its last proposal; 0 before the first. */
  round: number;
  /** Of all that it has signed in that round, the last one last. */
  ids: readonly string[];
  at: number;
  draft?: Draft | undefined;
  /** The signature of the one proposal that it agrees to, by accepting or by co-signing. */
  agreed?: string | undefined;
  /** Whether it has signed so; until then somebody is at it. */
  isSure?: boolean;
  cosigned?: string | undefined;
  /** How many are under way, and how many of these agree. */
  calls: number;
  agreeing: number;
  /** Which of the offers that it was asked for it has signed last. */
  offered: number;
}

/** What agrees to the proposal of that signature: signed again, it is the same. */
interface Draft {
  readonly signature: string;
  readonly at: number;
  readonly sign: Signing<unknown>;
  /** Else nobody has it, and it is judged anew. */
  isSigned?: boolean;
}

/** An empty memory of the party of that DID. */
export function partyMemory(did: string, now: () => number): PartyMemory {
  /** Never let go: a second agreement could be shown beside the first, or what it offered before its last offer. */
  const memory = new Map<string, Signed>();
  /** Where it has left, and how often it has signed so or is at it; never let go either. */
  const left = new Map<string, number>();
  let turns = 0;
  const nextTurn = (): number => {
    turns += 1;
    return turns;
  };
  const nameOf = ({ id, host }: Place): string => `${id} ${host}`;

  function signedIn(id: string): Signed {
    const signed = memory.get(id) ?? {
      round: 0,
      ids: [],
      at: 0,
      calls: 0,
      agreeing: 0,
      offered: 0,
    };
    memory.set(id, signed);
    return signed;
  }

  /** Older ones a host refuses. A clock that was set back has made it no other one. */
  function recent(draft: Draft | undefined, signature: string): Draft | undefined {
    const isSame = draft?.signature === signature;
    return isSame && Math.abs(now() - draft.at) <= MOST_SKEW_MS ? draft : undefined;
  }

  /** Of calls that came to nothing, nothing is left. */
  async function during<Answer>(id: string, call: (signed: Signed) => Promise<Answer>): Promise<Answer> {
    const signed = signedIn(id);
    signed.calls += 1;
    try {
      return await call(signed);
    } finally {
      signed.calls -= 1;
      if (signed.calls === 0 && !signed.isSure && signed.round === 0) memory.delete(id);
    }
  }

  return {
    last: (id) => memory.get(id),
    madeAt(id) {
      const signed = memory.get(id);
      if (signed) signed.at = Math.min(signed.at, now());
      return signed?.at ?? 0;
    },
    turn: nextTurn,
    proposing: (at, make, turn = nextTurn()) =>
      during(at.id, async (signed) => {
        const demandOpen = (): void => {
          demand(signed.agreed === undefined, "proposal, since one is agreed to");
          demand(!left.has(nameOf(at)), "proposal, since it has left");
        };
        demandOpen();
        const proposal = await make();
        // Meanwhile it may have agreed, or left, or made a later one, which this one would take back.
        demandOpen();
        demand(turn > signed.offered, "proposal, since a later one was asked for");
        const { round, proposal_id } = proposal;
        demand(round >= signed.round, "round");
        signed.offered = turn;
        // One that did not arrive is signed anew.
        const ids = [...(round === signed.round ? signed.ids : []), proposal_id];
        signed.ids = ids;
        signed.round = round;
        signed.at = now();
        return proposal;
      }),
    async leaving(at, sign) {
      const name = nameOf(at);
      left.set(name, (left.get(name) ?? 0) + 1);
      try {
        return await sign();
      } catch (error) {
        const others = (left.get(name) ?? 1) - 1;
        if (others > 0) left.set(name, others);
        else left.delete(name);
        throw error;
      }
    },
    agreeing: ({ id, host, signature }, find, sign) =>
      during(id, async (signed) => {
        demand((signed.agreed ?? signature) === signature, "proposal, since another one is agreed to");
        // From now on, so that two at once cannot both pass.
        signed.agreed = signature;
        signed.agreeing += 1;
        try {
          const seen = await find();
          const { from, round, proposal_id, signature: found } = seen.proposal;
          demand(found === signature, "proposal");
          const demandLatest = (): void => {
            demand(!left.has(nameOf({ id, host })), "agreement, since it has left");
            const last = signed.ids.at(-1) ?? proposal_id;
            const isLast = from === did ? last === proposal_id : round > signed.round;
            demand(isLast, "proposal, since another one was made");
          };
          demandLatest();
          const answer = await sign(seen);
          demandLatest();
          signed.isSure = true;
          return answer;
        } finally {
          signed.agreeing -= 1;
          if (signed.agreeing === 0 && !signed.isSure) {
            signed.agreed = undefined;
            signed.draft = undefined;
            signed.cosigned = undefined;
          }
        }
      }),
    isSigned: (id, signature) => recent(memory.get(id)?.draft, signature)?.isSigned === true,
    async once<Answer>(id: string, signature: string, draft: () => Signing<Answer>, signal?: AbortSignal) {
      const signed = signedIn(id);
      const own: Draft = recent(signed.draft, signature) ?? { signature, at: now(), sign: draft() };
      signed.draft = own;
      const answer = await own.sign(signal);
      own.isSigned = true;
      return answer as Answer;
    },
    noteCosigned(id, hash) {
      const signed = signedIn(id);
      demand((signed.cosigned ?? hash) === hash, "agreement, since another one is signed");
      signed.cosigned = hash;
    },
  };
}
