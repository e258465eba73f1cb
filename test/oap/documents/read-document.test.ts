import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "../../../src/oap/canonical/index.js";
import {
  type DocumentResult,
  readAcceptance,
  readOpen,
  readProposal,
  readRejection,
  readWithdrawal,
} from "../../../src/oap/documents/index.js";
import { didKeySigner, signDocument, verifyDocument } from "../../../src/oap/signing/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

import {
  ACCEPTANCE,
  AGENT_A,
  AGENT_B,
  OPEN,
  PROPOSAL,
  REJECTION,
  RFC_PROPOSAL,
  TOOL,
  WITHDRAWAL,
} from "../documents.js";
import { seed } from "../ed25519-cases.js";
import { HOSTILE_VALUES } from "../hostile-values.js";
import { signableJson } from "../strict-arbitrary.js";

type Read = (value: unknown) => DocumentResult<unknown>;

interface Kind {
  readonly read: Read;
  readonly sample: Readonly<Record<string, unknown>>;
  readonly optional: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  open: { read: readOpen, sample: OPEN, optional: ["confidentiality", "extensions"] },
  proposal: {
    read: readProposal,
    sample: PROPOSAL,
    optional: ["justification", "host", "manifest_hash", "extensions"],
  },
  acceptance: { read: readAcceptance, sample: ACCEPTANCE, optional: ["extensions"] },
  rejection: { read: readRejection, sample: REJECTION, optional: ["reason", "extensions"] },
  withdrawal: { read: readWithdrawal, sample: WITHDRAWAL, optional: ["reason", "extensions"] },
};

const kinds = Object.entries(KINDS).map(([name, kind]) => [name, kind] as const);
const members = kinds.flatMap(([name, kind]) =>
  Object.keys(kind.sample).map((member) => [name, member, kind] as const),
);

const BODY = "01HX2QFP4N8R5T6V7W8X9Y0Z1A";
const LONG_DID = `did:web:${"a".repeat(248)}`;
const NO_OBJECTS = [null, true, 1, "text", [], [{}]];
const NO_TEXTS = [null, true, 1, {}, ["a"]];
const NO_INSTANTS = [...NO_TEXTS, "", "2026-05-03T12:00:00+00:00", "2026-05-03", "2026-02-30T12:00:00Z"];
const NO_DIDS = [
  ...NO_TEXTS,
  "",
  "did:web:",
  "DID:web:a",
  "did:web:a#k",
  "did:web:a/b",
  "did:web:a?q",
  `${LONG_DID}a`,
];
const NO_HASHES = [
  ...NO_TEXTS,
  "",
  "sha256:47DEQpj8HBSa",
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU",
];
const NO_ROUNDS = [null, "2", 0, -1, 2 ** 53, 1.5, {}, true];

/** What each member may not be, and what else than the sample it may be. */
const FORMS: Readonly<
  Record<string, { readonly bad: readonly unknown[]; readonly good?: readonly unknown[] }>
> = {
  open_id: ids("opn"),
  negotiation_id: ids("neg"),
  proposal_id: ids("prp"),
  acceptance_id: ids("acc"),
  rejection_id: ids("rej"),
  withdrawal_id: ids("wdr"),
  agreement_id: ids("agr"),
  previous_proposal_id: { ...ids("prp"), bad: ids("prp").bad.filter((one) => one !== null) },
  from: { bad: NO_DIDS, good: [TOOL, LONG_DID, "did:key:z6Mk"] },
  to: { bad: NO_DIDS, good: [TOOL] },
  initiator: { bad: NO_DIDS, good: [TOOL] },
  responder: { bad: NO_DIDS, good: [LONG_DID] },
  host: { bad: NO_DIDS, good: [AGENT_A] },
  manifest_hash: { bad: NO_HASHES },
  proposal_hash: { bad: NO_HASHES },
  agreement_hash: { bad: NO_HASHES },
  round: { bad: NO_ROUNDS, good: [2, 9, 2 ** 53 - 1] },
  category: { bad: NO_TEXTS, good: ["", "other"] },
  terms: { bad: NO_OBJECTS, good: [{}, { price: "0.0040", deep: [[{ a: null }]] }] },
  valid_until: { bad: NO_INSTANTS, good: ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"] },
  opened_at: { bad: NO_INSTANTS },
  accepted_at: { bad: NO_INSTANTS },
  rejected_at: { bad: NO_INSTANTS },
  withdrawn_at: { bad: NO_INSTANTS },
  reason: { bad: [...NO_TEXTS, "a".repeat(4_001)], good: ["", "a".repeat(4_000)] },
  confidentiality: { bad: NO_TEXTS, good: [""] },
  justification: { bad: [...NO_OBJECTS, {}], good: [{ type: "threat" }] },
  extensions: { bad: NO_OBJECTS, good: [{}, { terms: { price: 1 }, condition: "none" }] },
  signature: { bad: NO_TEXTS },
};

function ids(prefix: string) {
  const others = ["opn", "neg", "prp", "acc", "rej", "wdr", "agr"].filter((one) => one !== prefix);
  return {
    bad: [
      ...NO_TEXTS,
      ...others.map((other) => `${other}_${BODY}`),
      ...[`${prefix}_`, `${prefix}-${BODY}`, `${prefix}_${BODY}0`, `${prefix}_${BODY.slice(1)}`],
      ...[`${prefix}_${BODY.toLowerCase()}`, ` ${prefix}_${BODY}`, `${prefix}_${BODY}\n`],
    ],
    // Opaque: no ULID has an I, L, O or U, and none is over 7ZZZ...
    good: [`${prefix}_ZZZZZZZZZZZZZZZZZZZZZZZZZZ`, `${prefix}_ILOU${BODY.slice(4)}`],
  };
}

function without(sample: object, member: string): object {
  return Object.fromEntries(Object.entries(sample).filter(([name]) => name !== member));
}

describe("the forms of documents", () => {
  it.each(kinds)(
    "SG-7, OAP-8: %s: what is read is what came, frozen, in its order",
    (_name, { read, sample }) => {
      const answer = read(sample);
      expect(answer).toStrictEqual({ ok: true, document: sample });
      if (!answer.ok) return;
      expect(Object.keys(answer.document as object)).toEqual(Object.keys(sample));
      expect(isDeepFrozen(answer)).toBe(true);
    },
  );

  it.each(members)(
    "OAP-4, OAP-8, OAP-10: %s: %s absent, malformed, at its bounds",
    (_name, member, { read, sample, optional }) => {
      const form = FORMS[member];
      if (form === undefined) throw new Error(`No forms of ${member}.`);
      const absent = read(without(sample, member));
      if (optional.includes(member)) expect(absent.ok).toBe(true);
      else expect(absent).toMatchObject({ ok: false, code: "document_invalid", path: [member] });
      const isNullable = member === "proposal_id" && read === readWithdrawal;
      for (const value of form.bad.filter((one) => !(isNullable && one === null))) {
        const answer = read({ ...sample, [member]: value });
        expect(answer, JSON.stringify(value)).toMatchObject({ ok: false, code: "document_invalid" });
        expect((answer as { path?: unknown[] }).path?.[0]).toBe(member);
        if (typeof value === "string" && value.length > 8)
          expect(JSON.stringify(answer)).not.toContain(value);
      }
      for (const value of form.good ?? []) {
        expect(read({ ...sample, [member]: value }), JSON.stringify(value)).toMatchObject({ ok: true });
      }
    },
  );

  it.each(kinds)(
    "OAP-16: %s: unknown members are refused by their path, in extensions they stand",
    (_name, { read, sample }) => {
      for (const member of ["condition", "constructor_", "Extensions", "", "toString", "a".repeat(300)]) {
        expect(read({ ...sample, [member]: 1 })).toMatchObject({ code: "document_invalid", path: [member] });
        expect(read({ ...sample, extensions: { [member]: 1 } })).toMatchObject({ ok: true });
      }
    },
  );

  it("OAP-16: an acceptance with terms or a condition is refused", () => {
    expect(readAcceptance({ ...ACCEPTANCE, terms: {} })).toMatchObject({ ok: false, path: ["terms"] });
    expect(readAcceptance({ ...ACCEPTANCE, condition: null })).toMatchObject({
      ok: false,
      path: ["condition"],
    });
  });

  it("OAP-9: previous_proposal_id null is a member, and stays one", () => {
    const answer = readProposal(RFC_PROPOSAL);
    expect(answer).toMatchObject({ ok: true, document: { previous_proposal_id: null } });
    expect(readProposal(without(RFC_PROPOSAL, "previous_proposal_id")).ok).toBe(false);
  });

  it.each(kinds)(
    "T8: %s: whatever is no strict JSON is refused, wherever it stands",
    (_name, { read, sample }) => {
      for (const [name, make] of HOSTILE_VALUES) {
        expect(read(make()), name).toMatchObject({ ok: false, code: "document_invalid" });
        expect(read({ ...sample, extensions: { a: make() } }), name).toMatchObject({
          code: "document_invalid",
        });
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it("T8: 65,536 canonical bytes and depth 32 pass, one more does not", () => {
    const padded = (length: number) => ({ ...PROPOSAL, extensions: { a: "x".repeat(length) } });
    const room = 65_536 - canonicalText(padded(0)).length;
    expect(readProposal(padded(room)).ok).toBe(true);
    expect(readProposal(padded(room + 1))).toMatchObject({ ok: false, code: "document_invalid" });
    const nested = (depth: number) => ({
      ...PROPOSAL,
      terms: JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
    });
    expect(readProposal(nested(31)).ok).toBe(true);
    expect(readProposal(nested(32))).toMatchObject({ ok: false, code: "document_invalid" });
  });

  it("OAP-8: numbers in terms are safe integers", () => {
    for (const price of [0.5, 2 ** 53, -0, Number.POSITIVE_INFINITY]) {
      const answer = readProposal({ ...PROPOSAL, terms: { list: [{ price }] } });
      expect(answer).toMatchObject({ code: "document_invalid", path: ["terms", "list", 0, "price"] });
    }
  });

  it("OAP-14: a rationale beyond 4,000 UTF-16 units is refused by its path", () => {
    const saying = (rationale: string) => ({ ...PROPOSAL, justification: { type: "reward", rationale } });
    expect(readProposal(saying("é".repeat(4_000))).ok).toBe(true);
    expect(readProposal(saying("😀".repeat(2_001)))).toMatchObject({ path: ["justification", "rationale"] });
  });
});

describe("the parties of documents", () => {
  it("OAP-4: initiator and responder are two, by exact equality", () => {
    expect(readOpen({ ...OPEN, responder: AGENT_A })).toMatchObject({
      code: "party_invalid",
      path: ["responder"],
    });
    expect(readOpen({ ...OPEN, responder: AGENT_A.toUpperCase().replace("DID:WEB", "did:web") }).ok).toBe(
      true,
    );
    expect(readOpen({ ...OPEN, responder: `${AGENT_A}.` }).ok).toBe(true);
  });

  it.each(kinds.filter(([name]) => name !== "open"))(
    "T7: %s: nobody writes to himself",
    (_name, { read, sample }) => {
      expect(read({ ...sample, to: AGENT_A })).toMatchObject({ code: "document_invalid", path: ["to"] });
      expect(read({ ...sample, from: AGENT_B, to: AGENT_A }).ok).toBe(true);
    },
  );

  it("OAP-15: a withdrawal names a proposal with its round, or none with round 0", () => {
    expect(readWithdrawal({ ...WITHDRAWAL, proposal_id: null, round: 0 }).ok).toBe(true);
    expect(readWithdrawal({ ...WITHDRAWAL, proposal_id: null, round: 1 })).toMatchObject({ path: ["round"] });
    const named = readWithdrawal({ ...WITHDRAWAL, round: 0 });
    expect(named).toMatchObject({ code: "document_invalid", path: ["round"] });
  });
});

describe("documents that are signed", () => {
  it("OAP-8: the RFC's own sample parses once it is signed again, although its reference is to nothing", async () => {
    const signer = await didKeySigner(seed);
    const from = signer.kid.slice(0, signer.kid.indexOf("#"));
    const signed = await signDocument({ ...RFC_PROPOSAL, from }, "proposal", signer);
    if (!signed.ok) throw new Error(signed.message);
    const answer = readProposal(signed.document);
    expect(answer).toStrictEqual({ ok: true, document: signed.document });
    if (!answer.ok) return;
    expect(await verifyDocument(answer.document, { purpose: "proposal", signer: from })).toMatchObject({
      ok: true,
    });
  });

  it("OAP-40: any terms and extensions come back with the bytes that were signed", () => {
    const object = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), signableJson, { maxKeys: 4 });
    fc.assert(
      fc.property(object, object, (terms, extensions) => {
        const document = { ...PROPOSAL, terms, extensions };
        const answer = readProposal(document);
        expect(answer.ok && canonicalText(answer.document)).toBe(canonicalText(document));
      }),
    );
  });
});
