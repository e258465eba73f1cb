/**
 * @module
 * What the published suites share: assertions, cases that are skipped for a reason, processes, seeded streams.
 */

export { assert, assertEqual, isSame, present, thrownBy } from "./assertions.js";
export {
  registerSuite,
  type SkipReasons,
  type SuiteTest,
  type TestRunner,
  withLab,
} from "./conformance-suite.js";
export { RandomStream, randomStreams } from "./random-streams.js";
export type { TestProcess } from "./test-process.js";
