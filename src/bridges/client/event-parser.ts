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
  #endedByReturn = false;

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
    let text = this.#decoder.decode(bytes, { stream: true });
    // The second half of a line end that was cut in two.
    if (this.#endedByReturn && text !== "") {
      if (text[0] === "\n") text = text.slice(1);
      this.#endedByReturn = false;
    }
    let from = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
      this.#take(text.slice(from, index));
      from = index + end.length;
      const event = this.#endOfLine();
      if (event !== undefined) events.push(event);
    }
    this.#take(text.slice(from));
    if (text.endsWith("\r")) this.#endedByReturn = true;
    return events;
  }

  #take(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.#maxLength)
      throw notOfABridge(`an event of at most ${this.#maxLength} characters`, "a longer one", 200);
    if (piece !== "") this.#line.push(piece);
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
