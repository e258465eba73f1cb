/**
 * @module
 * The Tool's side of OAP: takes signed documents in, runs the negotiation by them in the engine, and logs what was
 * agreed. Its parties are in `oap-party.ts`, the room it works in is made by `oap-room.ts`.
 */

import { demandFunctions, demandShape, integerIn, isText, readOptions } from "../../core/checks/index.js";
import type { Negotiation } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type { Clock, ListQuery, MaybePromise, NegotiationStore, Observer } from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";
import { quietHook } from "../../web/index.js";
import {
  confidentialityLadder,
  type DeriveAgreementOptions,
  type JoinConfidentiality,
  type ManifestResult,
  type SignedMessageKind,
} from "../documents/index.js";
import { isDid, type KeyResolver, type Verifier } from "../keys/index.js";
import type { TransparencyLog } from "../log/index.js";
import type { HistoryEntry, HistoryView, OapRefusal } from "../record/index.js";
import { agreementOfRecord, entryOf, extraOf, historyView, oapRefusal } from "../record/index.js";
import { asking, storeFailed } from "../runtime/index.js";
import { webCryptoVerifier } from "../signing/index.js";
import type { AgreementAnswer, RedactionAnswer } from "./host-agreements.js";
import { hostAgreements } from "./host-agreements.js";
import { hostEndpoints, type OapFetch } from "./host-endpoints.js";
import { type HostOpeningOptions, hostManifest, hostOpening, UNSPECIFIED } from "./host-opening.js";
import { hostProofs } from "./host-proofs.js";
import type { Disclose } from "./logged-ends.js";
import type { OapAdmit, OapService } from "./oap-room.js";
import { type Handed, hostMessages, type LoadRecord, type OapCall, type Warn } from "./signed-messages.js";

/** What a host is made of. */
export interface OapHostOptions
  extends DeriveAgreementOptions,
    Pick<HostOpeningOptions, "profileOf" | "maxValidityMs" | "admitOpen" | "maxLivePerOpener" | "maxLive"> {
  /** A service made with the options of `oapRoom`, whose `admit` is the next one. */
  readonly service: OapService;
  readonly admit: OapAdmit;
  /** The DID of the Tool. */
  readonly did: string;
  /** The block `negotiation` of its manifest. */
  readonly manifest: unknown;
  /** Where agreements are logged; without one they are in the record alone, and take no co-signature. */
  readonly log?: TransparencyLog | undefined;
  /** Ms that an answer waits for the log; what it has not taken by then, the host goes on appending. @default 2_000 */
  readonly logMs?: number | undefined;
  /**
   * What of an agreement's terms the log discloses from the start.
   *
   * @default all at the least restrictive level of `join`, none at every other
   */
  readonly disclose?: Disclose | undefined;
  /** Joins levels of confidentiality. @default knows `unspecified` alone */
  readonly join?: JoinConfidentiality | undefined;
  /** @default `did:key` alone */
  readonly resolver?: KeyResolver | undefined;
  /** That of the service. @default the platform's */
  readonly clock?: Clock | undefined;
  /** @default WebCrypto, with the keys it has imported kept */
  readonly verifier?: Verifier | undefined;
  /** Hears of two documents under one id, of a log that fails, and of what is live although the log has its end. */
  readonly observer?: Observer | undefined;
  /** That of the service: where `resume()` looks for what a crash left out of the log, and for what is live. */
  readonly store?: Pick<NegotiationStore, "list"> | undefined;
}

/** A negotiation, as one of its parties gets it. */
export interface HistoryAnswer {
  readonly ok: true;
  readonly history: HistoryView;
}

/** What an operation of a host answers: never an exception for what a party sent. */
export type OapAnswer<Answer> = Promise<Answer | OapRefusal>;

/**
 * The operations of a host. Documents may be any values.
 *
 * What rejects is a `NegotiationError` of the service: `contention`, `store_failed`, `service_closed`, and
 * `record_damaged` for a record that the store has changed; and what `profileOf` and `join` throw.
 *
 * @see docs/requirements/oap.md, section 9
 */
export interface OapHost {
  /** Takes an Open; `history.negotiation_id` names the new negotiation. */
  open(document: unknown, call?: Pick<OapCall, "caller">): OapAnswer<HistoryAnswer>;
  /** Takes a proposal: the first, or a counter. */
  propose(document: unknown, call?: OapCall): OapAnswer<HistoryAnswer>;
  /** Takes `{ acceptance, agreement_signature, salt_secret }`; again the same three, and the answer is the first one. */
  accept(request: unknown, call?: OapCall): OapAnswer<AgreementAnswer>;
  reject(document: unknown, call?: OapCall): OapAnswer<HistoryAnswer>;
  withdraw(document: unknown, call?: OapCall): OapAnswer<HistoryAnswer>;
  /** The negotiation as it stands, for its parties; `after` leaves out the turns up to that number. */
  history(
    negotiationId: string,
    call: { readonly caller: string; readonly after?: number | undefined },
  ): OapAnswer<HistoryAnswer>;
  /** Takes `{ agreement_id, signature }` of the party that did not accept. Needs `caller` and `negotiationId`. */
  cosign(request: unknown, call: OapCall): OapAnswer<AgreementAnswer>;
  /** Takes `{ agreement_id, pointers }`, and hides those terms for good. Needs `caller` and `negotiationId`. */
  redact(request: unknown, call: OapCall): OapAnswer<RedactionAnswer>;
  /** The endpoints of section 9 over HTTP, for a caller that was authenticated; never rejects. */
  readonly fetch: OapFetch;
  /** Puts another manifest in force for what opens from now on; negotiations under way keep theirs. */
  useManifest(block: unknown): ManifestResult;
  /**
   * Appends what a crash left out of the log, and counts what is live (`maxLive`); how many of the agreements and
   * penalties that it looked at are in the log now. To be called before the first Open after a restart.
   *
   * @throws {TypeError} for a host without a store
   * @throws {NegotiationError} `store_failed` when the store lists nothing within 30,000 ms, or fails three times
   */
  resume(options?: { readonly updatedSince?: number | undefined }): Promise<number>;
}

/**
 * The host of the negotiations of one service.
 *
 * @throws {TypeError | RangeError} for a DID that is none, a manifest that cannot be negotiated under, without `sha256`, for a
 * clock without timers, and for options that are no functions or numbers as they should be
 * @see spec oap
 * @example
 * import { sha256 } from "@noble/hashes/sha2.js";
 * import { NegotiationService } from "concordat";
 * import { createOapHost, memoryLog, oapRoom, createTransparencyLog } from "concordat/oap";
 * const { admit, ...room } = oapRoom();
 * const service = new NegotiationService("market-7", { ...room, admit });
 * const log = createTransparencyLog({ port: memoryLog(), sha256, origin: "example.com/log", signer, clock: Date });
 * const manifest = { supported: true, categories: ["pricing"] };
 * const host = createOapHost({ service, admit, did: "did:web:example.com", manifest, log, sha256 });
 * const answer = await host.open({});
 * if (!answer.ok) console.log(answer.code); // "document_invalid"
 */
export function createOapHost(given: OapHostOptions): OapHost {
  const options = readOptions("the options of an OAP host", given, OPTIONS);
  const { service, admit, did, sha256, clock = systemClock, logMs = 2_000, observer, store } = options;
  const { resolver, verifier = webCryptoVerifier() } = options;
  const { join = confidentialityLadder([UNSPECIFIED]) } = options;
  const { disclose = (level: string) => (level === join.least ? "all" : "none") } = options;
  if (!isDid(did)) throw new TypeError("Expected did to be a DID, got another value.");
  integerIn("logMs", logMs, 0, 2_147_483_647);
  // `Date` has the time alone, and is enough for a log or a party.
  demandShape("clock", clock, ["now", "setTimeout", "clearTimeout"]);
  demandShape("service", service ?? null, ["submit", "on"]);
  demandShape("admit", admit ?? null, ["serve"]);
  demandShape("resolver", resolver, ["resolveKey"]);
  demandShape("log", options.log, ["append", "find", "has", "checkpoint", "receipt"]);
  demandShape("store", store, ["list"]);
  demandShape("observer", observer, "object");
  demandFunctions({
    sha256: sha256 ?? null,
    join,
    disclose,
    effectivePeriod: options.effectivePeriod,
    verifier,
  });
  const now = (): number => clock.now();
  const warn: Warn = quietHook((what, details) => observer?.warn?.(what, details));
  /** Of turns, which never change: a history is asked for after each of them. */
  const entries = new WeakMap<object, HistoryEntry>();
  const entryFor: typeof entryOf = (turn) => {
    const entry = entries.get(turn) ?? entryOf(turn);
    entries.set(turn, entry);
    return entry;
  };
  const manifest = hostManifest(options.manifest, sha256, options.maxValidityMs);
  const proofs = hostProofs({ resolver, verifier, clock });
  const derive = agreementOfRecord(options);
  const unlogged = new Map<string, Negotiation>();
  const unasked = new Set<string>();
  const load: LoadRecord = async (id) => (await service.loadNegotiation(id)) ?? unlogged.get(id);
  const own = { proofs, verifier, clock, now, warn, derive, logMs, join, disclose, load, unlogged, unasked };
  const shared = { ...options, ...own };
  const messages = hostMessages(shared);
  const agreements = hostAgreements({ ...shared, messages });
  const opening = hostOpening({ ...shared, manifest });

  function historyOf(handed: Handed | OapRefusal, sight: Sight): MaybePromise<HistoryAnswer | OapRefusal> {
    if (!handed.ok) return handed;
    // Most are under way, and wait for nothing.
    const { status, reason } = handed.record.outcome ?? {};
    if (status === "accepted") return agreedHistory(handed, sight);
    return reason === "withdraw" ? leftHistory(handed, sight) : shown(handed, sight);
  }

  async function leftHistory(handed: Handed, sight: Sight): Promise<HistoryAnswer> {
    const isFree = (await agreements.refused(handed)) !== undefined;
    return shown(handed, sight, isFree ? { withdrawal_penalty: undefined } : undefined);
  }

  async function agreedHistory(handed: Handed, sight: Sight): Promise<HistoryAnswer> {
    const known = await agreements.known(handed);
    if (!known.ok) return shown(handed, sight, { agreement_refused: known.code });
    const { agreement, complete, salt_secret, allKeys: agreement_keys } = known;
    // Whoever hands in a document again without having been authenticated may have it from somebody else.
    const isKnown = typeof sight.caller === "string";
    return shown(handed, sight, { agreement, agreement_keys, complete, ...(isKnown && { salt_secret }) });
  }

  function shown(
    { record, pinned }: Handed,
    { after = 0 }: Sight,
    accepted?: Parameters<typeof historyView>[3],
  ): HistoryAnswer {
    const history = historyView(record, pinned, Math.max(after, 0), accepted, entryFor);
    return Object.freeze({ ok: true, history });
  }

  const taking = (kind: SignedMessageKind) =>
    onRecord(async (document, call) => historyOf(await messages.hand(kind, document, call), call));

  admit.serve(messages.admits);
  service.on("negotiation:settled", (record) => {
    unasked.delete(record.id);
    const handed = messages.handed(record);
    if (handed === undefined) return;
    opening.remember(handed);
    void agreements.append(handed);
  });

  const operations: Omit<OapHost, "fetch"> = {
    open: called(async (document, call) => historyOf(await opening.open(document, call), call)),
    propose: taking("proposal"),
    reject: taking("reject"),
    withdraw: onRecord(async (document, call) => {
      const handed = await messages.hand("withdraw", document, call);
      return handed.ok ? ((await agreements.refused(handed)) ?? shown(handed, call)) : handed;
    }),
    accept: onRecord(async (request, call) => {
      const handed = await messages.handAcceptance(request, call);
      return handed.ok ? agreements.answer(handed) : handed;
    }),
    history: onRecord(async (id, call) => {
      if (call.after !== undefined && !Number.isSafeInteger(call.after))
        return oapRefusal("document_invalid", "the number of a turn", ["after"]);
      return historyOf(await messages.find(id, call.caller), call);
    }),
    cosign: onRecord(agreements.cosign),
    redact: onRecord(agreements.redact),
    useManifest: manifest.use,
    async resume(given: { readonly updatedSince?: number | undefined } = {}): Promise<number> {
      const { updatedSince } = readOptions("the options of resume", given, ["updatedSince"]);
      if (updatedSince !== undefined) integerIn("updatedSince", updatedSince, 0);
      let count = 0;
      const live: string[] = [];
      for await (const handed of stored({ isFinal: false })) {
        opening.adopt(handed);
        const { id, turns } = handed.record;
        for (const { kid } of [handed.pinned.key, ...turns.map((turn) => extraOf(turn).key)])
          proofs.remember(kid);
        live.push(id);
      }
      // Their records come from another room's time, or from a store that was restored.
      await agreements.warnOver(live);
      let isAway = false;
      for (const status of ["accepted", "withdrawn"]) {
        for await (const ended of stored({ status, updatedSince })) {
          const since = clock.now();
          const logging = agreements.isLogged(ended);
          // What one of them waited for in vain goes on by itself, and so does what comes after it.
          if (isAway) continue;
          const isLogged = await logging;
          isAway = !isLogged && clock.now() - since >= logMs;
          count += Number(isLogged);
        }
      }
      return count;
    },
  };
  return Object.freeze({ ...operations, fetch: hostEndpoints(operations, clock) });

  /** Fails as the reads of a room do: what is not a `NegotiationError` is tried again twice (ST-33). */
  async function listed(
    store: Pick<NegotiationStore, "list">,
    query: ListQuery,
  ): Promise<Awaited<ReturnType<NegotiationStore["list"]>>> {
    for (const ms of [50, 200, undefined]) {
      try {
        const page = await asking(clock)(() => store.list(query));
        if (page.items.every(({ id }) => isText(id))) return page;
      } catch (error) {
        if (NegotiationError.isInstance(error)) throw error;
      }
      if (ms !== undefined) await new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
    }
    throw storeFailed("a store that lists its negotiations, got errors or no list");
  }

  /** The records of this host in the store. */
  async function* stored(
    query: Pick<ListQuery, "isFinal" | "status" | "updatedSince">,
  ): AsyncGenerator<Handed> {
    let after: string | undefined;
    if (store === undefined) throw new TypeError("Expected the store of the service, got none.");
    for (;;) {
      const asked = { roomId: service.roomId, ...query, limit: 100, after };
      const page = await listed(store, asked);
      for (const { id } of page.items) {
        const reading = service.loadNegotiation(id).then((record) => record && messages.handed(record));
        const handed = await reading.catch((error: unknown) => {
          if (!DAMAGED.includes((error as { readonly code?: unknown })?.code)) throw error;
          // One that nobody can read keeps no other one out of the log.
          warn("record damaged", { negotiationId: id });
        });
        if (handed !== undefined) yield handed;
      }
      if (page.next === null) return;
      after = page.next;
    }
  }
}

const OPTIONS = [
  "service",
  "admit",
  "did",
  "manifest",
  "log",
  "logMs",
  "disclose",
  "join",
  "resolver",
  "clock",
  "verifier",
  "observer",
  "store",
  "sha256",
  "effectivePeriod",
  "profileOf",
  "maxValidityMs",
  "admitOpen",
  "maxLivePerOpener",
  "maxLive",
] as const;

const DAMAGED: readonly unknown[] = ["record_damaged", "schema_unsupported"];

type Sight = OapCall & { readonly after?: number | undefined };

/** An operation on a record, which the store may have changed in any way: what fails by that is told as what it is. */
function onRecord<Given, Answer>(
  act: (given: Given, call: Sight) => Promise<Answer | OapRefusal>,
): (given: Given, call?: Sight) => Promise<Answer | OapRefusal> {
  return called(async (given, call) => {
    try {
      return await act(given, call);
    } catch (error) {
      if (NegotiationError.isInstance(error)) throw error;
      const message = "Expected a record with all that its host has stored, got less. Mend the row.";
      const { negotiationId: id = typeof given === "string" ? given : null } = call;
      throw new NegotiationError("record_damaged", message, { cause: error, details: { id } });
    }
  });
}

/** An operation, whatever it is called with: each member of the call is looked at once. */
function called<Given, Answer>(
  act: (given: Given, call: Sight) => Promise<Answer | OapRefusal>,
): (given: Given, call?: Sight) => Promise<Answer | OapRefusal> {
  return async (given, call = {}) => {
    let sight: Sight;
    try {
      // A caller under a misspelt name, or in a Map, would be nobody; what a trap throws is a stranger's.
      sight = readOptions("a call", call, CALL);
    } catch {
      return oapRefusal("document_invalid", "a call", ["call"]);
    }
    return act(given, sight);
  };
}

const CALL = ["caller", "negotiationId", "expectedVersion", "after"] as const;
