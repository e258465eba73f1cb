/**
 * @module
 * Asking the server: each attempt within a time and a size, again where that may help and cannot hurt, and never on to
 * where a redirect points, which would take the caller's headers along.
 */

import type { MaybePromise } from "../../ports/index.js";
import { jsonIn } from "../../web/index.js";
import { ClientError, notOfABridge, problemOf, unreachable } from "./client-error.js";
import type { ResolvedClientOptions } from "./client-options.js";

/** A request. */
export interface Asked {
  readonly method: "GET" | "POST";
  /** Below the base, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** A success, read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** `null` where it has none. */
  readonly body: unknown;
}

/** Asks one server. */
export class Requests {
  readonly options: ResolvedClientOptions;

  constructor(options: ResolvedClientOptions) {
    this.options = options;
  }

  /**
   * The success, after as many attempts as it takes and may take.
   *
   * @throws {ClientError} for what the last of them came to
   */
  async ask(asked: Asked): Promise<Answered> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#attempt(asked);
      } catch (error) {
        const isWorthIt = ClientError.isInstance(error) && error.retryable;
        if (!isWorthIt || failures >= this.options.retries) throw error;
        await this.pause(failures, error.retryAfterMs, asked.signal);
      }
    }
  }

  /**
   * The pieces of a stream of events, to its end. One that is silent for too long, or breaks, is `unreachable`.
   *
   * @param onOpen - hears that it is there
   */
  async *pieces(asked: Asked, onOpen: () => void): AsyncGenerator<Uint8Array> {
    const { clock, silenceMs } = this.options;
    const limit = new Limit(asked.signal, clock);
    try {
      const response = await this.#sent(asked, limit);
      const type = response.headers.get("content-type") ?? "";
      if (response.status !== 204 && !/^text\/event-stream\b/i.test(type))
        throw notOfABridge("events", `the type ${type.slice(0, 80)}`, response.status);
      onOpen();
      yield* chunks(response, limit, silenceMs);
    } finally {
      limit.end();
    }
  }

  /**
   * Waits before the next attempt: twice as long each time and never quite the same, and no less than the server asks for.
   *
   * @throws the reason of the signal, when it is aborted
   */
  async pause(failures: number, retryAfterMs: number | null, signal: AbortSignal | undefined): Promise<void> {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    const backoffMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    // A watch has no last attempt: a server that asks for no pause would be asked without end and without rest.
    const ms = Math.min(Math.max(retryAfterMs ?? 0, backoffMs * (0.5 + random / 2 ** 33)), LONGEST_PAUSE_MS);
    const { clock } = this.options;
    const limit = new Limit(signal, clock);
    let timer: unknown;
    try {
      await limit.raced(
        new Promise<void>((resolve) => {
          timer = clock.setTimeout(resolve, Math.ceil(ms));
        }),
      );
    } finally {
      clock.clearTimeout(timer);
      limit.end();
    }
  }

  async #attempt(asked: Asked): Promise<Answered> {
    const limit = new Limit(asked.signal, this.options.clock);
    try {
      const response = await this.#sent(asked, limit);
      const { status, headers } = response;
      const isEmpty = status === 204 || status === 304;
      return { status, headers, body: isEmpty ? null : await this.#json(response, limit) };
    } finally {
      limit.end();
    }
  }

  /** The head of a success, and of what the caller knows already. */
  async #sent({ method, path, headers, body }: Asked, limit: Limit): Promise<Response> {
    const { base, headers: own, fetch, timeoutMs, clock } = this.options;
    limit.within(timeoutMs);
    // What the caller's own function throws is the caller's, and not a broken connection.
    const all = new Headers(await limit.raced(own()));
    for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
    if (body !== undefined) all.set("Content-Type", "application/json");
    const { signal } = limit;
    const init: RequestInit = { method, headers: all, redirect: "manual", signal };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await limit.of(fetch(base + path, init));
    if (response.ok || response.status === 304) return response;
    const problem = await this.#json(response, limit).catch(() => null);
    throw problemOf(response.status, problem, retryAfterMs(response.headers.get("retry-after"), clock.now()));
  }

  async #json(response: Response, limit: Limit): Promise<unknown> {
    const { status, headers } = response;
    const type = headers.get("content-type") ?? "";
    const decoder = new TextDecoder();
    let text = "";
    let size = 0;
    for await (const piece of chunks(response, limit)) {
      size += piece.length;
      if (size > this.options.maxAnswer)
        throw notOfABridge(`at most ${this.options.maxAnswer} bytes`, "more", status);
      text += decoder.decode(piece, { stream: true });
    }
    const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type);
    const value = isJson ? jsonIn(text + decoder.decode()) : undefined;
    if (value !== undefined) return value;
    throw notOfABridge("JSON", `another text of the type ${type.slice(0, 80)}`, status);
  }
}

/** What comes of a body; it is read no further when nobody wants more. */
async function* chunks(response: Response, limit: Limit, silenceMs?: number): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  try {
    while (reader !== undefined) {
      if (silenceMs !== undefined) limit.within(silenceMs);
      const { done, value } = await limit.of(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // Nobody waits for what a broken connection says to that.
    reader?.cancel().catch(() => undefined);
  }
}

/** What ends an attempt: its caller, or its time. What is waited for under it ends with it, whatever that is. */
class Limit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #clock: ResolvedClientOptions["clock"];
  #timer: unknown;

  constructor(outer: AbortSignal | undefined, clock: ResolvedClientOptions["clock"]) {
    this.#outer = outer;
    this.#clock = clock;
    outer?.addEventListener("abort", this.#abort);
    if (outer?.aborted) this.#abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From now on so many ms. */
  within(ms: number): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(
      () => this.#controller.abort(unreachable(`none within ${ms} ms`)),
      ms,
    );
  }

  /** The value of what asks the server; its failures are broken connections. */
  async of<Value>(promise: Promise<Value>): Promise<Value> {
    return this.raced(
      promise.catch((error: unknown) => Promise.reject(unreachable("a broken connection", error))),
    );
  }

  /** The value, unless the end comes first. */
  async raced<Value>(promise: MaybePromise<Value>): Promise<Value> {
    const { signal } = this.#controller;
    let stop: () => void = () => undefined;
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
    });
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    try {
      return await Promise.race([stopped, promise]);
    } catch (error) {
      // Both may have failed, the one because of the other.
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  end(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort(this.#outer?.reason);
}

/** Seconds, or a date (RFC 9110, 10.2.3); anything else is none. */
function retryAfterMs(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // Engines read years into "-5"; each form of a date in HTTP begins with the name of a day.
  const ms = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}

/** Chosen: a lost packet is made good unseen, and a server that is gone is asked twice a minute. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
