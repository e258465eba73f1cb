/**
 * @module
 * Runs an example as its reader would: through tsx, in a process of its own.
 */

import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How it ended. */
export interface ExampleEnding {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param file - below `examples/` */
export function runExample(
  file: string,
  args: readonly string[] = [],
  timeout = 120_000,
): Promise<ExampleEnding> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", `examples/${file}`, ...args],
      { cwd: root, encoding: "utf8", timeout, env: { ...process.env, NO_COLOR: "1" } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
        resolve({ code, stdout, stderr });
      },
    );
  });
}

/** An example that goes on, with the lines that it prints as they come; what it complains of is shown, its stdin is open. */
export function startExample(
  file: string,
  args: readonly string[] = [],
): { readonly child: ChildProcessByStdio<Writable, Readable, null>; readonly lines: AsyncIterable<string> } {
  // In this very process, not below the command of tsx, which kills what has not heard a signal within 60 ms.
  const child = spawn(process.execPath, ["--import", "tsx", `examples/${file}`, ...args], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  return { child, lines: createInterface(child.stdout) };
}

/** What stands in the rows of the inspector at an address that an example prints: no more than its page would ask for. */
export async function inspectedRows(line: string): Promise<readonly { readonly status: string }[]> {
  const address = line.slice(line.indexOf("http"));
  const page = await fetch(address);
  const { rows } = await (await fetch(new URL("api/list", address))).json();
  const policy = page.headers.get("content-security-policy") ?? "";
  if (!page.ok || !policy.includes("default-src 'none'")) throw new Error(`Expected a page at ${address}.`);
  return rows;
}
