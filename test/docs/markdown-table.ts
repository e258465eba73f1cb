/**
 * @module
 * Writes a Markdown table.
 */

/** A table without padding, so that one changed cell changes one line. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.map(escaped).join(" | ")} |`).join("\n");
}

function escaped(cell: string): string {
  return cell.replace(/\|/g, "\\|").replace(/\s*\n\s*/g, " ");
}
