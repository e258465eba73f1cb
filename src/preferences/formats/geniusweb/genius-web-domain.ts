/**
 * @module
 * The issues of a GeniusWeb domain: lists of texts, or numbers from low to high in steps.
 */

import { shown } from "../../../errors.js";
import type { CategoricalIssue, Fault, OrdinalIssue } from "../../model/index.js";
import { MOST_ISSUES, MOST_VALUES } from "../../model/index.js";
import { decimalNumber, type Fields, type ImportReader } from "../index.js";

/** A domain as it was read. */
export interface GeniusWebDomain {
  readonly name: string;
  readonly issues: readonly (CategoricalIssue | OrdinalIssue)[];
}

/** The domain; what is wrong with it is noted, and issues that cannot be read are left out. */
export function readGeniusWebDomain(
  value: unknown,
  path: Fault["path"],
  reader: ImportReader,
): GeniusWebDomain | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  reader.refuseOthers(fields, ["name", "issuesValues"], path);
  const name = reader.name(fields["name"], [...path, "name"]);
  const issuesPath = [...path, "issuesValues"];
  const issuesValues = reader.object(fields["issuesValues"], issuesPath);
  if (issuesValues === undefined) return undefined;
  const entries = Object.entries(issuesValues);
  if (entries.length === 0) reader.invalid(issuesPath, "at least one issue", "none");
  if (entries.length > MOST_ISSUES) {
    reader.invalid(issuesPath, `at most ${MOST_ISSUES} issues`, `${entries.length}`);
    return undefined;
  }
  const issues = entries.flatMap(([issueName, values]) => {
    const issuePath = [...issuesPath, issueName];
    const issue = readIssue(issueName, values, issuePath, reader);
    return reader.name(issueName, issuePath) === undefined || issue === undefined ? [] : [issue];
  });
  return name === undefined || issues.length < entries.length ? undefined : { name, issues };
}

function readIssue(
  name: string,
  value: unknown,
  path: Fault["path"],
  reader: ImportReader,
): CategoricalIssue | OrdinalIssue | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  if (Object.hasOwn(fields, "range")) {
    reader.refuseOthers(fields, ["range"], path);
    const values = readRange(fields["range"], [...path, "range"], reader);
    return values && { name, kind: "ordinal", values };
  }
  reader.refuseOthers(fields, ["values"], path);
  const values = readTexts(fields["values"], [...path, "values"], reader);
  return values && { name, kind: "categorical", values };
}

function readTexts(value: unknown, path: Fault["path"], reader: ImportReader): readonly string[] | undefined {
  const list = reader.list(value, path);
  if (list === undefined) return undefined;
  if (list.length > MOST_VALUES) {
    reader.invalid(path, `at most ${MOST_VALUES} values`, `${list.length}`);
    return undefined;
  }
  const texts = new Set<string>();
  if (list.length === 0) reader.invalid(path, "at least one value", "none");
  list.forEach((text, index) => {
    if (typeof text !== "string") reader.invalid([...path, index], "a text", typeof text);
    else if (texts.has(text)) reader.invalid([...path, index], "a value that is not listed yet", shown(text));
    else texts.add(text);
  });
  return texts.size === list.length && texts.size > 0 ? [...texts] : undefined;
}

/** Decimals beyond these are not told apart by a double of any use. */
const MOST_DECIMALS = 15;

function readRange(value: unknown, path: Fault["path"], reader: ImportReader): readonly number[] | undefined {
  const fields = reader.object(value, path);
  if (fields === undefined) return undefined;
  reader.refuseOthers(fields, ["low", "high", "step"], path);
  const low = reader.number(fields["low"], [...path, "low"]);
  const high = reader.number(fields["high"], [...path, "high"]);
  const step = reader.number(fields["step"], [...path, "step"]);
  if (low === undefined || high === undefined || step === undefined) return undefined;
  if (step <= 0) reader.invalid([...path, "step"], "a step above 0", "another");
  if (high < low) reader.invalid([...path, "high"], "a high of at least low", "another");
  if (step <= 0 || high < low) return undefined;
  const decimals = Math.max(...["low", "high", "step"].map((key) => decimalsOf(fields, key)));
  const count = Math.floor(Number(((high - low) / step).toPrecision(MOST_DECIMALS))) + 1;
  if (count > MOST_VALUES || decimals > MOST_DECIMALS) {
    const expected = `at most ${MOST_VALUES} values and ${MOST_DECIMALS} decimals`;
    reader.unsupported(path, expected, "more");
    return undefined;
  }
  // GeniusWeb counts in decimals: the third of 0.1, 0.2, ... is 0.3, not 0.30000000000000004.
  return Array.from({ length: count }, (_, index) => Number((low + index * step).toFixed(decimals)));
}

function decimalsOf(fields: Fields, key: string): number {
  const [, decimals = "", exponent = "0"] =
    /^[^.eE]*(?:\.(\d*))?(?:[eE](.*))?$/.exec(String(decimalNumber(fields[key]))) ?? [];
  return Math.max(0, decimals.length - Number(exponent));
}
