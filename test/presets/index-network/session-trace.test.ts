import { describe, expect, it } from "vitest";
import {
  agentEndTrace,
  agentStartTrace,
  sessionEndTrace,
  sessionStartTrace,
  tracedSession,
} from "../../../src/presets/index-network/index.js";
import { record, T0 } from "../records.js";

const fields = {
  opportunityId: "opp-1",
  negotiationConversationId: "neg_1_conversation",
  sourceUserId: "a",
  candidateUserId: "b",
  trigger: "orchestrator",
  startedAt: T0,
} as const;

describe("session events", () => {
  it("TR-1: start and end carry the same fields, the end its duration", () => {
    expect(sessionStartTrace(fields)).toStrictEqual({ type: "negotiation_session_start", ...fields });
    expect(sessionEndTrace(fields, 120)).toStrictEqual({
      type: "negotiation_session_end",
      ...fields,
      durationMs: 120,
    });
  });

  it("TR-2: a record gives the fields from its first moment on", () => {
    const context = { opportunityId: "opp-1", trigger: "orchestrator" };
    expect(tracedSession(record({ context }))).toStrictEqual(fields);
  });

  it("AS-32: there are none without an opportunity", () => {
    const session = tracedSession(record());
    expect(session).toMatchObject({ opportunityId: undefined, trigger: "ambient" });
    expect(sessionStartTrace(session)).toBeUndefined();
    expect(sessionEndTrace(session, 1)).toBeUndefined();
  });
});

describe("agent events", () => {
  it.each(["counter", "waiting_for_agent", "timeout"] as const)(
    "TR-4: an end is summarised as %s",
    (summary) => {
      expect(agentStartTrace("index-negotiator")).toStrictEqual({
        type: "agent_start",
        name: "index-negotiator",
      });
      expect(agentEndTrace("index-negotiator", { durationMs: 7, summary })).toStrictEqual({
        type: "agent_end",
        name: "index-negotiator",
        durationMs: 7,
        summary,
      });
    },
  );
});
