import { beforeAll, describe, expect, it } from "vitest";
import type { Receipt, TransparencyLog } from "../../../src/oap/log/index.js";
import { createTransparencyLog, memoryLog, verifyReceipt } from "../../../src/oap/log/index.js";
import { idsOf, type SignedAgreement, sha256, signedAgreement, testKey } from "../log-fixtures.js";

const clock = { now: () => 1_000 };
const logOf = (seed: number): TransparencyLog =>
  createTransparencyLog({ port: memoryLog(), sha256, origin: "log", signer: testKey(seed), clock });

describe("a receipt", () => {
  const log = logOf(61);
  const logKeys = [log.verifierKey];
  let signed: SignedAgreement;
  let receipt: Receipt;
  beforeAll(async () => {
    signed = await signedAgreement(3);
    for (let number = 0; number < 7; number += 1) {
      await log.append("agreement", (await signedAgreement(number)).body);
    }
    receipt = await log.receipt(3);
  });

  it("SG-34: is checked offline, after a trip through JSON, for the party's own agreement", async () => {
    const kept: unknown = JSON.parse(JSON.stringify(receipt));
    const answer = await verifyReceipt(kept, { sha256, logKeys, agreement: signed.body });
    expect(answer).toMatchObject({ ok: true, checkpoint: { origin: "log", size: 7n } });
    expect(await verifyReceipt(kept, { sha256, logKeys })).toMatchObject({ ok: true });
  });

  it("SG-34: holds for each entry, and still when the log has grown", async () => {
    const growing = logOf(62);
    const receipts: Receipt[] = [];
    for (let number = 0; number < 9; number += 1) {
      const added = await growing.append("agreement", (await signedAgreement(number)).body);
      if (added.ok) receipts.push(await growing.receipt(added.entry.seq));
    }
    for (let seq = 0; seq < 9; seq += 1) receipts.push(await growing.receipt(seq));
    expect(receipts).toHaveLength(18);
    for (const one of receipts) {
      expect(await verifyReceipt(one, { sha256, logKeys: [growing.verifierKey] })).toMatchObject({
        ok: true,
      });
    }
  });

  it("T14: for another entry, place, proof, checkpoint or log is refused", async () => {
    const check = async (changed: unknown, keys = logKeys) => {
      const answer = await verifyReceipt(changed, { sha256, logKeys: keys, agreement: signed.body });
      return answer.ok ? "ok" : answer.code;
    };
    const { entry, proof, checkpoint } = receipt;
    expect(await check({ ...receipt, entry: { ...entry, at: 999 } })).toBe("signature_invalid");
    expect(await check({ ...receipt, entry: { ...entry, seq: 2 } })).toBe("signature_invalid");
    expect(await check({ ...receipt, entry: { ...entry, seq: -1 } })).toBe("signature_invalid");
    expect(await check({ ...receipt, proof: proof.toReversed() })).toBe("signature_invalid");
    expect(await check({ ...receipt, proof: proof.slice(1) })).toBe("signature_invalid");
    expect(await check({ ...receipt, checkpoint: checkpoint.replace("\n7\n", "\n8\n") })).toBe(
      "signature_invalid",
    );
    expect(await check(receipt, [logOf(63).verifierKey])).toBe("signature_invalid");
    expect(await check(await log.receipt(4))).toBe("agreement_mismatch");
    expect(await check(receipt)).toBe("ok");
    const none = await verifyReceipt(receipt, { sha256, logKeys, agreement: null as never });
    expect(none).toMatchObject({ code: "agreement_mismatch" });
    const other = { ...signed.body, agreement_hash: (await signedAgreement(4)).body.agreement_hash };
    for (const agreement of [other, { ...signed.body, agreement_id: "agr_other" }]) {
      const answer = await verifyReceipt(receipt, { sha256, logKeys, agreement });
      expect(answer).toMatchObject({ code: "agreement_mismatch" });
    }
  });

  it("SG-34: of another form is refused, never an exception", async () => {
    const { proof } = receipt;
    const odd: readonly unknown[] = [
      ...[undefined, null, 7, "receipt", [], {}, { ...receipt, entry: undefined }, { ...receipt, proof: 7 }],
      ...[
        { ...receipt, proof: [...proof.slice(1), "="] },
        { ...receipt, proof: null },
        { entry: receipt.entry },
        { ...receipt, note: "Free of charge." },
      ],
      ...[
        { ...receipt, checkpoint: 7 },
        { ...receipt, entry: { ...receipt.entry, kind: "proposal" } },
      ],
    ];
    for (const one of odd) {
      const answer = await verifyReceipt(one, { sha256, logKeys });
      expect(answer).toMatchObject({ ok: false, code: "document_invalid" });
    }
    await expect(verifyReceipt(receipt, { sha256, logKeys: ["x"] })).rejects.toThrow(TypeError);
  });

  it("SG-31: its proof is made of a few hashes, whatever the length of the log", async () => {
    let hashes = 0;
    const counting = (bytes: Uint8Array): Uint8Array => {
      hashes += 1;
      return sha256(bytes);
    };
    const long = createTransparencyLog({
      port: memoryLog(),
      sha256: counting,
      origin: "log",
      signer: testKey(61),
      clock,
    });
    const { body } = await signedAgreement(1);
    for (let number = 0; number < 300; number += 1) {
      await long.append("agreement", { ...body, ...idsOf(number) });
    }
    hashes = 0;
    expect((await long.receipt(123)).proof.length).toBeLessThanOrEqual(9);
    expect(hashes).toBeLessThan(40);
  });
});
