import { afterAll, beforeAll, expect, it } from "vitest";
import { replay } from "../../src/core/index.js";
import { stateOf } from "../../src/core/record/index.js";
import { systemClock } from "../../src/service/timing/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { bundleChild, type ChildBundle } from "../kit/child-bundle.js";
import { lineProcess } from "../kit/line-process.js";
import { databaseFolder, openDatabase } from "../stores/sqlite-files.js";

// The one world that runs on the real clock, in real processes (SM-66).
const folder = databaseFolder();
let bundle: ChildBundle;
beforeAll(async () => {
  bundle = await bundleChild("simulation/real-clock-process.ts");
});
afterAll(() => {
  bundle?.remove();
  folder.remove();
});

it("SM-66: two agents go on where a killed process left them; what fell due meanwhile takes effect first", async () => {
  const path = folder.newFile();
  const first = lineProcess(bundle.path, path, "begin");
  const before = await linesUntil(first, "turn overdue 1");
  await first.kill();
  for (let line = await first.nextLine(); line !== null; line = await first.nextLine()) before.push(line);
  expect(before).not.toContain(expect.stringMatching(/^settled/));

  // The process is down until the other one is overdue.
  const database = openDatabase(path);
  const store = openSqliteStore({ database });
  const deadlineAt = store.load("overdue")?.deadline?.at ?? Number.NaN;
  await reached(deadlineAt + 1);

  const second = lineProcess(bundle.path, path, "resume");
  const after = await linesUntil(second, "settled deal accepted accept");
  // All is settled: the process ends by itself.
  expect(await second.nextLine()).toBeNull();
  expect(after.slice(0, 2)).toEqual(["resuming", "settled overdue expired turn_timeout"]);

  const turns = [...before, ...after]
    .flatMap((line) => /^turn deal (\d+)$/.exec(line)?.[1] ?? [])
    .map(Number);
  // Told in order and once, but for the last one of the killed process, which may have been stored untold.
  expect([...new Set(turns)]).toEqual(turns);
  for (const id of ["deal", "overdue"]) {
    const row = store.load(id);
    const record = replay(store.entries(id));
    expect(store.entries(id).map(({ version }) => version)).toEqual(
      Array.from({ length: (row?.version ?? 0) + 1 }, (_, version) => version),
    );
    expect(JSON.stringify(stateOf(record))).toBe(JSON.stringify(row?.state));
    expect(record.turns.map(({ number }) => number)).toEqual(record.turns.map((_, index) => index + 1));
    expect(record.turns.slice(0, -1).every(({ action }) => action !== "accept")).toBe(true);
    if (id === "deal") expect(record.turns.length - turns.length).toBeLessThanOrEqual(1);
  }
  expect(replay(store.entries("overdue"))).toMatchObject({
    turns: [{ number: 1 }],
    outcome: { status: "expired", reason: "turn_timeout" },
  });
  database.close();
});

/** The lines of a process up to that one. */
async function linesUntil(child: ReturnType<typeof lineProcess>, last: string): Promise<string[]> {
  const lines: string[] = [];
  while (lines.at(-1) !== last) {
    const line = await child.nextLine();
    if (line === null) throw new Error(`Expected ${last}, got the end after ${lines.join(", ")}.`);
    lines.push(line);
  }
  return lines;
}

/** Resolves when the clock has reached that instant. */
function reached(at: number): Promise<void> {
  return new Promise((resolve) => {
    systemClock.setTimeout(resolve, Math.max(0, at - systemClock.now()));
  });
}
