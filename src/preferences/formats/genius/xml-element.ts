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
