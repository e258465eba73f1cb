/**
 * @module
 * JSON text with places: where it is broken, and where in it a path leads.
 */

import {
  findNodeAtLocation,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
  visit,
} from "jsonc-parser";
import type { Fault } from "../../preferences/index.js";
import { fileError, type Place, writtenJson } from "../text/index.js";

/**
 * The data of a JSON text.
 *
 * @param file - as its user named it, for the message
 * @throws {CommandError} with line and column when it is no JSON, or an object has a key twice: JSON leaves open
 * which of the two would count; without a place where it is too deep to be read
 */
export function parsedJson(text: string, file: string): unknown {
  try {
    const value = parsedText(text, file);
    demandKeysOnce(text, file);
    return value;
  } catch (error) {
    // A stack that overflows, in one parser or the other.
    if (!(error instanceof RangeError)) throw error;
    throw fileError(file, undefined, "Expected JSON of some thousand levels at most, got more.", error);
  }
}

function parsedText(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const first = syntaxErrors(text)[0];
    if (first === undefined) throw fileError(file, undefined, `Expected JSON, got other text.`, error);
    const words = printParseErrorCode(first.error)
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase();
    throw fileError(file, placeAt(text, first.offset), `Expected JSON, got other text (${words}).`, error);
  }
}

/** Where a path leads in a JSON text, or the nearest value around it that is there. */
export function placeOfPath(text: string, path: Fault["path"]): Place | undefined {
  const root = parseTree(text, [], STRICT);
  if (root === undefined) return undefined;
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    // A member's key says more than its value: the eye looks for the name.
    const shown = node?.parent?.type === "property" ? node.parent : node;
    if (shown !== undefined) return placeAt(text, shown.offset);
  }
  return placeAt(text, root.offset);
}

/** The line and column of an offset in a text. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

function demandKeysOnce(text: string, file: string): void {
  const open: Set<string>[] = [];
  const events = {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty: (key: string, offset: number) => {
      const keys = open.at(-1);
      if (keys?.has(key) === true) {
        const said = `Expected each key once, got ${writtenJson(key)} twice.`;
        throw fileError(file, placeAt(text, offset), said);
      }
      keys?.add(key);
    },
    onObjectEnd: () => void open.pop(),
  };
  visit(text, events, STRICT);
}

const STRICT = { disallowComments: true, allowTrailingComma: false } as const;

function syntaxErrors(text: string): readonly ParseError[] {
  const errors: ParseError[] = [];
  parse(text, errors, STRICT);
  return errors;
}
