/**
 * @module
 * The scripts in which two come at the same time: W8 and W9.
 */

import { NegotiationError } from "../../../src/errors.js";
import type { AgentCall } from "../../../src/ports/index.js";
import type { Stage } from "../../../src/simulation/world/index.js";
import { created, done, moved, NO_HURRY, price, ROOM, type Script, until } from "./script.js";

export const W8: Script = {
  id: "W8",
  course: "withdraw off turn while the other's agent is being called",
  outcome: ["withdrawn/withdraw: propose withdraw"],
  entries: ["created turn"],
  begin: () => {
    let calls = 0;
    let on: Stage | undefined;
    // Thinks until it is told to stop, and then answers all the same: too late.
    const bob = async ({ signal }: AgentCall) => {
      calls += 1;
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      await on?.wait(100);
      return { action: "accept" } as const;
    };
    return {
      options: {
        rules: {
          ...NO_HURRY,
          withdrawOffTurn: true,
          actions: ["propose", "counter", "accept", "reject", "withdraw"],
        },
        agents: ({ id }) => (id === "bob" ? bob : undefined),
      },
      script: async (stage) => {
        on = stage;
        const host = stage.client("host");
        await created(stage, host, "neg", price(40));
        await until(stage, () => calls > 0);
        await moved(stage, host, "neg", "ada", { action: "withdraw" });
      },
    };
  },
};

export const W9: Script = {
  id: "W9",
  course: "create, cancel, create again under the same exclusive key; two creates racing",
  outcome: [
    "withdrawn/cancelled: propose",
    "withdrawn/cancelled: propose",
    "withdrawn/cancelled: propose",
    "withdrawn/cancelled: propose",
  ],
  entries: ["created cancelled", "created cancelled", "created cancelled", "created cancelled"],
  begin: () => ({
    options: { rules: { ...NO_HURRY, oneActive: "pair" } },
    script: async (stage) => {
      const cycle = async (id: string) => {
        const client = stage.client(`host of ${id}`);
        // Who finds the pair busy comes again.
        for (;;) {
          const answer = await client.create(ROOM, "ada", "bob", price(40), { id });
          if (!NegotiationError.isInstance(answer) || answer.code !== "busy") {
            done(answer);
            break;
          }
        }
        const result = done(await client.cancel(ROOM, id));
        // Without a command id the second answer to one cancellation is a refusal.
        if (!result.ok && result.code !== "negotiation_over") throw new Error(result.code);
      };
      await cycle("neg1");
      await cycle("neg2");
      await Promise.all([cycle("neg3"), cycle("neg4")]);
    },
  }),
};
