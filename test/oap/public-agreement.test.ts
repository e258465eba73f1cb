import { expect, it } from "vitest";
import { publicAgreement } from "../../src/oap/public-agreement.js";
import { dealOver, SALT_SECRET } from "./agreements.js";

const deal = await dealOver();

it("SG-28: the public agreement has ids, parties, hash, digests, signatures and keys, and nothing else", () => {
  const { agreement } = deal.public;
  expect(Object.keys(agreement).sort()).toEqual([
    "agreement_hash",
    "agreement_id",
    "digests",
    "keys",
    "negotiation_id",
    "parties",
    "signatures",
  ]);
  expect(agreement.signatures).toEqual(deal.agreement.signatures);
  expect(Object.isFrozen(agreement)).toBe(true);
});

it("SG-28: neither terms nor salts nor the salt secret stand in it", () => {
  const text = JSON.stringify(publicAgreement(deal.agreement, deal.public.agreement.digests, {}));
  for (const { salt } of Object.values(deal.public.disclosures)) expect(text).not.toContain(salt);
  expect(text).not.toContain(SALT_SECRET);
  expect(text).not.toContain("0.0040");
  expect(JSON.stringify(deal.public)).not.toContain(SALT_SECRET);
});
