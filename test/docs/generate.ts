/**
 * @module
 * Writes the generated parts into the pages of docs/, and the picture: `npm run docs:parts`, the
 * first half of `npm run docs`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { generatedParts, withParts } from "./generated-parts.js";
import { picture, pictureFile } from "./picture.js";

for (const [page, parts] of Object.entries(generatedParts())) {
  const file = new URL(`../../${page}`, import.meta.url);
  const before = readFileSync(file, "utf8");
  const after = withParts(before, parts);
  if (after !== before) writeFileSync(file, after);
  console.log(after === before ? `${page} is up to date.` : `${page} was brought up to date.`);
}
writeFileSync(pictureFile, picture());
