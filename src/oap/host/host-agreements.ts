/**
 * @module
 * What follows an acceptance: its agreement goes into the log, the other party signs it as well, terms are redacted.
 * The record is final by then, so all of it lives in the log.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { Negotiation } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type { LogDisclosures, LogEntry } from "../../ports/index.js";
import type { Agreement, LoggedAgreement, PublicForm } from "../agreement/index.js";
import {
  agreementCommitment,
  disclosuresUnder,
  isSignedByBoth,
  publicAgreement,
  publicForm,
  redactDisclosures,
} from "../agreement/index.js";
import type { AcceptanceDocument, ProposalDocument } from "../documents/index.js";
import { checkedCopy, manifestHash, noneBut } from "../documents/index.js";
import { idAs, isDocumentId } from "../encoding/index.js";
import type { KeySnapshot, Verifier } from "../keys/index.js";
import type { AppendResult, Receipt, RedactionBody, TransparencyLog } from "../log/index.js";
import type { Accepted, OapRefusal } from "../record/index.js";
import { acceptedOf, extraOf, oapRefusal, openedBy } from "../record/index.js";
import { withinTime } from "../runtime/index.js";
import type { HostProofs } from "./host-proofs.js";
import type { Handed, HostMessages, HostMessagesOptions, OapCall } from "./signed-messages.js";
import { isEndOf } from "./signed-messages.js";

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

/**
 * What of an agreement's terms the log discloses from the start: all, none, or those under these pointers, such as
 * `/terms/price`.
 *
 * @param level - the level of confidentiality that was fixed at open
 * @see docs/requirements/oap.md, OAP-55
 */
export type Disclose = (level: string) => "all" | "none" | readonly string[];

/** What it works with. */
export interface HostAgreementsOptions extends HostMessagesOptions {
  /** Those that are accepted and not in the log yet, whatever the room lets go. */
  readonly unlogged: Map<string, Negotiation>;
  readonly disclose: Disclose;
  readonly messages: HostMessages;
  readonly verifier: Verifier;
}

/** An accepted record with what the log says of it, as far as that answers in time. */
interface Known extends Accepted {
  readonly complete: boolean;
  readonly logged?: LoggedAgreement | undefined;
  /** Only where it was asked for. */
  readonly receipt?: Receipt | undefined;
  readonly allKeys: readonly KeySnapshot[];
}

/** Agreements of a host. */
export interface HostAgreements {
  /** Appends what the end of a record leaves for the log unless it is there, however long that takes; never rejects. */
  append(handed: Handed): Promise<AppendResult | undefined>;
  /** The same, and whether it is there within `logMs`. */
  isLogged(handed: Handed): Promise<boolean>;
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
  const { service, unlogged, log, logMs, disclose, derive, messages, proofs, verifier, clock, warn, sha256 } =
    options;
  /** Under way, so that the event and the answer of an acceptance share one append. */
  const appending = new Map<string, Promise<AppendResult | undefined>>();

  async function acceptedIn({ record, pinned }: Handed): Promise<Accepted | undefined> {
    if (record.outcome?.status !== "accepted") return undefined;
    const accepted = acceptedOf(record, pinned, derive);
    if (accepted !== undefined) return accepted;
    // Salts are sealed: where the record comes from an event or an answer of the engine, the store has them.
    const stored = await service.loadNegotiation(record.id);
    return stored && acceptedOf(stored, pinned, derive);
  }

  function append(handed: Handed): Promise<AppendResult | undefined> {
    const { id } = handed.record;
    const running =
      appending.get(id) ?? appended(handed).finally(() => appending.delete(id) && unlogged.delete(id));
    appending.set(id, running);
    return running;
  }

  /** Goes on until the log answers; `undefined` where there is nothing to log, or the service ends. */
  async function appended(handed: Handed): Promise<AppendResult | undefined> {
    const { id } = handed.record;
    if (log === undefined) return undefined;
    try {
      const write = await writing(handed, log);
      for (let pauseMs = 1_000; write !== undefined; pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)) {
        const added = await tried(id, write);
        if (added !== undefined) {
          // Another end stands where this one would: it came about elsewhere, and was first.
          if (!added.ok) warn("agreement_twice", { negotiationId: id, code: added.code });
          return added;
        }
        await pause(pauseMs);
        // Ends with the service, which then rejects.
        await service.loadNegotiation(id);
      }
    } catch (error) {
      warn("log failed", { negotiationId: id, error: nameOf(error) });
    }
    return undefined;
  }

  /** What appends the agreement of a record, or what a withdrawal costs. */
  async function writing(
    handed: Handed,
    log: TransparencyLog,
  ): Promise<(() => Promise<AppendResult>) | undefined> {
    const { record, pinned } = handed;
    const { withdrawal_penalty: penalty } = pinned.manifest;
    // What comes from the store may have been changed there, and what is logged stays for good.
    const isSound: HostProofs["isProven"] = async (...signed) =>
      log.has(record.id) || proofs.isProven(...signed);
    const turn = record.turns.at(-1);
    if (turn?.action === "withdraw" && penalty !== undefined) {
      const { document: withdrawal, key } = extraOf(turn);
      const { manifest, manifest_hash } = pinned;
      const isSigned = await isSound("withdraw", turn.partyId, withdrawal, key);
      if (!isSigned || manifestHash(manifest, sha256) !== manifest_hash)
        return void warn("record damaged", { negotiationId: record.id });
      const named = { negotiation_id: record.id, party: turn.partyId, manifest_hash };
      return () => log.append("withdrawal_penalty", { ...named, withdrawal, penalty, key });
    }
    const accepted = await acceptedIn(handed);
    if (accepted === undefined) return undefined;
    const { agreement, digests, salt_secret } = accepted;
    const sealed = { ...turn, sealed: { salt_secret } } as Negotiation["turns"][number];
    unlogged.set(record.id, { ...record, turns: [...record.turns.slice(0, -1), sealed] });
    const [, , key] = accepted.keys;
    const [[signer = "", signature] = []] = Object.entries(agreement.signatures);
    const commitment = { ...agreementCommitment(agreement), signature };
    if (!(await isSound("agreement", signer, commitment, key)))
      return void warn("record damaged", { negotiationId: record.id });
    const body = publicAgreement(agreement, digests, { [key.kid]: key });
    const disclosures = disclosed(accepted.disclosures, pinned.confidentiality);
    return () => log.append("agreement", body, disclosures);
  }

  function disclosed(disclosures: LogDisclosures, level: string): LogDisclosures {
    let shown: ReturnType<Disclose> = "none";
    try {
      shown = disclose(level);
    } catch (error) {
      warn("disclose failed", { error: nameOf(error) });
    }
    return disclosuresUnder(disclosures, shown);
  }

  /** Keeps no process alive: `resume()` finds what is left. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const handle = clock.setTimeout(resolve, ms);
      (handle as { readonly unref?: () => void } | null)?.unref?.();
    });
  }

  /** What the log gives, `undefined` when it fails: the agreement holds all the same. */
  async function tried<T>(negotiationId: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      warn("log failed", { negotiationId, error: nameOf(error) });
      return undefined;
    }
  }

  /** The same, for an answer that waits no longer than `logMs` for it. */
  async function inTime<T>(
    negotiationId: string,
    work: (log: TransparencyLog) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (log === undefined) return undefined;
    // What is tried fails never, so that what is not there was too slow.
    const answer = await withinTime(clock, async () => [await tried(negotiationId, () => work(log))], logMs);
    if (answer === undefined) warn("log slow", { negotiationId });
    return answer?.[0];
  }

  /** What the log has of the end of a record, once it was handed in; or that another end of the same Open was first. */
  async function placed(
    handed: Handed,
    log: TransparencyLog,
  ): Promise<LoggedAgreement | OapRefusal | undefined> {
    const { id, initiator, responder } = handed.record;
    const added = await append(handed);
    const logged = added && (await log.find(id));
    if (added?.ok) return logged;
    // One of other parties, who took the id: these keep theirs, although the log has no place for it.
    return logged && isEndOf(logged, [initiator.id, responder.id]) ? OVER : undefined;
  }

  async function refused(handed: Handed): Promise<OapRefusal | undefined> {
    if (handed.pinned.manifest.withdrawal_penalty === undefined) return undefined;
    const found = await inTime(handed.record.id, (log) => placed(handed, log));
    return found && "code" in found ? found : undefined;
  }

  async function known(handed: Handed, wantsReceipt = false): Promise<Known | OapRefusal> {
    const accepted = await acceptedIn(handed);
    if (accepted === undefined) return MISMATCH;
    const { agreement, keys } = accepted;
    // Left out by a crash, or by a log that failed: it is appended as soon as anybody asks.
    const found = await inTime(handed.record.id, async (log) => {
      const logged = await placed(handed, log);
      if (logged === undefined || "code" in logged) return logged;
      const receipt = wantsReceipt ? await log.receipt(logged.entry.seq) : undefined;
      return { logged, receipt };
    });
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

  async function answer(handed: Handed): Promise<AgreementAnswer | OapRefusal> {
    const found = await known(handed, true);
    if (!found.ok) return found;
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
    const found = await known(handed);
    if (!found.ok) return found;
    if (found.agreement.agreement_id !== given["agreement_id"]) return MISMATCH;
    return act(given, handed, found);
  }

  const cosign = (request: unknown, call: OapCall): Promise<AgreementAnswer | OapRefusal> =>
    onNamed(request, "signature", call, async ({ signature }, handed, { agreement, logged }) => {
      const party = call.caller ?? "";
      // The same again, and another of who has signed already, are no effect; neither needs a look at the key.
      if (signature === undefined || agreement.signatures[party] !== signature) {
        const proof = await proofs.bounded(handed.record.id, party, () =>
          proofs.proveAgreement(agreement, party, signature, openedBy(handed.pinned)),
        );
        if (!proof.ok) return proof;
        if (agreement.signatures[party] === undefined) {
          if (logged === undefined) return unable();
          const { agreement_id } = agreement;
          const body = { agreement_id, party, signature, key: proof.key };
          const added = await inTime(handed.record.id, (log) => log.append("cosignature", body));
          if (added?.ok !== true) return added ?? NOT_LOGGED_YET;
        }
      }
      return answer(handed);
    });

  const redact = (request: unknown, call: OapCall): Promise<RedactionAnswer | OapRefusal> =>
    onNamed(
      request,
      "pointers",
      call,
      async ({ pointers }, _, { logged }) =>
        logged === undefined ? unable() : hidden(logged, pointers, call),
      // Retention may have let the record go, while its terms stand in the log for good.
      async ({ pointers, agreement_id }) => {
        const { caller = "", negotiationId: id } = call;
        const isNamed = isDocumentId("neg", id) && agreement_id === idAs("agr", id);
        const logged = isNamed ? await inTime(id, (log) => log.find(agreement_id)) : undefined;
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
    let entry = isNew ? undefined : logged.redactions.find(isRepeat);
    if (entry === undefined) {
      const body = { agreement_id, party: caller, pointers: isNew ? shown : redaction.pointers };
      const added = await inTime(id, (log) => log.append("redaction", body));
      if (added?.ok !== true) return added ?? NOT_LOGGED_YET;
      entry = added.entry;
    }
    // Another one may have been hidden meanwhile.
    const left = await inTime(id, (log) => log.find(agreement_id));
    return left === undefined ? NOT_LOGGED_YET : Object.freeze({ ok: true, ...publicForm(left), entry });
  }

  /** Without a log nothing is added to an agreement; with one, a little later. */
  const unable = (): OapRefusal => (log === undefined ? UNSTORED : NOT_LOGGED_YET);

  const isLogged = async (handed: Handed): Promise<boolean> =>
    (await inTime(handed.record.id, () => append(handed)))?.ok === true;

  return { append, isLogged, known, refused, answer, cosign, redact };
}

function nameOf(error: unknown): string {
  if (NegotiationError.isInstance(error)) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** Chosen: a log that comes back is noticed within a minute. */
const MOST_PAUSE_MS = 60_000;

const MISMATCH: OapRefusal = oapRefusal("agreement_mismatch", "the agreement of the negotiation");
const OVER: OapRefusal = oapRefusal("negotiation_over", "an Open that is not over in the log");
const UNSTORED: OapRefusal = oapRefusal("store_failed", "a log that takes it");
const NOT_LOGGED_YET: OapRefusal = oapRefusal("not_logged_yet", "a log that has taken it");
