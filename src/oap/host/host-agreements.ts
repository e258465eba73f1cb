/**
 * @module
 * What follows an acceptance: its agreement goes into the log, the other party signs it as well, terms are redacted.
 * The record is final by then, so all of it lives in the log.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { LogEntry } from "../../ports/index.js";
import type { Agreement, LoggedAgreement, PublicForm } from "../agreement/index.js";
import { isSignedByBoth, publicForm, redactDisclosures } from "../agreement/index.js";
import type { AcceptanceDocument, ProposalDocument } from "../documents/index.js";
import { checkedCopy, noneBut } from "../documents/index.js";
import { idAs, isDocumentId } from "../encoding/index.js";
import type { KeySnapshot } from "../keys/index.js";
import {
  type AppendResult,
  isEndOf,
  type Receipt,
  type RedactionBody,
  type TransparencyLog,
} from "../log/index.js";
import type { Accepted, OapRefusal } from "../record/index.js";
import { oapRefusal, openedBy } from "../record/index.js";
import { asking, withinTime } from "../runtime/index.js";
import { type LoggedEndsOptions, loggedEnds, nameOf } from "./logged-ends.js";
import type { Handed, HostMessages, OapCall } from "./signed-messages.js";

/** An agreement as its parties get it. */
export interface AgreementAnswer {
  readonly ok: true;
  /** With the signatures that are there. */
  readonly agreement: Agreement;
  /** Whether both parties have signed. */
  readonly complete: boolean;
  /**
   * Whether it stands in the log, and only then it is final: of one Open the first agreement that the log takes counts,
   * and until it answers, another room of the Tool may have accepted one as well. If it does not stand there, the host
   * goes on trying, and `resume()` does after a restart; where another was first, whoever asks again gets
   * `negotiation_over`.
   */
  readonly logged: boolean;
  /** A signed note that covers it; `null` when it is not logged. */
  readonly checkpoint: string | null;
  /** To be kept: shows later, with nobody asked, that it stands in the log. */
  readonly receipt: Receipt | null;
  /** Opens every leaf: for the two parties alone. */
  readonly salt_secret: string;
  /** The two documents that it follows from: who has not signed the agreement has assented by these. */
  readonly proposal: ProposalDocument;
  readonly acceptance: AcceptanceDocument;
  /** With which all signatures were verified; whoever trusts this host may verify with them. */
  readonly keys: readonly KeySnapshot[];
}

/** The public form of an agreement, and the entry that says what was redacted. */
export interface RedactionAnswer extends PublicForm {
  readonly ok: true;
  readonly entry: LogEntry;
}

/** What it works with. */
export interface HostAgreementsOptions extends LoggedEndsOptions {
  readonly messages: HostMessages;
}

/** An accepted record with what the log says of it, as far as that answers in time. */
interface Known extends Accepted {
  readonly complete: boolean;
  readonly logged?: LoggedAgreement | undefined;
  /** Only where it was asked for. */
  readonly receipt?: Receipt | undefined;
  /** That the log never takes it: others have its id there. */
  readonly isTaken?: boolean;
  readonly allKeys: readonly KeySnapshot[];
}

/** How the log is asked for an agreement. */
interface Look {
  readonly wantsReceipt?: boolean;
  /** Of what goes on when the time of an answer is over. */
  readonly name?: string;
  /** Is added before. */
  readonly first?: (log: TransparencyLog) => Promise<AppendResult>;
}

/** Agreements of a host. */
export interface HostAgreements {
  /** Appends what the end of a record leaves for the log unless it is there, however long that takes; never rejects. */
  append(handed: Handed): Promise<AppendResult | undefined>;
  /** The same, and whether it is there within `logMs`. */
  isLogged(handed: Handed): Promise<boolean>;
  /** Warns of those of these live negotiations that are over in the log: now, or as soon as that answers. */
  warnOver(ids: readonly string[]): Promise<void>;
  /** What is known of the agreement; a refusal for a record without one that counts. */
  known(handed: Handed): Promise<Known | OapRefusal>;
  /** Why a withdrawal costs nothing: another end of the same Open was first in the log. */
  refused(handed: Handed): Promise<OapRefusal | undefined>;
  answer(handed: Handed): Promise<AgreementAnswer | OapRefusal>;
  cosign(request: unknown, call: OapCall): Promise<AgreementAnswer | OapRefusal>;
  redact(request: unknown, call: OapCall): Promise<RedactionAnswer | OapRefusal>;
}

/** @see docs/requirements/oap.md, OAP-22 to OAP-26, OAP-53, OAP-55 and OAP-56 */
export function hostAgreements(options: HostAgreementsOptions): HostAgreements {
  const { log, logMs, messages, proofs, verifier, clock, warn, unasked } = options;
  const { append, acceptedIn, tried, insisted } = loggedEnds(options);
  /** Under way beyond the time of an answer: who asks for the same again waits for it, however slow a log is. */
  const asked = new Map<string, Promise<unknown>>();

  /** The same, for an answer that waits no longer than `logMs` for it; what is named goes on, and is asked for once. */
  async function inTime<T>(
    negotiationId: string,
    work: (log: TransparencyLog) => Promise<T | undefined>,
    name?: string,
  ): Promise<T | undefined> {
    if (log === undefined) return undefined;
    const key = `${negotiationId} ${name}`;
    const known = asked.get(key) as Promise<T | undefined> | undefined;
    const running = known ?? tried(negotiationId, () => work(log)).finally(() => asked.delete(key));
    if (name !== undefined) asked.set(key, running);
    // What is tried fails never, so that what is not there was too slow.
    const answer = await withinTime(clock, async () => [await running], logMs);
    if (answer === undefined) warn("log slow", { negotiationId });
    return answer?.[0];
  }

  /** What the log has of the end of a record, once it was handed in; or that another end of the same Open was first, or of another one. */
  async function placed(
    handed: Handed,
    log: TransparencyLog,
  ): Promise<LoggedAgreement | typeof OVER | typeof TAKEN | undefined> {
    const { id, initiator, responder } = handed.record;
    const added = await append(handed);
    const logged = added && (await log.find(id));
    if (added?.ok || logged === undefined) return logged;
    return isEndOf(logged, [initiator.id, responder.id]) ? OVER : TAKEN;
  }

  async function refused(handed: Handed): Promise<OapRefusal | undefined> {
    if (handed.pinned.manifest.withdrawal_penalty === undefined) return undefined;
    const found = await inTime(handed.record.id, (log) => placed(handed, log));
    return found === OVER ? OVER : undefined;
  }

  async function known(
    handed: Handed,
    { wantsReceipt, name, first }: Look = {},
  ): Promise<Known | OapRefusal> {
    const accepted = await acceptedIn(handed);
    if (accepted === undefined) return MISMATCH;
    const { agreement, keys } = accepted;
    // Left out by a crash, or by a log that failed: it is appended as soon as anybody asks.
    const look = async (log: TransparencyLog) => {
      const added = await first?.(log);
      if (added?.ok === false) return added;
      const logged = await placed(handed, log);
      // These keep theirs, although the log has no place for it.
      if (logged === TAKEN) return { isTaken: true };
      if (logged === undefined || "code" in logged) return logged;
      const receipt = wantsReceipt ? await log.receipt(logged.entry.seq) : undefined;
      return { logged, receipt };
    };
    const found = await inTime(handed.record.id, look, name);
    if (found !== undefined && "code" in found) return found;
    const form = found?.logged && publicForm(found.logged).agreement;
    const { signatures } = form ?? agreement;
    const whole = Object.freeze({ ...agreement, signatures });
    const seen = [...keys, ...Object.values(form?.keys ?? {})];
    const byName = new Map(seen.map((key) => [`${key.kid} ${key.publicKeyMultibase}`, key]));
    const allKeys = Object.freeze([...byName.values()]);
    const isSignedTwice = Object.keys(signatures).length === 2;
    const complete = isSignedTwice && (await isSignedByBoth(whole, { keys: allKeys, verifier }));
    return { ...accepted, ...found, agreement: whole, complete, allKeys };
  }

  const answer = async (handed: Handed): Promise<AgreementAnswer | OapRefusal> => {
    const found = await known(handed, { wantsReceipt: true });
    return found.ok ? answerOf(found) : found;
  };

  function answerOf(found: Known): AgreementAnswer {
    const { agreement, complete, logged, receipt, salt_secret, proposal, acceptance, allKeys } = found;
    return Object.freeze({
      ok: true,
      agreement,
      complete,
      logged: logged !== undefined,
      checkpoint: receipt?.checkpoint ?? null,
      receipt: receipt ?? null,
      salt_secret,
      proposal,
      acceptance,
      keys: allKeys,
    });
  }

  /** What `act` makes of the agreement that a request of a party names. */
  async function onNamed<Answer>(
    request: unknown,
    member: string,
    { caller, negotiationId }: OapCall,
    act: (given: Readonly<Record<string, unknown>>, handed: Handed, found: Known) => Promise<Answer>,
    gone?: (given: Readonly<Record<string, unknown>>) => Promise<Answer | OapRefusal | undefined>,
  ): Promise<Answer | OapRefusal> {
    const copy = checkedCopy<JsonObject>(request, noneBut("agreement_id", member));
    if (!copy.ok) return copy;
    const given = copy.value;
    const handed = await messages.find(negotiationId, caller);
    if (!handed.ok) return (await gone?.(given)) ?? handed;
    const found = await known(handed, { wantsReceipt: true, name: `${member} ${caller}` });
    // A store may have been restored from before the acceptance.
    if (found === MISMATCH) return (await gone?.(given)) ?? found;
    if (!found.ok) return found;
    if (found.agreement.agreement_id !== given["agreement_id"]) return MISMATCH;
    return act(given, handed, found);
  }

  const cosign = (request: unknown, call: OapCall): Promise<AgreementAnswer | OapRefusal> =>
    onNamed(request, "signature", call, async ({ signature }, handed, found) => {
      const { agreement, logged } = found;
      const party = call.caller ?? "";
      // The same again, and another of who has signed already, are no effect; neither needs a look at the key.
      if (signature === undefined || agreement.signatures[party] !== signature) {
        const proof = await proofs.bounded(handed.record.id, party, () =>
          proofs.proveAgreement(agreement, party, signature, openedBy(handed.pinned)),
        );
        if (!proof.ok) return proof;
        if (agreement.signatures[party] === undefined) {
          if (logged === undefined) return unable(found);
          const { agreement_id } = agreement;
          const body = { agreement_id, party, signature, key: proof.key };
          const first: Look["first"] = (log) => log.append("cosignature", body);
          const then = await known(handed, { wantsReceipt: true, name: `cosign ${party}`, first });
          if (!then.ok) return then;
          // Only what the log has been read with is signed.
          return then.agreement.signatures[party] === undefined ? NOT_LOGGED_YET : answerOf(then);
        }
      }
      return answerOf(found);
    });

  const redact = (request: unknown, call: OapCall): Promise<RedactionAnswer | OapRefusal> =>
    onNamed(
      request,
      "pointers",
      call,
      async ({ pointers }, _, found) =>
        found.logged === undefined ? unable(found) : hidden(found.logged, pointers, call),
      // Retention may have let the record go, while its terms stand in the log for good.
      async ({ pointers, agreement_id }) => {
        const { caller = "", negotiationId: id } = call;
        const isNamed = isDocumentId("neg", id) && agreement_id === idAs("agr", id);
        const logged = isNamed ? await inTime(id, (log) => log.find(agreement_id), "find") : undefined;
        const isAgreed = logged?.entry.kind === "agreement";
        return isAgreed && publicForm(logged).agreement.parties.includes(caller)
          ? hidden(logged, pointers, call)
          : undefined;
      },
    );

  async function hidden(
    logged: LoggedAgreement,
    pointers: unknown,
    { caller = "" }: OapCall,
  ): Promise<RedactionAnswer | OapRefusal> {
    if (
      !Array.isArray(pointers) ||
      pointers.length === 0 ||
      pointers.some((one) => typeof one !== "string")
    ) {
      return oapRefusal("document_invalid", "pointers to terms", ["pointers"]);
    }
    const { agreement_id, negotiation_id: id, digests } = publicForm(logged).agreement;
    const redaction = redactDisclosures(digests, logged.disclosures, pointers);
    if (!redaction.ok) return redaction;
    // What is hidden already is named by an entry: the log does not grow by its being asked for again.
    const shown = redaction.pointers.filter((pointer) => Object.hasOwn(logged.disclosures, pointer));
    const [first = ""] = redaction.pointers;
    const isRepeat = ({ body }: LogEntry): boolean =>
      (body as unknown as RedactionBody).pointers.includes(first);
    const isNew = shown.length > 0;
    const body = { agreement_id, party: caller, pointers: isNew ? shown : redaction.pointers };
    const known = isNew ? undefined : logged.redactions.find(isRepeat);
    const hide = async (log: TransparencyLog) => {
      const added = known ? ({ ok: true, entry: known } as const) : await log.append("redaction", body);
      if (!added.ok) return added;
      // Another one may have been hidden meanwhile.
      const left = await log.find(agreement_id);
      return left && Object.freeze({ ok: true as const, ...publicForm(left), entry: added.entry });
    };
    return (await inTime(id, hide, `redact ${body.pointers.join()}`)) ?? NOT_LOGGED_YET;
  }

  /** Without a log nothing is added to an agreement, nor where others have its id; else a little later. */
  const unable = ({ isTaken }: Known): OapRefusal =>
    isTaken ? TAKEN : log === undefined ? UNSTORED : NOT_LOGGED_YET;

  const isLogged = async (handed: Handed): Promise<boolean> =>
    (await inTime(handed.record.id, () => append(handed)))?.ok === true;

  async function warnOver(ids: readonly string[]): Promise<void> {
    const [first] = ids;
    if (log === undefined || first === undefined) return;
    // One look reads all that is there, which a restart waits for as for any port.
    const look = async (): Promise<true> => {
      await asking(clock)(() => log.find(first));
      return true;
    };
    const warnNow = (): void => {
      for (const negotiationId of ids) {
        if (unasked.delete(negotiationId) && log.has(negotiationId))
          warn("negotiation_over", { negotiationId });
      }
    };
    // From the first look on: moves may come before it has ended.
    for (const id of ids) unasked.add(id);
    if (await tried(first, look)) return warnNow();
    insisted(first, look, true).then(warnNow, (error: unknown) =>
      warn("log failed", { negotiationId: first, error: nameOf(error) }),
    );
  }

  return { append, isLogged, warnOver, known, refused, answer, cosign, redact };
}

const MISMATCH: OapRefusal = oapRefusal("agreement_mismatch", "the agreement of the negotiation");
const OVER: OapRefusal = oapRefusal("negotiation_over", "an Open that is not over in the log");
const TAKEN: OapRefusal = oapRefusal("command_conflict", "an Open whose id nobody else has in the log");
const UNSTORED: OapRefusal = oapRefusal("store_failed", "a log that takes it");
const NOT_LOGGED_YET: OapRefusal = oapRefusal("not_logged_yet", "a log that has taken it");
