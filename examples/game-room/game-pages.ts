/**
 * The page of the game: its own files beside those of all hosts, and the client of Colyseus as browsers take it.
 */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { hostPages } from "../hosts/pages.js";
import { Trade } from "./trade-state.js";

/** Answers requests for the page. */
export function gamePages(nameOf: (token: string) => string | undefined) {
  const sdk = pathToFileURL(createRequire(import.meta.url).resolve("@colyseus/sdk"));
  return hostPages({
    files: {
      "/": new URL("./page/index.html", import.meta.url),
      "/game.js": new URL("./page/game.js", import.meta.url),
      "/colyseus.js": new URL("../dist/colyseus.js", sdk),
    },
    nameOf,
    terms: Trade,
    example: { good: "wood", count: 10, gold: 30 } satisfies Trade,
  });
}
