/**
 * @module
 * A process of a test, as the conformance suites see it. Whoever tests an adapter starts it: this kit starts none.
 */

import type { MaybePromise } from "../../ports/index.js";

/** A process that prints lines. */
export interface TestProcess {
  /** The next line that it printed, without its end; `null` when it has ended and all were given. */
  nextLine(): PromiseLike<string | null>;
  /** As `kill -9`; resolves when it has ended. What it printed before can still be read. */
  kill(): MaybePromise<void>;
}
