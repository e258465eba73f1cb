/**
 * @module
 * What a peer's message asks for: one move in one data part, within the limits, and in nobody's name but the caller's.
 * Text never becomes a move.
 */

import type { Message } from "@a2a-js/sdk";
import { isPlainObject } from "../../core/json/index.js";
import {
  type Caller,
  doorRefusal,
  foreignName,
  inputFault,
  isId,
  type ShownRefusal,
  withoutNames,
} from "../door/index.js";
import type { ResolvedA2aOptions } from "./a2a-options.js";

/** A move as it came, which the room has yet to judge. */
export interface Incoming {
  readonly move: Readonly<Record<string, unknown>>;
  readonly expectedVersion: number | undefined;
  readonly commandId: string;
}

/** The move of a message, or why there is none. */
export function readMessage(
  message: Message,
  caller: Caller,
  { limits, extensionUri }: Pick<ResolvedA2aOptions<never>, "limits" | "extensionUri">,
): Incoming | ShownRefusal {
  const fault = faultOf(message, limits);
  if (fault !== undefined) return doorRefusal(fault);
  const { messageId, parts, metadata } = message;
  if (!isId(messageId) || messageId.length > MOST_OF_A_COMMAND_ID)
    return malformed(`Expected a messageId of 1 to ${MOST_OF_A_COMMAND_ID} characters.`);
  const data = parts.flatMap(({ content }) => (content?.$case === "data" ? [content.value as unknown] : []));
  const [given] = data;
  if (data.length !== 1 || !isPlainObject(given))
    return malformed("Expected one data part with a move as moveSchema describes it; text is no move.");
  for (const said of [given, metadata, metadata?.[extensionUri]]) {
    const impostor = isPlainObject(said) ? foreignName(said, caller) : undefined;
    if (impostor !== undefined)
      return doorRefusal(impostor, "Expected no name but the caller's own, got another.");
  }
  const { expectedVersion, ...move } = withoutNames(given);
  if (
    expectedVersion !== undefined &&
    !(Number.isSafeInteger(expectedVersion) && Number(expectedVersion) >= 0)
  )
    return malformed("Expected expectedVersion to be an integer of at least 0.");
  return { move, expectedVersion: expectedVersion as number | undefined, commandId: messageId };
}

/** What is too much or too deep in a message, before anything reads what it means. */
export function faultOf(
  { parts, metadata }: Message,
  limits: ResolvedA2aOptions<never>["limits"],
): "body_too_deep" | "body_too_large" | "malformed_body" | undefined {
  if (parts.length > limits.items) return "malformed_body";
  let size = 0;
  const values: unknown[] = [metadata];
  for (const { content, metadata: own } of parts) {
    values.push(own);
    if (content?.$case === "data") values.push(content.value);
    else size += content?.value.length ?? 0;
  }
  for (const value of values) {
    const fault = inputFault(value, limits);
    if (fault !== undefined) return fault;
    // Its depth is known by now.
    size += new TextEncoder().encode(JSON.stringify(value) ?? "").length;
  }
  return size > limits.bodyBytes ? "body_too_large" : undefined;
}

function malformed(message: string): ShownRefusal {
  return doorRefusal("malformed_body", message);
}

/** Of commands in the engine. */
const MOST_OF_A_COMMAND_ID = 128;
