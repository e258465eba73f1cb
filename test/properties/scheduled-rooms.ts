/**
 * @module
 * What the tests of interleavings have in common: a store whose answers come when fast-check's scheduler says
 * so, and the order in which the events of one commit may be told.
 */

import type fc from "fast-check";
import { expect } from "vitest";
import { replay } from "../../src/core/index.js";
import type { Negotiation } from "../../src/core/record/index.js";
import { recordOfRow } from "../../src/service/commands/index.js";
import { COMMIT_EVENT_ORDER } from "../../src/simulation/observation/index.js";
import type { MemoryStore } from "../../src/stores/memory/index.js";
import type { Told } from "../kit/open-room.js";
import type { Hook } from "../service/hooked-store.js";

/** Whether a call of the store throws, and whether it did its work before. */
export type Throws = "no" | "before" | "after";

/** A store whose every answer comes when the scheduler says so. */
export const scheduled =
  (scheduler: fc.Scheduler, throws: () => Throws = () => "no"): Hook =>
  (method, work) => {
    if (method === "close") return work();
    const fault = throws();
    return scheduler.schedule(Promise.resolve(), method).then(() => {
      if (fault === "before") throw new Error("The store is away.");
      const answer = work();
      if (fault === "after") throw new Error("The answer was lost.");
      return answer;
    });
  };

/** The record that the store holds, which its entries give again. */
export function storedRecord(memory: MemoryStore, id: string): Negotiation {
  const stored = recordOfRow(memory.load(id)!, memory.turns(id), (rules) => rules);
  expect(JSON.stringify(replay(memory.entries(id)))).toBe(JSON.stringify(stored));
  return stored;
}

/** EN-39: commits are told in the order of their versions, and each one's events in theirs. Gives the versions. */
export function expectInOrder(events: readonly Told[]): readonly number[] {
  const order: readonly string[] = COMMIT_EVENT_ORDER;
  const told = events.filter(({ name }) => order.includes(name));
  const versions = told.map(({ payload }) => (payload.negotiation ?? payload).version as number);
  expect(versions).toEqual([...versions].sort((one, other) => one - other));
  for (let at = 1; at < told.length; at += 1) {
    if (versions[at] !== versions[at - 1]) continue;
    const [before, after] = [told[at - 1]!.name, told[at]!.name];
    expect(order.indexOf(before), `${before} before ${after}`).toBeLessThan(order.indexOf(after));
  }
  return versions;
}
