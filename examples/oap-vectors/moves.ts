/**
 * `moves.json`: two negotiations as a host sees them, document by document, with what it answers to each.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import {
  canonicalize,
  documentId,
  encodeBase64url,
  hashText,
  type Manifest,
  manifestHash,
  oapParty,
  type Proposal,
  readManifest,
  type SignaturePurpose,
  type Signer,
  signDetached,
  signDocument,
  writeInstant,
} from "../../src/oap/index.js";
import { ManualClock } from "../../src/testing/manual-clock.js";
import { didOf, type JsonValue, json } from "./bytes.js";
import type { PatchOperation } from "./json-patch.js";
import { good, type Scenario, START_AT, TOOL } from "./scenario.js";

const MANIFEST = { supported: true, categories: ["pricing", "sla"], max_rounds: 3 };
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

type Operation = "open" | "propose" | "accept" | "reject" | "withdraw";

interface Answer {
  readonly state?: string;
  readonly code?: string;
}

/** The file. */
export async function moveVectors({ signers }: Scenario): Promise<JsonValue> {
  const { ada, smith, stranger } = signers;
  const { manifest } = good(readManifest(MANIFEST));
  const hash = manifestHash(manifest as Manifest, sha256);
  const [adaDid, smithDid, strangerDid] = [didOf(ada), didOf(smith), didOf(stranger)];
  const steps: object[] = [];
  let at = START_AT;

  const add = (
    requirement: string,
    name: string,
    operation: Operation,
    given: object,
    answer: Answer,
  ): number => {
    const ok = answer.code === undefined;
    steps.push({ name, requirement, at: writeInstant(at), operation, ...given, ok, ...answer });
    return steps.length - 1;
  };
  const refuse = (
    requirement: string,
    name: string,
    operation: Operation,
    given: object,
    code: string,
  ): number => add(requirement, name, operation, given, { code });
  const same = (step: number, ...patch: readonly PatchOperation[]): object => ({
    same_as: step,
    ...(patch.length > 0 && { patch }),
  });
  const sign = async (
    document: object,
    purpose: SignaturePurpose,
    signer: Signer,
  ): Promise<{ body: object }> => ({
    body: good(await signDocument(document, purpose, signer)).document,
  });

  // Opening.
  let negotiation_id = idAt(at);
  const opening = {
    ...{ open_id: idOf("opn", "1"), initiator: adaDid, responder: smithDid, category: "pricing" },
    ...{ host: TOOL, manifest_hash: hash, opened_at: writeInstant(at) },
  };
  const open = (changed: object = {}, signer = ada) => sign({ ...opening, ...changed }, "open", signer);
  const otherHash = hashText(sha256, canonicalize({}));
  refuse("SG-13", "signed by a stranger", "open", await open({}, stranger), "signature_invalid");
  refuse("OAP-28", "another manifest", "open", await open({ manifest_hash: otherHash }), "manifest_changed");
  refuse("T1", "for another host", "open", await open({ host: "did:web:other.example" }), "wrong_host");
  refuse(
    "OAP-27",
    "a category that is not offered",
    "open",
    await open({ category: "scope" }),
    "category_not_supported",
  );
  const late = { opened_at: writeInstant(at - 300_001) };
  refuse("OAP-12", "written 300,001 ms ago", "open", await open(late), "clock_skew");
  refuse(
    "OAP-31",
    "a level that is not known",
    "open",
    await open({ confidentiality: "secret" }),
    "confidentiality_unknown",
  );
  const first = add("OAP-2", "ada opens", "open", await open(), { state: "OPEN" });
  add("OAP-17", "the same again", "open", same(first), { state: "OPEN" });

  // Round 1.
  at += SECOND;
  const proposal = (number: string, previous: Proposal | null, changed: object = {}): object => ({
    ...{
      proposal_id: idOf("prp", number),
      negotiation_id,
      previous_proposal_id: previous?.proposal_id ?? null,
    },
    ...{ from: previous?.to ?? adaDid, to: previous?.from ?? smithDid, round: (previous?.round ?? 0) + 1 },
    ...{
      category: "pricing",
      terms: { price: "40.00" },
      valid_until: writeInstant(START_AT + HOUR),
      ...changed,
    },
  });
  const propose = (number: string, previous: Proposal | null, changed: object = {}, signer = ada) =>
    sign(proposal(number, previous, changed), "proposal", signer);
  const reverse = { from: smithDid, to: adaDid };
  refuse(
    "OAP-2",
    "the responder proposes first",
    "propose",
    await propose("2", null, reverse, smith),
    "not_your_turn",
  );
  refuse("OAP-8", "round 2 first", "propose", await propose("3", null, { round: 2 }), "round_mismatch");
  const ghost = { previous_proposal_id: idOf("prp", "9") };
  refuse(
    "OAP-9",
    "a predecessor that is not there",
    "propose",
    await propose("4", null, ghost),
    "stale_proposal",
  );
  refuse(
    "T7",
    "to somebody else",
    "propose",
    await propose("5", null, { to: strangerDid }),
    "document_invalid",
  );
  const alien = { from: strangerDid };
  refuse("T7", "a stranger", "propose", await propose("6", null, alien, stranger), "unknown_negotiation");
  const elsewhere = { negotiation_id: idOf("neg", "9") };
  refuse(
    "T1",
    "for another negotiation",
    "propose",
    await propose("7", null, elsewhere),
    "unknown_negotiation",
  );
  const away = { host: "did:web:other.example" };
  refuse("T1", "for another host", "propose", await propose("8", null, away), "wrong_host");
  refuse(
    "OAP-28",
    "under another manifest",
    "propose",
    await propose("A", null, { manifest_hash: otherHash }),
    "manifest_changed",
  );
  refuse(
    "OAP-13",
    "of another category",
    "propose",
    await propose("B", null, { category: "sla" }),
    "category_not_supported",
  );
  const now = { valid_until: writeInstant(at) };
  refuse("OAP-11", "valid until now", "propose", await propose("C", null, now), "validity_passed");
  const tooLong = { valid_until: writeInstant(at + 30 * DAY + 1) };
  refuse(
    "OAP-11",
    "valid for 30 days and 1 ms",
    "propose",
    await propose("D", null, tooLong),
    "validity_too_long",
  );
  const backwards = { effective_from: "2027-01-02T00:00:00Z", effective_until: "2027-01-01T00:00:00Z" };
  refuse(
    "OAP-21",
    "a period that ends before it begins",
    "propose",
    await propose("E", null, { terms: backwards }),
    "terms_invalid",
  );
  const sealed = await sign(proposal("F", null), "accept", ada);
  refuse("SG-11", "signed for another purpose", "propose", sealed, "signature_invalid");
  const one = await propose("1", null);
  const firstRound = add("OAP-2", "ada proposes", "propose", one, { state: "PROPOSED" });
  add("OAP-17", "the same again", "propose", same(firstRound), { state: "PROPOSED" });
  refuse(
    "OAP-18",
    "the same with another price",
    "propose",
    same(firstRound, set("/terms/price", "1.00")),
    "signature_invalid",
  );
  const twin = await propose("1", null, { terms: { price: "41.00" } });
  refuse("OAP-17", "another under the same id", "propose", twin, "command_conflict");

  // Round 2.
  at += SECOND;
  const standing = one.body as Proposal;
  const mine = { from: adaDid, to: smithDid };
  refuse("OAP-5", "ada again", "propose", await propose("G", standing, mine), "not_your_turn");
  const skip = { round: 3 };
  refuse(
    "OAP-8",
    "round 3 after round 1",
    "propose",
    await propose("H", standing, skip, smith),
    "round_mismatch",
  );
  refuse(
    "OAP-9",
    "without its predecessor",
    "propose",
    await propose("J", standing, { previous_proposal_id: null }, smith),
    "stale_proposal",
  );
  const two = await propose("K", standing, { terms: { price: "56.00" } }, smith);
  const secondRound = add("OAP-2", "smith counters", "propose", two, { state: "COUNTERED" });
  add("OAP-9", "round 1 again, long over", "propose", same(firstRound), { state: "COUNTERED" });

  // Round 3, and its acceptance.
  at += SECOND;
  const three = await propose("L", two.body as Proposal, { terms: { price: "49.00" } });
  add("OAP-2", "ada counters", "propose", three, { state: "COUNTERED" });
  const accepted = three.body as Proposal;
  const beyond = await propose("M", accepted, {}, smith);
  refuse("OAP-7", "round 4 of 3", "propose", beyond, "cap_reached");
  const party = oapParty({
    signer: smith,
    sha256,
    clock: new ManualClock(at),
    randomBytes: bytesOf("smith"),
  });
  const sight = {
    ...{
      negotiation_id,
      initiator: adaDid,
      responder: smithDid,
      host: TOOL,
      manifest_hash: hash,
      manifest: manifest as Manifest,
    },
    ...{ confidentiality: "unspecified", regulated_obligations: [], category: "pricing" },
    standing_proposal_id: accepted.proposal_id,
    history: [{ turn: 3, type: "counter_proposal", at: writeInstant(at), document: accepted }] as const,
  };
  const request = await party.accept(sight);
  const acceptance = async (changed: object, agreement_hash = request.acceptance.agreement_hash) => {
    const { signature: _, ...unsigned } = request.acceptance;
    const { agreement_id } = unsigned;
    const commitment = { agreement_id, negotiation_id, parties: [adaDid, smithDid], agreement_hash };
    return {
      body: {
        ...request,
        acceptance: (await sign({ ...unsigned, agreement_hash, ...changed }, "accept", smith)).body,
        agreement_signature: await signDetached(canonicalize(commitment), "agreement", smith),
      },
    };
  };
  const old = { proposal_id: standing.proposal_id, round: 1 };
  refuse("OAP-15", "a proposal that was countered", "accept", await acceptance(old), "stale_proposal");
  const other = { proposal_hash: otherHash };
  refuse("OAP-15", "the right id, another content", "accept", await acceptance(other), "stale_proposal");
  const early = { accepted_at: writeInstant(at + 300_001) };
  refuse("OAP-12", "written in 300,001 ms", "accept", await acceptance(early), "clock_skew");
  refuse("OAP-20", "another agreement", "accept", await acceptance({}, otherHash), "agreement_mismatch");
  // The first answer to this document is the one that takes effect, so what is wrong beside it comes before.
  const whole = { body: request };
  const salted = { ...request, salt_secret: encodeBase64url(bytesOf("other")(32)) };
  refuse("OAP-20", "other salts", "accept", { body: salted }, "agreement_mismatch");
  const borrowed = { ...request, agreement_signature: request.acceptance.signature };
  refuse("SG-11", "no signature of the agreement", "accept", { body: borrowed }, "signature_invalid");
  const done = add("OAP-2", "smith accepts", "accept", whole, { state: "ACCEPTED" });
  add("OAP-17", "the same again", "accept", same(done), { state: "ACCEPTED" });
  add("OAP-9", "round 2 again", "propose", same(secondRound), { state: "ACCEPTED" });
  refuse("OAP-6", "a counter, too late", "propose", beyond, "negotiation_over");

  // A second negotiation: nobody accepts in time.
  at = START_AT + DAY;
  negotiation_id = idAt(at);
  add(
    "OAP-2",
    "ada opens again",
    "open",
    await open({ open_id: idOf("opn", "2"), opened_at: writeInstant(at) }),
    { state: "OPEN" },
  );
  const named = { negotiation_id, ...reverse, host: TOOL, manifest_hash: hash };
  const rejection = {
    ...named,
    rejection_id: idOf("rej", "1"),
    proposal_id: idOf("prp", "N"),
    round: 1,
    rejected_at: writeInstant(at),
  };
  const reject = async (changed: object = {}) => sign({ ...rejection, ...changed }, "reject", smith);
  const short = await propose("N", null, { valid_until: writeInstant(at + SECOND) });
  refuse(
    "T1",
    "round 1 of the first negotiation",
    "propose",
    same(firstRound, set("/negotiation_id", negotiation_id)),
    "signature_invalid",
  );
  add("OAP-2", "ada proposes for a second", "propose", short, { state: "PROPOSED" });
  refuse("OAP-15", "a rejection of another round", "reject", await reject({ round: 2 }), "stale_proposal");
  at += SECOND;
  refuse("OAP-11", "a rejection when it is over", "reject", await reject(), "negotiation_over");
  const withdrawal = {
    ...named,
    ...mine,
    withdrawal_id: idOf("wdr", "1"),
    proposal_id: null,
    round: 0,
    withdrawn_at: writeInstant(at),
  };
  refuse(
    "OAP-3",
    "a withdrawal when it is over",
    "withdraw",
    await sign(withdrawal, "withdraw", ada),
    "negotiation_over",
  );

  // A third: walking away needs neither turn nor proposal.
  at += SECOND;
  negotiation_id = idAt(at);
  add(
    "OAP-2",
    "ada opens a third time",
    "open",
    await open({ open_id: idOf("opn", "3"), opened_at: writeInstant(at) }),
    { state: "OPEN" },
  );
  const must = { ...rejection, ...mine, negotiation_id, rejected_at: writeInstant(at) };
  refuse("OAP-2", "a rejection of nothing", "reject", await sign(must, "reject", ada), "must_propose");
  const leaving = { ...withdrawal, ...reverse, negotiation_id, withdrawn_at: writeInstant(at) };
  add("OAP-2", "smith withdraws", "withdraw", await sign(leaving, "withdraw", smith), { state: "WITHDRAWN" });

  return json({
    about:
      "OAP-2 to OAP-21: documents in the order in which a host gets them, with its answers. See README.md.",
    host: TOOL,
    manifest: MANIFEST,
    manifest_hash: hash,
    random_hex: RANDOM_HEX,
    steps,
  });
}

/** What the host's ids are made of beside the instant. */
const RANDOM_HEX = "07".repeat(10);

function idAt(at: number): string {
  return documentId("neg", { now: () => at, randomBytes: (count) => new Uint8Array(count).fill(7) });
}

/** Ids from outside are opaque. */
function idOf(prefix: string, name: string): string {
  return `${prefix}_${name.padStart(26, "0")}`;
}

function bytesOf(name: string): (count: number) => Uint8Array {
  return (count) => sha256(new TextEncoder().encode(`concordat oap vectors: ${name}`)).slice(0, count);
}

function set(path: string, value: JsonValue): PatchOperation {
  return { op: "replace", path, value };
}
