import { describe, expect, it } from "vitest";
import type { CommitEvent } from "../../src/core/index.js";
import type { RulesInput } from "../../src/core/rules/index.js";
import type { Setup, Step } from "../kit/builders.js";
import {
  ANSWERED,
  CANCEL,
  CLAIM,
  CLAIMED,
  CONSULTED,
  EVERYTHING,
  FAILED,
  historyOf,
  PARK,
  PARKED,
  RELEASED,
  T0,
  WAKE,
} from "../kit/builders.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";

const PARKING: RulesInput = { park: PARK, totalMs: null };
const CONSULTING: RulesInput = { consult: {} };
const COERCED: Step = { action: "propose", source: "agent", coercedFrom: "counter" };
const elapse = (after: number): Step => ({ ...WAKE, after });

/** EN-39: what the last commit tells, in order. */
const COMMITS: readonly (readonly [what: string, setup: Setup, steps: readonly Step[], events: string])[] = [
  ["an open creation", {}, [], "started awaited"],
  ["a creation with its opening", { opening: 1 }, [], "started recorded awaited"],
  ["an opening", {}, ["propose"], "recorded updated awaited"],
  ["a coerced opening", {}, [COERCED], "recorded coerced updated awaited"],
  ["a counter", {}, ["propose", "counter"], "recorded updated awaited"],
  ["a question", { rules: EVERYTHING }, ["propose", "question"], "recorded updated awaited"],
  [
    "a deadlock",
    { rules: { deadlockAfter: 2 } },
    ["propose", "counter", "counter"],
    "recorded updated deadlocked awaited",
  ],
  [
    "after a deadlock",
    { rules: { deadlockAfter: 2 } },
    ["propose", "counter", "counter", "counter"],
    "recorded updated awaited",
  ],
  ["an acceptance", {}, ["propose", "accept"], "recorded agreed settled"],
  ["a rejection", {}, ["propose", "reject"], "recorded rejected settled"],
  ["a withdrawal", { rules: EVERYTHING }, ["withdraw"], "recorded withdrawn settled"],
  [
    "a coerced refusal to open",
    {},
    [{ action: "withdraw", source: "agent", coercedFrom: "reject" }],
    "recorded coerced withdrawn settled",
  ],
  ["an exceeded cap", { rules: { cap: { limit: 1 } } }, ["propose", "counter"], "expired settled"],
  [
    "a reached cap",
    { rules: { cap: { limit: 2, mode: "reach", result: "stalled" } } },
    ["propose", "counter"],
    "recorded stalled settled",
  ],
  [
    "a deadlock on the last turn",
    { rules: { deadlockAfter: 2, cap: { limit: 3, mode: "reach" } } },
    ["propose", "counter", "counter"],
    "recorded expired settled",
  ],
  ["a missed turn", {}, ["propose", elapse(30_000)], "expired settled"],
  ["cancelling", {}, ["propose", CANCEL], "withdrawn settled"],
  ["a first failure", {}, ["propose", FAILED], "failed"],
  ["a last failure", {}, ["propose", FAILED, FAILED], "failed stalled settled"],
  ["parking", { rules: PARKING }, [PARKED], "parked"],
  ["a claim", { rules: PARKING }, [PARKED, CLAIMED], "claimed"],
  ["a release", { rules: PARKING }, [PARKED, CLAIMED, RELEASED], "released"],
  [
    "the answer of a claim",
    { rules: PARKING },
    [PARKED, CLAIMED, { action: "propose", claim: CLAIM }],
    "recorded updated awaited",
  ],
  ["a parking window over", { rules: PARKING }, [PARKED, elapse(PARK.parkMs)], "fallback"],
  [
    "a missed turn with fallback",
    { rules: { onTurnTimeout: "fallback" } },
    ["propose", elapse(30_000)],
    "fallback",
  ],
  [
    "the fallback's answer",
    { rules: PARKING },
    [PARKED, elapse(PARK.parkMs), { action: "propose", source: "fallback" }],
    "recorded updated awaited",
  ],
  ["a consult", { rules: CONSULTING }, ["propose", CONSULTED], "consulted"],
  ["its answer", { rules: CONSULTING }, ["propose", CONSULTED, ANSWERED], "answered awaited"],
  [
    "its expiry",
    { rules: { consult: { windowMs: 500 } } },
    ["propose", CONSULTED, elapse(500)],
    "answered awaited",
  ],
  ["the end of a consulting one", { rules: CONSULTING }, ["propose", CONSULTED, CANCEL], "withdrawn settled"],
];

describe("EN-39: the events of a commit", () => {
  it.each(COMMITS)("%s", (_what, setup, steps, expected) => {
    const history = historyOf(setup, steps);
    const events = history.commits.at(-1) ?? [];
    expect(events.map((event) => event.type.replace(/^\w+:/, "")).join(" ")).toBe(expected);
    for (const { payload } of events) {
      expect("negotiation" in payload ? payload.negotiation : payload).toBe(history.negotiation);
      expect(isDeepFrozen(payload)).toBe(true);
    }
  });

  it("every event of a commit is provoked", () => {
    const told = new Set(COMMITS.flatMap(([, , , events]) => events.split(" ")));
    expect([...told].sort()).toEqual([
      "agreed",
      "answered",
      "awaited",
      "claimed",
      "coerced",
      "consulted",
      "deadlocked",
      "expired",
      "failed",
      "fallback",
      "parked",
      "recorded",
      "rejected",
      "released",
      "settled",
      "stalled",
      "started",
      "updated",
      "withdrawn",
    ]);
  });

  it("turn:awaited says whose turn it is, which, how many are left and until when", () => {
    const rules: RulesInput = { cap: { limit: 3, mode: "reach" }, validityMs: 9_000 };
    const history = historyOf({ rules }, ["propose", { action: "counter", after: 1_000 }]);
    expect(awaitedOf(history.commits)).toEqual([
      { partyId: "ada", turnNumber: 1, turnsLeft: 3, isFinalTurn: false, deadlineAt: T0 + 30_000 },
      { partyId: "smith", turnNumber: 2, turnsLeft: 2, isFinalTurn: false, deadlineAt: T0 + 9_000 },
      { partyId: "ada", turnNumber: 3, turnsLeft: 1, isFinalTurn: true, deadlineAt: T0 + 10_000 },
    ]);
  });

  it.each([
    ["turn:parked", [PARKED], null, PARK.parkMs],
    ["turn:claimed", [PARKED, CLAIMED], "agent-1", PARK.parkMs],
    ["turn:released", [PARKED, CLAIMED, RELEASED], "agent-1", PARK.parkMs],
    ["turn:fallback", [PARKED, elapse(PARK.parkMs)], null, PARK.parkMs + 30_000],
  ] as [string, Step[], string | null, number][])(
    "%s says whose turn it is, who holds it (or had, when it is released) and until when",
    (type, steps, agentId, ms) => {
      const history = historyOf({ rules: PARKING }, ["propose", ...steps]);
      expect(history.commits.at(-1)).toEqual([
        {
          type,
          payload: {
            negotiation: history.negotiation,
            partyId: "smith",
            turnNumber: 2,
            agentId,
            deadlineAt: T0 + ms,
          },
        },
      ]);
    },
  );

  it("PT-5a: a claim that ends in the fallback is told as released first, by whom it was held", () => {
    const fallback: RulesInput = { ...PARKING, park: { ...PARK, onClaimExpiry: "fallback" } };
    const history = historyOf({ rules: fallback }, ["propose", PARKED, CLAIMED, elapse(2 * PARK.parkMs)]);
    expect(
      history.commits.at(-1)?.map(({ type, payload }) => [type, (payload as { agentId: unknown }).agentId]),
    ).toEqual([
      ["turn:released", "agent-1"],
      ["turn:fallback", null],
    ]);
  });

  it("EN-33: turn:consulted and turn:answered carry the consult as it then is", () => {
    const history = historyOf({ rules: CONSULTING }, ["propose", CONSULTED, ANSWERED]);
    const consults = history.commits.flatMap((events) =>
      events.flatMap(({ payload }) => ("consult" in payload ? [payload.consult] : [])),
    );
    expect(consults.map(({ answer }) => answer)).toEqual([null, "Up to 55."]);
    expect(consults[1]).toBe(history.negotiation.consults[0]);
  });

  it("EN-41: settled is told exactly once, right after the status", () => {
    for (const [, setup, steps] of COMMITS) {
      const { commits, negotiation } = historyOf(setup, steps);
      const types = commits.flat().map((event) => event.type);
      expect(types.filter((type) => type === "negotiation:settled").length).toBe(
        negotiation.outcome === null ? 0 : 1,
      );
      if (negotiation.outcome === null) continue;
      const { status } = negotiation.outcome;
      expect(types.slice(-2)).toEqual([
        status === "accepted" ? "negotiation:agreed" : `negotiation:${status}`,
        "negotiation:settled",
      ]);
    }
  });
});

function awaitedOf(commits: readonly (readonly CommitEvent[])[]) {
  return commits.flat().flatMap((event) => {
    if (event.type !== "turn:awaited") return [];
    const { negotiation: _, ...said } = event.payload;
    return [said];
  });
}
