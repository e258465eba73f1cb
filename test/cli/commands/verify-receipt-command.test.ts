import { beforeAll, describe, expect, it } from "vitest";
import { createTransparencyLog, memoryLog, noteKey } from "../../../src/oap/log/index.js";
import { type SignedAgreement, sha256, signedAgreement, testKey } from "../../oap/log-fixtures.js";
import { workplaceInProcess } from "../concordat.js";

const { concordat, write } = workplaceInProcess();
const writeJson = (name: string, value: unknown): string => write(name, JSON.stringify(value));
const log = createTransparencyLog({
  ...{
    port: memoryLog(),
    sha256,
    origin: "example.com/log",
    signer: testKey(1),
    clock: { now: () => 1_000 },
  },
});
const key = ["--key", log.verifierKey];
let first: SignedAgreement;
let second: SignedAgreement;

beforeAll(async () => {
  [first, second] = [await signedAgreement(1), await signedAgreement(2)];
  await log.append("agreement", first.body);
  await log.append("agreement", second.body);
  await log.append("cosignature", first.cosignature);
  const receipt = await log.receipt(0);
  writeJson("receipt.json", receipt);
  writeJson("cosignature.json", await log.receipt(2));
  // As a host answers: with more than the receipt.
  writeJson("answer.json", {
    ok: true,
    agreement: first.body,
    logged: true,
    checkpoint: receipt.checkpoint,
    receipt,
  });
  writeJson("other-answer.json", { ok: true, agreement: second.body, receipt });
  writeJson("unlogged.json", {
    ok: true,
    agreement: first.body,
    logged: false,
    checkpoint: null,
    receipt: null,
  });
  writeJson("agreement.json", first.body);
  writeJson("form.json", { agreement: second.body, disclosures: second.disclosures });
});

describe("concordat verify-receipt", () => {
  it("says in one line which entry stands in which log [SG-43]", async () => {
    const { agreement_id, agreement_hash } = first.body;
    const entry = `the agreement ${agreement_id} with the hash ${agreement_hash}, entry 0 of 3 in the log example.com/log`;
    expect(await concordat("verify-receipt", "receipt.json", ...key)).toEqual({
      ...{ code: 0, stderr: "" },
      stdout: `receipt.json: sound; ${entry}; no agreement to compare with.\n`,
    });
    const compared = [
      ["answer.json"],
      ["receipt.json", "--agreement", "agreement.json"],
      ["answer.json", "--agreement", "answer.json"],
    ] as const;
    for (const [file, ...flags] of compared) {
      const answer = await concordat("verify-receipt", file, ...flags, ...key);
      expect(answer).toEqual({ code: 0, stderr: "", stdout: `${file}: sound; ${entry}.\n` });
    }
    const cosigned = await concordat("verify-receipt", "cosignature.json", ...key);
    expect(cosigned.stdout).toContain(
      `a co-signature of ${first.body.parties[0]} under the agreement ${agreement_id} (whose signature verify-log checks)`,
    );
  });

  it("refuses a receipt for another agreement, also where only the host's answer says which [SG-43]", async () => {
    const cases = [
      ["other-answer.json"],
      ["receipt.json", "--agreement", "form.json"],
      ["answer.json", "--agreement", "form.json"],
      ["cosignature.json", "--agreement", "agreement.json"],
    ] as const;
    for (const [file, ...flags] of cases) {
      const { code, stdout, stderr } = await concordat("verify-receipt", file, ...flags, ...key);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(
        new RegExp(`^concordat: ${file}:1:\\d+: agreement_mismatch.*: Expected a receipt for the`),
      );
    }
  });

  it("refuses an entry that was changed, a checkpoint that the log did not sign, and what is no receipt [SG-43]", async () => {
    const receipt = await log.receipt(0);
    const { entry } = receipt;
    const stranger = noteKey("example.com/log", testKey(2).publicKey, sha256);
    const cases: readonly (readonly [unknown, string, string])[] = [
      [{ ...receipt, entry: { ...entry, at: 1_001 } }, log.verifierKey, "signature_invalid"],
      [{ ...receipt, entry: { ...entry, seq: 1 } }, log.verifierKey, "signature_invalid"],
      [
        { ...receipt, checkpoint: receipt.checkpoint.replace("\n3\n", "\n4\n") },
        log.verifierKey,
        "signature_invalid",
      ],
      [receipt, stranger, "signature_invalid"],
      [{ entry }, log.verifierKey, "document_invalid"],
      [[], log.verifierKey, "document_invalid"],
    ];
    for (const [given, logKey, words] of cases) {
      writeJson("odd.json", given);
      const { code, stdout, stderr } = await concordat("verify-receipt", "odd.json", "-k", logKey);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^concordat: [^\n]+\.\n$/);
      expect(stderr).toContain(words);
    }
    const unlogged = await concordat("verify-receipt", "unlogged.json", ...key);
    expect(unlogged).toMatchObject({ code: 1, stderr: expect.stringContaining("did not take it yet") });
    const none = await concordat("verify-receipt", "receipt.json", "--agreement", "receipt.json", ...key);
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("receipt.json: Expected an agreement"),
    });
  });

  it("prints one JSON document, also of what does not hold [SG-43]", async () => {
    const sound = await concordat("verify-receipt", "answer.json", "--json", ...key);
    const { agreement_id, negotiation_id, agreement_hash } = first.body;
    expect(JSON.parse(sound.stdout)).toEqual({
      ...{ command: "verify-receipt", version: 1, file: "answer.json", ok: true, compared: true },
      ...{ origin: "example.com/log", size: "3", root: expect.stringMatching(/^sha256-/), seq: 0, at: 1_000 },
      ...{ kind: "agreement", agreement_id, negotiation_id, agreement_hash },
    });
    const other = await concordat("verify-receipt", "other-answer.json", "--json", ...key);
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout)).toMatchObject({ ok: false, code: "agreement_mismatch" });
  });

  it("tells wrong usage with exit status 2 [SG-43]", async () => {
    const cases = [["receipt.json"], ["receipt.json", "--key", "x"], [...key]] as const;
    for (const args of cases) {
      const { code, stdout, stderr } = await concordat("verify-receipt", ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/^concordat: /);
    }
    const missing = await concordat("verify-receipt", "none.json", ...key);
    expect(missing).toMatchObject({
      code: 1,
      stderr: "concordat: none.json: Expected a file, got none of that name.\n",
    });
  });
});
