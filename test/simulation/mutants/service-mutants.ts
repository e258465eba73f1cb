/**
 * @module
 * Mistakes of the service around the core, and of those who call it.
 */

import { storeWith } from "../../kit/wrapped-store.js";
import { type Mutant, safety } from "./mutant.js";
import { appended } from "./wrapped-store.js";

/** Survives a world, as nothing that a world may look at does. */
let idsFromElsewhere = 0;

export const serviceMutants: readonly Mutant[] = [
  {
    name: "newIdOnRetry",
    seenIn: "client code: a retry gets a new command id",
    expected: ["I4"],
    worlds: safety("room", "unlimited"),
    mutations: () => ({
      commandId: (commandId, attempt) => (attempt === 0 ? commandId : `${commandId}'${attempt}`),
    }),
  },
  {
    name: "publishBeforeCommit",
    seenIn: "boardgame.io",
    expected: ["I6"],
    worlds: safety("room"),
    patches: [
      {
        file: "service/commands/command-handler.ts",
        find: "const answer = cache.commit(decision.negotiation, entry, decision.events);",
        replace: `this.#options.onCommitted(decision);
        const answer = cache.commit(decision.negotiation, entry, decision.events);`,
      },
    ],
  },
  {
    name: "skewIgnored",
    seenIn: "the instant that was claimed is used instead of the node's own now",
    expected: ["I5"],
    worlds: safety("room", "index"),
    patches: [
      {
        file: "service/commands/command-handler.ts",
        find: "const decision = decide<Terms>(record, command, clock.now());",
        replace: `const armed = Object.values(record.deadlines).filter((at): at is number => at !== null);
      const claimedAt = command.type === "wake" && armed.length > 0 ? Math.min(...armed) : 0;
      const decision = decide<Terms>(record, command, Math.max(clock.now(), claimedAt));`,
      },
    ],
  },
  {
    name: "lateAnswerApplied",
    seenIn: "handshake: an answer that comes after the abort is written down all the same",
    expected: ["I2", "I3"],
    worlds: safety("room", "unlimited", "index"),
    patches: [
      {
        file: "service/agents/turn-runner.ts",
        find: 'import type { RoomAgents } from "./room-agents.js";',
        replace: `import { decide, moveCommand } from "../../core/index.js";
import { readMove } from "../../core/moves/index.js";
import type { RoomAgents } from "./room-agents.js";`,
      },
      {
        file: "service/agents/turn-runner.ts",
        find: `if (call.isOver || call.isHandedIn) this.#drop(call);
    else await this.#take(call, membersOf(answer));`,
        replace: `if (!call.isOver) return this.#take(call, membersOf(answer));
    // Decided on the record that the agent was asked about.
    const read = readMove(answer, call.negotiation.rules);
    if (!read.ok) return;
    const command = moveCommand(call.partyId, read.move, "late:" + this.#options.ids("command"), { source: "agent" });
    const decision = decide(call.negotiation, command, this.#options.clock.now());
    if (!decision.ok || decision.entry === null || decision.applied !== "command") return;
    // The store may fail; that nobody waits for it is not the mistake.
    await (async () => this.#options.cache.commit(decision.negotiation, decision.entry, decision.events))().catch(() => {});`,
      },
    ],
    mutations: () => ({
      truth: (store) =>
        storeWith(store, {
          commit: (commit) =>
            store.commit(commit.entry.commandId?.includes(":late:") ? appended(store, commit) : commit),
        }),
    }),
  },
  {
    name: "settledByEveryNode",
    seenIn: "each node of a cluster tells the end when it hears of it",
    expected: ["I3"],
    worlds: safety("room", "index"),
    patches: [
      {
        file: "service/room/room-wiring.ts",
        find: "// Also where another process has ended it: whoever waits here hears of it now.",
        replace: 'this.outbox.publish([{ type: "negotiation:settled", payload: record } as never]);',
      },
    ],
  },
  {
    name: "unseededId",
    seenIn: "one id from outside the id port",
    expected: ["I9"],
    worlds: safety("room"),
    mutations: () => ({
      ids: (ids) => (kind) => (kind === "command" ? `${ids(kind)}~${++idsFromElsewhere}` : ids(kind)),
    }),
  },
  {
    name: "destroyLeaks",
    seenIn: "handshake: a timer stays behind after destroy()",
    expected: ["I12"],
    worlds: safety("room"),
    patches: [
      { file: "service/timing/room-timer.ts", find: "await started?.stop();", replace: "void started;" },
    ],
  },
];
