/**
 * @module
 * Turns of an OAP room for the bench `signing`: a party builds and signs a proposal, the host verifies it and hands
 * it to the room, and answers with the history.
 */

import { createHash } from "node:crypto";
import { NegotiationService } from "../src/index.js";
import { manifestHash } from "../src/oap/documents/index.js";
import type {
  HistoryView,
  OapHost,
  OapParty,
  Opening,
  ProposalDocument,
  Sha256,
  Signer,
  Verifier,
} from "../src/oap/index.js";
import { createOapHost, createTransparencyLog, memoryLog, oapParty, oapRoom } from "../src/oap/index.js";
import { cpuNow } from "./measure.js";

/** Who takes part, and how signatures are checked. */
export interface TurnOptions {
  readonly initiator: Signer;
  readonly responder: Signer;
  readonly verifier: Verifier;
  /** Members of the host's manifest block beside the defaults. */
  readonly manifest?: { readonly max_rounds: number } | undefined;
  /** @default any number, since nobody ends the negotiations of a bench */
  readonly maxLivePerOpener?: number | undefined;
  readonly terms: ProposalDocument["terms"];
  readonly justification: ProposalDocument["justification"];
}

/** As many turns as a negotiation may have by default. */
export const TURNS = 8;

const HOST = "did:web:market.example";

/** A room that is kept between measurements, as a server keeps its own. */
export interface TurnRoom {
  /**
   * Ns of CPU time that so many turns take, in negotiations of eight.
   *
   * Opening is no turn: it is left out.
   */
  cost(count: number): Promise<number>;
  close(): Promise<void>;
}

/** A host with its two parties. */
export function turnRoom({ terms, justification, ...options }: TurnOptions): TurnRoom {
  const { host, parties, opening, close } = market(options);

  async function cost(count: number): Promise<number> {
    // Opened beforehand: to ask for the time in between costs as much as a turn does.
    const histories: HistoryView[] = [];
    for (let done = 0; done < count; done += TURNS) {
      histories.push(historyOf(await host.open(await parties[0].open(opening))));
    }
    const before = cpuNow();
    let done = 0;
    for (let history of histories) {
      for (let turn = 0; turn < TURNS && done < count; turn += 1, done += 1) {
        const party = parties[turn % 2] ?? parties[0];
        history = historyOf(await host.propose(await party.propose(history, { terms, justification })));
      }
    }
    return cpuNow() - before;
  }

  return { cost, close };
}

/** Where one party accepts what the other has proposed. */
export interface AcceptanceRoom {
  /** Ns of CPU time that the host takes for so many acceptances of these terms, each in a negotiation of its own. */
  cost(terms: ProposalDocument["terms"], count: number): Promise<number>;
  /** A signed proposal of these terms. */
  proposal(terms: ProposalDocument["terms"]): Promise<ProposalDocument>;
  close(): Promise<void>;
}

/** A host with its two parties, for `signed-acceptance.ts`. */
export function acceptanceRoom(options: MarketOptions): AcceptanceRoom {
  const { host, parties, opening, close } = market(options);
  const [ada, smith] = parties;
  const proposal = async (terms: ProposalDocument["terms"]): Promise<ProposalDocument> =>
    ada.propose(historyOf(await host.open(await ada.open(opening))), { terms });

  async function cost(terms: ProposalDocument["terms"], count: number): Promise<number> {
    let ns = 0;
    for (let done = 0; done < count; done += 1) {
      const request = await smith.accept(historyOf(await host.propose(await proposal(terms))));
      const before = cpuNow();
      const answer = await host.accept(request);
      ns += cpuNow() - before;
      if (!answer.ok || !answer.logged) throw new Error("Expected an agreement in the log.");
    }
    return ns;
  }

  return { cost, proposal, close };
}

/** What a host and its parties work with. */
export type MarketOptions = Omit<TurnOptions, "terms" | "justification">;

/** A host that keeps a log, its two parties, and what one of them opens with. */
export function market(options: MarketOptions): Market {
  const { initiator, responder, verifier, manifest: given, maxLivePerOpener = 1e9 } = options;
  const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();
  const { admit, ...room } = oapRoom();
  const service = new NegotiationService("bench", { ...room, admit });
  const log = createTransparencyLog({
    port: memoryLog(),
    sha256,
    origin: "market.example/log",
    signer: initiator,
    clock: Date,
  });
  const manifest = { supported: true, categories: ["pricing"], ...given };
  const host = createOapHost({
    ...{ service, admit, did: HOST, manifest, log, sha256, verifier },
    ...{ maxLivePerOpener, maxLive: 1e9 },
  });
  const used = host.useManifest(manifest);
  if (!used.ok) throw new Error(used.message);
  const hash = manifestHash(used.manifest, sha256);
  const pinned = [{ host: HOST, manifest_hash: hash }];
  const [ada, smith] = [initiator, responder].map((signer) =>
    oapParty({ signer, sha256, verifier, pinned }),
  ) as [OapParty, OapParty];
  const parties = [ada, smith] as const;
  const opening = { category: "pricing", host: HOST, manifest_hash: hash, responder: parties[1].did };
  return { host, parties, opening, close: () => service.close() };
}

/** A host with two parties. */
export interface Market {
  readonly host: OapHost;
  readonly parties: readonly [initiator: OapParty, responder: OapParty];
  readonly opening: Opening;
  close(): Promise<void>;
}

/** The view in an answer. */
export function historyOf(
  answer:
    | { readonly ok: true; readonly history: HistoryView }
    | { readonly ok: false; readonly message: string },
): HistoryView {
  if (!answer.ok) throw new Error(answer.message);
  return answer.history;
}
