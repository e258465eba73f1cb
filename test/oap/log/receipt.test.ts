import { beforeAll, describe, expect, it } from "vitest";
import type { LogEntry } from "../../../src/oap/index.js";
import type { Receipt, TransparencyLog } from "../../../src/oap/log/index.js";
import { createTransparencyLog, memoryLog, verifyLog, verifyReceipt } from "../../../src/oap/log/index.js";
import { signDetached } from "../../../src/oap/signing/index.js";
import {
  chained,
  forgedReceipt,
  noteSigner,
  parties,
  plainBody,
  type SignedAgreement,
  sha256,
  signedAgreement,
  testKey,
} from "../log-fixtures.js";

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

  it("for a co-signature that is none of its party's, over whatever agreement, shows nothing [SG-34]", async () => {
    const { body, cosignature } = signed as SignedAgreement & { readonly cosignature: { signature: string } };
    const [ada, smith] = parties;
    const wrong: readonly object[] = [
      ...["", "junk", `${cosignature.signature.slice(0, -86)}${"A".repeat(86)}`],
      await signDetached("x", "proposal", ada),
    ].map((signature) => ({ signature }));
    const others = [{ party: testKey(9).did }, { party: smith.did }, { key: smith.snapshot }];
    for (const odd of [...wrong, ...others]) {
      const drafts = [{ body }, { kind: "cosignature" as const, body: { ...cosignature, ...odd } }];
      expect(await verdictsOn(drafts, 1)).toEqual(["document_invalid", "signature_invalid"]);
    }
    const genuine = [{ body }, { kind: "cosignature" as const, body: cosignature }];
    expect(await verdictsOn(genuine, 1)).toEqual(["ok", "ok"]);
    // Over what it was made, only the agreement tells.
    const signature = await signDetached("x", "agreement", ada);
    const over = [{ body }, { kind: "cosignature" as const, body: { ...cosignature, signature } }];
    expect(await verdictsOn(over, 1)).toEqual(["ok", "signature_invalid"]);
  });

  it("for a first entry that continues another, or a later one that continues none, shows nothing [SG-34]", async () => {
    const { agreement_hash: prev } = signed.body;
    const first = { body: signed.body };
    const second = { body: (await signedAgreement(4)).body };
    expect(await verdictsOn([first], 0, { prev })).toEqual(["document_invalid", "chain_broken"]);
    expect(await verdictsOn([first], 0, { prev: "" })).toEqual(["document_invalid", "chain_broken"]);
    for (const odd of ["genesis", "", "junk"]) {
      expect(await verdictsOn([first, second], 1, { prev: odd })).toEqual([
        "document_invalid",
        "chain_broken",
      ]);
    }
    expect(await verdictsOn([first, second], 1)).toEqual(["ok", "ok"]);
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
    for (let number = 0; number < 300; number += 1) await long.append("agreement", plainBody(number));
    hashes = 0;
    expect((await long.receipt(123)).proof.length).toBeLessThanOrEqual(9);
    expect(hashes).toBeLessThan(40);
  });
});

/** What is said of the receipt for an entry, which the log has signed, and of the log. */
async function verdictsOn(
  drafts: Parameters<typeof chained>[0],
  index: number,
  changed: Partial<LogEntry> = {},
): Promise<readonly string[]> {
  const entries = chained(drafts).map((entry) => (entry.seq === index ? { ...entry, ...changed } : entry));
  const { receipt, logKeys } = await forgedReceipt(entries, index, noteSigner("log", testKey(64)));
  const verdicts = [await verifyReceipt(receipt, { sha256, logKeys }), await verifyLog(entries, { sha256 })];
  return verdicts.map((verdict) => (verdict.ok ? "ok" : verdict.code));
}
