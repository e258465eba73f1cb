/**
 * @module
 * How the site is made of the pages below docs/: which page stands where, what the bars at the sides list, and that a
 * page asks nothing of another origin. The lists are those of docs/README.md, and kept nowhere else.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfig, type MarkdownOptions } from "vitepress";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

export default defineConfig({
  title: "Concordat",
  description: "Two agents negotiate in a room, turn by turn, to one outcome that can be trusted.",
  srcDir: "..",
  srcExclude: ["site/node_modules/**"],
  rewrites: {
    "site/examples/:page": "examples/:page",
    "site/:page": ":page",
    ":folder/README.md": ":folder/index.md",
    "README.md": "index.md",
  },
  // Headings name paths such as `/negotiations/{id}`, which are no attributes.
  markdown: { config: sitePages, attrs: { disable: true }, anchor: { slugify, uniqueSlugStartIndex: 1 } },
  transformHtml: withPolicy,
  head: [["link", { rel: "icon", href: "data:," }]],
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guide", link: "/guide/concepts" },
      { text: "Playground", link: "/playground" },
      { text: "Reference", link: "/reference/" },
      { text: "Requirements", link: "/requirements/" },
      { text: "Compare", link: "/compare" },
    ],
    sidebar: { "/": contents(), "/reference/": reference(), "/requirements/": requirements() },
  },
  vite: {
    resolve: { alias: sources() },
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    build: {
      chunkSizeWarningLimit: 4_000,
      // Comments of zod that Rollup does not understand change nothing.
      rollupOptions: { onwarn: (warning, warn) => warning.code === "INVALID_ANNOTATION" || warn(warning) },
    },
  },
});

/** Anchors as GitHub names them, where the pages are read too. */
function slugify(heading: string): string {
  const kept = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "");
  return kept.replace(/ /g, "-");
}

/** Links as the pages have them in the repository, made links of the site; of markup only anchors and comments. */
function sitePages(md: Parameters<NonNullable<MarkdownOptions["config"]>>[0]): void {
  md.renderer.rules.html_inline = (tokens, index) => {
    const { content = "" } = tokens[index] ?? {};
    return /^(<a id="[\w-]+">|<\/a>|<!--.*-->)$/s.test(content) ? content : md.utils.escapeHtml(content);
  };
  md.core.ruler.push("site_paths", ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href !== null && !/^[a-z]+:/.test(href)) token.attrSet("href", sitePath(href));
    }
  });
}

function sitePath(href: string): string {
  return href
    .replace(
      /^(?:\.\.\/)+examples\/([\w/-]+)\.\w+$/,
      (_, path: string) => `/examples/${path.replaceAll("/", "-")}`,
    )
    .replace(/(^|\/)README\.md(?=$|#)/, "$1index.md");
}

/** The sections and pages of docs/README.md. */
function contents(): DefaultTheme.SidebarItem[] {
  const sections = read("docs/README.md").split(/^## /m).slice(1);
  return sections.map((section) => {
    const [text = ""] = section.split("\n");
    const rows = section.matchAll(/^(?:\| |- )\[([^\]]+)\]\(([^)]+)\)/gm);
    return { text, items: [...rows].map(([, name = "", link = ""]) => ({ text: name, link: pathOf(link) })) };
  });
}

function reference(): DefaultTheme.SidebarItem[] {
  const names = readdirSync(`${root}docs/reference`).map((file) => posix.basename(file, ".md"));
  const entries = names.filter((name) => name !== "README").sort();
  const items = entries.map((name) => ({ text: name.replace(".", "/"), link: `/reference/${name}` }));
  return [{ text: "Reference", link: "/reference/", items }];
}

function requirements(): DefaultTheme.SidebarItem[] {
  const rows = read("docs/requirements/README.md").matchAll(/^\| \[([\w-]+)\]/gm);
  const items = [...rows].map(([, name = ""]) => ({ text: name, link: `/requirements/${name}` }));
  return [{ text: "Requirements", link: "/requirements/", items }];
}

function pathOf(link: string): string {
  return `/${link.replace(/README\.md$/, "").replace(/\.md$/, "")}`;
}

/** `concordat/...` is the source, so that the playground runs what the repository holds. */
function sources(): { find: RegExp; replacement: string }[] {
  const { paths } = JSON.parse(read("tsconfig.json")).compilerOptions as { paths: Record<string, [string]> };
  return Object.entries(paths).map(([name, [path]]) => ({
    find: new RegExp(`^${name}$`),
    replacement: posix.join(root, path),
  }));
}

/** A page loads and asks nothing but its own origin; so does the worker in which a visitor's agent runs. */
function withPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  const policy = [
    "default-src 'self'",
    `script-src 'self' blob: ${hashes.join(" ")}`,
    "worker-src blob:",
    "connect-src 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html.replace(
    "<head>",
    `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
