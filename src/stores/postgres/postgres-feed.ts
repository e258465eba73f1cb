/**
 * @module
 * NOTIFY and LISTEN: the processes of one database wake each other when there is something in the outbox. They only
 * save waiting: what is lost costs a look that comes later. What is read is `postgres-store.ts`'s business.
 */

import type { WatchOptions } from "../index.js";
import type { PostgresClient, PostgresQuery } from "./postgres-client.js";

/** The channel of a store's tables. Its name is that of an identifier: at most 63 bytes. */
export function channelOf({
  schemaName,
  prefix,
}: {
  readonly schemaName: string | undefined;
  readonly prefix: string;
}): string {
  return `${prefix}outbox ${schemaName ?? ""}`.slice(0, 63).trimEnd();
}

/**
 * Passes a pool that has a connection to spare, and any other client.
 *
 * @throws {TypeError} for a pool of one, all of whose statements would wait for the feed to end
 */
export function checkRoomToListen(client: PostgresClient): void {
  const { options } = client as { readonly options?: { readonly max?: unknown } };
  if (options?.max !== 1) return;
  throw new TypeError("Expected a pool of at least 2 connections for feed, got one of 1. Raise max.");
}

/** Rings for all who listen, as often as a connection allows: one ring may stand for many commits. */
export class OutboxBell {
  readonly #client: PostgresClient;
  readonly #query: PostgresQuery;
  #isRinging = false;
  #ringsAgain = false;

  constructor(client: PostgresClient, channel: string) {
    this.#client = client;
    this.#query = { text: "SELECT pg_notify($1, '')", values: [channel] };
  }

  /** Rings after the commit and apart from it, where the server's lock of all who notify would hold up others. */
  ring(): void {
    if (this.#isRinging) this.#ringsAgain = true;
    else void this.#ring();
  }

  async #ring(): Promise<void> {
    this.#isRinging = true;
    do {
      this.#ringsAgain = false;
      try {
        await this.#client.query({ ...this.#query });
      } catch {
        // Who listens looks by itself.
      }
    } while (this.#ringsAgain);
    this.#isRinging = false;
  }
}

/** When a listener looks after its connection, and until when. */
export interface ListenerOptions extends WatchOptions {
  /** Ms between two looks. */
  readonly pollMs: number;
}

/** A connection of its own that listens, and another one when it breaks. */
export class OutboxListener {
  readonly #client: PostgresClient;
  readonly #channel: string;
  readonly #wake: () => void;
  readonly #options: ListenerOptions;
  #connection: ListeningConnection | undefined;
  #failedCount = 0;
  #timer: unknown;
  #isAnswered = true;

  constructor(client: PostgresClient, channel: string, wake: () => void, options: ListenerOptions) {
    this.#client = client;
    this.#channel = channel;
    this.#wake = wake;
    this.#options = options;
  }

  /** Resolves once it listens, or has failed to for the first time. */
  async begin(): Promise<void> {
    const { signal } = this.#options;
    if (signal.aborted || typeof this.#client.connect !== "function") return;
    try {
      const connection = (await this.#client.connect()) as ListeningConnection;
      if (signal.aborted) {
        connection.release();
        return;
      }
      this.#keep(connection);
      await this.#listen(connection);
    } catch (error) {
      this.#broken(error);
    }
  }

  /** Gives the connection back. */
  end(): void {
    this.#clock.clearTimeout(this.#timer as never);
    this.#drop();
  }

  get #clock(): Pick<typeof globalThis, "clearTimeout" | "setTimeout"> {
    return (this.#options.clock ?? globalThis) as never;
  }

  #keep(connection: ListeningConnection): void {
    this.#connection = connection;
    connection.on?.("notification", this.#wake);
    connection.on?.("error", this.#broken);
    connection.on?.("end", this.#broken);
  }

  /** Listening again changes nothing, and shows whether the connection is still there. */
  async #listen(connection: ListeningConnection): Promise<void> {
    this.#isAnswered = false;
    this.#later(this.#options.pollMs, () => {
      if (!this.#isAnswered)
        this.#broken(new Error("Expected an answer on the listening connection, got none."));
      else this.#listen(connection).catch(this.#broken);
    });
    await connection.query({ text: `LISTEN "${this.#channel}"` });
    this.#isAnswered = true;
    // A process is not kept alive by what it might hear; before, somebody may wait for it to listen.
    connection.unref?.();
    if (this.#failedCount === 0) return;
    // What was told while nobody listened is looked for at once.
    this.#failedCount = 0;
    this.#wake();
  }

  readonly #broken = (error?: unknown): void => {
    this.#drop();
    if (this.#options.signal.aborted) return;
    if (this.#failedCount++ === 0) this.#options.onError?.(error);
    const ms = Math.min(SOON_MS * 2 ** Math.min(this.#failedCount, 10), this.#options.pollMs);
    this.#later(ms, () => void this.begin());
  };

  #later(ms: number, work: () => void): void {
    this.#clock.clearTimeout(this.#timer as never);
    this.#timer = this.#clock.setTimeout(work, ms);
    (this.#timer as { unref?: () => unknown } | null)?.unref?.();
  }

  /** It is closed rather than lent again: it listens. */
  #drop(): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#connection = undefined;
    connection.removeListener?.("notification", this.#wake);
    connection.removeListener?.("end", this.#broken);
    connection.release(true);
    connection.removeListener?.("error", this.#broken);
  }
}

/** A lent connection of pg, as far as it is used here. */
interface ListeningConnection {
  query(query: PostgresQuery): PromiseLike<unknown>;
  release(isBroken?: boolean): unknown;
  on?(event: "notification" | "error" | "end", listener: (detail?: unknown) => void): unknown;
  removeListener?(event: "notification" | "error" | "end", listener: (detail?: unknown) => void): unknown;
  unref?(): unknown;
}

/** Ms before a broken connection is replaced for the first time; then twice as long each time, up to `pollMs`. */
const SOON_MS = 10;
