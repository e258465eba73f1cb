import { describe, expect, it } from "vitest";
import type { GateOptions, GateResults } from "../../src/gate/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { openRoom } from "../kit/open-room.js";
import { candidate, gateWorld, statuses } from "./gate-world.js";

/** Only for what hangs. */
const HANGS_MS = 4_000;

describe("a gate", () => {
  it(
    "called again while the first call runs, here or in another process, ends with it although nothing that has ended is remembered [GT-8a]",
    async () => {
      for (const isHere of [true, false]) {
        const store = new MemoryStore();
        const world = gateWorld({ store, keepSettled: 0 });
        const { clock } = world;
        const other = isHere
          ? world.room
          : openRoom(
              { store, keepSettled: 0, fallback: world.advocate, rules: { preset: "index" } },
              "room-1",
              clock,
            ).room;
        const found = [
          candidate("a", ["propose", "accept"]),
          candidate("b", ["propose", "40 ms accept"]),
          candidate("c", ["propose", "3000 ms reject"]),
          candidate("d", ["20 ms propose", "20 ms counter", "5000 ms accept"]),
        ];
        const calls = [world.gate(found), world.gate(found, { service: other, agents: {} })];
        let all: GateResults[] | undefined;
        void Promise.all(calls).then((given) => {
          all = given;
        });
        await clock.advance(20_000);
        expect(all?.map(statuses), isHere ? "here" : "elsewhere").toEqual([
          ["a: accepted", "b: accepted", "c: rejected", "d: accepted"],
          ["a: accepted", "b: accepted", "c: rejected", "d: accepted"],
        ]);
        const again = await world.gate(found);
        expect(statuses(again)).toEqual(statuses((all as GateResults[])[0] as GateResults));
        expect(again.results.map(({ resumed }) => resumed)).toEqual([true, true, true, true]);
      }
    },
    HANGS_MS,
  );

  it(
    "whose service is closed or destroyed returns, with what was under way as failed [GT-9]",
    async () => {
      for (const end of ["close", "destroy"] as const)
        for (const ms of [0, 1, 10, 1_500]) {
          const world = gateWorld({ keepSettled: 0 });
          const found = [candidate("a", ["propose", "hangs"]), candidate("b", ["5 ms propose", "accept"])];
          const passing = world.gate(found, { concurrency: 1 });
          await world.clock.advance(ms);
          void world.room[end]();
          await world.clock.advance(2_000);
          expect(statuses(await passing).at(0)).toBe("a: failed");
        }
    },
    HANGS_MS,
  );

  it(
    "that is aborted does not wait for who is asked which pairs have agreed: nothing has started [GT-5]",
    async () => {
      for (const budgetMs of [null, 1_000]) {
        const world = gateWorld();
        const controller = new AbortController();
        const options: Partial<GateOptions> = {
          signal: controller.signal,
          alreadyAccepted: () => new Promise<never>(() => {}),
          budgetMs,
        };
        const passing = world.gate([candidate("a", ["propose", "accept"])], options);
        await world.clock.advance(10);
        controller.abort();
        await world.clock.advance(10_000);
        expect(statuses(await passing)).toEqual(["a: skipped"]);
        expect(world.calls).toEqual([]);
      }
    },
    HANGS_MS,
  );
});
