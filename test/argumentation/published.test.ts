import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ArgumentationFramework, defineFramework, grounded } from "../../src/argumentation/index.js";

// The examples of probo, the ICCMA 2015 benchmark suite, come without a licence and so are no part of this
// repository. CONCORDAT_VECTORS names the folder that has them in `dung/`; without it only the readers are tested.

const folder = process.env["CONCORDAT_VECTORS"];

/** The facts of an `.apx` file: `arg(a).` and `att(a,b).` */
function fromApx(text: string): ArgumentationFramework {
  const facts = (pattern: RegExp) => [...text.matchAll(pattern)];
  return defineFramework(
    facts(/arg\(([^,()]+)\)\./g).map(([, id]) => id!),
    facts(/att\(([^,()]+),([^,()]+)\)\./g).map(([, attacker, target]) => [attacker!, target!] as const),
  );
}

/** The lines of a `.tgf` file: ids, `#`, pairs. */
function fromTgf(text: string): ArgumentationFramework {
  const [ids = "", pairs = ""] = text.split("#");
  const lines = (part: string) => part.split("\n").filter((line) => line.trim() !== "");
  return defineFramework(
    lines(ids).map((line) => line.trim()),
    lines(pairs).map((line) => line.trim().split(/\s+/) as [string, string]),
  );
}

describe("the readers of published formats", () => {
  it("give the same framework", () => {
    const expected = { arguments: ["a", "b"], attacks: [["a", "b"]] };
    expect(fromApx("arg(a).\narg(b).\natt(a,b).\n")).toEqual(expected);
    expect(fromTgf("a\nb\n#\na b\n")).toEqual(expected);
  });
});

describe.skipIf(folder === undefined)("the examples of probo (skipped without CONCORDAT_VECTORS)", () => {
  it.each([
    ["probo-ex1", []],
    ["probo-ex2", ["a1"]],
    ["probo-ex3", []],
  ])("%s has the published grounded extension", (name, expected) => {
    const read = (ending: string): string => readFileSync(join(folder!, "dung", `${name}${ending}`), "utf8");
    const listed = read(".apx.EE-GR").replace(/[[\]\s]/g, "");
    expect(listed.split(",").filter((id) => id !== "")).toEqual(expected);
    for (const framework of [fromApx(read(".apx")), fromTgf(read(".tgf"))]) {
      expect(framework.arguments.length).toBeGreaterThan(3);
      expect(grounded(framework).in).toEqual(expected);
    }
  });
});
