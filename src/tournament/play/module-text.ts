/**
 * @module
 * The text of a module that a tournament plays with, so that rows of an earlier text are not taken for those of the
 * present one. Without an import that a browser could not resolve.
 */

/** As much of Node as is asked for. */
interface Builtins {
  readonly "node:fs": { readFileSync(path: string | URL, encoding: "utf8"): string };
  readonly "node:module": { createRequire(path: string): { resolve(name: string): string } };
}

/**
 * The text behind what `import()` takes: the URL of a file, or the name of a package as this process finds it.
 *
 * @returns `null` where it cannot be read: other URLs, and platforms without files. A `data:` URL is its own text.
 */
export function moduleText(module: string): string | null {
  const fs = builtin("node:fs");
  if (fs === undefined) return null;
  try {
    if (module.startsWith("file:")) return fs.readFileSync(new URL(module), "utf8");
    if (/^[a-z][a-z0-9+.-]+:/i.test(module)) return null;
    const { cwd } = (globalThis as unknown as { readonly process: { cwd(): string } }).process;
    const path = builtin("node:module")?.createRequire(`${cwd()}/`).resolve(module);
    return path === undefined ? null : fs.readFileSync(path, "utf8");
  } catch {
    // Whoever imports it will say what is wrong.
    return null;
  }
}

function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: string): unknown };
  };
  return process?.getBuiltinModule?.(name) as Builtins[Name] | undefined;
}
