import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, hashOf, OWN, type Settings } from "../../docs/site/playground/settings.js";
import { findChromium, HOW_TO_INSTALL } from "../package/chromium.js";
import { packageRoot } from "../package/package-root.js";

// The site is built once as anybody builds it, with what builds it installed where it is absent, and served on loopback.

const program = findChromium();
const note = program === undefined ? ` (SKIPPED: Chromium is not installed; ${HOW_TO_INSTALL})` : "";
const dist = join(packageRoot, "docs", "site", ".vitepress", "dist");

/** What ran in the browser: every address that any page asked for, and every line of a console. */
const asked: string[] = [];
const said: string[] = [];
let server: Server;
let origin = "";
let browser: Browser | undefined;

beforeAll(async () => {
  execFileSync("npm", ["run", "--silent", "site"], {
    cwd: packageRoot,
    stdio: ["ignore", "ignore", "inherit"],
  });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? "", "http://localhost").pathname.replace(/\/$/, "/index.html");
    const file = join(dist, path);
    if (existsSync(file))
      response.writeHead(200, { "content-type": TYPES[extname(file)] }).end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (program !== undefined)
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--no-proxy-server"] });
}, 400_000);

afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

async function opened(
  path: string,
  options: { readonly width?: number; readonly dark?: boolean } = {},
): Promise<Page> {
  const { width = 1_400, dark = false } = options;
  const page = await browser!.newPage({
    viewport: { width, height: 900 },
    colorScheme: dark ? "dark" : "light",
  });
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (line) => said.push(`${path.slice(0, 80)}: ${line.text()}`));
  page.on("pageerror", (error) => said.push(`${path.slice(0, 80)}: ${error.message}`));
  page.on("dialog", (dialog) => {
    said.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${origin}${path}`);
  return page;
}

const playground = (chosen: Partial<Settings> = {}, options?: Parameters<typeof opened>[1]): Promise<Page> =>
  opened(`/playground.html${hashOf({ ...FIRST, pace: "fast", ...chosen })}`, options);

const own = (agent: string): Partial<Settings> => ({ seats: ["boulware", OWN], agent });

/** Presses the button, and waits for the end. */
async function negotiated(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Negotiate" }).click();
  await page.locator(FINAL).waitFor({ timeout: 60_000 });
  return (await page.locator(FINAL).textContent()) ?? "";
}

const FINAL = '.state:not([data-status="proposed"], [data-status="countered"], [data-status="open"])';

describe("the built site", () => {
  it("has guide, doors, reference, requirements and comparison, and links that all lead somewhere [UI-30]", () => {
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".html"),
    );
    const texts = new Map(files.map((file) => [`/${file}`, readFileSync(join(dist, file), "utf8")]));
    for (const page of [
      "index",
      "guide/concepts",
      "doors/http",
      "reference/concordat",
      "requirements/engine",
      "compare",
    ])
      expect(files).toContain(`${page}.html`);
    const dead: string[] = [];
    let count = 0;
    for (const [path, text] of texts) {
      for (const [, href = ""] of text.matchAll(/<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
        const { protocol, host, pathname, hash } = new URL(
          href.replaceAll("&amp;", "&"),
          `http://site${path}`,
        );
        if (host !== "site" || protocol !== "http:") continue;
        count += 1;
        const file = decodeURI(pathname).replace(/\/$/, "/index.html");
        const id = decodeURIComponent(hash.slice(1));
        const isThere = texts.has(file) || existsSync(join(dist, file));
        if (!isThere || (id !== "" && !texts.get(file)?.includes(` id="${id}"`)))
          dead.push(`${path}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
    expect(count).toBeGreaterThan(2_000);
  });

  it("names another origin in no tag that loads, and forbids it to each page [UI-30, UI-32]", () => {
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((one) => /\.(html|css)$/.test(one))) {
      const text = readFileSync(join(dist, file), "utf8");
      const loads =
        /<(?:link|script|img|iframe)\b[^>]*?\s(?:href|src)="(?:https?:)?\/\/[^"]*"|url\(["']?https?:/g;
      expect(text.match(loads), file).toBeNull();
      if (file.endsWith(".html"))
        expect(text).toContain("default-src 'self'; script-src 'self' blob: 'sha256-");
    }
  });
});

describe(`the site in Chromium${note}`, () => {
  it.skipIf(program === undefined)("finds a page by a word in it [UI-32]", async () => {
    const page = await opened("/");
    await page.getByRole("button", { name: "Search" }).click();
    await page.locator("#localsearch-input").fill("parked turns");
    await page.locator('#localsearch-list a[href^="/guide/parked-turns"]').first().click();
    await page.getByRole("heading", { level: 1, name: "Parked turns" }).waitFor();
    await page.close();
  });

  it.skipIf(program === undefined)(
    "negotiates turn by turn, with the plane and the chart of the moment [UI-31, UI-32]",
    async () => {
      const page = await playground({ scenario: "api-supply" });
      const plane = page.getByRole("img", { name: /^What every deal/ });
      const before = await plane.getAttribute("src");
      expect(await negotiated(page)).toMatch(/^accepted \(accept\) after \d+ turns$/);
      const rows = page.locator(".turns tbody tr");
      const count = await rows.count();
      expect(count).toBeGreaterThan(3);
      const end = await plane.getAttribute("src");
      expect(end).not.toBe(before);
      expect(decodeURIComponent(end ?? "")).toContain(`Agreement on turn ${count}`);
      const chart = page.getByRole("region", { name: "state chart" });
      expect(await chart.locator(".lit").textContent()).toBe("accepted");
      expect(await chart.locator(".edge.taken title").allTextContents()).toContain(
        "countered to accepted by accept",
      );
      await page.getByRole("slider").fill("3");
      expect(await rows.count()).toBe(3);
      expect(await chart.locator(".lit").textContent()).toBe("countered");
      expect(decodeURIComponent((await plane.getAttribute("src")) ?? "")).toContain(
        "No agreement after 3 offers",
      );
      // The same seed and choices are the same negotiation.
      const first = await rows.allTextContents();
      await negotiated(page);
      await page.getByRole("slider").fill("3");
      expect(await rows.allTextContents()).toEqual(first);
      await page.close();
    },
  );

  it.skipIf(program === undefined)(
    "ends by the turns or seconds that were chosen, or when told to [UI-31]",
    async () => {
      const seats = ["tough", "tough"] as const;
      const [turns, seconds, stopped] = await Promise.all([
        playground({ seats, limit: 4 }),
        playground({ seats, limit: 2, deadline: "seconds" }),
        playground({ seats, pace: "slow" }),
      ]);
      expect(await negotiated(turns)).toBe("expired (turn cap) after 4 turns");
      expect(await negotiated(seconds)).toMatch(/^expired \(total timeout\) after \d+ turns$/);
      await stopped.getByRole("button", { name: "Negotiate" }).click();
      await stopped.getByRole("button", { name: "Stop" }).click();
      await stopped.locator('.state[data-status="withdrawn"]').waitFor();
      for (const page of [turns, seconds, stopped]) await page.close();
    },
  );

  it.skipIf(program === undefined)(
    "runs the visitor's agent, and says what is wrong with one [UI-31]",
    async () => {
      const page = await playground(own(FIRST.agent));
      expect(await negotiated(page)).toMatch(/^accepted/);
      for (const [agent, words] of [
        ["export default () => {", /SyntaxError/],
        ["export const agent = 1;", /export default/],
        ["export default () => { throw new Error('no price') }", /no price/],
        [
          "export default () => ({ action: 'counter', terms: { price: 1 } })",
          /a value for each issue of the scenario/,
        ],
        ["export default () => ({ action: 'dance' })", /move_invalid/],
        // What could flood the page is not there.
        ["export default () => { for (;;) postMessage('x') }", /postMessage is not defined/],
        ["export default () => { for (;;) self.postMessage('x') }", /postMessage is not a function/],
      ] as const) {
        await page.getByLabel("your agent, a module").fill(agent);
        expect(await negotiated(page), agent).toMatch(/^stalled \(agent error\)/);
        expect(await page.getByRole("alert").textContent(), agent).toMatch(words);
      }
      await page.close();
    },
  );

  it.skipIf(program === undefined).each([
    ["loops while it is asked", "export default () => { for (;;); }"],
    ["loops while it is read", "for (;;);"],
    ["never answers", "export default () => new Promise(() => {});"],
    ["ends its worker", "export default () => { close(); return new Promise(() => {}); }"],
  ])("ends an agent that %s, and stays alive [UI-31, UI-32]", async (_, agent) => {
    const page = await playground(own(agent));
    expect(await negotiated(page)).toMatch(/^stalled \(agent error\)/);
    expect(await page.getByRole("alert").textContent()).toContain(
      "gave no answer within 2 seconds and was ended",
    );
    // No worker is left, and the next negotiation is as any other.
    await expect.poll(() => page.workers().length).toBe(0);
    await page.getByLabel("mage").selectOption("conceder");
    expect(await negotiated(page)).toMatch(/^accepted/);
    await page.close();
  });

  it.skipIf(program === undefined)(
    "lets an agent ask no other origin, and no page of its own [UI-32]",
    async () => {
      let hits = 0;
      const other = createServer((_, response) => {
        hits += 1;
        response.writeHead(200, { "access-control-allow-origin": "*" }).end();
      });
      await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/told`;
      const text = `await fetch("${url}").catch(() => {}); try { importScripts("${url}"); } catch {}
      await import("${url}").catch(() => {}); throw new Error(\`\${typeof document}, ${"refused"}\`);`;
      const page = await playground(own(text));
      await negotiated(page);
      expect(await page.getByRole("alert").textContent()).toContain("undefined, refused");
      expect(hits).toBe(0);
      await page.close();
      // Asked for, and refused by the browser.
      asked.splice(0, asked.length, ...asked.filter((one) => one !== url));
      other.close();
    },
  );

  it.skipIf(program === undefined)(
    "is shared by its address, and runs nothing before the button [UI-31]",
    async () => {
      const hostile = `"></textarea><img src=x onerror=alert(1)><script>alert(2)</script>`;
      const agent = `/* ${hostile} */\nexport default () => ({ action: "withdraw", message: ${JSON.stringify(hostile)} });`;
      const giver = await playground({ limit: 8, seed: 11 });
      await giver.getByLabel("mage").selectOption(OWN);
      await giver.getByLabel("your agent, a module").fill(agent);
      await giver.getByRole("button", { name: "Share" }).click();
      await giver.getByText(/address (is copied|of this page)/).waitFor();
      const address = giver.url().slice(origin.length);
      await giver.close();

      const taker = await opened(address);
      await taker.getByText("This agent came with the address").waitFor();
      expect(await taker.getByLabel("your agent, a module").inputValue()).toBe(agent);
      expect(await taker.getByLabel("ends after").inputValue()).toBe("8");
      expect(await taker.getByLabel("seed").inputValue()).toBe("11");
      expect(taker.workers()).toEqual([]);
      const [, ending] = await Promise.all([taker.waitForEvent("worker"), negotiated(taker)]);
      expect(ending).toMatch(/^withdrawn/);
      expect(await taker.locator(".turns q").textContent()).toBe(hostile);
      expect(await taker.locator(".playground :is(script, img[src=x])").count()).toBe(0);
      await taker.close();
    },
  );

  it.skipIf(program === undefined)(
    "is free of what axe-core finds, at three widths, light and dark [UI-31]",
    async () => {
      for (const width of [1_400, 1_024, 390]) {
        for (const dark of [false, true]) {
          const page = await playground({ ...own(FIRST.agent), limit: 6 }, { width, dark });
          await negotiated(page);
          await page.evaluate(axe.source);
          const found = await page.evaluate(async () => {
            const { violations } = await (globalThis as any).axe.run(".playground");
            return violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].html}`);
          });
          expect({ width, dark, found }).toEqual({ width, dark, found: [] });
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThanOrEqual(0);
          await page.close();
        }
      }
    },
  );

  it.skipIf(program === undefined)(
    "has asked nobody but its own origin, and said nothing to the console [UI-32]",
    () => {
      expect(asked.length).toBeGreaterThan(50);
      const foreign = asked.filter((url) => !url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url));
      expect(foreign).toEqual([]);
      expect(said).toEqual([]);
    },
  );
});
