/**
 * @module
 * One test of the store suite: its number, its sentence, and what it does with an empty store.
 */

import type { NegotiationStore } from "../../../ports/index.js";
import type { SuiteTest } from "../../harness/index.js";
import type { StoreLab, StoreNeed } from "./store-lab.js";

/** The number of a test. @see docs/requirements/storage.md, section 10 */
export type StoreTestId =
  | `TS-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `TS-${1 | 2}${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `TS-3${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | `TS-4${0 | 1 | 2 | 3}`;

/** A test of the store suite. */
export type StoreCase = SuiteTest<StoreTestId, StoreLab, StoreNeed>;

/** A test over one empty store. */
export function storeCase(
  id: StoreTestId,
  title: string,
  run: (store: NegotiationStore, lab: StoreLab) => Promise<void>,
  needs: readonly StoreNeed[] = [],
): StoreCase {
  return { id, title, needs, run: async (lab) => run(await lab.open(), lab) };
}
