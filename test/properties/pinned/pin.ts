/**
 * @module
 * Compares behaviour with what is pinned, or pins it anew: `npm run pin` is this with `--write`.
 */

import { existsSync, writeFileSync } from "node:fs";
import { differences, PINNED_GROUPS, pinned, pinnedFile } from "./pinned.js";

const writes = process.argv.includes("--write");
const before = existsSync(pinnedFile) ? pinned() : {};
const after: Record<string, unknown> = {};
let count = 0;
for (const { name, isHere, digests } of PINNED_GROUPS) {
  if (!isHere) {
    console.log(`${name}: left out, what they are made of is not here`);
    after[name] = before[name];
    continue;
  }
  const usedBefore = process.cpuUsage();
  const now = await digests();
  const found = differences(now, before[name]);
  const { user, system } = process.cpuUsage(usedBefore);
  console.log(
    `${name}: ${Object.keys(now).length} digests, ${Math.round((user + system) / 1_000)} ms of processor`,
  );
  for (const difference of found) console.log(`  ${difference}`);
  after[name] = now;
  count += found.length;
}
if (writes) writeFileSync(pinnedFile, `${JSON.stringify(after, null, 2)}\n`);
else if (count > 0) process.exitCode = 1;
console.log(writes ? `Written: ${count} of them changed.` : `${count} differ.`);
