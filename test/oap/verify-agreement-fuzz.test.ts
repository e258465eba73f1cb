import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leavesOf } from "../../src/oap/canonical/index.js";
import { canonicalText, verifyAgreement } from "../../src/oap/index.js";
import type { Signer } from "../../src/oap/keys/index.js";
import { ALICE, alice, BOB, bob, cosigned, EVE, eve, sha256, verifier } from "./agreements.js";
import { HASH } from "./documents.js";
import { type ForgedDeal, type Forgery, forgedDeal, MANIFEST } from "./forged-deal.js";

const regulated_obligations = [{ party: BOB, profession: "legal", obligations: ["a", "b"] }];
const honest = await forgedDeal({ metadata: { regulated_obligations }, cosigners: [alice, bob] });

/** What a forger would put in the place of a leaf, besides a neighbour of what stands there. */
const POOL: readonly unknown[] = [
  ...[null, true, false, 0, 1, 2, 3, 77, -1, "", "a", [], {}, ALICE, BOB, EVE, HASH, "did:web:tool.example"],
  ...["2026-05-03T12:00:00.000Z", "2026-05-10T12:05:00.001Z", "2031-01-01T00:00:00Z", "pricing", "sla"],
  ...["prp_00000000000000000000000000", "agr_00000000000000000000000000", "neg_00000000000000000000000000"],
  ...["acc_00000000000000000000000000", MANIFEST.max_rounds, "secret", "medical", "0.0001"],
];

/** One leaf of the document is another; drawn by its number, so that a failure says which. */
const change = fc.record({
  leaf: fc.nat({ max: 60 }),
  value: fc.oneof(fc.constantFrom(...POOL), fc.constant("neighbour")),
});

interface Changed {
  readonly document: Record<string, unknown>;
  readonly pointer: string;
}

function changed(original: object, { leaf, value }: { leaf: number; value: unknown }): Changed | undefined {
  const leaves = [...leavesOf(original as never)!].filter(([pointer]) => !/\/signature/.test(pointer));
  const [pointer, old] = leaves[leaf % leaves.length]!;
  const now = value === "neighbour" ? neighbourOf(old) : value;
  if (canonicalText(now) === canonicalText(old)) return undefined;
  const document = structuredClone(original) as Record<string, unknown>;
  const tokens = pointer.split("/").slice(1);
  const last = tokens.pop()!;
  tokens.reduce((at, token) => at[token] as never, document)[last] = now;
  return { document, pointer };
}

function neighbourOf(leaf: unknown): unknown {
  if (typeof leaf === "number") return leaf + 2;
  return typeof leaf === "string" ? leaf.replace(/.$/, (unit) => (unit === "1" ? "2" : "1")) : !leaf;
}

/** What the verifier says of every selection of documents. */
async function isEverOk({ full, public: open, proposal, acceptance }: ForgedDeal): Promise<unknown[]> {
  const ok: unknown[] = [];
  for (const documents of [{}, { proposal }, { acceptance }, { proposal, acceptance }]) {
    for (const form of [full, open]) {
      for (const manifest of [undefined, MANIFEST]) {
        const verdict = await verifyAgreement(form, { sha256, verifier, manifest, ...documents });
        if (verdict.ok) ok.push([Object.keys(documents), verdict]);
      }
    }
  }
  return ok;
}

async function isRefused(
  original: object,
  forgeryOf: (document: Record<string, unknown>, forger: Signer) => Forgery,
  forgers: readonly Signer[],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(change, fc.constantFrom(...forgers), async (drawn, forger) => {
      const forged = changed(original, drawn);
      if (forged === undefined) return;
      let deal: ForgedDeal;
      try {
        deal = await forgedDeal(forgeryOf(forged.document, forger));
      } catch {
        // What cannot even be hashed or signed is no forgery.
        return;
      }
      expect(await isEverOk(deal), forged.pointer).toEqual([]);
    }),
    { numRuns: 150 },
  );
}

describe("SG-29: with every key but the right one, nobody comes to an agreement that verifies", () => {
  it("the honest one does, so that the rest shows something", async () => {
    expect(await isEverOk(honest)).toHaveLength(16);
  });

  it("who changes the proposal, and makes all that follows anew", async () => {
    const metadata = { regulated_obligations };
    const forgeryOf = (proposal: object, proposer: Signer): Forgery => ({
      ...{ proposal: { ...proposal }, proposer, metadata, cosigners: [bob] },
    });
    await isRefused(honest.proposal, forgeryOf, [bob, eve]);
  });

  it("who changes the acceptance, and makes the agreement anew", async () => {
    const metadata = { regulated_obligations };
    const forgeryOf = (acceptance: object, acceptor: Signer): Forgery => ({
      ...{ acceptance: { ...acceptance }, acceptor, metadata, cosigners: [alice] },
    });
    await isRefused(honest.acceptance, forgeryOf, [alice, eve]);
  });

  it("who changes the agreement, and puts it beside the documents as they are", async () => {
    const { agreement_hash: _, signatures: __, ...body } = honest.full.agreement;
    await fc.assert(
      fc.asyncProperty(change, fc.subarray([alice, eve]), async (drawn, cosigners) => {
        const forged = changed(body, drawn);
        if (forged === undefined) return;
        let deal: ForgedDeal;
        try {
          deal = await forgedDeal({
            body: forged.document,
            metadata: forged.document["metadata"] as Record<string, unknown>,
          });
        } catch {
          return;
        }
        const { proposal, acceptance } = honest;
        const agreement = await cosigned(deal.full.agreement, cosigners);
        const mixed = { ...deal, full: { ...deal.full, agreement }, proposal, acceptance };
        expect(await isEverOk(mixed), forged.pointer).toEqual([]);
        // Signatures of the honest one, or each under the other's name.
        for (const signatures of [
          honest.full.agreement.signatures,
          { ...agreement.signatures, [BOB]: agreement.signatures[ALICE] ?? "" },
        ]) {
          const stolen = { ...deal.full, agreement: { ...agreement, signatures } };
          expect(await isEverOk({ ...mixed, full: stolen, public: stolen as never }), forged.pointer).toEqual(
            [],
          );
        }
      }),
      { numRuns: 150 },
    );
  });
});
