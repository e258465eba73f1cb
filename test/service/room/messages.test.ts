import { describe, expect, it } from "vitest";
import type { Negotiation } from "../../../src/core/record/index.js";
import { NegotiationError } from "../../../src/errors.js";
import type { CommandResult, Submission } from "../../../src/service/commands/index.js";
import type { MessageDropped } from "../../../src/service/events/index.js";
import { handleMessage, type MessageDoor } from "../../../src/service/room/messages.js";
import { negotiationOf } from "../../kit/builders.js";

const RECORD = negotiationOf({ opening: { price: 40 } });
const DONE: CommandResult = { ok: true, negotiation: RECORD, turn: null, duplicate: false };
const REFUSED = {
  ok: false,
  code: "not_your_turn",
  message: "",
  negotiationId: "neg_1",
  version: 0,
  details: { floor: "smith" },
  legal: null,
} as const;

function door(answer: () => ReturnType<MessageDoor<unknown>["submit"]> = () => DONE): MessageDoor<unknown> & {
  submitted: Submission[];
  dropped: MessageDropped[];
} {
  const submitted: Submission[] = [];
  const dropped: MessageDropped[] = [];
  return {
    submitted,
    dropped,
    known: (id): Negotiation | undefined => (id === RECORD.id ? RECORD : undefined),
    read: (id): Negotiation | undefined => (id === RECORD.id ? RECORD : undefined),
    submit: (submission) => {
      submitted.push(submission);
      return answer();
    },
    drop: (one) => void dropped.push(one),
  };
}

const accept = { type: "agent_accept", negotiationId: "neg_1", fromAgent: "smith" };

describe("handleMessage", () => {
  it("RM-30: submits the move with the message's id and version", async () => {
    const opened = door();
    await handleMessage(
      {
        type: "agent_counter",
        id: "m-1",
        negotiationId: "neg_1",
        fromAgent: "smith",
        proposal: { price: 30 },
        reason: "too dear",
        expectedVersion: 3,
      },
      opened,
    );
    expect(opened.submitted).toEqual([
      {
        id: "neg_1",
        partyId: "smith",
        move: { action: "counter", terms: { price: 30 }, reason: "too dear" },
        commandId: "m-1",
        expectedVersion: 3,
      },
    ]);
    expect(opened.dropped).toEqual([]);
  });

  it("RM-31: drops what is refused with the refusal's code and details", async () => {
    for (const answer of [() => REFUSED, () => Promise.resolve(REFUSED)]) {
      const opened = door(answer);
      await handleMessage(accept, opened);
      expect(opened.dropped).toEqual([
        {
          message: accept,
          negotiationId: "neg_1",
          code: "not_your_turn",
          details: REFUSED.details,
          negotiation: RECORD,
        },
      ]);
    }
  });

  it("RM-31: has dropped a message when the call returns, where the answer is there at once", () => {
    const opened = door(() => REFUSED);
    void handleMessage(accept, opened);
    expect(opened.dropped).toHaveLength(1);
  });

  it("RM-31: tells of the message as it came, also where the answer comes later", async () => {
    const opened = door(() => Promise.resolve(REFUSED));
    const message = { ...accept, reason: "first" };
    const handled = handleMessage(message, opened);
    message.reason = "changed";
    await handled;
    expect(opened.dropped[0]?.message).toMatchObject({ reason: "first" });
  });

  it("RM-30: what does not parse is not submitted", async () => {
    const opened = door();
    await handleMessage({ type: "agent_accept" }, opened);
    expect(opened.submitted).toEqual([]);
    expect(opened.dropped).toMatchObject([{ code: "move_invalid", negotiationId: null, negotiation: null }]);
  });

  it("RM-34: an answer that repeats the standing terms means that very proposal", async () => {
    const opened = door();
    await handleMessage({ ...accept, proposal: { price: 40 } }, opened);
    expect(opened.submitted[0]?.move).toMatchObject({ action: "accept", replyTo: RECORD.standing?.id });
    await handleMessage({ ...accept, proposal: { price: 41 } }, opened);
    expect(opened.submitted).toHaveLength(1);
    expect(opened.dropped).toMatchObject([{ code: "move_invalid", negotiationId: "neg_1" }]);
  });

  it("RM-30: what the store or a closing room throws does not get out", async () => {
    const failing = (code: "store_failed" | "service_closed") => (): never => {
      throw new NegotiationError(code, "no");
    };
    const failed = door(failing("store_failed"));
    await handleMessage(accept, failed);
    expect(failed.dropped).toMatchObject([{ code: "store_failed", negotiationId: "neg_1" }]);
    const closed = door(failing("service_closed"));
    await handleMessage(accept, closed);
    expect(closed.dropped).toEqual([]);
  });
});
