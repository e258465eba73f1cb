/**
 * Writes the vectors anew. Keys, chance and time are fixed, so that nothing changes unless the library does.
 *
 *   npx tsx examples/oap-vectors/generate.ts
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { vectorFiles } from "./vector-files.js";

for (const [name, text] of await vectorFiles()) {
  const file = new URL(name, import.meta.url);
  const isSame = existsSync(file) && readFileSync(file, "utf8") === text;
  if (!isSame) writeFileSync(file, text);
  console.log(`${name}: ${isSame ? "up to date" : "brought up to date"}, ${Buffer.byteLength(text)} bytes`);
}
