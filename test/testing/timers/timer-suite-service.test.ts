import { timerServiceCases } from "../../../src/testing/timers/timer-suite-service.js";
import { tryTimerCases } from "../timer-trial.js";

tryTimerCases(timerServiceCases);
