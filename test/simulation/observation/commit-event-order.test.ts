import { expect, it } from "vitest";
import type { CommitEvent } from "../../../src/core/index.js";
import { COMMIT_EVENT_ORDER } from "../../../src/simulation/observation/index.js";

/** The compiler asks for each, and for no other. */
const EACH: Readonly<Record<CommitEvent["type"], true>> = {
  "negotiation:started": true,
  "negotiation:updated": true,
  "negotiation:agreed": true,
  "negotiation:rejected": true,
  "negotiation:withdrawn": true,
  "negotiation:expired": true,
  "negotiation:stalled": true,
  "negotiation:settled": true,
  "turn:recorded": true,
  "turn:awaited": true,
  "turn:coerced": true,
  "turn:failed": true,
  "turn:deadlocked": true,
  "turn:parked": true,
  "turn:claimed": true,
  "turn:released": true,
  "turn:fallback": true,
  "turn:consulted": true,
  "turn:answered": true,
};

it("EN-39: names every event of a commit once", () => {
  expect([...COMMIT_EVENT_ORDER].sort()).toEqual(Object.keys(EACH).sort());
});
