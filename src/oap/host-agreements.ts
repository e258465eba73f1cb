/**
 * @module
 * What follows an acceptance: its agreement goes into the log, the other party signs it as well, terms are redacted.
 * The record is final by then, so all of it lives in the log.
 */

import { NegotiationError } from "../errors.js";
import type { LogEntry } from "../ports/log.js";
import { type Accepted, acceptedOf, commitmentBytes } from "./accept-agreement.js";
import type { Agreement } from "./agreement.js";
import type { DeriveAgreementOptions } from "./agreement-derivation.js";
import { isComplete } from "./agreement-signatures.js";
import type { Handed, HostLetters, OapCall, Warn } from "./host-letters.js";
import type { HostProofs } from "./host-proofs.js";
import type { RedactionBody } from "./log-entry.js";
import { extraOf } from "./oap-record.js";
import { type OapRefusal, oapRefusal } from "./oap-refusal.js";
import { type PublicForm, publicAgreement, publicForm } from "./public-agreement.js";
import type { Receipt } from "./receipt.js";
import { redactDisclosures } from "./redaction.js";
import type { Verifier } from "./signer.js";
import { strictCopy } from "./strict-copy.js";
import type { LoggedAgreement, TransparencyLog } from "./transparency-log.js";

/** An agreement as its parties get it. */
export interface AgreementAnswer {
  readonly ok: true;
  /** With the signatures that are there. */
  readonly agreement: Agreement;
  /** Whether both parties have signed. */
  readonly complete: boolean;
  /** Whether it stands in the log; if not, `resume()` appends it. */
  readonly logged: boolean;
  /** A signed note that covers it; `null` when it is not logged. */
  readonly checkpoint: string | null;
  /** To be kept: shows later, with nobody asked, that it stands in the log. */
  readonly receipt: Receipt | null;
  /** Opens every leaf: for the two parties alone. */
  readonly salt_secret: string;
}

/** The public form of an agreement, and the entry that says what was redacted. */
export interface RedactionAnswer extends PublicForm {
  readonly ok: true;
  readonly entry: LogEntry;
}

/** What it works with. */
export interface HostAgreementsOptions extends DeriveAgreementOptions {
  readonly log?: TransparencyLog | undefined;
  readonly letters: HostLetters;
  readonly proofs: HostProofs;
  readonly verifier: Verifier;
  readonly warn: Warn;
}

/** An accepted record with what the log says of it. */
export interface Known extends Pick<Accepted, "agreement" | "salt_secret" | "digests"> {
  readonly complete: boolean;
  readonly logged: LoggedAgreement | undefined;
}

/** Agreements of a host. */
export interface HostAgreements {
  /** Appends the agreement of an accepted record unless it is there; whether it is there now. */
  log(handed: Handed): Promise<boolean>;
  /** What is known of the agreement; `undefined` for a record that was not accepted. */
  known(handed: Handed): Promise<Known | undefined>;
  answer(handed: Handed): Promise<AgreementAnswer | OapRefusal>;
  cosign(request: unknown, call: OapCall): Promise<AgreementAnswer | OapRefusal>;
  redact(request: unknown, call: OapCall): Promise<RedactionAnswer | OapRefusal>;
}

/** @see spec oap, OAP-22 to OAP-26 */
export function hostAgreements(options: HostAgreementsOptions): HostAgreements {
  const { log, letters, proofs, verifier, warn } = options;
  /** Under way, so that the event and the answer of an acceptance share one append. */
  const appending = new Map<string, Promise<boolean>>();

  /** The latest, for a while: an agreement of many leaves takes long to derive, and never changes. */
  const derived = new Map<string, Accepted>();

  function acceptedIn({ record, pinned }: Handed): Accepted | undefined {
    const { id } = record;
    const accepted = derived.get(id) ?? acceptedOf(record, pinned, options);
    if (accepted !== undefined) derived.set(id, accepted);
    const [oldest = id] = derived.keys();
    // Chosen: each is some megabytes at the very most.
    if (derived.size > 16) derived.delete(oldest);
    return accepted;
  }

  function append(handed: Handed): Promise<boolean> {
    const { id } = handed.record;
    const running = appending.get(id) ?? appended(handed).finally(() => appending.delete(id));
    appending.set(id, running);
    return running;
  }

  async function appended(handed: Handed): Promise<boolean> {
    const added = await tried(handed, async (log) => {
      const accepted = acceptedIn(handed);
      const turn = handed.record.turns.at(-1);
      if (accepted === undefined || turn === undefined) return undefined;
      const { agreement, digests, disclosures } = accepted;
      const { key } = extraOf(turn);
      const body = publicAgreement(agreement, digests, { [key.kid]: key });
      return log.append("agreement", body, disclosures);
    });
    return added?.ok === true;
  }

  /** What the log gives, `undefined` when it fails or there is none: the agreement holds all the same. */
  async function tried<T>(
    { record }: Handed,
    work: (log: TransparencyLog) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return log && (await work(log));
    } catch (error) {
      warn("log failed", { negotiationId: record.id, error: nameOf(error) });
      return undefined;
    }
  }

  async function known(handed: Handed): Promise<Known | undefined> {
    const accepted = acceptedIn(handed);
    if (accepted === undefined) return undefined;
    const { agreement, digests, salt_secret } = accepted;
    const find = () => tried(handed, (log) => log.find(agreement.agreement_id));
    // Left out by a crash, or by a log that failed: it is appended as soon as anybody asks.
    const found = (await find()) ?? ((await append(handed)) ? await find() : undefined);
    // An acceptor chooses the id: one that names another negotiation's agreement gives no hold on that one.
    const logged = found?.entry.body["agreement_hash"] === agreement.agreement_hash ? found : undefined;
    const form = logged && publicForm(logged).agreement;
    const { signatures } = form ?? agreement;
    const isSignedTwice = form !== undefined && Object.keys(signatures).length === 2;
    const complete = isSignedTwice && (await isComplete(form, { keys: Object.values(form.keys), verifier }));
    const whole = Object.freeze({ ...agreement, signatures });
    return { agreement: whole, digests, salt_secret, complete, logged };
  }

  async function answer(handed: Handed): Promise<AgreementAnswer | OapRefusal> {
    const found = await known(handed);
    if (found === undefined) return MISMATCH;
    const { agreement, complete, logged, salt_secret } = found;
    const receipt = logged && (await tried(handed, (log) => log.receipt(logged.entry.seq)));
    return Object.freeze({
      ok: true,
      agreement,
      complete,
      logged: logged !== undefined,
      checkpoint: receipt?.checkpoint ?? null,
      receipt: receipt ?? null,
      salt_secret,
    });
  }

  /** What `act` makes of the agreement that a request of a party names. */
  async function onNamed<Answer>(
    request: unknown,
    { caller, negotiationId }: OapCall,
    act: (given: Readonly<Record<string, unknown>>, handed: Handed, found: Known) => Promise<Answer>,
  ): Promise<Answer | OapRefusal> {
    const copy = strictCopy(request);
    if (!copy.ok) return copy;
    const given = { ...(copy.value as object) } as Record<string, unknown>;
    const handed = await letters.find(negotiationId, caller);
    if (!handed.ok) return handed;
    const found = await known(handed);
    if (found === undefined || found.agreement.agreement_id !== given["agreement_id"]) return MISMATCH;
    return act(given, handed, found);
  }

  const cosign = (request: unknown, call: OapCall): Promise<AgreementAnswer | OapRefusal> =>
    onNamed(request, call, async ({ signature }, handed, { agreement, logged }) => {
      const party = call.caller ?? "";
      // The same again, and another of who has signed already, are no effect; neither needs a look at the key.
      if (signature === undefined || agreement.signatures[party] !== signature) {
        const proof = await proofs.bounded(handed.record.id, () =>
          proofs.prove("agreement", party, signature, () => commitmentBytes(agreement)),
        );
        if (!proof.ok) return proof;
        if (agreement.signatures[party] === undefined) {
          if (logged === undefined) return UNSTORED;
          const body = { agreement_id: agreement.agreement_id, party, signature, key: proof.key };
          const added = await tried(handed, (log) => log.append("cosignature", body));
          if (added?.ok !== true) return UNSTORED;
        }
      }
      return answer(handed);
    });

  const redact = (request: unknown, call: OapCall): Promise<RedactionAnswer | OapRefusal> =>
    onNamed(request, call, async ({ pointers }, handed, { agreement, logged, digests }) => {
      if (logged === undefined) return UNSTORED;
      if (
        !Array.isArray(pointers) ||
        pointers.length === 0 ||
        pointers.some((one) => typeof one !== "string")
      ) {
        return oapRefusal("document_invalid", "pointers to terms", ["pointers"]);
      }
      const redaction = redactDisclosures(digests, logged.disclosures, pointers);
      if (!redaction.ok) return redaction;
      const { agreement_id } = agreement;
      // What is hidden already is named by an entry: the log does not grow by its being asked for again.
      const shown = redaction.pointers.filter((pointer) => Object.hasOwn(logged.disclosures, pointer));
      const hidden = shown.length === 0 ? redaction.pointers : shown;
      const isRepeat = ({ body }: LogEntry): boolean =>
        (body as unknown as RedactionBody).pointers.includes(hidden[0] as string);
      let entry = shown.length === 0 ? logged.redactions.find(isRepeat) : undefined;
      if (entry === undefined) {
        const body = { agreement_id, party: call.caller ?? "", pointers: hidden };
        const added = await tried(handed, (log) => log.append("redaction", body));
        if (added?.ok !== true) return UNSTORED;
        entry = added.entry;
      }
      // Another one may have been hidden meanwhile.
      const left = await tried(handed, (log) => log.find(agreement_id));
      return left === undefined ? UNSTORED : Object.freeze({ ok: true, ...publicForm(left), entry });
    });

  return { log: append, known, answer, cosign, redact };
}

function nameOf(error: unknown): string {
  if (NegotiationError.isInstance(error)) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

const MISMATCH: OapRefusal = oapRefusal("agreement_mismatch", "the agreement of the negotiation");
const UNSTORED: OapRefusal = oapRefusal("store_failed", "a log that takes it");
