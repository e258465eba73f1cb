/**
 * @module
 * Writes XML and HTML elements. Markup is its own type, which only the functions here make: a string that was not
 * escaped cannot get between two tags. What else a text of others may do to readers is `shown-text.ts`.
 */

/** What is written already and needs no more escaping. */
export interface Markup {
  readonly markup: string;
}

/** Attributes in the order they are written; one that is `undefined` is left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A text between tags, escaped. */
export function text(content: string): Markup {
  return { markup: escaped(content) };
}

/**
 * An element; without children it closes itself. Names are the caller's own words, values are escaped.
 */
export function element(name: string, attributes: Attributes, children: readonly Markup[] = []): Markup {
  const inside = joined(children);
  const head = `<${name}${attributesText(attributes)}`;
  return { markup: inside === "" ? `${head}/>` : `${head}>${inside}</${name}>` };
}

/** An HTML element that never closes itself: browsers read `<td/>` as an opening tag. */
export function htmlElement(name: string, attributes: Attributes, children: readonly Markup[] = []): Markup {
  return { markup: `<${name}${attributesText(attributes)}>${joined(children)}</${name}>` };
}

/** All of the pieces, one after the other. */
export function joined(pieces: readonly Markup[]): string {
  return pieces.map(({ markup }) => markup).join("");
}

/**
 * A text as XML and HTML may hold it, within quotes too: invisible characters are written by number, and what XML
 * 1.0 cannot hold becomes U+FFFD.
 */
export function escaped(content: string): string {
  return content
    .replace(FORBIDDEN, "\uFFFD")
    .replace(SPECIAL, (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

const SPECIAL = /[&<>"'\r\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function attributesText(attributes: Attributes): string {
  let written = "";
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) written += ` ${name}="${escaped(String(value))}"`;
  }
  return written;
}
