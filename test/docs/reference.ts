/**
 * @module
 * Writes docs/reference/ from the types and their docstrings, one page an entry: `npm run docs:reference`. The pages
 * are not kept: they say what the declarations say.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Application } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { entries } from "../../tsup.config.js";
import { type EntryName, packageRoot, specifierOf } from "../package/package-root.js";

const options: Partial<PluginOptions> = {
  outputFileStrategy: "modules",
  flattenOutputFiles: true,
  entryFileName: "README",
  hidePageHeader: true,
  useCodeBlocks: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
};

const app = await Application.bootstrapWithPlugins({
  ...options,
  plugin: ["typedoc-plugin-markdown"],
  entryPoints: Object.values(entries).map((path) => join(packageRoot, path)),
  tsconfig: join(packageRoot, "tsconfig.json"),
  outputs: [{ name: "markdown", path: join(packageRoot, "docs", "reference") }],
  name: "Reference",
  readme: "none",
  basePath: packageRoot,
  disableSources: true,
  excludeInternal: true,
  excludeExternals: true,
  skipErrorChecking: true,
  // What a face does not export is named all the same; links that lead nowhere are written as text.
  validation: false,
  logLevel: "Warn",
});

const project = await app.convert();
if (project === undefined)
  throw new Error("Expected the types to be read, got none. See what TypeDoc said above.");
for (const page of project.children ?? []) {
  const path = project.getSymbolIdFromReflection(page)?.packagePath ?? "";
  const found = Object.entries(entries).find(([, face]) => path === face);
  if (found === undefined) continue;
  // TypeDoc takes the first sentences for names; a page has the name of what one imports.
  if (page.comment?.summary.length === 0) page.comment.summary.push({ kind: "text", text: headOf(found[1]) });
  page.name = specifierOf(found[0] as EntryName);
}
for (const { children } of project.groups ?? []) {
  children.sort((one, other) => one.name.localeCompare(other.name));
}
await app.generateOutputs(project);
const missing = (Object.keys(entries) as EntryName[]).filter(
  (entry) =>
    !existsSync(join(packageRoot, "docs", "reference", `${specifierOf(entry).replace("/", ".")}.md`)),
);
if (missing.length > 0) throw new Error(`Expected a page an entry, got none for ${missing.join(", ")}.`);

/** What stands at the top of a file, below `@module`, up to the first empty line. */
function headOf(path: string): string {
  const head = /@module\n([\s\S]*?)\n(?: \*\n| \*\/)/.exec(
    readFileSync(join(packageRoot, path), "utf8"),
  )?.[1];
  return (head ?? "").replace(/^ \* ?/gm, "");
}

console.log(`docs/reference/ has ${Object.keys(entries).length} pages, one an entry.`);
