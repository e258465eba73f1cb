import { describe, expect, it } from "vitest";
import { negotiationHtml, tournamentHtml } from "../../src/report/page/index.js";
import { namedStrategies } from "../../src/strategies/agents/index.js";
import { runTournament } from "../../src/tournament/index.js";
import { answersInChromium, findChromium, HOW_TO_INSTALL } from "../package/chromium.js";
import { bundledScenario, fixture, played, threeParties } from "./builders.js";

const program = findChromium();
const note = program === undefined ? ` (SKIPPED: Chromium is not installed; ${HOW_TO_INSTALL})` : "";

interface Looked {
  readonly name: string;
  readonly width: number;
  /** How many pixels of each table lie outside what is shown. */
  readonly cut: readonly number[];
  /** How many pixels of the page do. */
  readonly pageCut: number;
  /** The left edges of headings, tables and pictures, each once. */
  readonly edges: readonly number[];
}

describe(`pages in headless Chromium${note}`, () => {
  it.skipIf(program === undefined)(
    "cut off no column, and begin all headings, tables and pictures at one edge, at 1,100 and 1,400 pixels [BA-40]",
    { timeout: 120_000 },
    async () => {
      const pages = {
        apiSupply: negotiationHtml(played(bundledScenario("api-supply"))),
        gameTrade: negotiationHtml(played(bundledScenario("game-trade"))),
        threeParties: negotiationHtml(threeParties()),
        tournament: await everyStrategy(),
      };
      const questions = Object.entries(pages).flatMap(([name, html]) =>
        [1100, 1400].map((width) => ({ name, html, width })),
      );
      const looked = (await answersInChromium(program!, { script: LOOK, questions })) as readonly Looked[];
      expect(looked).toHaveLength(8);
      for (const { cut, ...rest } of looked) {
        expect(cut.length).toBeGreaterThan(1);
        expect({ ...rest, cut: Math.max(...cut) }).toMatchObject({ ...rest, cut: 0, pageCut: 0 });
        expect(rest).toMatchObject({ edges: [expect.any(Number)] });
      }
    },
  );
});

async function everyStrategy(): Promise<string> {
  const { rows } = await runTournament({
    scenarios: [fixture("s01-5x5x5")],
    strategies: Object.values(namedStrategies).map((make) => make()),
    turnLimit: 10,
    seed: 5,
  });
  return tournamentHtml({ rows });
}

/** Opens each page in a frame of that width, and measures it. */
const LOOK = `
const questions = await (await fetch("/questions")).json();
const answers = [];
for (const { name, html, width } of questions) {
  const frame = document.createElement("iframe");
  frame.style = "border:0;height:900px;width:" + width + "px";
  frame.srcdoc = html;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument;
  const all = (selector) => [...page.querySelectorAll(selector)];
  const left = (one) => Math.round(one.getBoundingClientRect().left);
  answers.push({
    name,
    width,
    cut: all(".wide").map((one) => one.scrollWidth - one.clientWidth),
    pageCut: Math.max(0, page.documentElement.scrollWidth - width),
    edges: [...new Set(all("h1,h2,table,figure svg").map(left))],
  });
  frame.remove();
}
await fetch("/answers", { method: "POST", body: JSON.stringify(answers) });
`;
