/**
 * @module
 * Runs the command in a folder of its own: as it was built, as its user would, or its program in this process.
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type CommandEnding, commandHere } from "../kit/command-here.js";
import { packageRoot } from "../package/package-root.js";

/** The built command. */
export const command: string = join(packageRoot, "dist", "cli.js");

if (!existsSync(command))
  throw new Error(`Expected ${command} to exist. Run \`npm run build\` before these tests.`);

/** A folder for files, removed after the tests of the file. */
export interface Workplace {
  readonly folder: string;
  /** Writes a file there, and gives its path. */
  write(name: string, text: string): string;
  path(name: string): string;
  /** Runs the command there. */
  concordat(...args: readonly string[]): Promise<CommandEnding>;
  /** Starts the command there, and leaves it to the caller. */
  start(...args: readonly string[]): ChildProcess;
}

/** The same, with the command in this process: for what depends on no process, no worker and no signal. */
export function workplaceInProcess(): Workplace {
  const place = workplace();
  return { ...place, concordat: (...args) => commandHere(place.folder, args) };
}

/** Makes a folder. */
export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), "concordat-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  return {
    folder,
    path,
    write(name, text) {
      writeFileSync(path(name), text);
      return path(name);
    },
    concordat: (...args) =>
      new Promise((resolve) => {
        const settings = { cwd: folder, encoding: "utf8", timeout: 120_000, maxBuffer: 1e8 } as const;
        execFile(process.execPath, [command, ...args], settings, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
          resolve({ code, stdout, stderr });
        });
      }),
    start: (...args) =>
      spawn(process.execPath, [command, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] }),
  };
}

/** The text of a scenario that comes with the package. */
export function bundledPath(name: string): string {
  return join(packageRoot, "examples", "scenarios", `${name}.json`);
}
