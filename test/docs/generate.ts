/**
 * @module
 * Writes the generated parts into README.md, and its picture: `npm run docs`.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { generatedParts, withParts } from "./generated-parts.js";
import { picture, pictureFile } from "./picture.js";

const readme = new URL("../../README.md", import.meta.url);
const before = existsSync(readme) ? readFileSync(readme, "utf8") : "# Concordat\n";
const after = withParts(before, generatedParts());
if (after !== before) writeFileSync(readme, after);
console.log(after === before ? "README.md is up to date." : "README.md was brought up to date.");
writeFileSync(pictureFile, picture());
