/**
 * @module
 * Mistakes of the pure core, as replaced texts. Worlds get the patched service only: I11 asks the real one.
 */

import type { Entry } from "../../../src/core/record/index.js";
import type { NegotiationStore } from "../../../src/ports/index.js";
import { storeWith } from "../../kit/wrapped-store.js";
import { type Mutant, safety } from "./mutant.js";

const TIMEOUT = `(() => {
    const first = nextDeadline(negotiation);
    if (first === undefined || !APPLIES) return unchanged(negotiation);
    const event: TimeoutEvent = { type: TIMEOUTS[first.kind], at };
    const after = step(negotiationTable, negotiation.status, negotiation, event)?.context;
    if (after === undefined) return unchanged(negotiation);
    return { ...committed(negotiation, after, eventEntry("woken", [event])), applied: "deadlines" };
  })()`;

const WAKE = 'if (command.type === "wake") return unchanged(negotiation);';

const SPENT = 'return mode === "exceed" && limit !== "unlimited" && countedOf(negotiation) >= limit;';
const LAST = 'return mode === "reach" && limit !== "unlimited" && countedOf(negotiation) + 1 >= limit;';

export const coreMutants: readonly Mutant[] = [
  {
    name: "unfencedWakeUp",
    seenIn: "common: a wake-up is obeyed without a look at version and time",
    expected: ["I5"],
    worlds: safety("room"),
    patches: [
      {
        file: "core/decide.ts",
        find: WAKE,
        replace: `if (command.type === "wake") return ${TIMEOUT.replace("APPLIES", "true")};`,
      },
    ],
  },
  {
    name: "mismatchChangesState",
    seenIn: "Index Network: a claim expiry flips the state before it checks which turn it is about",
    expected: ["I2", "I5"],
    worlds: safety("index", "index-2026-04"),
    patches: [
      {
        file: "core/decide.ts",
        find: WAKE,
        replace: `if (command.type === "wake") return ${TIMEOUT.replace("APPLIES", '(first.kind === "claim")')};`,
      },
    ],
  },
  {
    name: "noCommandCheck",
    seenIn: "handshake: each move is handled twice",
    expected: ["I4"],
    worlds: safety("oap"),
    patches: [
      {
        file: "core/decide.ts",
        find: "const repeated = repeatedCommand(negotiation, command);",
        replace: "const repeated = undefined as ReturnType<typeof repeatedCommand>;",
      },
    ],
    mutations: () => ({ truth: withoutCommandCheck }),
  },
  cap("reachOneEarly", LAST, LAST.replace("+ 1", "+ 2")),
  cap("reachOneLate", LAST, LAST.replace("+ 1 ", "")),
  cap("exceedOneEarly", SPENT, SPENT.replace(">= limit", "+ 1 >= limit")),
  cap("exceedOneLate", SPENT, SPENT.replace(">= limit", "> limit")),
  {
    name: "acceptStaleProposal",
    seenIn: "the race of RFC 0002: what stands is not compared at the commit",
    expected: ["I8"],
    worlds: safety("room", "oap"),
    patches: [
      {
        file: "core/moves/legality-checks.ts",
        find: 'if (event.move.replyTo !== null && event.move.replyTo !== standing?.id) return "stale_proposal";',
        replace: "",
      },
    ],
  },
  {
    name: "acceptOwnProposal",
    seenIn: "handshake",
    expected: ["I8"],
    worlds: safety("room", "index"),
    patches: [
      {
        file: "core/moves/legality-checks.ts",
        find: 'if (event.type === "accept" && standing?.partyId === event.partyId) return "own_proposal";',
        replace: "",
      },
    ],
  },
  {
    name: "claimExtendsPark",
    seenIn: "Index Network: a new claim sets a new park window",
    expected: ["I5"],
    worlds: safety("index", "index-2026-04"),
    patches: [
      {
        file: "core/machine/awaiting-updates.ts",
        find: 'awaiting: Object.freeze({ ...parked, kind: "claimed", since: event.at, claim }),',
        replace:
          'awaiting: Object.freeze({ ...parked, kind: "claimed", since: event.at, firstParkedAt: event.at, claim }),',
      },
    ],
  },
  {
    name: "claimLeavesNoDeadline",
    seenIn: "Index Network: the state says claimed, the deadline comes with the next write",
    expected: ["I5"],
    worlds: safety("index", "index-2026-04"),
    patches: [
      {
        file: "core/machine/awaiting-updates.ts",
        find: "deadlines: armed(negotiation, { claimAt: claimEndAt(park, parkAt, event.at) }),",
        replace: "deadlines: armed(negotiation, {}),",
      },
    ],
  },
  {
    name: "entryLosesDetails",
    seenIn: "an entry that omits what replay needs: that the failure was the last straw",
    expected: ["I11"],
    worlds: safety("room"),
    patches: [
      {
        file: "core/decide.ts",
        find: 'const entry = eventEntry("failed", [event]);',
        replace: 'const entry = eventEntry("failed", [{ ...event, closes: null }]);',
      },
    ],
  },
];

function cap(variant: string, find: string, replace: string): Mutant {
  return {
    name: `capOffByOne:${variant}`,
    seenIn: "Index Network: a cap written into the code, and compared with >= 0",
    expected: ["I2"],
    worlds: safety("room", "oap"),
    patches: [{ file: "core/moves/turn-cap.ts", find, replace }],
  };
}

/** The store is the second place that knows commands: below it each one is new. */
function withoutCommandCheck(store: NegotiationStore): NegotiationStore {
  let count = 0;
  const given = (entry: Entry): Entry => ({
    ...entry,
    commandId: entry.commandId?.replace(/ #\d+$/, "") ?? null,
  });
  return storeWith(store, {
    commit: (commit) => {
      const { commandId } = commit.entry;
      const entry = { ...commit.entry, commandId: commandId === null ? null : `${commandId} #${++count}` };
      return store.commit({ ...commit, entry });
    },
    entries: (id, range) => (store.entries(id, range) as readonly Entry[]).map(given),
  });
}
