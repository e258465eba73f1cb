/**
 * @module
 * What the published suites share: assertions, cases that are skipped for a reason, processes, seeded streams.
 */

export { assert, assertEqual, columnOf, isSame, present, thrownBy } from "./assertions.js";
export {
  registerSuite,
  type SkipReasons,
  type SuiteTest,
  type TestProcess,
  type TestRunner,
  withLab,
} from "./conformance-suite.js";
export { RandomStream, randomStreams } from "./random-streams.js";
