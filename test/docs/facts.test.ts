import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../package/package-root.js";
import { pageAt, pages } from "../package/pages.js";
import { testedMutants } from "../simulation/mutants/chosen-mutants.js";
import { mutants } from "../simulation/mutants/mutants.js";

// What the pages say of the library, its limits and its repository, where a number or a word can be wrong.

const page = pages.map(({ text }) => text).join("\n");
const { engines } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

/** The text in one line: where a paragraph is wrapped says nothing. */
const text = page.replace(/\s+/g, " ");

/** Of the endpoints, which are not part of this release. */
const OF_ENDPOINTS = [
  "malformed_body",
  "body_too_deep",
  "unauthenticated",
  "method_not_allowed",
  "body_too_large",
  "unsupported_media_type",
  "internal",
];

describe("the pages", () => {
  it("say to authors of agents: evaluate rather than advocate, be honest, know when to stop [IX-3] [B-44]", () => {
    const advice = pageAt("docs/guide/agents.md").text.replace(/\s+/g, " ");
    const said = [
      "evaluate, do not advocate",
      "Be honest, do not accept what does not serve your own side",
      "do not go on refusing once your objections are met",
      "walking away is legitimate",
    ];
    expect(said.filter((words) => !advice.includes(words))).toEqual([]);
  });

  it("OAP-37: have a row for each code that an operation of an OAP host can answer", () => {
    const files = ["record/oap-refusal.ts", "canonical/signing-refusal.ts"];
    const sources = files.map((file) => readFileSync(join(packageRoot, "src/oap", file), "utf8")).join("\n");
    const union = sources.match(/export type (Oap|Signing)Code =[^;]+;/g)?.join("\n") ?? "";
    const codes = [...union.matchAll(/"(\w+)"/g)].map(([, code = ""]) => code);
    const first = page.split("\n").flatMap((line) => /^\| (`[^|]+`) \|/.exec(line)?.[1] ?? []);
    const told = first.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, code = ""]) => code));
    expect(codes.length).toBeGreaterThan(40);
    expect(codes.filter((code) => !OF_ENDPOINTS.includes(code) && !told.includes(code))).toEqual([]);
  });

  it("say in how many ways `npm run simulate -- --mutants` breaks the library", () => {
    expect(text.match(/breaks the library in (\d+) ways/)?.[1]).toBe(
      String(mutants.length + testedMutants.length),
    );
  });

  it("ST-55: say that SQLite blocks the event loop, for how long, and what was not tested", () => {
    expect(text).toContain("It is synchronous: a commit at `FULL` blocks the event loop");
    expect(text).toMatch(/0\.17 ms at the median and 4 ms at the 99th percentile/);
    expect(text).toMatch(/0\.04 ms at the median with `durability: "process"`/);
    expect(text).toContain("Only kills were tested, not the loss of power");
  });

  it("ST-63: say what delays the readers of events, and what a dump loses", () => {
    expect(text).toContain("a long write transaction anywhere in the cluster delays readers");
    expect(text).toContain("after a dump and restore column `xid` of the outbox has to be rewritten");
  });

  it("ST-73: say what pg-boss costs, and from where on the sweep alone does better", () => {
    expect(text).toContain("133 turns a second on one connection, 920 on 16");
    expect(text).toContain("670 to 770 jobs fire a second, 0.2 s late at the median and 0.5 s at most");
    expect(text).toContain("A killed node's jobs come back after about 11 s");
    expect(text).toContain("Beyond about 900 turns a second use the sweep alone");
  });

  it("ST-86: say that many rooms share a timer", () => {
    expect(text).toContain("More than 100 rooms in a process share one timer");
  });

  it("ST-47: warn that what is deleted or pruned takes its unread events along", () => {
    expect(text).toMatch(
      /`store\.delete\(id\)` and `store\.prune\([^)]*\)` remove .* that nobody has read yet/,
    );
  });

  it("give every pool that they make a listener for errors", () => {
    const pools = [...page.matchAll(/const (\w+) = new Pool\(/g)].map(([, name]) => name);
    expect(pools.length).toBeGreaterThan(0);
    expect(page.match(/new Pool\(/g)).toHaveLength(pools.length);
    for (const name of pools) expect(page).toContain(`${name}.on("error", `);
  });

  it("SG-20: say that it is the injected fetch that has to refuse private addresses", () => {
    expect(text).toContain(
      "in a server **your** `fetch` has to refuse private addresses after it has looked the name up",
    );
  });

  it("name what of OAP RFC 0002 is outside, and every package that only OAP needs", () => {
    const outside = ["the incentive tables of A.4", "coalitions (B.8)", "the cooling-off right"];
    const packages = ["`@noble/hashes`", "`@noble/ed25519`"];
    expect([...outside, ...packages].filter((words) => !text.includes(words))).toEqual([]);
  });

  it("explain each door on a page of at most 80 lines", () => {
    const doors = pages.filter(({ path }) => path.startsWith("docs/doors/"));
    expect(doors.length).toBeGreaterThan(7);
    expect(doors.filter((door) => door.text.trimEnd().split("\n").length > 80)).toEqual([]);
  });

  it("show a negotiation in React, Svelte and Vue, in ten lines each, and hosts under 150 lines without their pages", () => {
    const guide = pages.find(({ path }) => path === "docs/guide/user-interfaces.md")?.text ?? "";
    const blocks = Array.from(guide.matchAll(/```(tsx|svelte|vue)\n([\s\S]*?)\n```/g));
    expect(blocks.map(([, language, code = ""]) => [language, code.split("\n").length <= 10])).toEqual([
      ["tsx", true],
      ["svelte", true],
      ["vue", true],
    ]);
    for (const host of ["chat-room/server.ts", "game-room/trade-room.ts"]) {
      const lines = readFileSync(join(packageRoot, "examples", host), "utf8")
        .trimEnd()
        .split("\n");
      expect([host, lines.length < 150]).toEqual([host, true]);
    }
  });

  it("ST-92: name the two Nodes on which `.ci/run` runs the tests", () => {
    const second = readFileSync(join(packageRoot, ".ci/run"), "utf8").match(
      /^readonly SECOND_NODE=(\d+)$/m,
    )?.[1];
    const first = engines.node.match(/^>=(\d+)\./)?.[1];
    expect(text).toContain(`tests on Node ${first} (or whatever Node runs it) and on Node ${second}.`);
  });
});
