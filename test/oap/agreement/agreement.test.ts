import { describe, expect, it } from "vitest";
import { agreementCommitment } from "../../../src/oap/agreement/index.js";
import { dealOver } from "../agreements.js";

const deal = await dealOver();

describe("SG-27: the commitment", () => {
  it("has the ids, the parties and the hash; neither terms nor metadata", () => {
    const { agreement_id, negotiation_id, parties, agreement_hash } = deal.agreement;
    expect(agreementCommitment(deal.agreement)).toEqual({
      agreement_id,
      negotiation_id,
      parties,
      agreement_hash,
    });
    expect(JSON.stringify(agreementCommitment(deal.agreement))).not.toContain("0.0040");
  });

  it("is the same of the public agreement, and frozen", () => {
    expect(agreementCommitment(deal.public.agreement)).toEqual(agreementCommitment(deal.agreement));
    expect(Object.isFrozen(agreementCommitment(deal.agreement))).toBe(true);
  });
});
