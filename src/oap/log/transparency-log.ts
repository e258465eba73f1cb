/**
 * @module
 * The log of a host: chains entries, lets one append wait for the other, and signs what it has become: never less than it
 * has signed before. Where the entries are kept is a port's business, which several processes may share.
 */

import { demandFunctions, demandShape, readOptions } from "../../core/checks/index.js";
import { isEqualJson, isJsonObject, type JsonObject } from "../../core/json/index.js";
import type { Clock, LogDisclosures, LogEntry, LogKind, LogPort } from "../../ports/index.js";
import {
  FORM_LIMITS,
  type LoggedAgreement,
  type PublicAgreement,
  redactDisclosures,
} from "../agreement/index.js";
import { refusalOfOther, type SigningRefusal, strictCopy } from "../canonical/index.js";
import { encodeBase64 } from "../encoding/index.js";
import { demandSigner, resolveDidKey, type Signer, type VerifierOptions } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import { type Asking, asking, withTimers } from "../runtime/index.js";
import { checkpointText, parseCheckpoint, readCheckpoint } from "./checkpoint.js";
import { OWN_BODIES, type RedactionBody } from "./log-entry.js";
import { type LogMirror, logMirror, placeOf, rewritten, subjectOf } from "./log-mirror.js";
import type { Receipt } from "./receipt.js";
import { type NoteSigner, noteKey, writeNote } from "./signed-note.js";

/** Who signs for a log, as what, and what it has signed before. */
export interface CheckpointSignerOptions extends VerifierOptions {
  readonly sha256: Sha256;
  /** The log's name, such as `example.com/log`: without white space and plus signs, the same for good. */
  readonly origin: string;
  /** Signs checkpoints. The public key may be left out where `kid` is a `did:key`. */
  readonly signer: Signer & Partial<Pick<NoteSigner, "publicKey">>;
  /**
   * The newest checkpoint that was ever given out: the log signs nothing, adds to nothing and finds nothing in what does
   * not continue it.
   *
   * @default none, so that only what this object has seen is continued
   */
  readonly lastCheckpoint?: string | undefined;
}

/** What a log is made of. */
export interface TransparencyLogOptions extends CheckpointSignerOptions {
  readonly port: LogPort;
  /** What waits for the port goes by its timers, if it has any. @default timers of the platform */
  readonly clock: Pick<Clock, "now"> & Partial<Clock>;
}

/** The entry, new or there already; or `document_invalid`, `command_conflict` or `not_redactable`. */
export type AppendResult = { readonly ok: true; readonly entry: LogEntry } | SigningRefusal;

/**
 * A log that is appended to. Calls wait for each other, in their order.
 *
 * Each looks at the newest entry that was read before and at all after it, and `find` and `receipt` at those that they give; `verifyLog` looks at all.
 * It rejects with `NegotiationError` `store_failed` when one of these is no longer what was read before, and when the port, the signer or the verifier does not answer within 30,000 ms, and with what they throw; then the same call may be made again.
 */
export interface TransparencyLog {
  readonly origin: string;
  /** For those who check the log, as `noteKey` writes it. */
  readonly verifierKey: string;
  /**
   * Adds an entry, and for a redaction deletes the disclosures that it names.
   *
   * It is there once, however often it is handed in: an agreement by `agreement_id`, a co-signature by its `party` as
   * well, a redaction by its `pointers`, a penalty by `negotiation_id` and `party`. Refuses with `document_invalid` a
   * body that is not strict JSON or that `verifyLog` would not take, also for its signatures, and with `command_conflict` another agreement of the same id, and another agreement or penalty of the same negotiation,
   * and with `not_redactable` a redaction that `verifyLog` would not take.
   *
   * @param disclosures - what is kept beside the entry of an agreement
   * @throws {TypeError} for a body without its ids, and what is added to an agreement that is not in the log
   */
  append(kind: LogKind, body: object, disclosures?: LogDisclosures): Promise<AppendResult>;
  /** Whether what `find` gives is known in memory, from the calls so far: nobody is asked. */
  has(id: string): boolean;
  /** The agreement of that id; or how the negotiation of that id ended: with an agreement, or with a penalty. */
  find(id: string): Promise<LoggedAgreement | undefined>;
  /** A signed note over all entries there are. */
  checkpoint(): Promise<string>;
  /**
   * The entry at `seq`, a checkpoint and the proof that it covers the entry.
   *
   * @throws {RangeError} when there is no such entry
   */
  receipt(seq: number): Promise<Receipt>;
  /**
   * The proof that the log of `size` entries, by default of all, begins with that of `firstSize`.
   *
   * @throws {RangeError} when there are not so many
   */
  consistencyProof(firstSize: number, size?: number): Promise<readonly Uint8Array[]>;
}

/**
 * The log over a port; what the port keeps already is read at the first call.
 *
 * @throws {TypeError} for an origin that is no name, a signer whose public key is not known, a `lastCheckpoint` that
 * has not the form of one of this log, and an unknown option
 * @see docs/requirements/signing.md, SG-30 to SG-35; docs/requirements/oap.md, OAP-24
 * @example
 * const signer = await didKeySigner(seed);
 * const log = createTransparencyLog({ port: memoryLog(), sha256, origin: "example.com/log", signer, clock: Date });
 * const added = await log.append("agreement", body, disclosures);
 * if (added.ok) console.log(await log.receipt(added.entry.seq));
 */
export function createTransparencyLog(given: TransparencyLogOptions): TransparencyLog {
  const options = readOptions("the options of a transparency log", given, OPTIONS);
  const { origin, port, clock } = options;
  demandFunctions({ sha256: options.sha256 ?? null });
  demandShape("port", port ?? null, ["append", "read"]);
  demandShape("clock", clock ?? null, ["now"]);
  demandSigner(options.signer);
  const ask = asking(withTimers(clock));
  const mirror = logMirror(options, ask);
  const { tree, places, recordAt } = mirror;
  const { verifierKey, catchUp, checkpoint } = checkpointSigner(options, mirror, ask);
  let before: Promise<unknown> = Promise.resolve();

  /** Lets one piece of work wait for the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = before.then(work);
    before = turn.catch(() => undefined);
    return turn;
  }

  async function append(
    kind: LogKind,
    given: object,
    disclosures: LogDisclosures | undefined,
  ): Promise<AppendResult> {
    const copy = strictCopy(given, FORM_LIMITS);
    if (!copy.ok) return copy;
    if (!isJsonObject(copy.value)) return refusalOfOther("document_invalid", "the body of an entry");
    const body = copy.value;
    const id = subjectOf({ kind, body });
    const isAdded = kind === "cosignature" || kind === "redaction";
    // The port refuses it where others were faster, and not where another entry has come in the place of the last.
    await catchUp();
    // As it was read; where a port has it in another text, and it is the same all the same, without.
    let last = mirror.last();
    for (;;) {
      const next = mirror.next(kind, body, clock.now());
      const { entry } = next;
      const known = places(id);
      const { name } = placeOf(entry);
      const same = known.find((place) => place.kind === kind && place.name === name);
      if (same !== undefined) {
        const { entry: known } = await recordAt(same.seq);
        // Those of one hash are the same wherever it is theirs.
        if (kind !== "agreement" || isEqualJson(known.body["digests"] ?? null, body["digests"] ?? null)) {
          return Object.freeze({ ok: true, entry: known });
        }
      }
      if (!isAdded && (known.length > 0 || places(body["negotiation_id"]).length > 0)) {
        return refusalOfOther("command_conflict", "ids of no other agreement or penalty");
      }
      if (isAdded && known[0]?.kind !== "agreement") {
        throw new TypeError("Expected the agreement to be in the log first, got what is added to it.");
      }
      if (kind === "redaction") {
        const refusal = refusalOf(body, (await recordAt(known[0]?.seq ?? 0)).entry.body);
        if (refusal !== undefined) return refusal;
      }
      if (!OWN_BODIES.has(given) && !(await mirror.isSound(entry))) {
        return refusalOfOther("document_invalid", "an entry that verifyLog takes");
      }
      if (await ask(() => port.append(entry, disclosures, last))) {
        await mirror.add(next);
        return Object.freeze({ ok: true, entry });
      }
      await catchUp();
      // Nobody was faster: what was there before is there no more, or is written otherwise.
      if (tree.size() === entry.seq && last === undefined) throw rewritten();
      last = tree.size() === entry.seq ? undefined : mirror.last();
    }
  }

  return Object.freeze({
    origin,
    verifierKey,
    append: (kind: LogKind, body: object, disclosures?: LogDisclosures) =>
      inTurn(() => append(kind, body, disclosures)),
    has: (id: string) => places(id).length > 0,
    find: (id: string) =>
      inTurn(async () => {
        await catchUp();
        const records = await Promise.all(places(id).map(({ seq }) => recordAt(seq)));
        const [agreement, ...others] = records;
        if (agreement === undefined) return undefined;
        const entriesOf = (wanted: LogKind): readonly LogEntry[] =>
          Object.freeze(others.map(({ entry }) => entry).filter(({ kind }) => kind === wanted));
        const redactions = entriesOf("redaction");
        const hidden = redactions.flatMap(({ body }) => (body as unknown as RedactionBody).pointers);
        return Object.freeze({
          ...agreement,
          disclosures: without(agreement.disclosures, hidden),
          cosignatures: entriesOf("cosignature"),
          redactions,
        });
      }),
    checkpoint: () => inTurn(checkpoint),
    receipt: (seq: number) =>
      inTurn(async () => {
        const note = await checkpoint();
        const proof = Object.freeze(tree.inclusionProof(seq).map(encodeBase64));
        return Object.freeze({ entry: (await recordAt(seq)).entry, checkpoint: note, proof });
      }),
    consistencyProof: (firstSize: number, size?: number) =>
      inTurn(async () => {
        await catchUp();
        return tree.consistencyProof(firstSize, size);
      }),
  });
}

/** What came back from a backup of the port stays hidden. */
function without(disclosures: LogDisclosures, hidden: readonly string[]): LogDisclosures {
  if (!hidden.some((name) => Object.hasOwn(disclosures, name))) return disclosures;
  const left = Object.entries(disclosures).filter(([name]) => !hidden.includes(name));
  return Object.freeze(Object.fromEntries(left));
}

/** Why `verifyLog` would not take a redaction of that agreement. */
function refusalOf(body: JsonObject, agreement: JsonObject): SigningRefusal | undefined {
  const { agreement_id, party, pointers } = body as unknown as RedactionBody;
  const { parties, digests } = agreement as unknown as PublicAgreement;
  const hidden = redactDisclosures(digests, {}, pointers);
  if (!hidden.ok) return hidden;
  const own = { agreement_id, party, pointers: hidden.pointers };
  return pointers.length > 0 && parties.includes(party) && isEqualJson(body, own)
    ? undefined
    : refusalOfOther("not_redactable", "a party, and its pointers in order");
}

const OPTIONS = ["port", "clock", "sha256", "origin", "signer", "lastCheckpoint", "verifier"] as const;

/** Signs the whole, once for each size, and reads and adds to nothing that does not continue the last checkpoint (SG-32). */
function checkpointSigner(
  { sha256, origin, signer: given, lastCheckpoint, verifier }: CheckpointSignerOptions,
  { tree, catchUp: readOn }: LogMirror,
  ask: Asking,
) {
  const signer: NoteSigner = {
    name: origin,
    publicKey: publicKeyOf(given),
    sign: (bytes) => given.sign(bytes),
  };
  const verifierKey = noteKey(origin, signer.publicKey, sha256);
  let last: { readonly size: number; readonly note: string } | undefined;
  let isShown = lastCheckpoint === undefined;
  // Who signed it is looked at with the log itself.
  if (!isShown && parseCheckpoint(lastCheckpoint as string)?.origin !== origin) throw notOwn();
  async function catchUp(): Promise<void> {
    await readOn();
    if (isShown) return;
    const read = await ask(() => readCheckpoint(lastCheckpoint, { keys: [verifierKey], sha256, verifier }));
    if (!read.ok) throw notOwn();
    const { size, root } = read.checkpoint;
    isShown = size <= tree.size() && encodeBase64(tree.root(Number(size))) === encodeBase64(root);
    if (!isShown) throw rewritten();
  }
  return {
    verifierKey,
    catchUp,
    async checkpoint(): Promise<string> {
      await catchUp();
      const size = tree.size();
      if (last?.size !== size) {
        const text = checkpointText({ origin, size: BigInt(size), root: tree.root(), extensions: [] });
        last = { size, note: await ask(() => writeNote(text, [signer], sha256)) };
      }
      return last.note;
    },
  };
}

function notOwn(): TypeError {
  return new TypeError(
    "Expected lastCheckpoint to be a checkpoint of this log by this signer (of a former one: sign its text anew), got another.",
  );
}

function publicKeyOf({ kid, publicKey }: CheckpointSignerOptions["signer"]): Uint8Array {
  if (publicKey !== undefined) return publicKey;
  const key = resolveDidKey(kid);
  if (key.ok) return key.publicKey;
  throw new TypeError("Expected a signer with its publicKey, or with a kid of did:key, got another.");
}
