/**
 * @module
 * The compiler, over files that may exist only here.
 */

import { dirname } from "node:path";
import ts from "typescript";

/** What the compiler has to say of a file. */
export interface Complaint {
  /** The path of the file, with forward slashes. */
  readonly path: string;
  readonly code: number;
  readonly message: string;
  /** Where in its text. */
  readonly start: number;
  /** For people: `line: message`. */
  readonly shown: string;
}

/**
 * Complaints about `files` and `options`, and about what the files import when `skipLibCheck` is off.
 *
 * @param files - text by absolute path; they need not exist on disk, nor need their folders
 */
export function complaintsAbout(
  files: ReadonlyMap<string, string>,
  options: ts.CompilerOptions,
): Complaint[] {
  const host = ts.createCompilerHost(options, true);
  const onDisk = { fileExists: host.fileExists, readFile: host.readFile, folderExists: host.directoryExists };
  const folders = new Set([...files.keys()].map((path) => dirname(path)));
  host.fileExists = (path) => files.has(path) || onDisk.fileExists(path);
  host.readFile = (path) => files.get(path) ?? onDisk.readFile(path);
  host.directoryExists = (path) => folders.has(path) || (onDisk.folderExists?.(path) ?? true);
  const getSourceFile = host.getSourceFile.bind(host);
  const read = parsedUnder(options);
  host.getSourceFile = (path, target, ...rest) => {
    const text = files.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, target, true);
    if (!read.has(path)) read.set(path, getSourceFile(path, target, ...rest));
    return read.get(path);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return diagnosticsOf(program, files, options).map((diagnostic) => complaintOf(diagnostic));
}

/** What files on disk say is parsed once for all that is compiled under the same options. */
const parsed = new Map<string, Map<string, ts.SourceFile | undefined>>();

function parsedUnder(options: ts.CompilerOptions): Map<string, ts.SourceFile | undefined> {
  const key = JSON.stringify(options);
  const read = parsed.get(key) ?? new Map();
  parsed.set(key, read);
  return read;
}

/** Of the whole program, or only of `files`, so that what they import is checked no further than they use it. */
function diagnosticsOf(
  program: ts.Program,
  files: ReadonlyMap<string, string>,
  { skipLibCheck }: ts.CompilerOptions,
): readonly ts.Diagnostic[] {
  if (!skipLibCheck) return ts.getPreEmitDiagnostics(program);
  const found = [...files.keys()].flatMap((path) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(path)),
  );
  return ts.sortAndDeduplicateDiagnostics(found);
}

function complaintOf(diagnostic: ts.Diagnostic): Complaint {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
  const path = diagnostic.file?.fileName ?? "";
  const start = diagnostic.start ?? 0;
  const line =
    diagnostic.file === undefined ? 0 : diagnostic.file.getLineAndCharacterOfPosition(start).line + 1;
  return { path, code: diagnostic.code, message, start, shown: `${path}:${line}: ${message}` };
}

/**
 * The options for examples: those of the root `tsconfig.json`, without what concerns only emitting, and
 * without two habits of this house that a reader need not share.
 */
export function exampleOptions(root: string): ts.CompilerOptions {
  const path = `${root}/tsconfig.json`;
  const parsed = ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, root);
  const { rootDir: _, declaration: __, isolatedDeclarations: ___, ...options } = parsed.options;
  return { ...options, noEmit: true, verbatimModuleSyntax: false, noPropertyAccessFromIndexSignature: false };
}
