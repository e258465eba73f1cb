// Prints "PASSED FAILED" for a JSON report of vitest and the exit code of its run. What failed without being
// a test counts as well: a file that could not be loaded, an unhandled error, a run that left no report.
const { existsSync, readFileSync } = require("node:fs");

const [path, exitCode] = process.argv.slice(2);
const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { testResults: [] };
const tests = report.testResults.flatMap((file) => file.assertionResults);
const passed = tests.filter((test) => test.status === "passed").length;
const failedTests = tests.filter((test) => test.status === "failed").length;
const failedFiles = report.testResults.filter(
  (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
).length;
const failed = failedTests + failedFiles;
const isSilentFailure = failed === 0 && (exitCode !== "0" || passed === 0);
console.log(`${passed} ${isSilentFailure ? 1 : failed}`);
