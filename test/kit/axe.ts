/**
 * @module
 * What axe finds wrong with a page, as a browser shows it: contrast, names, roles, order.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations, each with its rule and where it is. */
export async function violationsIn(page: Page): Promise<string[]> {
  // As a debugger does: the page's own policy would let in no such script.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations, passes } = await (window as any).axe.run(document);
    if (passes.length < 10) throw new Error("Expected axe to have looked at the page.");
    return violations.map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join(" | ")}`);
  });
}
