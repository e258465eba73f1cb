import { describe, expect, it } from "vitest";
import { inputBytes } from "../../examples/oap-vectors/canonical-json.js";
import { changesOf } from "../../examples/oap-vectors/documents.js";
import { patched } from "../../examples/oap-vectors/json-patch.js";
import {
  canonicalize,
  detectFork,
  effectivePeriodOf,
  guardedVerifier,
  isDocumentId,
  parseCheckpoint,
  parseStrict,
  readAcceptance,
  readCheckpoint,
  readInstant,
  readManifest,
  readOpen,
  readProposal,
  readRejection,
  readWithdrawal,
  redactDisclosures,
  resolveDidKey,
  verifyAgreement,
  verifyDetached,
  verifyLog,
  verifyReceipt,
  webCryptoVerifier,
} from "../../src/oap/index.js";
import { must } from "../service/watched-room.js";
import { at, ofHex, sha256, vectors } from "./oap-vector-files.js";

const negotiation = vectors("negotiation.json");
const verifier = webCryptoVerifier();

/** As `it.each` takes them. */
const named = (cases: readonly any[]): [string, any][] => cases.map((one) => [one.name, one]);

/** What a case says of its answer; what it leaves out is as absent in both. */
function expectAnswer(answer: any, { ok, code, ...facts }: any): void {
  expect({ ok: answer.ok, code: answer.code }).toEqual({ ok, code });
  for (const [name, value] of Object.entries(facts)) expect(answer[name], name).toEqual(value);
}

describe("canonical-json.json", () => {
  const file = vectors("canonical-json.json");

  it.each(named(file.canonical))("T18: read and written: %s", (_, { text, numbers, canonical_hex }) => {
    const read = must(parseStrict(Buffer.from(text), { numbers }));
    if (!read.ok) throw new Error(read.message);
    expect(Buffer.from(canonicalize(read.value, { numbers })).toString("hex")).toBe(canonical_hex);
    expect(parseStrict(ofHex(canonical_hex), { numbers })).toEqual(read);
  });

  it.each(named(file.boundaries))("T18: %s", (_, { input, ok }) => {
    expectAnswer(parseStrict(inputBytes(input)), { ok, code: ok ? undefined : "document_invalid" });
  });

  it.each(named(file.refused))("T18: refused: %s", (_, { input, numbers, code }) => {
    expectAnswer(parseStrict(inputBytes(input), { numbers }), { ok: false, code });
  });

  it("T18: names each word of SG-2 and SG-4 that a text can be wrong by", () => {
    expect(new Set(file.refused.map(({ requirement }: any) => requirement))).toEqual(
      new Set(["SG-2", "SG-3", "SG-4"]),
    );
    expect(file.refused.length).toBeGreaterThan(50);
  });
});

describe("signatures.json", () => {
  const file = vectors("signatures.json");
  const check = (token: string, changed: object = {}) => {
    const { payload_hex, public_key_hex, purpose, signer } = { ...file, ...file.expected, ...changed };
    const publicKey = ofHex(public_key_hex);
    return verifyDetached(token, ofHex(payload_hex), { purpose, signer, publicKey, verifier });
  };

  it("T18: the good one holds", async () => {
    expect((await check(file.good)).ok).toBe(true);
  });

  it.each(named(file.refused))("T18: refused: %s", async (_, { signature, code }) => {
    expectAnswer(await check(signature), { ok: false, code });
  });

  it.each(named(file.other_content))("T18: refused over %s", async (_, { changed, code }) => {
    expectAnswer(await check(file.good, changed), { ok: false, code });
  });

  it("T18: of 7 x 7 purposes, only the own one holds", async () => {
    for (const purpose of Object.keys(file.purposes)) {
      for (const [other, token] of Object.entries<string>(file.purposes)) {
        expect((await check(token, { purpose })).ok, `${other} as ${purpose}`).toBe(other === purpose);
      }
    }
  });

  it.each(named(file.ed25519))("T18: one verdict of Ed25519: %s", async (_, one) => {
    const isValid = guardedVerifier(verifier);
    const { signature_hex, message_hex, public_key_hex, valid } = one;
    expect(await isValid(ofHex(signature_hex), ofHex(message_hex), ofHex(public_key_hex))).toBe(valid);
  });
});

describe("keys.json", () => {
  const file = vectors("keys.json");

  it("T18: finds the keys", () => {
    for (const { kid, public_key_hex } of file.resolved) {
      expect(resolveDidKey(kid)).toEqual({ ok: true, publicKey: ofHex(public_key_hex) });
    }
  });

  it.each(named(file.refused))("T18: refused: %s", (_, { kid, code }) => {
    expectAnswer(resolveDidKey(kid), { ok: false, code });
  });
});

describe("documents.json", () => {
  const file = vectors("documents.json");
  const readers: Readonly<Record<string, (value: any) => object>> = {
    open: readOpen,
    proposal: readProposal,
    acceptance: readAcceptance,
    rejection: readRejection,
    withdrawal: readWithdrawal,
    manifest: ({ signature: _, ...block }) => readManifest(block),
  };

  it.each(named(file.cases))("T18: %s", (_, one) => {
    const document = patched(at(negotiation, file.bases[one.kind]), changesOf(one));
    expectAnswer(must(readers[one.kind])(document), { ok: one.ok, code: one.code });
  });

  it.each(file.instants.map(({ text, epoch_ms }: any) => [text, epoch_ms]) as [string, number | null][])(
    "T18: the instant %j",
    (text, epochMs) => {
      expect(readInstant(text) ?? null).toBe(epochMs);
    },
  );

  it("T18: ids", () => {
    for (const { prefix, id, ok } of file.ids) expect(isDocumentId(prefix, id), id).toBe(ok);
  });
});

describe("agreement.json", () => {
  const file = vectors("agreement.json");

  it.each(named(file.forms))("T18: %s", async (_, one) => {
    const { form, patch, proposal, proposal_patch = [], acceptance, acceptance_patch = [] } = one;
    const { ok, code, complete, binding, hidden, require, assent_by } = one;
    const letter = (pointer: string | undefined, changes: any): unknown =>
      pointer === undefined ? undefined : patched(at(negotiation, pointer), changes);
    const answer = await verifyAgreement(patched(at(negotiation, form), patch), {
      ...{ sha256, verifier, require },
      proposal: letter(proposal, proposal_patch),
      acceptance: letter(acceptance, acceptance_patch),
    });
    expectAnswer(answer, { ok, code, ...(ok && { complete, binding, hidden, assentBy: assent_by }) });
  });

  it.each(named(file.redactions))("T18: redaction of %s", (_, { pointers, ok, code, hidden }) => {
    const { agreement, disclosures } = negotiation.redaction.public_form;
    const answer = redactDisclosures(agreement.digests, disclosures, pointers);
    expectAnswer(answer, { ok, code });
    if (!answer.ok) return;
    expect(answer.pointers).toEqual(hidden);
    const left = Object.keys(disclosures).filter((pointer) => !hidden.includes(pointer));
    expect(Object.keys(answer.disclosures)).toEqual(left);
  });

  it("T18: nothing but terms can be redacted: every other leaf is a case", () => {
    const others = negotiation.agreement.leaves.filter(({ pointer }: any) => !pointer.startsWith("/terms/"));
    const refused = new Set(
      file.redactions.filter(({ ok }: any) => !ok).flatMap(({ pointers }: any) => pointers),
    );
    for (const { pointer } of others) expect(refused.has(pointer), pointer).toBe(true);
  });

  it.each(named(file.periods))("T18: the period of %s", (_, { terms, accepted_at, ok, code, period }) => {
    expectAnswer(effectivePeriodOf(terms, accepted_at), { ok, code, ...(ok && { period }) });
  });
});

describe("log.json", () => {
  const file = vectors("log.json");
  const { entries, checkpoints, inclusion, verifier_key } = negotiation.log;
  const options = { sha256, verifier, logKeys: [verifier_key] };

  it.each(named(file.logs))("T18: %s", async (_, one) => {
    const { form, patch, ok, code, size, first_bad_index, head } = one;
    const base = entries.map((each: any) => each[form === "lines" ? "canonical" : "entry"]);
    const verdict = await verifyLog(patched(base, patch) as unknown[], {
      ...{ ...options, head },
      checkpoints: one.checkpoints.map((count: number) => checkpoints[count - 1].note),
    });
    expectAnswer(verdict, { ok, code, ...(ok ? { size } : { firstBadIndex: first_bad_index }) });
  });

  it("T18: has each row of SG-33 and SG-42", () => {
    const codes = new Set(file.logs.flatMap(({ code }: any) => code ?? []));
    const rows =
      "entry_invalid sequence_broken chain_broken time_broken truncated root_mismatch signature_invalid " +
      "agreement_twice agreement_unknown redaction_invalid";
    expect([...codes].sort()).toEqual(rows.split(" ").sort());
  });

  it.each(named(file.receipts))("T18: a receipt, %s", async (_, { receipt, patch, agreement, ok, code }) => {
    const { note } = checkpoints.at(-1);
    const base = { entry: entries[receipt].entry, checkpoint: note, proof: inclusion[receipt].proof };
    expectAnswer(await verifyReceipt(patched(base, patch), { ...options, agreement }), { ok, code });
  });

  it.each(named(file.notes))("T18: a note, %s", async (_, one) => {
    const note = one.note ?? Buffer.from(inputBytes({ parts: one.note_parts })).toString("utf8");
    expectAnswer(await readCheckpoint(note, { sha256, verifier, keys: [one.verifier_key] }), {
      ...{ ok: one.ok, code: one.code },
    });
  });

  it.each(named(file.forks))("T18: two checkpoints, %s", (_, { one, two, proof, verdict }) => {
    const [first, second] = [one, two].map((text) => must(parseCheckpoint(text)));
    const hashes = proof?.map((hash: string) => Buffer.from(hash, "base64"));
    expect(detectFork(must(first), must(second), { sha256, proof: hashes })).toBe(verdict);
  });
});
