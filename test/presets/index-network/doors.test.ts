import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { projectContext, readTurnCap } from "../../../src/presets/index-network/index.js";

describe("readTurnCap", () => {
  it.each([
    [undefined, 6],
    [null, 6],
    [0, "unlimited"],
    [-0, "unlimited"],
    [1, 1],
    [3, 3],
    [100, 100],
  ])("EN-19: a stored %s is a limit of %s", (stored, limit) => {
    expect(readTurnCap(stored)).toBe(limit);
  });

  /** Whether a `reach` cap of that limit has closed at that many turns. */
  const isClosed = (stored: unknown, turns: number): boolean => {
    const limit = readTurnCap(stored);
    return limit !== "unlimited" && turns >= limit;
  };

  it.each([
    [undefined, [false, false, false, false, true, true]],
    [null, [false, false, false, false, true, true]],
    [0, [false, false, false, false, false, false]],
    [3, [false, true, true, true, true, true]],
  ])(
    "EN-19, AS-33: a stored %s is closed at 2, 3, 4, 5, 6, 100 turns as the table says",
    (stored, closed) => {
      expect([2, 3, 4, 5, 6, 100].map((turns) => isClosed(stored, turns))).toStrictEqual(closed);
    },
  );

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "6", "unlimited", "", true, [], {}])(
    "EN-19: a stored %s is rules_invalid",
    (stored) => {
      let thrown: unknown;
      try {
        readTurnCap(stored);
      } catch (error) {
        thrown = error;
      }
      expect(NegotiationError.isInstance(thrown) && thrown.code).toBe("rules_invalid");
      expect(thrown).toMatchObject({ details: { issues: [{ path: ["cap", "limit"] }] } });
    },
  );
});

describe("projectContext", () => {
  const context = {
    source: { userId: "s", intents: ["x"] },
    candidate: { userId: "c" },
    indexContext: { networkId: "n", prompt: "p" },
    seedAssessment: { score: 80, reasoning: "fit", valencyRole: "agent" },
    discoveryQuery: "who paints?",
    opportunityId: "opp-1",
    trigger: "ambient",
  };

  it("IX-10: the source sees itself as own user, and its query", () => {
    expect(projectContext(context, "initiator")).toStrictEqual({
      ownUser: context.source,
      otherUser: context.candidate,
      indexContext: context.indexContext,
      seedAssessment: context.seedAssessment,
      isDiscoverer: true,
      discoveryQuery: "who paints?",
    });
  });

  it("IX-10: the candidate sees itself as own user, and no query", () => {
    expect(projectContext(context, "responder")).toStrictEqual({
      ownUser: context.candidate,
      otherUser: context.source,
      indexContext: context.indexContext,
      seedAssessment: context.seedAssessment,
      isDiscoverer: false,
    });
  });

  it("IX-9: works without seed assessment and query, or without a context at all", () => {
    const { seedAssessment: _, discoveryQuery: __, ...bare } = context;
    expect(projectContext(bare, "initiator")).toStrictEqual({
      ownUser: context.source,
      otherUser: context.candidate,
      indexContext: context.indexContext,
      seedAssessment: null,
      isDiscoverer: true,
    });
    for (const none of [null, 7, "text", []]) {
      expect(projectContext(none, "responder")).toStrictEqual({
        ownUser: null,
        otherUser: null,
        indexContext: null,
        seedAssessment: null,
        isDiscoverer: false,
      });
    }
  });

  it("IX-10: hands on the pinned parts themselves, in a frozen object", () => {
    const projected = projectContext(context, "initiator") as { ownUser: unknown };
    expect(projected.ownUser).toBe(context.source);
    expect(Object.isFrozen(projected)).toBe(true);
  });
});
