/**
 * @module
 * Agents of the process in an OAP room: they answer plain moves, and what gets to the engine is signed.
 */

import { demandFunctions, demandShape } from "../../core/checks/index.js";
import type { Json, JsonObject } from "../../core/json/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Action } from "../../core/record/index.js";
import type { Agent, AgentCall, TermsSchema } from "../../ports/index.js";
import { strictCopy } from "../canonical/index.js";
import { alteredTerms, type EffectivePeriod, type SignedMessageKind } from "../documents/index.js";
import { entryOf, groundOf, moveOfMessage, type OapContext } from "../record/index.js";
import type { OapParty, ProposalDraft } from "./oap-party.js";
import { PERIODS } from "./party-acceptance.js";
import type { PartySight } from "./party-sight.js";

/**
 * An agent whose moves are built into documents, signed by the party, and handed in with them.
 *
 * Where nothing stands, an answer with terms is signed as the opening proposal and a refusal as a withdrawal. A message
 * is in no document and is left out, and so is the reason of an offer or an acceptance; an assessment stays the side's own. What the terms of the room
 * do not allow, or an action that a policy forbids, stays unsigned, so that the engine refuses it and the agent may answer
 * anew. Policies look at terms once these are signed: an offer that they refuse counts as made, and nothing before it
 * is accepted any more, so keep bounds of terms in the agent.
 *
 * @throws {TypeError} for what is no agent, no party, and no room
 * @param room - the options of the service, for its schema of terms; without it terms that it refuses are signed
 * @see docs/requirements/oap.md, OAP-19; docs/requirements/engine.md, EN-14
 * @example
 * import { sha256 } from "@noble/hashes/sha2.js";
 * import { NegotiationService } from "concordat";
 * import { didKeySigner, oapParty, oapRoom, signedAgent } from "concordat/oap";
 * const ada = oapParty({ signer: await didKeySigner(new Uint8Array(32).fill(1)), sha256 });
 * const room = oapRoom<{ price: number }>();
 * const agent = signedAgent<{ price: number }>(() => ({ action: "propose", terms: { price: 40 } }), ada, room);
 * const agentFor = ({ id }: { id: string }) => (id === ada.did ? agent : undefined);
 * const service = new NegotiationService("market-7", { ...room, agentFor });
 */
export function signedAgent<Terms = unknown>(
  agent: Agent<Terms>,
  party: OapParty,
  room: { readonly terms?: TermsSchema<Terms> | undefined } = {},
): Agent<Terms> {
  demandFunctions({ agent: agent ?? null });
  demandShape("party", party ?? null, ["key", "propose", "accept", "reject", "withdraw"]);
  demandShape("room", room ?? null, "object");
  if (room.terms !== undefined) demandShape("room.terms", room.terms["~standard"] ?? null, ["validate"]);
  return async (call) => {
    const answer = await agent(call);
    const {
      action,
      message: _,
      reason,
      assessment,
      replyTo,
      ...offered
    } = {
      ...(answer as object | null),
    } as Partial<Readonly<Record<string, unknown>>>;
    const { terms, validUntilAt, justification, ...more } = offered;
    const kind = (call.standing === null ? OPENINGS : KINDS)[typeof action === "string" ? action : ""];
    // A question to the own principal, or what is no move: the engine says what is wrong with it.
    if (kind === undefined || (kind === "proposal" && (terms ?? null) === null)) return answer;
    // With terms of its own it is no acceptance, with a condition beside the terms no offer, and an answer to another
    // proposal is none to this one: no document says so.
    const unsaid = Object.values(kind === "proposal" ? more : offered);
    if (unsaid.some((one) => (one ?? null) !== null)) return answer;
    // Nobody signs it, and the engine refuses a move for it.
    if (!strictCopy(assessment ?? null, { numbers: "any", maxBytes: MOST_BYTES }).ok) return answer;
    if ((replyTo ?? call.standing?.id) !== call.standing?.id) return answer;
    // What a policy forbids would be refused.
    const isLegal = (one: Action): boolean => call.legalActions.includes(one);
    const isKept = kind === "proposal" ? isLegal("counter") || isLegal("propose") : isLegal(kind);
    if (!isKept && call.standing !== null) return answer;
    // As it was said: neither a schema that fills in what is missing nor the agent itself changes what is signed.
    const said = { terms: terms ?? {}, justification: justification ?? null };
    const copy = strictCopy(said);
    if (!copy.ok) throw new TypeError([copy.message, ...(copy.path ?? [])].join(" "));
    const draft = copy.value as unknown as ProposalDraft;
    // What is signed counts as made, also for an agent that is asked again: policies and admission have seen it.
    if (kind === "proposal" && room.terms && !(await isTaken(room.terms, draft.terms))) return answer;
    const sight = sightOf(call);
    // Of an answer that comes too late nothing is signed, and nothing counts as signed.
    const { signal } = call;
    const key = await party.key({ signal });
    let move: Move;
    if (kind === "accept") {
      // What the agent has decided on.
      const expected = { terms: call.standing?.terms as Json | undefined, signal };
      const { acceptance, agreement_signature, salt_secret } = await party.accept(sight, expected);
      const period = PERIODS.get(acceptance) as EffectivePeriod;
      const extra = { document: acceptance, key, agreement_signature, agreement_key: key, period };
      move = moveOfMessage(kind, extra, { salt_secret });
    } else {
      const document =
        kind === "proposal"
          ? await party.propose(sight, { ...draft, validUntilAt } as ProposalDraft, { signal })
          : await party[kind](sight, reason as string | null | undefined, { signal });
      move = moveOfMessage(kind, { document, key });
    }
    return { ...move, assessment } as Move<Terms>;
  };
}

/** Whether a schema takes terms as they are; the engine says why not. */
async function isTaken<Terms>(schema: TermsSchema<Terms>, terms: JsonObject): Promise<boolean> {
  try {
    const result = await schema["~standard"].validate(terms);
    return result.issues === undefined && !alteredTerms(terms, result.value);
  } catch {
    return false;
  }
}

/** As the rules of an OAP room have it. */
const MOST_BYTES = 524_288;

type KindByAction = Readonly<Record<string, SignedMessageKind | undefined>>;

const KINDS: KindByAction = {
  propose: "proposal",
  counter: "proposal",
  accept: "accept",
  reject: "reject",
  withdraw: "withdraw",
};

/** What becomes of an answer where nothing stands (EN-14). */
const OPENINGS: KindByAction = { ...KINDS, accept: "proposal", question: "proposal", reject: "withdraw" };

function sightOf({
  negotiationId,
  context,
  party,
  other,
  seat,
  standing,
  turns,
}: AgentCall<unknown>): PartySight {
  const pinned = context as unknown as OapContext | null;
  if (!pinned?.manifest_hash)
    throw new TypeError("Expected a negotiation that an OAP host has opened, got one of another room.");
  const [initiator, responder] = seat === "initiator" ? [party, other] : [other, party];
  const turn = turns[(standing?.turn ?? 0) - 1];
  return {
    ...groundOf({ initiator, responder }, pinned),
    negotiation_id: negotiationId,
    category: pinned.category,
    open: pinned.document,
    standing_proposal_id: standing?.id ?? null,
    history: turn === undefined ? [] : [entryOf(turn as typeof turn & { readonly extra: Json })],
  };
}
