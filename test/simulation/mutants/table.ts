/**
 * @module
 * The hunts as a table, and the line that says how many mutants were caught.
 */

import type { Catch } from "./hunt.js";

/** A mutant a line, differences from what was expected below, and the count in the last line. */
export function tableOf(catches: readonly Catch[]): string {
  const rows = catches.map(({ mutant, mode, preset, seed, ms, invariants, expected }) => [
    mutant,
    `${mode} ${preset}`,
    seed === null ? "survived" : String(seed),
    String(Math.round(ms)),
    invariants.join(" ") || "-",
    expected.join(" "),
  ]);
  const table = [["mutant", "worlds", "seed", "ms", "invariants", "expected"], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const differences = catches
    .filter((one) => one.seed !== null && !isExpected(one))
    .map(({ mutant, expected, invariants }) => {
      return `difference: ${mutant} was expected to be seen by ${expected.join(" or ")}, got ${invariants.join(", ")}`;
    });
  const problems = catches
    .filter(({ seed, detail }) => seed === null && detail !== "")
    .map(({ mutant, detail }) => `${mutant}: ${detail}`);
  const caught = catches.filter(({ seed }) => seed !== null).length;
  return [...lines, ...differences, ...problems, `${caught} of ${catches.length} mutants caught`].join("\n");
}

/** Whether one of those saw it that were expected to. */
export function isExpected({ expected, invariants }: Catch): boolean {
  return invariants.some((invariant) => expected.includes(invariant));
}
