/**
 * @module
 * The table of codes of docs/guide/errors.md.
 */

import type { CodeDescription } from "../../src/errors.js";
import { markdownTable } from "./markdown-table.js";

/** Every code with its cause and cure: first the refusals, which are returned, then the errors. */
export function codePage(codes: Readonly<Record<string, CodeDescription>>): string {
  const rowsOf = (manner: CodeDescription["manner"]): string[][] =>
    Object.entries(codes)
      .filter(([, description]) => description.manner === manner)
      .map(([code, { cause, cure }]) => [`\`${code}\``, manner, cause, cure]);
  return markdownTable(["code", "manner", "cause", "cure"], [...rowsOf("refusal"), ...rowsOf("error")]);
}
