/**
 * @module
 * What changes, told to every open page: heard from the rooms where there are any, and looked for in the store's list,
 * once for all pages and only while there is one.
 */

import type { Negotiation } from "../../core/record/index.js";
import type { ResolvedInspectorOptions } from "./inspector-options.js";
import { listedPage, rowOfRecord } from "./listed-rows.js";
import type { ListedRow } from "./page/index.js";

/** The open streams of an inspector. */
export class LiveRows {
  readonly #options: ResolvedInspectorOptions;
  readonly #readers = new Set<Reader>();
  /** The newest records that were heard of and nobody was told yet, by their ids. */
  readonly #heard = new Map<string, Negotiation>();
  /** Versions that were told, of what changed last. */
  readonly #told = new Map<string, { readonly version: number; readonly at: number }>();
  #end: AbortController | undefined;
  #begun: Promise<void> = Promise.resolve();
  /** The latest change that is known, by the clock of who made it. */
  #newest = 0;
  #timers: unknown[] = [];
  #isClosed = false;

  constructor(options: ResolvedInspectorOptions) {
    this.#options = options;
  }

  /**
   * A stream of server-sent events.
   *
   * @param since - the id of the last event that was seen: what changed since comes first
   * @returns `undefined` where there are too many
   */
  async open(partyId: string | undefined, since: number | undefined): Promise<Response | undefined> {
    if (this.#isClosed || this.#readers.size >= MOST_READERS) return undefined;
    const missed: ListedRow[] = [];
    const reader: Reader = { partyId, controller: undefined };
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          reader.controller = controller;
          this.#readers.add(reader);
          this.#begin();
        },
        cancel: () => this.#leave(reader),
      },
      new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
    );
    try {
      await this.#begun;
      // After it listens: what comes in between is told twice rather than never.
      for (let after: string | null | undefined; since !== undefined && after !== null; ) {
        const updatedSince = Math.max(0, since - OVERLAP_MS);
        const { rows, next } = await listedPage(this.#options, { partyId, updatedSince, after });
        missed.push(...rows);
        after = next;
      }
    } catch (error) {
      this.#leave(reader);
      throw error;
    }
    this.#send(reader, this.#frame(missed));
    const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
    return new Response(body, { headers });
  }

  /** Ends all of them. */
  close(): void {
    this.#isClosed = true;
    for (const reader of [...this.#readers]) {
      this.#leave(reader);
      reader.controller?.close();
    }
  }

  #begin(): void {
    if (this.#end !== undefined) return;
    const { store, roomId, hear } = this.#options;
    const end = new AbortController();
    this.#end = end;
    const stop = hear?.((record) => {
      this.#heard.set(record.id, record);
      this.#flushSoon();
    });
    if (stop !== undefined) end.signal.addEventListener("abort", stop);
    const begin = async (): Promise<void> => {
      const { items } = await store.list({ roomId, limit: 1 });
      this.#newest = Math.max(this.#newest, items[0]?.updatedAt ?? 0);
      // What other processes commit is seen by looking, where nothing else tells of it as soon as may be.
      if (!end.signal.aborted) this.#lookAgain(end.signal, hear === undefined ? EVERY_MS : SLOW_MS);
    };
    this.#begun = begin();
    this.#begun.catch(() => undefined);
    this.#later(KEEP_ALIVE_MS, end.signal, () => this.#tellAll(() => KEEP_ALIVE));
  }

  /** Looks for changes after a while, and again, never for more than a tenth of the time. */
  #lookAgain(signal: AbortSignal, everyMs: number, pauseMs = everyMs): void {
    const { clock, onError } = this.#options;
    const look = async (): Promise<void> => {
      const began = clock.now();
      try {
        const updatedSince = Math.max(0, this.#newest - OVERLAP_MS);
        const { rows } = await listedPage(this.#options, { updatedSince });
        const news = rows.filter((row) => !this.#isTold(row));
        if (!signal.aborted && news.length > 0) this.#tell(news);
      } catch (error) {
        onError(error);
      }
      if (signal.aborted) return;
      for (const [id, { at }] of this.#told) if (at < this.#newest - OVERLAP_MS) this.#told.delete(id);
      this.#lookAgain(signal, everyMs, Math.max(everyMs, 10 * (clock.now() - began)));
    };
    this.#timers[0] = this.#unheld(() => void look(), pauseMs);
  }

  #isTold({ id, version }: { readonly id: string; readonly version: number }): boolean {
    return (this.#told.get(id)?.version ?? -1) >= version;
  }

  #flushSoon(): void {
    if (this.#timers[1] !== undefined) return;
    this.#timers[1] = this.#unheld(() => {
      this.#timers[1] = undefined;
      const news = [...this.#heard.values()].filter((record) => !this.#isTold(record));
      this.#heard.clear();
      if (news.length > 0) this.#tell(news.map(rowOfRecord));
    }, EVERY_MS);
  }

  #tell(rows: readonly ListedRow[]): void {
    for (const { id, version, updatedAt } of rows) {
      this.#told.set(id, { version, at: updatedAt });
      this.#newest = Math.max(this.#newest, updatedAt);
    }
    const all = this.#frame(rows);
    this.#tellAll(({ partyId }) => {
      if (partyId === undefined) return all;
      const own = rows.filter(({ initiator, responder }) => initiator === partyId || responder === partyId);
      return own.length === 0 ? undefined : this.#frame(own);
    });
  }

  #tellAll(bytesFor: (reader: Reader) => Uint8Array | undefined): void {
    for (const reader of [...this.#readers]) {
      const bytes = bytesFor(reader);
      if (bytes !== undefined) this.#send(reader, bytes);
    }
  }

  /** By its id a reader that comes back says what it knows. */
  #frame(rows: readonly ListedRow[]): Uint8Array {
    const data = JSON.stringify({ now: this.#options.clock.now(), rows });
    return ENCODER.encode(`retry: 1000\nid: ${this.#newest}\ndata: ${data}\n\n`);
  }

  #send(reader: Reader, bytes: Uint8Array): void {
    const { controller } = reader;
    if (controller === undefined || !this.#readers.has(reader)) return;
    if ((controller.desiredSize ?? 0) > 0) {
      controller.enqueue(bytes);
      return;
    }
    // It does not read: it comes back by itself, and is told what it missed.
    this.#leave(reader);
    controller.error(new Error("The reader is too far behind."));
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
    this.#end?.abort();
    this.#end = undefined;
    for (const timer of this.#timers) this.#options.clock.clearTimeout(timer);
    this.#timers = [];
    this.#told.clear();
    this.#heard.clear();
  }

  #later(everyMs: number, signal: AbortSignal, work: () => void): void {
    this.#timers[2] = this.#unheld(() => {
      work();
      if (!signal.aborted) this.#later(everyMs, signal, work);
    }, everyMs);
  }

  /** A timer that keeps no process alive. */
  #unheld(work: () => void, ms: number): unknown {
    const timer = this.#options.clock.setTimeout(work, ms);
    (timer as { unref?: () => void } | undefined)?.unref?.();
    return timer;
  }
}

/** A page that listens, and what it may hear of. */
interface Reader {
  readonly partyId: string | undefined;
  controller: ReadableStreamDefaultController<Uint8Array> | undefined;
}

/** A change is to be seen within 250 ms (docs/requirements/inspector.md, UI-10): this is twice within that. */
const EVERY_MS = 80;

const SLOW_MS = 2_000;

/** Chosen: clocks of processes that share a store differ by less. */
const OVERLAP_MS = 2_000;

const KEEP_ALIVE_MS = 15_000;

/** Chosen, against a flood of streams. */
const MOST_READERS = 500;

/** Chosen: some seconds of changes. */
const MOST_WAITING = 64;

const ENCODER = new TextEncoder();
const KEEP_ALIVE = ENCODER.encode(": still here\n\n");
