import { describe, expect, it } from "vitest";
import { readMessage } from "../../../src/oap/documents/index.js";
import { moveOfMessage } from "../../../src/oap/record/index.js";
import { opened, proposed, START, world } from "../host-setup.js";

describe("documents as moves", () => {
  it("OAP-9: a proposal names what it answers, so that the engine looks again at the commit", async () => {
    const here = await world();
    const { history, document } = await proposed(here);
    const key = await here.smith.key();
    const next = await here.smith.propose(history, {
      terms: { price: "2" },
      justification: { type: "threat" },
    });
    const extra = { document: next, key };
    expect(moveOfMessage("proposal", extra)).toEqual({
      action: "counter",
      terms: { price: "2" },
      justification: { type: "threat" },
      proposalId: next.proposal_id,
      replyTo: document.proposal_id,
      validUntilAt: START + 3_600_000,
      extra,
    });
    expect(moveOfMessage("proposal", { document, key })).toMatchObject({ action: "propose", replyTo: null });
  });

  it("OAP-15: a rejection names what it answers, a withdrawal nothing", async () => {
    const here = await world();
    const { history, document } = await proposed(here);
    const key = await here.smith.key();
    const rejection = { document: await here.smith.reject(history, "No."), key };
    expect(moveOfMessage("reject", rejection)).toEqual({
      action: "reject",
      reason: "No.",
      replyTo: document.proposal_id,
      extra: rejection,
    });
    const withdrawal = { document: await here.ada.withdraw(history), key };
    expect(moveOfMessage("withdraw", withdrawal).replyTo).toBeUndefined();
  });

  it("reads each sort as what it is", async () => {
    const here = await world();
    const message = await here.ada.withdraw(await opened(here));
    expect(readMessage("withdraw", message)).toMatchObject({ ok: true });
    for (const kind of ["proposal", "accept", "reject"] as const) {
      expect(readMessage(kind, message)).toMatchObject({ ok: false, code: "document_invalid" });
    }
  });
});
