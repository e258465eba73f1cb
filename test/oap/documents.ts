/**
 * @module
 * One sample of each document of a negotiation, whole and well-formed; its signature is none that verifies.
 */

/** The parties and the Tool of the samples. */
export const AGENT_A = "did:web:agent-a.example";
export const AGENT_B = "did:web:agent-b.example";
export const TOOL = "did:web:tool.example";

/** A hash in its right spelling. */
export const HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

const BODY = "01HX2QFP4N8R5T6V7W8X9Y0Z1A";

const letter = {
  negotiation_id: "neg_01HX2QF8GZRP9V3K5YXJW0AQ7M",
  from: AGENT_A,
  to: AGENT_B,
  signature: "e30..AA",
};

const hosted = { ...letter, host: TOOL, manifest_hash: HASH };

/** The proposal of RFC 0002, section 3.4, as it stands there. */
export const RFC_PROPOSAL = {
  proposal_id: "prp_01HX2QFP4N8R5T6V7W8X9Y0Z1A",
  negotiation_id: "neg_01HX2QF8GZRP9V3K5YXJW0AQ7M",
  previous_proposal_id: null,
  from: AGENT_A,
  to: AGENT_B,
  round: 1,
  category: "pricing",
  terms: {
    action: "weather.forecast.detailed",
    calls_per_month: 100000,
    price_per_call_eur: "0.0040",
    billing_interval: "month",
    minimum_commitment_months: 6,
    early_termination_fee_eur: "200.00",
  },
  valid_until: "2026-05-10T12:00:00Z",
  justification: {
    type: "trade_off",
    rationale:
      "Reduced unit price by 12 percent in exchange for a 6 month minimum commitment, preserving expected revenue while improving the buyer's per call cost.",
    appeals_to: ["buyer.cost_minimization", "seller.revenue_smoothing"],
    references: ["prp_01HX2QFJ8N4M6Q7R8S9T0U1V2W"],
  },
  signature: "...",
} as const;

/** All that an open document can say. */
export const OPEN = {
  open_id: `opn_${BODY}`,
  initiator: AGENT_A,
  responder: AGENT_B,
  category: "pricing",
  host: TOOL,
  manifest_hash: HASH,
  opened_at: "2026-05-03T12:00:00Z",
  confidentiality: "internal",
  extensions: { a: [1] },
  signature: "e30..AA",
};

/** All that a proposal can say. */
export const PROPOSAL = {
  ...RFC_PROPOSAL,
  host: TOOL,
  manifest_hash: HASH,
  extensions: {},
  signature: "e30..AA",
};

/** All that an acceptance can say. */
export const ACCEPTANCE = {
  ...hosted,
  acceptance_id: `acc_${BODY}`,
  proposal_id: PROPOSAL.proposal_id,
  proposal_hash: HASH,
  round: 1,
  accepted_at: "2026-05-03T12:00:00.000Z",
  agreement_id: `agr_${BODY}`,
  agreement_hash: HASH,
  extensions: {},
};

/** All that a rejection can say. */
export const REJECTION = {
  ...hosted,
  rejection_id: `rej_${BODY}`,
  proposal_id: PROPOSAL.proposal_id,
  round: 1,
  reason: "Too dear.",
  rejected_at: "2026-05-03T12:00:00Z",
  extensions: {},
};

/** All that a withdrawal can say. */
export const WITHDRAWAL = {
  ...hosted,
  withdrawal_id: `wdr_${BODY}`,
  proposal_id: PROPOSAL.proposal_id,
  round: 1,
  reason: "",
  withdrawn_at: "2026-05-03T12:00:00Z",
  extensions: {},
};
