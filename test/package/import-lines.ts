/**
 * @module
 * What a source file imports: by declaration, by re-export, by `import()` and in types.
 */

import { posix } from "node:path";
import ts from "typescript";
import { placeOf, type SourceFile } from "./source-files.js";

/** One import of a source file. */
export interface ImportLine {
  readonly place: string;
  /** A path below `src/` (`core/decide.ts`), or a package as it was written (`zod/mini`). */
  readonly target: string;
  readonly isPackage: boolean;
  /** Whether nothing of it is left at run time. */
  readonly isTypeOnly: boolean;
}

/** Each file is walked once, however many tests ask. */
const known = new WeakMap<SourceFile, readonly ImportLine[]>();

/** Every import of a file, in order. */
export function importsOf(file: SourceFile): readonly ImportLine[] {
  const before = known.get(file);
  if (before !== undefined) return before;
  const found: ImportLine[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) {
      const isPackage = !specifier.startsWith(".");
      const target = isPackage
        ? specifier
        : posix.join(posix.dirname(file.path), specifier).replace(/\.js$/, ".ts");
      found.push({ place: placeOf(file, node), target, isPackage, isTypeOnly: isTypeOnly(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  known.set(file, found);
  return found;
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isImportTypeNode(node))
    return literal(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
  return isImport || isRequire ? literal(node.arguments[0]) : undefined;
}

function literal(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

// `import { type A }` does not count: under verbatimModuleSyntax it leaves `import {}` behind.
function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isImportDeclaration(node)) return node.importClause?.isTypeOnly ?? false;
  return ts.isExportDeclaration(node) && node.isTypeOnly;
}
