/**
 * `moves.json`: three negotiations as a host sees them, document by document, with what it answers to each.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import type { ProposalDocument } from "../../src/oap/index.js";
import { canonicalize, encodeBase64url, oapParty, signDetached, writeInstant } from "../../src/oap/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { type JsonValue, json } from "./bytes.js";
import { idOf, MANIFEST, type MoveScript, moveScript, OTHER_HASH, same, set } from "./move-script.js";
import { type Scenario, START_AT, TOOL } from "./scenario.js";

const SECOND = 1_000;
const DAY = 86_400_000;

/** The file. */
export async function moveVectors(run: Scenario): Promise<JsonValue> {
  const script = moveScript(run);
  script.begin(START_AT, "1");
  const opened = await opening(script);
  await strangeProposals(script);
  const first = await roundOne(script);
  const second = await roundTwo(script, first);
  await roundThree(script, opened, first, second);
  script.begin(START_AT + DAY, "2");
  await expiry(script, first);
  script.begin(script.at + SECOND, "3");
  await withdrawal(script);
  return json({
    about:
      "OAP-2 to OAP-21: documents in the order in which a host gets them, with its answers. See README.md.",
    host: TOOL,
    manifest: MANIFEST,
    manifest_hash: script.manifest_hash,
    steps: script.steps,
  });
}

/** A proposal that was taken, and the number of its step. */
interface Round {
  readonly number: number;
  readonly proposal: ProposalDocument;
}

async function opening({ step, open, at, stranger }: MoveScript): Promise<number> {
  const rows: readonly (readonly [string, string, object, string])[] = [
    ["OAP-28", "another manifest", { manifest_hash: OTHER_HASH }, "manifest_changed"],
    ["T1", "for another host", { host: "did:web:other.example" }, "wrong_host"],
    ["OAP-27", "a category that is not offered", { category: "scope" }, "category_not_supported"],
    ["OAP-12", "written 300,001 ms ago", { opened_at: writeInstant(at - 300_001) }, "clock_skew"],
    ["OAP-31", "a level that is not known", { confidentiality: "secret" }, "confidentiality_unknown"],
  ];
  step("SG-13", "signed by a stranger", "open", await open({}, stranger), "signature_invalid");
  for (const [requirement, name, changed, code] of rows)
    step(requirement, name, "open", await open(changed), code);
  const first = step("OAP-2", "ada opens", "open", await open(), "OPEN");
  step("OAP-17", "the same again", "open", same(first), "OPEN");
  return first;
}

async function strangeProposals(script: MoveScript): Promise<void> {
  script.at += SECOND;
  const { step, propose, ada, smith, stranger, at } = script;
  const tooLong = writeInstant(at + 30 * DAY + 1);
  const backwards = { effective_from: "2027-01-02T00:00:00Z", effective_until: "2027-01-01T00:00:00Z" };
  const rows: readonly (readonly [string, string, string, object, string])[] = [
    ["2", "OAP-2", "the responder proposes first", { from: smith.did, to: ada.did }, "not_your_turn"],
    ["3", "OAP-8", "round 2 first", { round: 2 }, "round_mismatch"],
    [
      "4",
      "OAP-9",
      "a predecessor that is not there",
      { previous_proposal_id: idOf("prp", "9") },
      "stale_proposal",
    ],
    ["5", "T7", "to somebody else", { to: stranger.did }, "document_invalid"],
    ["6", "T7", "a stranger", { from: stranger.did }, "unknown_negotiation"],
    ["7", "T1", "for another negotiation", { negotiation_id: idOf("neg", "9") }, "unknown_negotiation"],
    ["8", "T1", "for another host", { host: "did:web:other.example" }, "wrong_host"],
    ["A", "OAP-28", "under another manifest", { manifest_hash: OTHER_HASH }, "manifest_changed"],
    ["B", "OAP-13", "of another category", { category: "sla" }, "category_not_supported"],
    ["C", "OAP-11", "valid until now", { valid_until: writeInstant(at) }, "validity_passed"],
    ["D", "OAP-11", "valid for 30 days and 1 ms", { valid_until: tooLong }, "validity_too_long"],
    ["E", "OAP-21", "a period that ends before it begins", { terms: backwards }, "terms_invalid"],
  ];
  for (const [number, requirement, name, changed, code] of rows) {
    const signer = [ada, smith, stranger].find(({ did }) => did === (changed as { from?: string }).from);
    step(requirement, name, "propose", await propose(number, null, changed, signer), code);
  }
  const sealed = await propose("F", null, {}, ada, "accept");
  step("SG-11", "signed for another purpose", "propose", sealed, "signature_invalid");
}

async function roundOne({ step, propose }: MoveScript): Promise<Round> {
  const taken = await propose("1", null);
  const number = step("OAP-2", "ada proposes", "propose", taken, "PROPOSED");
  step("OAP-17", "the same again", "propose", same(number), "PROPOSED");
  const cheaper = same(number, set("/terms/price", "1.00"));
  step("OAP-18", "the same with another price", "propose", cheaper, "signature_invalid");
  const twin = await propose("1", null, { terms: { price: "41.00" } });
  step("OAP-17", "another under the same id", "propose", twin, "command_conflict");
  return { number, proposal: taken.body as ProposalDocument };
}

async function roundTwo(script: MoveScript, { number: first, proposal }: Round): Promise<Round> {
  script.at += SECOND;
  const { step, propose, ada, smith } = script;
  const again = await propose("G", proposal, { from: ada.did, to: smith.did });
  step("OAP-5", "ada again", "propose", again, "not_your_turn");
  const skipping = await propose("H", proposal, { round: 3 }, smith);
  step("OAP-8", "round 3 after round 1", "propose", skipping, "round_mismatch");
  const orphan = await propose("J", proposal, { previous_proposal_id: null }, smith);
  step("OAP-9", "without its predecessor", "propose", orphan, "stale_proposal");
  const taken = await propose("K", proposal, { terms: { price: "56.00" } }, smith);
  const number = step("OAP-2", "smith counters", "propose", taken, "COUNTERED");
  step("OAP-9", "round 1 again, long over", "propose", same(first), "COUNTERED");
  return { number, proposal: taken.body as ProposalDocument };
}

/** The last round, and its acceptance. */
async function roundThree(script: MoveScript, opened: number, first: Round, second: Round): Promise<void> {
  script.at += SECOND;
  const { step, propose, smith, at } = script;
  const taken = await propose("L", second.proposal, { terms: { price: "49.00" } });
  step("OAP-2", "ada counters", "propose", taken, "COUNTERED");
  const beyond = await propose("M", taken.body as ProposalDocument, {}, smith);
  step("OAP-7", "round 4 of 3", "propose", beyond, "cap_reached");
  const { request, changed } = await acceptanceOf(script, taken.body as ProposalDocument);
  const rows: readonly (readonly [string, string, object, string])[] = [
    [
      "OAP-15",
      "a proposal that was countered",
      { proposal_id: first.proposal.proposal_id, round: 1 },
      "stale_proposal",
    ],
    ["OAP-15", "the right id, another content", { proposal_hash: OTHER_HASH }, "stale_proposal"],
    ["OAP-12", "written in 300,001 ms", { accepted_at: writeInstant(at + 300_001) }, "clock_skew"],
    ["OAP-20", "another agreement", { agreement_hash: OTHER_HASH }, "agreement_mismatch"],
    ["OAP-50", "that of another negotiation", { agreement_id: idOf("agr", "9") }, "agreement_mismatch"],
  ];
  for (const [requirement, name, members, code] of rows) {
    step(requirement, name, "accept", await changed(members), code);
  }
  // The first answer to a document is the one that takes effect, so what is wrong beside it comes before.
  const salted = { ...request, salt_secret: encodeBase64url(bytesOf("other")(32)) };
  step("OAP-20", "other salts", "accept", { body: salted }, "agreement_mismatch");
  const weak = { ...request, salt_secret: encodeBase64url(new Uint8Array(32)) };
  step("SG-28", "salts that everybody can guess", "accept", { body: weak }, "salt_weak");
  const borrowed = { ...request, agreement_signature: request.acceptance.signature };
  step("SG-11", "no signature of the agreement", "accept", { body: borrowed }, "signature_invalid");
  const done = step("OAP-2", "smith accepts", "accept", { body: request }, "ACCEPTED");
  step("OAP-17", "the same again", "accept", same(done), "ACCEPTED");
  step("OAP-9", "round 2 again", "propose", same(second.number), "ACCEPTED");
  step("OAP-6", "a counter, too late", "propose", beyond, "negotiation_over");
  step("OAP-50", "the Open again", "open", same(opened), "ACCEPTED");
}

/** What smith hands in, and the same with other members, signed anew. */
async function acceptanceOf(
  { negotiation_id, ada, smith, manifest, manifest_hash, at, sign }: MoveScript,
  proposal: ProposalDocument,
) {
  const party = oapParty({
    signer: smith,
    sha256,
    clock: new ManualClock(at),
    pinned: [{ host: TOOL, manifest_hash }],
    randomBytes: bytesOf("smith"),
  });
  const publicKeyMultibase = ada.did.slice("did:key:".length);
  const kid = `${ada.did}#${publicKeyMultibase}`;
  const key = { kid, publicKeyMultibase, documentHash: null, resolvedAt: at };
  const request = await party.accept({
    ...{ negotiation_id, initiator: ada.did, responder: smith.did, host: TOOL, manifest_hash, manifest },
    ...{ confidentiality: "unspecified", regulated_obligations: [], category: "pricing" },
    standing_proposal_id: proposal.proposal_id,
    history: [{ turn: 3, type: "counter_proposal", at: writeInstant(at), document: proposal, key }],
  });
  const changed = async (members: object) => {
    const { signature: _, ...acceptance } = { ...request.acceptance, ...members };
    const { agreement_id, agreement_hash } = acceptance;
    const commitment = { agreement_id, negotiation_id, parties: [ada.did, smith.did], agreement_hash };
    const { body } = await sign(acceptance, "accept", smith);
    const agreement_signature = await signDetached(canonicalize(commitment), "agreement", smith);
    return { body: { ...request, acceptance: body, agreement_signature } };
  };
  return { request, changed };
}

/** Nobody accepts in time. */
async function expiry(script: MoveScript, first: Round): Promise<void> {
  const { step, open, propose, sign, ada, smith, negotiation_id, at } = script;
  step("OAP-2", "ada opens again", "open", await open({ open_id: idOf("opn", "2") }), "OPEN");
  const moved = same(first.number, set("/negotiation_id", negotiation_id));
  step("T1", "round 1 of the first negotiation", "propose", moved, "signature_invalid");
  const short = await propose("N", null, { valid_until: writeInstant(at + SECOND) });
  step("OAP-2", "ada proposes for a second", "propose", short, "PROPOSED");
  const rejection = rejectionOf(script, smith.did, ada.did);
  const wrong = await sign({ ...rejection, round: 2 }, "reject", smith);
  step("OAP-15", "a rejection of another round", "reject", wrong, "stale_proposal");
  script.at += SECOND;
  const late = await sign(rejection, "reject", smith);
  step("OAP-11", "a rejection when it is over", "reject", late, "negotiation_over");
  const gone = await sign(withdrawalOf(script, ada.did, smith.did), "withdraw", ada);
  step("OAP-3", "a withdrawal when it is over", "withdraw", gone, "negotiation_over");
}

/** Walking away needs neither turn nor proposal. */
async function withdrawal(script: MoveScript): Promise<void> {
  const { step, open, sign, ada, smith } = script;
  step("OAP-2", "ada opens a third time", "open", await open({ open_id: idOf("opn", "3") }), "OPEN");
  const early = await sign(rejectionOf(script, ada.did, smith.did), "reject", ada);
  step("OAP-2", "a rejection of nothing", "reject", early, "must_propose");
  const leaving = await sign(withdrawalOf(script, smith.did, ada.did), "withdraw", smith);
  step("OAP-2", "smith withdraws", "withdraw", leaving, "WITHDRAWN");
}

function rejectionOf({ negotiation_id, manifest_hash, at }: MoveScript, from: string, to: string): object {
  return {
    ...{ negotiation_id, from, to, host: TOOL, manifest_hash, rejection_id: idOf("rej", "1") },
    ...{ proposal_id: idOf("prp", "N"), round: 1, rejected_at: writeInstant(at) },
  };
}

function withdrawalOf({ negotiation_id, manifest_hash, at }: MoveScript, from: string, to: string): object {
  return {
    ...{ negotiation_id, from, to, host: TOOL, manifest_hash, withdrawal_id: idOf("wdr", "1") },
    ...{ proposal_id: null, round: 0, withdrawn_at: writeInstant(at) },
  };
}

function bytesOf(name: string): (count: number) => Uint8Array {
  return (count) => sha256(new TextEncoder().encode(`concordat oap vectors: ${name}`)).slice(0, count);
}
