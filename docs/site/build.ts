/**
 * @module
 * Builds the site from docs/ into docs/site/.vitepress/dist: `npm run site`. What builds it has a lock of its own and is
 * installed here where it is absent or old; once it is, nothing is asked of the network.
 */

import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const site = dirname(fileURLToPath(import.meta.url));
const lock = join(site, "package-lock.json");
const installed = join(site, "node_modules", ".package-lock.json");

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  const npm = ["ci", "--prefix", site, "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", npm, { stdio: "inherit", shell: process.platform === "win32" });
}
await import("../../test/docs/reference.js");
const vitepress = join(site, "node_modules", "vitepress", "bin", "vitepress.js");
const env = { ...process.env, NODE_ENV: "production" };
execFileSync(process.execPath, [vitepress, "build", site], { stdio: "inherit", env });
