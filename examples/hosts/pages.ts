/**
 * What a browser gets of a host: the files of its page, those that all hosts share, and what the page has to know: who
 * looks, and the JSON Schema of the terms. No build.
 */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";

/** What a page is made of. */
export interface PageOptions {
  /** The host's own files by their paths; `/` is the page. */
  readonly files: Readonly<Record<string, URL>>;
  /** Who the token of a link belongs to; `undefined` for nobody. */
  readonly nameOf: (token: string) => string | undefined;
  readonly terms: z.ZodType;
  /** What the form of an opening begins with. */
  readonly example: unknown;
}

/** Answers requests for the page; `next` gets what it does not know. @default a 404 */
export function hostPages({ files, nameOf, terms, example }: PageOptions) {
  const shared = new URL("./page/", import.meta.url);
  const all = new Map([
    ...readdirSync(shared).map((name) => [`/page/${name}`, new URL(name, shared)] as const),
    ...Object.entries(files),
  ]);
  const schema = z.toJSONSchema(terms);
  return async (request: IncomingMessage, response: ServerResponse, next?: () => void): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const send = (status: number, type: string, body: string | Buffer): void =>
      void response.writeHead(status, { "content-type": `${type}; charset=utf-8` }).end(body);
    const file = all.get(pathname);
    if (pathname === "/about") {
      const me = nameOf(searchParams.get("token") ?? "") ?? null;
      send(200, "application/json", JSON.stringify({ me, schema, example }));
    } else if (file)
      send(200, TYPES[file.pathname.replace(/.*\./, "")] ?? "text/plain", await readFile(file));
    else if (next) next();
    else send(404, "text/plain", "There is nothing here.");
  };
}

const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", css: "text/css" };
