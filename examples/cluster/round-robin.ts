/**
 * A proxy that gives each request to the next process, and to the one after where that one is gone.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from "node:http";
import { buffer } from "node:stream/consumers";

/** Forwards to these ports in turn. Says in `x-served-by` which one it was. */
export function roundRobin(ports: readonly number[]): Server {
  let next = 0;
  return createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (body !== undefined) attempt(request, response, body, ports.length);
  });

  function attempt(request: IncomingMessage, response: ServerResponse, body: Buffer, tries: number): void {
    const port = ports[next++ % ports.length];
    const { method, url, headers } = request;
    // No line is kept: a process that is gone has none that looks alive.
    const outgoing = send({ host: "127.0.0.1", port, method, path: url, headers, agent: false });
    const close = (): void => void outgoing.destroy();
    response.once("close", close);
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, "x-served-by": String(port) });
      // What is cut there is cut here: the client sees it, and resumes.
      answer.once("error", () => response.destroy());
      answer.pipe(response);
    });
    outgoing.on("error", () => {
      response.off("close", close);
      if (response.headersSent || response.destroyed) response.destroy();
      // It may have taken effect before the process was gone: only what takes effect once is sent again.
      else if (tries > 1 && (method === "GET" || headers["idempotency-key"] !== undefined))
        attempt(request, response, body, tries - 1);
      else response.writeHead(502).end();
    });
    outgoing.end(body);
  }
}
