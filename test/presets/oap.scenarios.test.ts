import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import { toOapState } from "../../src/presets/oap/index.js";
import { openRoom } from "../kit/open-room.js";
import type { Step } from "./scenario.js";
import { begin, SOURCE as INITIATOR, play } from "./scenario.js";

const OPENED: readonly Step[] = [[INITIATOR, "propose"]];

describe("oap: ends, rooms and caps", () => {
  it("OAP-3: no end without a party's signature is shown as anything but EXPIRED", async () => {
    const cancelled = await play("oap", {
      says: "",
      steps: [...OPENED, ["host", "cancel"]],
      ends: { status: "withdrawn" },
    });
    expect(toOapState(cancelled.record())).toEqual({ state: "EXPIRED", reason: "cancelled" });
    const agents = [undefined, () => Promise.reject(new Error("boom"))] as const;
    const failed = await play("oap", { says: "", agents, steps: OPENED, ends: { status: "stalled" } });
    expect(toOapState(failed.record())).toEqual({ state: "EXPIRED", reason: "agent_error" });
    for (const onTotalTimeout of ["expire", "stall"] as const) {
      const rules = { totalMs: 1_000, onTotalTimeout };
      const timed = await play("oap", { says: "", rules, steps: [...OPENED, ["clock", 1_000]], ends: {} });
      expect(toOapState(timed.record())).toEqual({ state: "EXPIRED", reason: "total_timeout" });
    }
  });

  it("OAP-5: one party may hold many negotiations in one room", async () => {
    const { room } = openRoom({ rules: { preset: "oap" } });
    const made = await Promise.all(
      ["b", "b", "c"].map((other) => room.createNegotiation("a", other, { price: 1 })),
    );
    expect(made.map(({ status }) => status)).toEqual(["proposed", "proposed", "proposed"]);
  });

  it("OAP-7: the preset's own K is 8, and an agent at round 8 sees turnsLeft 0", async () => {
    const seen: [number, number | null, readonly Action[]][] = [];
    const agent = ({
      turnNumber,
      turnsLeft,
      legalActions,
    }: {
      turnNumber: number;
      turnsLeft: number | null;
      legalActions: readonly Action[];
    }) => {
      seen.push([turnNumber, turnsLeft, legalActions]);
      return (
        turnsLeft === 0 ? { action: "reject" } : { action: "counter", terms: { price: turnNumber } }
      ) as never;
    };
    const { record } = await begin("oap", { agents: [agent, agent] });
    expect(seen.at(-1)).toEqual([9, 0, ["accept", "reject", "withdraw"]]);
    expect(record().outcome).toMatchObject({ reason: "reject", rounds: 8, turnCount: 9 });
  });
});
