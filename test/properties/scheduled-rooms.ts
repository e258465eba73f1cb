/**
 * @module
 * What the tests of interleavings have in common: a store whose answers come when fast-check's scheduler says
 * so, and the order in which the events of one commit may be told.
 */

import type fc from "fast-check";
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
