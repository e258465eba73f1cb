/**
 * @module
 * Server-sent events out of bytes (HTML Living Standard, 9.2.6): whatever their line ends, wherever they are cut, and no
 * more of them at a time than is bearable. What an event means is for others to read.
 */

import { notOfABridge } from "./client-error.js";

/** An event as it was sent. */
export interface ServerSentEvent {
  /** "message" where the server names none. */
  readonly event: string;
  /** Its lines of data, with line feeds between. */
  readonly data: string;
}

/** Reads one stream of events. */
export class EventParser {
  readonly #maxLength: number;
  // Also leaves out the mark at the beginning that a stream may have, and reads characters that are cut in two.
  readonly #decoder = new TextDecoder();
  /** The line that has no end yet, in the pieces in which it came. */
  #line: string[] = [];
  #data: string[] = [];
  #event = "";
  /** UTF-16 units of the event that has no end yet. */
  #length = 0;
  /** The last piece of a line, or end of one. */
  #last = "";

  /** @param maxLength - UTF-16 units of an event, all its lines together */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /**
   * The events that end in this piece. What is left when a stream ends is no event.
   *
   * @throws {ClientError} `answer_invalid` for an event of more than `maxLength`
   */
  push(bytes: Uint8Array): readonly ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    for (const piece of this.#decoder.decode(bytes, { stream: true }).match(/\r|\n|[^\r\n]+/g) ?? []) {
      // A return and a feed are one end, also where it is cut in two.
      const isSecondHalf = piece === "\n" && this.#last === "\r";
      this.#last = piece;
      if (isSecondHalf) continue;
      const event = piece === "\r" || piece === "\n" ? this.#endOfLine() : this.#take(piece);
      if (event !== undefined) events.push(event);
    }
    return events;
  }

  #take(piece: string): undefined {
    this.#length += piece.length;
    if (this.#length > this.#maxLength)
      throw notOfABridge(`an event of at most ${this.#maxLength} characters`, "a longer one", 200);
    this.#line.push(piece);
  }

  #endOfLine(): ServerSentEvent | undefined {
    const line = this.#line.join("");
    this.#line = [];
    const [, name, value = ""] = FIELD.exec(line) ?? [];
    if (name === "data") this.#data.push(value);
    else if (name === "event") this.#event = value;
    // Of what means nothing here nothing is kept, so that comments can go on for ever.
    else this.#length -= line.length;
    if (line !== "") return undefined;
    const event = { event: this.#event || "message", data: this.#data.join("\n") };
    const isEvent = this.#data.length > 0;
    this.#data = [];
    this.#event = "";
    this.#length = 0;
    return isEvent ? event : undefined;
  }
}

/** The name up to the first colon, and what follows that without one space. */
const FIELD = /^([^:]*)(?:: ?([\s\S]*))?$/;
