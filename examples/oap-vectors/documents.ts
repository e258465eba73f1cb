/**
 * `documents.json`: documents that are refused for their members alone, instants and ids.
 */
import { type JsonValue, json } from "./bytes.js";
import type { PatchOperation } from "./json-patch.js";

/** Where the sound document of each kind stands in `negotiation.json`. */
export const BASES = {
  open: "/open/document",
  proposal: "/proposals/1/document",
  acceptance: "/acceptance/document",
  rejection: "/alternatives/rejection/document",
  withdrawal: "/alternatives/withdrawal/document",
  manifest: "/manifest/document",
} as const;

export type DocumentKind = keyof typeof BASES;

/** The file. */
export function documentVectors(): JsonValue {
  return json({
    about: "The schemas of section 3 and of the manifest, instants and ids. See README.md.",
    bases: BASES,
    cases: [
      ...SOUND.map((one) => caseOf(one, null)),
      ...REFUSED.map((one) => caseOf(one, "document_invalid")),
      ...OTHERS,
    ],
    instants: INSTANTS.map(([text, at]) => ({ text, epoch_ms: at })),
    ids: IDS.map(([prefix, id, ok]) => ({ prefix, id, ok })),
  });
}

/** A text of one letter, so many times: too long to be written out. */
interface LongText {
  readonly path: string;
  readonly piece: string;
  readonly times: number;
}

/** The changes of a case, its long text among them. */
export function changesOf({
  patch,
  long: text,
}: {
  readonly patch: readonly PatchOperation[];
  readonly long?: LongText | undefined;
}): readonly PatchOperation[] {
  if (text === undefined) return patch;
  return [...patch, { op: "add", path: text.path, value: text.piece.repeat(text.times) }];
}

type Draft = readonly [
  kind: DocumentKind,
  requirement: string,
  name: string,
  ...changes: (PatchOperation | LongText)[],
];

function caseOf([kind, requirement, name, ...changes]: Draft, code: string | null): object {
  const patch = changes.filter((change) => "op" in change);
  const [text] = changes.filter((change) => "times" in change);
  return {
    ...{ name, requirement, kind, patch },
    ...(text && { long: text }),
    ok: code === null,
    ...(code !== null && { code }),
  };
}

const long = (path: string, times: number): LongText => ({ path, piece: "a", times });

const set = (member: string, value: JsonValue): PatchOperation => ({ op: "add", path: `/${member}`, value });
const drop = (member: string): PatchOperation => ({ op: "remove", path: `/${member}` });

const DID = "did:key:z6Mkk7yqnGF3YwTrLpqrW6PGsKci7dNqh1CjnvMbzrMerSeL";

const SOUND: readonly Draft[] = [
  ["proposal", "OAP-14", "as it is"],
  ["proposal", "OAP-10", "an instant without a fraction", set("valid_until", "2026-11-22T10:00:00Z")],
  ["proposal", "OAP-15", "extensions", set("extensions", { "x-anything": [null, {}] })],
  ["proposal", "G-14", "no host and no manifest_hash", drop("host"), drop("manifest_hash")],
  [
    "proposal",
    "OAP-42",
    "references that nobody knows",
    set("justification", { type: "threat", references: ["x"] }),
  ],
  [
    "proposal",
    "OAP-40",
    "further members of a justification",
    set("justification", { type: "reward", weight: 3 }),
  ],
  ["proposal", "SG-36", "an id that is no ULID", set("proposal_id", "prp_01HX2QFJ8N4M6Q7R8S9T0U1V2W")],
  ["withdrawal", "OAP-15", "no proposal, round 0", set("proposal_id", null), set("round", 0)],
  ["rejection", "OAP-14", "a reason of 4,000 units", long("/reason", 4_000)],
  ["rejection", "OAP-14", "no reason", drop("reason")],
  ["manifest", "OAP-27", "unknown members", set("contact", "sales@tool.example")],
  [
    "manifest",
    "OAP-27",
    "defaults left out",
    drop("max_rounds"),
    drop("default_validity_minutes"),
    drop("binding_acceptance"),
  ],
];

const REFUSED: readonly Draft[] = [
  ["proposal", "OAP-14", "an unknown member", set("discount", "5")],
  ["proposal", "SG-36", "no id", drop("proposal_id")],
  ["proposal", "SG-36", "an id of another kind", set("proposal_id", "acc_01M817QVFGRB7AJ53QDKGN1MJV")],
  ["proposal", "SG-36", "an id in lower case", set("proposal_id", "prp_01m817qvfgrb7aj53qdkgn1mjv")],
  ["proposal", "SG-36", "an id of 25 characters", set("proposal_id", "prp_01M817QVFGRB7AJ53QDKGN1MJ")],
  ["proposal", "SG-36", "no negotiation_id", drop("negotiation_id")],
  ["proposal", "OAP-9", "no previous_proposal_id", drop("previous_proposal_id")],
  ["proposal", "OAP-9", "previous_proposal_id as an empty text", set("previous_proposal_id", "")],
  ["proposal", "OAP-4", "from that is no DID", set("from", "ada")],
  ["proposal", "OAP-4", "from with a fragment", set("from", `${DID}#key`)],
  ["proposal", "OAP-4", "to of 257 characters", set("to", `did:web:${"a".repeat(249)}`)],
  ["proposal", "OAP-4", "from that is also to", set("from", DID), set("to", DID)],
  ["proposal", "OAP-8", "round 0", set("round", 0)],
  ["proposal", "OAP-8", "round -1", set("round", -1)],
  ["proposal", "OAP-8", "round as a text", set("round", "2")],
  ["proposal", "OAP-8", "round 1.5", set("round", 1.5)],
  ["proposal", "OAP-8", "round 2^53", set("round", 2 ** 53)],
  ["proposal", "OAP-13", "no category", drop("category")],
  ["proposal", "OAP-13", "no terms", drop("terms")],
  ["proposal", "OAP-13", "terms that are an array", set("terms", [])],
  ["proposal", "SG-3", "terms with a fraction", set("terms", { price: 40.5 })],
  ["proposal", "OAP-10", "no valid_until", drop("valid_until")],
  ["proposal", "OAP-10", "valid_until as a number", set("valid_until", 1_795_338_000_000)],
  ["proposal", "OAP-10", "valid_until with an offset", set("valid_until", "2026-11-22T10:00:00+01:00")],
  ["proposal", "OAP-40", "a justification that is null", set("justification", null)],
  ["proposal", "OAP-40", "a justification of an unknown type", set("justification", { type: "plea" })],
  ["proposal", "OAP-40", "a justification without type", set("justification", { rationale: "a" })],
  [
    "proposal",
    "OAP-42",
    "65 references",
    set("justification", { type: "reward", references: Array(65).fill("x") }),
  ],
  ["proposal", "OAP-15", "extensions that are an array", set("extensions", [])],
  ["proposal", "OAP-28", "a manifest_hash in hexadecimal", set("manifest_hash", "ab".repeat(32))],
  [
    "proposal",
    "SG-25",
    "a manifest_hash without padding",
    set("manifest_hash", "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"),
  ],
  [
    "proposal",
    "SG-25",
    "a manifest_hash in base64url",
    set("manifest_hash", "sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU="),
  ],
  ["proposal", "SG-10", "no signature", drop("signature")],
  ["acceptance", "OAP-16", "terms", set("terms", { price: "48.00" })],
  ["acceptance", "OAP-16", "a condition", set("condition", "if it rains")],
  ["acceptance", "OAP-15", "no proposal_hash", drop("proposal_hash")],
  ["acceptance", "OAP-15", "no proposal", set("proposal_id", null)],
  ["acceptance", "OAP-20", "no agreement_hash", drop("agreement_hash")],
  ["acceptance", "OAP-28", "no host", drop("host")],
  ["rejection", "OAP-14", "a reason of 4,001 units", long("/reason", 4_001)],
  ["rejection", "OAP-14", "a reason that is no text", set("reason", 1)],
  ["rejection", "OAP-15", "round 0", set("round", 0)],
  ["withdrawal", "OAP-15", "a round without a proposal", set("proposal_id", null)],
  ["withdrawal", "OAP-15", "a proposal in round 0", set("round", 0)],
  ["open", "OAP-28", "no manifest_hash", drop("manifest_hash")],
  ["open", "OAP-14", "a negotiation_id", set("negotiation_id", "neg_01M817QNM0NAAVKFAD6T8BYM7B")],
  ["open", "OAP-10", "opened_at on a day that does not exist", set("opened_at", "2026-02-30T12:00:00Z")],
  ["manifest", "OAP-27", "no categories", drop("categories")],
  ["manifest", "OAP-27", "no category", set("categories", [])],
  ["manifest", "OAP-27", "an unknown category", set("categories", ["pricing", "weather"])],
  ["manifest", "OAP-27", "a category twice", set("categories", ["sla", "sla"])],
  ["manifest", "OAP-27", "max_rounds 0", set("max_rounds", 0)],
  ["manifest", "OAP-27", "max_rounds as a text", set("max_rounds", "8")],
  ["manifest", "OAP-27", "default_validity_minutes over 30 days", set("default_validity_minutes", 43_201)],
  [
    "manifest",
    "OAP-27",
    "penalty terms without https",
    set("withdrawal_penalty_terms", "http://tool.example/p"),
  ],
  ["manifest", "OAP-27", "a penalty below 0", set("withdrawal_penalty", { amount: "-1", currency: "EUR" })],
];

const OTHERS: readonly object[] = [
  caseOf(
    ["open", "OAP-4", "one party twice", { op: "copy", from: "/initiator", path: "/responder" }],
    "party_invalid",
  ),
  caseOf(["manifest", "OAP-27", "supported false", set("supported", false)], "negotiation_not_supported"),
  caseOf(
    ["manifest", "OAP-27", "supported as a text", set("supported", "true")],
    "negotiation_not_supported",
  ),
];

const INSTANTS: readonly (readonly [string, number | null])[] = [
  ["2026-05-10T12:00:00Z", 1_778_414_400_000],
  ["2026-05-10T12:00:00.007Z", 1_778_414_400_007],
  ["2024-02-29T00:00:00Z", 1_709_164_800_000],
  ["0001-01-01T00:00:00Z", -62_135_596_800_000],
  ["9999-12-31T23:59:59.999Z", 253_402_300_799_999],
  ["1970-01-01T00:00:00.000Z", 0],
  ...[
    "0000-12-31T23:59:59Z",
    "2025-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-05-10T24:00:00Z",
    "2026-05-10T12:00:60Z",
    "2026-05-10T12:60:00Z",
    "2026-05-10T12:00:00.1Z",
    "2026-05-10T12:00:00.12Z",
    "2026-05-10T12:00:00.1234Z",
    "2026-05-10T12:00:00,123Z",
    "2026-05-10t12:00:00z",
    "2026-05-10 12:00:00Z",
    "2026-05-10T12:00Z",
    "2026-05-10T12:00:00",
    "2026-05-10T12:00:00+00:00",
    "2026-05-10",
    "+002026-05-10T12:00:00Z",
    " 2026-05-10T12:00:00Z",
    "2026-05-10T12:00:00Z\n",
  ].map((text) => [text, null] as const),
];

const IDS: readonly (readonly [string, string, boolean])[] = [
  ["prp", "prp_01M817QVFGRB7AJ53QDKGN1MJV", true],
  ["prp", "prp_01HX2QFJ8N4M6Q7R8S9T0U1V2W", true],
  ["neg", "neg_00000000000000000000000000", true],
  ["agr", "agr_ZZZZZZZZZZZZZZZZZZZZZZZZZZ", true],
  ["prp", "agr_01M817QVFGRB7AJ53QDKGN1MJV", false],
  ["prp", "prp_01M817QVFGRB7AJ53QDKGN1MJ", false],
  ["prp", "prp_01M817QVFGRB7AJ53QDKGN1MJVV", false],
  ["prp", "prp_01m817qvfgrb7aj53qdkgn1mjv", false],
  ["prp", "prp-01M817QVFGRB7AJ53QDKGN1MJV", false],
  ["prp", "prp_01M817QVFGRB7AJ53QDKGN1MJ\n", false],
];
