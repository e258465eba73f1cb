/**
 * @module
 * A log of 100,000 agreements for the bench `signing`: checked as a whole against a bare loop that canonicalises and
 * hashes, and asked for proofs.
 */

import { createHash } from "node:crypto";
import { canonicalize } from "../src/oap/canonical/index.js";
import { hashText } from "../src/oap/encoding/index.js";
import { verifyLog } from "../src/oap/log/index.js";
import { GENESIS } from "../src/oap/log/log-entry.js";
import { createMerkleTree, type Sha256, verifyInclusion } from "../src/oap/merkle/index.js";
import type { LogEntry } from "../src/ports/index.js";
import { type Contestant, type Costs, costOf, inPairs, median, ratioOf, timed } from "./measure.js";

const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** What the log costs. */
export interface LogCosts {
  /** Of checking it, to a loop over the same entries; both by CPU time. */
  readonly verifyLogToHashing: number;
  readonly verifyLogUsAnEntry: number;
  /** Of making and checking one proof, by the clock: the median, since any pause of the machine is longer. */
  readonly inclusionProofMs: number;
}

/** @param size - the number of entries */
export async function logCosts(size: number): Promise<LogCosts> {
  const entries = entriesOf(size);
  console.log(`a log of ${size} entries of about ${canonicalize(entries[1]).length} bytes, 5 rounds each`);
  const contestants: readonly Contestant[] = [
    { name: "verifyLog", cost: timed(() => verified(entries)) },
    { name: "hashing", cost: timed(() => hashed(entries)) },
  ];
  const costs: Costs = await inPairs(contestants, { count: 1 });
  return {
    verifyLogToHashing: ratioOf(costs, "verifyLog", "hashing"),
    verifyLogUsAnEntry: costOf(costs, "verifyLog") / size / 1e3,
    inclusionProofMs: median(proofDurations(entries)),
  };
}

async function verified(entries: readonly LogEntry[]): Promise<void> {
  const verdict = await verifyLog(entries, { sha256, signatures: false });
  if (!verdict.ok || verdict.size !== entries.length) {
    throw new Error(`Expected the log to be whole, got ${JSON.stringify(verdict)}.`);
  }
}

/** The last hash, so that none can be left out as useless. */
function hashed(entries: readonly LogEntry[]): string {
  let last = "";
  for (const entry of entries) last = hashText(sha256, canonicalize(entry));
  return last;
}

/** Chained as a log is; that nobody signed them is not looked at. */
function entriesOf(size: number): LogEntry[] {
  const entries: LogEntry[] = [];
  let prev = GENESIS;
  for (let seq = 0; seq < size; seq += 1) {
    const entry: LogEntry = { seq, prev, kind: "agreement", at: 1_795_338_000_000 + seq, body: bodyOf(seq) };
    entries.push(entry);
    prev = hashText(sha256, canonicalize(entry));
  }
  return entries;
}

const SNAPSHOT = {
  publicKeyMultibase: `z${"6".repeat(47)}`,
  documentHash: hashText(sha256, new TextEncoder().encode("")),
  resolvedAt: 1_795_338_000_000,
};

/** What a commitment holds besides its terms. */
const LEAVES: readonly string[] = [
  ...["/agreement_id", "/negotiation_id", "/parties/0", "/parties/1", "/effective_from", "/effective_until"],
  ...["/metadata/binding", "/metadata/proposal_id", "/metadata/proposal_hash", "/metadata/host"],
  ...["/metadata/manifest_hash", "/metadata/confidentiality", "/metadata/regulated_obligations"],
];

/** The public form of an agreement with eight terms. */
function bodyOf(seq: number): LogEntry["body"] {
  const did = (seat: number): string => `did:web:party-${(seq * 2 + seat) % 1000}.example`;
  const terms = ["price", "currency", "calls", "months", "support", "from", "until", "note"];
  const pointers = [...LEAVES, ...terms.map((name) => `/terms/${name}`)];
  const digests = pointers.map((pointer) => [
    pointer,
    createHash("sha256").update(`${seq} ${pointer}`).digest("base64url"),
  ]);
  return {
    agreement_id: `agr_${String(seq).padStart(26, "0")}`,
    negotiation_id: `neg_${String(seq).padStart(26, "0")}`,
    parties: [did(0), did(1)],
    agreement_hash: hashText(sha256, new TextEncoder().encode(String(seq))),
    digests: Object.fromEntries(digests),
    signatures: { [did(0)]: `${"e".repeat(160)}..${"A".repeat(86)}` },
    keys: { [`${did(0)}#key`]: { ...SNAPSHOT, kid: `${did(0)}#key` } },
  };
}

/** Made and checked for places all over the log; ms by the clock, after some that do not count. */
function proofDurations(entries: readonly LogEntry[]): number[] {
  const tree = createMerkleTree(sha256);
  const leaves = entries.map((entry) => tree.append(canonicalize(entry)));
  const root = tree.root();
  const size = leaves.length;
  const durations: number[] = [];
  for (let time = 0; time < 2_000; time += 1) {
    const index = (time * 7_919) % size;
    const before = performance.now();
    const proof = tree.inclusionProof(index);
    const isIn = verifyInclusion(sha256, { leaf: leaves[index]!, index, size, root, proof });
    const duration = performance.now() - before;
    if (!isIn) throw new Error("Expected the entry to be in the log.");
    if (time >= 1_000) durations.push(duration);
  }
  return durations;
}
