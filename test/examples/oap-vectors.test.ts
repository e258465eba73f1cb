import { createHash, createHmac, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ed25519 } from "@noble/curves/ed25519.js";
import canonicalizePackage from "canonicalize";
import { compactVerify, importJWK } from "jose";
import { describe, expect, it } from "vitest";
import { vectorFiles } from "../../examples/oap-vectors/vector-files.js";
import { must } from "../service/watched-room.js";
import { folder, ofHex, sha256, vectorFile, vectorNames, vectors } from "./oap-vector-files.js";

/** Nothing in this file but the drift test uses the library: it is the other language. */
const negotiation = vectors("negotiation.json");

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const base64url = (bytes: Uint8Array | string): string =>
  Buffer.from(bytes as Uint8Array).toString("base64url");
const canonical = (value: unknown): string => must(canonicalizePackage(value));
const hashText = (text: string): string =>
  `sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`;

/** Every document that is signed, by what it is. */
const STEPS: readonly (readonly [string, any])[] = [
  ["manifest", negotiation.manifest],
  ["open", negotiation.open],
  ...negotiation.proposals.map((step: any, index: number) => [`proposal ${index + 1}`, step] as const),
  ["acceptance", negotiation.acceptance],
  ["rejection", negotiation.alternatives.rejection],
  ["withdrawal", negotiation.alternatives.withdrawal],
  ...negotiation.agreement.signatures.map(
    (step: any, index: number) => [`agreement, party ${index + 1}`, step] as const,
  ),
];

const keyOf = (kid: string): any => must(Object.values<any>(negotiation.keys).find((key) => key.kid === kid));

function nodeKeys(seed: Uint8Array) {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  const privateKey = createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

describe("the files of vectors", () => {
  it("T18: are what the generator writes today, byte for byte", async () => {
    const files = await vectorFiles();
    expect([...files.keys()].sort()).toEqual([...vectorNames].sort());
    for (const [name, text] of files) {
      expect(text === vectorFile(name), `${name} (npx tsx examples/oap-vectors/generate.ts)`).toBe(true);
    }
  });

  it("T18: are less than 320 kB together", () => {
    const sizes = vectorNames.map((name) => Buffer.byteLength(vectorFile(name)));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(320_000);
  });
});

describe("the page about the vectors", () => {
  const page = readFileSync(join(folder, "README.md"), "utf8");
  const words = new Set(
    [...page.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => must(code).match(/\w+/g) ?? []),
  );

  it.each(vectorNames)("T18: explains %s, member by member", (name) => {
    expect(page).toContain(`\`${name}\``);
    const { keys, manifest, agreement, redaction, log } = negotiation;
    const isNegotiation = name === "negotiation.json";
    const parts = isNegotiation
      ? [negotiation, keys.ada, manifest, agreement, redaction, log]
      : [vectors(name)];
    const members = parts.flatMap(memberNames).filter((member) => !words.has(member));
    expect([...new Set(members)]).toEqual([]);
  });
});

describe("keys", () => {
  it.each(Object.keys(negotiation.keys))(
    "T18: %s's key follows from its seed, and its name from the key",
    (role) => {
      const key = negotiation.keys[role];
      const seed = sha256(Buffer.from(must(/"(.+)"/.exec(key.seed_from)?.[1])));
      expect(hex(seed)).toBe(key.seed_hex);
      expect(hex(ed25519.getPublicKey(seed))).toBe(key.public_key_hex);
      const { x } = nodeKeys(seed).publicKey.export({ format: "jwk" });
      expect(x).toBe(base64url(ofHex(key.public_key_hex)));
      expect(base58(ofHex(`ed01${key.public_key_hex}`))).toBe(key.public_key_multibase.slice(1));
      const isTool = role === "tool";
      expect(key.did).toBe(isTool ? "did:web:tool.example" : `did:key:${key.public_key_multibase}`);
      expect(key.kid).toBe(`${key.did}#${isTool ? "key-1" : key.public_key_multibase}`);
    },
  );

  it("T18: the Tool's DID document has its key for assertions", () => {
    const { did_document } = negotiation.tool;
    expect(did_document.assertionMethod).toEqual([negotiation.keys.tool.kid]);
    expect(did_document.verificationMethod[0].publicKeyMultibase).toBe(
      negotiation.keys.tool.public_key_multibase,
    );
  });

  it("T18: those of keys.json are what their names say", () => {
    for (const { kid, public_key_hex } of vectors("keys.json").resolved) {
      const body = base58(ofHex(`ed01${public_key_hex}`));
      expect(kid).toBe(`did:key:z${body}#z${body}`);
    }
  });
});

describe.each(STEPS)("the signature of the %s", (_, step) => {
  const { signature, ...unsigned } = step.document;
  const [encodedHeader, encodedPayload] = step.signing_input.split(".");
  const message = Buffer.from(step.signing_input, "ascii");

  it("T18: covers the canonical form without its signature, as the package canonicalize writes it", () => {
    expect(step.payload).toBe(canonical(unsigned));
    expect(encodedPayload).toBe(base64url(Buffer.from(step.payload, "utf8")));
    expect(step.signature).toBe(signature);
  });

  it("T18: has the one header", () => {
    const { kid, purpose } = step;
    expect(step.header).toBe(canonical({ alg: "Ed25519", kid, typ: `oap-${purpose}+jws` }));
    expect(step.encoded_header).toBe(base64url(Buffer.from(step.header, "ascii")));
    expect(encodedHeader).toBe(step.encoded_header);
    expect(kid.split("#")[0]).toBe(step.signer);
    expect(signature).toBe(`${encodedHeader}..${base64url(ofHex(step.signature_hex))}`);
  });

  it("T18: is the one that node:crypto and @noble/curves make from the seed, and holds for them", () => {
    const { seed_hex, public_key_hex } = keyOf(step.kid);
    const { privateKey, publicKey } = nodeKeys(ofHex(seed_hex));
    expect(sign(null, message, privateKey).toString("hex")).toBe(step.signature_hex);
    expect(hex(ed25519.sign(message, ofHex(seed_hex)))).toBe(step.signature_hex);
    expect(verify(null, message, publicKey, ofHex(step.signature_hex))).toBe(true);
    expect(ed25519.verify(ofHex(step.signature_hex), message, ofHex(public_key_hex), { zip215: false })).toBe(
      true,
    );
  });

  it("T18: holds for jose once the payload is put back", async () => {
    const { payload, protectedHeader } = await joseRead(
      signature,
      Buffer.from(step.payload),
      keyOf(step.kid),
    );
    expect(Buffer.from(payload).toString("utf8")).toBe(step.payload);
    expect(protectedHeader).toEqual(JSON.parse(step.header));
  });

  it("T18: is part of the document's hash", () => {
    if (step.purpose === "agreement") expect(step.document_hash).toBeUndefined();
    else expect(step.document_hash).toBe(hashText(canonical(step.document)));
  });
});

describe("the documents", () => {
  const { open, proposals, acceptance, manifest } = negotiation;

  it("T18: follow each other", () => {
    for (const [index, { document, then, taken_at }] of proposals.entries()) {
      const before = proposals[index - 1];
      expect(document.round).toBe(index + 1);
      expect(document.previous_proposal_id).toBe(before?.document.proposal_id ?? null);
      expect(document.from).toBe(index % 2 === 0 ? open.document.initiator : open.document.responder);
      expect(then).toMatchObject({ state: index === 0 ? "PROPOSED" : "COUNTERED", round: index + 1 });
      expect(then.floor).toBe(document.to);
      expect(then.expires_at).toBe(document.valid_until);
      expect(Date.parse(document.valid_until)).toBe(Date.parse(taken_at) + 3_600_000);
    }
    expect(open.then).toMatchObject({ state: "OPEN", round: 0, floor: open.document.initiator });
    expect(acceptance.then).toMatchObject({ state: "ACCEPTED", floor: null, expires_at: null });
  });

  it("T18: name the manifest and the accepted proposal by their hashes", () => {
    const { signature: _, ...block } = manifest.document;
    expect(manifest.manifest_hash).toBe(hashText(canonical(block)));
    for (const { document } of [open, ...proposals, acceptance]) {
      expect(document.manifest_hash).toBe(manifest.manifest_hash);
    }
    const { document, document_hash } = proposals.at(-1);
    const { proposal_id, round } = document;
    expect(acceptance.document).toMatchObject({ proposal_id, round, proposal_hash: document_hash });
    expect(acceptance.document.agreement_hash).toBe(negotiation.agreement.agreement_hash);
  });
});

describe("the agreement", () => {
  const { full_form, leaves, digests_canonical, agreement_hash, commitment } = negotiation.agreement;
  const { agreement_hash: _, signatures: __, ...body } = full_form.agreement;

  it("T18: follows from the documents", () => {
    const { document, document_hash } = negotiation.proposals.at(-1);
    const { agreement_id, negotiation_id, accepted_at, host, manifest_hash } =
      negotiation.acceptance.document;
    const { initiator, responder } = negotiation.open.document;
    expect(body).toEqual({
      ...{ agreement_id, negotiation_id, parties: [initiator, responder], terms: document.terms },
      ...{ effective_from: accepted_at, effective_until: null },
      metadata: {
        ...{
          binding: true,
          proposal_id: document.proposal_id,
          proposal_hash: document_hash,
          host,
          manifest_hash,
        },
        confidentiality: "internal",
        regulated_obligations: [
          { party: responder, profession: "financial", obligations: ["audit-trail", "retention-10y"] },
        ],
      },
    });
  });

  it("T18: has these leaves, salts and digests, and this hash", () => {
    const secret = Buffer.from(full_form.salt_secret, "base64url");
    const digests: Record<string, string> = {};
    const found = new Map(leavesOf(body));
    expect([...found.keys()].sort()).toEqual(leaves.map((leaf: any) => leaf.pointer).sort());
    for (const { pointer, value, salt, preimage, digest } of leaves) {
      expect(value).toEqual(found.get(pointer));
      expect(salt).toBe(
        createHmac("sha256", secret).update(pointer, "utf8").digest().subarray(0, 16).toString("base64url"),
      );
      expect(preimage).toBe(canonical([salt, pointer, value]));
      expect(digest).toBe(base64url(sha256(Buffer.from(preimage, "utf8"))));
      digests[pointer] = digest;
    }
    expect(digests_canonical).toBe(canonical(digests));
    expect(agreement_hash).toBe(hashText(digests_canonical));
  });

  it("T18: is signed by both over its commitment, which has no terms", () => {
    const { agreement_id, negotiation_id, parties } = body;
    expect(commitment).toEqual({ agreement_id, negotiation_id, parties, agreement_hash });
    for (const step of negotiation.agreement.signatures) {
      expect(step.payload).toBe(canonical(commitment));
      expect(full_form.agreement.signatures[step.signer]).toBe(step.signature);
    }
    expect(Object.keys(full_form.agreement.signatures).sort()).toEqual([...parties].sort());
  });

  it("T18: keeps its hash when it is redacted, and loses value and salt of what is hidden", () => {
    const { pointers, public_form, redacted_form } = negotiation.redaction;
    expect(redacted_form.agreement).toEqual(public_form.agreement);
    expect(canonical(public_form.agreement.digests)).toBe(digests_canonical);
    expect(public_form.agreement.agreement_hash).toBe(agreement_hash);
    const text = JSON.stringify(redacted_form);
    for (const { pointer, value, salt } of leaves) {
      expect(public_form.disclosures[pointer]).toEqual({ salt, value });
      const isHidden = pointers.includes(pointer);
      expect(redacted_form.disclosures[pointer]).toEqual(isHidden ? undefined : { salt, value });
      expect(text.includes(salt)).toBe(!isHidden);
    }
    expect(pointers.length).toBe(2);
    expect(text).not.toContain(full_form.salt_secret);
  });
});

describe("the log", () => {
  const { entries, checkpoints, inclusion, consistency, verifier_key, origin } = negotiation.log;
  const leaves: Uint8Array[] = entries.map(({ canonical: text }: any) =>
    sha256(Buffer.concat([Buffer.of(0), Buffer.from(text)])),
  );

  it("T18: is one chain, whose hashes are those of its canonical entries", () => {
    let prev = "genesis";
    for (const [seq, { entry, canonical: text, entry_hash, leaf_hash_hex }] of entries.entries()) {
      expect(text).toBe(canonical(entry));
      expect(entry).toMatchObject({ seq, prev });
      expect(entry_hash).toBe(hashText(text));
      expect(leaf_hash_hex).toBe(hex(must(leaves[seq])));
      prev = entry_hash;
    }
    expect(entries.map(({ entry }: any) => entry.kind)).toEqual([
      "agreement",
      "cosignature",
      "redaction",
      "agreement",
      "cosignature",
    ]);
    const { party, signature, key } = entries[1].entry.body;
    const { signatures, keys, ...body } = entries[0].entry.body;
    expect(negotiation.redaction.public_form.agreement).toEqual({
      ...body,
      signatures: { ...signatures, [party]: signature },
      keys: { ...keys, [key.kid]: key },
    });
    expect(entries[2].entry.body.pointers).toEqual([...negotiation.redaction.pointers].sort());
  });

  it("T18: gives every checkpoint its root by RFC 6962, and its signature holds for node:crypto", () => {
    const { public_key_hex, seed_hex } = negotiation.keys.log;
    const key = Buffer.concat([Buffer.of(1), ofHex(public_key_hex)]);
    const id = sha256(Buffer.concat([Buffer.from(`${origin}\n`), key])).subarray(0, 4);
    expect(verifier_key).toBe(`${origin}+${hex(id)}+${key.toString("base64")}`);
    expect(checkpoints.map(({ size }: any) => size)).toEqual([1, 2, 3, 4, 5]);
    for (const { size, root_hex, text, note } of checkpoints) {
      const root = rootOf(leaves.slice(0, size));
      expect(root_hex).toBe(hex(root));
      expect(text).toBe(`${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`);
      const signature = Buffer.from(must(note.slice(text.length).split(" ").at(-1)), "base64");
      expect(note).toBe(`${text}\n\u2014 ${origin} ${signature.toString("base64")}\n`);
      expect(hex(signature.subarray(0, 4))).toBe(hex(id));
      const { publicKey } = nodeKeys(ofHex(seed_hex));
      expect(verify(null, Buffer.from(text), publicKey, signature.subarray(4))).toBe(true);
    }
  });

  it("T18: gives the inclusion and consistency proofs of RFC 6962", () => {
    expect(inclusion.map(({ seq }: any) => seq)).toEqual([0, 1, 2, 3, 4]);
    for (const { seq, size, proof } of inclusion) {
      expect(proof).toEqual(
        pathOf(seq, leaves.slice(0, size)).map((hash) => Buffer.from(hash).toString("base64")),
      );
    }
    expect(consistency.length).toBeGreaterThan(3);
    for (const { first_size, second_size, proof_hex } of consistency) {
      expect(proof_hex).toEqual(proofOf(first_size, leaves.slice(0, second_size), true).map(hex));
    }
  });
});

describe("what else is right", () => {
  const canonicalJson = vectors("canonical-json.json");
  const signatures = vectors("signatures.json");

  it.each(canonicalJson.canonical.map((one: any) => [one.name, one]) as [string, any][])(
    "T18: canonical JSON as the package canonicalize writes it: %s",
    (_, { text, canonical: expected, canonical_hex, sha256_hex }) => {
      expect(expected).toBe(canonical(JSON.parse(text)));
      expect(canonical_hex).toBe(hex(Buffer.from(expected, "utf8")));
      expect(sha256_hex).toBe(hex(sha256(ofHex(canonical_hex))));
    },
  );

  it("T18: each of the seven signatures of one payload holds for jose, with the typ of its purpose", async () => {
    expect(Object.keys(signatures.purposes)).toHaveLength(7);
    expect(signatures.good).toBe(signatures.purposes.proposal);
    for (const [purpose, token] of Object.entries<string>(signatures.purposes)) {
      const { protectedHeader } = await joseRead(token, ofHex(signatures.payload_hex), signatures.expected);
      expect(protectedHeader.typ).toBe(`oap-${purpose}+jws`);
    }
  });

  it("T18: Ed25519 signatures that are called valid are valid for node:crypto and @noble/curves", () => {
    const valid = signatures.ed25519.filter((one: any) => one.valid);
    expect(valid.length).toBeGreaterThan(1);
    for (const { signature_hex, message_hex, public_key_hex } of valid) {
      const x = base64url(ofHex(public_key_hex));
      const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
      expect(verify(null, ofHex(message_hex), key, ofHex(signature_hex))).toBe(true);
      expect(ed25519.verify(ofHex(signature_hex), ofHex(message_hex), ofHex(public_key_hex))).toBe(true);
    }
  });
});

/** Of an object, and of those in its arrays. */
function memberNames(part: object): string[] {
  const rows = Object.values(part).flatMap((member) => (Array.isArray(member) ? member : []));
  const names = rows.flatMap((row) =>
    typeof row === "object" && !Array.isArray(row) ? Object.keys(row) : [],
  );
  return [...Object.keys(part), ...names];
}

async function joseRead(token: string, payload: Uint8Array, { public_key_hex }: any) {
  const jwk = await importJWK({ kty: "OKP", crv: "Ed25519", x: base64url(ofHex(public_key_hex)) }, "Ed25519");
  return compactVerify(token.replace("..", `.${base64url(payload)}.`), jwk);
}

/** Written from RFC 6901 and SG-26 alone. */
function leavesOf(value: unknown, tokens: readonly string[] = []): [string, unknown][] {
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...tokens, key]));
  }
  return [[tokens.map((token) => `/${token.split("~").join("~0").split("/").join("~1")}`).join(""), value]];
}

/** RFC 6962, section 2.1: the definitions as they stand there. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (leaves.length <= 1) return only ?? sha256(new Uint8Array());
  const split = splitOf(leaves.length);
  return sha256(Buffer.concat([Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split))]));
}

function pathOf(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...pathOf(index, left), rootOf(right)]
    : [...pathOf(index - split, right), rootOf(left)];
}

function proofOf(size: number, leaves: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
  if (size === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return size <= split
    ? [...proofOf(size, left, isWhole), rootOf(right)]
    : [...proofOf(size - split, right, false), rootOf(left)];
}

/** The largest power of two below the count. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

function base58(bytes: Uint8Array): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let text = "";
  for (let rest = BigInt(`0x${hex(bytes)}`); rest > 0n; rest /= 58n)
    text = alphabet[Number(rest % 58n)] + text;
  return text;
}
