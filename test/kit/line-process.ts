/**
 * @module
 * A child process as the store suite wants it: its lines one by one, and `kill -9`.
 */

import { spawn } from "node:child_process";
import type { TestProcess } from "../../src/testing/harness/index.js";

/** A child that can be told something as well. */
export interface LineProcess extends TestProcess {
  /** Writes a line to its standard input. */
  tell(line: string): void;
}

/** Runs `node` with these arguments. A line that its end did not complete is no line. */
export function lineProcess(...args: readonly string[]): LineProcess {
  // A child that reads its input learns of its end when its parent is gone (SM-65).
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  let rest = "";
  let complaints = "";
  let isKilled = false;
  let ending: { readonly code: number | null } | undefined;
  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  const ended = new Promise<void>((resolve) => {
    child.on("close", (code) => {
      ending = { code };
      wake();
      resolve();
    });
  });
  return {
    tell(line) {
      child.stdin.write(`${line}\n`);
    },
    async nextLine() {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) return line;
        if (ending !== undefined) {
          if (!isKilled && ending.code !== 0) throw new Error(`The process failed: ${complaints}`);
          return null;
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    async kill() {
      isKilled = true;
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Such a child that is listened to from its start: all that it has said stays, its complaint and `ended` at last. */
export class HeardProcess {
  readonly lines: string[] = [];
  isOver = false;
  readonly #child: LineProcess;
  readonly #ended: Promise<void>;
  #waiting: (() => void)[] = [];

  constructor(...args: readonly string[]) {
    this.#child = lineProcess(...args);
    this.#ended = this.#listen();
  }

  /** Resolves when it has said so, as often, whatever stands behind it in the line; rejects when it ends without. */
  async says(word: string, count = 1): Promise<void> {
    while (this.linesOf(word).length < count) {
      if (this.isOver)
        throw new Error(
          `Expected a process to say ${word}, got its end: ${this.lines.slice(-20).join("\n")}`,
        );
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  linesOf(word: string): readonly string[] {
    return this.lines.filter((line) => line === word || line.startsWith(`${word} `));
  }

  /** The second words of those lines, each once. */
  idsOf(word: string): readonly string[] {
    return [...new Set(this.linesOf(word).map((line) => line.split(" ")[1] ?? ""))];
  }

  tell(line: string): void {
    this.#child.tell(line);
  }

  /** By its own handle (SM-65). */
  async kill(): Promise<void> {
    await this.#child.kill();
    await this.#ended;
  }

  async #listen(): Promise<void> {
    const heard = (line: string): void => {
      this.lines.push(line);
      for (const resolve of this.#waiting.splice(0)) resolve();
    };
    try {
      for (let line = await this.#child.nextLine(); line !== null; line = await this.#child.nextLine())
        heard(line);
    } catch (error) {
      heard(`complaint ${String(error)}`);
    }
    this.isOver = true;
    heard("ended");
  }
}
