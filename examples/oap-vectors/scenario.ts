/**
 * One negotiation as the library runs it, with keys, chance and time that are the same in every run: what the vectors
 * are made of.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { NegotiationService } from "../../src/index.js";
import {
  type AgreementAnswer,
  confidentialityLadder,
  createOapHost,
  createTransparencyLog,
  didKeySigner,
  type HistoryView,
  type Manifest,
  manifestHash,
  memoryLog,
  type OapParty,
  type OpenDocument,
  oapParty,
  oapRoom,
  type ProposalDocument,
  publishManifest,
  type RedactionAnswer,
  type RejectionDocument,
  readManifest,
  resolveDidKey,
  type SignedDocument,
  type Signer,
  type TransparencyLog,
  type WithdrawalDocument,
} from "../../src/oap/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";

/** 2026-11-22T09:00:00Z. */
export const START_AT = 1_795_338_000_000;

export const TOOL = "did:web:tool.example";
export const ORIGIN = "tool.example/log";

/** Who signs something; the seed of each is the SHA-256 of these words. */
export const ROLES = ["ada", "smith", "tool", "log", "stranger"] as const;
export type Role = (typeof ROLES)[number];

export function seedOf(role: Role): Uint8Array {
  return sha256(new TextEncoder().encode(`concordat oap vectors: ${role}`));
}

/** Chance that everybody can foresee: never do this outside of vectors. */
function foreseeableBytes(role: Role): (count: number) => Uint8Array {
  let calls = 0;
  return (count) => {
    calls += 1;
    return sha256(new TextEncoder().encode(`concordat oap vectors: ${role} ${calls}`)).slice(0, count);
  };
}

/** A document that a host took, and how the negotiation stood then. */
export interface Taken {
  readonly at: number;
  readonly document: OpenDocument | ProposalDocument | SignedDocument;
  readonly view: HistoryView;
}

/** All that came about. */
export interface Scenario {
  readonly signers: Readonly<Record<Role, Signer>>;
  /** 32 bytes each. */
  readonly publicKeys: Readonly<Record<Role, Uint8Array>>;
  /** As published: with the Tool's signature. */
  readonly manifest: SignedDocument;
  readonly manifestHash: string;
  readonly open: Taken;
  readonly proposals: readonly Taken[];
  readonly acceptance: Taken;
  /** What was handed in with the acceptance. */
  readonly agreementSignature: string;
  readonly saltSecret: string;
  /** What was derived and signed by both. */
  readonly answer: AgreementAnswer;
  readonly redaction: RedactionAnswer;
  /** The disclosures of the log before the redaction. */
  readonly disclosures: RedactionAnswer["disclosures"];
  /** What smith could have answered to round 1 instead; no host has seen them. */
  readonly rejection: RejectionDocument;
  readonly withdrawal: WithdrawalDocument;
  readonly log: TransparencyLog;
  readonly port: ReturnType<typeof memoryLog>;
  /** Signed notes for 1, 2 ... entries. */
  readonly checkpoints: readonly string[];
}

/** Runs it. */
export async function scenario(): Promise<Scenario> {
  const clock = new ManualClock(START_AT);
  const signers = Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, await didKeySigner(seedOf(role))] as const)),
  ) as Record<Role, Signer>;
  const publicKeys = Object.fromEntries(
    ROLES.map((role) => [role, good(resolveDidKey(signers[role].kid)).publicKey]),
  ) as Record<Role, Uint8Array>;
  // The Tool's key is named in its DID document, those of all others by themselves.
  signers.tool = { kid: `${TOOL}#key-1`, sign: signers.tool.sign };
  const join = confidentialityLadder(["public", "internal", "secret"]);
  const room = oapRoom();
  const service = new NegotiationService("vectors", { ...room, clock });
  const port = memoryLog();
  const log = createTransparencyLog({ port, sha256, origin: ORIGIN, signer: signers.log, clock });
  const block = { supported: true, categories: ["pricing", "sla"], max_rounds: 4 };
  const published = good(await publishManifest(block, signers.tool)).document;
  const { signature: _, ...unsigned } = published;
  const { manifest } = good(readManifest(unsigned));
  const host = createOapHost({
    ...{ service, admit: room.admit, did: TOOL, manifest, log, sha256, clock },
    join,
    // What is redacted later has to be there first.
    disclose: () => "all",
    profileOf: (did) =>
      did === ada.did
        ? { level: "public" }
        : {
            level: "internal",
            regulated: { profession: "financial", obligations: ["retention-10y", "audit-trail"] },
          },
  });
  const hash = manifestHash(manifest as Manifest, sha256);
  const pinned = [{ host: TOOL, manifest_hash: hash }];
  const party = (role: Role, randomBytes = foreseeableBytes(role)): OapParty =>
    oapParty({ signer: signers[role], sha256, clock, pinned, join, randomBytes });
  const ada = party("ada");
  const bytesOfSmith = foreseeableBytes("smith");
  const smith = party("smith", bytesOfSmith);
  // What he could have answered instead: who has left agrees to nothing more.
  const leaving = party("smith", bytesOfSmith);
  const checkpoints: string[] = [];
  const later = async (): Promise<number> => {
    await clock.advance(1_500);
    return clock.now();
  };

  let at = clock.now();
  const opening = { category: "pricing", host: TOOL, manifest_hash: hash };
  const document = await ada.open({ ...opening, responder: smith.did, confidentiality: "public" });
  let view = good(await host.open(document)).history;
  const open: Taken = { at, document, view };

  const proposals: Taken[] = [];
  for (const [index, offer] of OFFERS.entries()) {
    at = await later();
    const proposer = index % 2 === 0 ? ada : smith;
    const first = view.standing_proposal_id;
    const justification = index === 1 ? { ...TRADE_OFF, references: [first ?? ""] } : undefined;
    const proposal = await proposer.propose(view, { terms: offer, justification });
    view = good(await host.propose(proposal)).history;
    proposals.push({ at, document: proposal, view });
  }
  const afterRoundOne = proposals[0]?.view ?? view;
  const rejection = await leaving.reject(afterRoundOne, "Zu früh — not before 2027.");
  const withdrawal = await leaving.withdraw(afterRoundOne, null);

  at = await later();
  const request = await ada.accept(view);
  good(await host.accept(request));
  const { negotiation_id } = view;
  view = good(await host.history(negotiation_id, { caller: smith.did })).history;
  const acceptance: Taken = { at, document: request.acceptance as never, view };
  checkpoints.push(await log.checkpoint());

  await later();
  const call = { caller: smith.did, negotiationId: negotiation_id };
  const answer = good(await host.cosign(await smith.cosign(view), call));
  checkpoints.push(await log.checkpoint());
  const { agreement_id } = answer.agreement;
  const before = await log.find(agreement_id);

  await later();
  const redaction = good(await host.redact({ agreement_id, pointers: HIDDEN }, call));
  checkpoints.push(await log.checkpoint());

  // A second agreement, taken as it was offered, so that the log has more than one.
  await later();
  const again = await ada.open({ ...opening, responder: smith.did });
  let other = good(await host.open(again)).history;
  other = good(await host.propose(await ada.propose(other, { terms: { price: "12.00" } }))).history;
  good(await host.accept(await smith.accept(other)));
  checkpoints.push(await log.checkpoint());
  await later();
  const { negotiation_id: otherId } = other;
  const seen = good(await host.history(otherId, { caller: ada.did })).history;
  good(await host.cosign(await ada.cosign(seen), { caller: ada.did, negotiationId: otherId }));
  checkpoints.push(await log.checkpoint());
  await service.close();
  return {
    ...{
      signers,
      publicKeys,
      manifest: published,
      manifestHash: hash,
      open,
      proposals,
      acceptance,
      answer,
      redaction,
    },
    ...{ rejection, withdrawal, log, port, checkpoints },
    agreementSignature: request.agreement_signature,
    saltSecret: request.salt_secret,
    disclosures: before?.disclosures ?? {},
  };
}

/** Redacted for the public log. */
export const HIDDEN: readonly string[] = ["/terms/price", "/terms/rates/per~1call"];

const TRADE_OFF = {
  type: "trade_off",
  rationale:
    'Ein früherer Termin kostet mehr: 日本語, \u{1f91d}, "quoted", back\\slash, tab\t and newline\n.',
} as const;

/** Texts beyond ASCII and beyond the BMP, keys whose order differs by encoding, empty values, pointers with escapes. */
const FIXED = {
  currency: "EUR",
  units: 4_000,
  deliver_by: "2027-01-31",
  rates: { "per/call": "0.0116", "over~limit": "0.0200", "": "empty key" },
  regions: ["eu-west", "ap-south"],
  extras: [],
  options: {},
  notes: "Grüße, 交渉 \u{1f4dc}",
  "\u{1f600}": "an emoji sorts before the next key, by UTF-16 code units",
  "\ufb33": "but after it by code points",
  sealed: true,
  ceiling: 9_007_199_254_740_991,
  previous: null,
} as const;

const OFFERS = ["40.00", "56.00", "46.00", "49.00"].map((price) => ({ price, ...FIXED }));

/** The value of an answer that has to be good. */
export function good<Answer extends { readonly ok: boolean }>(
  answer: Answer,
): Extract<Answer, { readonly ok: true }> {
  if (!answer.ok) throw new Error(`Expected a good answer, got ${JSON.stringify(answer)}.`);
  return answer as Extract<Answer, { readonly ok: true }>;
}
