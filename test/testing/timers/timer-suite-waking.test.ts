import { wakingCases } from "../../../src/testing/timers/timer-suite-waking.js";
import { tryTimerCases } from "../timer-trial.js";

tryTimerCases(wakingCases);
