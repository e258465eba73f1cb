/**
 * @module
 * The script in which one node after the other is replaced by a newer version of the library: W11. For it
 * the tests take today's format for the newer one, and make the older one up.
 */

import type { Json } from "../../../src/core/json/index.js";
import type { SchemaStep } from "../../../src/core/migrations.js";
import type { MaybePromise, NegotiationRow, NegotiationStore } from "../../../src/ports/index.js";
import { isPromise } from "../../../src/service/queue/index.js";
import { storeWith } from "../../kit/wrapped-store.js";
import { created, moved, NO_HURRY, price, type Script } from "./script.js";

/** The format before today's: its records said in which era they were written, and nothing else was different. */
export const FROM_OLDER: SchemaStep = {
  state: (state) => {
    const { era: _, ...rest } = state as { readonly era?: Json };
    return { ...rest, schema: 1 };
  },
  turn: (turn) => turn,
  details: (details) => details,
};

export const W11: Script = {
  id: "W11",
  course: "rolling deploy: old node (schema n) and new node (n + 1) over one store",
  outcome: [
    "accepted/accept: propose counter counter counter accept",
    "expired/turn_timeout: propose",
    "expired/turn_timeout: propose",
  ],
  entries: ["created turn turn turn turn", "created woken", "created woken"],
  begin: () => {
    let isDeployed = false;
    return {
      options: {
        rules: { ...NO_HURRY, oneActive: "none" },
        mutate: {
          store: (line, node) => (node.startsWith("n1#") && !isDeployed ? olderLibrary(line) : line),
        },
      },
      script: async (stage) => {
        const older = stage.client("host of n1", "n1");
        const newer = stage.client("host of n2", "n2");
        await created(stage, older, "neg1", price(40));
        await moved(stage, older, "neg1", "bob", { action: "counter", terms: price(60) });
        // Overdue in the old format: either node may settle it.
        await created(stage, older, "neg2", price(40), { rules: { turnMs: 150 } });
        await moved(stage, newer, "neg1", "ada", { action: "counter", terms: price(45) });
        // Overdue in the new format: only the new node can.
        await created(stage, newer, "neg3", price(40), { rules: { turnMs: 150 } });
        // From a node that cannot read it the client goes to the other.
        await moved(stage, stage.client("wanderer"), "neg1", "bob", { action: "counter", terms: price(50) });
        await stage.settled("neg2");
        await stage.settled("neg3");
        isDeployed = true;
        // One that dies of closing never says that it has closed; it comes back with the newer version.
        await Promise.race([stage.nodes[0]?.close(), stage.wait(5_000)]);
        await moved(stage, older, "neg1", "ada", { action: "accept", replyTo: "neg1_p4" });
      },
    };
  },
};

/**
 * A store as the older version of the library used it: it writes the older format, cannot read the newer one
 * and does not ask for what is due in it. What runs above it is today's code, which upcasts.
 */
function olderLibrary(line: NegotiationStore): NegotiationStore {
  const read = (row: NegotiationRow | null): NegotiationRow | null =>
    row !== null && row.schema === 1 ? { ...row, schema: 2 } : row;
  const overrides: Partial<NegotiationStore> = {
    create: (given) =>
      line.create({
        ...given,
        schema: 0,
        state: olderState(given.state),
        entry: { ...given.entry, details: olderState(given.entry.details) },
      }),
    commit: (given) => line.commit({ ...given, schema: 0, state: olderState(given.state) }),
    load: (id) => mapped(line.load(id), read),
    list: (query) =>
      mapped(line.list(query), (page) => ({
        ...page,
        items: page.items.map((row) => read(row) as NegotiationRow),
      })),
    listParked: (query) =>
      mapped(line.listParked(query), (page) => ({
        ...page,
        items: page.items.map((row) => read(row) as NegotiationRow),
      })),
    claimDue: (query) => line.claimDue({ ...query, maxSchema: 0 }),
  };
  return storeWith(line, overrides);
}

function olderState(state: Json): Json {
  return { ...(state as { readonly [key: string]: Json }), schema: 0, era: "older" };
}

function mapped<T>(answer: MaybePromise<T>, change: (value: T) => T): MaybePromise<T> {
  return isPromise(answer) ? answer.then((value) => change(value as T)) : change(answer as T);
}
