/**
 * @module
 * What Node and its kin have built in, without an import: bundlers and browsers would trip over one.
 */

/**
 * A module of Node by its name; `undefined` on platforms that have none of that name.
 *
 * Looked up at call time, so that a test may take it away.
 */
export function builtinModule<Module>(name: string): Module | undefined {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: string): unknown };
  };
  return process?.getBuiltinModule?.(name) as Module | undefined;
}
