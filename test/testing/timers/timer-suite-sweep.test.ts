import { sweepCases } from "../../../src/testing/timers/timer-suite-sweep.js";
import { tryTimerCases } from "../timer-trial.js";

tryTimerCases(sweepCases);
