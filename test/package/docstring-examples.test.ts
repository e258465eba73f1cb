import { expect, it } from "vitest";
import { entries } from "../../tsup.config.js";
import { complaintsAbout, exampleOptions } from "./compile.js";
import { completeExamples, type Example, type Scope } from "./complete-example.js";
import { homesOfNames } from "./exported-names.js";
import { packageRoot } from "./package-root.js";
import { type SourceFile, sourceFiles } from "./source-files.js";

// An example may use, without an import, every name that a file of `src/` exports, what stands below, and
// variables of its reader's (see `complete-example.ts`). `concordat` in an import means the source here.

/** Names of other packages that a reader takes for granted. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ["createActor", 'import { createActor } from "xstate";'],
  ["z", 'import { z } from "zod";'],
  ["fc", 'import fc from "fast-check";'],
  ["PgBoss", 'import { PgBoss } from "pg-boss";'],
  ...["describe", "it", "test", "expect"].map((name) => [name, `import { ${name} } from "vitest";`] as const),
]);

/** Variables that our examples use alike, so that they are checked by their types. */
const VARIABLES: Readonly<Record<string, string>> = {
  room: "NegotiationService<{ price: number }>",
  rooms: "NegotiationRooms<{ price: number }>",
  negotiation: "Negotiation",
  previous: "Negotiation",
  openNegotiation: "Negotiation",
  party: "Party",
  now: "number",
  store: "NegotiationStore",
  // The reader's own functions.
  emit: "(what: unknown) => void",
  lookAt: "(id: string) => void",
  show: "(what: unknown) => void",
  send: "(what: unknown) => void",
};

const examples = sourceFiles.flatMap(examplesOf);

it("finds examples in the docstrings", () => {
  expect(examples.length).toBeGreaterThan(10);
});

it("compiles the example of every docstring (SY-27)", () => {
  const options = exampleOptions(packageRoot);
  const complete = completeExamples(examples, scopeOf, options);
  expect(
    complete.filter(({ strays }) => strays.length > 0).map(({ place, strays }) => ({ place, strays })),
  ).toEqual([]);
  const files = new Map(complete.map((example) => [example.path, example.code]));
  const complaints = complaintsAbout(files, options).map((complaint) => ({
    place: complete.find((example) => example.path === complaint.path)?.place,
    message: complaint.message,
  }));
  expect(complaints).toEqual([]);
});

interface DocstringExample extends Example {
  readonly file: SourceFile;
}

/** The text below `@example`, up to the next tag; or what is fenced in it or in a comment without one. */
function examplesOf(file: SourceFile): DocstringExample[] {
  const comments = [...file.text.matchAll(/\/\*\*[\s\S]*?\*\//g)];
  return comments.flatMap((comment) => {
    const text = comment[0].replace(/^\/\*\*|\*\/$/g, "").replace(/^[ \t]*\* ?/gm, "");
    const tagged = [...text.matchAll(/^@example([\s\S]*?)(?=^@\w|$(?![\s\S]))/gm)].map((match) => match[1]!);
    const texts = tagged.length > 0 ? tagged : [text];
    const fenced = texts.map((one) =>
      [...one.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1]!),
    );
    const codes = texts.flatMap((one, index) =>
      fenced[index]!.length > 0 ? fenced[index]! : tagged.length > 0 ? [one] : [],
    );
    const line = file.text.slice(0, comment.index).split("\n").length;
    return codes.map((code, index) => ({
      file,
      place: `${file.path}:${line}`,
      path: `${packageRoot}/test/package/example-${file.path.replace(/\W/g, "-")}-${line}-${index}.ts`,
      code: withSource(code),
    }));
  });
}

/** Imports of the package as imports of its source. */
function withSource(code: string): string {
  return code.replace(/from "concordat(?:\/([\w-]+))?"/g, (_, subpath: string | undefined) => {
    const face = (entries as Readonly<Record<string, string>>)[subpath ?? "index"] ?? `src/${subpath}.ts`;
    return `from "${sourceSpecifier(face.replace("src/", ""))}"`;
  });
}

function sourceSpecifier(path: string): string {
  return `../../src/${path.replace(/\.ts$/, ".js")}`;
}

function scopeOf(example: Example): Scope {
  const home = examples.find((one) => one.path === example.path)!.file.path;
  const own = [...homesOfNames(home)].map(
    ([name, path]) => [name, `import { ${name} } from "${sourceSpecifier(path)}";`] as const,
  );
  return { imports: new Map([...OTHERS, ...own]), variables: VARIABLES };
}
