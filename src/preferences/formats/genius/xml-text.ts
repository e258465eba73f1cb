/**
 * @module
 * Text in XML attributes, both ways. Only the five entities that XML itself defines and character references
 * are known: a document cannot define its own, since a DOCTYPE is refused.
 */

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
