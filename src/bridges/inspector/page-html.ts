/**
 * @module
 * The page as it is served. The build of the package puts the finished page in the place of this file
 * (tsup.config.ts); who runs the sources has it bundled by the same function when it is first asked for.
 */

import type { BuiltPage } from "./page/index.js";

/** The page. */
export async function pageHtml(): Promise<BuiltPage> {
  const { builtPage } = await import("./page/index.js");
  return builtPage();
}
