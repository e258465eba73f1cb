import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MoveLimits, readMove } from "../../../src/core/moves/index.js";
import { ACTIONS } from "../../../src/core/record/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

const LIMITS: MoveLimits = { maxMessageLength: 10, maxTermsBytes: 64 };

/** What could not be read: path and what was expected. */
function issuesOf(value: unknown) {
  const reading = readMove(value, LIMITS);
  if (reading.ok) throw new Error(`read: ${JSON.stringify(reading.move)}`);
  for (const issue of reading.issues) expect(issue.message).toMatch(/^Expected .+[.]$/s);
  return reading.issues.map((issue) => issue.path.join("."));
}

function moveOf(value: unknown) {
  const reading = readMove(value, LIMITS);
  if (!reading.ok) throw new Error(JSON.stringify(reading.issues));
  expect(isDeepFrozen(reading.move)).toBe(true);
  return reading.move;
}

const throwing = {
  action: "accept",
  get message(): string {
    throw new Error("secret 4711");
  },
};

describe("EN-6, check 1: the shape of a move", () => {
  it.each(ACTIONS)("%s is read, every field present", (action) => {
    expect(moveOf({ action })).toEqual({
      action,
      terms: null,
      termsIssue: null,
      reason: null,
      message: null,
      assessment: null,
      justification: null,
      extra: null,
      sealed: null,
      proposalId: null,
      replyTo: null,
      validUntilAt: null,
    });
  });

  it.each([
    ["null", null, [""]],
    ["a number", 7, [""]],
    ["a string", "accept", [""]],
    ["an array", [{ action: "accept" }], [""]],
    ["no action", {}, ["action"]],
    ["an inherited action", Object.create({ action: "accept" }), ["action"]],
    ["a null action", { action: null }, ["action"]],
    ["an unknown action", { action: "agree" }, ["action"]],
    ["a forged event type", { action: "xstate.stop" }, ["action"]],
    ["a message that is no string", { action: "accept", message: 7 }, ["message"]],
    ["a message that is too long", { action: "accept", message: "x".repeat(11) }, ["message"]],
    ["a reason that is too long", { action: "accept", reason: "x".repeat(11) }, ["reason"]],
    [
      "an assessment that is no JSON",
      { action: "accept", assessment: { when: new Date(0) } },
      ["assessment.when"],
    ],
    ["a justification that is no JSON", { action: "accept", justification: [1n] }, ["justification.0"]],
    ["an extra that is too big", { action: "accept", extra: "x".repeat(65) }, ["extra"]],
    ["an own __proto__", JSON.parse('{"action":"accept","__proto__":{}}'), ["__proto__"]],
    [
      "an own __proto__ deeper",
      JSON.parse('{"action":"accept","extra":{"a":{"__proto__":1}}}'),
      ["extra.a.__proto__"],
    ],
    ["an empty replyTo", { action: "accept", replyTo: "" }, ["replyTo"]],
    ["a long proposalId", { action: "propose", proposalId: "x".repeat(257) }, ["proposalId"]],
    ["a proposalId on accept", { action: "accept", proposalId: "p1" }, ["proposalId"]],
    ["a validUntilAt on question", { action: "question", validUntilAt: 5 }, ["validUntilAt"]],
    ["a validUntilAt that is no instant", { action: "propose", validUntilAt: 1.5 }, ["validUntilAt"]],
    [
      "unknown members beside an extra that is no object",
      { action: "accept", extra: [], mood: "calm" },
      ["extra"],
    ],
    ["a getter that throws", throwing, [""]],
    ["all at once", { action: "agree", message: 7, replyTo: 7 }, ["action", "message", "replyTo"]],
  ])("%s is move_invalid, with the path", (_what, value, paths) => {
    expect(issuesOf(value)).toEqual(paths);
    expect(JSON.stringify(readMove(value, LIMITS))).not.toContain("secret");
  });

  it("limits are met exactly", () => {
    expect(
      moveOf({ action: "accept", message: "x".repeat(10), reason: "y".repeat(10), replyTo: "z".repeat(256) })
        .message?.length,
    ).toBe(10);
    expect(moveOf({ action: "accept", extra: "x".repeat(62) }).extra).toBe("x".repeat(62));
  });

  it("null and undefined members are absent", () => {
    const bare = moveOf({ action: "propose" });
    const nulls = {
      terms: null,
      message: null,
      reason: null,
      extra: null,
      replyTo: null,
      proposalId: null,
      validUntilAt: null,
    };
    const undefineds = Object.fromEntries(Object.keys(nulls).map((key) => [key, undefined]));
    expect(moveOf({ action: "propose", ...nulls })).toEqual(bare);
    expect(moveOf({ action: "propose", ...undefineds })).toEqual(bare);
  });

  it("B-41: unknown members go to extra and overwrite nothing there", () => {
    expect(moveOf({ action: "accept", mood: "calm", extra: { mood: "wild", haste: 1 } }).extra).toEqual({
      mood: "wild",
      haste: 1,
    });
    expect(moveOf({ action: "accept", mood: "calm" }).extra).toEqual({ mood: "calm" });
  });

  it("IX-7: a fitScore goes to the assessment, which is private, and not to extra", () => {
    const move = moveOf({ action: "accept", fitScore: 0.7, assessment: { reasoning: "Good." } });
    expect([move.assessment, move.extra]).toEqual([{ fitScore: 0.7, reasoning: "Good." }, null]);
  });

  it("EN-34: terms that are no JSON are no matter of the shape: the last check asks for them", () => {
    const move = moveOf({ action: "propose", terms: { price: Number.NaN } });
    expect(move).toMatchObject({ terms: null, termsIssue: { path: ["price"] } });
    expect(moveOf({ action: "propose", terms: "x".repeat(65) }).termsIssue?.path).toEqual([]);
  });

  it("never throws, whatever it is given, and what it reads is frozen", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything({ withBigInt: true, withDate: true, withMap: true }),
          fc.record({ action: fc.constantFrom(...ACTIONS), extra: fc.anything() }),
        ),
        (value) => {
          const reading = readMove(value, LIMITS);
          if (reading.ok) expect(isDeepFrozen(reading.move)).toBe(true);
          else expect(reading.issues.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
