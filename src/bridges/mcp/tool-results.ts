/**
 * @module
 * Results of tools: what was found, as data and as the same JSON in a text, and refusals, each one line that says what
 * would be legal.
 */

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Issue } from "../../errors.js";
import { type CodeClass, classOfCode, doorRefusal, type ShownRefusal } from "../door/index.js";
import { cleanText } from "../fences/index.js";

/** Where in `_meta` of a refused call its parts stand, for programs. */
export const REFUSAL_KEY = "concordat/refusal";

/** A result, whose text is its JSON. */
export function answered(structured: Readonly<Record<string, unknown>>): CallToolResult {
  return {
    content: [{ type: "text", text: visibleJson(structured) }],
    structuredContent: structured as Record<string, unknown>,
  };
}

/** JSON in which nothing is unseen: what hides in strings, such as marks of direction, stands there as escapes. */
export function visibleJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!/[^ -~]/.test(text)) return text;
  // Outside of strings JSON has none of these.
  return text.replace(UNSEEN, (hidden) => {
    const units = hidden.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
    return `\\u${units.join("\\u")}`;
  });
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

/** A refusal: `<code>: sentence; what would be legal`, in one line and without a word of the counterparty. */
export function refusedResult(shown: ShownRefusal, actions: readonly string[]): CallToolResult {
  return {
    isError: true,
    content: [{ type: "text", text: refusalLine(shown, actions) }],
    _meta: { [REFUSAL_KEY]: shown },
  };
}

/** That line. */
export function refusalLine(shown: ShownRefusal, actions: readonly string[]): string {
  const { code, message, issues } = shown;
  const wrong = issues
    .slice(0, MOST_ISSUES)
    .map(
      ({ path, message }) =>
        `${path.map(named).join(".") || "arguments"}: ${message.replace(QUOTED, quoted)}`,
    );
  const sentence = cleanText([message, ...wrong].join(" "), MOST_OF_A_LINE).replace(/[.\s]+$/, "");
  return `${code}: ${sentence}; ${whatNow(shown, actions)}`;
}

/** Names of members may be the counterparty's: of those that are no single words nothing is said. */
function named(name: string | number): string {
  return /^[\w.-]{1,40}$/.test(String(name)) ? String(name) : "…";
}

const QUOTED = /"([^"]*)"/g;
const quoted = (_: string, name: string): string => `"${named(name)}"`;

/** The refusal of arguments, with what each ought to be. */
export function malformedArguments(issues: readonly Issue[]): ShownRefusal {
  return doorRefusal("malformed_body", "Expected other arguments.", issues);
}

/** What would be legal, in words. */
function whatNow({ code, legal, version }: ShownRefusal, offered: readonly string[]): string {
  if (legal === null) return HINTS[classOfCode(code)] ?? "read the tool's description";
  const actions = legal.actions.filter((action) => offered.includes(action));
  if (actions.length > 0) return `legal now: ${actions.join(", ")} (version ${version})`;
  if (legal.floor === null) return `nothing is legal any more, since it is over (version ${version})`;
  return `nothing is legal until the other side has moved (version ${version})`;
}

const HINTS: { readonly [K in CodeClass]?: string } = {
  unknown: "list_negotiations names yours",
  unauthenticated: "nothing is legal until the host knows who calls",
  forbidden: "nothing is legal for this agent",
  impostor: "leave it out: the host says who calls",
  malformed_body: "mend what is named and call again",
  body_too_deep: "send flatter arguments",
  body_too_large: "send shorter arguments",
  unavailable: "call again later with the same commandId",
  internal: "call again later with the same commandId",
};

/** Chosen: enough to mend a call by. */
const MOST_ISSUES = 10;
/** Chosen: issues of a user's schema may be long. */
const MOST_OF_A_LINE = 2_000;
