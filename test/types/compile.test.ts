import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { type Complaint, complaintsAbout } from "../package/compile.js";

// The type tests, by the compiler itself. `npm run check` reads them as well; here they count as tests.

const folder = dirname(fileURLToPath(import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".test-d.ts"));
const texts = new Map(names.map((name) => [join(folder, name), readFileSync(join(folder, name), "utf8")]));
const EXPECTED = /\/\/ @ts-expect-error/g;

it("SY-26: inference, outcomes, events, moves, agents and options are as the type tests say", () => {
  expect(names.length).toBeGreaterThanOrEqual(6);
  expect(complaintsAbout(texts, options()).map(shownHere)).toEqual([]);
});

it("SY-26, SY-28: without its @ts-expect-error each misuse is a complaint of its own", () => {
  const bare = new Map([...texts].map(([path, text]) => [path, text.replace(EXPECTED, "// here:")]));
  const complaints = complaintsAbout(bare, options());
  const unguarded = [...bare].flatMap(([path, text]) =>
    misuseLines(text)
      .filter(
        (line) =>
          !complaints.some(
            (one) =>
              one.path === path && lineOf(text, one.start) >= line && lineOf(text, one.start) <= line + 1,
          ),
      )
      .map((line) => `${path}:${line}`),
  );
  expect(unguarded).toEqual([]);
  const misuses = [...bare.values()].flatMap(misuseLines).length;
  expect(misuses).toBeGreaterThan(60);
});

/** The lines that follow a mark, counted from 1. */
function misuseLines(text: string): number[] {
  return text.split("\n").flatMap((line, index) => (line.includes("// here:") ? [index + 2] : []));
}

function lineOf(text: string, start: number): number {
  return text.slice(0, start).split("\n").length;
}

function shownHere({ shown }: Complaint): string {
  return shown.replace(`${folder}/`, "");
}

function options(): ts.CompilerOptions {
  const path = join(folder, "../tsconfig.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, join(folder, "..")).options;
}
