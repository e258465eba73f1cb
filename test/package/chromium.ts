/**
 * @module
 * Debian's Chromium for tests: where it is, and a page of ours in it. No driver is needed: the page posts what it has
 * found out to the server on loopback that it came from.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text as textOf } from "node:stream/consumers";

/** What to do where there is none. */
export const HOW_TO_INSTALL =
  "`apt-get install --no-install-recommends chromium-headless-shell` installs it, as .ci/run does; " +
  "CONCORDAT_CHROMIUM names the program of another one";

/** The program; `undefined` where none is installed. Of Debian's two the first is smaller and starts sooner. */
export function findChromium(): string | undefined {
  const named = process.env["CONCORDAT_CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return ["chromium-headless-shell", "chromium"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a page is made of. */
export interface Page {
  /** A module of JavaScript. */
  readonly script: string;
  /** What `GET /questions` gives, as JSON. */
  readonly questions: unknown;
}

/**
 * What the script of a page posts to `/answers`, read as JSON.
 *
 * The browser begins with an empty profile and has ended, with all its processes, when this returns.
 *
 * @throws {Error} when it ends or a minute passes without an answer, with the last that the browser said
 */
export async function answersInChromium(program: string, page: Page): Promise<unknown> {
  const profile = mkdtempSync(join(tmpdir(), "concordat-chromium-"));
  const { promise, resolve, reject } = withResolvers<string>();
  const server = await served(page, resolve);
  const { port } = server.address() as AddressInfo;
  const browser = started(program, profile, `http://127.0.0.1:${port}/`);
  const ended = new Promise((end) => browser.once("close", end).once("error", end));
  const said: string[] = [];
  browser.stderr?.on("data", (chunk) => said.push(String(chunk)));
  const fail = (what: string): void =>
    reject(
      new Error(`Expected answers from ${program}, got ${what}. It said: ${said.join("").slice(-2000)}`),
    );
  browser.once("error", (error) => fail(error.message));
  browser.once("close", (code) => fail(`its end with code ${code}`));
  const timer = setTimeout(() => fail("none within two minutes"), 120_000);
  try {
    return JSON.parse(await promise);
  } finally {
    clearTimeout(timer);
    killAll(browser);
    await ended;
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function served({ script, questions }: Page, onAnswers: (text: string) => void): Promise<Server> {
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    "/": ["text/html", `<!doctype html><meta charset="utf-8"><body>${ON_ERROR}${SCRIPT}`],
    "/script.js": ["text/javascript", script],
    "/questions": ["application/json", JSON.stringify(questions)],
  };
  const server = createServer(async (request, response) => {
    if (request.method === "POST" && request.url === "/answers") {
      const answers = await textOf(request);
      response.writeHead(204).end();
      onAnswers(answers);
      return;
    }
    const [type, body] = files[request.url ?? ""] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

const SCRIPT = '<script type="module" src="/script.js"></script>';

/** A script that cannot be read, or ends early, gives its error as the answer. */
const ON_ERROR = `<script>
  const answer = (error) => fetch("/answers", { method: "POST", body: JSON.stringify(String(error)) });
  addEventListener("error", ({ message }) => answer(message));
  addEventListener("unhandledrejection", ({ reason }) => answer(reason));
</script>`;

/** In a process group of its own, with which everything it starts can be killed. It asks nothing but loopback. */
function started(program: string, profile: string, url: string): ChildProcess {
  const flags = [
    "--headless",
    // Root, as in CI, has to; the one page that is ever open is ours.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    // Only so that it ends when the pipe does: with this process, however that ends.
    "--remote-debugging-pipe",
    `--user-data-dir=${profile}`,
  ];
  const env = { ...process.env, HOME: profile };
  const stdio = ["ignore", "ignore", "pipe", "pipe", "pipe"] as const;
  return spawn(program, [...flags, url], { detached: true, stdio: [...stdio], env });
}

function killAll(browser: ChildProcess): void {
  if (browser.pid === undefined) return;
  try {
    process.kill(-browser.pid, "SIGKILL");
  } catch {
    // It has ended before, and its group with it.
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
