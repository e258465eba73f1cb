import { expect, it } from "vitest";
import { publicAgreement, publicForm } from "../../../src/oap/agreement/index.js";
import type { LoggedAgreement } from "../../../src/oap/index.js";
import { dealOver, SALT_SECRET } from "../agreements.js";

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

it("T17: a later signature joins those of the entry and replaces none; the entry is as it was", () => {
  const { agreement, disclosures } = deal.public;
  const [first = "", second = ""] = agreement.parties;
  const entryOf = (kind: string, body: object) => ({ seq: 0, prev: "genesis", kind, at: 0, body });
  const cosignature = (party: string) =>
    entryOf("cosignature", { party, signature: `of ${party}`, key: { kid: `${party}#1` } });
  const signatures = { [first]: "of the entry" };
  const logged = {
    entry: entryOf("agreement", { ...agreement, signatures, keys: {} }),
    disclosures,
    cosignatures: [cosignature(second), cosignature(first), cosignature(second)],
    redactions: [],
  } as unknown as LoggedAgreement;
  const before = JSON.stringify(logged);
  const form = publicForm(logged);
  expect(form.agreement.signatures).toEqual({ [first]: "of the entry", [second]: `of ${second}` });
  expect(form.agreement.keys).toEqual({ [`${second}#1`]: { kid: `${second}#1` } });
  expect(form.disclosures).toBe(disclosures);
  expect(JSON.stringify(logged)).toBe(before);
});
