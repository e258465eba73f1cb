import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { outcomeSpace, reservationOf } from "../../src/preferences/model/index.js";
import { parseScenario } from "../../src/preferences/scenarios/index.js";
import { utilityOf } from "../../src/preferences/utility/index.js";
import { packageRoot } from "../package/package-root.js";
import { must } from "../service/watched-room.js";
import { type ExampleEnding, inspectedRows, runExample, startExample } from "./run-example.js";

/** Ways to end, each with what the outcome line says and what the last turn was. */
const ENDINGS = [
  ["agree", "accepted (accept) by ", "accept"],
  ["reject", "rejected (reject) by provider", "reject"],
  ["cap", "expired (turn_cap) after 24 turns.", "counter"],
  ["timeout", "expired (turn_timeout) after 3 turns.", "counter"],
  ["withdraw", "withdrawn (withdraw) by provider", "withdraw"],
] as const;

const MAX_TURNS = 24;

const scenario = parseScenario(
  readFileSync(join(packageRoot, "examples", "scenarios", "api-supply.json"), "utf8"),
);

/** One printed turn, and whose floor it was said to be after it. */
interface PrintedTurn {
  readonly number: number;
  readonly partyId: string;
  readonly action: string;
  readonly items: readonly string[];
  readonly floor: PrintedFloor | undefined;
}

interface PrintedFloor {
  readonly partyId: string;
  readonly turnsLeft: number;
  readonly seconds: number;
  readonly secondsInAll: number;
}

describe.each(ENDINGS)("npm start -- --full --end %s", (end, outcome, lastAction) => {
  let ending: ExampleEnding;
  let turns: PrintedTurn[];
  beforeAll(async () => {
    ending = await runExample("quickstart.ts", ["--full", "--end", end]);
    turns = turnsOf(ending.stdout);
  });

  it("issue 2: ends by itself, with the outcome and its reason", () => {
    expect({ code: ending.code, stderr: ending.stderr }).toEqual({ code: 0, stderr: "" });
    const lines = ending.stdout.split("\n").filter((line) => line.startsWith("Outcome: "));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`Outcome: ${outcome}`);
    expect(lines[0]).toMatch(new RegExp(`after ${turns.length} turns\\.$`));
  });

  it("issue 2: prints every recorded turn once, by turns", () => {
    expect(turns.length).toBeGreaterThan(2);
    expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1));
    expect(turns.map(({ partyId }) => partyId)).toEqual(
      turns.map((_, index) => (index % 2 === 0 ? "consumer" : "provider")),
    );
    expect(turns.map(({ action }) => action)).toEqual([
      "propose",
      ...Array.from({ length: turns.length - 2 }, () => "counter"),
      lastAction,
    ]);
  });

  it("issue 2: prints what changed from proposal to proposal, and each change starts where the last one ended", () => {
    const terms = new Map<string, string>();
    for (const { number, action, items } of turns) {
      const changes = items.filter((item) => !/^(worth|because): /.test(item));
      if (action !== "propose" && action !== "counter") expect(changes).toEqual([]);
      else expect(changes.length).toBeGreaterThan(0);
      for (const change of changes) {
        const [, name, from, to, delta] = must(
          /^("[\w ]+"|\w+): (?:(.+) -> )?(.+?)(?: \(([-+]\S+)\))?$/.exec(change),
        ) as unknown as [string, string, string | undefined, string, string | undefined];
        expect(from).toBe(number === 1 ? undefined : terms.get(name));
        if (delta !== undefined) expect(Number(to) - Number(from)).toBeCloseTo(Number(delta), 9);
        terms.set(name, to);
      }
    }
    expect(terms.size).toBe(5);
    const agreed = ending.stdout.split("Outcome: ")[1]?.match(/^ {5}("[\w ]+"|\w+): .+$/gm) ?? [];
    expect(agreed.map((line) => line.trim())).toEqual(
      end === "agree" ? [...terms].map(([name, value]) => `${name}: ${value}`) : [],
    );
  });

  it("issue 2: prints after each turn but the deciding one whose floor it is, and how many turns and how much time are left", () => {
    const isDecided = end !== "timeout";
    for (const [index, { number, partyId, floor }] of turns.entries()) {
      if (isDecided && index === turns.length - 1) {
        expect(floor).toBeUndefined();
        continue;
      }
      const { seconds, secondsInAll, ...rest } = must(floor);
      expect(rest).toEqual({
        partyId: partyId === "consumer" ? "provider" : "consumer",
        turnsLeft: MAX_TURNS - number,
      });
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(1.5);
      expect(secondsInAll).toBeGreaterThan(15);
      expect(secondsInAll).toBeLessThanOrEqual(20);
    }
  });

  it("issue 2: has no two blank lines in a row, and no number that was rounded badly", () => {
    expect(ending.stdout).not.toMatch(/\n\n\n/);
    expect(ending.stdout).not.toMatch(/\d\.\d{5,}|NaN|undefined|null/);
    expect(ending.stdout.endsWith(".\n")).toBe(true);
  });
});

it("npm start ends with the one command that shows what just happened, and that command works [UI-2]", async () => {
  const { stdout } = await runExample("quickstart.ts", ["--end", "agree"], 60_000);
  const [, main, command, file] = must(/npx tsx (\S+) (inspect) (\S+) --open\n$/.exec(stdout));
  const { child, lines } = startExample(`../${main}`, [must(command), must(file)]);
  for await (const line of lines) {
    expect(await inspectedRows(line)).toMatchObject([{ status: "accepted", turnCount: 6 }]);
    child.kill("SIGINT");
  }
});

describe.each([
  ["agree", "accepted for 1,150 gold (accept) by merchant", 6],
  ["cap", "expired (turn_cap)", 8],
  ["reject", "rejected (reject) by mira", 3],
  ["withdraw", "withdrawn (withdraw) by mira", 3],
  ["timeout", "expired (turn_timeout)", 2],
])("npm start -- --end %s", (end, outcome, turnCount) => {
  it("haggles by turns to that end, with separators, and without colours where there is no terminal [SY-30]", async () => {
    const { code, stdout, stderr } = await runExample("quickstart.ts", ["--end", end], 60_000);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.at(-3)).toBe(`Outcome: ${outcome} after ${turnCount} turns.`);
    expect(lines.at(-1)).toMatch(
      /^Watch it again on a page: npx tsx src\/cli\/main\.ts inspect \S+\.json --open$/,
    );
    const turns = [...stdout.matchAll(/^ (\d)\. (\w+) +(\w+)/gm)].map(([, number, party]) => [number, party]);
    expect(turns).toEqual(
      Array.from({ length: turnCount }, (_, index) => [
        `${index + 1}`,
        index % 2 === 0 ? "mira" : "merchant",
      ]),
    );
    if (end !== "reject") expect(stdout).toMatch(/1,[34]\d\d gold/);
    expect(stdout).not.toMatch(/\u001B|\d{4}/);
    const countdown = [...stdout.matchAll(/mira has (\d) s left/g)].map(([, seconds]) => Number(seconds));
    expect(countdown).toEqual(end === "timeout" ? countdown.toSorted().reverse() : []);
    if (end === "timeout") expect(countdown[0]).toBe(3);
  });
});

describe("an agreement", () => {
  let stdout: string;
  beforeAll(async () => {
    ({ stdout } = await runExample("quickstart.ts", ["--full"]));
  });

  it("issue 2: is worth more to both than what they would walk away with", () => {
    const [, consumer, provider] = must(
      /^Utilities: consumer (0\.\d\d), provider (0\.\d\d)\.$/m.exec(stdout),
    );
    const [ofConsumer, ofProvider] = scenario.parties.map(
      ({ preferences }) => reservationOf(preferences) ?? 0,
    );
    expect(Number(consumer)).toBeGreaterThan(must(ofConsumer));
    expect(Number(provider)).toBeGreaterThan(must(ofProvider));
  });

  it("issue 4: prints with each offer what the library says that it is worth to both", () => {
    const space = outcomeSpace(scenario.issues);
    const terms: Record<string, string | number> = {};
    for (const { action, items } of turnsOf(stdout)) {
      const worth = items.find((item) => item.startsWith("worth: "));
      if (action === "accept") {
        expect(worth).toBeUndefined();
        continue;
      }
      for (const item of items.filter((one) => one !== worth)) {
        const [, name, value] = must(/^"?([\w ]+?)"?: (?:.+ -> )?(.+?)(?: \([-+]\S+\))?$/.exec(item));
        terms[must(name)] = JSON.parse(must(value));
      }
      const texts = scenario.parties.map(
        ({ name, preferences }) => `${name} ${utilityOf(preferences, space)(terms).toFixed(2)}`,
      );
      expect(worth).toBe(`worth: ${texts.join(", ")}`);
    }
  });

  it("issue 4: comes within 10 to 30 turns, and ends with the picture, here and as a file", () => {
    expect(turnsOf(stdout).length).toBeGreaterThanOrEqual(10);
    const plane = stdout.slice(stdout.indexOf("\nAgreement on turn"));
    for (const sign of [
      "· 864 outcomes",
      "o Pareto frontier",
      "below W: Nash product",
      "K Kalai–Smorodinsky",
      "@ agreement",
    ])
      expect(plane.replaceAll("\n", " ")).toContain(sign);
    const [, file] = must(/^The same as a picture: (\S+)\.$/m.exec(stdout));
    const svg = readFileSync(join(packageRoot, must(file)), "utf8");
    for (const words of [
      "Pareto frontier",
      "Nash product",
      "Kalai–Smorodinsky",
      "consumer",
      "provider",
      "Agreement",
    ])
      expect(svg).toContain(words);
    expect(svg.startsWith("<svg")).toBe(true);
  });
});

describe("a wrong command line", () => {
  it.each([
    [
      "an unknown way to end",
      ["--end", "quarrel"],
      "Expected --end agree | cap | reject | withdraw | timeout, got quarrel.",
    ],
    ["a name that every object has", ["--end", "constructor"], "got constructor."],
    ["no way to end", ["--end"], "--end"],
    ["an unknown flag", ["--ending", "agree"], "--ending"],
  ])("issue 2: %s is told in one line, with exit code 1", async (_, args, message) => {
    const { code, stdout, stderr } = await runExample("quickstart.ts", args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});

function turnsOf(stdout: string): PrintedTurn[] {
  return stdout.split("\n\n").flatMap((block) => {
    const [head, ...lines] = block.split("\n");
    const turn = /^\s*(\d+)\. (\w+): (\w+)/.exec(head ?? "");
    if (turn === null) return [];
    return [
      {
        number: Number(turn[1]),
        partyId: must(turn[2]),
        action: must(turn[3]),
        items: lines.filter((line) => line.startsWith("     ")).map((line) => line.trim()),
        floor: floorOf(lines.at(-1) ?? ""),
      },
    ];
  });
}

function floorOf(line: string): PrintedFloor | undefined {
  const floor =
    /^ {2}-> (\w+) has the floor; turns left: (\d+)(?:, time to decide)?; time left: ([\d.]+) s, ([\d.]+) s in all$/.exec(
      line,
    );
  if (floor === null) return undefined;
  return {
    partyId: must(floor[1]),
    turnsLeft: Number(floor[2]),
    seconds: Number(floor[3]),
    secondsInAll: Number(floor[4]),
  };
}
