/**
 * @module
 * A host that lies: what it shows of a deal, with one thing in it that is not so.
 */

import type { HistoryEntry, HistoryView, OapParty, ProposalDocument } from "../../../src/oap/index.js";
import { DID, MANIFEST } from "../host-setup.js";
import { resigned, signers } from "../oap-world.js";

/** What a host might say in the place of what is. */
export type Lie = readonly [
  what: string,
  tell: (view: HistoryView, now: number) => HistoryView | Promise<HistoryView>,
];

export const OTHER_NEGOTIATION = `neg_${"Z".repeat(26)}`;

/** The view with other members in the document of one turn, as it is or signed anew by one of the three. */
export function withDocument(view: HistoryView, turn: number, document: object): HistoryView {
  const swap = (entry: HistoryEntry): HistoryEntry =>
    entry.turn === turn
      ? { ...entry, document: { ...entry.document, ...document } as ProposalDocument }
      : entry;
  return { ...view, history: view.history.map(swap) };
}

/** The same, signed by one of the three. */
export async function withSigned(
  view: HistoryView,
  turn: number,
  changes: Readonly<Record<string, unknown>>,
  signer: keyof typeof signers,
): Promise<HistoryView> {
  const entry = view.history.find((one) => one.turn === turn)!;
  const purpose = entry.type === "acceptance" ? "accept" : "proposal";
  return withDocument(view, turn, await resigned(entry.document, changes, purpose, await signers[signer]()));
}

/** What can be said of the ground of any deal. */
export const GROUND_LIES: readonly Lie[] = [
  ["the host is another", (view) => ({ ...view, host: "did:web:other.example" })],
  [
    "the manifest does not bind",
    (view) => ({ ...view, manifest: { ...view.manifest, binding_acceptance: false } }),
  ],
  [
    "the manifest is another, with its hash",
    (view) => ({
      ...view,
      manifest: { ...view.manifest, binding_acceptance: false },
      manifest_hash: `sha256-${"A".repeat(43)}=`,
    }),
  ],
  ["the seats are swapped", (view) => ({ ...view, initiator: view.responder, responder: view.initiator })],
  ["the negotiation is another", (view) => ({ ...view, negotiation_id: OTHER_NEGOTIATION })],
  [
    "the party is none",
    (view) => ({ ...view, initiator: "did:web:a.example", responder: "did:web:b.example" }),
  ],
  [
    "the manifest is no manifest",
    (view) => ({ ...view, manifest: { ...MANIFEST, categories: [] } as never }),
  ],
];

/** The refusal of a party that does not believe it; `"signed"` if it signed. */
export async function answerTo(
  sign: (party: OapParty) => Promise<unknown>,
  party: OapParty,
): Promise<string> {
  try {
    await sign(party);
    return "signed";
  } catch (error) {
    return (error as { readonly code?: string }).code ?? (error as Error).name;
  }
}

export { DID };
