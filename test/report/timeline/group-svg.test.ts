import { describe, expect, it } from "vitest";
import { createNegotiationGroup, type GroupOptions } from "../../../src/group/index.js";
import { type Agent, NegotiationService } from "../../../src/index.js";
import { groupSvg } from "../../../src/report/index.js";
import { ManualClock } from "../../../src/testing/index.js";
import { expectSelfContained, HOSTILE, nodesOf, ofClass, parsedXml } from "../builders.js";

const START = 1_000_000;

const answering =
  (action: "accept" | "reject", clock: ManualClock, ms: number): Agent<{ price: number }> =>
  () =>
    new Promise((resolve) => clock.setTimeout(() => resolve({ action }), ms));

/** Three members, of whom the last declines, with names of one's own. */
async function played(names: readonly string[], last: Partial<GroupOptions<{ price: number }>> = {}) {
  const clock = new ManualClock(START);
  const service = new NegotiationService<{ price: number }>("studio", { clock });
  const members = [
    answering("accept", clock, 1_000),
    answering("accept", clock, 3_000),
    answering("reject", clock, 2_000),
  ];
  const group = createNegotiationGroup<{ price: number }>(service, {
    coordinator: { id: "lead", kind: "system" },
    tracks: names.map((id, index) => ({
      id: `track-${index}`,
      member: { id, kind: "system", agent: members[index] as Agent<{ price: number }> },
      proposal: { price: 10 },
      required: index < 2,
    })),
    commitment: "all-or-nothing",
    deadlineMs: 60_000,
    ...last,
  });
  const running = group.run();
  await clock.advance(10_000);
  await running;
  const record = group.record;
  if (record === undefined) throw new Error("Expected the record of a group that has run.");
  const negotiations = record.tracks.flatMap(({ id }) => group.negotiation(id) ?? []);
  await service.close();
  return { record, negotiations };
}

describe("groupSvg", () => {
  it("has a lane for each track with its turns, its reservation and its end, and the moment of the goal [NG-2]", async () => {
    const { record, negotiations } = await played(["Ada", "Bo", "Cy"]);
    expect(record.status).toBe("completed");
    const svg = parsedXml(groupSvg({ group: record, negotiations }));
    expect(ofClass(svg, "track")).toHaveLength(3);
    expect(ofClass(svg, "confirmed")).toHaveLength(2);
    expect(ofClass(svg, "failed")).toHaveLength(1);
    const told = nodesOf(ofClass(svg, "confirmed")[0]!, ({ name }) => name === "title");
    expect(told.map((title) => JSON.stringify(title)).join()).toMatch(/Ada.*propose.*accept/);
    expect(ofClass(svg, "moment")).toHaveLength(1);
  });

  it("shows what a group that failed has released, and a picture without turns [NG-13]", async () => {
    const { record } = await played(["Ada", "Bo", "Cy"], { confirm: () => Promise.reject(new Error("no")) });
    expect(record.outcome?.reason).toBe("confirm_failed");
    const svg = parsedXml(groupSvg({ group: record }));
    expect(ofClass(svg, "released").length).toBeGreaterThan(0);
    expect(JSON.stringify(ofClass(svg, "moment"))).toContain("goal met, failed");
  });

  it("is well-formed, refers to nothing and gives the same bytes, with hostile names too", async () => {
    const { record } = await played(["Ada", "Bo", "Cy"]);
    for (const name of HOSTILE) {
      const tracks = record.tracks.map((track) => ({
        ...track,
        memberId: name,
        id: name,
        reason: name,
        state: name,
      }));
      const group = { ...record, coordinatorId: name, tracks };
      const svg = groupSvg({ group });
      expect(groupSvg({ group })).toBe(svg);
      parsedXml(svg);
      expectSelfContained(svg);
    }
  });

  it("draws a group of no tracks and of no time, and refuses what is no record", async () => {
    const { record } = await played(["Ada", "Bo", "Cy"]);
    const { createdAt } = record;
    const empty = {
      ...record,
      tracks: [],
      updatedAt: createdAt,
      deadlineAt: createdAt,
      metAt: createdAt,
      outcome: null,
    };
    expect(groupSvg({ group: empty })).not.toContain("NaN");
    expect(() => groupSvg({ group: undefined as never })).toThrow(TypeError);
    expect(() => groupSvg({ group: record, turns: [] } as never)).toThrow("turns");
  });
});
