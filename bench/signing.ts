/**
 * @module
 * What the signing profile costs on top of the mathematics: documents signed and verified as users do it, against
 * bare signatures over `JSON.stringify` with the same keys and the same engine in the same run; what a turn of an OAP
 * room costs, against the signature and the verification in it; and what a log costs.
 */

import { spawnSync } from "node:child_process";
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { canonicalize } from "../src/oap/canonical/index.js";
import type { Signer, Verifier } from "../src/oap/keys/index.js";
import type { Sha256 } from "../src/oap/merkle/index.js";
import { didKeySigner, signDocument, verifyDocument, webCryptoVerifier } from "../src/oap/signing/index.js";
import { type Contestant, costOf, isContestant, race, ratioOf, timed } from "./measure.js";
import { hand } from "./report.js";
import { acceptanceCosts } from "./signed-acceptance.js";
import { historyCosts, readingCosts, refusedOpenings } from "./signed-limits.js";
import { logCosts } from "./signed-log.js";
import { JUSTIFICATION, proposalOf, TERMS } from "./signed-proposal.js";
import { acceptanceRoom, market, TURNS, turnRoom } from "./signed-room.js";
import { endsOf, type Spread, spreadOf } from "./spread.js";

const SEED = new Uint8Array(32).fill(7);

const webSigner = await didKeySigner(SEED);
/** One that remembers no signature: the document that is signed here again and again would be verified once. */
const webVerifier = webCryptoVerifier(undefined, 0);
/** As a host and its parties in one process share it. */
const sharedVerifier = webCryptoVerifier();
const did = webSigner.kid.slice(0, webSigner.kid.indexOf("#"));
const proposal = proposalOf(did);
const privateKey = nodePrivateKey(SEED);
const nodeSigner: Signer = { kid: webSigner.kid, sign: (bytes) => sign(null, bytes, privateKey) };
const nodeVerifier = keepingNodeVerifier();

const responder = await didKeySigner(new Uint8Array(32).fill(8));
const content = { terms: TERMS, justification: JUSTIFICATION };
const room = turnRoom({ initiator: webSigner, responder, verifier: sharedVerifier, ...content });

const contestants: readonly Contestant[] = [
  { name: "node", cost: timed((count) => wholes(count, nodeSigner, nodeVerifier)) },
  { name: "bareNode", cost: timed(bareNode) },
  { name: "web", cost: timed((count) => wholes(count, webSigner, webVerifier)) },
  { name: "bareWeb", cost: timed(bareWeb) },
  { name: "signatures", cost: timed(signaturesOfTurns) },
  { name: "turn", cost: room.cost },
];

const costs = await race(contestants, { rounds: 9, sliceMs: 500, check: checkAll });
if (!isContestant) {
  const turn = spreadOf(costs, "turn", "web");
  const turnToItsSignatures = spreadOf(costs, "turn", "signatures");
  const oneCore = await turnOnOneCore();
  const { verifyLogToHashing, ...logFigures } = await logCosts(100_000);
  const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();
  const parties = { initiator: webSigner, responder, verifier: webVerifier };
  console.log("accepting 64 kB, against canonicalising, hashing and signing it once; 9 rounds each");
  const accepting = await acceptanceCosts(acceptanceRoom(parties), webSigner, sha256);
  console.log("parseStrict of a million members, against JSON.parse; 9 rounds each");
  const reading = await readingCosts();
  const history = await historyCosts(market({ ...parties, manifest: { max_rounds: 1_000 } }));
  const refusedOpeningsMb = await refusedOpenings(market({ ...parties, maxLivePerOpener: 100 }), 100_000);
  const [accept, read] = [worstOf(accepting), worstOf(reading)];
  hand({
    ratios: {
      wholeToBareNodeCrypto: ratioOf(costs, "bareNode", "node"),
      wholeToBareWebCrypto: ratioOf(costs, "bareWeb", "web"),
      oapTurnToSignature: turn.median,
      verifyLogToHashing,
      accept64kBToSigning: accept.median,
      millionMembersToJsonParse: read.median,
      historyPerTurn1000To10: history.median,
    },
    figures: {
      wholeNodeCryptoUs: costOf(costs, "node") / 1e3,
      bareNodeCryptoUs: costOf(costs, "bareNode") / 1e3,
      wholeWebCryptoUs: costOf(costs, "web") / 1e3,
      bareWebCryptoUs: costOf(costs, "bareWeb") / 1e3,
      oapTurnUs: costOf(costs, "turn") / 1e3,
      ...endsOf("oapTurnToSignature", turn),
      oapTurnToItsSignatures: turnToItsSignatures.median,
      ...endsOf("oapTurnToItsSignatures", turnToItsSignatures),
      ...(oneCore && {
        oapTurnToSignatureOneCore: oneCore.turn.median,
        ...endsOf("oapTurnToSignatureOneCore", oneCore.turn),
        oapTurnToItsSignaturesOneCore: oneCore.toItsSignatures.median,
      }),
      ...logFigures,
      ...endsOf("accept64kBToSigning", accept),
      ...endsOf("millionMembersToJsonParse", read),
      ...endsOf("historyPerTurn1000To10", history),
      refusedOpeningsMb,
      proposalBytes: canonicalize(proposal).length,
    },
    goals: {
      wholeToBareNodeCrypto: "at least 0.8",
      wholeToBareWebCrypto: "at least 0.8",
      oapTurnToSignature: "at most 1.5",
      oapTurnToSignatureOneCore: "at most 1.3",
      verifyLogToHashing: "at most 2",
      inclusionProofMs: "at most 1",
      accept64kBToSigning: "at most 6",
      millionMembersToJsonParse: "at most 8",
      historyPerTurn1000To10: "at most 1.3",
      refusedOpeningsMb: "under 5",
    },
  });
}

/** Where there is only one core, the host verifies when the party has stopped signing. */
async function turnOnOneCore(): Promise<Readonly<Record<"turn" | "toItsSignatures", Spread>> | undefined> {
  if (spawnSync("taskset", ["-V"]).status !== 0) {
    console.log("no taskset: oapTurnToSignatureOneCore is left out");
    return undefined;
  }
  const all = contestants.filter(({ name }) => ["web", "signatures", "turn"].includes(name));
  const costs = await race(all, { rounds: 9, sliceMs: 500, isPinned: true });
  return {
    turn: spreadOf(costs, "turn", "web"),
    toItsSignatures: spreadOf(costs, "turn", "signatures"),
  };
}

function worstOf(spreads: Readonly<Record<string, Spread>>): Spread {
  return Object.values(spreads).reduce((worst, one) => (one.median > worst.median ? one : worst));
}

/** Canonicalise and sign, canonicalise and verify, with every check of the profile. */
async function wholes(count: number, signer: Signer, verifier: Verifier): Promise<void> {
  for (let time = 0; time < count; time += 1) await whole(signer, verifier, 1);
}

/** What is signed and verified in turns where nothing is remembered: by the host each proposal, and by a party that answers the one before. */
async function signaturesOfTurns(count: number): Promise<void> {
  for (let time = 0; time < count; time += 1) await whole(webSigner, webVerifier, time % TURNS === 0 ? 1 : 2);
}

async function whole(signer: Signer, verifier: Verifier, verifications: number): Promise<void> {
  const signed = await signDocument(proposal, "proposal", signer);
  if (!signed.ok) throw new Error(signed.message);
  for (let time = 0; time < verifications; time += 1) {
    const answer = await verifyDocument(signed.document, { purpose: "proposal", signer: did, verifier });
    if (!answer.ok) throw new Error(answer.message);
  }
}

/** With WebCrypto, as by default; the same terms and the same justification as in the proposal. */
function bareNode(count: number): void {
  const publicKey = createPublicKey(privateKey);
  for (let time = 0; time < count; time += 1) {
    const signature = sign(null, Buffer.from(JSON.stringify(proposal)), privateKey);
    const isValid = verify(null, Buffer.from(JSON.stringify(proposal)), publicKey, signature);
    if (!isValid) throw new Error("Expected a valid signature.");
  }
}

async function bareWeb(count: number): Promise<void> {
  const { subtle } = globalThis.crypto;
  const ownKey = await subtle.importKey("pkcs8", pkcs8Of(SEED), "Ed25519", false, ["sign"]);
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const publicKey = await subtle.importKey("raw", Buffer.from(x, "base64url"), "Ed25519", false, ["verify"]);
  const encoder = new TextEncoder();
  for (let time = 0; time < count; time += 1) {
    const signature = await subtle.sign("Ed25519", ownKey, encoder.encode(JSON.stringify(proposal)));
    const bytes = encoder.encode(JSON.stringify(proposal));
    const isValid = await subtle.verify("Ed25519", publicKey, signature, bytes);
    if (!isValid) throw new Error("Expected a valid signature.");
  }
}

/** As a user would write it: a key is made ready once. */
function keepingNodeVerifier(): Verifier {
  const keys = new Map<string, KeyObject>();
  return (signature, bytes, publicKey) => {
    const name = Buffer.from(publicKey).toString("latin1");
    const key = keys.get(name) ?? publicKeyOf(publicKey);
    keys.set(name, key);
    return verify(null, bytes, key, signature);
  };
}

function publicKeyOf(bytes: Uint8Array): KeyObject {
  const x = Buffer.from(bytes).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

function nodePrivateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: pkcs8Of(seed), format: "der", type: "pkcs8" });
}

function pkcs8Of(seed: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
}

/** They all do the work, and the library's refuses what is changed. */
async function checkAll(): Promise<void> {
  for (const { cost } of contestants) await cost(1);
  const signed = await signDocument(proposal, "proposal", nodeSigner);
  if (!signed.ok) throw new Error(signed.message);
  const changed = { ...signed.document, round: 2 };
  for (const verifier of [nodeVerifier, webVerifier]) {
    const answer = await verifyDocument(changed, { purpose: "proposal", signer: did, verifier });
    if (answer.ok) throw new Error("Expected a changed proposal to be refused.");
  }
}
