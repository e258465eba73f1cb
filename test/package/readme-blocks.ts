/**
 * @module
 * The code blocks of a Markdown page, each with the output that the page shows for it.
 */

/** A fenced block of TypeScript. */
export interface CodeBlock {
  /** 1-based line of its first line of code. */
  readonly line: number;
  readonly code: string;
  /** What it prints, when the next block is `text` or `console`, in the same section and no shell session. */
  readonly output: string | null;
}

/** The `ts` blocks of a page, in order, but for those called `ts signature`: they show the shape of types and calls. */
export function codeBlocksOf(page: string): CodeBlock[] {
  const fences = fencesOf(page);
  return fences.flatMap((fence, index) => {
    if (fence.language !== "ts") return [];
    const next = fences[index + 1];
    const isOutput =
      next !== undefined &&
      (next.language === "text" || next.language === "console") &&
      next.section === fence.section &&
      !next.body.startsWith("$ ");
    return [{ line: fence.line, code: fence.body, output: isOutput ? next.body : null }];
  });
}

/**
 * Whether `printed` is what the page shows, line for line, but for blanks at the ends of lines.
 *
 * In the page `…` stands for anything within a line, and as a line of its own for any lines.
 */
export function printsAsShown(printed: string, shown: string): boolean {
  const pattern = shown
    .trimEnd()
    .split("\n")
    .map((line) =>
      line.trim() === "…" ? "(?:.*\\n)*?" : `${line.trimEnd().split("…").map(escaped).join(".*")}[ \\t]*\\n`,
    )
    .join("");
  return new RegExp(`^${pattern}$`).test(`${printed.trimEnd()}\n`);
}

interface Fence {
  readonly line: number;
  readonly language: string;
  readonly body: string;
  /** How many headings stand above it. */
  readonly section: number;
}

function fencesOf(page: string): Fence[] {
  const fences: Fence[] = [];
  let open: { line: number; language: string; mark: string; body: string[] } | undefined;
  let section = 0;
  for (const [index, line] of page.split(/\r?\n/).entries()) {
    if (open !== undefined) {
      if (line.trim() !== open.mark) open.body.push(line);
      else {
        fences.push({ line: open.line, language: open.language, body: `${open.body.join("\n")}\n`, section });
        open = undefined;
      }
      continue;
    }
    const fence = /^(`{3,})(.*)$/.exec(line);
    if (fence !== null) open = { line: index + 2, language: fence[2]!.trim(), mark: fence[1]!, body: [] };
    else if (/^#{1,6} /.test(line)) section += 1;
  }
  if (open !== undefined) throw new Error(`Expected the block at line ${open.line} to be closed.`);
  return fences;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
