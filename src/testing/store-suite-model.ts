/**
 * @module
 * The store suite against the model: one client's calls in a row, and two clients' calls in every order that
 * a scheduler comes up with.
 */

import * as fc from "fast-check";
import type { NegotiationStore } from "../ports/store.js";
import { assert, assertEqual } from "./assertions.js";
import { isExplained, type MadeCall } from "./order-of-calls.js";
import { newNegotiation } from "./store-calls.js";
import { type StoreCase, storeCase } from "./store-case.js";
import { StoreModel } from "./store-model.js";
import { arbitraryClients, arbitrarySteps, STEP_IDS, type StoreStep } from "./store-steps.js";

/** How many sequences of each kind are tried. */
const RUNS = { numRuns: 100 } as const;

/** TS-34 and TS-35. */
export const modelCases: readonly StoreCase[] = [
  storeCase("TS-34", "does what a plain model does, over 100 sequences of calls", async (store) => {
    const property = fc.asyncProperty(arbitrarySteps(), async (steps) => {
      await empty(store);
      const model = new StoreModel();
      for (const step of steps) assertEqual(await step.on(store), step.on(model), `the answer of ${step}`);
    });
    await fc.assert(property, RUNS);
  }),

  storeCase("TS-35", "answers two clients as if their calls came one by one", async (store, lab) => {
    const other = lab.provides("openSecond") ? await lab.second(store) : store;
    const property = fc.asyncProperty(arbitraryClients(), arbitrarySchedule(), async (clients, schedule) => {
      await empty(store);
      const model = new StoreModel();
      for (const id of ["a", "b"]) {
        const known = newNegotiation({ id, roomId: "r1" });
        assertEqual(await store.create(known), model.create(known), `the creation of ${id}`);
      }
      const counter = { count: 0 };
      const made: readonly [MadeCall[], MadeCall[]] = [[], []];
      const call = async (index: 0 | 1): Promise<void> => {
        const step = clients[index][made[index].length];
        if (step !== undefined) made[index].push(await madeCall(step, index === 0 ? store : other, counter));
      };
      for (const turn of schedule) await Promise.all(turn.map(call));
      const told = made.map((calls) =>
        calls.map(({ step, answer }) => `${step} = ${JSON.stringify(answer)}`),
      );
      const history = JSON.stringify(told, null, 2);
      assert(isExplained(made, model), `Expected an order of calls to explain ${history}`);
    });
    await fc.assert(property, RUNS);
  }),
];

/** Whose call comes next: of one client, or of both at the same time. */
function arbitrarySchedule(): fc.Arbitrary<readonly (readonly (0 | 1)[])[]> {
  const turn = fc.constantFrom<readonly (0 | 1)[]>([0, 1], [0, 1], [1, 0], [0], [1]);
  return fc.array(turn, { minLength: 6, maxLength: 12 });
}

async function madeCall(
  step: StoreStep,
  store: NegotiationStore,
  counter: { count: number },
): Promise<MadeCall> {
  const begunAt = ++counter.count;
  const answer = await step.on(store);
  return { step, answer, begunAt, answeredAt: ++counter.count };
}

/** As it was before the first sequence. */
async function empty(store: NegotiationStore): Promise<void> {
  for (const id of STEP_IDS) await store.delete(id);
}
