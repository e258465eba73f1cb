/**
 * @module
 * A deal with anything in it changed and everything that follows made anew, signed by whoever is said to: what a forger
 * with some of the keys can come to.
 */

import type { FullForm, PublicForm } from "../../src/oap/agreement/index.js";
import { agreementDigests, publicAgreement } from "../../src/oap/agreement/index.js";
import { canonicalize } from "../../src/oap/canonical/index.js";
import { manifestHash } from "../../src/oap/documents/index.js";
import { hashText } from "../../src/oap/encoding/index.js";
import { readManifest } from "../../src/oap/index.js";
import type { Signer } from "../../src/oap/keys/index.js";
import type { SignedDocument } from "../../src/oap/signing/index.js";
import { ALICE, alice, BOB, bob, cosigned, SALT_SECRET, sha256, signedBy } from "./agreements.js";
import { ACCEPTANCE, PROPOSAL } from "./documents.js";
import { good } from "./host-setup.js";

/** What the Tool published. */
export const MANIFEST = { supported: true, categories: ["pricing", "sla"], max_rounds: 3 };

/** What the documents call it by. */
export const MANIFEST_HASH = manifestHash(good(readManifest(MANIFEST)).manifest, sha256);

type Members = Readonly<Record<string, unknown>>;

/** What is other than in the honest deal of Alice, who proposes, and Bob, who accepts. */
export interface Forgery {
  /** Members; `undefined` leaves one out. */
  readonly proposal?: Members;
  readonly body?: Members;
  readonly metadata?: Members;
  readonly acceptance?: Members;
  /** Who signs the agreement. @default nobody */
  readonly cosigners?: readonly Signer[];
  readonly proposer?: Signer;
  readonly acceptor?: Signer;
}

/** All that a verifier can be shown. */
export interface ForgedDeal {
  readonly full: FullForm;
  readonly public: PublicForm;
  readonly proposal: SignedDocument;
  readonly acceptance: SignedDocument;
}

type Documents = Readonly<Record<"proposal" | "acceptance", unknown>>;

/** The two documents behind a deal, to be shown beside it. */
export function documentsOf({ proposal, acceptance }: Documents): Documents {
  return { proposal, acceptance };
}

/** A deal whose hashes fit, as far as nothing else is said of them. */
export async function forgedDeal(forgery: Forgery = {}): Promise<ForgedDeal> {
  const { proposer = alice, acceptor = bob, cosigners = [] } = forgery;
  const proposal = await signedBy(
    proposer,
    "proposal",
    members({ ...PROPOSAL, manifest_hash: MANIFEST_HASH, from: ALICE, to: BOB, ...forgery.proposal }),
  );
  const { host, negotiation_id, proposal_id, terms, round } = { ...PROPOSAL, ...proposal };
  const proposal_hash = hashText(sha256, canonicalize(proposal));
  const named = { ...ACCEPTANCE, ...forgery.acceptance };
  const body = members({
    agreement_id: named.agreement_id,
    negotiation_id,
    parties: [ALICE, BOB],
    terms,
    effective_from: named.accepted_at,
    effective_until: null,
    ...forgery.body,
    metadata: {
      ...{ binding: true, proposal_id, proposal_hash, host, manifest_hash: MANIFEST_HASH },
      ...{ confidentiality: "internal", regulated_obligations: [] },
      ...forgery.metadata,
    },
  }) as unknown as FullForm["agreement"];
  const { hash, digests, disclosures } = agreementDigests(body, SALT_SECRET, { sha256 });
  const acceptance = await signedBy(
    acceptor,
    "accept",
    members({
      ...ACCEPTANCE,
      ...{ from: BOB, to: ALICE, host, negotiation_id, manifest_hash: MANIFEST_HASH },
      ...{ round, proposal_id, proposal_hash, agreement_hash: hash },
      ...forgery.acceptance,
    }),
  );
  const agreement = await cosigned({ ...body, agreement_hash: hash }, cosigners);
  return {
    proposal,
    acceptance,
    full: { agreement, salt_secret: SALT_SECRET },
    public: { agreement: publicAgreement(agreement, digests, {}), disclosures },
  };
}

function members(document: object): Members {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined));
}
