/**
 * @module
 * Names under `did:web` whose documents change when the story says so, and look-ups that are counted and may hang.
 */

import type { HistoryView, KeyResolver, OapParty, OapPartySettings, Signer } from "../../../src/oap/index.js";
import { createKeyResolver, oapParty } from "../../../src/oap/index.js";
import type { Clock } from "../../../src/ports/index.js";
import { DID, sha256, signerOf, type World } from "../host-setup.js";

/** A web of names. */
export interface WebNames {
  /** Puts a key into the document of a name, and gives what signs with it. */
  add(did: string, seed: number, fragment: string): Promise<Signer>;
  /** Takes it out again. */
  remove(did: string, fragment: string): void;
  /** Look-ups of these names are answered when `until` says so, or never until they are let go. */
  hang(isHung: (did: string) => boolean, until?: (did: string) => Promise<unknown>): void;
  letGo(): void;
  /** Finds keys as of now, and remembers nothing; by a clock that stands still it waits for ever. */
  resolver(clock?: Clock): KeyResolver;
  /** A party that knows the same web, with the key of that small number. */
  party(seed: number, here: World, settings?: Partial<OapPartySettings>): Promise<OapParty>;
  readonly asked: readonly string[];
  /** The most look-ups that were under way at once. */
  readonly most: number;
}

/** A key under a name whose document does not list it. */
export async function deadKey(did: string, seed: number, fragment: string): Promise<Signer> {
  const { sign } = await signerOf(seed);
  return { kid: `${did}#${fragment}`, sign };
}

/** What was told to another, as if it were for this one: who leaves compares the seats. */
export function toldTo(did: string, view: HistoryView): HistoryView {
  const history = view.history.map((turn) => ({ ...turn, document: { ...turn.document, to: did } }));
  return { ...view, responder: did, history: history as HistoryView["history"] };
}

export function webNames(): WebNames {
  const documents = new Map<string, Map<string, string>>();
  const asked: string[] = [];
  let running = 0;
  let most = 0;
  let isHung: (did: string) => boolean = () => false;
  let until: ((did: string) => Promise<unknown>) | undefined;
  const waiting: (() => void)[] = [];

  async function documentOf(did: string): Promise<Uint8Array> {
    asked.push(did);
    running += 1;
    most = Math.max(most, running);
    if (isHung(did)) await (until?.(did) ?? new Promise<void>((resolve) => waiting.push(resolve)));
    await Promise.resolve();
    running -= 1;
    const methods = [...(documents.get(did) ?? [])].map(([id, publicKeyMultibase]) => ({
      ...{ id, type: "Multikey", controller: did, publicKeyMultibase },
    }));
    const document = { id: did, verificationMethod: methods, assertionMethod: methods.map(({ id }) => id) };
    return new TextEncoder().encode(JSON.stringify(document));
  }

  function resolver(clock?: Clock): KeyResolver {
    return {
      resolveKey: (kid, context) =>
        createKeyResolver({ sha256, clock, methods: { web: documentOf } }).resolveKey(kid, context),
      forgetKey: () => undefined,
    };
  }

  return {
    async add(did, seed, fragment) {
      const { kid } = await signerOf(seed);
      const keys = documents.get(did) ?? new Map();
      documents.set(did, keys.set(`${did}#${fragment}`, kid.slice(kid.indexOf("#") + 1)));
      return deadKey(did, seed, fragment);
    },
    remove: (did, fragment) => void documents.get(did)?.delete(`${did}#${fragment}`),
    hang: (next, answered) => {
      isHung = next;
      until = answered;
    },
    letGo() {
      isHung = () => false;
      for (const go of waiting.splice(0)) go();
    },
    resolver,
    async party(seed, { clock, hash }, settings = {}) {
      const signer = await signerOf(seed);
      const pinned = [{ host: DID, manifest_hash: hash }];
      return oapParty({ signer, sha256, clock, pinned, resolver: resolver(), ...settings });
    },
    asked,
    get most() {
      return most;
    },
  };
}
