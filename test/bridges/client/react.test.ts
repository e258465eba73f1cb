import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { expect, it } from "vitest";
import { findChromium, HOW_TO_INSTALL } from "../../package/chromium.js";
import { packageRoot } from "../../package/package-root.js";
import { pageAt } from "../../package/pages.js";
import { served } from "../http/served-bridge.js";
import { clientOf } from "./clients.js";

const program = findChromium();
const note = program === undefined ? ` (SKIPPED: Chromium is not installed; ${HOW_TO_INSTALL})` : "";

it.skipIf(program === undefined)(
  `the guide's page of React shows the other side's move without a reload, and accepts by one click${note} [HT-8]`,
  async () => {
    const { base, bridge } = await served();
    const smith = clientOf(base, "smith");
    const { id } = await clientOf(base).open({
      roomId: "market-7",
      responder: "smith",
      proposal: { price: 40 },
    });
    const script = await pageScript(id);
    const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
      "/": [
        "text/html",
        '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><main></main><script src="/page.js"></script>',
      ],
      "/page.js": ["text/javascript", script],
    };
    const asked: string[] = [];
    const server = serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async (request) => {
        const url = new URL(request.url);
        const [type, body] = files[url.pathname] ?? [];
        if (type !== undefined) return new Response(body, { headers: { "content-type": type } });
        asked.push(`${request.method} ${url.pathname.replace(id, "ID")}`);
        url.pathname = url.pathname.replace("/negotiate", "");
        return bridge.fetch(new Request(url, request));
      },
    }) as Server;
    if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
    const browser = await chromium.launch({
      executablePath: program as string,
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    });
    try {
      const page = await browser.newPage();
      const said: string[] = [];
      // React advertises its tools to whoever develops.
      page.on(
        "console",
        (message) => void (message.text().includes("react.dev/link") || said.push(message.text())),
      );
      page.on("pageerror", (error) => said.push(String(error)));
      let loads = 0;
      page.on("load", () => void (loads += 1));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const buttons = page.locator("button");
      const shown = (): Promise<string[]> => buttons.allTextContents();
      await expect.poll(shown).toEqual(["proposed 40", "proposed 40"]);
      expect(await buttons.first().isDisabled()).toBe(true);

      await smith.counter(id, { terms: { price: 45 } });
      await expect.poll(shown).toEqual(["countered 45", "countered 45"]);
      await expect.poll(() => buttons.first().isDisabled()).toBe(false);
      await buttons.first().click();
      await expect.poll(shown).toEqual(["accepted 45", "accepted 45"]);
      expect((await smith.get(id))?.outcome).toMatchObject({ status: "accepted", by: "ada" });
      expect([said, loads]).toEqual([[], 1]);
      // Two parts of the page, one stream; React's strict mode subscribes, leaves and subscribes again.
      expect(
        asked.filter((one) => one === "GET /negotiate/negotiations/ID/events").length,
      ).toBeLessThanOrEqual(2);
      console.log(`Chromium ${browser.version()}: ${asked.join(", ")}`);
    } finally {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  },
);

/** The guide's own block, twice in a page, with the client that it asks for. */
async function pageScript(id: string): Promise<string> {
  const [, deal = ""] = /```tsx\n([\s\S]*?)```/.exec(pageAt("docs/guide/user-interfaces.md").text) ?? [];
  const modules: Readonly<Record<string, string>> = {
    "./deal.js": deal,
    "./client.js": `import { createNegotiationClient } from "concordat/client";
      export const client = createNegotiationClient({ baseUrl: "/negotiate", headers: { authorization: "Bearer ada" } });`,
  };
  const { outputFiles } = await build({
    stdin: {
      contents: `import { StrictMode } from "react";
        import { createRoot } from "react-dom/client";
        import { Deal } from "./deal.js";
        createRoot(document.querySelector("main")!).render(
          <StrictMode><Deal id="${id}" /><Deal id="${id}" /></StrictMode>);`,
      loader: "tsx",
      resolveDir: packageRoot,
    },
    alias: { "concordat/client": join(packageRoot, "src/bridges/client/index.ts") },
    plugins: [
      {
        name: "guide",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/(deal|client)\.js$/ }, ({ path }) =>
            path in modules ? { path, namespace: "guide" } : undefined,
          );
          onLoad({ filter: /.*/, namespace: "guide" }, ({ path }) => ({
            contents: modules[path] ?? "",
            loader: "tsx",
            resolveDir: packageRoot,
          }));
        },
      },
    ],
    jsx: "automatic",
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
