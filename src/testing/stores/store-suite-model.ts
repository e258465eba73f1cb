/**
 * @module
 * The store suite against the model: one client's calls in a row, and two clients' calls in every order that
 * a scheduler comes up with.
 */

import type { NegotiationStore } from "../../ports/index.js";
import { assert, assertEqual, RandomStream } from "../harness/index.js";
import type { MadeCall, StoreCase, StoreStep } from "./lab/index.js";
import {
  drawnClients,
  drawnSteps,
  isExplained,
  newNegotiation,
  STEP_IDS,
  StoreModel,
  storeCase,
  withoutRevivals,
} from "./lab/index.js";

/** How many sequences of each kind are tried; each is drawn from its number, so that a fault comes again. */
const SEQUENCES = 100;

/** TS-34 and TS-35. */
export const modelCases: readonly StoreCase[] = [
  storeCase("TS-34", "does what a plain model does, over 100 sequences of calls", async (store) => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const steps = withoutRevivals(drawnSteps(new RandomStream(seed, "steps")));
      const fault = await faultOf(store, steps);
      if (fault === undefined) continue;
      const fewest = await fewestCalls(store, { steps, fault });
      const calls = fewest.steps.map((step) => `\n  ${step}`).join("");
      throw new Error(`${messageOf(fewest.fault)} Sequence ${seed}, as few calls as show it:${calls}`, {
        cause: fewest.fault,
      });
    }
  }),

  storeCase("TS-35", "answers two clients as if their calls came one by one", async (store, lab) => {
    const other = lab.provides("openSecond") ? await lab.second(store) : store;
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const random = new RandomStream(seed, "clients");
      const clients = drawnClients(random);
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
      for (let turns = random.integer(6, 12); turns > 0; turns -= 1) {
        await Promise.all(random.pick(WHOSE_CALLS).map(call));
      }
      const told = made.map((calls) =>
        calls.map(({ step, answer }) => `${step} = ${JSON.stringify(answer)}`),
      );
      const history = JSON.stringify(told, null, 2);
      assert(isExplained(made, model), `Expected an order of calls to explain ${history} (sequence ${seed})`);
    }
  }),
];

/** Whose call comes next: of one client, or of both at the same time. */
const WHOSE_CALLS: readonly (readonly (0 | 1)[])[] = [[0, 1], [0, 1], [1, 0], [0], [1]];

/** Where a store answers otherwise than the model, if it does. */
async function faultOf(store: NegotiationStore, steps: readonly StoreStep[]): Promise<unknown> {
  await empty(store);
  const model = new StoreModel();
  try {
    for (const step of steps) assertEqual(await step.on(store), step.on(model), `the answer of ${step}`);
    return undefined;
  } catch (error) {
    return error;
  }
}

interface Faulty {
  readonly steps: readonly StoreStep[];
  readonly fault: unknown;
}

/** Leaves out call by call what the fault does not need. */
async function fewestCalls(store: NegotiationStore, found: Faulty): Promise<Faulty> {
  for (let index = found.steps.length - 1; index >= 0; index -= 1) {
    const steps = withoutRevivals(found.steps.toSpliced(index, 1));
    const fault = await faultOf(store, steps);
    if (fault !== undefined) return fewestCalls(store, { steps, fault });
  }
  return found;
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
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
