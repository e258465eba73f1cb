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
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsBelow(child, name),
  ]);
}

/** The children of a name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Where an offset stands in a text: line and column, both from 1. */
export function placeOf(source: string, offset: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, offset);
  const line = before.split(/\r\n|\r|\n/).length;
  const lineStart = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return { line, column: offset - lineStart + 1 };
}
