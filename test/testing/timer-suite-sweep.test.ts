import { sweepCases } from "../../src/testing/timer-suite-sweep.js";
import { tryTimerCases } from "./timer-trial.js";

tryTimerCases(sweepCases);
