/**
 * @module
 * What a host asks its log before it takes a document: whether the negotiation is over there, in another room of the
 * Tool or in a record that is no more.
 */

import type { Negotiation } from "../../core/record/index.js";
import type { Clock } from "../../ports/index.js";
import type { SignedMessageKind } from "../documents/index.js";
import { idAs } from "../encoding/index.js";
import { isEndOf, type TransparencyLog } from "../log/index.js";
import { type OapContext, type OapRefusal, oapRefusal } from "../record/index.js";
import { withinTime } from "../runtime/index.js";

/** A log, and how it is asked. */
export interface LogAccess {
  readonly log?: TransparencyLog | undefined;
  /** Ms that the log is waited for. */
  readonly logMs: number;
  readonly clock: Clock;
  /** Live when the host resumed, and the log has not answered since: whoever moves there asks it. */
  readonly unasked: Set<string>;
}

/** Whose agreement or penalty has the id of an Open in the log; `undefined` where that does not answer in time. */
export async function whoseAgreement(
  { log, logMs, clock }: LogAccess,
  id: string,
  pair: readonly string[],
): Promise<"ours" | "others" | "nobody's" | undefined> {
  return withinTime(
    clock,
    async () => {
      const found = await log?.find(idAs("neg", id));
      if (found === undefined) return "nobody's";
      return isEndOf(found, pair) ? "ours" : "others";
    },
    logMs,
  );
}

/**
 * Asks the log whether a live negotiation is over where that may be news, after which `log.has` knows: nobody walks away
 * from what was agreed in another room of the Tool; and where the host resumed without the log, not before that has answered.
 */
export async function untold(
  access: LogAccess,
  kind: SignedMessageKind,
  { record, pinned }: { readonly record: Negotiation; readonly pinned: OapContext },
): Promise<OapRefusal | undefined> {
  const { log, unasked } = access;
  const { id, initiator, responder, outcome } = record;
  const isLeaving = kind === "reject" || kind === "withdraw";
  // What costs something goes into the log itself, and finds there what was first.
  const isNews = unasked.has(id) || (isLeaving && pinned.manifest.withdrawal_penalty === undefined);
  if (log === undefined || outcome !== null || !isNews || log.has(id)) return undefined;
  const whose = await whoseAgreement(access, id, [initiator.id, responder.id]);
  return whose === undefined && isLeaving && unasked.has(id) ? UNTOLD : undefined;
}

const UNTOLD: OapRefusal = oapRefusal("store_failed", "an answer of the log");
