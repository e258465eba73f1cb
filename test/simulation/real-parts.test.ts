import { afterEach, expect, it, vi } from "vitest";
import { decide } from "../../src/core/index.js";
import { TurnRunner } from "../../src/service/agents/index.js";
import { ParkedTurns } from "../../src/service/parking/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { DeadlineSweep } from "../../src/service/timing/deadline-sweep.js";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { SimWorld } from "../../src/simulation/run/index.js";
import { played } from "./scripted-world.js";

vi.mock("../../src/core/decide.js", { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
});

it("SM-1: what runs in a world are the service, core, runner, parked turns, timer and sweep of the library", async () => {
  const work = {
    runner: vi.spyOn(TurnRunner.prototype, "consider"),
    pickups: vi.spyOn(ParkedTurns.prototype, "pickup"),
    timer: vi.spyOn(WakeUpTimer.prototype, "arm"),
    sweep: vi.spyOn(DeadlineSweep.prototype, "look"),
    core: vi.mocked(decide),
  };
  work.core.mockClear();
  const { commits } = await new SimWorld({ seed: 1, preset: "index" }).run();
  expect(commits).toBeGreaterThan(0);
  // Nothing is stored that the core did not decide.
  expect(work.core.mock.calls.length).toBeGreaterThanOrEqual(commits);
  const idle = Object.entries(work).filter(([, spy]) => spy.mock.calls.length === 0);
  expect(idle.map(([name]) => name)).toEqual([]);
});

it("SM-1: a node serves its room by the library's own class", async () => {
  const { log } = await played(async (stage, note) => {
    note(stage.nodes.map((node) => node.serviceOf("room1")?.constructor === NegotiationService));
  });
  expect(log).toEqual([[true, true, true]]);
});
