// Prints "PASSED FAILED" for a JSON report of vitest and the exit code of its run, and on standard error what
// failed, a line each. What failed without being a test counts as well: a file that could not be loaded, an
// unhandled error, a run that left no report.
const { existsSync, readFileSync } = require("node:fs");

const [path, exitCode] = process.argv.slice(2);
const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { testResults: [] };
const tests = report.testResults.flatMap((file) =>
  file.assertionResults.map((test) => ({ file: file.name, ...test })),
);
const passed = tests.filter((test) => test.status === "passed").length;
const failures = tests
  .filter((test) => test.status === "failed")
  .map((test) => `${test.file}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
for (const file of report.testResults) {
  const hasFailedTest = file.assertionResults.some((test) => test.status === "failed");
  if (file.status === "failed" && !hasFailedTest) failures.push(`${file.name}: ${firstLine(file.message)}`);
}
if (failures.length === 0 && (exitCode !== "0" || passed === 0)) {
  failures.push(`the run ended with ${exitCode}, ${passed} passed, and no test failed: see its output above`);
}
for (const failure of failures) console.error(`Node ${process.version}, ${failure}`);
console.log(`${passed} ${failures.length}`);

function firstLine(message) {
  return (message ?? "").split("\n", 1)[0];
}
