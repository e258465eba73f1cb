import { describe, expect, it } from "vitest";
import { summariseHistory, summariseNegotiation } from "../../src/gate/index.js";
import type { Negotiation } from "../../src/index.js";
import { fallbackSummary, negotiationDigest } from "../../src/presets/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { codeOf } from "../kit/open-room.js";
import { candidate, gateWorld } from "./gate-world.js";

async function negotiated(deeds: Parameters<typeof candidate>[1]): Promise<Negotiation> {
  const { gate, room } = gateWorld();
  await gate([candidate("a", deeds)]);
  return room.getNegotiation("gate:a") as Negotiation;
}

describe("summaries", () => {
  it("are what the model makes of the transcript, turn by turn and without a score [IN-2]", async () => {
    const clock = new ManualClock();
    const negotiation = await negotiated(["propose", "counter", "accept"]);
    const given: string[] = [];
    const words = await summariseNegotiation(
      negotiation,
      async (text, { signal }) => {
        given.push(text);
        expect(signal.aborted).toBe(false);
        return "  They agreed. Nothing stood against it.\n";
      },
      { clock },
    );
    expect(words).toBe("They agreed. Nothing stood against it.");
    expect(given).toEqual([
      [
        "source sought out a.",
        '1. source: propose {"reasoning":"Turn 1 about a."}',
        '2. a: counter {"reasoning":"Turn 2 about a.","message":"What of 2?"}',
        '3. source: accept {"reasoning":"Turn 3 about a."}',
        "Ended accepted (accept).",
      ].join("\n"),
    ]);
    expect(clock.pendingCount).toBe(0);
  });

  it("of a history are what the model makes of the digest, and null where there was none [IN-2]", async () => {
    const negotiation = await negotiated(["propose", "reject"]);
    const digest = negotiationDigest([negotiation], "source");
    expect(await summariseHistory(digest, async (given) => `${given.noOpportunityCount} refused.`)).toBe(
      "1 refused.",
    );
    const never = () => expect.unreachable();
    expect(await summariseHistory(negotiationDigest([], "source"), never)).toBeNull();
  });

  it.each([
    ["throws", () => JSON.parse("{")],
    ["rejects", () => Promise.reject(new Error("No model."))],
    ["says nothing", () => "  "],
    ["says something else", () => ({ text: "Fine." }) as never],
  ])(
    "are plain words where the model %s, and the reason is among them [IN-2] [AS-60]",
    async (_, summarise) => {
      const stalled = await negotiated(["propose", "throws"]);
      const clock = new ManualClock();
      const words = await summariseNegotiation(stalled, summarise, { clock });
      expect(words).toBe(fallbackSummary(stalled));
      expect(words).toContain("agent_error");
      const digest = negotiationDigest([stalled], "source");
      expect(await summariseHistory(digest, summarise, { clock })).toBe(
        "Of 1 negotiations 0 agreed, 1 did not, 0 go on. Ended by: agent_error 1.",
      );
      expect(clock.pendingCount).toBe(0);
    },
  );

  it("take 5 s at most, or as long as is said, and abort the model then [IN-2] [AS-60]", async () => {
    const negotiation = await negotiated(["propose", "accept"]);
    for (const [timeoutMs, at] of [
      [undefined, 5_000],
      [70, 70],
    ] as const) {
      const clock = new ManualClock();
      const signals: AbortSignal[] = [];
      let words: string | undefined;
      const hanging = (_: string, call: { readonly signal: AbortSignal }): Promise<never> => {
        signals.push(call.signal);
        return new Promise(() => {});
      };
      void summariseNegotiation(negotiation, hanging, { clock, timeoutMs }).then((said) => {
        words = said;
      });
      await clock.advance(at - 1);
      expect({ words, isAborted: signals[0]?.aborted }).toEqual({ words: undefined, isAborted: false });
      await clock.advance(1);
      expect({ words, isAborted: signals[0]?.aborted }).toEqual({
        words: fallbackSummary(negotiation),
        isAborted: true,
      });
      expect(clock.pendingCount).toBe(0);
    }
  });

  it("hand the model a signal that aborts with the caller's, and are plain words then [IN-2] [AS-60]", async () => {
    const clock = new ManualClock();
    const negotiation = await negotiated(["propose", "reject"]);
    const controller = new AbortController();
    const { signal } = controller;
    const signals: AbortSignal[] = [];
    const summarise = (_: string, call: { readonly signal: AbortSignal }): Promise<never> => {
      signals.push(call.signal);
      return new Promise(() => {});
    };
    const summary = summariseNegotiation(negotiation, summarise, { signal, clock });
    controller.abort(new Error("The tab was closed."));
    expect(await summary).toBe("Turns: propose, reject. Ended rejected (reject).");
    expect(signals[0]?.reason).toEqual(new Error("The tab was closed."));
    expect(await summariseNegotiation(negotiation, summarise, { signal, clock })).toBe(
      fallbackSummary(negotiation),
    );
    expect({ calls: signals.length, timers: clock.pendingCount }).toEqual({ calls: 1, timers: 0 });
  });

  it("refuse options that are none [IN-2]", async () => {
    const negotiation = await negotiated(["propose", "reject"]);
    const said = () => "Fine.";
    expect(await codeOf(summariseNegotiation(negotiation, said, { timeoutMs: -1 }))).toBeInstanceOf(
      RangeError,
    );
    expect(await codeOf(summariseNegotiation(negotiation, said, { timeout: 1 } as never))).toBeInstanceOf(
      TypeError,
    );
  });
});
