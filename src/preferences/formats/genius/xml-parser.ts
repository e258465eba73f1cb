/**
 * @module
 * The one door to the XML parser: fast-xml-parser, loaded when the first file is read, entities off. Its tree
 * becomes elements with path and place.
 */

import { NegotiationError } from "../../../errors.js";
import type { Findings } from "./findings.js";
import type { XmlElement } from "./xml-element.js";
import { guardFault } from "./xml-guard.js";

/** Gives the root element of a text, or notes why there is none. */
export type XmlReader = (xml: unknown, path: readonly (string | number)[]) => XmlElement | undefined;

/** As much of fast-xml-parser as is asked for. */
type ParserModule = Pick<typeof import("fast-xml-parser"), "XMLParser" | "XMLValidator">;

/**
 * A reader over fast-xml-parser.
 *
 * @param load - how the package is come by; tests hand in one that fails
 * @throws {NegotiationError} `dependency_missing` when the package cannot be loaded
 */
export async function openXmlReader(
  findings: Findings,
  load: () => Promise<ParserModule> = () => import("fast-xml-parser"),
): Promise<XmlReader> {
  const { XMLParser, XMLValidator } = await load().catch(refuseMissing);
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
  throw new NegotiationError(
    "dependency_missing",
    "Expected the package fast-xml-parser to read GENIUS XML, got a failure to load it. " +
      "Install it: npm install fast-xml-parser@^5.12.",
    { details: { package: "fast-xml-parser", range: "^5.12" }, cause },
  );
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
