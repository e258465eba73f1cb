/**
 * `agreement.json`: forms of the agreement that hold and that are refused, redactions, effective periods.
 */
import { didOf, type JsonValue, json } from "./bytes.js";
import type { PatchOperation } from "./json-patch.js";
import { HIDDEN, type Scenario } from "./scenario.js";

const FULL = "/agreement/full_form";
const PUBLIC = "/redaction/public_form";
const REDACTED = "/redaction/redacted_form";

/** What is checked beside a form: pointers into `negotiation.json`, and changes. */
interface Letters {
  readonly proposal?: string;
  readonly proposal_patch?: readonly PatchOperation[];
  readonly acceptance?: string;
  readonly acceptance_patch?: readonly PatchOperation[];
  readonly require?: "signatures" | "one";
}

/** The file. */
export function agreementVectors(run: Scenario): JsonValue {
  const pointers = Object.keys(run.redaction.agreement.digests);
  return json({
    about: "SG-26 to SG-29, OAP-20 to OAP-26: agreements, their redaction, their period. See README.md.",
    forms: [...soundForms(run, pointers), ...refusedForms(run)],
    redactions: redactions(pointers),
    periods: PERIODS.map(([name, terms, code]) => ({
      ...{ name, requirement: "OAP-21", terms, accepted_at: "2026-11-22T09:00:07.500Z" },
      ...(typeof code === "string" ? { ok: false, code } : { ok: true, period: code }),
    })),
  });
}

function soundForms({ signers }: Scenario, pointers: readonly string[]): object[] {
  const [acceptor, proposer] = [didOf(signers.ada), didOf(signers.smith)];
  const unsigned = [
    drop(`/agreement/signatures/${escaped(proposer)}`),
    drop(`/agreement/keys/${escaped(signers.smith.kid)}`),
  ];
  const both = { proposal: "/proposals/3/document", acceptance: "/acceptance/document" };
  const terms = pointers.filter((pointer) => pointer.startsWith("/terms/"));
  const sound = (name: string, form: string, more: object): object => ({
    ...{ name, requirement: "SG-29", form, patch: [], ok: true, binding: true },
    assent_by: [acceptor, proposer],
    ...more,
  });
  return [
    sound("the full form", FULL, { complete: true, hidden: [] }),
    sound("the full form, with its letters", FULL, { ...both, complete: true, hidden: [] }),
    sound("the public form", PUBLIC, { complete: true, hidden: [] }),
    sound("the public form before the proposer has signed, where one is enough", PUBLIC, {
      ...{ patch: unsigned, require: "one", complete: false, assent_by: [acceptor], hidden: [] },
    }),
    sound("the public form before the proposer has signed, with the proposal", PUBLIC, {
      ...{ patch: unsigned, proposal: both.proposal, complete: false, hidden: [] },
    }),
    sound("the full form that nobody has signed, with its letters", FULL, {
      ...{ patch: [set("/agreement/signatures", {})], ...both, complete: false, hidden: [] },
    }),
    sound("the full form, where both signatures are asked for", FULL, {
      ...{ require: "signatures", complete: true, hidden: [] },
    }),
    sound("the redacted form", REDACTED, { complete: true, hidden: [...HIDDEN].sort() }),
    sound("the redacted form, with its letters", REDACTED, {
      ...both,
      complete: true,
      hidden: [...HIDDEN].sort(),
    }),
    sound("all terms redacted", PUBLIC, {
      patch: terms.map((pointer) => drop(disclosure(pointer))),
      complete: true,
      hidden: [...terms].sort(),
    }),
  ];
}

function refusedForms({ signers, answer, acceptance, redaction, disclosures }: Scenario): object[] {
  const [ada, smith, stranger] = [signers.ada, signers.smith, signers.stranger].map(didOf);
  const signature = (did = ""): string => answer.agreement.signatures[did] ?? "";
  const signed = (did = ""): string => `/agreement/signatures/${escaped(did)}`;
  const { digests } = redaction.agreement;
  const price = disclosures["/terms/price"];
  const mismatch = "agreement_mismatch";
  const both = { proposal: "/proposals/3/document", acceptance: "/acceptance/document" };
  const drafts: readonly Draft[] = [
    [FULL, "SG-26", "another price", mismatch, [set("/agreement/terms/price", "39.00")]],
    [FULL, "SG-26", "a number as a text", mismatch, [set("/agreement/terms/units", "4000")]],
    [FULL, "SG-26", "one more term", mismatch, [set("/agreement/terms/fee", "0.00")]],
    [FULL, "SG-26", "one term less", mismatch, [drop("/agreement/terms/sealed")]],
    [FULL, "SG-26", "null for an empty object", mismatch, [set("/agreement/terms/options", null)]],
    [FULL, "SG-26", "an empty object for an empty array", mismatch, [set("/agreement/terms/extras", {})]],
    [
      FULL,
      "SG-26",
      "elements the other way round",
      mismatch,
      [set("/agreement/terms/regions", ["ap-south", "eu-west"])],
    ],
    [FULL, "OAP-23", "not binding any more", mismatch, [set("/agreement/metadata/binding", false)]],
    [
      FULL,
      "OAP-33",
      "without its obligations",
      mismatch,
      [set("/agreement/metadata/regulated_obligations", [])],
    ],
    [FULL, "OAP-32", "a lower level", mismatch, [set("/agreement/metadata/confidentiality", "public")]],
    [FULL, "OAP-21", "another end", mismatch, [set("/agreement/effective_until", "2027-01-31T00:00:00Z")]],
    [
      FULL,
      "SG-27",
      "another hash",
      mismatch,
      [set("/agreement/agreement_hash", acceptance.view.manifest_hash)],
    ],
    [
      FULL,
      "SG-27",
      "another negotiation",
      mismatch,
      [set("/agreement/negotiation_id", "neg_01M817QNM0NAAVKFAD6T8BYM7C")],
    ],
    [FULL, "SG-26", "another salt_secret", mismatch, [set("/salt_secret", `${"b".repeat(42)}A`)]],
    [FULL, "SG-28", "a salt_secret of zeros", "salt_weak", [set("/salt_secret", "A".repeat(43))]],
    [FULL, "SG-28", "a salt_secret of 31 bytes", "salt_weak", [set("/salt_secret", `${"b".repeat(41)}g`)]],
    [
      FULL,
      "SG-12",
      "a salt_secret in another spelling",
      "document_invalid",
      [set("/salt_secret", `${"A".repeat(42)}B`)],
    ],
    [
      FULL,
      "SG-26",
      "terms whose leaves are those of an array",
      "document_invalid",
      [set("/agreement/terms/regions", { "0": "eu-west", "1": "ap-south" })],
    ],
    [FULL, "OAP-4", "one party twice", "party_invalid", [set("/agreement/parties", [ada ?? "", ada ?? ""])]],
    [
      FULL,
      "OAP-4",
      "the parties the other way round",
      mismatch,
      [set("/agreement/parties", [smith ?? "", ada ?? ""])],
    ],
    [FULL, "OAP-4", "one more party", "document_invalid", [set("/agreement/parties/-", stranger ?? "")]],
    [FULL, "SG-29", "no signature", "assent_missing", [set("/agreement/signatures", {})]],
    [FULL, "SG-29", "the signature of one alone", "assent_missing", [drop(signed(smith))]],
    [FULL, "SG-29", "the signature of the other alone", "assent_missing", [drop(signed(ada))]],
    [
      FULL,
      "SG-29",
      "the signature and the proposal of one",
      "assent_missing",
      [drop(signed(ada))],
      { proposal: "/proposals/3/document" },
    ],
    [
      FULL,
      "SG-29",
      "both letters, where both signatures are asked for",
      "assent_missing",
      [drop(signed(smith))],
      { ...both, require: "signatures" },
    ],
    [
      FULL,
      "SG-29",
      "no signature, where one is enough",
      "assent_missing",
      [set("/agreement/signatures", {})],
      { require: "one" },
    ],
    [
      FULL,
      "SG-27",
      "the signature of one as that of the other",
      "signature_invalid",
      [set(signed(smith), signature(ada))],
    ],
    [FULL, "SG-27", "a stranger's signature", "signature_invalid", [set(signed(stranger), signature(ada))]],
    [
      FULL,
      "SG-11",
      "the signature of the acceptance",
      "signature_invalid",
      [set(signed(ada), signatureOf(acceptance.document))],
    ],
    [FULL, "SG-28", "one more member", "document_invalid", [set("/note", "")]],
    [PUBLIC, "SG-26", "another value", mismatch, [set(`${disclosure("/terms/price")}/value`, "39.00")]],
    [PUBLIC, "SG-26", "another salt", mismatch, [set(`${disclosure("/terms/price")}/salt`, "A".repeat(22))]],
    [
      PUBLIC,
      "SG-26",
      "a value that fits another pointer",
      mismatch,
      [{ op: "copy", from: disclosure("/terms/price"), path: disclosure("/terms/currency") }],
    ],
    [
      PUBLIC,
      "SG-26",
      "another digest, its leaf hidden",
      mismatch,
      [set(digest("/terms/price"), digests["/terms/units"] ?? ""), drop(disclosure("/terms/price"))],
    ],
    [
      PUBLIC,
      "SG-26",
      "a digest less, with its leaf",
      mismatch,
      [drop(digest("/terms/price")), drop(disclosure("/terms/price"))],
    ],
    [
      PUBLIC,
      "SG-26",
      "a disclosure without digest",
      mismatch,
      [set(disclosure("/terms/fee"), { salt: "A".repeat(22), value: "0.00" })],
    ],
    [PUBLIC, "OAP-26", "a party hidden", "not_redactable", [drop(disclosure("/parties/0"))]],
    [PUBLIC, "OAP-26", "binding hidden", "not_redactable", [drop(disclosure("/metadata/binding"))]],
    [
      PUBLIC,
      "OAP-33",
      "an obligation hidden",
      "not_redactable",
      [drop(disclosure("/metadata/regulated_obligations/0/obligations/1"))],
    ],
    [PUBLIC, "OAP-26", "the end hidden", "not_redactable", [drop(disclosure("/effective_until"))]],
    [
      PUBLIC,
      "SG-42",
      "a leaf with leaves inside it",
      "document_invalid",
      [set(digest("/terms"), "A".repeat(43))],
    ],
    [PUBLIC, "SG-28", "no digests", "document_invalid", [drop("/agreement/digests")]],
    [
      REDACTED,
      "SG-26",
      "a right guess at the price without its salt",
      mismatch,
      [set(disclosure("/terms/price"), { salt: "A".repeat(22), value: price?.value as JsonValue })],
    ],
    [FULL, "SG-29", "the proposal of another round", mismatch, [], { proposal: "/proposals/1/document" }],
    [
      FULL,
      "SG-29",
      "a proposal that was changed",
      "signature_invalid",
      [],
      { proposal: "/proposals/3/document", proposal_patch: [set("/terms/price", "39.00")] },
    ],
    [
      FULL,
      "SG-29",
      "the acceptance as the proposal",
      "document_invalid",
      [],
      { proposal: "/acceptance/document" },
    ],
    [
      FULL,
      "SG-29",
      "an acceptance with terms of its own",
      "document_invalid",
      [],
      { acceptance: "/acceptance/document", acceptance_patch: [set("/terms", { price: "39.00" })] },
    ],
    [
      FULL,
      "SG-29",
      "an acceptance that was changed",
      "signature_invalid",
      [],
      { acceptance: "/acceptance/document", acceptance_patch: [set("/round", 3)] },
    ],
    [
      REDACTED,
      "SG-29",
      "the proposal of another round, the price hidden",
      mismatch,
      [],
      { proposal: "/proposals/1/document" },
    ],
  ];
  return drafts.map(([form, requirement, name, code, patch, letters = {}]) => ({
    ...{ name, requirement, form, patch, ...letters },
    ...{ ok: false, code },
  }));
}

type Draft = readonly [
  form: string,
  requirement: string,
  name: string,
  code: string,
  patch: readonly PatchOperation[],
  letters?: Letters,
];

function redactions(pointers: readonly string[]): object[] {
  const terms = pointers.filter((pointer) => pointer.startsWith("/terms/"));
  const redactable = (name: string, asked: readonly string[]): object => ({
    ...{ name, requirement: "OAP-26", pointers: asked, ok: true },
    hidden: [...new Set(asked)].sort(),
  });
  const refused = (name: string, ...asked: readonly string[]): object => ({
    ...{ name, requirement: "OAP-26", pointers: asked, ok: false },
    code: "not_redactable",
  });
  return [
    redactable("the price", ["/terms/price"]),
    redactable("twice", ["/terms/price", "/terms/price"]),
    redactable("pointers with escapes", ["/terms/rates/per~1call", "/terms/rates/over~0limit"]),
    redactable("an empty name", ["/terms/rates/"]),
    redactable("all terms", terms),
    ...pointers.filter((pointer) => !terms.includes(pointer)).map((pointer) => refused(pointer, pointer)),
    refused("the whole agreement", ""),
    refused("all terms by one pointer", "/terms"),
    refused("an object", "/terms/rates"),
    refused("an array", "/terms/regions"),
    refused("a term that is not there", "/terms/fee"),
    refused("a pointer without its escape", "/terms/rates/per/call"),
    refused("a pointer without a slash in front", "terms/price"),
    refused("a term, and something else", "/terms/price", "/metadata/host"),
  ];
}

const ACCEPTED_AT = "2026-11-22T09:00:07.500Z";

const PERIODS: readonly (readonly [string, JsonValue, string | object])[] = [
  ["terms that say nothing", { price: "40.00" }, { effective_from: ACCEPTED_AT, effective_until: null }],
  [
    "terms that say both",
    { effective_from: "2027-01-01T00:00:00Z", effective_until: "2028-01-01T00:00:00Z" },
    { effective_from: "2027-01-01T00:00:00Z", effective_until: "2028-01-01T00:00:00Z" },
  ],
  [
    "terms whose texts are no instants",
    { effective_from: "tomorrow", effective_until: "2027-01-01" },
    { effective_from: ACCEPTED_AT, effective_until: null },
  ],
  [
    "an end at the beginning",
    { effective_from: "2027-01-01T00:00:00Z", effective_until: "2027-01-01T00:00:00.000Z" },
    "terms_invalid",
  ],
  [
    "an end before the beginning",
    { effective_from: "2027-01-01T00:00:00Z", effective_until: "2026-12-31T00:00:00Z" },
    "terms_invalid",
  ],
  ["an end before the acceptance", { effective_until: "2026-11-22T09:00:07Z" }, "period_invalid"],
  ["an end at the acceptance", { effective_until: ACCEPTED_AT }, "period_invalid"],
];

function set(path: string, value: JsonValue): PatchOperation {
  return { op: "add", path, value };
}

function drop(path: string): PatchOperation {
  return { op: "remove", path };
}

function disclosure(pointer: string): string {
  return `/disclosures/${escaped(pointer)}`;
}

function digest(pointer: string): string {
  return `/agreement/digests/${escaped(pointer)}`;
}

function escaped(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

function signatureOf(document: object): string {
  return (document as { readonly signature: string }).signature;
}
