import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json/index.js";
import type { Agent, AgentCall } from "../../src/ports/index.js";
import { humanAgent } from "../../src/service/agents/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { ASSESSMENT } from "../kit/builders.js";
import { codeOf, openRoom } from "../kit/open-room.js";
import { ADA, BOT, openNodes, SMITH } from "./parking.js";

const assessment = ASSESSMENT;
const { reasoning, suggestedRoles } = assessment;

/** Neither parks nor falls back. */
const literal: ServiceRules = { preset: "index-2026-04", onTurnTimeout: "expire", park: null };

const FAULTY: readonly [what: string, given: Json | undefined, ...paths: string[]][] = [
  ["none", undefined, "assessment"],
  ["a text", "SECRET", "assessment"],
  ["a score alone", { fitScore: 80 }, "assessment.reasoning", "assessment.suggestedRoles"],
  ["no reasoning", { suggestedRoles }, "assessment.reasoning"],
  ["an empty reasoning", { reasoning: "", suggestedRoles }, "assessment.reasoning"],
  ["a reasoning that is no text", { reasoning: ["SECRET"], suggestedRoles }, "assessment.reasoning"],
  ["no roles", { reasoning }, "assessment.suggestedRoles"],
  ["roles as a list", { reasoning, suggestedRoles: ["SECRET"] }, "assessment.suggestedRoles"],
  ["one role", { reasoning, suggestedRoles: { ownUser: "peer" } }, "assessment.suggestedRoles.otherUser"],
  [
    "an unknown role",
    { reasoning, suggestedRoles: { ownUser: "SECRET", otherUser: "peer" } },
    "assessment.suggestedRoles.ownUser",
  ],
  [
    "an unknown key among the roles",
    { reasoning, suggestedRoles: { ...suggestedRoles, why: "SECRET" } },
    "assessment.suggestedRoles.why",
  ],
];

describe("a move under rules that require an assessment", () => {
  it.each(FAULTY)(
    "is refused with the path for %s, and changes nothing [AS-112]",
    async (_, given, ...paths) => {
      const { room, told } = openRoom({ rules: literal });
      const { id, version } = await room.createNegotiation("ada", "smith");
      const before = told.length;
      const refused: any = await room.submit(id, "ada", { action: "propose", assessment: given } as never);
      expect(refused).toMatchObject({ ok: false, code: "move_invalid", version });
      expect(refused.details.issues.map(({ path }: { path: string[] }) => path.join("."))).toEqual(paths);
      expect(JSON.stringify(refused)).not.toContain("SECRET");
      expect(room.getNegotiation(id)).toMatchObject({ version, turns: [] });
      expect(told.length).toBe(before);

      const options = { move: { assessment: given } } as never;
      const opened = openRoom({ rules: literal }).room;
      await expect(opened.createNegotiation("ada", "smith", undefined, options)).rejects.toMatchObject({
        code: "move_invalid",
        details: refused.details,
      });
      expect(opened.getLatestNegotiation()).toBeUndefined();
    },
  );

  it("is taken with all of it, whatever the action, and with members of its own beside [AS-112]", async () => {
    const own = { ...assessment, fitScore: 80, notes: ["mine"] };
    for (const action of ["accept", "reject", "withdraw"] as const) {
      const { room } = openRoom({ rules: literal });
      const { id } = await room.createNegotiation(ADA, SMITH, undefined, { move: { assessment: own } });
      expect(room.getNegotiation(id)?.turns).toMatchObject([{ action: "propose", assessment: own }]);
      for (const asked of ["question", "counter"] as const) {
        for (const given of [undefined, own]) {
          const partyId = asked === "question" ? "smith" : "ada";
          const move = { action: asked, message: `Why ${asked}?`, assessment: given } as never;
          expect(await room.submit(id, partyId, move)).toMatchObject({ ok: given !== undefined });
        }
      }
      expect(await room.submit(id, "smith", { action } as never)).toMatchObject({ code: "move_invalid" });
      expect(await room.submit(id, "smith", { action, assessment } as never)).toMatchObject({ ok: true });
    }
  });

  it("is judged before the end, a known command and an old version, and after who it is [AS-112]", async () => {
    const { room } = openRoom({ rules: literal });
    const { id } = await room.createNegotiation("ada", "smith", undefined, { move: { assessment } });
    const over = { action: "reject", assessment } as never;
    expect(await room.submit(id, "smith", over, { commandId: "no" })).toMatchObject({ ok: true });
    const bare = { action: "reject" } as never;
    for (const options of [{}, { commandId: "no" }, { expectedVersion: 0 }]) {
      expect(await room.submit(id, "smith", bare, options)).toMatchObject({ code: "move_invalid" });
    }
    expect(await room.submit(id, "eve", bare)).toMatchObject({ code: "not_a_party", legal: null });
  });

  it("needs none in `index` but by the rule `assessmentRequired` [AS-112]", async () => {
    for (const [rules, isRequired] of [
      [{ preset: "index" }, false],
      [{ preset: "index", assessmentRequired: true }, true],
      [{ preset: "index-2026-04", assessmentRequired: false }, false],
      [{ preset: "room", terms: "none" }, false],
      [{ preset: "room", terms: "none", assessmentRequired: true }, true],
    ] as const) {
      const { room } = openRoom({ rules: { ...rules, onTurnTimeout: "expire", park: null } });
      const { id, rules: pinned } = await room.createNegotiation("ada", "smith");
      expect(pinned.assessmentRequired).toBe(isRequired);
      const moved = await room.submit(id, "ada", { action: "propose" } as never);
      expect(moved).toMatchObject(isRequired ? { code: "move_invalid" } : { ok: true });
    }
    for (const assessmentRequired of [1, null, "yes"] as never[])
      expect(() => openRoom({ rules: { assessmentRequired } })).toThrow(
        expect.objectContaining({ code: "rules_invalid" }),
      );
  });

  it("drops a message without one, which has no member for it, and leaves the floor as it is [AS-112]", async () => {
    for (const [isRequired, dropped] of [
      [true, [{ code: "move_invalid", details: { issues: [{ path: ["assessment"] }] } }]],
      [false, []],
    ] as const) {
      const rules = { preset: "room", terms: "none", assessmentRequired: isRequired } as const;
      const { room, payloads } = openRoom({ rules });
      const { id } = await room.createNegotiation("ada", "smith", undefined, { move: { assessment } });
      await room.handleAgentMessage({ type: "agent_accept", negotiationId: id, fromAgent: "smith" });
      expect(payloads("message:dropped")).toMatchObject(dropped);
      const status = isRequired ? "proposed" : "accepted";
      expect(room.getNegotiation(id)).toMatchObject({ status, turns: { length: isRequired ? 1 : 2 } });
    }
  });

  it("tells an agent what to bring, so that it mends its answer from the issues alone [AS-112]", async () => {
    const calls: AgentCall[] = [];
    const agent =
      (answer: object): Agent =>
      (call) => {
        calls.push(call as AgentCall);
        const { lastError } = call;
        const mended = lastError?.issues.some(({ path }) => path.join() === "assessment") && { assessment };
        return { ...answer, ...mended } as never;
      };
    const { room } = openRoom({ rules: literal });
    const outcome = await room.negotiate({
      initiator: { ...BOT, agent: agent({ action: "propose" }) },
      responder: { id: "other", kind: "system", agent: agent({ action: "accept" }) },
    });
    expect(outcome.status).toBe("accepted");
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 2]);
    const [issue] = calls[1]?.lastError?.issues ?? [];
    for (const word of ["reasoning", "suggestedRoles", "ownUser", "otherUser", "agent", "patient", "peer"])
      expect(issue?.message).toContain(word);
    expect(room.getLatestNegotiation()?.failures).toMatchObject([{ kind: "invalid" }, { kind: "invalid" }]);
  });

  it("gives a person the refusal back and keeps the question open [AS-112]", async () => {
    const seat = humanAgent();
    const { room } = openRoom({ rules: literal });
    const outcome = room.negotiate({
      initiator: { ...ADA, agent: seat.agent },
      responder: { ...BOT, agent: () => ({ action: "accept", assessment }) as never },
    });
    await Promise.resolve();
    expect(await seat.answer({ action: "propose" } as never)).toMatchObject({ code: "move_invalid" });
    expect(await seat.answer({ action: "propose", assessment } as never)).toMatchObject({ ok: true });
    expect(await outcome).toMatchObject({ status: "accepted" });
  });

  it("that a careful move or the fallback agent stands in for needs none, but a faulty one is refused [AS-112]", async () => {
    const { room } = openRoom({ rules: literal });
    const proposes: Agent = ({ turnNumber }) =>
      ({ action: turnNumber === 1 ? "propose" : "accept", assessment }) as never;
    const outcome = await room.negotiate({
      initiator: { ...BOT, agent: proposes },
      responder: {
        id: "other",
        kind: "system",
        agent: () => ({ action: "counter", message: "No." }) as never,
      },
    });
    expect(outcome.status).toBe("accepted");
    expect(room.getLatestNegotiation()?.turns[1]).toMatchObject({
      action: "counter",
      source: "fallback",
      assessment: null,
    });

    for (const [given, sources] of [
      [undefined, ["agent", "fallback"]],
      [assessment, ["agent", "fallback"]],
      [{ reasoning }, ["agent"]],
    ] as const) {
      const fallback = () => ({ action: "reject", assessment: given }) as never;
      const standing = openRoom({
        fallback,
        rules: { preset: "index-2026-04", agentAttempts: 1, onInvalidAnswer: "fail" },
      });
      await standing.room.negotiate({
        initiator: { ...BOT, agent: proposes },
        responder: { id: "other", kind: "system" },
      });
      const { turns = [], outcome: end } = standing.room.getLatestNegotiation() ?? {};
      expect(turns.map(({ source }) => source)).toEqual(sources);
      expect(end?.reason).toBe(sources.length === 2 ? "reject" : "agent_error");
    }
  });

  it("leaves the claim where a picked-up turn is answered without [AS-112]", async () => {
    const { nodes, clock } = openNodes(1, { rules: { preset: "index-2026-04" } });
    const [node] = nodes;
    if (node === undefined) throw new Error("Expected a node.");
    const { room } = node;
    const { id } = await room.createNegotiation(ADA, SMITH, undefined, { move: { assessment } });
    const turn = await node.take("smith");
    const by = { agentId: "smith-phone", claimId: turn.claimId };
    clock.advance(1_000);
    expect(await room.respond(id, by, { action: "accept" } as never)).toMatchObject({ code: "move_invalid" });
    expect(room.getNegotiation(id)?.awaiting).toMatchObject({ kind: "claimed" });
    expect(room.getNegotiation(id)?.deadlines.claimAt).toBe(turn.deadlineAt);
    expect(await room.respond(id, by, { action: "accept", assessment } as never)).toMatchObject({ ok: true });
  });

  it("is the same for openings and messages that come late or at once [AS-112]", async () => {
    const { room } = openRoom({ rules: literal });
    expect(
      await codeOf(
        room.negotiate({ initiator: ADA, responder: SMITH, move: { message: "Hello." } } as never),
      ),
    ).toBe("move_invalid");
    const { id } = await room.createNegotiation("ada", "smith");
    expect(room.submitSync(id, "ada", { action: "propose" } as never)).toMatchObject({
      code: "move_invalid",
    });
    expect(room.submitSync(id, "ada", { action: "propose", assessment } as never)).toMatchObject({
      ok: true,
    });
  });
});
