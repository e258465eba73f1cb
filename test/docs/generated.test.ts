import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stateTree } from "../../src/core/machine/index.js";
import { negotiationMachine } from "../../src/core/machine/xstate/index.js";
import { CODES } from "../../src/errors.js";
import { knownPresets } from "../../src/presets/registry/index.js";
import { roomRules } from "../../src/presets/room/index.js";
import { EVENT_NAMES } from "../kit/open-room.js";
import { attackStories, conformanceTable } from "./conformance-table.js";
import { generatedParts, withParts } from "./generated-parts.js";
import { presetTable } from "./preset-columns.js";
import { stateChart } from "./state-chart.js";

const pages = generatedParts();
const parts = Object.assign({}, ...Object.values(pages)) as Readonly<Record<string, string>>;

/** The cells of a generated table, without its head. */
const rowsOf = (part: string): readonly (readonly string[])[] =>
  parts[part]!.split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(2, -2).split(" | "));

const textOf = (page: string): string => readFileSync(new URL(`../../${page}`, import.meta.url), "utf8");

describe.each(Object.entries(pages))("%s", (page, own) => {
  it.each(Object.keys(own))("MA-10, EN-53: has not drifted from the %s of the code", (name) => {
    const between = new RegExp(
      `<!-- generated:${name} -->\\n([\\s\\S]*?)\\n<!-- /generated:${name} -->`,
    ).exec(textOf(page));
    expect(between, `${page} has no markers for ${name}. Run \`npm run docs\`.`).not.toBeNull();
    expect(between![1]!.trim(), "Run `npm run docs`.").toBe(own[name]);
  });

  it("would come out of `npm run docs` as it is", () => {
    expect(withParts(textOf(page), own)).toBe(textOf(page));
  });
});

describe("the state chart", () => {
  it("MA-10: has every state and every event that leads somewhere else", () => {
    const chart = parts["state-chart"]!;
    const { states } = stateTree(negotiationMachine.config, "machine");
    const all = states.flatMap((state) => [state, ...state.states]);
    expect(all).toHaveLength(9);
    for (const state of all) {
      for (const { event, target } of state.edges) {
        if (target !== null)
          expect(chart).toMatch(new RegExp(`^ *${state.name} --> ${target}: .*${event}`, "m"));
      }
      expect(chart).toMatch(new RegExp(`\\b${state.name}\\b`));
    }
  });

  it("follows a change of the machine", () => {
    const config = {
      initial: "a",
      states: { a: { on: { go: "b", stay: { actions: "note" } } }, b: { type: "final" } },
    };
    expect(stateChart(config).split("\n")).toEqual([
      "```mermaid",
      "stateDiagram-v2",
      "  direction LR",
      "  [*] --> a",
      "  a --> b: go",
      "  a --> a: stay",
      "```",
    ]);
  });
});

describe("the table of transitions", () => {
  it("MA-10: has a row for each branch of each event", () => {
    const lines = parts["transitions"]!.split("\n");
    const { states } = stateTree(negotiationMachine.config, "machine");
    for (const state of states.flatMap((one) => [one, ...one.states])) {
      for (const { event, guard, update } of state.edges) {
        const cells = [event, guard, update].filter((cell) => cell !== null).map((cell) => `| \`${cell}\` |`);
        const isItsRow = (line: string): boolean =>
          line.includes(`\`${state.name}\``) && cells.every((cell) => line.includes(cell));
        expect(lines.filter(isItsRow), `${state.name} ${event} ${guard}`).not.toEqual([]);
      }
    }
  });
});

describe("the table of presets", () => {
  it("has every option of every preset", () => {
    const lines = parts["presets"]!.split("\n");
    expect(lines).toHaveLength(2 + Object.keys(roomRules).length);
    for (const name of Object.keys(knownPresets)) expect(lines[0]).toContain(`\`${name}\``);
  });

  it("marks what differs from the default", () => {
    const table = presetTable(
      {
        own: { rules: { turnMs: 90_000, deadlockAfter: 4 } },
        room: { rules: { turnMs: 30_000, deadlockAfter: 4 } },
      },
      "room",
    );
    expect(table.split("\n").slice(2)).toEqual([
      "| `turnMs` | 30,000 (30 s) | **90,000 (90 s)** |",
      "| `deadlockAfter` | 4 | 4 |",
    ]);
  });
});

describe("the rules one by one", () => {
  it("have a row for each rule and each member of one, and every row has a meaning", () => {
    const rows = rowsOf("rules");
    const names = rows.map(([name = ""]) => name.replaceAll("`", ""));
    const rules = Object.keys(roomRules).filter((name) => name !== "preset");
    expect(names.filter((name) => !name.includes("."))).toEqual(rules);
    expect(names).toEqual(
      expect.arrayContaining(Object.keys(roomRules.cap ?? {}).map((name) => `cap.${name}`)),
    );
    expect(rows.filter((row) => row.at(-1) === "")).toEqual([]);
  });
});

describe("the table of events", () => {
  it("has every event that a service tells, each with a moment and a payload", () => {
    const rows = rowsOf("events");
    const events = rows.filter(([name]) => /^`\w+:\w+`$/.test(name ?? ""));
    expect(events.map(([name = ""]) => name.replaceAll("`", "")).toSorted()).toEqual(EVENT_NAMES.toSorted());
    expect(rows.filter((row) => row.at(-1) === "" || row[1] === "")).toEqual([]);
  });
});

describe("what an agent is told", () => {
  it("has a meaning for each member but those that say it by their names", () => {
    const bare = rowsOf("agent-call").filter((row) => row.at(-1) === "");
    expect(bare.map(([name]) => name)).toEqual(["`negotiationId`", "`seat`"]);
  });
});

describe("the page of codes", () => {
  it("has cause and cure of every code (EN-53)", () => {
    for (const [code, { manner, cause, cure }] of Object.entries(CODES)) {
      expect(parts["codes"]).toContain(`| \`${code}\` | ${manner} | ${cause} | ${cure} |`);
    }
  });
});

describe("the markers", () => {
  const page = "# Title\n\n<!-- generated:a -->\nold\n<!-- /generated:a -->\n\nText $& after.\n";

  it("enclose what is replaced, and nothing else changes", () => {
    const next = withParts(page, { a: "new $& text" });
    expect(next).toBe(
      "# Title\n\n<!-- generated:a -->\n\nnew $& text\n\n<!-- /generated:a -->\n\nText $& after.\n",
    );
    expect(withParts(next, { a: "new $& text" })).toBe(next);
  });

  it("are added at the end for a part that has none", () => {
    const next = withParts("# Title\n", { a: "text" });
    expect(next).toBe("# Title\n\n## a\n\n<!-- generated:a -->\n\ntext\n\n<!-- /generated:a -->\n");
  });

  it("are refused when they name an unknown part, are repeated or left open", () => {
    expect(() => withParts(page, {})).toThrow("known part");
    expect(() => withParts(page + page, { a: "" })).toThrow("once, as a pair");
    expect(() => withParts("<!-- generated:a -->\n", { a: "" })).toThrow("once, as a pair");
  });
});

describe("the table of conformance", () => {
  it("has a row for every clause of OAP RFC 0002 that asks for something", () => {
    const rows = parts["oap-conformance"]!.split("\n").slice(2);
    const clauses = [
      "3.1",
      "3.2",
      "3.3",
      "3.4",
      "3.4, B.9",
      "3.5",
      "3.5, A.7",
      "3.6, A.3.2",
      "3.7",
      "4",
      "5.1",
      "5.2",
    ];
    const annexes = ["5.3, A.5", "6", "7", "A.1", "A.2", "A.3", "A.6", "A.8", "B.2, B.6", "B.4, B.5", "B.7"];
    expect(rows.map((row) => row.split(" | ")[0])).toEqual(
      [...clauses, ...annexes].map((clause) => `| ${clause}`),
    );
  });

  it("follows the titles of the tests", () => {
    const source = `
      describe("3.1: two parties", () => {
        it("OAP-4, T7: no third", () => {});
        it.each(TABLE)("OAP-4: nobody: %s is %s", () => {});
      });
    `;
    const attacks = [
      { file: "b.test.ts", story: "Bob comes alone", clauses: ["3.1"] },
      { file: "c.test.ts", story: "Carol waits", clauses: ["6"] },
    ];
    expect(conformanceTable(source, attacks).split("\n")[2]).toBe(
      "| 3.1 | two parties | no third; nobody | Bob comes alone (`b`) |",
    );
    expect(() => conformanceTable(`describe("others", () => { it("one", () => {}); });`, [])).toThrow(
      "got others",
    );
    expect(() => conformanceTable(`describe("3.1: none", () => {});`, [])).toThrow("got 3.1: none");
  });

  it("names each attack, and one for each clause that promises to withstand one [OAP-58]", () => {
    const files = readdirSync(new URL("../oap/attacks/", import.meta.url));
    const stories = attackStories();
    expect(stories.map(({ file }) => file).sort()).toEqual(
      files.filter((file) => file.endsWith(".test.ts")).sort(),
    );
    const attacked = stories.flatMap(({ clauses }) => clauses);
    for (const clause of ["3.5", "3.6", "3.7", "5.1", "5.2", "5.3", "A.5", "A.7", "B.6", "B.7"]) {
      expect(attacked).toContain(clause);
    }
  });
});
