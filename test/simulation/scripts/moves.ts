/**
 * @module
 * The scripts in which two parties move in turn until they are done: W1 and W2.
 */

import { created, moved, NO_HURRY, price, type Script } from "./script.js";

export const W1: Script = {
  id: "W1",
  course: "create with proposal, counter, counter, counter, accept",
  outcome: ["accepted/accept: propose counter counter counter accept"],
  entries: ["created turn turn turn turn"],
  begin: () => ({
    options: { rules: NO_HURRY },
    script: async (stage) => {
      const host = stage.client("host");
      await created(stage, host, "neg", price(40));
      await moved(stage, host, "neg", "bob", { action: "counter", terms: price(60) });
      await moved(stage, host, "neg", "ada", { action: "counter", terms: price(45) });
      await moved(stage, host, "neg", "bob", { action: "counter", terms: price(50) });
      await moved(stage, host, "neg", "ada", { action: "accept", replyTo: "neg_p4" });
    },
  }),
};

export const W2: Script = {
  id: "W2",
  course: "create open, propose, question, counter, reject",
  outcome: ["rejected/reject: propose question counter reject"],
  entries: ["created turn turn turn turn"],
  begin: () => ({
    options: { rules: { ...NO_HURRY, actions: ["propose", "counter", "accept", "reject", "question"] } },
    script: async (stage) => {
      const host = stage.client("host");
      await created(stage, host, "neg", undefined);
      await moved(stage, host, "neg", "ada", { action: "propose", terms: price(40) });
      await moved(stage, host, "neg", "bob", { action: "question", message: "Is delivery included?" });
      await moved(stage, host, "neg", "ada", { action: "counter", terms: price(45), message: "It is." });
      await moved(stage, host, "neg", "bob", { action: "reject" });
    },
  }),
};
