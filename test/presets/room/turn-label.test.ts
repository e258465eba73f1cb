import { expect, it } from "vitest";
import type { Action } from "../../../src/core/record/index.js";
import { turnLabel } from "../../../src/presets/room/index.js";

it.each<[Action, string]>([
  ["propose", "Proposal"],
  ["counter", "Counter"],
  ["question", "Question"],
  ["accept", "Acceptance"],
  ["reject", "Rejection"],
  ["withdraw", "Withdrawal"],
])("MT-2: %s is labelled %s", (action, label) => {
  expect(turnLabel(action)).toBe(label);
});
