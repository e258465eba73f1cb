/**
 * The page of the chat: its own files beside those of all hosts. Socket.IO brings its client itself.
 */
import { hostPages, type PageOptions } from "../hosts/pages.js";

/** Answers requests for the page. */
export function chatPages(about: Omit<PageOptions, "files">) {
  const files = {
    "/": new URL("./page/index.html", import.meta.url),
    "/chat.js": new URL("./page/chat.js", import.meta.url),
  };
  return hostPages({ files, ...about });
}
