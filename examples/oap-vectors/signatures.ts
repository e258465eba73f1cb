/**
 * `signatures.json`: detached signatures that are refused for their form, header, purpose, signer or content, and
 * Ed25519 signatures on which engines disagree.
 */
import type { SignaturePurpose, Signer } from "../../src/oap/index.js";
import { canonicalize, encodeBase64url, SIGNATURE_PURPOSES, signDetached } from "../../src/oap/index.js";
import { cases as ed25519Cases } from "../../test/oap/ed25519-cases.js";
import { didOf, hex, type JsonValue, json, partsOfToken, utf8 } from "./bytes.js";
import type { Scenario } from "./scenario.js";

/** The file. */
export async function signatureVectors({ signers, publicKeys }: Scenario): Promise<JsonValue> {
  const payload = canonicalize({ price: "40.00", units: 4_000 });
  const signer = didOf(signers.ada);
  const good = await signDetached(payload, "proposal", signers.ada);
  const purposes: Partial<Record<SignaturePurpose, string>> = {};
  for (const purpose of SIGNATURE_PURPOSES)
    purposes[purpose] = await signDetached(payload, purpose, signers.ada);
  const expected = { purpose: "proposal", signer, public_key_hex: hex(publicKeys.ada) };
  const refused = [
    ...(await badForms(good, payload, signers.ada)),
    ...(await badHeaders(payload, signers.ada)),
    ["SG-13", "the key of another party", await signDetached(payload, "proposal", signers.smith)],
    ["SG-13", "the Tool's key", await signDetached(payload, "proposal", signers.tool)],
    ...badSignatures(good),
  ] as const;
  return json({
    about: "SG-10 to SG-14: every token is checked against payload, purpose, signer and key. See README.md.",
    payload: new TextDecoder().decode(payload),
    payload_hex: hex(payload),
    expected,
    good,
    purposes,
    refused: refused.map(([requirement, name, signature]) => ({
      ...{ name, requirement, signature },
      code: "signature_invalid",
    })),
    other_content: [
      ["one bit of the payload", { payload_hex: hex(flipped(payload, payload.length - 1)) }],
      ["an empty payload", { payload_hex: "" }],
      ["another key", { public_key_hex: hex(publicKeys.smith) }],
      ["one bit of the key", { public_key_hex: hex(flipped(publicKeys.ada, 3)) }],
      ["another signer", { signer: didOf(signers.smith) }],
    ].map(([name, changed]) => ({
      ...{ name, requirement: "SG-10", changed },
      code: "signature_invalid",
    })),
    ed25519: ed25519Cases()
      .filter(({ name }) => isShown(name))
      .map(({ name, signature, message, publicKey, isValid }) => ({
        ...{ name, requirement: "SG-14" },
        signature_hex: hex(signature),
        message_hex: hex(message),
        public_key_hex: hex(publicKey),
        valid: isValid,
      })),
  });
}

type Refused = readonly [requirement: string, name: string, token: string];

async function badForms(good: string, payload: Uint8Array, signer: Signer): Promise<Refused[]> {
  const { header, signature } = partsOfToken(good);
  const encoded = encodeBase64url(signature);
  const long = `${JSON.stringify({ alg: "Ed25519", kid: signer.kid, typ: "oap-proposal+jws" })}${" ".repeat(600)}`;
  return [
    ["SG-10", "nothing", ""],
    ["SG-10", "with its payload inside", `${header}.${encodeBase64url(payload)}.${encoded}`],
    ["SG-10", "two parts", `${header}.${encoded}`],
    ["SG-10", "four parts", `${header}..${encoded}.`],
    ["SG-10", "without a header", `..${encoded}`],
    ["SG-10", "without a signature", `${header}..`],
    ["SG-10", "in the JSON form of JWS", JSON.stringify({ protected: header, signature: encoded })],
    ["SG-10", "over 1,024 characters", await tokenOf(long, payload, signer)],
    ["SG-10", "a signature of 63 bytes", `${header}..${encodeBase64url(signature.subarray(1))}`],
    ["SG-12", "padding", `${good}==`],
    ["SG-12", "trailing bits that are not zero", respelled(good)],
    ["SG-12", "standard base64", standard(good)],
    ["SG-12", "white space in front", ` ${good}`],
    ["SG-12", "a newline at the end", `${good}\n`],
  ];
}

async function badHeaders(payload: Uint8Array, signer: Signer): Promise<Refused[]> {
  const { kid } = signer;
  const did = didOf(signer);
  const header = { alg: "Ed25519", kid, typ: "oap-proposal+jws" };
  const changed: readonly (readonly [string, string, object | string])[] = [
    ["SG-10", "alg none", { ...header, alg: "none" }],
    ["SG-10", "alg HS256", { ...header, alg: "HS256" }],
    ["SG-10", "alg ES256", { ...header, alg: "ES256" }],
    ["SG-10", "alg EdDSA, of RFC 8037", { ...header, alg: "EdDSA" }],
    ["SG-10", "alg in lower case", { ...header, alg: "ed25519" }],
    ["SG-10", "no alg", { kid, typ: header.typ }],
    ["SG-10", "no typ", { alg: header.alg, kid }],
    ["SG-10", "no kid", { alg: header.alg, typ: header.typ }],
    ["SG-10", "one more member", { ...header, cty: "json" }],
    ["SG-10", "the member b64", { alg: "Ed25519", b64: false, crit: ["b64"], kid, typ: header.typ }],
    ["SG-10", "a key in the header", { alg: "Ed25519", jwk: {}, kid, typ: header.typ }],
    ["SG-10", "members in another order", { typ: header.typ, alg: header.alg, kid }],
    ["SG-10", "white space in the header", JSON.stringify(header, null, 1)],
    ["SG-10", "an escape in the header", JSON.stringify(header).replace("did:key", "di\\u0064:key")],
    ["SG-10", "a member twice", JSON.stringify(header).replace("}", ',"typ":"oap-proposal+jws"}')],
    ["SG-10", "a header that is no object", "[]"],
    ["SG-11", "typ JWT", { ...header, typ: "JWT" }],
    ["SG-11", "typ in capitals", { ...header, typ: "OAP-PROPOSAL+JWS" }],
    ["SG-11", "typ with a media type in full", { ...header, typ: "application/oap-proposal+jws" }],
    ["SG-13", "a kid without fragment", { ...header, kid: did }],
    ["SG-13", "a kid that is a fragment alone", { ...header, kid: kid.slice(did.length) }],
    ["SG-13", "a kid with an empty fragment", { ...header, kid: `${did}#` }],
    ["SG-13", "a kid with a path", { ...header, kid: kid.replace("#", "/#") }],
    ["SG-13", "a kid with a query", { ...header, kid: kid.replace("#", "?a=b#") }],
    ["SG-13", "a kid that is no DID", { ...header, kid: kid.replace("did:", "urn:") }],
  ];
  return Promise.all(
    changed.map(async ([requirement, name, given]): Promise<Refused> => {
      const text = typeof given === "string" ? given : JSON.stringify(given);
      return [requirement, name, await tokenOf(text, payload, signer)];
    }),
  );
}

function badSignatures(good: string): Refused[] {
  const { header, signature } = partsOfToken(good);
  return [0, 31, 32, 63].map((at) => [
    "SG-10",
    `one bit of byte ${at} of the signature`,
    `${header}..${encodeBase64url(flipped(signature, at))}`,
  ]);
}

/** A token with any text as its header, and a signature that is good over it. */
async function tokenOf(header: string, payload: Uint8Array, signer: Signer): Promise<string> {
  const encoded = encodeBase64url(utf8(header));
  const signature = await signer.sign(utf8(`${encoded}.${encodeBase64url(payload)}`));
  return `${encoded}..${encodeBase64url(signature)}`;
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
}

/** The last character has four bits that mean nothing. */
function respelled(token: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return `${token.slice(0, -1)}${digits[digits.indexOf(token.slice(-1)) + 1]}`;
}

function standard(token: string): string {
  const changed = token.replaceAll("-", "+").replaceAll("_", "/");
  if (changed === token) throw new Error("Expected a token whose spelling differs.");
  return changed;
}

/** Of many that are alike, the first ones. */
function isShown(name: string): boolean {
  const alike = /^(?:non-canonical (?:key|R)|R of small order|torsion component) (\d+)/;
  const [, number] = alike.exec(name) ?? [];
  return number === undefined ? !name.includes("R = [S]B") : Number(number) < 4;
}
