import { beforeAll, describe, expect, it } from "vitest";
import { publicKeyMultibase } from "../../../src/oap/keys/index.js";
import { ALICE, alice, BOB, bob, cosigned, SALT_SECRET } from "../../oap/agreements.js";
import { ACCEPTANCE, HASH, PROPOSAL } from "../../oap/documents.js";
import { type ForgedDeal, forgedDeal, MANIFEST } from "../../oap/forged-deal.js";
import { accepted, good, viewOf, world } from "../../oap/host-setup.js";
import { testKey } from "../../oap/log-fixtures.js";
import { workplaceInProcess } from "../concordat.js";

const { concordat, write } = workplaceInProcess();
let deal: ForgedDeal;
let both: ForgedDeal;

beforeAll(async () => {
  deal = await forgedDeal({ cosigners: [bob] });
  both = await forgedDeal({ cosigners: [bob, alice] });
});

const writeJson = (name: string, value: unknown): string => write(name, JSON.stringify(value, null, 2));

const documents = ["--proposal", "proposal.json", "--acceptance", "acceptance.json"];

function writeDeal({ full, public: form, proposal, acceptance }: ForgedDeal): void {
  for (const [name, value] of Object.entries({ full, form, proposal, acceptance, manifest: MANIFEST })) {
    writeJson(`${name}.json`, value);
  }
}

describe("concordat verify", () => {
  it("SG-29: shows what both have agreed to, and by what", async () => {
    writeDeal(deal);
    writeJson("agreement.json", deal.public);
    const command = ["verify", "agreement.json", ...documents, "--manifest", "manifest.json"];
    expect(await concordat(...command)).toEqual({
      ...{ code: 0, stderr: "" },
      stdout: `agreement.json: both parties have agreed.
agreement    ${ACCEPTANCE.agreement_id} of ${ACCEPTANCE.negotiation_id}
host         "did:web:tool.example"
initiator    "${ALICE}": has proposed it (that it still stood when it was accepted, a receipt shows, or its signature)
responder    "${BOB}": has signed the agreement and has accepted it
period       from "2026-05-03T12:00:00.000Z" without end
binding      yes
confidential "internal" (by the agreement, which one party only has signed)
obligations  none (by the agreement, which one party only has signed)
terms
  "/terms/action": "${PROPOSAL.terms.action}"
  "/terms/billing_interval": "month"
  "/terms/calls_per_month": 100000
  "/terms/early_termination_fee_eur": "200.00"
  "/terms/minimum_commitment_months": 6
  "/terms/price_per_call_eur": "0.0040"
`,
    });
    const hide = ({ public: form }: ForgedDeal) => {
      const { "/terms/action": _, ...disclosures } = form.disclosures;
      writeJson("hidden.json", { ...form, disclosures });
    };
    // A proposal says nothing of what is hidden: there has to be a signature over the agreement.
    hide(deal);
    const half = await concordat("verify", "hidden.json", ...documents);
    expect(half).toMatchObject({ code: 1, stderr: expect.stringContaining("assent_missing") });
    hide(both);
    expect((await concordat("verify", "hidden.json")).stdout).toContain('"/terms/action": hidden\n');
    const full = await concordat("verify", "full.json", ...documents);
    expect(full.stdout).toContain(`"/terms/action": "${PROPOSAL.terms.action}"`);
    expect(full.stdout).toContain("binding      yes (by the agreement; its manifest was not given)");
  });

  it("OAP-33: SG-29: shows what regulated parties owe, of a full form and of a public one, and by whose word", async () => {
    const owed = { party: BOB, profession: "financial" as const, obligations: ["audit", "reten\u3164tion"] };
    for (const [cosigners, whose] of [
      [[], " (by the agreement, which neither party has signed)"],
      [[bob, alice], ""],
    ] as const) {
      const regulated = await forgedDeal({ metadata: { regulated_obligations: [owed] }, cosigners });
      writeDeal(regulated);
      const duties = `obligations  "${BOB}": financial, ["audit","reten\\u3164tion"]${whose}\n`;
      for (const file of ["full.json", "form.json"]) {
        expect((await concordat("verify", file, ...documents)).stdout).toContain(duties);
        const { stdout } = await concordat("verify", file, ...documents, "--json");
        expect(JSON.parse(stdout)).toMatchObject({ regulated_obligations: [owed] });
      }
    }
  });

  it("SG-29: says what it may lack where that is why something does not hold", async () => {
    const rule = { effective_until: "2030-01-01T00:00:00.000Z" };
    const ruled = await forgedDeal({ body: rule, cosigners: [bob, alice] });
    writeDeal(ruled);
    const { stderr } = await concordat("verify", "form.json", ...documents);
    expect(stderr).toContain("agreement_mismatch at /agreement/effective_until");
    expect(stderr).toContain("Its host may have a rule of its own for periods");
    writeDeal(deal);
    for (const keys of [[1], { a: {} }, [{ kid: "did:web:a.example#k" }]]) {
      writeJson("keys.json", keys);
      const refused = await concordat("verify", "full.json", ...documents, "--keys", "keys.json");
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("Expected key snapshots") });
    }
  });

  it("SG-29: exits with 1 unless both have assented, and says whose assent is missing", async () => {
    writeDeal(deal);
    for (const [flags, missing] of [
      [[], ALICE],
      [["--acceptance", "acceptance.json"], ALICE],
      [["--require", "signatures", ...documents], ALICE],
    ] as const) {
      for (const file of ["full.json", "form.json"]) {
        const { code, stdout, stderr } = await concordat("verify", file, ...flags);
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
        expect(stderr).toMatch(
          /^concordat: \w+\.json:\d+:\d+: assent_missing at \/agreement\/signatures: [^\n]+\n$/,
        );
        expect(stderr).toContain(missing);
      }
    }
    const half = await concordat("verify", "form.json", "--require", "one");
    expect(half).toMatchObject({ code: 0, stdout: expect.stringContaining("ONE PARTY ONLY has agreed.") });
    expect(half.stdout).toContain(`"${ALICE}": nothing shows assent`);
    writeDeal(both);
    expect(await concordat("verify", "form.json", "--require", "signatures")).toMatchObject({ code: 0 });
    expect(await concordat("verify", "form.json", "--require", "none")).toMatchObject({ code: 2 });
  });

  it("SG-29: takes what host.accept and host.cosign answer as it is", async () => {
    const here = await world();
    const { id, answer, proposal, request } = await accepted(here);
    const call = { caller: here.ada.did, negotiationId: id };
    const whole = good(await here.host.cosign(await here.ada.cosign(await viewOf(here, id)), call));
    for (const [name, one, code] of [
      ["accepted.json", { ...answer, proposal, acceptance: request.acceptance }, 0],
      ["cosigned.json", whole, 0],
      ["short.json", { agreement: answer.agreement, salt_secret: answer.salt_secret }, 1],
    ] as const) {
      writeJson(name, one);
      expect(await concordat("verify", name)).toMatchObject({ code });
    }
    await here.service.close();
  });

  it("SG-29: says in one line with its place what does not hold, with exit status 1", async () => {
    const { agreement, disclosures } = both.public;
    const pointer = "/terms/action";
    const changed = { ...disclosures, [pointer]: { ...disclosures[pointer], value: "1.00" } };
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [
        { agreement, disclosures: changed },
        /^concordat: bad\.json:\d+:\d+: agreement_mismatch at \/disclosures\/.*\n$/,
      ],
      [
        { agreement: { ...agreement, agreement_hash: "sha256-" }, disclosures },
        /: agreement_mismatch at .*agreement_hash/,
      ],
      [{ ...both.full, salt_secret: "A".repeat(43) }, /: salt_weak at \/salt_secret/],
      [{}, /^concordat: bad\.json:1:1: document_invalid at \/agreement/],
      [both.proposal, /^concordat: bad\.json:1:1: document_invalid at \/agreement/],
      [both.acceptance, /^concordat: bad\.json:1:1: document_invalid at \/agreement/],
      [
        { ...both.full, proposal: both.acceptance },
        /^concordat: bad\.json:\d+:\d+: document_invalid at \/proposal\/proposal_id|valid/,
      ],
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

  it("prints one JSON document with the same facts, also of what does not hold", async () => {
    writeDeal(deal);
    const sound = await concordat("verify", "full.json", ...documents, "--json");
    expect(JSON.parse(sound.stdout)).toEqual({
      ...{ command: "verify", version: 1, file: "full.json", require: "assent", ok: true },
      ...{ agreement_id: ACCEPTANCE.agreement_id, negotiation_id: ACCEPTANCE.negotiation_id },
      ...{ parties: [ALICE, BOB], signedBy: [BOB], assentBy: [ALICE, BOB] },
      evidence: [
        { party: ALICE, by: ["proposal"] },
        { party: BOB, by: ["agreement", "acceptance"] },
      ],
      ...{ complete: false, binding: true, hidden: [], host: "did:web:tool.example" },
      ...{ effective_from: ACCEPTANCE.accepted_at, effective_until: null },
      ...{ confidentiality: "internal", regulated_obligations: [] },
      terms: Object.fromEntries(
        Object.entries(PROPOSAL.terms).map(([name, term]) => [`/terms/${name}`, term]),
      ),
    });
    const { code, stdout, stderr } = await concordat("verify", "full.json", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ command: "verify", ok: false, code: "assent_missing", details: { missing: [ALICE] } },
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^concordat: full\.json:\d+:\d+: assent_missing[^\n]*\n$/);
  });

  it("SG-29: names the document that does not fit, and what it is not", async () => {
    writeDeal(deal);
    writeJson("letter.json", { from: ALICE });
    writeJson("other.json", { ...MANIFEST, max_rounds: 7 });
    for (const [flag, file, words] of [
      ["--proposal", "letter.json", "document_invalid at /proposal_id"],
      ["--acceptance", "letter.json", "document_invalid at /acceptance_id"],
      ["--proposal", "acceptance.json", "document_invalid at /previous_proposal_id"],
      ["--acceptance", "full.json", "document_invalid at /acceptance_id"],
      ["--manifest", "letter.json", "negotiation_not_supported at /supported"],
      ["--manifest", "other.json", "agreement_mismatch"],
    ] as const) {
      const { code, stderr } = await concordat("verify", "full.json", ...documents, flag, file);
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^concordat: ${file}:\\d+:\\d+: ${words}: `));
    }
    const missing = await concordat("verify", "full.json", "--proposal", "none.json");
    expect(missing.stderr).toBe("concordat: none.json: Expected a file, got none of that name.\n");
  });

  it("T16: writes a stranger's text so that no terminal acts on it", async () => {
    const nasty = "\u001b[2K\r\u202edlog\u2028\u009b31m\u2066";
    const evil = await forgedDeal({ proposal: { terms: { [nasty]: nasty, b: 1 } }, cosigners: [alice, bob] });
    writeDeal(evil);
    const { [`/terms/${nasty}`]: _, ...disclosures } = evil.public.disclosures;
    writeJson("hidden.json", { ...evil.public, disclosures });
    writeJson("stray.json", { ...evil.public, [nasty]: 1 });
    for (const [file, status] of [
      ["full.json", 0],
      ["form.json", 0],
      ["hidden.json", 0],
      ["stray.json", 1],
    ] as const) {
      const { code, stdout, stderr } = await concordat("verify", file);
      expect(code).toBe(status);
      expect(`${stdout}${stderr}`).toContain("\\u001b[2K\\r\\u202edlog\\u2028\\u009b31m\\u2066");
      expect(`${stdout}${stderr}`.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }
  });

  it("SG-22: trusts the key snapshots that it is handed, and those alone", async () => {
    const key = testKey(3);
    const did = "did:web:alice.example";
    const kid = `${did}#key-1`;
    const snapshot = {
      ...{ kid, publicKeyMultibase: publicKeyMultibase(key.publicKey) },
      ...{ documentHash: HASH, resolvedAt: 0 },
    };
    const web = { kid, sign: key.sign };
    const { full } = await forgedDeal({ body: { parties: [did, BOB] } });
    const agreement = await cosigned(full.agreement, [web, bob]);
    writeJson("web.json", { agreement, salt_secret: SALT_SECRET, keys: [snapshot] });
    expect((await concordat("verify", "web.json")).stderr).toContain("key_unresolvable");
    for (const keys of [
      [snapshot],
      { [kid]: snapshot },
      [{ ...snapshot, publicKeyMultibase: ALICE.slice(8) }, snapshot],
    ]) {
      writeJson("keys.json", keys);
      expect(await concordat("verify", "web.json", "--keys", "keys.json")).toMatchObject({ code: 0 });
    }
    for (const none of ["7", "null", '"z6Mk"']) {
      write("keys.json", none);
      const { code, stderr } = await concordat("verify", "web.json", "--keys", "keys.json");
      expect({ code, stderr }, none).toEqual({
        code: 1,
        stderr: "concordat: keys.json: Expected key snapshots in a list or by name, got another value.\n",
      });
    }
  });
});
