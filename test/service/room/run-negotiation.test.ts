import { describe, expect, it } from "vitest";
import { NegotiationService } from "../../../src/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const buyer = () => ({ action: "propose" as const, terms: { price: 40 } });

describe("runNegotiation", () => {
  it("EN-41: waits for the negotiation that a repeated commandId made before", async () => {
    const room = new NegotiationService("market-7", { clock: new ManualClock() });
    const parties = { initiator: "ada", responder: "smith", proposal: { price: 40 } };
    const first = room.negotiate({ ...parties, commandId: "c-1" });
    const second = room.negotiate({ ...parties, commandId: "c-1" });
    const { id = "" } = room.getLatestNegotiation() ?? {};
    await room.submit(id, "smith", { action: "accept" });
    expect(await second).toBe(await first);
    expect(room.isIdle).toBe(true);
    await room.close();
  });

  it("EN-41: an aborted signal cancels, also when it was aborted before", async () => {
    const room = new NegotiationService("market-7", { clock: new ManualClock() });
    const initiator = { id: "ada", kind: "system" as const, agent: buyer };
    const outcome = await room.negotiate({ initiator, responder: "smith", signal: AbortSignal.abort() });
    expect(outcome.reason).toBe("cancelled");
    await room.close();
  });
});
