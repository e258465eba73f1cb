import { beforeAll, describe, expect, it } from "vitest";
import { publicKeyMultibase } from "../../src/oap/did-key.js";
import { parties, type SignedAgreement, signedAgreement, testKey } from "../oap/log-fixtures.js";
import { workplace } from "./concordat.js";

const { concordat, write } = workplace();
let signed: SignedAgreement;
let form: { readonly agreement: object; readonly disclosures: Readonly<Record<string, object>> };

beforeAll(async () => {
  signed = await signedAgreement(1);
  form = { agreement: signed.body, disclosures: signed.disclosures };
});

const writeJson = (name: string, value: unknown): string => write(name, JSON.stringify(value, null, 2));

describe("concordat verify", () => {
  it("SG-29: says in one line that an agreement holds, who signed it, and what is hidden", async () => {
    writeJson("agreement.json", form);
    expect(await concordat("verify", "agreement.json")).toEqual({
      ...{ code: 0, stderr: "" },
      stdout: "agreement.json: sound; signed by one party only; binding; all terms disclosed.\n",
    });
    const { signature } = signed.cosignature as { readonly signature: string };
    const { "/terms/price": _, ...disclosures } = form.disclosures;
    const signatures = { ...signed.body.signatures, [parties[0].did]: signature };
    writeJson("complete.json", { agreement: { ...form.agreement, signatures }, disclosures });
    expect(await concordat("verify", "complete.json")).toEqual({
      ...{ code: 0, stderr: "" },
      stdout: "complete.json: sound; signed by both parties; binding; hidden: /terms/price.\n",
    });
  });

  it("SG-29: says in one line with its place what does not hold, with exit status 1", async () => {
    const changed = {
      ...form.disclosures,
      "/terms/price": { ...form.disclosures["/terms/price"], value: "1.00" },
    };
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [
        { ...form, disclosures: changed },
        /^concordat: bad\.json:\d+:\d+: agreement_mismatch at \/disclosures\/.*\n$/,
      ],
      [
        { ...form, agreement: { ...form.agreement, signatures: {} } },
        /: signature_invalid at \/agreement\/signatures: /,
      ],
      [
        { ...form, agreement: { ...form.agreement, agreement_hash: "sha256-" } },
        /: agreement_mismatch at .*agreement_hash/,
      ],
      [{}, /^concordat: bad\.json:1:1: document_invalid/],
      [7, /^concordat: bad\.json:1:1: document_invalid/],
    ];
    for (const [value, words] of cases) {
      writeJson("bad.json", value);
      const { code, stdout, stderr } = await concordat("verify", "bad.json");
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(words);
      expect(stderr).toMatch(/^[^\n]+\n$/);
    }
  });

  it("prints one JSON document, also of what does not hold", async () => {
    writeJson("agreement.json", form);
    const sound = await concordat("verify", "agreement.json", "--json");
    expect(JSON.parse(sound.stdout)).toEqual({
      ...{ command: "verify", version: 1, file: "agreement.json", ok: true },
      ...{ complete: false, binding: true, hidden: [] },
    });
    writeJson("bad.json", {});
    const { code, stdout, stderr } = await concordat("verify", "bad.json", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ command: "verify", ok: false, code: "document_invalid" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^concordat: bad\.json:1:1: document_invalid[^\n]*\n$/);
  });

  it("SG-29: names the letter that does not fit", async () => {
    writeJson("agreement.json", form);
    writeJson("letter.json", { from: parties[0].did });
    for (const flag of ["--proposal", "--acceptance"]) {
      const { code, stderr } = await concordat("verify", "agreement.json", flag, "letter.json");
      expect(code).toBe(1);
      expect(stderr).toMatch(/^concordat: letter\.json:1:1: signature_invalid: /);
    }
    const missing = await concordat("verify", "agreement.json", "--proposal", "none.json");
    expect(missing.stderr).toBe("concordat: none.json: Expected a file, got none of that name.\n");
  });

  it("SG-22: trusts the key snapshots that it is handed, and those alone", async () => {
    writeJson("agreement.json", form);
    const key = testKey(3);
    const snapshot = {
      ...{ kid: "did:web:example.com#key-1", publicKeyMultibase: publicKeyMultibase(key.publicKey) },
      ...{ documentHash: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", resolvedAt: 0 },
    };
    for (const keys of [[snapshot], { "did:web:example.com": snapshot }]) {
      writeJson("keys.json", keys);
      expect(await concordat("verify", "agreement.json", "--keys", "keys.json")).toMatchObject({ code: 0 });
    }
    write("keys.json", "7");
    const { code, stderr } = await concordat("verify", "agreement.json", "--keys", "keys.json");
    expect({ code, stderr }).toEqual({
      ...{
        code: 1,
        stderr: "concordat: keys.json: Expected key snapshots in a list or by DID, got another value.\n",
      },
    });
  });
});
