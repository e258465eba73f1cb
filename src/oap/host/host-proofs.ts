/**
 * @module
 * The slow part of a host's work: finding keys and checking signatures, so many at a time that nobody starves.
 */

import type { Negotiation } from "../../core/record/index.js";
import type { Clock, MaybePromise } from "../../ports/index.js";
import { type AgreementCommitment, agreementCommitment } from "../agreement/index.js";
import type { AcceptanceDocument, SignedMessage, SignedMessageKind } from "../documents/index.js";
import type { KeyResolver, KeyResult, KeySnapshot, Verifier } from "../keys/index.js";
import { didKeyNow, foundKey, resolveDidKey, snapshotKeys } from "../keys/index.js";
import { type OapExtra, type OapRefusal, oapRefusal } from "../record/index.js";
import { boundedMemo, keepLatest, withinTime } from "../runtime/index.js";
import { type FoundKey, type SignaturePurpose, verifyDocument } from "../signing/index.js";

/** That a signature holds, with the key as it was found, or why not. */
export type Proof = { readonly ok: true; readonly key: KeySnapshot } | OapRefusal;

/** A document with its keys, as a turn carries it; or why it is none of its sender's. */
export type MessageProof = { readonly ok: true; readonly extra: OapExtra } | OapRefusal;

/** Checks signatures for a host. */
export interface HostProofs {
  /**
   * Whether a document is signed by `signer` for that purpose, by a key of now.
   *
   * @param opener - the DID that opened the negotiation, whose look-ups share places
   */
  prove(purpose: SignaturePurpose, signer: string, document: object, opener?: string): Promise<Proof>;
  /** Whether what was verified before still is, by the key that is kept with it. */
  isProven(purpose: SignaturePurpose, signer: string, document: object, key: KeySnapshot): Promise<boolean>;
  /** The same of an agreement: the signature is over its commitment. */
  proveAgreement(
    agreement: AgreementCommitment,
    signer: string,
    signature: unknown,
    opener: string,
  ): Promise<Proof>;
  /** A message with its keys, as a turn carries it: an acceptance is signed twice, as such and as an agreement. */
  proveMessage(
    kind: SignedMessageKind,
    message: SignedMessage,
    record: Pick<Negotiation, "initiator" | "responder">,
    opener: string,
    agreementSignature: string | undefined,
  ): Promise<MessageProof>;
  /** Does work of a party about a negotiation unless 8 such works are under way: `queue_full`. */
  bounded<T>(id: string, party: string, work: () => Promise<T>): Promise<T | OapRefusal>;
}

/** @see docs/requirements/signing.md, SG-13, SG-16, SG-27, SG-28, SG-37 and SG-38; docs/requirements/oap.md, OAP-54 */
export function hostProofs({
  resolver,
  verifier,
  clock,
}: {
  /** @default `did:key` alone */
  readonly resolver?: KeyResolver | undefined;
  /** Ends the waiting for a resolver that does not answer. */
  readonly clock: Clock;
  readonly verifier: Verifier;
}): HostProofs {
  const running = new Map<string, number>();
  /** The same few parties sign again and again, and a name is decoded in quadratic time. */
  const keyOf = boundedMemo(resolveDidKey, MOST_KEYS);
  const inTurn = lookUpTurns(clock);
  const pending = new Map<string, ReturnType<typeof foundBy>>();

  async function bounded<T>(id: string, party: string, work: () => Promise<T>): Promise<T | OapRefusal> {
    const name = `${id} ${party}`;
    if ((running.get(name) ?? 0) >= MOST_RUNNING) {
      return oapRefusal("queue_full", `at most ${MOST_RUNNING} documents of a party at once`);
    }
    tally(running, name, 1);
    try {
      return await work();
    } finally {
      tally(running, name, -1);
    }
  }

  async function foundBy(
    resolver: KeyResolver,
    kid: string,
    lane: Lane,
    opener: string,
  ): Promise<KeyResult | OapRefusal | undefined> {
    const did = kid.slice(0, kid.indexOf("#"));
    const asked = (stop?: AbortSignal): Promise<KeyResult | undefined> => {
      const ask = async (signal: AbortSignal) => foundKey(kid, await resolver.resolveKey(kid, { signal }));
      return withinTime(clock, ask, undefined, stop);
    };
    const asksNobody = did.startsWith("did:key:") || resolver.isKept?.(did, kid) === true;
    if (asksNobody) return asked();
    // Who asks for the same takes no second place.
    const name = `${lane} ${kid}`;
    const found = pending.get(name) ?? inTurn(lane, did, opener, asked).finally(() => pending.delete(name));
    pending.set(name, found);
    return found;
  }

  async function prove(
    purpose: SignaturePurpose,
    signer: string,
    document: object,
    opener = signer,
  ): Promise<Proof> {
    const resolveKey = (kid: string): MaybePromise<FoundKey> =>
      resolver
        ? (foundBy(resolver, kid, purpose === "open" ? "open" : "message", opener) as Promise<FoundKey>)
        : didKeyNow(kid, clock.now(), keyOf(kid));
    const answer = await verifyDocument(document, { purpose, signer, verifier, resolveKey });
    return answer.ok ? { ok: true, key: answer.snapshot as KeySnapshot } : answer;
  }

  const proveAgreement: HostProofs["proveAgreement"] = (agreement, signer, signature = null, opener) =>
    prove("agreement", signer, { ...agreementCommitment(agreement), signature }, opener);

  return {
    bounded,
    prove,
    async isProven(purpose, signer, document, key) {
      const resolveKey = snapshotKeys([key]);
      return (await verifyDocument(document, { purpose, signer, verifier, resolveKey })).ok;
    },
    proveAgreement,
    async proveMessage(kind, message, { initiator, responder }, opener, agreement_signature) {
      const { from } = message;
      const proof = await prove(kind, from, message, opener);
      if (!proof.ok) return proof;
      const extra = { document: message, key: proof.key };
      if (kind !== "accept") return { ok: true, extra };
      const parties = [initiator.id, responder.id] as const;
      const agreement = { ...(message as AcceptanceDocument), parties };
      const second = await proveAgreement(agreement, from, agreement_signature, opener);
      if (!second.ok) return second;
      return { ok: true, extra: { ...extra, agreement_signature, agreement_key: second.key } as OapExtra };
    },
  };
}

/** Openings, and documents of live negotiations. */
type Lane = "open" | "message";

/**
 * Lets look-ups wait for their turn: at most 16 at once, 8 of them for openings, so that strangers who open take
 * nothing from parties that negotiate; so many of one DID, of one domain and of negotiations that one DID has opened.
 * Whose opener has fewest under way is next, and of these the newest; who waits for long is told to come again. What
 * has taken a second gives way to what waits. A host name that was slow, or brought no key, counts from then on as
 * of one opener with all such: so who hangs takes nothing from the others but that second, once.
 */
function lookUpTurns(
  clock: Clock,
): <T extends KeyResult>(
  lane: Lane,
  did: string,
  opener: string,
  look: (stop: AbortSignal) => Promise<T | undefined>,
) => Promise<T | OapRefusal | undefined> {
  const counts = new Map<string, number>();
  /** By opener, whatever else they count as. */
  const loads = new Map<string, number>();
  /** By host name, whether the last look-up was slow or in vain. */
  const idle = new Map<string, boolean>();
  let waiting: readonly Waiting[] = [];
  let running: readonly Running[] = [];
  let timer: unknown;
  const countOf = (name: string): number => counts.get(name) ?? 0;
  const isFull = (name: string, at: number): boolean => countOf(name) >= (MOST[at] ?? 0);
  const isIdle = ({ names: [lane, , , by] }: Pick<Running, "names">): boolean => by === idly(lane);

  /** Hosts that brought a key come first, and those that did not last; then it goes by what their openers have under way. */
  const rankOf = ({ host, opener }: Waiting): number => {
    const known = idle.get(host);
    return (known === undefined ? MOST[0] : 2 * MOST[0] * Number(known)) + (loads.get(opener) ?? 0);
  };

  async function next(): Promise<void> {
    const free = waiting.filter(({ names }) => !names.some(isFull));
    const [first] = free.reverse().sort((one, other) => rankOf(one) - rankOf(other));
    if (first === undefined) return press();
    const { names, opener, host } = first;
    const run = { names, begun: clock.now(), stop: new AbortController() };
    waiting = waiting.filter((one) => one !== first);
    running = [...running, run];
    for (const name of names) tally(counts, name, 1);
    tally(loads, opener, 1);
    press();
    const isFound = await first.look(run.stop.signal);
    keepLatest(idle, host, !isFound || clock.now() - run.begun >= PATIENCE_MS, MOST_HOSTS);
    running = running.filter((one) => one !== run);
    for (const name of names) tally(counts, name, -1);
    tally(loads, opener, -1);
    // Which of them the freed places let go on, nobody knows.
    next();
    next();
  }

  /** Ends what stands in the way of those that wait, the oldest first, once it has had its second; and lets go who has waited for long. */
  function press(): void {
    clock.clearTimeout(timer);
    const late = waiting.filter(({ since }) => clock.now() - since >= MOST_WAIT_MS);
    for (const one of late) letGo(one);
    const isInTheWay = (run: Running): boolean =>
      waiting.some(
        (one) =>
          !isIdle(one) &&
          one.names.some(
            (name, at) => isFull(name, at) && run.names[at] === name && (at > 0 || !isIdle(run)),
          ),
      );
    const oldest = running.find((run) => !run.stop.signal.aborted && isInTheWay(run));
    const ends = [
      ...waiting.slice(0, 1).map(({ since }) => since + MOST_WAIT_MS),
      ...(oldest ? [oldest.begun + PATIENCE_MS] : []),
    ];
    if (ends.length === 0) return;
    const left = Math.min(...ends) - clock.now();
    if (left > 0) timer = clock.setTimeout(press, left);
    else oldest?.stop.abort();
  }

  function letGo(one: Waiting): void {
    waiting = waiting.filter((other) => other !== one);
    one.resolve(oapRefusal("queue_full", `at most ${MOST_WAITING} look-ups at once, for a short time`));
  }

  /** Lets go who is one too many: the first of those that most wait for the same. */
  function crowdOut(lane: Lane): void {
    const line = waiting.filter(({ names }) => names[0] === lane);
    if (line.length <= MOST_WAITING) return;
    const crowds = new Map<string, number>();
    for (const { names } of line) for (const name of names) tally(crowds, name, 1);
    const crowdOf = ({ names }: Waiting): number =>
      names.reduce((sum, name) => sum + (crowds.get(name) ?? 0), 0);
    letGo(line.reduce((worst, one) => (crowdOf(one) > crowdOf(worst) ? one : worst)));
  }

  return (lane, did, by, look) =>
    new Promise((resolve) => {
      const host = did.split(/[:%]/, 3).join(":");
      const opener = `${lane} by ${domainOf(by)}`;
      const names = [lane, did, `${lane} ${domainOf(did)}`, idle.get(host) ? idly(lane) : opener] as const;
      const looking = async (stop: AbortSignal): Promise<boolean> => {
        const found = await look(stop);
        resolve(found);
        return found?.ok === true;
      };
      waiting = [...waiting, { names, opener, host, since: clock.now(), resolve, look: looking }];
      crowdOut(lane);
      next();
    });
}

const idly = (lane: Lane): string => `${lane} in vain`;

type Names = readonly [lane: Lane, did: string, domain: string, by: string];

/** A look-up that waits, since when; `look` never rejects, and tells whether it brought a key. */
interface Waiting {
  readonly names: Names;
  readonly opener: string;
  readonly host: string;
  readonly since: number;
  readonly look: (stop: AbortSignal) => Promise<boolean>;
  readonly resolve: (refusal: OapRefusal) => void;
}

/** A look-up that is under way, since when, and what ends it. */
interface Running {
  readonly names: Names;
  readonly begun: number;
  readonly stop: AbortController;
}

/**
 * Who owns a domain has all names below it: two labels, or three where the last two look like `co.uk`. Nobody here
 * has the list of them all. Other DIDs stand for themselves.
 */
function domainOf(did: string): string {
  return OWNED.exec(did)?.[1]?.toLowerCase() ?? did;
}

const OWNED =
  /^did:web:(?:[^:%]*?\.)??([^.:%]+\.(?:(?:com?|net?|org?|ac|edu|gov?)\.[a-z]{2}|[^.:%]+))(?:[:%]|$)/i;

/** One more or less of a name; of none nothing is kept. */
export function tally(counts: Map<string, number>, name: string, more: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + more;
  if (now > 0) counts.set(name, now);
  else counts.delete(name);
}

/** Chosen: more parties than one process talks to in a minute. */
const MOST_KEYS = 256;

/** SG-38, in halves: one party's documents leave room for the other's. */
const MOST_RUNNING = 8;

/**
 * OAP-54: at once of a lane, a DID, a domain and an opener. Chosen of these the last, half of a lane: who opens with many
 * should not wait for one of them.
 */
const MOST = [8, 2, 2, 4] as const;

/** Chosen: a fifth of what a look-up may take; sound servers answer sooner from anywhere. */
const PATIENCE_MS = 1_000;

/** Chosen: more than one DID may have opened with, all of which may hang. */
const MOST_WAITING = 256;

/** Chosen: who comes again is the newest, and waits for no more than a place. */
const MOST_WAIT_MS = 3_000;

/** Chosen: more host names than hang anywhere at a time; some 100 bytes each. */
const MOST_HOSTS = 4_000;
