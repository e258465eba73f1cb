/**
 * @module
 * The titles of all tests, read from their sources: of `test/`, and of the suites that `src/testing/` publishes.
 * A test that is skipped outright, or put off, counts as none.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import ts from "typescript";
import { packageRoot } from "../package/package-root.js";

/** A test, or a group of them. */
export interface TestTitle {
  /** Below the package's folder, with forward slashes. */
  readonly file: string;
  /** As it is written; `…` stands for what a template puts in. A test of a suite begins with its id. */
  readonly title: string;
}

const RUNNERS: readonly string[] = ["it", "test", "describe"];
const SUITE_CASES: readonly string[] = ["storeCase", "timerCase"];
const NOT_RUN: readonly string[] = ["skip", "todo"];

/** Every title there is, file by file. */
export function testTitles(): readonly TestTitle[] {
  return [...pathsBelow("test"), ...pathsBelow("src/testing")].flatMap((file) =>
    titlesIn(readFileSync(join(packageRoot, file), "utf8")).map((title) => ({ file, title })),
  );
}

/** Every first cell of the tables that make titles, file by file. */
export function testCases(): readonly string[] {
  return pathsBelow("test").flatMap((file) => casesIn(readFileSync(join(packageRoot, file), "utf8")));
}

/** The titles in one source. */
export function titlesIn(source: string): readonly string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [name = "", ...members] = namesOf(node.expression);
      if (members.some((member) => NOT_RUN.includes(member))) return;
      titles.push(...titleOf(name, node.arguments));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("tests.ts", source, ts.ScriptTarget.ES2023, true));
  return titles;
}

/** The first cells of the tables of `it.each` in one source: what `%s` stands for where a title begins with it. */
export function casesIn(source: string): readonly string[] {
  const file = ts.createSourceFile("tests.ts", source, ts.ScriptTarget.ES2023, true);
  const lists = new Map<string, ts.Expression>();
  const cases: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      lists.set(node.name.getText(file), node.initializer);
    }
    if (ts.isCallExpression(node) && ts.isCallExpression(node.expression)) {
      const [name = "", ...members] = namesOf(node.expression);
      const [title] = node.arguments.map(textOf);
      const [table] = node.expression.arguments;
      const runs = RUNNERS.includes(name) && !members.some((member) => NOT_RUN.includes(member));
      if (runs && table !== undefined && title?.startsWith("%s")) cases.push(...firstCells(table, lists));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return cases;
}

/** Of a list, of the members of an object whose entries are the cases, or of what has the name. */
function firstCells(table: ts.Node, lists: ReadonlyMap<string, ts.Expression>): readonly string[] {
  if (ts.isIdentifier(table)) {
    const list = lists.get(table.text);
    // Without the name itself, which its own value may mention.
    const others = new Map([...lists].filter(([name]) => name !== table.text));
    return list === undefined ? [] : firstCells(list, others);
  }
  if (ts.isAsExpression(table)) return firstCells(table.expression, lists);
  if (ts.isObjectLiteralExpression(table)) {
    return table.properties.flatMap(({ name }) =>
      name !== undefined && ts.isStringLiteral(name) ? [name.text] : [],
    );
  }
  if (ts.isArrayLiteralExpression(table)) {
    return table.elements.flatMap((row) => {
      const cell = ts.isArrayLiteralExpression(row) ? row.elements[0] : row;
      return cell !== undefined && ts.isStringLiteralLike(cell) ? [cell.text] : [];
    });
  }
  // `Object.entries(TABLE).flatMap(...)`: the table is in there somewhere.
  const inner: string[] = [];
  ts.forEachChild(table, (child) => {
    if (ts.isIdentifier(child) || ts.isCallExpression(child) || ts.isPropertyAccessExpression(child)) {
      inner.push(...firstCells(child, lists));
    }
  });
  return inner;
}

/** The groups at the top of one source, each with all titles within it. */
export function groupsIn(
  source: string,
): readonly { readonly title: string; readonly tests: readonly string[] }[] {
  const file = ts.createSourceFile("tests.ts", source, ts.ScriptTarget.ES2023, true);
  return file.statements.flatMap((statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return [];
    if (namesOf(statement.expression.expression)[0] !== "describe") return [];
    const [title, ...tests] = titlesIn(statement.getText(file));
    return title === undefined ? [] : [{ title, tests }];
  });
}

function pathsBelow(folder: string): readonly string[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path.split(sep).join("/")}`)
    .sort();
}

/** `describe.each(table)("title")` is `["describe", "each"]`. */
function namesOf(callee: ts.Expression): readonly string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...namesOf(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return namesOf(callee.expression);
  return [];
}

function titleOf(name: string, given: readonly ts.Expression[]): readonly string[] {
  const [first, second] = given.map(textOf);
  if (first === undefined) return [];
  if (RUNNERS.includes(name)) return [first];
  return SUITE_CASES.includes(name) && second !== undefined ? [`${first}: ${second}`] : [];
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…");
}
