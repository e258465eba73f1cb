/**
 * @module
 * SQLite on a Node without `node:sqlite`: better-sqlite3, built once into a cache and found from there by tests,
 * benches and every process that they start (ST-92). It takes a minute to build, so `npm ci` does without it.
 */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The newest 12: 13.2.0 crashed the process under Node 20 (ST-51). */
const VERSION = "12.11.1";

/** What is wrong, for whoever opens a database all the same. Tests that open none go on. */
export const FAILURE_VARIABLE = "CONCORDAT_SQLITE_FAILURE";

/** For vitest, once a run, before its workers start: they inherit the environment. */
export default async function setup(): Promise<void> {
  try {
    await provideSqlite({ isQuick: true });
  } catch (error) {
    const { message } = error as Error;
    process.env[FAILURE_VARIABLE] = message;
    console.error(message);
  }
}

/**
 * Sees to it that `require("better-sqlite3")` works in the processes that this one starts, where there is no
 * `node:sqlite`. Node looks into the folders of `NODE_PATH` after all others.
 *
 * @param isQuick - built in half the time, and somewhat slower: for tests, which measure nothing
 * @throws {Error} that says why it could not be built, and what to do
 */
export async function provideSqlite({ isQuick = false }: { readonly isQuick?: boolean } = {}): Promise<void> {
  if (process.getBuiltinModule?.("node:sqlite" as never) !== undefined || isInstalled()) return;
  const modules = join(await cachedFolder(isQuick), "node_modules");
  process.env["NODE_PATH"] = [modules, process.env["NODE_PATH"]].filter(Boolean).join(delimiter);
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url)("better-sqlite3");
    return true;
  } catch {
    return false;
  }
}

/** The folder of a build for this Node. It gets its name when it is complete: a run may be stopped half way. */
async function cachedFolder(isQuick: boolean): Promise<string> {
  const { versions, platform, arch } = process;
  const cache = fileURLToPath(new URL("../node_modules/.cache/concordat/", import.meta.url));
  const folder = join(
    cache,
    `better-sqlite3-${VERSION}-abi${versions.modules}-${platform}-${arch}${isQuick ? "-quick" : ""}`,
  );
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, `.${basename(folder)}-`));
  try {
    await build(unfinished, isQuick);
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run may have been as far a moment sooner.
    if (!existsSync(folder)) throw new Error(explained(error), { cause: error });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function build(folder: string, isQuick: boolean): Promise<void> {
  console.log(`Building better-sqlite3 ${VERSION} for Node ${process.version}, once: about a minute ...`);
  const manifest = {
    private: true,
    dependencies: { "better-sqlite3": VERSION },
    allowScripts: { "better-sqlite3": true },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  // The Node that runs this, or it would be built for whichever comes first.
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const flags = isQuick && { CFLAGS: "-O1" };
  const options = { cwd: folder, env: { ...process.env, ...flags, PATH: path } };
  const shell = process.platform === "win32";
  await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund"], { ...options, shell });
  await run(process.execPath, ["-e", `new (require("better-sqlite3"))(":memory:").close()`], options);
}

const run = promisify(execFile);

function explained(error: unknown): string {
  const { message, stderr = "" } = error as Error & { readonly stderr?: string };
  const lines = stderr.trim().split("\n").slice(-15).join("\n");
  return (
    `Expected better-sqlite3 ${VERSION} to be built for Node ${process.version}, which has no node:sqlite, got: ` +
    `${message.split("\n")[0]}\n${lines}\nGive it a registry within reach, a C++ compiler and Python 3, ` +
    "or use Node 22.13 or later."
  );
}
