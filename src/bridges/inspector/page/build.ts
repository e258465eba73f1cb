/**
 * @module
 * Bundles the page into one HTML file that refers to nothing outside itself. The build of the package puts the finished
 * page in the place of this file (tsup.config.ts); who runs the sources has it bundled when it is first asked for.
 */

/** The page, and the policy that it is served under. */
export interface BuiltPage {
  readonly html: string;
  /** `Content-Security-Policy`: its own script and style by their hashes, and nothing from elsewhere. */
  readonly policy: string;
  /** The files that are in it, for the notices of their licences; from the folder of the build. */
  readonly inputs: readonly string[];
}

/** Bundles the page. */
export async function builtPage(): Promise<BuiltPage> {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    metafile: true,
    entryPoints: ["main.tsx", "style.css"].map((name) =>
      decodeURIComponent(new URL(name, import.meta.url).pathname),
    ),
    bundle: true,
    minify: true,
    write: false,
    outdir: "page",
    format: "iife",
    target: "es2022",
    charset: "ascii",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    tsconfigRaw: "{}",
  });
  const textOf = (extension: string): string =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text.trim() ?? "";
  // Within a script element only these would end it.
  const script = textOf(".js").replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
  const style = textOf(".css");
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Negotiations</title>
<style>${style}</style>
<body><div id="app"></div>
<script>${script}</script>
</body></html>
`;
  const sources = `script-src ${await hashOf(script)}; style-src ${await hashOf(style)}`;
  const rest = "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
  const policy = `default-src 'none'; ${sources}; ${rest}; frame-ancestors 'none'; require-trusted-types-for 'script'`;
  return { html, policy, inputs: Object.keys(metafile.inputs) };
}

async function hashOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`;
}
