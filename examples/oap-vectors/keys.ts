/**
 * `keys.json`: DID URLs of `did:key`, each with its public key or why there is none.
 */

import { encodeBase58btc } from "../../src/oap/encoding/index.js";
import { publicKeyMultibase } from "../../src/oap/index.js";
import { nonCanonicalPoints, smallOrderPoints } from "../../test/oap/ed25519-cases.js";
import { hex, type JsonValue, json } from "./bytes.js";
import type { Scenario } from "./scenario.js";

/** The file. */
export function keyVectors({ publicKeys }: Scenario): JsonValue {
  const own = publicKeys.ada;
  const body = publicKeyMultibase(own);
  const other = publicKeyMultibase(publicKeys.smith);
  const coded = (code: readonly number[], bytes: Uint8Array = own): string =>
    `z${encodeBase58btc(new Uint8Array([...code, ...bytes]))}`;
  const keyOf = (text: string): string => `did:key:${text}#${text}`;
  const refused: readonly (readonly [string, string, string])[] = [
    ["no fragment", `did:key:${body}`, "key_unresolvable"],
    ["an empty fragment", `did:key:${body}#`, "key_unresolvable"],
    ["no DID", body, "key_unresolvable"],
    ["a method in capitals", `did:KEY:${body}#${body}`, "key_unresolvable"],
    ["the key of another in the fragment", `did:key:${body}#${other}`, "key_not_authorized"],
    ["another name in the fragment", `did:key:${body}#key-1`, "key_not_authorized"],
    ["an X25519 key", keyOf(coded([0xec, 0x01])), "key_not_supported"],
    ["a secp256k1 key", keyOf(coded([0xe7, 0x01], new Uint8Array(33).fill(2))), "key_not_supported"],
    ["a P-256 key", keyOf(coded([0x80, 0x24], new Uint8Array(33).fill(2))), "key_not_supported"],
    ["no code in front", keyOf(coded([])), "key_not_supported"],
    ["the code as one byte", keyOf(coded([0xed])), "key_not_supported"],
    ["31 bytes", keyOf(coded([0xed, 0x01], own.subarray(1))), "key_not_supported"],
    ["33 bytes", keyOf(coded([0xed, 0x01], new Uint8Array([...own, 0]))), "key_not_supported"],
    ["a zero in front", keyOf(`z1${body.slice(1)}`), "key_not_supported"],
    ["another base", keyOf(`f${hex(new Uint8Array([0xed, 0x01, ...own]))}`), "key_not_supported"],
    ["no base", keyOf(body.slice(1)), "key_not_supported"],
    ["a character that is not of the alphabet", keyOf(`${body.slice(0, -1)}0`), "key_not_supported"],
    ["over 128 characters", keyOf(`z${"1".repeat(128)}`), "key_not_supported"],
    ...smallOrderPoints.map(
      (point, index) =>
        [`a point of small order, ${index}`, keyOf(coded([0xed, 0x01], point)), "key_not_supported"] as const,
    ),
    ...nonCanonicalPoints
      .slice(0, 4)
      .map(
        (point, index) =>
          [
            `a point that is not canonical, ${index}`,
            keyOf(coded([0xed, 0x01], point)),
            "key_not_supported",
          ] as const,
      ),
  ];
  return json({
    about: "SG-17: keys that are their own names, and names that are no keys. See README.md.",
    resolved: Object.values(publicKeys).map((publicKey) => ({
      kid: keyOf(publicKeyMultibase(publicKey)),
      public_key_hex: hex(publicKey),
    })),
    refused: refused.map(([name, kid, code]) => ({ name, requirement: "SG-17", kid, code })),
  });
}
