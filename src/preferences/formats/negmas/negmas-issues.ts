/**
 * @module
 * The issues of a NegMAS domain, from parsed data: lists of values, or two numbers that bound a range.
 */

import { type Fault, type IssueValue, type NegotiationIssue, sortOf } from "../../model/index.js";
import type { Fields, ImportReader } from "../index.js";

/** The issues of a domain; those that cannot be read are left out, with faults. */
export function readNegmasIssues(domain: unknown, reader: ImportReader): readonly NegotiationIssue[] {
  const fields = reader.object(domain, ["domain"]);
  const path = ["domain", "issues"];
  const list = fields && reader.list(fields["issues"], path);
  if (list?.length === 0) reader.invalid(path, "at least one issue", "none");
  return (list ?? []).flatMap((issue, index) => readIssue(issue, [...path, index], reader) ?? []);
}

/**
 * The last segment of a class name: "negmas.outcomes.CategoricalIssue" gives "CategoricalIssue".
 *
 * @returns `undefined` when the data names no class
 */
export function negmasType(fields: Fields): string | undefined {
  const name = fields["type"] ?? fields["__python_class__"];
  return typeof name === "string" ? name.split(/[./:]/).at(-1) : undefined;
}

/** The kinds of issues by NegMAS's classes, and by the short names that some files have. */
const KINDS: ReadonlyMap<string, "categorical" | "ordinal" | "integer" | "continuous"> = new Map([
  ["categoricalissue", "categorical"],
  ["categorical", "categorical"],
  ["ordinalissue", "ordinal"],
  ["ordinal", "ordinal"],
  ["cardinalissue", "ordinal"],
  ["discretecardinalissue", "ordinal"],
  ["discreteordinalissue", "ordinal"],
  ["contiguousissue", "integer"],
  ["contiguous", "integer"],
  ["continuousissue", "continuous"],
  ["continuous", "continuous"],
]);

function readIssue(value: unknown, path: Fault["path"], reader: ImportReader): NegotiationIssue | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  const name = reader.name(fields["name"], [...path, "name"]);
  const list = reader.list(fields["values"], [...path, "values"]);
  const type = negmasType(fields);
  const kind = type === undefined ? "categorical" : KINDS.get(type.toLowerCase());
  if (kind === undefined) {
    reader.unsupported(
      [...path, "type"],
      "a categorical, ordinal, contiguous or continuous issue",
      "another",
    );
    return undefined;
  }
  if (name === undefined || list === undefined) return undefined;
  if (kind === "categorical" || kind === "ordinal" || list.length !== 2) {
    const values = readValues(list, [...path, "values"], reader);
    const listKind = kind === "categorical" ? "categorical" : "ordinal";
    return values && { name, kind: listKind, values };
  }
  const [min, max] = list.map((bound, index) => reader.number(bound, [...path, "values", index]));
  return min === undefined || max === undefined ? undefined : { name, kind, min, max };
}

function readValues(
  list: readonly unknown[],
  path: Fault["path"],
  reader: ImportReader,
): readonly IssueValue[] | undefined {
  const values = list.filter((value, index) => {
    const isValue = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
    if (!isValue) reader.invalid([...path, index], "a text, a finite number or a boolean", sortOf(value));
    return isValue;
  });
  return values.length === list.length ? (values as readonly IssueValue[]) : undefined;
}
