/**
 * Every file of vectors, by its name.
 */
import { agreementVectors } from "./agreement.js";
import type { JsonValue } from "./bytes.js";
import { canonicalJsonVectors } from "./canonical-json.js";
import { documentVectors } from "./documents.js";
import { keyVectors } from "./keys.js";
import { logVectors } from "./log.js";
import { moveVectors } from "./moves.js";
import { negotiationVectors } from "./negotiation.js";
import { scenario } from "./scenario.js";
import { signatureVectors } from "./signatures.js";

/** The text of each file. */
export async function vectorFiles(): Promise<ReadonlyMap<string, string>> {
  const run = await scenario();
  const files: Readonly<Record<string, JsonValue>> = {
    "negotiation.json": await negotiationVectors(run),
    "canonical-json.json": canonicalJsonVectors(),
    "signatures.json": await signatureVectors(run),
    "keys.json": keyVectors(run),
    "documents.json": documentVectors(),
    "agreement.json": agreementVectors(run),
    "log.json": await logVectors(run),
    "moves.json": await moveVectors(run),
  };
  return new Map(Object.entries(files).map(([name, value]) => [name, `${JSON.stringify(value, null, 1)}\n`]));
}
