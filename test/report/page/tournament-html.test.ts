import { describe, expect, it } from "vitest";
import { tournamentHtml } from "../../../src/report/page/index.js";
import type { TournamentRow } from "../../../src/tournament/index.js";
import { expectSelfContained, HOSTILE, parsedXml, tournamentRows } from "../builders.js";

function wellFormed(html: string): void {
  parsedXml(html.replace("<!doctype html>\n", "").replace(/<meta [^>]*>/g, ""));
}

describe("tournamentHtml", () => {
  it("BA-39: has the score table, the pair matrix, the scenarios and the distributions", async () => {
    const rows = await tournamentRows();
    const html = tournamentHtml({ rows, title: "A & B" });
    wellFormed(html);
    expectSelfContained(html);
    expect(html).toContain("<h1>A &amp; B</h1>");
    expect(html).toContain("36 negotiations, 3 strategies, 2 scenarios");
    for (const words of ["Scores", "Pairs", "Scenarios", "Distributions", "s02-3x4x5x2-r"])
      expect(html).toContain(words);
    expect(html).not.toContain("Failures");
    expect(html.match(/<g class="distribution">/g)?.length).toBe(3);
    expect(tournamentHtml({ rows: JSON.parse(JSON.stringify(rows)), title: "A & B" })).toBe(html);
  });

  it("lists what failed, and shows it among the distributions as without agreement", async () => {
    const [row] = await tournamentRows();
    const failed: TournamentRow = {
      ...row!,
      agreed: false,
      error: "boom <b>",
      utilities: [0.25, null],
      advantages: [0, null],
    };
    const html = tournamentHtml({ rows: [failed] });
    expect(html).toContain("1 negotiation failed.");
    expect(html).toContain("boom &lt;b&gt;");
    expect(html).toContain("mean 0.000, median 0.000, – 1</text>");
  });

  it("BA-40: is safe with hostile names, and shows a tournament without rows", async () => {
    const [row] = await tournamentRows();
    for (const name of HOSTILE) {
      const key = { ...row!.key, scenario: name, strategies: [name, `${name}2`] as const };
      const html = tournamentHtml({
        rows: [
          { ...row!, key, error: null },
          { ...row!, key, error: name },
        ],
        title: name,
      });
      wellFormed(html);
      expectSelfContained(html);
    }
    wellFormed(tournamentHtml({ rows: [] }));
    expect(tournamentHtml({ rows: [], strategies: ["idle"] })).toContain(
      "0 negotiations, 1 strategy, 0 scenarios",
    );
  });
});
