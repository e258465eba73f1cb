/**
 * @module
 * The one door to the XML parser: fast-xml-parser, loaded when the first file is read, entities off. Its tree
 * becomes elements with path and place.
 */

import { missingPeer } from "../../../errors.js";
import { isLongerThan } from "../../scenarios/index.js";
import type { Findings, TextFault } from "./findings.js";
import type { XmlElement } from "./xml-element.js";

/** Gives the root element of a text, or notes why there is none. */
type XmlReader = (xml: unknown, path: readonly (string | number)[]) => XmlElement | undefined;

/**
 * A reader over fast-xml-parser.
 *
 * @throws {NegotiationError} `dependency_missing` when the package cannot be loaded
 */
export async function openXmlReader(findings: Findings): Promise<XmlReader> {
  const { XMLParser, XMLValidator } = await import("fast-xml-parser").catch(refuseMissing);
  const place = XMLParser.getMetaDataSymbol() as unknown as symbol;
  const parser = new XMLParser(PARSER_OPTIONS);
  return (xml, path) => {
    if (typeof xml !== "string") {
      findings.invalidText(path, "", { expected: "a string of XML", received: typeof xml, offset: 0 });
      return undefined;
    }
    const guarded = guardFault(xml);
    if (guarded !== undefined) {
      findings.invalidText(path, xml, guarded);
      return undefined;
    }
    const verdict = XMLValidator.validate(xml);
    if (verdict !== true) {
      const offset = offsetOf(xml, verdict.err.line, verdict.err.col);
      const { code } = verdict.err;
      findings.invalidText(path, xml, {
        expected: expectedFor(code, verdict.err.msg),
        received: code,
        offset,
      });
      return undefined;
    }
    const tree = treeOf(() => parser.parse(xml));
    if (tree !== undefined) return rootOf(tree, xml, path, place, findings);
    findings.invalidText(path, xml, { expected: "XML the parser reads", received: "other text", offset: 0 });
    return undefined;
  };
}

/** Order kept, values as they stand, nothing expanded; the guard has refused a DOCTYPE and deep nesting before. */
const PARSER_OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  captureMetaData: true,
} as const;

/** An element of the parser's tree: one key is its name, and under it stand its children. */
type Node = Readonly<Record<string | symbol, unknown>>;

function refuseMissing(cause: unknown): never {
  throw missingPeer("fast-xml-parser", "^5.12", "GENIUS XML", cause);
}

/** What lax files of the wild lack most often, said so that it can be mended. */
function expectedFor(code: string, message: string): string {
  if (code === "InvalidAttr" && message.includes("is without value")) {
    return 'a value in quotes for every attribute (value="3", not value=3)';
  }
  if (code === "InvalidChar" && message.includes("'&'")) return "every & written as &amp;";
  return "well-formed XML";
}

/** The parser throws at a name such as `__proto__`, which validation lets through. */
function treeOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function rootOf(
  tree: unknown,
  source: string,
  path: readonly (string | number)[],
  place: symbol,
  findings: Findings,
): XmlElement | undefined {
  const roots = (tree as readonly Node[]).filter((node) => isElementName(nameOf(node)));
  const [root] = roots;
  const isEnded = source.trimEnd().endsWith(">");
  if (root !== undefined && roots.length === 1 && isEnded) return elementOf(root, source, path, 0, place);
  const received = root === undefined ? "none" : isEnded ? `${roots.length}` : "text behind it";
  findings.invalidText(path, source, { expected: "one root element", received, offset: 0 });
  return undefined;
}

function elementOf(
  node: Node,
  source: string,
  parentPath: readonly (string | number)[],
  position: number,
  place: symbol,
): XmlElement {
  const name = nameOf(node);
  const path = [...parentPath, position === 0 ? name : `${name}[${position}]`];
  const nodes = (node[name] as readonly Node[]).filter((child) => isElementName(nameOf(child)));
  const totals = new Map<string, number>();
  for (const child of nodes) totals.set(nameOf(child), (totals.get(nameOf(child)) ?? 0) + 1);
  const counts = new Map<string, number>();
  const children = nodes.map((child) => {
    const childName = nameOf(child);
    const count = (counts.get(childName) ?? 0) + 1;
    counts.set(childName, count);
    return elementOf(child, source, path, totals.get(childName) === 1 ? 0 : count, place);
  });
  const rawAttributes = new Map(Object.entries((node[":@"] ?? {}) as Record<string, string>));
  const { startIndex } = (node[place] ?? {}) as { readonly startIndex?: number };
  return { name, rawAttributes, children, path, offset: startIndex ?? 0, source };
}

function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ":@") ?? "";
}

function isElementName(name: string): boolean {
  return name !== "" && !name.startsWith("#") && !name.startsWith("?");
}

function offsetOf(source: string, line: number, column: number | undefined): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const next = source.indexOf("\n", start);
    if (next === -1) break;
    start = next + 1;
  }
  return Math.min(start + Math.max(0, (column ?? 1) - 1), source.length);
}

/** BA-9: the most levels of elements and the most bytes of UTF-8. */
const MOST_LEVELS = 64;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The first reason not to parse a text, or `undefined`. Text that is not well-formed is left to the parser.
 *
 * Takes time in proportion to the length and no memory.
 *
 * @see bargaining requirements, BA-9
 */
function guardFault(xml: string): TextFault | undefined {
  if (isLongerThan(xml, MOST_BYTES)) {
    return { expected: "at most 16 MiB of XML", received: "more", offset: 0 };
  }
  let level = 0;
  for (let at = xml.indexOf("<"); at !== -1; at = xml.indexOf("<", at)) {
    const skipped = endOfSkipped(xml, at);
    if (skipped !== undefined) {
      at = skipped;
    } else if (xml[at + 1] === "!") {
      return { expected: "XML without a DOCTYPE", received: "one", offset: at };
    } else if (xml[at + 1] === "/") {
      level -= 1;
      at += 2;
    } else {
      const end = endOfTag(xml, at);
      if (xml[end - 1] !== "/") level += 1;
      if (level > MOST_LEVELS) {
        return { expected: `at most ${MOST_LEVELS} levels of elements`, received: "more", offset: at };
      }
      at = end + 1;
    }
    if (at >= xml.length) break;
  }
  return undefined;
}

/** Where a comment, CDATA section or instruction that begins at `at` is over; `undefined` when none does. */
function endOfSkipped(xml: string, at: number): number | undefined {
  const [opening, closing] = SKIPPED.find(([start]) => xml.startsWith(start, at)) ?? [];
  if (opening === undefined || closing === undefined) return undefined;
  const end = xml.indexOf(closing, at + opening.length);
  return end === -1 ? xml.length : end + closing.length;
}

const SKIPPED: readonly (readonly [string, string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
];

/** Where the `>` of a tag stands that begins at `at`: outside quotes. The end of the text when it has none. */
function endOfTag(xml: string, at: number): number {
  for (let index = at + 1; index < xml.length; index += 1) {
    const character = xml[index];
    if (character === ">") return index;
    if (character === '"' || character === "'") {
      const end = xml.indexOf(character, index + 1);
      if (end === -1) return xml.length;
      index = end;
    }
  }
  return xml.length;
}
