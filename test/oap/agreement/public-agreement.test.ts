import { expect, it } from "vitest";
import { publicForm } from "../../../src/oap/agreement/index.js";
import type { LoggedAgreement } from "../../../src/oap/index.js";
import { dealOver } from "../agreements.js";

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
