/**
 * @module
 * The names that the files of `src/` export.
 */

import { posix } from "node:path";
import ts from "typescript";
import { facePaths, type SourceFile, sourceFiles } from "./source-files.js";

/** The names that a file exports, whether it declares or only passes them on. */
export function exportedNames(file: SourceFile): string[] {
  return file.tree.statements.flatMap((node) => {
    if (ts.isExportDeclaration(node)) {
      const clause = node.exportClause;
      return clause !== undefined && ts.isNamedExports(clause)
        ? clause.elements.map((one) => one.name.text)
        : [];
    }
    if (!ts.canHaveModifiers(node)) return [];
    const isExported =
      ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) ?? false;
    if (!isExported) return [];
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.map((one) => one.name.getText());
    const isNamed =
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node);
    return isNamed && node.name !== undefined ? [node.name.text] : [];
  });
}

/** The file below `src/` that declares what a face exports under a name, over however many other faces. */
export function declaringFile(file: SourceFile, name: string): string {
  for (const node of file.tree.statements) {
    if (!ts.isExportDeclaration(node) || node.moduleSpecifier === undefined) continue;
    const clause = node.exportClause;
    if (clause === undefined || !ts.isNamedExports(clause)) continue;
    const found = clause.elements.find((one) => one.name.text === name);
    if (found === undefined) continue;
    const specifier = (node.moduleSpecifier as ts.StringLiteral).text.replace(/\.js$/, ".ts");
    const path = posix.join(posix.dirname(file.path), specifier);
    const next = sourceFiles.find((one) => one.path === path);
    return next === undefined ? path : declaringFile(next, (found.propertyName ?? found.name).text);
  }
  return file.path;
}

/**
 * Every exported name of `src/` with the path of the file to import it from.
 *
 * Where two files export the same name, `preferred` comes first, then the faces.
 */
export function homesOfNames(preferred: string): Map<string, string> {
  const homes = new Map<string, string>();
  const own = NAMES.filter(({ path }) => path === preferred);
  for (const { path, names } of [...own, ...NAMES]) {
    for (const name of names) if (!homes.has(name)) homes.set(name, path);
  }
  return homes;
}

/** What each file exports, the faces first. */
const NAMES: readonly { readonly path: string; readonly names: readonly string[] }[] = [
  ...sourceFiles.filter(({ path }) => facePaths.includes(path)),
  ...sourceFiles.filter(({ path }) => !facePaths.includes(path)),
].map((file) => ({ path: file.path, names: exportedNames(file) }));
