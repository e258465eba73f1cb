/**
 * @module
 * A user's folder in a temporary place: the package as it is published, packed and unpacked, and links
 * to what it depends on. Nothing else of this repository can be imported from there.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { RUN_FOLDER } from "../provide-run-folder.js";
import { builtFolder, manifest, packageRoot } from "./package-root.js";

/** A folder in which the package can be imported by its name. */
export interface Consumer {
  readonly folder: string;
  /** The packed package, a `.tgz`. */
  readonly tarball: string;
  /** Removes the folder. */
  remove(): void;
}

/**
 * Makes a user's folder; needs the build.
 *
 * @param extras - packages to link beside the run-time dependencies
 */
export function makeConsumer(extras: readonly string[] = []): Consumer {
  builtFolder();
  // The real path: TypeScript and Node report files by it, and the temporary folder may be a link.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "concordat-consumer-")));
  const tarball = packedIn(process.env[RUN_FOLDER] ?? folder);
  const unpacked = join(folder, "node_modules", manifest.name);
  mkdirSync(unpacked, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"]);
  for (const name of new Set([...Object.keys(manifest.dependencies), ...extras])) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(packageRoot, "node_modules", name), link, "junction");
  }
  return { folder, tarball, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The packed package in that folder: npm packs it for the first who asks. */
function packedIn(folder: string): string {
  const tarball = join(folder, "package.tgz");
  if (existsSync(tarball)) return tarball;
  const place = mkdtempSync(join(folder, "packing-"));
  const printed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", place], {
    cwd: packageRoot,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // Another worker may have packed the same meanwhile: whole files take each other's place.
  renameSync(join(place, JSON.parse(printed)[0].filename), tarball);
  return tarball;
}
