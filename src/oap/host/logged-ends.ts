/**
 * @module
 * What the end of a record leaves for the log: its agreement, or what a withdrawal costs. It is appended however long
 * the log takes, once, and verified before.
 */

import type { Negotiation } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type { LogDisclosures } from "../../ports/index.js";
import { agreementCommitment, disclosuresUnder, publicAgreement } from "../agreement/index.js";
import { manifestHash } from "../documents/index.js";
import type { Verifier } from "../keys/index.js";
import { type AppendResult, OWN_BODIES, type TransparencyLog } from "../log/index.js";
import { type Accepted, acceptedOf, extraOf } from "../record/index.js";
import type { HostProofs } from "./host-proofs.js";
import type { Handed, HostMessagesOptions } from "./signed-messages.js";

/**
 * What of an agreement's terms the log discloses from the start: all, none, or those under these pointers, such as
 * `/terms/price`.
 *
 * @param level - the level of confidentiality that was fixed at open
 * @see docs/requirements/oap.md, OAP-55
 */
export type Disclose = (level: string) => "all" | "none" | readonly string[];

/** What it works with. */
export interface LoggedEndsOptions extends HostMessagesOptions {
  /** Those that are accepted and not in the log yet, whatever the room lets go. */
  readonly unlogged: Map<string, Negotiation>;
  readonly disclose: Disclose;
  readonly verifier: Verifier;
}

/** Ends of records on their way into the log. */
export interface LoggedEnds {
  /** Appends what the end of a record leaves for the log unless it is there, however long that takes; never rejects. */
  append(handed: Handed): Promise<AppendResult | undefined>;
  /** What was agreed, with its salts; `undefined` for a record without an agreement that counts. */
  acceptedIn(handed: Handed): Promise<Accepted | undefined>;
  /** What the log gives, `undefined` when it fails: the agreement holds all the same. */
  tried<T>(negotiationId: string, work: () => Promise<T>): Promise<T | undefined>;
  /**
   * The same until there is something, a little later each time; rejects when the service ends.
   *
   * @param hasFailed - whether it was tried in vain just now
   */
  insisted<T>(negotiationId: string, work: () => Promise<T>, hasFailed?: boolean): Promise<T>;
}

/** @see docs/requirements/oap.md, OAP-24, OAP-53, OAP-55 and OAP-56 */
export function loggedEnds(options: LoggedEndsOptions): LoggedEnds {
  const { service, unlogged, log, disclose, derive, proofs, clock, warn, sha256 } = options;
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
      const added = write && (await insisted(id, write));
      // Another end stands where this one would: it came about elsewhere, and was first.
      if (added?.ok === false) warn("agreement_twice", { negotiationId: id, code: added.code });
      return added;
    } catch (error) {
      warn("log failed", { negotiationId: id, error: nameOf(error) });
    }
    return undefined;
  }

  async function insisted<T>(negotiationId: string, work: () => Promise<T>, hasFailed = false): Promise<T> {
    for (let pauseMs = hasFailed ? 1_000 : 0; ; pauseMs = Math.min(2 * pauseMs || 1_000, MOST_PAUSE_MS)) {
      if (pauseMs > 0) {
        await pause(pauseMs);
        // Ends with the service alone, which then rejects.
        await service.loadNegotiation(negotiationId).catch((error: unknown) => {
          if (NegotiationError.isInstance(error) && error.code === "service_closed") throw error;
        });
      }
      const answer = await tried(negotiationId, work);
      if (answer !== undefined) return answer;
    }
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
    OWN_BODIES.add(body);
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

  async function tried<T>(negotiationId: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      warn("log failed", { negotiationId, error: nameOf(error) });
      return undefined;
    }
  }

  return { append, acceptedIn, tried, insisted };
}

/** Of an error, for who is told of it. */
export function nameOf(error: unknown): string {
  if (NegotiationError.isInstance(error)) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** Chosen: a log that comes back is noticed within a minute. */
const MOST_PAUSE_MS = 60_000;
