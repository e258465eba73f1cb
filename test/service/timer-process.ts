/**
 * @module
 * A process with a timer that arms one wake-up and does nothing more: `node timer-process JOB`.
 */

import { writeSync } from "node:fs";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { runTimerProcess } from "../../src/testing/timers/index.js";

const [job = ""] = process.argv.slice(2);

await runTimerProcess(new WakeUpTimer(), job, (line) => {
  writeSync(1, `${line}\n`);
});
