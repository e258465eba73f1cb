/**
 * @module
 * Published test data, which stands beside the working copy and not in it: its licences are its own. Tests that
 * want it are skipped, by their title, where it is absent; `CONCORDAT_VECTORS` names another folder.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../package/package-root.js";

const folder = process.env["CONCORDAT_VECTORS"] ?? join(packageRoot, "..", "shared", "vectors");

/** Whether the data is there. */
export const hasVectors: boolean = existsSync(join(folder, "README.md"));

/** For titles: says plainly what is skipped, and why. */
export const vectorsNote: string = hasVectors ? "" : " (SKIPPED: no folder of published vectors)";

/** The bytes of a file. */
export function vectorBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(folder, path)));
}

/** The text of a file, without space around it. */
export function vectorText(path: string): string {
  return readFileSync(join(folder, path), "utf8").trim();
}

/** A file of JSON. */
export function vectorJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(folder, path), "utf8")) as T;
}
