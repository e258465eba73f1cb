import { expect, it } from "vitest";
import { Intents } from "../../../src/simulation/nodes/index.js";

it("knows what each command id says, and which proposal it names", () => {
  const intents = new Intents();
  const [one, other] = [intents.next(), intents.next()];
  expect(other).toBe(one + 1);
  expect(["ada", "bob", "ada"].map((name) => intents.newCommandId(name))).toEqual([
    "ada:1",
    "bob:1",
    "ada:2",
  ]);
  intents.note("ada:1", one);
  intents.note("ada:1 again", one);
  intents.noteReply("ada:1", "p1");
  intents.noteReply("ada:2", undefined);
  expect(["ada:1", "ada:1 again", "service's"].map((id) => intents.of(id))).toEqual([one, one, undefined]);
  expect(["ada:1", "ada:2"].map((id) => intents.replyToOf(id))).toEqual(["p1", undefined]);
});
