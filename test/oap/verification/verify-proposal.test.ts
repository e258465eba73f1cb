import { describe, expect, it } from "vitest";
import { didKeySigner, signDocument } from "../../../src/oap/signing/index.js";
import { verifyProposal } from "../../../src/oap/verification/index.js";
import { dealOver, verifier } from "../agreements.js";

const { proposal } = await dealOver();

describe("a proposal by itself", () => {
  it("SG-29: is sound when its form is and its sender has signed it", async () => {
    const answer = await verifyProposal(proposal, { verifier });
    expect(answer).toMatchObject({
      ok: true,
      proposal,
      kid: expect.stringContaining(`${proposal["from"]}#`),
    });
  });

  it("SG-9: whatever member is changed, nobody signed that", async () => {
    for (const changed of [{ round: 99 }, { terms: { price: "0.01" } }]) {
      expect(await verifyProposal({ ...proposal, ...changed }, { verifier })).toMatchObject({
        ok: false,
        code: "signature_invalid",
      });
    }
  });

  it("SG-13: a signature by another than its sender is none", async () => {
    const other = await didKeySigner(new Uint8Array(32).fill(77));
    const signed = await signDocument(proposal, "proposal", other);
    expect(signed.ok && (await verifyProposal(signed.document, { verifier }))).toMatchObject({
      ok: false,
      code: "signature_invalid",
    });
  });

  it("OAP-8: what is no proposal is refused, signed or not", async () => {
    for (const value of [null, 7, [], {}, { ...proposal, round: 0 }, { ...proposal, more: 1 }]) {
      expect(await verifyProposal(value, { verifier })).toMatchObject({
        ok: false,
        code: "document_invalid",
      });
    }
  });
});
