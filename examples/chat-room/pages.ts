/**
 * The page's files, and what it has to know: who looks, and the JSON Schema of the terms. No build.
 */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import type { Member } from "./server.js";

const FILES: Readonly<Record<string, readonly [type: string, file: string]>> = {
  "/": ["text/html", "./page/index.html"],
  "/chat.js": ["text/javascript", "./page/chat.js"],
  "/page/style.css": ["text/css", "../hosts/page/style.css"],
  ...Object.fromEntries(
    ["elements", "negotiation-card", "snapshots", "terms-form", "terms-table"].map((name) => [
      `/page/${name}.js`,
      ["text/javascript", `../hosts/page/${name}.js`],
    ]),
  ),
};

/** Answers requests for the page. */
export function chatPage(about: {
  readonly memberOf: (credentials: unknown) => Member | undefined;
  readonly terms: z.ZodType;
  /** What the form of an opening begins with. */
  readonly example: unknown;
}): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const schema = z.toJSONSchema(about.terms);
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const send = (status: number, type: string, body: string | Buffer): void =>
      void response.writeHead(status, { "content-type": `${type}; charset=utf-8` }).end(body);
    const [type, file] = (Object.hasOwn(FILES, pathname) && FILES[pathname]) || [];
    if (pathname === "/about") {
      const me = about.memberOf({ token: searchParams.get("token") })?.id ?? null;
      send(200, "application/json", JSON.stringify({ me, schema, example: about.example }));
    } else if (type && file) send(200, type, await readFile(new URL(file, import.meta.url)));
    else send(404, "text/plain", "There is nothing here.");
  };
}
