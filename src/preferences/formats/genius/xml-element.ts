/**
 * @module
 * An element of a GENIUS file as the readers see it: name, attributes, children, and where it stands.
 * Attributes are decoded when they are read, so that a slip in a description nobody reads does no harm.
 */

/** An element, its path from the call's arguments on, and its place in the text. */
export interface XmlElement {
  readonly name: string;
  /** As written between the quotes. */
  readonly rawAttributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** `["profiles", 0, "utility_space", "objective", "issue[2]"]`: the count is among siblings of the name, from 1. */
  readonly path: readonly (string | number)[];
  /** In UTF-16 units from 0. */
  readonly offset: number;
  /** The whole text that it is part of. */
  readonly source: string;
}

/** The elements of a name below an element, at any depth, in the order of the text. */
export function elementsBelow(element: XmlElement, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const walk = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (child.name === name) found.push(child);
      walk(child);
    }
  };
  walk(element);
  return found;
}

/** The children of a name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Where an offset stands in a text: line and column, both from 1. */
export type PlaceOf = (offset: number) => { readonly line: number; readonly column: number };

/** The places of a text, of which the lines are counted once. */
export function placesIn(source: string): PlaceOf {
  const starts = [0];
  for (const { 0: end, index } of source.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return (offset) => {
    let line = 0;
    let above = starts.length;
    while (above - line > 1) {
      const middle = (line + above) >>> 1;
      if ((starts[middle] as number) <= offset) line = middle;
      else above = middle;
    }
    return { line: line + 1, column: offset - (starts[line] as number) + 1 };
  };
}

/**
 * The value of an attribute as XML 1.0 has it: white space as blanks, references replaced.
 *
 * @param raw - as it stands between the quotes
 * @returns `undefined` when a reference is unknown, unfinished or names no character
 * @see Extensible Markup Language (XML) 1.0, fifth edition, sections 3.3.3, 4.1 and 4.6
 */
export function decodedText(raw: string): string | undefined {
  const text = raw.replace(/\r\n?|[\t\n]/g, " ");
  if (!text.includes("&")) return text;
  let isWhole = true;
  const decoded = text.replace(REFERENCE, (_all, name?: string, decimal?: string, hex?: string) => {
    const character = name === undefined ? characterOf(decimal, hex) : ENTITIES.get(name);
    if (character === undefined) isWhole = false;
    return character ?? "";
  });
  return isWhole ? decoded : undefined;
}

/**
 * Text that an XML document can carry in double quotes, and that reads back as it was.
 *
 * @returns `undefined` when it holds what XML 1.0 has no way to write: control characters, halves of surrogate pairs
 * @see Extensible Markup Language (XML) 1.0, fifth edition, section 2.2
 */
export function escapedText(text: string): string | undefined {
  if (UNWRITABLE.test(text) || LONE_SURROGATE.test(text)) return undefined;
  return text.replace(
    /[&<>"\t\n\r]/g,
    (character) => ESCAPES.get(character) ?? `&#${character.charCodeAt(0)};`,
  );
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

const REFERENCE = /&(?:([A-Za-z]\w*);|#(\d{1,7});|#x([0-9A-Fa-f]{1,6});)?/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters that are looked for
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  if (decimal === undefined && hex === undefined) return undefined;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  if (code > 0x10ffff) return undefined;
  const character = String.fromCodePoint(code);
  return UNWRITABLE.test(character) || LONE_SURROGATE.test(character) ? undefined : character;
}
