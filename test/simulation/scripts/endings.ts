/**
 * @module
 * The scripts in which negotiations end by a bound rather than by a move: W6 and W7.
 */

import { created, done, moved, NO_HURRY, price, ROOM, type Script } from "./script.js";

export const W6: Script = {
  id: "W6",
  course: "cap reached: stalled; cap exceeded: expired; cap refused, then accept",
  outcome: [
    "stalled/turn_cap: propose counter counter",
    "expired/turn_cap: propose counter",
    "accepted/accept: propose counter accept",
  ],
  entries: ["created turn turn", "created turn closed", "created turn turn"],
  begin: () => ({
    options: { rules: { ...NO_HURRY, oneActive: "none" } },
    script: async (stage) => {
      const host = stage.client("host");
      const counter = { action: "counter", terms: price(50) } as const;
      const begun = async (
        id: string,
        limit: number,
        mode: "reach" | "exceed",
        result: "stalled" | "expired" | "refuse",
      ) => {
        await created(stage, host, id, price(40), {
          rules: { cap: { counts: "turns", limit, mode, result } },
        });
        await moved(stage, host, id, "bob", counter);
      };
      await begun("neg1", 3, "reach", "stalled");
      await moved(stage, host, "neg1", "ada", counter);
      await begun("neg2", 2, "exceed", "expired");
      // The move is no turn: also a repetition of it after a crash finds that it was this very move.
      const closing = done(await host.submit(ROOM, "neg2", "ada", counter));
      if (!closing.ok || closing.turn !== null) throw new Error(JSON.stringify(closing));
      await begun("neg3", 2, "exceed", "refuse");
      const refused = done(await host.submit(ROOM, "neg3", "ada", counter));
      if (refused.ok || refused.code !== "cap_reached") throw new Error(JSON.stringify(refused));
      await moved(stage, host, "neg3", "ada", { action: "accept", replyTo: "neg3_p2" });
    },
  }),
};

export const W7: Script = {
  id: "W7",
  course: "turn deadline; total deadline; validity; two due at one instant",
  outcome: [
    "expired/turn_timeout: propose",
    "stalled/total_timeout: propose",
    "expired/proposal_expired: propose",
    // The total deadline is the weightier of the two.
    "stalled/total_timeout: propose",
  ],
  entries: ["created woken", "created woken", "created woken", "created woken"],
  begin: () => ({
    options: { rules: { ...NO_HURRY, oneActive: "none", onTotalTimeout: "stall" } },
    script: async (stage) => {
      const host = stage.client("host");
      await created(stage, host, "neg1", price(40), { rules: { turnMs: 150 } });
      await created(stage, host, "neg2", price(40), { rules: { totalMs: 150 } });
      await created(stage, host, "neg3", price(40), { rules: { validityMs: 150 } });
      await created(stage, host, "neg4", price(40), { rules: { turnMs: 150, totalMs: 150 } });
      for (const id of ["neg1", "neg2", "neg3", "neg4"]) await stage.settled(id);
    },
  }),
};
