/**
 * @module
 * The pinned pages: test vectors of signed documents, made anew with their fixed keys and clock, and what
 * `npm run docs` writes.
 */

import { vectorFiles } from "../../../examples/oap-vectors/vector-files.js";
import { generatedParts } from "../../docs/generated-parts.js";
import { picture } from "../../docs/picture.js";
import { type Digests, digestOf } from "./digest.js";

/** By file. */
export async function vectorDigests(): Promise<Digests> {
  return Object.fromEntries([...(await vectorFiles())].map(([name, text]) => [name, digestOf([text])]));
}

/** By name of the part, in whichever page it stands. What is made of titles of tests is left out: they are no behaviour. */
export function pageDigests(): Digests {
  const parts = Object.assign({}, ...Object.values(generatedParts())) as Readonly<Record<string, string>>;
  // Made of the titles of tests and of the heads of rooms, which a rebuilding may change.
  const { "oap-conformance": _, rooms: _rooms, ...own } = parts;
  const digests = Object.entries(own).map(([name, text]) => [name, digestOf([text])] as const);
  return { ...Object.fromEntries(digests), picture: digestOf([picture()]) };
}
