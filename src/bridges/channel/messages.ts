/**
 * @module
 * What goes over a channel: JSON texts with the member `concordat`, read with limits. Texts without it are somebody
 * else's, who shares the channel.
 */

import { isIntegerIn, isText } from "../../core/checks/index.js";
import { isPlainObject } from "../../core/json/index.js";
import { inputFault, jsonIn } from "../../web/index.js";
import { isId } from "../door/index.js";

/**
 * Takes what came over the channel: a text, or its bytes in UTF-8. Never throws, whatever it is given.
 *
 * @param reply - a function that sends to whoever sent this, where the channel has one, as an acknowledgement is; what is
 * no function is ignored, so that the listener can be handed to `socket.on` as it is
 */
export type ChannelListener = (data: unknown, reply?: unknown) => void;

/** What goes over a channel. */
export type ChannelMessage =
  /** Of the service: it is the far agent's turn, of which `turnMs` are left. */
  | { readonly concordat: "ask"; readonly id: string; readonly turnMs: number; readonly call: object }
  /** Of the service: the answer to this ask no longer counts. */
  | { readonly concordat: "cancel"; readonly id: string }
  /** Of the far end: its move, or its question to its own principal. */
  | { readonly concordat: "answer"; readonly id: string; readonly answer: unknown }
  /** Of the far end: there will be no answer. */
  | { readonly concordat: "failed"; readonly id: string; readonly message: string }
  /** Of the far end: it is there, perhaps again. */
  | { readonly concordat: "ready" };

/** Chosen, in characters: what a far end says of its failure is kept with the turn. */
export const MOST_OF_A_FAILURE = 300;

/** A message; or why it is none, with the id of the ask that it is about. */
export type MessageReading =
  | { readonly ok: true; readonly message: ChannelMessage }
  | { readonly ok: false; readonly id: string | null; readonly why: string };

/**
 * Reads what came; `undefined` where it is none of ours.
 *
 * @param maxBytes - of the text in UTF-8; exactly so many pass
 * @see docs/requirements/bridges.md, BR-6
 */
export function readMessage(data: unknown, maxBytes: number): MessageReading | undefined {
  const text = textIn(data, maxBytes);
  if (text === null) return unread(null, `a message of at most ${maxBytes} bytes`);
  const message = text === undefined ? undefined : jsonIn(text);
  if (!isPlainObject(message) || message["concordat"] === undefined) return undefined;
  const { concordat: kind, id, call, answer } = message;
  if (kind === "ready") return { ok: true, message: { concordat: "ready" } };
  if (!isId(id)) return unread(null, "an id of 1 to 256 characters, none of them a control character");
  // The service's own history may be long.
  const fault = inputFault(call, { depth: 64, items: Number.POSITIVE_INFINITY });
  if (fault !== undefined || inputFault(answer, { depth: 32, items: 1_000 }) !== undefined)
    return unread(id, "at most 32 levels, and lists of at most 1,000 items");
  return isWhole(message) ? { ok: true, message } : unread(id, "a message as docs/doors/channels.md has it");
}

function unread(id: string | null, wanted: string): MessageReading {
  return { ok: false, id, why: `Expected ${wanted}, got another.` };
}

/** `null` for what is too big, `undefined` for what is no text. */
function textIn(data: unknown, maxBytes: number): string | null | undefined {
  if (typeof data === "string") {
    // A unit of UTF-16 takes one to three bytes.
    if (data.length * 3 <= maxBytes) return data;
    return data.length > maxBytes || new TextEncoder().encode(data).length > maxBytes ? null : data;
  }
  if (!(data instanceof Uint8Array || data instanceof ArrayBuffer)) return undefined;
  return data.byteLength > maxBytes ? null : new TextDecoder().decode(data);
}

function isWhole(message: Readonly<Record<string, unknown>>): message is ChannelMessage & typeof message {
  const { concordat: kind, turnMs, call, message: told } = message;
  if (kind === "ask")
    return isIntegerIn(turnMs, 0) && isPlainObject(call) && isText(call["negotiationId"], 256);
  if (kind === "failed") return typeof told === "string";
  return kind === "cancel" || (kind === "answer" && "answer" in message);
}
