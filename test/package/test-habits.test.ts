import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { packageRoot } from "./package-root.js";
import { nodesOf, placeOf, type SourceFile } from "./source-files.js";

// No test asserts how fast the machine is: costs stand in `bench/`, or are counted in steps, calls or allocations.

/** Comparisons of clocks that a slow machine passes as well. */
const ALLOWED: Readonly<Record<string, string>> = {
  "oap/keys/key-resolver.test.ts": "an instant lies between one before it and one after it",
  "simulation/postgres-nodes.test.ts": "kills follow a schedule; a stuck run ends with its tables",
};

/** The least that a limit may be: it is for what hangs, on any machine. */
const LEAST_LIMIT_MS = 60_000;

const files: readonly SourceFile[] = readdirSync(join(packageRoot, "test"), {
  recursive: true,
  encoding: "utf8",
})
  .map((path) => path.split(sep).join("/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("vectors/"))
  .sort()
  .map((path) => fileOf(path, readFileSync(join(packageRoot, "test", path), "utf8")));

describe("tests", () => {
  it("compare no clock with a bound (SM-40)", () => {
    const tests = files.filter(({ path }) => path.endsWith(".test.ts"));
    expect(tests.length).toBeGreaterThan(300);
    const found = tests.filter((file) => clockComparisons(file).length > 0);
    const strays = found.filter(({ path }) => ALLOWED[path] === undefined).flatMap(clockComparisons);
    expect(strays).toEqual([]);
    expect(Object.keys(ALLOWED).filter((path) => !found.some((file) => file.path === path))).toEqual([]);
  });

  it(`give what they wait for at least ${LEAST_LIMIT_MS / 1_000} s (SM-40)`, () => {
    expect(files.flatMap(shortLimits)).toEqual([]);
  });

  it.each([
    "expect(performance.now() - begun).toBeLessThan(5);",
    "const tookMs = Date.now() - begun;\nconst inAll = 2 * tookMs;\nexpect(inAll).toBeLessThanOrEqual(5);",
    "const { user } = process.cpuUsage();\nif (user > 5) fail();",
  ])("would be refused for %s (SY-28)", (text) => {
    expect(clockComparisons(fileOf("a.test.ts", text))).toHaveLength(1);
  });

  it.each([
    'it("a", () => {}, 5_000);',
    'it("a", { timeout: 59_999 }, () => {});',
    'execFile("node", [], { cwd, timeout: 5_000 }, () => {});',
    "await vi.waitFor(() => {});",
    "const LIMIT_MS = 10_000;",
  ])("would be refused for the limit of %s (SY-28)", (text) => {
    expect(shortLimits(fileOf("a.test.ts", text))).toHaveLength(1);
  });

  it.each([
    "const begun = Date.now();\nconsole.log(Date.now() - begun);",
    "expect(woken.at - Date.now()).toBeGreaterThanOrEqual(-1);",
    "expect(clock.now() - begun).toBeLessThan(5);",
    'it("a", () => {}, 60_000);',
    "expect(settings).toEqual({ timeout: 70 });",
  ])("may say %s", (text) => {
    const file = fileOf("a.test.ts", text);
    expect([...clockComparisons(file), ...shortLimits(file)]).toEqual([]);
  });
});

function fileOf(path: string, text: string): SourceFile {
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true) };
}

/** Where an upper bound is set to what a clock of the platform said, or to what was made of it. */
function clockComparisons(file: SourceFile): string[] {
  const names = new Set<string>();
  const isOfClock = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) &&
      /^(performance\.now|Date\.now|process\.(hrtime(\.bigint)?|cpuUsage|uptime))$/.test(
        node.expression.getText(file.tree),
      )) ||
    (ts.isIdentifier(node) && names.has(node.text)) ||
    (ts.forEachChild(node, (child) => isOfClock(child) || undefined) ?? false);
  const declarations = nodesOf(file.tree, ts.isVariableDeclaration);
  for (let count = -1; count !== names.size; ) {
    count = names.size;
    for (const { name, initializer } of declarations) {
      // What a function gives, or does, is something else.
      if (initializer === undefined || ts.isFunctionLike(initializer) || !isOfClock(initializer)) continue;
      // An instant that is handed to something, or awaited, says nothing of what comes back.
      if (ts.isAwaitExpression(initializer) || hasForeignCall(initializer, file)) continue;
      for (const one of ts.isIdentifier(name) ? [name] : nodesIn(name, ts.isIdentifier)) names.add(one.text);
    }
  }
  const upper = nodesOf(file.tree, ts.isCallExpression).filter(
    ({ expression }) =>
      ts.isPropertyAccessExpression(expression) &&
      /^toBeLessThan(OrEqual)?$/.test(expression.name.text) &&
      isOfClock(expression.expression),
  );
  const relational = nodesOf(file.tree, ts.isBinaryExpression).filter(
    ({ operatorToken: { kind }, left, right }) =>
      kind >= ts.SyntaxKind.LessThanToken &&
      kind <= ts.SyntaxKind.GreaterThanEqualsToken &&
      (isOfClock(left) || isOfClock(right)),
  );
  return [...upper, ...relational].map((node) => placeOf(file, node));
}

/** Whether an expression calls anything but a clock and arithmetic. */
function hasForeignCall(node: ts.Node, file: SourceFile): boolean {
  const foreign = (one: ts.Node): boolean =>
    (ts.isCallExpression(one) &&
      !/^(performance\.now|Date\.now|process\.\w+|Math\.\w+|Number|String)/.test(
        one.expression.getText(file.tree),
      )) ||
    (ts.forEachChild(one, (child) => foreign(child) || undefined) ?? false);
  return foreign(node);
}

/** Limits of tests, hooks, processes and polls that a slow machine may need more than. */
function shortLimits(file: SourceFile): string[] {
  const isShort = (node: ts.Node | undefined): boolean =>
    node !== undefined && ts.isNumericLiteral(node) && Number(node.text.replaceAll("_", "")) < LEAST_LIMIT_MS;
  const calls = nodesOf(file.tree, ts.isCallExpression).filter((node) => {
    const callee = node.expression.getText(file.tree);
    if (/^vi\.wait(For|Until)$/.test(callee)) return true;
    const isTest = /^(it|test|describe|beforeAll|afterAll|beforeEach|afterEach)\b/.test(callee);
    if (isTest && isShort(node.arguments.at(-1)) && node.arguments.length > 1) return true;
    if (!isTest && !/^(exec|execFile|execFileSync|execSync|spawn|spawnSync|fork)\b|\.poll$/.test(callee))
      return false;
    return node.arguments.some(
      (one) =>
        ts.isObjectLiteralExpression(one) &&
        one.properties.some(
          (property) =>
            ts.isPropertyAssignment(property) &&
            property.name.getText(file.tree) === "timeout" &&
            isShort(property.initializer),
        ),
    );
  });
  const constants = nodesOf(file.tree, ts.isVariableDeclaration).filter(
    ({ name, initializer }) =>
      /^(LIMIT|BUDGET|TIMEOUT)_MS$/.test(name.getText(file.tree)) && isShort(initializer),
  );
  return [...calls, ...constants].map((node) => placeOf(file, node));
}

function nodesIn<N extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is N): N[] {
  const found: N[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
