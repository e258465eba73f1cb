/**
 * @module
 * Completes code examples: gives them the imports and variables that a reader takes for granted, so that
 * the compiler can judge the rest. What nobody can take for granted is told.
 */

import ts from "typescript";
import { complaintsAbout } from "./compile.js";

/** Code as it stands in a page or a docstring. */
export interface Example {
  /** Where it stands, for people. */
  readonly place: string;
  /** An absolute path that it is to be compiled at; it need not exist. */
  readonly path: string;
  readonly code: string;
}

/** What an example may use without saying so. */
export interface Scope {
  /** An import declaration by the name that it brings. */
  readonly imports: ReadonlyMap<string, string>;
  /** A type by the name of a variable that the reader has. */
  readonly variables: Readonly<Record<string, string>>;
}

/** An example that says all it needs. */
export interface CompleteExample extends Example {
  /** Names that are used like a function, class or type and that neither the example nor its scope has. */
  readonly strays: readonly string[];
}

/**
 * The examples with the imports and declarations of what is free in them, in front.
 *
 * Free names are what the compiler cannot find. Those that are only read, such as `logger` or `price`, are
 * the reader's own and are declared as `any`; those that are called, constructed or used as a type must
 * be in scope, or a misspelt name of ours would pass.
 */
export function completeExamples(
  examples: readonly Example[],
  scopeOf: (example: Example) => Scope,
  options: ts.CompilerOptions,
): CompleteExample[] {
  const modules = examples.map((example) => ({ ...example, code: `${example.code}\nexport {};\n` }));
  const missing = missingNames(modules, options);
  return modules.map((example) => {
    const scope = scopeOf(example);
    const free = [...(missing.get(example.path) ?? [])];
    const needed = free.flatMap(([name]) => [name, ...wordsOf(scope.variables[name])]);
    const imports = [...new Set(needed)]
      .filter((name) => scope.imports.has(name))
      .map((name) => scope.imports.get(name)!);
    const others = free.filter(([name]) => !scope.imports.has(name));
    const variables = others.map(([name]) => `declare const ${name}: ${scope.variables[name] ?? "any"};`);
    const strays = others.filter(([name, use]) => use === "acted on" && scope.variables[name] === undefined);
    const code = [...imports, ...variables, example.code].join("\n");
    return { ...example, code, strays: strays.map(([name]) => name) };
  });
}

type Use = "acted on" | "read";

const MISSING =
  /^(?:Cannot find (?:name|namespace)|No value exists in scope for the shorthand property) '(.+?)'/;

/** Free names by path, with the use that demands most. */
function missingNames(
  examples: readonly Example[],
  options: ts.CompilerOptions,
): Map<string, Map<string, Use>> {
  const files = new Map(examples.map((example) => [example.path, example.code]));
  const trees = new Map(
    examples.map(({ path, code }) => [path, ts.createSourceFile(path, code, ts.ScriptTarget.ES2023, true)]),
  );
  const found = new Map<string, Map<string, Use>>();
  for (const complaint of complaintsAbout(files, { ...options, skipLibCheck: true })) {
    const name = MISSING.exec(complaint.message)?.[1];
    const tree = trees.get(complaint.path);
    if (name === undefined || tree === undefined) continue;
    const names = found.get(complaint.path) ?? new Map<string, Use>();
    found.set(complaint.path, names);
    if (names.get(name) !== "acted on") names.set(name, useAt(tree, complaint.start));
  }
  return found;
}

function useAt(tree: ts.SourceFile, start: number): Use {
  const find = (node: ts.Node): ts.Node =>
    ts.forEachChild(node, (child) =>
      child.getStart(tree) <= start && start < child.end ? find(child) : undefined,
    ) ?? node;
  const node = find(tree);
  const parent = node.parent;
  const isCalled = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node;
  const isTyped = ts.isTypeReferenceNode(parent) || ts.isQualifiedName(parent) || ts.isTypeQueryNode(parent);
  return isCalled || isTyped || /^[A-Z]/.test(node.getText(tree)) ? "acted on" : "read";
}

function wordsOf(type: string | undefined): readonly string[] {
  return type?.match(/[A-Za-z]\w*/g) ?? [];
}
