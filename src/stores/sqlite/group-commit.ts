/**
 * @module
 * Writes that share a transaction, so that those which arrive together wait for the disk once (ST-107).
 */

import type { SqliteSession } from "./sqlite-session.js";

/** A write, and who waits for its answer. */
interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes of a transaction at most. Chosen: it holds the event loop for some ten milliseconds. */
const MOST = 250;

/** Collects writes for a few milliseconds, and does them in one transaction. */
export class GroupCommit {
  readonly #session: SqliteSession;
  readonly #ms: number;
  readonly #listeners = new Set<() => void>();
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: SqliteSession, ms: number) {
    this.#session = session;
    this.#ms = ms;
  }

  /** @returns the answer of `work`, once what it wrote is as durable as the connection is set to */
  write<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (this.#waiting.length === MOST) this.flush();
      else this.#timer ??= setTimeout(() => this.flush(), this.#ms);
    });
  }

  /** Calls back after each transaction, until it is stopped: SQLite tells a connection of others' commits only. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    let isInside = false;
    try {
      const answers = this.#session.write(() => {
        isInside = true;
        const given = group.map(({ work }) => this.#session.part(work));
        isInside = false;
        return given;
      });
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as never);
    } catch (error) {
      // One of them cannot be written: nobody else is to suffer for it. A transaction that did not begin, or did not
      // end, is everybody's, and tried again by each.
      for (const waiting of group) {
        if (isInside) this.#alone(waiting);
        else waiting.reject(error);
      }
    }
    for (const listener of this.#listeners) listener();
  }

  #alone({ work, resolve, reject }: Waiting): void {
    try {
      resolve(this.#session.write(work) as never);
    } catch (error) {
      reject(error);
    }
  }
}
