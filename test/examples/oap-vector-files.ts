/**
 * @module
 * The vectors of `examples/oap-vectors/` as their readers find them: JSON files.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../package/package-root.js";

export const folder = join(packageRoot, "examples", "oap-vectors");

/** The names of all files of vectors. */
export const vectorNames: readonly string[] = readdirSync(folder).filter((name) => name.endsWith(".json"));

export function vectorFile(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** What they hold is what is tested, so nothing is known of it by type. */
export function vectors(name: string): any {
  return JSON.parse(vectorFile(name));
}

export const sha256 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

export function ofHex(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "hex"));
}

/** What a pointer into `negotiation.json` leads to; its pointers have no escapes. */
export function at(whole: any, pointer: string): any {
  return pointer
    .split("/")
    .slice(1)
    .reduce((value, token) => value[token], whole);
}
