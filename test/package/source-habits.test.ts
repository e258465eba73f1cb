import ts from "typescript";
import { describe, expect, it } from "vitest";
import { facePaths, nodesOf, placeOf, type SourceFile, sourceFiles } from "./source-files.js";

/** What core would have to ask the world for. `decide` is told the instant, and makes no ids (MA-3). */
const AMBIENT: readonly string[] = [
  "Date",
  "performance",
  "crypto",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "clearTimeout",
  "clearInterval",
  "queueMicrotask",
  "requestAnimationFrame",
  "process",
  "globalThis",
  "window",
  "self",
  "fetch",
  "console",
];

const ownFiles = sourceFiles.filter((file) => !facePaths.includes(file.path));

describe("files", () => {
  it("are named after what they are for, in kebab-case (SY-1)", () => {
    const isStray = ({ path }: SourceFile): boolean =>
      !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(path) ||
      /(^|\/)(types|utils?|helpers?|common|misc|shared)\.ts$/.test(path);
    expect(pathsOf(sourceFiles.filter(isStray))).toEqual([]);
  });

  it("re-export in faces only, and there by name (SY-1)", () => {
    const stars = sourceFiles.flatMap((file) =>
      nodesOf(file.tree, ts.isExportDeclaration)
        .filter((node) => node.exportClause === undefined || !ts.isNamedExports(node.exportClause))
        .map((node) => placeOf(file, node)),
    );
    expect(stars).toEqual([]);
    const barrels = ownFiles.filter((file) =>
      file.tree.statements.every(
        (node) => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined,
      ),
    );
    expect(pathsOf(barrels)).toEqual([]);
  });

  it("hold nothing but re-exports where they are faces (SY-1)", () => {
    const faces = sourceFiles.filter((file) => facePaths.includes(file.path));
    const others = faces.flatMap((file) =>
      file.tree.statements
        .filter((node) => !ts.isExportDeclaration(node) || node.moduleSpecifier === undefined)
        .map((node) => placeOf(file, node)),
    );
    expect(faces.length).toBe(facePaths.length);
    expect(others).toEqual([]);
  });

  it("have at most 400 lines, and a median of at most 120 (SY-3)", () => {
    const counts = sourceFiles.map((file) => lineCount(file)).sort((one, other) => one - other);
    const long = sourceFiles.filter((file) => lineCount(file) > 400);
    expect(long.map((file) => `${file.path}: ${lineCount(file)} lines`)).toEqual([]);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(120);
  });

  it("open with a @module comment of at most five lines (SY-10)", () => {
    const strays = sourceFiles.flatMap((file) => {
      const head = /^\/\*\*\n \* @module\n( \*.*\n)+? \*\/\n/.exec(file.text)?.[0];
      if (head === undefined) return [`${file.path}: does not open with /** @module ... */`];
      const count = head.trimEnd().split("\n").length;
      // A face may show its first example there (DESIGN.md, section 3).
      return count > 5 && !facePaths.includes(file.path) ? [`${file.path}: a head of ${count} lines`] : [];
    });
    expect(strays).toEqual([]);
  });
});

describe("code", () => {
  it("has no `any` (SY-3)", () => {
    const isAny = (node: ts.Node): node is ts.Node => node.kind === ts.SyntaxKind.AnyKeyword;
    expect(placesOf(sourceFiles, isAny)).toEqual([]);
  });

  it("has no mutable binding at module level (SY-4)", () => {
    const strays = sourceFiles.flatMap((file) =>
      file.tree.statements
        .filter((node) => ts.isVariableStatement(node) && !(node.declarationList.flags & ts.NodeFlags.Const))
        .map((node) => placeOf(file, node)),
    );
    expect(strays).toEqual([]);
  });

  it("documents every export (SY-11)", () => {
    expect(ownFiles.flatMap(undocumentedExports)).toEqual([]);
  });

  it("asks nobody for randomness but the id port", () => {
    const isRandom = (node: ts.Node): node is ts.PropertyAccessExpression =>
      ts.isPropertyAccessExpression(node) && node.getText() === "Math.random";
    expect(placesOf(sourceFiles, isRandom)).toEqual([]);
  });

  it("of core knows no clock, timer, randomness or other thing of the world (MA-3)", () => {
    const isAmbient = (node: ts.Node): node is ts.Identifier =>
      ts.isIdentifier(node) && AMBIENT.includes(node.text) && isReference(node);
    expect(placesOf(coreFiles(), isAmbient)).toEqual([]);
  });

  it("of core waits for nothing (DESIGN.md, section 3)", () => {
    const isWaiting = (node: ts.Node): node is ts.Node =>
      node.kind === ts.SyntaxKind.AsyncKeyword ||
      node.kind === ts.SyntaxKind.AwaitKeyword ||
      ts.isAwaitExpression(node);
    expect(placesOf(coreFiles(), isWaiting)).toEqual([]);
  });
});

function coreFiles(): SourceFile[] {
  return sourceFiles.filter((file) => file.path.startsWith("core/"));
}

function pathsOf(files: readonly SourceFile[]): string[] {
  return files.map((file) => file.path);
}

function placesOf<N extends ts.Node>(
  files: readonly SourceFile[],
  is: (node: ts.Node) => node is N,
): string[] {
  return files.flatMap((file) =>
    nodesOf(file.tree, is).map((node) => `${placeOf(file, node)}: ${node.getText(file.tree).slice(0, 60)}`),
  );
}

function lineCount(file: SourceFile): number {
  return file.text.trimEnd().split("\n").length;
}

/** Whether the name stands for a variable: not for a member, a key, a declaration or a type. */
function isReference(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isTypeReferenceNode(parent) || ts.isQualifiedName(parent)) return false;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  const isDeclared =
    (ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) && parent.name === node;
  return !isDeclared && !ts.isMethodDeclaration(parent) && !ts.isMethodSignature(parent);
}

/** Exported declarations without a docstring of their own. */
function undocumentedExports(file: SourceFile): string[] {
  const listed = new Set(
    nodesOf(file.tree, ts.isExportDeclaration)
      .filter((node) => node.moduleSpecifier === undefined)
      .flatMap((node) =>
        node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [],
      )
      .map((element) => (element.propertyName ?? element.name).text),
  );
  const seen = new Set<string>();
  return file.tree.statements.flatMap((node) => {
    const names = declaredNames(node);
    const isExported =
      (ts.canHaveModifiers(node) &&
        ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) === true) ||
      names.some((name) => listed.has(name));
    // Of an overloaded function the first declaration carries the docstring.
    const isNew = names.some((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    return isExported && isNew && !hasDocstring(file, node)
      ? [`${placeOf(file, node)}: ${names.join(", ")}`]
      : [];
  });
}

function declaredNames(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map((declaration) => declaration.name.getText());
  }
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isModuleDeclaration(node);
  return isNamed && node.name !== undefined ? [node.name.text] : [];
}

// The head of the file is no docstring, even where the export is the first statement below it.
function hasDocstring(file: SourceFile, node: ts.Node): boolean {
  return ts
    .getJSDocCommentsAndTags(node)
    .some((comment) => ts.isJSDoc(comment) && !/^\/\*\*\s*\*?\s*@module/.test(comment.getText(file.tree)));
}
