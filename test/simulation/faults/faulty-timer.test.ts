import { describe, expect, it } from "vitest";
import { WakeUpTimer } from "../../../src/service/timing/index.js";
import { type FaultKind, FaultyTimer } from "../../../src/simulation/faults/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";
import { pass, START, smallParts } from "../world-parts.js";

function timerOf(...kinds: readonly FaultKind[]) {
  const parts = smallParts(...kinds);
  const inner = new WakeUpTimer({ clock: parts.life.clock });
  const timer = new FaultyTimer({ ...parts, inner, random: new RandomStream(1, "timer") });
  const woken: { readonly version: number; readonly ms: number }[] = [];
  const delivery = timer.start(({ version }) => void woken.push({ version, ms: parts.loop.now - START }));
  const arm = (id: string, ms: number, version = 3): void =>
    void timer.arm({ id, version, roomId: "r", at: START + ms, keepsProcessAlive: false });
  return { ...parts, timer, woken, delivery: delivery as { stop(): unknown }, arm };
}

describe("FaultyTimer", () => {
  it("wakes on time without a fault, and not what was disarmed", async () => {
    const { arm, timer, woken, loop } = timerOf();
    arm("a", 500);
    arm("b", 600);
    timer.disarm("b");
    await pass(loop, 2_000);
    expect(woken).toEqual([{ version: 3, ms: 500 }]);
  });

  it("SM-10: drops, repeats, delays, and delivers an old version", async () => {
    const wokenBy = async (kind: FaultKind) => {
      const { arm, woken, loop } = timerOf(kind);
      arm("a", 500);
      await pass(loop, 2_000);
      return woken;
    };
    expect(await wokenBy("timerDrop")).toEqual([]);
    const repeated = await wokenBy("timerDuplicate");
    expect(repeated.map(({ version }) => version)).toEqual([3, 3]);
    const [swapped] = await wokenBy("timerReorder");
    expect(swapped?.ms).toBeGreaterThan(500);
    expect((await wokenBy("timerOldVersion")).map(({ version }) => version)).toEqual([3, 2]);
    const [early] = await wokenBy("timerEarly");
    expect([early!.ms >= 300, early!.ms < 500]).toEqual([true, true]);
    const [late] = await wokenBy("timerLate");
    expect([late!.ms > 500, late!.ms <= 1_000]).toEqual([true, true]);
  });

  it("SM-11: is silent after stop, and after the death of its node", async () => {
    const stopped = timerOf("timerReorder");
    stopped.arm("a", 500);
    await pass(stopped.loop, 500);
    await stopped.delivery.stop();
    await pass(stopped.loop, 2_000);
    const dead = timerOf("timerDuplicate");
    dead.arm("a", 500);
    await pass(dead.loop, 500);
    dead.life.crash();
    await pass(dead.loop, 2_000);
    expect([stopped.woken.length, dead.woken.length]).toEqual([0, 1]);
  });
});
