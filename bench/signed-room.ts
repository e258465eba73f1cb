/**
 * @module
 * Turns of an OAP room for the bench `signing`: a party builds and signs a proposal, the host verifies it and hands
 * it to the room, and answers with the history.
 */

import { createHash } from "node:crypto";
import { NegotiationService } from "../src/index.js";
import {
  createOapHost,
  type HistoryView,
  memoryLog,
  oapParty,
  oapRoom,
  type Proposal,
  type Sha256,
  type Signer,
  transparencyLog,
  type Verifier,
} from "../src/oap/index.js";
import { manifestHash } from "../src/oap/manifest.js";
import { cpuNow } from "./measure.js";

/** Who takes part, and how signatures are checked. */
export interface TurnOptions {
  readonly initiator: Signer;
  readonly responder: Signer;
  readonly verifier: Verifier;
  readonly terms: Proposal["terms"];
  readonly justification: Proposal["justification"];
}

/** As many turns as a negotiation may have by default. */
const TURNS = 8;

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
export function turnRoom(options: TurnOptions): TurnRoom {
  const { initiator, responder, verifier, terms, justification } = options;
  const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();
  const { admit, ...room } = oapRoom();
  const service = new NegotiationService("bench", { ...room, admit });
  const log = transparencyLog({
    port: memoryLog(),
    sha256,
    origin: "market.example/log",
    signer: initiator,
    clock: Date,
  });
  const manifest = { supported: true, categories: ["pricing"] };
  const host = createOapHost({ service, admit, did: HOST, manifest, log, sha256, verifier });
  const used = host.useManifest(manifest);
  if (!used.ok) throw new Error(used.message);
  const hash = manifestHash(used.manifest, sha256);
  const parties = [oapParty({ signer: initiator, sha256 }), oapParty({ signer: responder, sha256 })] as const;
  const opening = { category: "pricing", host: HOST, manifest_hash: hash, responder: parties[1].did };

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

  return { cost, close: () => service.close() };
}

function historyOf(
  answer:
    | { readonly ok: true; readonly history: HistoryView }
    | { readonly ok: false; readonly message: string },
): HistoryView {
  if (!answer.ok) throw new Error(answer.message);
  return answer.history;
}
