import { describe, expect, it } from "vitest";
import { isSignedByBoth, verifyAgreement } from "../../../src/oap/agreement/index.js";
import { canonicalize } from "../../../src/oap/canonical/index.js";
import type { KeySnapshot } from "../../../src/oap/keys/index.js";
import { signDetached } from "../../../src/oap/signing/index.js";
import { ALICE, alice, BOB, bob, cosigned, dealOver, EVE, eve, sha256, verifier } from "../agreements.js";
import { HASH } from "../documents.js";

const { agreement, full } = await dealOver();
const options = { verifier };
const { signatures } = agreement;
const signature = (did: string): string => signatures[did] ?? "";

async function verdictOf(others: Record<string, unknown>): Promise<unknown> {
  const form = { ...full, agreement: { ...agreement, signatures: others } };
  const answer = await verifyAgreement(form, { ...options, sha256, require: "one" });
  return answer.ok ? answer.complete : [answer.code, ...(answer.path ?? [])];
}

describe("OAP-22: an agreement", () => {
  it("is complete iff both have signed the same commitment", async () => {
    expect(await isSignedByBoth(agreement, options)).toBe(true);
    expect(await isSignedByBoth(agreement)).toBe(true);
    for (const signers of [[alice], [bob], []]) {
      expect(await isSignedByBoth(await cosigned(agreement, signers), options)).toBe(false);
    }
    const other = await cosigned({ ...agreement, agreement_hash: HASH }, [alice]);
    expect(await isSignedByBoth({ ...agreement, signatures: { ...signatures, ...other.signatures } })).toBe(
      false,
    );
  });

  it("holds with one signature, and with none does not", async () => {
    expect(await verdictOf({ [BOB]: signature(BOB) })).toBe(false);
    expect(await verdictOf({ [ALICE]: signature(ALICE) })).toBe(false);
    expect(await verdictOf(signatures)).toBe(true);
    expect(await verdictOf({})).toEqual(["assent_missing", "agreement", "signatures"]);
  });
});

describe("T17: a signature of an agreement is refused", () => {
  it("by a stranger, although it verifies", async () => {
    const strange = await cosigned(agreement, [bob, eve]);
    expect(await verdictOf(strange.signatures)).toEqual(["signature_invalid", "agreement", "signatures"]);
    expect(await verdictOf({ ...signatures, [EVE]: "" })).toEqual([
      "signature_invalid",
      "agreement",
      "signatures",
    ]);
  });

  it("by one party in the other's name, or twice by one", async () => {
    expect(await verdictOf({ [BOB]: signature(BOB), [ALICE]: signature(BOB) })).toEqual([
      "signature_invalid",
      "agreement",
      "signatures",
      ALICE,
    ]);
    expect(await verdictOf({ [ALICE]: signature(BOB), [BOB]: signature(ALICE) })).toContain(
      "signature_invalid",
    );
  });

  it("that is none, or for another purpose, or over the plain agreement", async () => {
    const { signatures: _, ...plain } = agreement;
    const over = await signDetached(canonicalize(plain), "agreement", alice);
    const { agreement_id, negotiation_id, parties, agreement_hash } = agreement;
    const commitment = canonicalize({ agreement_id, negotiation_id, parties, agreement_hash });
    const accept = await signDetached(commitment, "accept", alice);
    for (const wrong of [over, accept, "", null, 5, [], {}]) {
      expect(await verdictOf({ ...signatures, [ALICE]: wrong })).toEqual([
        "signature_invalid",
        "agreement",
        "signatures",
        ALICE,
      ]);
    }
  });

  it.each(["agreement_id", "negotiation_id", "parties", "agreement_hash"])(
    "over another %s",
    async (name) => {
      const changed = { ...agreement, [name]: name === "parties" ? [BOB, ALICE] : "another" };
      expect(await isSignedByBoth(changed, options)).toBe(false);
    },
  );
});

describe("SG-22: the keys of an agreement", () => {
  const did = "did:web:alice.example";
  const kid = `${did}#key-1`;
  const web = { ...alice, kid };
  const snapshot: KeySnapshot = {
    kid,
    publicKeyMultibase: ALICE.slice("did:key:".length),
    documentHash: HASH,
    resolvedAt: 1,
  };

  it("of other DIDs than did:key come from the snapshots, and from nowhere else", async () => {
    const body = { ...agreement, parties: [did, BOB] as const };
    const mixed = { ...body, ...(await cosigned(body, [web, bob])) };
    expect(await isSignedByBoth(mixed, { ...options, keys: [snapshot] })).toBe(true);
    expect(await isSignedByBoth(mixed, options)).toBe(false);
    const stranger = { ...snapshot, publicKeyMultibase: EVE.slice("did:key:".length) };
    expect(await isSignedByBoth(mixed, { ...options, keys: [stranger] })).toBe(false);
  });

  it("of did:key are their own, whatever a snapshot says", async () => {
    const wrong = { ...snapshot, kid: alice.kid, publicKeyMultibase: EVE.slice("did:key:".length) };
    expect(await isSignedByBoth(agreement, { ...options, keys: [wrong] })).toBe(true);
  });
});
